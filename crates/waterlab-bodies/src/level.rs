//! `Levels`: the surface over a body.

use glam::{DVec2, DVec3};
use waterlab_core::heights::Heights;
use waterlab_core::surface::Surface;
use waterlab_core::water::{Sampler, Water};

/// Points along each side of the lattice on which a sea is sampled over a body.
const LATTICE: usize = 4;

/// The surface of a water during one step.
pub(crate) struct Levels<'a> {
    surface: Shown<'a>,
    sampler: Sampler<'a>,
}

enum Shown<'a> {
    /// Heights, size along x and z, and the mean level.
    Pool(Heights<'a>, DVec2, f64),
    Sea,
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
    pub(crate) fn of(water: &'a dyn Water, steps_per_second: f64) -> Self {
        let surface = match water.surface() {
            Surface::Bounded(pool) => {
                let heights = pool.field.heights;
                Shown::Pool(heights, pool.field.size.into(), mean(&heights))
            }
            Surface::Open(_) => Shown::Sea,
        };
        Self {
            surface,
            sampler: Sampler::new(water, steps_per_second),
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
        overhead.reference.clear();
        match &self.surface {
            Shown::Pool(heights, size, mean) => {
                let height = |place: &DVec3| {
                    let uv = DVec2::new(place.x, place.z) / *size + 0.5;
                    f64::from(heights.bilinear(uv.x as f32, uv.y as f32))
                };
                overhead.actual.extend(places.iter().map(height));
                overhead.reference.resize(places.len(), *mean);
                (overhead.level, overhead.slope) = (0.0, DVec2::ZERO);
            }
            Shown::Sea => self.over_sea(centre, places, overhead),
        }
        overhead.attenuate(centre, radius);
    }

    fn over_sea(&self, centre: DVec3, places: &[DVec3], overhead: &mut Overhead) {
        let flat = |place: &DVec3| DVec2::new(place.x - centre.x, place.z - centre.z);
        let extent = places.iter().map(|place| flat(place).abs().max_element());
        let half = extent.fold(1e-3, f64::max);
        let last = (LATTICE - 1) as f64;
        let mut actual = [[0.0; LATTICE]; LATTICE];
        let mut reference = actual;
        for row in 0..LATTICE {
            for column in 0..LATTICE {
                let at = |index: usize| half * (2.0 * index as f64 / last - 1.0);
                let [x, z] = [centre.x + at(column), centre.z + at(row)];
                [actual[row][column], reference[row][column]] =
                    self.sampler.heights_at(x, z).unwrap_or_default();
            }
        }
        let read = |lattice: &[[f64; LATTICE]; LATTICE], place: &DVec3| {
            let at =
                ((flat(place) / half + 1.0) * 0.5 * last).clamp(DVec2::ZERO, DVec2::splat(last));
            let cell = at.min(DVec2::splat(last - 1.0)).floor();
            let (column, row) = (cell.x as usize, cell.y as usize);
            let share = at - cell;
            let along = |row: usize| {
                let [from, to] = [lattice[row][column], lattice[row][column + 1]];
                from + (to - from) * share.x
            };
            along(row) + (along(row + 1) - along(row)) * share.y
        };
        overhead
            .actual
            .extend(places.iter().map(|place| read(&actual, place)));
        overhead
            .reference
            .extend(places.iter().map(|place| read(&reference, place)));
        let side = |at: &dyn Fn(usize) -> f64| (0..LATTICE).map(at).sum::<f64>() / LATTICE as f64;
        let x = |column: usize| side(&|row| reference[row][column]);
        let z = |row: usize| side(&|column| reference[row][column]);
        overhead.level = side(&x);
        overhead.slope = DVec2::new(x(LATTICE - 1) - x(0), z(LATTICE - 1) - z(0)) / (2.0 * half);
    }
}

fn mean(heights: &Heights) -> f64 {
    let count = (heights.columns() * heights.rows()) as f64;
    match heights {
        Heights::Counts { counts, unit } => {
            let sum: i64 = counts.cells().iter().map(|&count| i64::from(count)).sum();
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
