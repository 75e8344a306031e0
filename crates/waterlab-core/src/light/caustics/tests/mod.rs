//! Tests of caustics: energy, the geometry of shadows, and the focus of a wave.

mod energy;
mod focus;

use super::*;

/// The refractive index of all tests.
const INDEX: f64 = 4.0 / 3.0;

/// The surface `height` of a basin, sampled at cell centres.
fn sampled(
    basin: &Basin,
    (columns, rows): (usize, usize),
    height: impl Fn(f64, f64) -> f64,
) -> Grid<f32> {
    let place = |half: f64, cell: usize, cells: usize| {
        half * ((2.0 * cell as f64 + 1.0) / cells as f64 - 1.0)
    };
    Grid::from_fn(columns, rows, |column, row| {
        let x = place(basin.half[0], column, columns);
        let z = place(basin.half[1], row, rows);
        height(x, z) as f32
    })
}

/// A basin of known numbers.
fn basin(half_x: f64, half_z: f64, depth: f64) -> Basin {
    Basin::new([half_x, half_z], depth).unwrap()
}

/// The direction toward a sun `elevation` degrees above the horizon and `azimuth` degrees from +x to +z.
fn sun(elevation: f64, azimuth: f64) -> [f64; 3] {
    let (up, around) = (elevation.to_radians(), azimuth.to_radians());
    [up.cos() * around.cos(), up.sin(), up.cos() * around.sin()]
}

/// Transmittance as the source writes it, for an angle of incidence above 0.
fn textbook_transmittance(incident: f64) -> f64 {
    let refracted = (incident.sin() / INDEX).asin();
    let (less, more) = (refracted - incident, refracted + incident);
    1.0 - 0.5 * ((less.sin() / more.sin()).powi(2) + (less.tan() / more.tan()).powi(2))
}

fn all_flux(light: &Caustics) -> f64 {
    light.floor.flux() + light.walls.iter().map(Receiver::flux).sum::<f64>()
}
