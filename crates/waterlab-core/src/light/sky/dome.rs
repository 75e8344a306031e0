//! The clear sky seen from the ground: single and multiple scattering (docs/models.md §13).
//!
//! Along each ray of sight (Hillaire 2020, with the sun at the angle θ from it)
//!
//! ```text
//! L = P_R(θ)·∫ T·σs_R·T_sun ds + P_M(θ)·∫ T·σs_M·T_sun ds + ∫ T·(σs_R + σs_M)·Ψ ds
//! ```
//!
//! The three integrals vary slowly over the sky, the phase functions P quickly around the sun: the integrals are kept in small
//! tables over azimuth from the sun and elevation, the phase functions are evaluated for every requested direction.

use super::air::{Ray, mie_phase, rayleigh_phase};
use super::atmosphere::Atmosphere;
use super::mapping::direction;
use super::table::Table;
use crate::grid::Grid;
use glam::Vec3;
use std::f32::consts::{FRAC_PI_2, PI};

/// Half of the azimuths, as the other half mirrors them, and elevations from the horizon up.
const COLUMNS: usize = 64;
const ROWS: usize = 96;
/// Segments of a view ray.
const STRETCHES: usize = 40;

/// A sky without clouds above the horizon, for a sun of irradiance 1.
#[derive(Debug)]
pub(super) struct Dome {
    sun: Vec3,
    rayleigh: Table,
    mie: Table,
    multiple: Table,
}

impl Dome {
    /// The sky of an atmosphere with the sun in a unit direction.
    pub fn new(air: &Atmosphere, sun: Vec3) -> Self {
        let sun_level = (1.0 - sun.y * sun.y).max(0.0).sqrt();
        let mut sums = Grid::new(COLUMNS, ROWS, [Vec3::ZERO; 3]);
        crate::threads::in_bands_from(1, sums.cells_mut(), COLUMNS, |first, band| {
            for (index, row) in band.chunks_mut(COLUMNS).enumerate() {
                let part = (first + index) as f32 / (ROWS - 1) as f32;
                let elevation = FRAC_PI_2 * part * part;
                let ray = Ray {
                    altitude: 0.0,
                    cosine: elevation.sin(),
                };
                let (stretches, _) = air.march::<STRETCHES>(ray);
                for (column, [rayleigh, mie, multiple]) in row.iter_mut().enumerate() {
                    let azimuth = PI * column as f32 / (COLUMNS - 1) as f32;
                    let between = ray.cosine * sun.y + elevation.cos() * sun_level * azimuth.cos();
                    for stretch in &stretches {
                        let sun = stretch.sun_cosine(ray.radius(), sun.y, between);
                        let lit = air.sunlight(stretch.altitude, sun);
                        *rayleigh += stretch.rayleigh * lit;
                        *mie += stretch.mie * lit;
                        let even = air.multiple(stretch.altitude, sun);
                        *multiple += (stretch.rayleigh + stretch.mie) * even;
                    }
                }
            }
        });
        let [rayleigh, mie, multiple] = [0, 1, 2].map(|which| {
            let mut cells = sums.cells().iter().map(|cell| cell[which]);
            Table::from_fn(COLUMNS, ROWS, |_, _| cells.next().unwrap_or_default())
        });
        Self {
            sun,
            rayleigh,
            mie,
            multiple,
        }
    }

    /// Radiance from a unit direction above the horizon; below, that of the horizon.
    pub fn radiance(&self, towards: Vec3) -> Vec3 {
        let level = Vec3::new(towards.x, 0.0, towards.z);
        let sun_level = Vec3::new(self.sun.x, 0.0, self.sun.z);
        let turned = match level.length_squared() * sun_level.length_squared() > 0.0 {
            true => level.angle_between(sun_level) / PI,
            false => 0.0,
        };
        let up = (towards.y.clamp(0.0, 1.0).asin() / FRAC_PI_2).sqrt();
        let between = towards.dot(self.sun).clamp(-1.0, 1.0);
        self.rayleigh.at(turned, up) * rayleigh_phase(between)
            + self.mie.at(turned, up) * mie_phase(between)
            + self.multiple.at(turned, up)
    }

    /// Irradiance on level ground.
    pub fn irradiance(&self) -> Vec3 {
        // Even in sin² of the elevation, each direction has the same share.
        const CIRCLES: usize = 24;
        const WAYS: usize = 48;
        let mut sum = Vec3::ZERO;
        for circle in 0..CIRCLES {
            let elevation = ((circle as f32 + 0.5) / CIRCLES as f32).sqrt().asin();
            for way in 0..WAYS {
                let azimuth = 2.0 * PI * (way as f32 + 0.5) / WAYS as f32;
                sum += self.radiance(direction(azimuth, elevation));
            }
        }
        sum * PI / (CIRCLES * WAYS) as f32
    }
}
