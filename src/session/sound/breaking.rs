//! Waves that break: on a shore, and the crests of a sea.
//!
//! Over ground, a square metre of water at the speed u loses ρ·c·u³, with c of the friction at the bed and, where there is foam, of the
//! turbulence of a bore. A sea breaks where its surface is compressed so far that foam begins (docs/models.md §9c).

use super::{DENSITY, EFFICIENCY};
use crate::sound::Listener;
use crate::surface::GroundCover;
use crate::water::{RippledSea, Water};
use glam::{DVec2, DVec3};
use std::f64::consts::{PI, TAU};

/// Places along the longer side of a pool.
const ACROSS: usize = 40;

/// c of the bed, of a bore, and of water that falls or rises steeply.
const BED: f64 = 1e-3;
const BORE: f64 = 0.03;
const FALL: f64 = 0.02;

/// Depth of water that is heard, metres.
const FILM: f32 = 5e-3;

/// Rings around the listener, the radius of the first, metres, the ratio of two, and places on each.
const RINGS: i32 = 9;
const FIRST: f64 = 4.0;
const RATIO: f64 = 1.7;
const ON_A_RING: usize = 24;

/// Energy that a square metre of a sea loses for a wind of 15 m/s where it is compressed by 1 beyond the threshold of foam, W.
const CREST: f64 = 30.0;
const STRONG_WIND: f64 = 15.0;

/// Mean squares at the ears of water that flows over ground.
pub(super) fn of_shore(water: &dyn Water, listener: &Listener) -> [f64; 2] {
    let mut sum = [0.0; 2];
    let Some(GroundCover { cells: cover, .. }) = water.ground_cover() else {
        return sum;
    };
    let (columns, rows) = (cover.columns(), cover.rows());
    let spacing = water.length() / columns.max(rows) as f64;
    let stride = columns.max(rows).div_ceil(ACROSS).max(1);
    let area = (stride as f64 * spacing).powi(2);
    let middle = DVec2::new(columns as f64, rows as f64) * 0.5;
    for row in (stride / 2..rows).step_by(stride) {
        for column in (stride / 2..columns).step_by(stride) {
            let [_, foam, u, v] = cover[(column, row)];
            let flow = f64::from(u.hypot(v));
            if flow < 1e-2 {
                continue;
            }
            let Some(there) = water.column(column, row) else {
                continue;
            };
            if there.depth < FILM || !flow.is_finite() {
                continue;
            }
            // Where the surface is steeper than 1 in 4, as over a weir.
            let beside = [
                water.column((column + 1).min(columns - 1), row),
                water.column(column, (row + 1).min(rows - 1)),
            ];
            let drop = beside.into_iter().flatten().fold(0.0, |drop: f64, beside| {
                drop.max(f64::from((beside.level - there.level).abs()))
            });
            let steep = (drop / spacing - 0.25).clamp(0.0, 1.0);
            let rate = BED + BORE * f64::from(foam) + FALL * steep;
            let lost = DENSITY * rate * flow.min(30.0).powi(3) * area;
            let at = (DVec2::new(column as f64, row as f64) + 0.5 - middle) * spacing;
            let place = DVec3::new(at.x, there.level.into(), at.y);
            super::add(&mut sum, listener.mean_squares(place, EFFICIENCY * lost));
        }
    }
    sum
}

/// Mean squares at the ears of the crests that break around a listener.
pub(super) fn of_sea(sea: &RippledSea, listener: &Listener) -> [f64; 2] {
    let mut sum = [0.0; 2];
    let wind = super::wind(sea);
    let threshold = sea.sea().foam_parameters().threshold as f32;
    if wind <= 0.0 {
        return sum;
    }
    let full = CREST * (wind / STRONG_WIND).powi(2);
    for ring in 0..RINGS {
        let [inner, outer] = [ring, ring + 1].map(|ring| FIRST * RATIO.powi(ring));
        let area = PI * (outer * outer - inner * inner) / ON_A_RING as f64;
        for number in 0..ON_A_RING {
            // Every second ring is turned by half of the angle between two places.
            let angle = TAU * (number as f64 + 0.5 * f64::from(ring % 2)) / ON_A_RING as f64;
            let (sin, cos) = angle.sin_cos();
            let away = 0.5 * (inner + outer);
            let eye = listener.place();
            let place = DVec2::new(eye.x + away * cos, eye.z + away * sin);
            let excess = threshold - compression(sea, place);
            if excess > 0.0 {
                let lost = full * f64::from(excess.min(2.0)) * area;
                let place = DVec3::new(place.x, 0.0, place.y);
                super::add(&mut sum, listener.mean_squares(place, EFFICIENCY * lost));
            }
        }
    }
    sum
}

/// J−, the smaller stretch of the surface, near a place: of the nearest cell of each cascade.
fn compression(sea: &RippledSea, place: DVec2) -> f32 {
    let state = sea.ocean_state();
    let lambda = -sea.sea().choppiness() as f32;
    let mut strain = [0.0_f32; 3];
    for (patch, fields) in sea.sea().waves().patches().iter().zip(state.patches()) {
        let cell = |at: f64, length: f64, cells: usize| {
            let share = (at / length).rem_euclid(1.0);
            ((share * cells as f64) as usize).min(cells - 1)
        };
        let column = cell(place.x, patch.length_x, patch.columns);
        let row = cell(place.y, patch.length_z, patch.rows);
        for (sum, grid) in strain.iter_mut().zip(&fields.strain) {
            *sum += grid[(column, row)];
        }
    }
    let [x, z, shear] = strain.map(|strain| lambda * strain);
    let half = 0.5 * (x - z).hypot(2.0 * shear);
    1.0 + 0.5 * (x + z) - half
}
