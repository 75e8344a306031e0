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

mod place;

use crate::gl::{Filter, Gl, GlError, Layers, Layout, Texel, Texture, Wrap};
use crate::grid::Grid;
use crate::surface::{Cascade, CascadeList, Cascades, Window};
use crate::tiling::{Cell, Tiling};
use glam::{DVec2, Vec2};

/// Most cascades that are shown.
pub(super) const MOST_CASCADES: usize = CascadeList::MOST;

/// Most texels along a side: of a larger cascade, smaller mip levels are shown.
const MOST_TEXELS: usize = 1024;

/// Of a floor deeper than this no light comes back, metres.
const DEEPEST: f32 = 100.0;

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
    /// Half extents of the first, metres.
    half: DVec2,
    measure: Measure,
    tiling: Option<Tiling>,
    /// How many of the cascades it holds for.
    tiled: usize,
    /// Where the rest of them lies once.
    window: Option<Window>,
    floor: Option<f32>,
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
    /// Metres along x and z.
    length: DVec2,
    /// Metres from cell to cell.
    spacing: DVec2,
}

/// Where a cascade lies and how long it is, as seen from an eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CascadePlace {
    /// Metres along x and z.
    pub(super) length: Vec2,
    /// What is added to a place relative to the eye before it is divided by the length: 0 to `length` where it repeats.
    pub(super) phase: Vec2,
    /// The eye's place in the lattice of its tiling, if it is laid by one.
    pub(super) cell: Option<Cell>,
    /// Whether it lies there once and does not repeat.
    pub(super) once: bool,
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
            half: DVec2::ONE,
            measure: Measure::default(),
            tiling: None,
            tiled: 0,
            window: None,
            floor: None,
        }
    }

    /// Puts another surface in the place of the one there was: up to five of its cascades. An error where the driver has no
    /// texture left. Allocates only where the shape of the cascades changes.
    pub fn upload(&mut self, shown: &Cascades) -> Result<(), GlError> {
        let count = shown.cascades.len().min(MOST_CASCADES);
        self.cascades.resize_with(count, CascadeLevels::default);
        if let Some(first) = shown.cascades.first() {
            self.half = half_of(first);
        }
        for (levels, cascade) in self.cascades.iter_mut().zip(&shown.cascades) {
            levels.fill(cascade, shown.lambda);
        }
        for (which, slot) in [&mut self.place, &mut self.slope].into_iter().enumerate() {
            let layers = self.cascades.iter().map(|cascade| &cascade.levels[which]);
            put(&self.gl, slot, Layers::Array(count), layers)?;
        }
        self.upload_foam(shown.foam)?;
        (self.tiling, self.tiled) = (shown.tiling, shown.tiled);
        self.window = shown.window;
        self.floor = shown.depth.filter(|&depth| depth < DEEPEST);
        self.measure = Measure {
            heading: shown.heading,
            is_foamy: shown.foam.cells().iter().any(|&foam| foam > FOAM),
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

    /// Where a cascade lies as seen from an eye at (x, z) of the water. In `f64`: far from the middle the cascades fit as well as there.
    pub(super) fn place(&self, index: usize, eye: DVec2) -> CascadePlace {
        let Some((cascade, first)) = self.cascades.get(index).zip(self.cascades.first()) else {
            return CascadePlace {
                length: Vec2::ONE,
                phase: Vec2::ZERO,
                cell: None,
                once: false,
            };
        };
        if let Some(window) = self.window.filter(|_| index >= self.tiled) {
            let corner = DVec2::from(window.centre) - 0.5 * DVec2::from(window.length);
            return CascadePlace {
                length: cascade.length.as_vec2(),
                phase: (eye - corner).as_vec2(),
                cell: None,
                once: true,
            };
        }
        // The corner that all cascades share is the centre of a pool's first cell; a texel's centre lies half a texel in.
        let corner = -self.half + 0.5 * first.spacing;
        let phase = (eye - corner + 0.5 * cascade.spacing).rem_euclid(cascade.length);
        let tiling = self.tiling.filter(|_| index < self.tiled);
        CascadePlace {
            length: cascade.length.as_vec2(),
            phase: phase.as_vec2(),
            cell: tiling.map(|tiling| tiling.cell(eye / cascade.length)),
            once: false,
        }
    }

    /// How the cascades are laid, if not just repeated.
    pub(super) fn tiling(&self) -> Option<&Tiling> {
        self.tiling.as_ref()
    }

    fn measured(&self, [x, z, both]: [f32; 3]) -> Measure {
        let spacing = |cascade: &CascadeLevels| cascade.spacing.max_element();
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
            let is_once = index >= self.tiled && self.window.is_some();
            let (mut sum, mut most) = (0.0_f64, 0.0_f32);
            for cell in place.first().map_or(&[][..], Grid::cells) {
                sum += f64::from(cell[1]).powi(2);
                most = most.max(cell[1].abs().max(cell[0].abs()).max(cell[2].abs()));
            }
            measure.most += most;
            if is_once {
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

/// Half extents of the first cascade, metres.
pub(super) fn half_of(first: &Cascade) -> DVec2 {
    0.5 * DVec2::from(first.length.map(f64::from))
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

/// Puts the mip levels of each layer into a texture of floats that starts again beyond its edges, made anew where it has another
/// shape.
fn put<'a, const CHANNELS: usize>(
    gl: &Gl,
    slot: &mut Option<Texture>,
    layers: Layers,
    levels: impl Iterator<Item = &'a Vec<Grid<[f32; CHANNELS]>>> + Clone,
) -> Result<(), GlError>
where
    [f32; CHANNELS]: Texel,
{
    let shown = levels.map(|levels| shown_of(levels));
    let Some((first, all)) = shown
        .clone()
        .next()
        .and_then(|all| Some((all.first()?, all)))
    else {
        return Ok(());
    };
    let layout = Layout {
        layers,
        levels: all.len(),
        filter: Filter::Trilinear,
        wrap: Wrap::Repeat,
        ..Layout::new(
            gl.capability().blended_floats(CHANNELS),
            (first.columns(), first.rows()),
        )
    };
    let texture = Texture::fitting(slot, gl, layout)?;
    for (layer, levels) in shown.enumerate() {
        for (level, grid) in levels.iter().enumerate() {
            texture.upload(level, layer, grid)?;
        }
    }
    Ok(())
}

impl CascadeLevels {
    /// Takes over a cascade.
    fn fill(&mut self, cascade: &Cascade, lambda: f32) {
        let (columns, rows) = (cascade.height.columns(), cascade.height.rows());
        self.length = DVec2::from(cascade.length.map(f64::from));
        self.spacing = self.length / DVec2::new(columns as f64, rows as f64);
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

/// The levels that are shown of those there are.
fn shown_of<const CHANNELS: usize>(levels: &[Grid<[f32; CHANNELS]>]) -> &[Grid<[f32; CHANNELS]>] {
    let is_shown = |level: &Grid<_>| level.columns().max(level.rows()) <= MOST_TEXELS;
    let first = levels.iter().position(is_shown).unwrap_or(0);
    &levels[first..]
}

/// Gives levels the sizes that belong to a cascade of `columns × rows`.
fn shape<const CHANNELS: usize>(
    levels: &mut Vec<Grid<[f32; CHANNELS]>>,
    columns: usize,
    rows: usize,
) {
    let size = |grid: &Grid<_>| (grid.columns(), grid.rows());
    if levels.first().map(size) == Some((columns, rows)) {
        return;
    }
    levels.clear();
    let (mut columns, mut rows) = (columns, rows);
    loop {
        levels.push(Grid::new(columns, rows, [0.0; CHANNELS]));
        if columns.max(rows) == 1 {
            return;
        }
        (columns, rows) = ((columns / 2).max(1), (rows / 2).max(1));
    }
}

/// Averages the first level into all others.
fn halve_all<const CHANNELS: usize>(levels: &mut [Grid<[f32; CHANNELS]>]) {
    for level in 1..levels.len() {
        let (finer, coarser) = levels.split_at_mut(level);
        halve(&finer[level - 1], &mut coarser[0]);
    }
}

/// Averages a level into the next one: each texel covers the same share of the cascade, also where a number is odd.
fn halve<const CHANNELS: usize>(fine: &Grid<[f32; CHANNELS]>, coarse: &mut Grid<[f32; CHANNELS]>) {
    let even = |fine: usize, coarse: usize| fine == 2 * coarse;
    let (columns, rows) = (coarse.columns(), coarse.rows());
    if even(fine.columns(), columns) && even(fine.rows(), rows) {
        for row in 0..rows {
            let (north, south) = (fine.row(2 * row), fine.row(2 * row + 1));
            let pairs = north.chunks_exact(2).zip(south.chunks_exact(2));
            for (texel, (north, south)) in coarse.row_mut(row).iter_mut().zip(pairs) {
                for (channel, value) in texel.iter_mut().enumerate() {
                    let sum = north[0][channel]
                        + north[1][channel]
                        + south[0][channel]
                        + south[1][channel];
                    *value = 0.25 * sum;
                }
            }
        }
        return;
    }
    for row in 0..rows {
        for column in 0..columns {
            let mut sum = [0.0; CHANNELS];
            for (y, down) in covered(row, rows, fine.rows()) {
                for (x, across) in covered(column, columns, fine.columns()) {
                    for (sum, value) in sum.iter_mut().zip(fine[(x, y)]) {
                        *sum += across * down * value;
                    }
                }
            }
            coarse[(column, row)] = sum;
        }
    }
}

/// Which of `fine` texels the one at `index` of `coarse` covers, and with what shares of it: they sum to 1.
fn covered(index: usize, coarse: usize, fine: usize) -> impl Iterator<Item = (usize, f32)> {
    let length = fine as f32 / coarse as f32;
    let (start, end) = (index as f32 * length, (index + 1) as f32 * length);
    let last = (end.ceil() as usize).min(fine);
    (start as usize..last).map(move |texel| {
        let inside = end.min(texel as f32 + 1.0) - start.max(texel as f32);
        (texel, inside.max(0.0) / length)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_the_mean_of_the_first_whatever_its_size() {
        for (columns, rows) in [(16, 8), (12, 20), (7, 5), (1, 9), (1, 1)] {
            let mut levels = Vec::new();
            shape(&mut levels, columns, rows);
            for (index, cell) in levels[0].cells_mut().iter_mut().enumerate() {
                *cell = [index as f32, 1.0, -(index as f32 * 0.37).sin(), 0.0];
            }
            halve_all(&mut levels);
            let mean = |grid: &Grid<[f32; 4]>, channel: usize| {
                let sum: f32 = grid.cells().iter().map(|cell| cell[channel]).sum();
                sum / grid.cells().len() as f32
            };
            let last = levels.last().unwrap();
            assert_eq!((last.columns(), last.rows()), (1, 1));
            for channel in 0..3 {
                let (first, last) = (mean(&levels[0], channel), mean(last, channel));
                assert!((first - last).abs() < 1e-4 * (1.0 + first.abs()));
            }
        }
    }
}
