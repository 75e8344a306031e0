//! Caustics under open water: the sun through a periodic patch of waves, onto a level periodic plane under it.
//!
//! Points of the surface may be displaced horizontally, x + λD. Light that leaves the patch on one side enters it on the other, so that none
//! is lost: the mean irradiance of the plane is the flux transmitted by the surface, over the patch's area, for any waves.

use super::super::fresnel::{dot, refracted, transmittance};
use super::map::Map;
use super::polygon::Point;
use super::surface::{Corner, Ray, facet};
use super::{Caustics, Receiver};
use crate::grid::Grid;

/// Maximum number of times that a facet's image is halved if it is larger than the plane's map.
const MAX_HALVINGS: u32 = 8;

/// A patch of open water, periodic along x and z.
#[derive(Clone, Copy, Debug)]
pub struct OpenPatch<'a> {
    /// Height above the rest level in metres, columns × rows; cell (i, j) rests at (i, j) cells from the patch's corner.
    pub heights: &'a Grid<f32>,
    /// Horizontal displacement λD of each point along x and z in metres, as many cells.
    pub aside: [&'a Grid<f32>; 2],
    /// Length along x and z, metres.
    pub length: [f64; 2],
}

impl OpenPatch<'_> {
    /// The position of point (column, row) of the unbounded water, x, y, z in metres.
    fn point(&self, column: i64, row: i64) -> [f64; 3] {
        let counts = [self.heights.columns(), self.heights.rows()].map(|count| count as i64);
        let cell = (
            column.rem_euclid(counts[0]) as usize,
            row.rem_euclid(counts[1]) as usize,
        );
        let along = |axis: usize, index: i64| {
            index as f64 * self.length[axis] / counts[axis] as f64
                + f64::from(self.aside[axis][cell])
        };
        [
            along(0, column),
            f64::from(self.heights[cell]),
            along(1, row),
        ]
    }

    /// The refracted ray at that point and its transmittance, for a plane `depth` metres below the rest level.
    fn corner(&self, sun: [f64; 3], index: f64, depth: f64, (column, row): (i64, i64)) -> Corner {
        let between =
            |one: [f64; 3], other: [f64; 3]| [0, 1, 2].map(|axis| other[axis] - one[axis]);
        let u = between(self.point(column - 1, row), self.point(column + 1, row));
        let v = between(self.point(column, row - 1), self.point(column, row + 1));
        let up = [
            v[1] * u[2] - v[2] * u[1],
            v[2] * u[0] - v[0] * u[2],
            v[0] * u[1] - v[1] * u[0],
        ];
        let length = dot(up, up).sqrt();
        let normal = up.map(|part| part / length);
        let mut surface = self.point(column, row);
        surface[1] = surface[1].max(-depth);
        let down = sun.map(|part| -part);
        // Into the thinner medium there may be no refracted ray: its flux is 0.
        let ray = refracted(down, normal, index).unwrap_or(down);
        let run = (surface[1] + depth) / -ray[1];
        let ray = Ray {
            surface,
            floor: [surface[0] + run * ray[0], surface[2] + run * ray[2]],
        };
        (ray, transmittance(dot(normal, sun), index))
    }
}

impl Caustics {
    /// The light of a sun in the direction `sun` (toward it, x, y up, z, of any length) through a patch of open water, on a level plane
    /// `depth` metres below its rest level: `texels` columns along x and rows along z, from the patch's corner on. `index` is the
    /// refractive index of the water. The unit is the sun's irradiance on a level plane above the water.
    ///
    /// All is dark while the sun is not above the horizon.
    pub fn below_open_water(
        patch: &OpenPatch,
        depth: f64,
        sun: [f64; 3],
        index: f64,
        texels: (usize, usize),
    ) -> Receiver {
        let mut plane = Plane::new(patch.length, texels);
        let length = dot(sun, sun).sqrt();
        let sun = sun.map(|part| part / length);
        if sun[1] > 0.0 {
            let (columns, rows) = (patch.heights.columns(), patch.heights.rows());
            let corners = Grid::from_fn(columns + 1, rows + 1, |column, row| {
                patch.corner(sun, index, depth, (column as i64, row as i64))
            });
            for row in 1..corners.rows() {
                for column in 1..corners.columns() {
                    let [a, b] = [column - 1, column].map(|column| corners[(column, row - 1)]);
                    let [c, d] = [column - 1, column].map(|column| corners[(column, row)]);
                    // The diagonal alternates, so that there is no bias along one of them.
                    let halves = match (column + row) % 2 {
                        0 => [[a, b, c], [b, d, c]],
                        _ => [[a, b, d], [a, d, c]],
                    };
                    for facet in halves.map(|half| facet(half, sun)) {
                        // False for a NaN height, too.
                        if facet.flux > 0.0 && facet.flux.is_finite() {
                            plane.add(facet.rays.map(|ray| ray.floor), facet.flux, 0);
                        }
                    }
                }
            }
        }
        plane.receiver()
    }
}

/// A periodic plane: a map larger by half a plane on each side, which is folded onto itself at the end.
struct Plane {
    map: Map,
    length: Point,
    texels: (usize, usize),
}

impl Plane {
    fn new(length: Point, texels: (usize, usize)) -> Self {
        let texels = (texels.0.max(1), texels.1.max(1));
        let size = |length: f64, texels: usize| {
            let beyond = texels.div_ceil(2);
            (
                length * (texels + beyond) as f64 / texels as f64,
                texels + beyond,
            )
        };
        let (x, columns) = size(length[0], texels.0);
        let (z, rows) = size(length[1], texels.1);
        Self {
            map: Map::new([0.0; 2], [x, z], (columns, rows)),
            length,
            texels,
        }
    }

    /// Spreads `flux` evenly over a triangle anywhere on it.
    fn add(&mut self, corners: [Point; 3], flux: f64, halvings: u32) {
        let [a, b, c] = corners;
        let lowest = [0, 1].map(|axis| a[axis].min(b[axis]).min(c[axis]));
        let highest = [0, 1].map(|axis| a[axis].max(b[axis]).max(c[axis]));
        let fits = [0, 1]
            .iter()
            .all(|&axis| highest[axis] - lowest[axis] <= 0.5 * self.length[axis]);
        if !fits && halvings < MAX_HALVINGS {
            let middle =
                |one: Point, other: Point| [0, 1].map(|axis| 0.5 * (one[axis] + other[axis]));
            let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
            for quarter in [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]] {
                self.add(quarter, 0.25 * flux, halvings + 1);
            }
            return;
        }
        let shift =
            [0, 1].map(|axis| (lowest[axis] / self.length[axis]).floor() * self.length[axis]);
        let near = corners.map(|corner| [0, 1].map(|axis| corner[axis] - shift[axis]));
        self.map.add(near, flux);
    }

    fn receiver(self) -> Receiver {
        let (wide, texel) = self.map.irradiance();
        let (columns, rows) = self.texels;
        let mut irradiance = Grid::new(columns, rows, 0.0);
        for row in 0..wide.rows() {
            for (column, light) in wide.row(row).iter().enumerate() {
                irradiance[(column % columns, row % rows)] += light;
            }
        }
        Receiver { irradiance, texel }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    const INDEX: f64 = 1.34;

    fn light(
        amplitude: f64,
        aside: f64,
        depth: f64,
        sun: [f64; 3],
        texels: (usize, usize),
    ) -> Receiver {
        let wave = |column: usize| TAU * 2.0 * column as f64 / 96.0;
        let heights = Grid::from_fn(96, 48, |column, _| (amplitude * wave(column).cos()) as f32);
        let x = Grid::from_fn(96, 48, |column, _| (-aside * wave(column).sin()) as f32);
        let z = Grid::new(96, 48, 0.0);
        let patch = OpenPatch {
            heights: &heights,
            aside: [&x, &z],
            length: [8.0, 4.0],
        };
        Caustics::below_open_water(&patch, depth, sun, INDEX, texels)
    }

    #[test]
    fn level_water_transmits_uniformly_at_any_depth_and_sun() {
        for sun in [[0.0, 1.0, 0.0], [0.6, 0.5, -0.3]] {
            let length = dot(sun, sun).sqrt();
            let expected = transmittance(sun[1] / length, INDEX);
            for depth in [0.0, 3.0, 250.0] {
                let floor = light(0.0, 0.0, depth, sun, (32, 16));
                for &found in floor.irradiance.cells() {
                    assert!(
                        (f64::from(found) / expected - 1.0).abs() < 1e-5,
                        "{depth}: {found}"
                    );
                }
            }
        }
    }

    #[test]
    fn waves_redistribute_light_without_loss() {
        // The mean of the transmitted sunlight over the slopes of the wave, by an independent formula.
        let sun = [0.3, 0.9, 0.2];
        let length = dot(sun, sun).sqrt();
        let (amplitude, k) = (0.15, TAU / 4.0);
        let count = 20_000;
        let passed: f64 = (0..count)
            .map(|at| {
                let slope = -amplitude * k * (TAU * f64::from(at) / f64::from(count)).sin();
                let facing = (sun[1] - slope * sun[0]) / length;
                let cosine = facing / (1.0 + slope * slope).sqrt();
                transmittance(cosine, INDEX) * facing * length / sun[1]
            })
            .sum();
        let expected = passed / f64::from(count);
        for depth in [0.5, 5.0, 40.0, 300.0] {
            let floor = light(amplitude, 0.0, depth, sun, (64, 32));
            let mean = floor.flux() / 32.0;
            assert!(
                (mean / expected - 1.0).abs() < 1e-3,
                "{depth}: {mean} for {expected}"
            );
        }
    }

    #[test]
    fn light_is_focused_below_crests() {
        // A crest of curvature Ak² has its focus n/((n − 1)·Ak²) below it, 4 n/(n − 1) metres here.
        let (amplitude, k) = (0.1, TAU / 4.0);
        let focus = INDEX / ((INDEX - 1.0) * amplitude * k * k);
        let floor = light(amplitude, 0.0, focus, [0.0, 1.0, 0.0], (96, 4));
        let row = floor.irradiance.row(1);
        let (below_crest, below_trough) = (row[0], row[24]);
        assert!(
            below_crest > 4.0 && below_trough < 0.8,
            "{below_crest} and {below_trough}"
        );
        // Choppy crests have a shorter focal length.
        let near = 0.35 * focus;
        let [round, sharp] = [0.0, 0.1].map(|aside| {
            let floor = light(amplitude, aside, near, [0.0, 1.0, 0.0], (96, 4));
            floor.irradiance.row(1)[0]
        });
        assert!(sharp > 1.1 * round, "{sharp} over {round}");
    }
}
