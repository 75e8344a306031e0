//! The walls of a pool on the GPU, for all views: which cells are solid, how near the next wall is, and the faces to draw.

use super::outline::{Outline, blurred};
use crate::gl::{CellTexture, Cells, Gl, GlError};
use crate::grid::Grid;
use crate::heights::is_solid;

/// Metres over which a wall's edge is rounded where its normal is looked up.
const BEVEL: f32 = 0.012;

/// Metres from a wall over which it takes light from what stands beside it.
const NEARNESS: f32 = 0.05;

/// Half the cells from an open cell to a wall that shows something of itself there; see `light/picture`.
const NEAR_CELLS: usize = 2;

/// The texel of such a cell: open, but not 0.
const NEAR: u8 = 64;

/// Most texels along a side of the blurred walls: what is blurred needs no more.
const SOFT_SIDE: usize = 1024;

/// Texels of faces in a row; every driver's textures are wider.
const FACES_ACROSS: usize = 1024;

/// How many faces the walls have.
#[derive(Clone, Copy, Default)]
pub(super) struct Faces {
    /// Tops, two texels each.
    pub(super) tops: usize,
    /// Upright sides, a texel each, after the tops.
    pub(super) sides: usize,
    /// Texels in a row of the texture.
    pub(super) across: usize,
}

/// The walls of one pool. Everything is uploaded when they change, and nothing from frame to frame.
pub struct Walls {
    gl: Gl,
    textures: Option<Textures>,
    /// The cells that the walls are told in.
    size: (usize, usize),
    faces: Faces,
    revision: u64,
}

struct Textures {
    solid: CellTexture,
    soft: CellTexture,
    faces: CellTexture,
}

impl Walls {
    /// No walls at all.
    pub fn new(gl: &Gl) -> Self {
        Self {
            gl: gl.clone(),
            textures: None,
            size: (1, 1),
            faces: Faces::default(),
            revision: 0,
        }
    }

    /// Puts these walls in the place of those there were: 1 open, 0 solid. An error only where the grid is larger than the
    /// driver's textures.
    pub fn upload(&mut self, open: &Grid<f32>) -> Result<(), GlError> {
        self.revision += 1;
        let outline = Outline::new(open);
        if outline.sides.is_empty() {
            self.textures = None;
            return Ok(());
        }
        let (columns, rows) = (open.columns(), open.rows());
        self.size = (columns, rows);
        let solid = Grid::from_fn(columns, rows, |column, row| {
            f32::from(is_solid(open[(column, row)]))
        });
        // Told with the solid cells which others are so near that they show something of them.
        let near = blurred(solid.clone(), NEAR_CELLS);
        let marked = Grid::from_fn(columns, rows, |column, row| {
            match (solid[(column, row)], near[(column, row)]) {
                (1.0.., _) => u8::MAX,
                (_, near) if near > 1e-4 => NEAR,
                _ => 0,
            }
        });
        let ends = |[from, to]: [[f32; 2]; 2]| [from[0], from[1], to[0], to[1]];
        let tops = outline.tops.iter();
        let tops = tops.flat_map(|&[a, b, c, d]| [ends([a, b]), ends([c, d])]);
        let mut texels: Vec<_> = tops
            .chain(outline.sides.iter().copied().map(ends))
            .collect();
        self.faces = Faces {
            tops: outline.tops.len(),
            sides: outline.sides.len(),
            across: texels.len().min(FACES_ACROSS),
        };
        let lines = texels.len().div_ceil(self.faces.across);
        texels.resize(lines * self.faces.across, [0.0; 4]);
        let faces = Grid::from_cells(self.faces.across, lines, texels);
        let textures = match &mut self.textures {
            Some(textures) => textures,
            None => self.textures.insert(Textures {
                solid: CellTexture::new(&self.gl)?,
                soft: CellTexture::new(&self.gl)?,
                faces: CellTexture::new(&self.gl)?,
            }),
        };
        textures.solid.upload(Cells::Bytes(&marked))?;
        textures.soft.upload(Cells::Pairs(&soft(&solid)))?;
        match faces {
            Some(faces) => textures.faces.upload(Cells::Floats(&faces)),
            None => Ok(()),
        }
    }

    /// Whether there are any.
    pub fn are_there(&self) -> bool {
        self.textures.is_some()
    }

    /// A number that changes with every upload.
    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    /// (columns, rows) of the cells that the walls are told in.
    pub(super) fn size(&self) -> (usize, usize) {
        self.size
    }

    /// What there is to draw.
    pub(super) fn faces(&self) -> Faces {
        self.faces
    }

    /// Binds which cells are solid: 1 solid, less than ½ open, and 0 far from everything solid.
    pub(super) fn bind_solid(&self, unit: u32) {
        if let Some(textures) = &self.textures {
            textures.solid.bind(unit);
        }
    }

    /// Binds the blurred walls: how solid a place is with its edges rounded, and how much of its surroundings is wall.
    pub(super) fn bind_soft(&self, unit: u32) {
        if let Some(textures) = &self.textures {
            textures.soft.bind(unit);
        }
    }

    /// Binds the faces: places in cells, two to a texel, those of the tops first.
    pub(super) fn bind_faces(&self, unit: u32) {
        if let Some(textures) = &self.textures {
            textures.faces.bind(unit);
        }
    }
}

/// The walls blurred twice, over [`BEVEL`] and over [`NEARNESS`].
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
