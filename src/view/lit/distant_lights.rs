//! Lights far out at sea from dusk on (docs/models.md §15): a ship that passes, and a lighthouse, in [`Pass::DistantLights`]. Where they
//! are and how bright follows from the time and the place of the eye alone.
//!
//! They keep their distance from the eye, as the stars do, so that no ship or tower has to be drawn.

use crate::gl::{Blend, Depth, GlError, Primitive, Program};
use crate::light::LampHours;
use crate::view::cascades::CascadeTextures;
use crate::view::clipmap::EARTH;
use crate::view::open_mesh;
use crate::view::shader::{Slot, glsl};
use crate::view::{Frame, Pass};
use glam::{DVec3, Vec2, Vec3};

/// A light: its place relative to the middle of the ship at the waterline (ahead of it, above it), metres; candelas; its colour.
type Light = ([f64; 2], f32, Vec3);

/// The lights of a ship 170 m long that is seen from its port side. By the rules for preventing collisions (COLREGs, annex I) the two
/// masthead lights are seen over 6 nautical miles, which takes 94 cd, and the sidelight over 3, 12 cd; the others light the decks.
const SHIP: [Light; 7] = [
    ([58.0, 17.0], 94.0, WHITE),
    ([-48.0, 26.0], 94.0, WHITE),
    ([14.0, 14.0], 12.0, RED),
    ([-38.0, 11.0], 12.0, WARM),
    ([-50.0, 14.0], 20.0, WARM),
    ([-58.0, 10.0], 26.0, WARM),
    ([-72.0, 8.0], 10.0, WARM),
];

/// Number of lights, with the lighthouse.
pub(in crate::view) const COUNT: usize = SHIP.len() + 1;

/// Colours of luminance 1, linear.
const WHITE: Vec3 = Vec3::new(1.15, 0.98, 0.75);
const RED: Vec3 = Vec3::new(4.2, 0.13, 0.08);
const WARM: Vec3 = Vec3::new(1.6, 0.89, 0.33);

/// Where the ship is at the start, degrees as those of the sun; its distance, metres; its speed around the eye, m/s, to the left.
const SHIP_AZIMUTH: f64 = 334.0;
const SHIP_DISTANCE: f64 = 6000.0;
const SHIP_SPEED: f64 = 7.0;

/// The lighthouse, tall enough to be seen above the horizon from a deck: azimuth, distance and height.
const LIGHTHOUSE: (f64, [f64; 2]) = (347.0, [20_000.0, 52.0]);

/// Its intensity, with which it is seen over 12 nautical miles; its period, the times of its two flashes within it, and the half width of a
/// flash, seconds.
const LIGHTHOUSE_CANDELAS: f64 = 1440.0;
const LIGHTHOUSE_PERIOD: f64 = 10.0;
const FLASHES: [f64; 2] = [1.0, 3.5];
const FLASH: f64 = 0.3;

/// Draws the lights of a sea.
#[derive(Default)]
pub(super) struct DistantLights {
    program: Slot,
}

impl DistantLights {
    /// Draws them, if they are lit; `set` sets the uniforms of haze, daylight and exposure. There are none in front of a
    /// panorama.
    pub(super) fn draw(
        &self,
        frame: &Frame,
        cascades: &CascadeTextures,
        hours: LampHours,
        set: impl Fn(&Program) -> Result<(), GlError>,
    ) -> Result<(), GlError> {
        let lit = hours.share(frame.sky.toward_sun().y);
        if lit == 0.0 || frame.sky.is_panorama() {
            return Ok(());
        }
        frame.run(Pass::DistantLights, || {
            let (gl, eye) = (frame.gl, frame.eye);
            let texts = (
                glsl!("ocean/distant_lights.vert"),
                glsl!("ocean/distant_lights.frag"),
            );
            let program = self.program.wanted("distant lights", [], texts.0, texts.1);
            let program = program.get(gl)?;
            set(program)?;
            program.set("u_matrix", open_mesh::matrix(eye));
            let (columns, rows) = frame.size;
            program.set("u_picture", Vec2::new(columns as f32, rows as f32));
            let (mut places, mut tints) = ([[0.0; 4]; COUNT], [[0.0; 4]; COUNT]);
            for (index, (place, candelas, tint)) in lights(cascades).enumerate() {
                let relative = place.as_vec3() - Vec3::Y * eye.position.y;
                places[index] = relative.extend(lit * candelas).to_array();
                tints[index] = tint.extend(1.0).to_array();
            }
            program.set("u_places", &places[..]);
            program.set("u_tints", &tints[..]);
            gl.state(Blend::Alpha, Depth::Test);
            gl.draw(program, Primitive::TriangleStrip, 4, COUNT);
            Ok(())
        })
    }
}

/// The lights at the time of a sea: places relative to that of the eye and to the level of the sea, metres; candelas; colours. In a sea
/// that repeats the ship lies still and the lighthouse is always lit.
fn lights(cascades: &CascadeTextures) -> impl Iterator<Item = (DVec3, f32, Vec3)> {
    let drift = cascades.foam_drift();
    let seconds = drift.period.map_or(drift.seconds, |_| FLASHES[0]);
    let sailed = drift.period.map_or(SHIP_SPEED * drift.seconds, |_| 0.0);
    let ship = SHIP
        .into_iter()
        .map(move |([ahead, height], candelas, tint)| {
            let turned = (sailed + ahead) / SHIP_DISTANCE;
            let azimuth = SHIP_AZIMUTH.to_radians() - turned;
            (place(azimuth, [SHIP_DISTANCE, height]), candelas, tint)
        });
    let (azimuth, at) = LIGHTHOUSE;
    let candelas = LIGHTHOUSE_CANDELAS * flash(seconds);
    ship.chain([(place(azimuth.to_radians(), at), candelas as f32, WHITE)])
}

/// The share of its light that the lighthouse sends here.
fn flash(seconds: f64) -> f64 {
    let time = seconds.rem_euclid(LIGHTHOUSE_PERIOD);
    let beams = FLASHES.map(|at| (-((time - at) / FLASH).powi(2)).exp());
    beams.iter().sum()
}

/// The place of a light at this distance and height; farther ones are lower, as the earth is round.
fn place(azimuth: f64, [distance, height]: [f64; 2]) -> DVec3 {
    let drop = distance * distance / (2.0 * f64::from(EARTH));
    let (east, north) = azimuth.sin_cos();
    DVec3::new(distance * east, height - drop, -distance * north)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lighthouse_flashes_twice_in_ten_seconds() {
        let bright = |tenth: usize| flash(0.1 * tenth as f64) > 0.5;
        let begins: Vec<usize> = (1..200)
            .filter(|&tenth| bright(tenth) && !bright(tenth - 1))
            .collect();
        assert_eq!(begins, [8, 33, 108, 133]);
        assert!((flash(1.0) - 1.0).abs() < 1e-9 && flash(7.0) < 1e-9);
    }

    #[test]
    fn from_a_deck_the_lighthouse_is_seen_above_the_horizon_and_its_foot_is_not() {
        // An eye 5 m high sees the horizon √(2·5/R) below the level.
        let (azimuth, [distance, height]) = LIGHTHOUSE;
        let is_above = |height: f64| {
            let place = place(azimuth.to_radians(), [distance, height]);
            assert!(place.x < 0.0 && place.z < 0.0, "in the north-northwest");
            (place.y - 5.0) / distance > -(2.0 * 5.0 / 6.371e6_f64).sqrt()
        };
        assert!(is_above(height) && !is_above(0.0));
    }
}
