//! `CascadeTextures`: the cascades of open water on the GPU, in metres.
//!
//! World coordinates: the centre of the first cascade is at x = z = 0, and its cell (0, 0) lies half a cell inside its corner, like the
//! first cell of a pool, so that fractions of a pool and of a sea denote the same places.
//!
//! The cascades are the layers of two array textures of four floats with mip levels: (λDx, h, λDz, λ∂xDz), a displacement map whose first
//! three channels are read by the vertex shader and the last by the lighting, and (∂h/∂x, ∂h/∂z, λ∂xDx, λ∂zDz), read by the lighting.
//! Foam has a texture of its own, which covers the first cascade. The slope variance that mip levels average out is stored as numbers, so
//! that distant waves turn into roughness. The last cascade may hold ripples, which lie once, in a window.

mod bed;
mod colonies;
mod mips;

use crate::gl::{Gl, GlError, Layers, Texture};
use crate::grid::Grid;
use crate::surface::{Cascade, CascadeList, Cascades, FoamDrift};
use crate::threads::in_bands_from;
use crate::tiling::Tiling;
use crate::water::OpenSurface;
pub(super) use bed::{BEDS, Bed};
pub(super) use colonies::{CORAL_KINDS, Colony};
use glam::{DVec2, DVec3, Vec2};
pub(super) use mips::{halve_all, put, shape};
use waterlab_core::cascade_layout::{CascadeLayout, CascadePlace};

/// Maximum number of cascades.
pub(super) const MAX_CASCADES: usize = CascadeList::MAX;

/// Number of footprints in [`Measure::lost`].
pub(super) const FOOTPRINTS: usize = 20;

/// Minimum foam coverage that is drawn.
const FOAM: f32 = 0.01;

/// Distance to either side for the finite difference of a slope, metres.
const APART: f64 = 0.05;

/// Upper bound of the mip levels of a cascade.
const LEVELS: usize = 32;

/// Minimum number of cells of all cascades for a second thread.
const WORTH_A_THREAD: usize = 1 << 15;

/// The textures of the cascades of one surface. Each change uploads all of them.
pub struct CascadeTextures {
    gl: Gl,
    cascades: Vec<CascadeLevels>,
    /// Displacements, one layer for each cascade. Created with the first surface.
    place: Option<Texture>,
    /// Slopes and strains, as `place`.
    slope: Option<Texture>,
    /// Created with the first surface.
    foam: Option<Texture>,
    /// Buffers of its mip levels.
    foam_levels: Vec<Grid<[f32; 1]>>,
    laid: CascadeLayout,
    measure: Measure,
    foam_drift: FoamDrift,
    floor: Option<f32>,
    bed: Option<Bed>,
}

/// Statistics of the whole surface.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Measure {
    /// Cell size of the finest cascade, metres.
    pub(super) finest: f32,
    /// The same without a cascade that lies once.
    pub(super) finest_everywhere: f32,
    /// Root mean square of the heights, metres.
    pub(super) height: f32,
    /// Upper bound of heights and horizontal displacements, metres.
    pub(super) most: f32,
    /// Slope variance along x and z, covariance, and variance of the strain λ∇·D, that texels of size `finest`·2^index average out: of the
    /// cascades, and, but for the strain, of waves too short for any cascade.
    pub(super) lost: [[f32; 4]; FOOTPRINTS],
    /// Wind direction, downwind, radians from +x toward +z.
    pub(super) heading: f32,
    /// Whether there is any foam.
    pub(super) is_foamy: bool,
    /// −∇²h over −λ∇·D of the first cascade, per metre: the mean wave number of its crests over the choppiness; 0 without choppiness.
    pub(super) bend: f32,
}

/// Mip levels of one cascade, and its statistics.
#[derive(Default)]
struct CascadeLevels {
    /// Mip levels of displacements and of slopes.
    maps: [Vec<Grid<[f32; 4]>>; 2],
    /// Square metres.
    mean_square_height: f64,
    /// Largest absolute height or horizontal displacement, metres.
    most: f32,
    /// [`variance`] of each mip level.
    variances: [[f32; 4]; LEVELS],
}

/// A value for each number of cascades, repeating or tiled: the programs that read them.
#[derive(Default)]
pub(super) struct ByCascades<T>([[T; 2]; MAX_CASCADES]);

impl<T> ByCascades<T> {
    /// The one for these cascades, and the `#define`s of its program.
    pub(super) fn of(&self, cascades: &CascadeTextures) -> (&T, [&'static str; 2]) {
        const COUNTS: [&str; MAX_CASCADES] = [
            "CASCADES 1",
            "CASCADES 2",
            "CASCADES 3",
            "CASCADES 4",
            "CASCADES 5",
        ];
        let index = cascades.count().clamp(1, MAX_CASCADES) - 1;
        let is_tiled = cascades.tiling().is_some();
        let tiled = if is_tiled { "TILED" } else { "" };
        (
            &self.0[index][usize::from(is_tiled)],
            [COUNTS[index], tiled],
        )
    }
}

/// The `#define` for drivers with slow texture fetches; empty for others.
pub(super) fn few_texels(gl: &Gl) -> &'static str {
    match gl.capability().taps() > 1.0 {
        true => "",
        false => "FEW_TEXELS",
    }
}

impl CascadeTextures {
    /// Without cascades; [`CascadeTextures::upload`] allocates the textures.
    pub fn new(gl: &Gl) -> Self {
        Self {
            gl: gl.clone(),
            cascades: Vec::new(),
            place: None,
            slope: None,
            foam: None,
            foam_levels: Vec::new(),
            laid: CascadeLayout::default(),
            measure: Measure::default(),
            foam_drift: FoamDrift::default(),
            floor: None,
            bed: None,
        }
    }

    /// Replaces the surface, with up to five cascades. Returns an error if the driver is out of textures. Allocates only if the shape of
    /// the cascades changes.
    pub fn upload(&mut self, shown: &Cascades) -> Result<(), GlError> {
        let foam = shown.foam.coverage();
        self.upload_bare(shown)?;
        self.measure.is_foamy = foam.cells().iter().any(|&foam| foam > FOAM);
        self.upload_foam(foam)
    }

    /// As [`CascadeTextures::upload`], without foam, for views that do not read it.
    pub(super) fn upload_bare(&mut self, shown: &Cascades) -> Result<(), GlError> {
        let count = shown.cascades.len().min(MAX_CASCADES);
        self.cascades.resize_with(count, CascadeLevels::default);
        let cells = shown
            .cascades
            .iter()
            .map(|cascade| cascade.height.cells().len());
        let fewest = match cells.sum::<usize>() >= WORTH_A_THREAD {
            true => 1,
            false => usize::MAX,
        };
        let (cascades, lambda) = (&shown.cascades, shown.lambda);
        in_bands_from(fewest, &mut self.cascades, 1, |first, band| {
            for (levels, cascade) in band.iter_mut().zip(&cascades[first..]) {
                levels.fill(cascade, lambda);
            }
        });
        for (which, slot) in [&mut self.place, &mut self.slope].into_iter().enumerate() {
            let layers = self.cascades.iter().map(|levels| &levels.maps[which]);
            put(&self.gl, slot, Layers::Array(count), layers)?;
        }
        // A sampler needs a texture even if no program reads it.
        if self.foam.is_none() {
            self.upload_foam(&Grid::new(1, 1, 0.0))?;
        }
        self.laid = CascadeLayout::of(shown);
        self.floor = shown.floor();
        self.foam_drift = shown.foam_drift;
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

    /// Number of cascades.
    pub(super) fn count(&self) -> usize {
        self.cascades.len()
    }

    /// Depth of a floor that reflects light, from the rest level, metres.
    pub(super) fn floor(&self) -> Option<f32> {
        self.floor
    }

    /// As [`CascadeTextures::floor`], at a place of the water.
    pub(super) fn floor_at(&self, place: DVec2) -> Option<f32> {
        let share = self.bed().map_or(1.0, |bed| bed.share_at(place));
        self.floor.map(|floor| floor * share)
    }

    /// How the pattern of the foam moves.
    pub(super) fn foam_drift(&self) -> FoamDrift {
        self.foam_drift
    }

    /// The floor, if it is uneven.
    pub(super) fn bed(&self) -> Option<&Bed> {
        self.bed.as_ref()
    }

    /// Index of the floor's variant in [`BEDS`].
    pub(super) fn which_bed(&self) -> usize {
        usize::from(self.floor.is_some()) + usize::from(self.bed.is_some())
    }

    pub(super) fn measure(&self) -> &Measure {
        &self.measure
    }

    /// Displacements and slopes, one layer for each cascade, and the foam.
    pub(super) fn textures(&self) -> Option<[&Texture; 3]> {
        Some([
            self.place.as_ref()?,
            self.slope.as_ref()?,
            self.foam.as_ref()?,
        ])
    }

    /// Place of a cascade relative to an eye at (x, z) of the water.
    pub(super) fn place(&self, index: usize, eye: DVec2) -> CascadePlace {
        self.laid.place(index, eye)
    }

    /// Height of the surface over a place (x, z) of the water, metres, and its slopes along x and z.
    pub(super) fn surface_at(&self, place: DVec2) -> (f32, Vec2) {
        let surface = OpenSurface::new(self.laid, |index, cell| {
            let [levels, _] = &self.cascades[index].maps;
            let point = levels.first().map(|grid| grid.cells()[cell]);
            let [x, height, z, _] = point.unwrap_or_default();
            DVec3::new(x.into(), height.into(), z.into())
        });
        let height = |x: f64, z: f64| surface.height_over(place + DVec2::new(x, z));
        let slope = |x: f64, z: f64| ((height(x, z) - height(-x, -z)) / (2.0 * APART)) as f32;
        (
            height(0.0, 0.0) as f32,
            Vec2::new(slope(APART, 0.0), slope(0.0, APART)),
        )
    }

    /// The tiling of the cascades, if they do not simply repeat.
    pub(super) fn tiling(&self) -> Option<&Tiling> {
        self.laid.tiling()
    }

    fn measured(&self, [x, z, both]: [f32; 3]) -> Measure {
        let spacing = |index| self.laid.spacing(index).max_element();
        let finest_of = |is_counted: &dyn Fn(usize) -> bool| {
            let counted = (0..self.cascades.len()).filter(|&index| is_counted(index));
            let finest = counted.map(spacing).fold(f64::INFINITY, f64::min);
            if finest.is_finite() { finest } else { 1.0 }
        };
        let finest = finest_of(&|_| true);
        let everywhere = finest_of(&|index| self.laid.window_of(index).is_none());
        let mut measure = Measure {
            finest: finest as f32,
            finest_everywhere: everywhere as f32,
            lost: [[x, z, both, 0.0]; FOOTPRINTS],
            ..Measure::default()
        };
        let mut square = 0.0;
        for (cascade, levels) in self.cascades.iter().enumerate() {
            measure.most += levels.most;
            if self.laid.window_of(cascade).is_some() {
                // A cascade that lies once adds nothing elsewhere.
                continue;
            }
            square += levels.mean_square_height;
            let (variances, [_, slope]) = (&levels.variances, &levels.maps);
            let last = slope.len().min(LEVELS).saturating_sub(1);
            for (index, lost) in measure.lost.iter_mut().enumerate() {
                let level = (finest / spacing(cascade)).log2() as f32 + index as f32;
                let level = level.clamp(0.0, last as f32);
                let (below, share) = (level as usize, level.fract());
                let above = variances[(below + 1).min(last)];
                for axis in 0..4 {
                    let remaining =
                        variances[below][axis] + (above[axis] - variances[below][axis]) * share;
                    lost[axis] += variances[0][axis] - remaining;
                }
            }
        }
        measure.height = square.sqrt() as f32;
        measure
    }
}

/// k̄/choppiness, with k̄² the mean square of the slope over that of the height: in deep water −∇²h is about k̄ times −∇·D.
fn bend_of(cascade: &Cascade, choppiness: f32) -> f32 {
    let square = |grid: &Grid<f32>| grid.cells().iter().map(|cell| cell * cell).sum::<f32>();
    let slope = square(cascade.slope[0]) + square(cascade.slope[1]);
    let height = square(cascade.height);
    match height > 0.0 && choppiness > 0.0 {
        true => (slope / height).sqrt() / choppiness,
        false => 0.0,
    }
}

/// Mean squares of the slopes along x and z, the mean of their product, and the mean square of the strain.
fn variance(slopes: &Grid<[f32; 4]>) -> [f32; 4] {
    let mut sums = [0.0; 4];
    for [x, z, xx, zz] in slopes.cells() {
        let strain = xx + zz;
        for (sum, part) in sums.iter_mut().zip([x * x, z * z, x * z, strain * strain]) {
            *sum += part;
        }
    }
    sums.map(|sum| sum / slopes.cells().len() as f32)
}

impl CascadeLevels {
    /// Copies a cascade into the buffers, and measures it.
    fn fill(&mut self, cascade: &Cascade, lambda: f32) {
        let [place, slope] = &mut self.maps;
        let (columns, rows) = (cascade.height.columns(), cascade.height.rows());
        for levels in [&mut *place, &mut *slope] {
            shape(levels, columns, rows);
        }
        let [dx, dz] = cascade.displacement.map(Grid::cells);
        let height = cascade.height.cells();
        let [xx, zz, xz] = cascade.strain.map(Grid::cells);
        let (mut square, mut most) = (0.0_f64, 0.0_f32);
        for (index, cell) in place[0].cells_mut().iter_mut().enumerate() {
            let [x, y, z] = [lambda * dx[index], height[index], lambda * dz[index]];
            *cell = [x, y, z, lambda * xz[index]];
            square += f64::from(y).powi(2);
            most = most.max(y.abs().max(x.abs()).max(z.abs()));
        }
        self.mean_square_height = square / height.len().max(1) as f64;
        self.most = most;
        let [sx, sz] = cascade.slope.map(Grid::cells);
        for (index, cell) in slope[0].cells_mut().iter_mut().enumerate() {
            *cell = [sx[index], sz[index], lambda * xx[index], lambda * zz[index]];
        }
        halve_all(place);
        halve_all(slope);
        for (variance_of, level) in self.variances.iter_mut().zip(slope) {
            *variance_of = variance(level);
        }
    }
}
