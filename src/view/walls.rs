//! The obstacles of a pool on the GPU, for all views: solid cells, distance to the nearest obstacle, and the faces.

use super::outline::{Outline, blurred};
use crate::gl::{Filter, Format, Gl, GlError, Layout, Texel, Texture};
use crate::grid::Grid;
use crate::heights::is_solid;
use std::cell::OnceCell;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bevel of an obstacle's edge, in metres, for its normals.
const BEVEL: f32 = 0.012;

/// Distance in metres within which an obstacle receives light from its surroundings.
const NEARNESS: f32 = 0.05;

/// Half the distance in cells from an open cell to an obstacle that is visible there; see `light/picture`.
const NEAR_CELLS: usize = 2;

/// Texel of a solid cell.
const SOLID: u8 = u8::MAX;

/// Texel of an open cell near an obstacle; not 0.
const NEAR: u8 = 64;

/// Maximum texels along a side of the blurred obstacles.
const SOFT_SIDE: usize = 1024;

/// Maximum texels of faces, 16 bytes each, whatever the driver's limit.
const MAX_FACES: usize = 1 << 24;

/// Counter of uploads, which gives each upload a unique number.
static UPLOADS: AtomicU64 = AtomicU64::new(0);

/// The number of faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Faces {
    /// Tops, two texels each.
    pub(super) tops: usize,
    /// Upright sides, one texel each, after the tops.
    pub(super) sides: usize,
    /// Texels in a row of the texture.
    pub(super) across: usize,
}

/// The obstacles of one pool. They are uploaded only when they change; data that only the 3D views need is computed on request.
pub struct Walls {
    gl: Gl,
    standing: Option<Cells>,
    revision: u64,
}

/// The solid cells.
struct Cells {
    solid: Texture,
    /// Contents of `solid`.
    marked: Grid<u8>,
    masonry: OnceCell<Masonry>,
}

/// Data of the 3D views.
struct Masonry {
    soft: Texture,
    places: Texture,
    faces: Faces,
}

impl Walls {
    /// Without obstacles.
    pub fn new(gl: &Gl) -> Self {
        Self {
            gl: gl.clone(),
            standing: None,
            revision: 0,
        }
    }

    /// Replaces the obstacles: 1 open, 0 solid. Returns an error if the grid exceeds the driver's texture size, or the driver is out of
    /// textures.
    pub fn upload(&mut self, open: &Grid<f32>) -> Result<(), GlError> {
        self.revision = 1 + UPLOADS.fetch_add(1, Ordering::Relaxed);
        if !open.cells().iter().any(|&open| is_solid(open)) {
            self.standing = None;
            return Ok(());
        }
        let solid = Grid::from_fn(open.columns(), open.rows(), |column, row| {
            f32::from(is_solid(open[(column, row)]))
        });
        // Marks open cells that are near enough to show an obstacle.
        let near = blurred(solid.clone(), NEAR_CELLS);
        let marked = Grid::from_fn(open.columns(), open.rows(), |column, row| {
            match (solid[(column, row)], near[(column, row)]) {
                (1.0.., _) => SOLID,
                (_, near) if near > 1e-4 => NEAR,
                _ => 0,
            }
        });
        let solid = texture(&self.gl, Format::R8, Filter::Nearest, &marked)?;
        self.standing = Some(Cells {
            solid,
            marked,
            masonry: OnceCell::new(),
        });
        Ok(())
    }

    /// Computes the data of the 3D views, once for each upload. Faces beyond the driver's limit are left out evenly. Returns an error
    /// only if the driver is out of textures.
    pub(super) fn build(&self) -> Result<(), GlError> {
        let Some(standing) = &self.standing else {
            return Ok(());
        };
        if standing.masonry.get().is_some() {
            return Ok(());
        }
        let solid = |value: f32, other: f32| {
            let marked = &standing.marked;
            Grid::from_fn(marked.columns(), marked.rows(), |column, row| {
                if marked[(column, row)] == SOLID {
                    value
                } else {
                    other
                }
            })
        };
        let widest = self.gl.capability().max_texture;
        let (faces, texels) = packed(&Outline::new(&solid(0.0, 1.0)), widest, MAX_FACES);
        let gl = &self.gl;
        let masonry = Masonry {
            soft: texture(gl, Format::Rg8, Filter::Linear, &soft(&solid(1.0, 0.0)))?,
            places: texture(gl, Format::Rgba32F, Filter::Nearest, &texels)?,
            faces,
        };
        standing.masonry.get_or_init(|| masonry);
        Ok(())
    }

    fn masonry(&self) -> Option<&Masonry> {
        self.standing
            .as_ref()
            .and_then(|standing| standing.masonry.get())
    }

    /// Whether there are any obstacles.
    pub fn are_there(&self) -> bool {
        self.standing.is_some()
    }

    /// A number unique to this upload.
    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    /// Columns and rows of the obstacles' grid.
    pub(super) fn size(&self) -> (usize, usize) {
        let size = |standing: &Cells| (standing.marked.columns(), standing.marked.rows());
        self.standing.as_ref().map_or((1, 1), size)
    }

    /// The number of faces, once [`Walls::build`] has been called.
    pub(super) fn faces(&self) -> Faces {
        self.masonry()
            .map_or(Faces::default(), |masonry| masonry.faces)
    }

    /// The solid cells: 1 solid, less than ½ open, 0 far from all solid cells.
    pub(super) fn solid(&self) -> Option<&Texture> {
        self.standing.as_ref().map(|standing| &standing.solid)
    }

    /// The blurred obstacles, once built: solidity with rounded edges, and share of solid surroundings.
    pub(super) fn soft(&self) -> Option<&Texture> {
        self.masonry().map(|masonry| &masonry.soft)
    }

    /// The faces, once built: places in cells, two to a texel, tops first.
    pub(super) fn places(&self) -> Option<&Texture> {
        self.masonry().map(|masonry| &masonry.places)
    }
}

/// A grid as a texture.
fn texture<T: Texel>(
    gl: &Gl,
    format: Format,
    filter: Filter,
    grid: &Grid<T>,
) -> Result<Texture, GlError> {
    let layout = Layout {
        filter,
        ..Layout::new(format, (grid.columns(), grid.rows()))
    };
    let texture = Texture::empty(gl, layout)?;
    texture.upload(0, 0, grid)?;
    Ok(texture)
}

/// The faces of an outline as texels, in at most `widest` rows of at most `widest`, and at most `most` texels. Beyond that, tops and
/// sides are left out evenly.
fn packed(outline: &Outline, widest: usize, most: usize) -> (Faces, Grid<[f32; 4]>) {
    let room = most.min(widest.saturating_mul(widest));
    let wanted = 2 * outline.tops.len() + outline.sides.len();
    let kept = |count: usize| match wanted > room {
        true => (count as u128 * room as u128 / wanted as u128) as usize,
        false => count,
    };
    let (tops, sides) = (kept(outline.tops.len()), kept(outline.sides.len()));
    let ends = |[from, to]: [[f32; 2]; 2]| [from[0], from[1], to[0], to[1]];
    let mut texels = Vec::with_capacity(2 * tops + sides);
    for index in 0..tops {
        let [a, b, c, d] = outline.tops[spread(index, tops, outline.tops.len())];
        texels.extend([ends([a, b]), ends([c, d])]);
    }
    for index in 0..sides {
        texels.push(ends(
            outline.sides[spread(index, sides, outline.sides.len())],
        ));
    }
    let across = texels.len().clamp(1, widest.max(1));
    let lines = texels.len().div_ceil(across).max(1);
    let texels = Grid::from_fn(across, lines, |column, line| {
        let texel = texels.get(line * across + column);
        texel.copied().unwrap_or_default()
    });
    let faces = Faces {
        tops,
        sides,
        across,
    };
    (faces, texels)
}

/// Index among `all` of item `index` of `kept` evenly spaced ones.
fn spread(index: usize, kept: usize, all: usize) -> usize {
    (index as u128 * all as u128 / kept.max(1) as u128) as usize
}

/// The obstacles blurred twice, over [`BEVEL`] and over [`NEARNESS`].
fn soft(solid: &Grid<f32>) -> Grid<[u8; 2]> {
    let shrink = solid.columns().max(solid.rows()).div_ceil(SOFT_SIDE);
    let size = [solid.columns(), solid.rows()].map(|side| side.div_ceil(shrink));
    let thinned = Grid::from_fn(size[0], size[1], |column, row| {
        let under = |index: usize, side: usize, full: usize| (2 * index + 1) * full / (2 * side);
        let column = under(column, size[0], solid.columns());
        255.0 * solid[(column, under(row, size[1], solid.rows()))]
    });
    let texels_a_metre = thinned.columns().max(thinned.rows()) as f32 / 2.0;
    let reach = |metres: f32| ((metres * texels_a_metre / 2.0).round() as usize).max(1);
    let bevel = blurred(thinned.clone(), reach(BEVEL));
    let nearness = blurred(thinned, reach(NEARNESS));
    Grid::from_fn(bevel.columns(), bevel.rows(), |column, row| {
        [&bevel, &nearness].map(|grid| grid[(column, row)].round() as u8)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every second cell is solid: the maximum number of faces.
    fn checkered(side: usize) -> Grid<f32> {
        Grid::from_fn(side, side, |column, row| f32::from((column + row) % 2 == 0))
    }

    #[test]
    fn faces_within_the_limit_are_all_there_tops_first() {
        let outline = Outline::new(&checkered(9));
        let (faces, texels) = packed(&outline, 1 << 14, MAX_FACES);
        let (tops, sides) = (outline.tops.len(), outline.sides.len());
        assert!(tops > 40 && sides > 40);
        assert_eq!((faces.tops, faces.sides), (tops, sides));
        assert_eq!((texels.columns(), texels.rows()), (2 * tops + sides, 1));
        let [a, b, c, d] = outline.tops[3];
        assert_eq!(texels[(6, 0)], [a[0], a[1], b[0], b[1]]);
        assert_eq!(texels[(7, 0)], [c[0], c[1], d[0], d[1]]);
        let [from, to] = outline.sides[5];
        let side = [from[0], from[1], to[0], to[1]];
        assert_eq!(texels[(2 * tops + 5, 0)], side);
        // In narrower rows the texel order is the same.
        let (narrow, rows) = packed(&outline, 64, MAX_FACES);
        assert_eq!((narrow.across, rows.columns()), (64, 64));
        assert_eq!(rows.cells()[..2 * tops + sides], *texels.cells());
    }

    #[test]
    fn of_more_faces_than_a_texture_holds_some_are_left_out_all_over_the_pool() {
        let outline = Outline::new(&checkered(200));
        let wanted = 2 * outline.tops.len() + outline.sides.len();
        for (widest, most) in [(100, MAX_FACES), (1 << 14, 10_000)] {
            assert!(wanted > 5 * 10_000);
            let (faces, texels) = packed(&outline, widest, most);
            assert!(texels.columns() <= widest && texels.rows() <= widest);
            let used = 2 * faces.tops + faces.sides;
            assert!((9_990..=10_000).contains(&used), "{used}");
            // The first and the last tenth of the pool keep their share of the sides.
            let sides = &texels.cells()[2 * faces.tops..used];
            for band in [0.0..20.0, 180.0..200.0] {
                let kept = sides.iter().filter(|side| band.contains(&side[1])).count();
                let share = kept as f64 / faces.sides as f64;
                assert!((0.09..0.11).contains(&share), "{band:?}: {share}");
            }
        }
    }
}
