//! The surface of a pool as triangles, each with its transmitted flux of sunlight and a refracted ray from every corner.
//!
//! ```text
//! N ∝ (−∂h/∂x, 1, −∂h/∂z)                      slopes by central differences
//! flux = ⅓·(T1 + T2 + T3) · (A·sun)/sun.y      A the facet's area as a vector, T Fresnel's transmittance at its corners
//! ```
//!
//! Corners are at the cell centres, and on the walls half a cell beyond the outermost of these, where the height is that of
//! the nearest cell. A facet that faces away from the sun transmits nothing.

use super::super::fresnel::{dot, refracted, transmittance};
use super::Basin;
use super::polygon::Point;
use crate::grid::Grid;

/// A ray in the water: from its entry point to the plane of the floor.
#[derive(Clone, Copy)]
pub(super) struct Ray {
    /// Entry point, metres.
    pub(super) surface: [f64; 3],
    /// Hit point on the plane of the floor, x and z in metres; outside the walls if the ray passes through one.
    pub(super) floor: Point,
}

/// A triangle of the surface.
pub(super) struct Facet {
    /// The rays at its corners.
    pub(super) rays: [Ray; 3],
    /// Transmitted flux, in square metres of level plane in the sun.
    pub(super) flux: f64,
}

impl Facet {
    /// Its middle, x, y and z in metres.
    pub(super) fn middle(&self) -> [f64; 3] {
        let corners = self.rays.map(|ray| ray.surface);
        [0, 1, 2].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f64>() / 3.0)
    }
}

/// A corner of facets: its ray and its transmittance.
pub(super) type Corner = (Ray, f64);

/// Calls `each` with every facet that transmits light. `sun` is the unit direction toward it, above the horizon.
pub(super) fn for_each_facet(
    heights: &Grid<f32>,
    basin: &Basin,
    sun: [f64; 3],
    index: f64,
    mut each: impl FnMut(&Facet),
) {
    let corners = Grid::from_fn(heights.columns() + 2, heights.rows() + 2, |column, row| {
        corner(heights, basin, sun, index, (column, row))
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
            for half in halves {
                let facet = facet(half, sun);
                // False for a NaN height, too.
                if facet.flux > 0.0 && facet.flux.is_finite() {
                    each(&facet);
                }
            }
        }
    }
}

/// The corner (column, row) of the surface; 0 and the last are on the walls.
fn corner(
    heights: &Grid<f32>,
    basin: &Basin,
    sun: [f64; 3],
    index: f64,
    (column, row): (usize, usize),
) -> Corner {
    let counts = [heights.columns(), heights.rows()];
    let spacing = [0, 1].map(|axis| 2.0 * basin.half[axis] / counts[axis] as f64);
    let place = |axis: usize, corner: usize| match corner {
        0 => -basin.half[axis],
        last if last > counts[axis] => basin.half[axis],
        cell => (cell as f64 - 0.5) * spacing[axis] - basin.half[axis],
    };
    let (x, z) = (column as i64 - 1, row as i64 - 1);
    // Water is never below the floor. NaN stays NaN.
    let height = |x, z| match f64::from(heights.clamped(x, z)) {
        low if low < -basin.depth => -basin.depth,
        height => height,
    };
    let slope_x = (height(x + 1, z) - height(x - 1, z)) / (2.0 * spacing[0]);
    let slope_z = (height(x, z + 1) - height(x, z - 1)) / (2.0 * spacing[1]);
    let steepness = (1.0 + slope_x * slope_x + slope_z * slope_z).sqrt();
    let normal = [-slope_x, 1.0, -slope_z].map(|part| part / steepness);

    let surface = [place(0, column), height(x, z), place(1, row)];
    let down = sun.map(|part| -part);
    // Into the thinner medium there may be no refracted ray: its flux is 0.
    let ray = refracted(down, normal, index).unwrap_or(down);
    let run = (surface[1] + basin.depth) / -ray[1];
    let ray = Ray {
        surface,
        floor: [surface[0] + run * ray[0], surface[2] + run * ray[2]],
    };
    (ray, transmittance(dot(normal, sun), index))
}

pub(super) fn facet(corners: [Corner; 3], sun: [f64; 3]) -> Facet {
    let [a, b, c] = corners.map(|(ray, _)| ray.surface);
    let [u, v] = [b, c].map(|end| [0, 1, 2].map(|axis| end[axis] - a[axis]));
    let twice_area = [
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
    ];
    let up = twice_area[1].signum();
    let transmittance = corners.iter().map(|(_, t)| t).sum::<f64>() / 3.0;
    Facet {
        rays: corners.map(|(ray, _)| ray),
        flux: transmittance * 0.5 * up * dot(twice_area, sun) / sun[1],
    }
}
