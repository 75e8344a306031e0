//! `CascadeTextures`: the cascades of a surface without end on the GPU, in their own metres.
//!
//! World: the middle of the first cascade lies at x = z = 0, its cell (0, 0) half a cell within the corner, as a pool's first cell
//! does, so that the fractions of pool and sea mean the same places.
//!
//! All cascades lie in two array textures of four floats with all their mip levels, a layer each, averaged cell by cell:
//! (λDx, h, λDz, λ∂xDz), a displacement map of which the first three are read for the vertices and the last for the light, and
//! (∂h/∂x, ∂h/∂z, λ∂xDx, λ∂zDz), read for the light. The foam has a texture of its own, laid over the first cascade. What the
//! averages take out of the slopes is told beside them as a variance, so that far waves make the surface rough where they no
//! longer show. The last cascade may be one of ripples, which lies once, in a window.

mod bed;
mod laid;
mod mips;
mod place;

use crate::gl::{Gl, GlError, Layers, Texture};
use crate::grid::Grid;
use crate::surface::{Cascade, CascadeList, Cascades};
use crate::tiling::Tiling;
pub(super) use bed::{BEDS, Bed};
use glam::DVec2;
pub(super) use laid::{CascadePlace, Extent, Laid};
pub(super) use mips::{halve_all, put, shape};

/// Most cascades that are shown.
pub(super) const MAX_CASCADES: usize = CascadeList::MAX;

/// How many footprints [`CascadeTextures::lost`] knows.
pub(super) const FOOTPRINTS: usize = 20;

/// Less coverage than this is none.
const FOAM: f32 = 0.01;

/// More levels than a cascade can have.
const LEVELS: usize = 32;

/// The cascades of one surface, uploaded whole whenever it changes.
pub struct CascadeTextures {
    gl: Gl,
    cascades: Vec<CascadeLevels>,
    /// Made with the first surface: a layer for each cascade.
    place: Option<Texture>,
    /// As `place`.
    slope: Option<Texture>,
    /// Made with the first surface.
    foam: Option<Texture>,
    /// Memory for its levels.
    foam_levels: Vec<Grid<[f32; 1]>>,
    laid: Laid,
    measure: Measure,
    floor: Option<f32>,
    bed: Option<Bed>,
}

/// Numbers about the surface as a whole.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Measure {
    /// Metres from cell to cell of the finest cascade.
    pub(super) finest: f32,
    /// Root of the height's mean square, metres.
    pub(super) height: f32,
    /// No height and no horizontal displacement is larger, metres.
    pub(super) most: f32,
    /// Variance of the slopes along x and z, and their covariance, that is lost in texels of `finest`·2^index: of the cascades' waves,
    /// and of those too short for any.
    pub(super) lost: [[f32; 4]; FOOTPRINTS],
    /// Where the wind blows, radians from +x toward +z.
    pub(super) heading: f32,
    /// Whether there is any foam.
    pub(super) is_foamy: bool,
    /// −∇²h over −λ∇·D of the first cascade, per metre: the mean wave number of its crests over the choppiness, 0 where there is none.
    pub(super) bend: f32,
}

/// One cascade.
#[derive(Default)]
struct CascadeLevels {
    /// Places and slopes.
    levels: [Vec<Grid<[f32; 4]>>; 2],
    extent: Extent,
}

impl CascadeTextures {
    /// None at all; [`CascadeTextures::upload`] gives them their shape.
    pub fn new(gl: &Gl) -> Self {
        Self {
            gl: gl.clone(),
            cascades: Vec::new(),
            place: None,
            slope: None,
            foam: None,
            foam_levels: Vec::new(),
            laid: Laid::default(),
            measure: Measure::default(),
            floor: None,
            bed: None,
        }
    }

    /// Puts another surface in the place of the one there was: up to five of its cascades. An error where the driver has no
    /// texture left. Allocates only where the shape of the cascades changes.
    pub fn upload(&mut self, shown: &Cascades) -> Result<(), GlError> {
        let foam = shown.foam.coverage();
        self.upload_bare(shown)?;
        self.measure.is_foamy = foam.cells().iter().any(|&foam| foam > FOAM);
        self.upload_foam(foam)
    }

    /// As [`CascadeTextures::upload`], without foam, which is not read then.
    pub(super) fn upload_bare(&mut self, shown: &Cascades) -> Result<(), GlError> {
        let count = shown.cascades.len().min(MAX_CASCADES);
        self.cascades.resize_with(count, CascadeLevels::default);
        for (levels, cascade) in self.cascades.iter_mut().zip(&shown.cascades) {
            levels.fill(cascade, shown.lambda);
        }
        for (which, slot) in [&mut self.place, &mut self.slope].into_iter().enumerate() {
            let layers = self.cascades.iter().map(|cascade| &cascade.levels[which]);
            put(&self.gl, slot, Layers::Array(count), layers)?;
        }
        // What no program reads must be a texture all the same.
        if self.foam.is_none() {
            self.upload_foam(&Grid::new(1, 1, 0.0))?;
        }
        self.laid = Laid::of(shown);
        self.floor = shown.floor();
        self.bed = Bed::of(&self.gl, shown, self.bed.take())?;
        self.measure = Measure {
            heading: shown.heading,
            ..self.measured(shown.unresolved)
        };
        if let Some(first) = shown.cascades.first() {
            self.measure.bend = bend_of(first, -shown.lambda);
        }
        Ok(())
    }

    fn upload_foam(&mut self, foam: &Grid<f32>) -> Result<(), GlError> {
        let levels = &mut self.foam_levels;
        shape(levels, foam.columns(), foam.rows());
        for (cell, &foam) in levels[0].cells_mut().iter_mut().zip(foam.cells()) {
            *cell = [foam];
        }
        halve_all(levels);
        put(
            &self.gl,
            &mut self.foam,
            Layers::One,
            std::iter::once(&*levels),
        )
    }

    /// How many cascades there are.
    pub(super) fn count(&self) -> usize {
        self.cascades.len()
    }

    /// From the rest level to a floor that light may come back from, metres.
    pub(super) fn floor(&self) -> Option<f32> {
        self.floor
    }

    /// As [`CascadeTextures::floor`], at a place of the water.
    pub(super) fn floor_at(&self, place: DVec2) -> Option<f32> {
        let left = self.bed().map_or(1.0, |bed| bed.left_at(place));
        self.floor.map(|floor| floor * left)
    }

    /// The floor where it is not level.
    pub(super) fn bed(&self) -> Option<&Bed> {
        self.bed.as_ref()
    }

    /// Which of [`BEDS`] there is.
    pub(super) fn which_bed(&self) -> usize {
        usize::from(self.floor.is_some()) + usize::from(self.bed.is_some())
    }

    pub(super) fn measure(&self) -> &Measure {
        &self.measure
    }

    /// Places and slopes, a layer for each cascade, and the foam.
    pub(super) fn textures(&self) -> Option<[&Texture; 3]> {
        Some([
            self.place.as_ref()?,
            self.slope.as_ref()?,
            self.foam.as_ref()?,
        ])
    }

    /// Where a cascade lies as seen from an eye at (x, z) of the water.
    pub(super) fn place(&self, index: usize, eye: DVec2) -> CascadePlace {
        let extent = self.cascades.get(index).map(|cascade| cascade.extent);
        self.laid.place(index, extent.unwrap_or_default(), eye)
    }

    /// How the cascades are laid, if not just repeated.
    pub(super) fn tiling(&self) -> Option<&Tiling> {
        self.laid.tiling()
    }

    fn measured(&self, [x, z, both]: [f32; 3]) -> Measure {
        let spacing = |cascade: &CascadeLevels| cascade.extent.spacing().max_element();
        let finest = self
            .cascades
            .iter()
            .map(spacing)
            .fold(f64::INFINITY, f64::min);
        let finest = if finest.is_finite() { finest } else { 1.0 };
        let mut measure = Measure {
            finest: finest as f32,
            lost: [[x, z, both, 0.0]; FOOTPRINTS],
            ..Measure::default()
        };
        let mut square = 0.0;
        for (index, cascade) in self.cascades.iter().enumerate() {
            let [place, slope] = &cascade.levels;
            let (mut sum, mut most) = (0.0_f64, 0.0_f32);
            for cell in place.first().map_or(&[][..], Grid::cells) {
                sum += f64::from(cell[1]).powi(2);
                most = most.max(cell[1].abs().max(cell[0].abs()).max(cell[2].abs()));
            }
            measure.most += most;
            if self.laid.window_of(index).is_some() {
                // What lies there once is nothing elsewhere.
                continue;
            }
            square += sum / place.first().map_or(1, |grid| grid.cells().len()) as f64;
            let last = slope.len().min(LEVELS).saturating_sub(1);
            let mut left = [[0.0; 3]; LEVELS];
            for (left, level) in left.iter_mut().zip(slope) {
                *left = variance(level);
            }
            for (index, lost) in measure.lost.iter_mut().enumerate() {
                let level = (finest / spacing(cascade)).log2() as f32 + index as f32;
                let level = level.clamp(0.0, last as f32);
                let (below, share) = (level as usize, level.fract());
                let above = left[(below + 1).min(last)];
                for axis in 0..3 {
                    let kept = left[below][axis] + (above[axis] - left[below][axis]) * share;
                    lost[axis] += left[0][axis] - kept;
                }
            }
        }
        measure.height = square.sqrt() as f32;
        measure
    }
}

/// k̄/choppiness, with k̄² the mean square of the slope over that of the height: of deep water −∇²h is about k̄ times −∇·D.
fn bend_of(cascade: &Cascade, choppiness: f32) -> f32 {
    let square = |grid: &Grid<f32>| grid.cells().iter().map(|cell| cell * cell).sum::<f32>();
    let slope = square(cascade.slope[0]) + square(cascade.slope[1]);
    let height = square(cascade.height);
    match height > 0.0 && choppiness > 0.0 {
        true => (slope / height).sqrt() / choppiness,
        false => 0.0,
    }
}

/// Mean squares of the slopes along x and z, and the mean of their product.
fn variance(slopes: &Grid<[f32; 4]>) -> [f32; 3] {
    let mut sums = [0.0; 3];
    for [x, z, ..] in slopes.cells() {
        for (sum, part) in sums.iter_mut().zip([x * x, z * z, x * z]) {
            *sum += part;
        }
    }
    sums.map(|sum| sum / slopes.cells().len() as f32)
}

impl CascadeLevels {
    /// Takes over a cascade.
    fn fill(&mut self, cascade: &Cascade, lambda: f32) {
        let (columns, rows) = (cascade.height.columns(), cascade.height.rows());
        self.extent = Extent::of(cascade);
        let [place, slope] = &mut self.levels;
        for levels in [&mut *place, &mut *slope] {
            shape(levels, columns, rows);
        }
        let [dx, dz] = cascade.displacement.map(Grid::cells);
        let height = cascade.height.cells();
        let [xx, zz, xz] = cascade.strain.map(Grid::cells);
        for (index, cell) in place[0].cells_mut().iter_mut().enumerate() {
            *cell = [
                lambda * dx[index],
                height[index],
                lambda * dz[index],
                lambda * xz[index],
            ];
        }
        let [sx, sz] = cascade.slope.map(Grid::cells);
        for (index, cell) in slope[0].cells_mut().iter_mut().enumerate() {
            *cell = [sx[index], sz[index], lambda * xx[index], lambda * zz[index]];
        }
        halve_all(place);
        halve_all(slope);
    }
}
