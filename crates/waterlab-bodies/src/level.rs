//! `Levels`: the surface over a body.

use crate::displacement::{SMOOTHINGS, smoothed};
use glam::{DVec2, DVec3};
use std::cell::OnceCell;
use waterlab_core::grid::Grid;
use waterlab_core::heights::Heights;
use waterlab_core::surface::Surface;
use waterlab_core::water::{Sampler, Water};

/// Points along each side of the lattice on which a sea is sampled over a body.
const LATTICE: usize = 4;

/// The surface of a water during one step.
pub(crate) struct Levels<'a> {
    surface: Shown<'a>,
    /// Mean level of a pool, once it is asked for.
    mean: OnceCell<f64>,
}

#[allow(clippy::large_enum_variant)] // lives for a part of a step, on the stack
enum Shown<'a> {
    /// Heights, and size along x and z.
    Pool(Heights<'a>, DVec2),
    Sea(Sampler<'a>),
}

/// The surface over the vertices of a body.
#[derive(Default)]
pub(crate) struct Overhead {
    /// Height of the surface over each vertex, metres.
    pub actual: Vec<f64>,
    /// Height without what the bodies have done to it: of the level pool, or of the sea without ripples.
    pub reference: Vec<f64>,
    /// Of the reference over the body, on a sea: mean height, metres, and slope along x and z. 0 in a pool.
    pub level: f64,
    pub slope: DVec2,
}

impl Overhead {
    /// Flattens the surface over a body of this radius that lies deeper than its diameter: waves as short as the body do not reach it.
    fn attenuate(&mut self, centre: DVec3, radius: f64) {
        let count = self.actual.len().max(1) as f64;
        let mean = self.actual.iter().sum::<f64>() / count;
        let deeper = (mean - centre.y - 2.0 * radius) / radius;
        if deeper > 0.0 {
            let factor = 1.0 / (1.0 + deeper * deeper);
            for height in &mut self.actual {
                *height = mean + (*height - mean) * factor;
            }
        }
    }
}

impl<'a> Levels<'a> {
    /// The surface that bodies feel.
    pub(crate) fn of(water: &'a dyn Water, steps_per_second: f64) -> Self {
        Self::on(match water.surface() {
            Surface::Bounded(pool) => Shown::Pool(pool.field.heights, pool.field.size.into()),
            Surface::Open(_) => Shown::Sea(Sampler::new(water, steps_per_second)),
        })
    }

    /// As [`Levels::of`], to be asked for its reference alone: without the surface under dry land, which takes long to find.
    pub(crate) fn reference(water: &'a dyn Water, steps_per_second: f64) -> Self {
        if water.model().is_open() {
            return Self::of(water, steps_per_second);
        }
        let size = water.size();
        let cells = DVec2::new(size.columns() as f64, size.rows() as f64);
        let size = cells * (water.length() / cells.max_element());
        Self::on(Shown::Pool(water.heights(), size))
    }

    fn on(surface: Shown<'a>) -> Self {
        Self {
            surface,
            mean: OnceCell::new(),
        }
    }

    /// Reads the surface over vertices at `places` of a body of this radius around `centre`.
    pub(crate) fn over(
        &self,
        centre: DVec3,
        radius: f64,
        places: &[DVec3],
        overhead: &mut Overhead,
    ) {
        overhead.actual.clear();
        match &self.surface {
            Shown::Pool(heights, size) => {
                match below_outside(*size, centre, places) {
                    Some(level) => overhead.actual.resize(places.len(), level),
                    None => {
                        let felt = Felt::of(heights, *size, places);
                        overhead
                            .actual
                            .extend(places.iter().map(|place| felt.read(place)));
                    }
                }
                (overhead.level, overhead.slope) = (0.0, DVec2::ZERO);
            }
            Shown::Sea(sampler) => over_sea(sampler, centre, places, overhead),
        }
        overhead.attenuate(centre, radius);
    }

    /// Reads the reference over vertices at `places` of a body around `centre`.
    pub(crate) fn reference_over(&self, centre: DVec3, places: &[DVec3], reference: &mut Vec<f64>) {
        reference.clear();
        match &self.surface {
            Shown::Pool(heights, size) => {
                let mean = || *self.mean.get_or_init(|| mean(heights));
                let level = below_outside(*size, centre, places).unwrap_or_else(mean);
                reference.resize(places.len(), level);
            }
            Shown::Sea(sampler) => {
                let lattice = Lattice::of(sampler, centre, places);
                reference.extend(places.iter().map(|place| lattice.read(1, place)));
            }
        }
    }
}

fn over_sea(sampler: &Sampler, centre: DVec3, places: &[DVec3], overhead: &mut Overhead) {
    let lattice = Lattice::of(sampler, centre, places);
    let actual = places.iter().map(|place| lattice.read(0, place));
    overhead.actual.extend(actual);
    let side = |at: &dyn Fn(usize) -> f64| (0..LATTICE).map(at).sum::<f64>() / LATTICE as f64;
    let x = |column: usize| side(&|row| lattice.heights[row][column][1]);
    let z = |row: usize| side(&|column| lattice.heights[row][column][1]);
    let last = LATTICE - 1;
    overhead.level = side(&x);
    overhead.slope = DVec2::new(x(last) - x(0), z(last) - z(0)) / (2.0 * lattice.half);
}

/// Heights of a pool over a body, smoothed as what bodies displace is. The body then takes from the water as much energy as its
/// displacement gives, at all wavelengths; else waves of a few cells feed each other and the rolling of a box.
struct Felt {
    /// Cells of the pool per metre.
    per_metre: DVec2,
    /// Column and row of its middle.
    middle: DVec2,
    /// Column and row of the first of `heights`.
    first: DVec2,
    heights: Grid<f32>,
}

impl Felt {
    fn of(pool: &Heights, size: DVec2, places: &[DVec3]) -> Self {
        let cells = DVec2::new(pool.columns() as f64, pool.rows() as f64);
        let (per_metre, middle) = (cells / size, 0.5 * cells - 0.5);
        let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        for place in places {
            let at = DVec2::new(place.x, place.z);
            (low, high) = (low.min(at), high.max(at));
        }
        let within = |at: DVec2| (at * per_metre + middle).clamp(DVec2::ZERO, cells - 1.0);
        // Smoothing loses a cell along each side.
        let first = within(low).floor() - SMOOTHINGS as f64;
        let last = within(high).ceil() + SMOOTHINGS as f64;
        let (column, row) = (first.x as i64, first.y as i64);
        let [columns, rows] = [last.x - first.x, last.y - first.y].map(|span| span as usize + 1);
        let mut heights = Grid::new(columns, rows, 0.0);
        for step in 0..rows {
            pool.read_row(column, row + step as i64, heights.row_mut(step));
        }
        for _ in 0..SMOOTHINGS {
            heights = smoothed(&heights);
        }
        Self {
            per_metre,
            middle,
            first,
            heights,
        }
    }

    /// Height over a place, metres: bilinear.
    fn read(&self, place: &DVec3) -> f64 {
        let margin = SMOOTHINGS as f64;
        let most = DVec2::new(self.heights.columns() as f64, self.heights.rows() as f64);
        let at = DVec2::new(place.x, place.z) * self.per_metre + self.middle - self.first;
        let at = at.clamp(DVec2::splat(margin), most - 1.0 - margin);
        // Rounds down: it is not negative; and there is a next cell, because of the margin.
        let [column, row] = [at.x as usize, at.y as usize];
        let share = at - DVec2::new(column as f64, row as f64);
        let along = |row: usize| {
            let cells = self.heights.row(row);
            let [from, to] = [column, column + 1].map(|column| f64::from(cells[column]));
            from + (to - from) * share.x
        };
        let [near, far] = [along(row), along(row + 1)];
        near + (far - near) * share.y
    }
}

/// A level below the vertices of a body beside a pool of this size, where there is no water; `None` in the pool.
fn below_outside(size: DVec2, centre: DVec3, places: &[DVec3]) -> Option<f64> {
    let is_outside = centre.x.abs() > 0.5 * size.x || centre.z.abs() > 0.5 * size.y;
    let lowest = || places.iter().map(|place| place.y).fold(centre.y, f64::min);
    is_outside.then(|| lowest() - 1.0)
}

/// Heights of a sea over a body, with and without ripples.
struct Lattice {
    centre: DVec2,
    /// Half of its side, metres.
    half: f64,
    heights: [[[f64; 2]; LATTICE]; LATTICE],
}

impl Lattice {
    fn of(sampler: &Sampler, centre: DVec3, places: &[DVec3]) -> Self {
        let centre = DVec2::new(centre.x, centre.z);
        let extent = |place: &DVec3| (DVec2::new(place.x, place.z) - centre).abs().max_element();
        let half = places.iter().map(extent).fold(1e-3, f64::max);
        let at = |index: usize| half * (2.0 * index as f64 / (LATTICE - 1) as f64 - 1.0);
        let height = |row: usize, column: usize| {
            let place = centre + DVec2::new(at(column), at(row));
            sampler.heights_at(place.x, place.y).unwrap_or_default()
        };
        Self {
            centre,
            half,
            heights: std::array::from_fn(|row| std::array::from_fn(|column| height(row, column))),
        }
    }

    /// Height over a place, bilinear; 0: with ripples, 1: without.
    fn read(&self, which: usize, place: &DVec3) -> f64 {
        let last = (LATTICE - 1) as f64;
        let offset = (DVec2::new(place.x, place.z) - self.centre) / self.half;
        let at = ((offset + 1.0) * 0.5 * last).clamp(DVec2::ZERO, DVec2::splat(last));
        let cell = at.min(DVec2::splat(last - 1.0)).floor();
        let (column, row) = (cell.x as usize, cell.y as usize);
        let share = at - cell;
        let along = |row: usize| {
            let [from, to] = [0, 1].map(|step| self.heights[row][column + step][which]);
            from + (to - from) * share.x
        };
        along(row) + (along(row + 1) - along(row)) * share.y
    }
}

fn mean(heights: &Heights) -> f64 {
    let count = (heights.columns() * heights.rows()) as f64;
    match heights {
        Heights::Counts { counts, unit } => {
            let rows = counts.cells().chunks(counts.columns());
            let sum = |row: &[i16]| row.iter().map(|&count| i32::from(count)).sum::<i32>();
            let sum: i64 = rows.map(|row| i64::from(sum(row))).sum();
            sum as f64 * f64::from(*unit) / count
        }
        Heights::Metres(grid) => {
            // In rows, so that the sum of a large grid is exact enough.
            let rows = grid.cells().chunks(grid.columns());
            let sums = rows.map(|row| f64::from(row.iter().sum::<f32>()));
            sums.sum::<f64>() / count
        }
    }
}
