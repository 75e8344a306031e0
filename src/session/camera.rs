//! `FlyCamera`: a free-flying camera.
//!
//! World: metres, y up, the centre of a pool at the origin, its rest level at y = 0. At yaw 0 the camera looks along
//! −z; yaw turns it to the right, pitch up.
//!
//! Around a pool the eye stays in a box. Its bounds, speed and distances grow with the pool: constants in half lengths are shares of half
//! of the pool's longer side. Over open water, in metres of the sea, it can go any distance: the origin of its world follows it,
//! so that coordinates stay small.
//!
//! Flying is a critically damped approach to the desired velocity w: v″ = ω²(w − v) − 2ωv′, solved exactly, so that the path does not
//! depend on the frame rate.

mod journey;
mod orbit;
mod stones;

use std::f32::consts::TAU;

use glam::camera::rh::{proj::opengl::perspective, view::look_to_mat4};
use glam::{DVec2, Mat4, Vec2, Vec3};

use crate::scene::{Camera, Scene};
use crate::view::{Eye, Ground};
use journey::Journey;
pub use stones::Stones;

/// Factor of the distance for one notch of the wheel; see [`FlyCamera::dolly`].
pub const NEARER: f32 = 0.9;

/// Radians of a drag across the whole height of the window.
const LOOK: f32 = 2.0;

/// Maximum pitch, radians (89°).
const MAX_PITCH: f32 = 89.0 * TAU / 360.0;

/// Bounds of the eye, half lengths: within sight of the pool, and not below its surroundings.
const BOX: (Vec3, Vec3) = (Vec3::new(-50.0, -1.5, -50.0), Vec3::splat(50.0));

/// Bounds of the eye about the origin over open water, metres; see [`FlyCamera::at_sea`].
const SEA: (Vec3, Vec3) = (Vec3::new(-1e6, -100.0, -1e6), Vec3::new(1e6, 5000.0, 1e6));

/// The origin of such a world moves in multiples of this, metres: a power of two, like the spacing of the mesh.
const STRIDE: f32 = 2048.0;

/// Bounds of a deep pool, half lengths.
const POOL: (Vec3, Vec3) = (Vec3::new(-1.0, -2.0, -1.0), Vec3::new(1.0, 0.0, 1.0));

/// Distance from the rest level at which a dolly toward it ends, half lengths; at sea, metres.
const CLEARANCE: f32 = 0.03;

/// Flying speed, in distances to the pool per second.
const SPEED: f32 = 1.2;

/// Minimum and maximum distance, half lengths, for the flying speed.
const SPEED_DISTANCES: (f32, f32) = (0.25, 20.0);

/// Minimum and maximum height over a sea, metres, for the flying speed.
const SPEED_HEIGHTS: (f32, f32) = (1.5, 500.0);

/// Speed factor with Shift.
const FAST: f32 = 4.0;

/// ω of the approach to the desired velocity, 1/s: 90 % of it after a quarter of a second.
const RESPONSE: f32 = 16.0;

/// Longest substep of a flight, seconds: the speed depends on the distance, which changes.
const PIECE: f32 = 0.01;

/// Longest time that one call advances, seconds, so that a stall does not throw the eye away.
const LONGEST_FLIGHT: f32 = 0.25;

/// Near plane of an eye inside the pool, half lengths: the lens at which the waterline crosses the picture.
const NEAREST: f32 = 0.01;

/// 1/s: maximum fraction of the distance to an obstacle that the eye moves per second.
const BRAKE: f32 = 12.0;

/// Half lengths per second below which a camera without input is at rest; likewise its acceleration over ω.
const REST: f32 = 1e-3;

/// Flight input.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fly {
    /// Right, up, forward: each from −1 to 1, zero for rest. Longer vectors are normalised.
    pub wish: Vec3,
    /// Whether it should go faster.
    pub fast: bool,
}

/// The effect of a right drag on the camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steering {
    /// Orbits around the point that the camera looks at: the scene follows the pointer.
    Orbit,
    /// Turns the view direction, as in flight.
    Fly,
}

/// A camera that orbits a pool, flies, looks around and zooms.
///
/// ```
/// use glam::{Vec2, Vec3};
/// use waterlab::session::FlyCamera;
///
/// let mut camera = FlyCamera::new(Vec3::new(0.0, 3.0, 4.0), Vec3::ZERO, 45.0);
/// camera.dolly(1.0); // the pool's centre was 5 m away
/// assert!((camera.position().length() - 4.5).abs() < 1e-5);
///
/// let size = Vec2::new(1280.0, 720.0);
/// let eye = camera.eye(size.x / size.y);
/// let (origin, direction) = eye.ray(Vec2::new(640.0, 360.0), size);
/// # assert_eq!(origin, camera.position());
/// # assert!(direction.y < 0.0);
/// ```
#[derive(Clone, Debug)]
pub struct FlyCamera {
    position: Vec3,
    yaw: f32,
    pitch: f32,
    fov: f32,
    velocity: Vec3,
    acceleration: Vec3,
    /// Whether the world is a sea.
    at_sea: bool,
    /// Half of the longer side of the pool, metres; 1 at sea.
    half_length: f32,
    /// See [`Eye::origin`].
    origin: DVec2,
    /// Height by which the eye is above its position, metres.
    lift: f32,
    /// Minimum height for flights.
    floor: Option<f32>,
    /// Ground that stops the eye.
    ground: Option<Ground>,
    stones: Option<Stones>,
    /// Distance to the pivot of an orbit, once there is one.
    reach: Option<f32>,
    /// The effect of a right drag.
    steering: Steering,
    /// An automatic flight.
    journey: Option<Journey>,
}

/// Aspect ratio below which the horizontal field of view is kept.
const WIDE_ENOUGH: f32 = 1.3;

impl FlyCamera {
    /// Position of the default camera of a pool 2 m long, metres.
    pub const EYE: Vec3 = Vec3::new(0.0, 1.2, 1.6);

    /// Vertical field of view of the default camera, degrees.
    pub const FOV: f32 = 45.0;

    /// A camera at rest at `eye` that looks at `target`, with a vertical field of view of `fov_degrees`, about a pool 2 m long.
    ///
    /// The eye is clamped to its box, the field of view to 10° to 120°, the pitch to ±89°. An eye or target that is not finite is replaced
    /// by the default; if the two are equal, the camera looks along −z.
    pub fn new(eye: Vec3, target: Vec3, fov_degrees: f32) -> Self {
        Self::about(2.0, eye, target, fov_degrees)
    }

    /// As [`FlyCamera::new`], about a pool of this length in metres.
    pub fn about(length: f32, eye: Vec3, target: Vec3, fov_degrees: f32) -> Self {
        let half_length = 0.5 * length;
        let room = (half_length * BOX.0, half_length * BOX.1);
        Self {
            half_length,
            ..Self::within(room, half_length, eye, target, fov_degrees)
        }
    }

    /// As [`FlyCamera::new`], over open water, in metres of the sea: the eye can be from 100 m below to 5 km above the rest level, at any
    /// place. Speed depends on the height.
    pub fn at_sea(eye: Vec3, target: Vec3, fov_degrees: f32) -> Self {
        let mut camera = Self {
            at_sea: true,
            steering: Steering::Fly,
            ..Self::within(SEA, 1.0, eye, target, fov_degrees)
        };
        camera.take_along();
        camera
    }

    /// The camera of a scene: at sea if all of its water is open.
    pub fn of_scene(scene: &Scene) -> Self {
        Self::of(&scene.camera, scene.is_at_sea(), scene.pool_length())
    }

    pub(super) fn of(camera: &Camera, at_sea: bool, length: f64) -> Self {
        let (eye, target, fov) = (camera.eye.into(), camera.target.into(), camera.fov as f32);
        match at_sea {
            true => Self::at_sea(eye, target, fov),
            false => Self::about(length as f32, eye, target, fov),
        }
    }

    /// Moves to the eye of this camera of a scene, in the same world, at rest.
    pub fn look_from(&mut self, camera: &Camera) {
        *self = Self::of(camera, self.at_sea, 2.0 * f64::from(self.half_length));
    }

    fn within(
        (min, max): (Vec3, Vec3),
        half_length: f32,
        eye: Vec3,
        target: Vec3,
        fov_degrees: f32,
    ) -> Self {
        let or = |point: Vec3, default| if point.is_finite() { point } else { default };
        let position = or(eye, half_length * Self::EYE).clamp(min, max);
        let ahead = or(target, Vec3::ZERO) - position;
        let level = ahead.x.hypot(ahead.z);
        let fov = if fov_degrees.is_finite() {
            fov_degrees.clamp(10.0, 120.0)
        } else {
            Self::FOV
        };
        Self {
            position,
            yaw: if level > 0.0 {
                ahead.x.atan2(-ahead.z)
            } else {
                0.0
            },
            pitch: ahead.y.atan2(level).clamp(-MAX_PITCH, MAX_PITCH),
            fov: fov.to_radians(),
            velocity: Vec3::ZERO,
            acceleration: Vec3::ZERO,
            at_sea: false,
            half_length: 1.0,
            origin: DVec2::ZERO,
            lift: 0.0,
            floor: None,
            ground: None,
            stones: None,
            reach: None,
            steering: Steering::Orbit,
            journey: None,
        }
    }

    /// The effect of a right drag: initially it orbits a pool, and looks around at sea.
    pub fn steering(&self) -> Steering {
        self.steering
    }

    /// Sets the effect of a right drag; the eye does not move.
    pub fn steer(&mut self, steering: Steering) {
        self.steering = steering;
    }

    /// Position, target and field of view, as a scene stores them.
    pub fn to_scene(&self) -> Camera {
        let origin = Vec3::new(self.origin.x as f32, 0.0, self.origin.y as f32);
        let eye = self.position + origin;
        Camera {
            eye: eye.into(),
            target: (eye + self.reach() * self.forward()).into(),
            // Rounded to the precision of a scene, within its range.
            fov: ((1e4 * f64::from(self.fov.to_degrees())).round() / 1e4).clamp(10.0, 120.0),
        }
    }

    /// Adapts bounds, speed and distances to a pool of this length, metres; the eye stays.
    pub fn fit(&mut self, length: f32) {
        if !self.at_sea {
            self.half_length = 0.5 * length;
        }
    }

    /// Whether it is over open water; see [`FlyCamera::at_sea`].
    pub fn is_at_sea(&self) -> bool {
        self.at_sea
    }

    /// Moves to this height above the rest level, metres.
    pub fn set_height(&mut self, height: f32) {
        self.reach = None;
        let (min, max) = self.room();
        if height.is_finite() {
            self.position.y = height.clamp(min.y, max.y);
        }
    }

    /// Sets a minimum height for flights, metres: an eye that reaches it, or is already below it, goes no lower. `None` allows diving.
    pub fn keep_above(&mut self, level: Option<f32>) {
        self.floor = level.filter(|level| level.is_finite());
    }

    /// Sets the ground that stops the eye: it decelerates smoothly before it. An eye inside of it is moved out.
    pub fn stand_on(&mut self, ground: Option<Ground>) {
        if self.ground != ground {
            self.ground = ground;
            if let Some(ground) = ground {
                self.position = ground.beside(self.position);
            }
        }
    }

    /// Sets the obstacles in the water: the eye goes around or over them.
    pub fn stand_among(&mut self, stones: Option<Stones>) {
        self.stones = stones;
    }

    /// Position of the eye, metres; at sea, relative to an origin that follows it: see [`Eye::origin`].
    pub fn position(&self) -> Vec3 {
        self.position
    }

    /// Azimuth of the view direction, degrees clockwise seen from above, 0 toward −z: −180 to 180.
    pub fn azimuth(&self) -> f32 {
        let forward = self.forward();
        forward.x.atan2(-forward.z).to_degrees()
    }

    /// View direction: a unit vector.
    pub fn forward(&self) -> Vec3 {
        let (sin, cos) = self.yaw.sin_cos();
        let (up, level) = self.pitch.sin_cos();
        Vec3::new(sin * level, up, -cos * level)
    }

    /// Right vector of the camera: horizontal, of length 1.
    pub fn right(&self) -> Vec3 {
        Vec3::new(self.yaw.cos(), 0.0, self.yaw.sin())
    }

    /// Turns the view by a drag of `pixels` (right, down) in a window of `height` pixels: right turns right, up turns up.
    ///
    /// A drag across the whole height is 2 radians, whatever the resolution.
    pub fn look(&mut self, pixels: Vec2, height: f32) {
        let turn = pixels * (LOOK / height);
        if turn.is_finite() {
            self.let_go();
            self.yaw = (self.yaw + turn.x).rem_euclid(TAU);
            self.pitch = (self.pitch - turn.y).clamp(-MAX_PITCH, MAX_PITCH);
        }
    }

    /// Flies for `elapsed` seconds, at most a quarter of one; negative and non-finite values count as 0.
    ///
    /// Forward is along the view direction, up is the world's. Speed is proportional to the distance to the pool, or to the height above a
    /// sea.
    pub fn advance(&mut self, fly: Fly, elapsed: f32) {
        if !(elapsed > 0.0 && fly.wish.is_finite()) {
            return;
        }
        let elapsed = elapsed.min(LONGEST_FLIGHT);
        let wish = fly.wish.clamp_length_max(1.0);
        if wish != Vec3::ZERO {
            self.let_go();
        }
        if self.journey.is_some() {
            self.travel(elapsed);
            return;
        }
        let heading = self.right() * wish.x + Vec3::Y * wish.y + self.forward() * wish.z;
        let heading = heading.clamp_length_max(1.0) * if fly.fast { FAST } else { 1.0 };
        let pieces = (elapsed / PIECE).ceil().max(1.0);
        for _ in 0..pieces as usize {
            let (min, max) = match self.at_sea {
                true => SPEED_HEIGHTS,
                false => SPEED_DISTANCES,
            };
            let unit = self.half_length;
            let speed = SPEED * self.distance().clamp(unit * min, unit * max);
            self.approach(heading * speed, elapsed / pieces);
        }
        self.take_along();
        if wish == Vec3::ZERO
            && self.velocity.length() < REST * self.half_length
            && self.acceleration.length() < REST * RESPONSE * self.half_length
        {
            (self.velocity, self.acceleration) = (Vec3::ZERO, Vec3::ZERO);
        }
    }

    /// Whether the camera is moving: the window has to keep drawing.
    pub fn is_moving(&self) -> bool {
        self.velocity != Vec3::ZERO || self.acceleration != Vec3::ZERO || self.journey.is_some()
    }

    /// World to eye space.
    pub fn view_matrix(&self) -> Mat4 {
        look_to_mat4(self.position, self.forward(), Vec3::Y)
    }

    /// Projection matrix, eye to clip space, for an aspect ratio of `aspect`; values that are not positive count as 1.
    ///
    /// The near plane is 0.05 of the distance to the pool, within 0.01 to 0.1 half lengths, so that the eye can dive without clipping the water and
    /// distant views keep depth precision; near the ground, and for wide fields of view, it is nearer, so that nothing that stops the eye
    /// is clipped. The far plane is at 200 half lengths. A picture narrower than 13:10 keeps the horizontal field of view of 13:10 and shows more
    /// above and below.
    pub fn projection(&self, aspect: f32) -> Mat4 {
        let usable = aspect.is_finite() && aspect > 0.0;
        let aspect = if usable { aspect } else { 1.0 };
        // The corners of the near plane must not clip what stops the eye.
        let half = self.slope_up(aspect);
        let fov = 2.0 * half.atan();
        let corner = Vec3::new(half * aspect, half, 1.0).length();
        let nearest = (0.9 * self.clearance() / corner).min(NEAREST * self.half_length);
        let over = self
            .ground
            .map_or(f32::INFINITY, |ground| ground.over(self.position));
        let far_from_all = (0.05 * self.distance()).min(0.9 * over / corner);
        let near = far_from_all.clamp(nearest, 0.1 * self.half_length);
        perspective(fov, aspect, near, 200.0 * self.half_length)
    }

    /// Minimum distance of the eye from any surface.
    fn clearance(&self) -> f32 {
        Ground::CLEARANCE * self.half_length
    }

    /// Slope of the upper edge of a picture with aspect ratio `aspect`, from its middle.
    fn slope_up(&self, aspect: f32) -> f32 {
        // Below the minimum aspect ratio, the horizontal field of view is constant.
        (self.fov / 2.0).tan() * (WIDE_ENOUGH / aspect).max(1.0)
    }

    /// The eye that views need, for a picture with aspect ratio `aspect`.
    pub fn eye(&self, aspect: f32) -> Eye {
        let eye = Eye {
            origin: self.origin,
            ..Eye::new(self.position, self.view_matrix(), self.projection(aspect))
        };
        eye.raised(self.lift)
    }

    /// Lifts the eye above its position, metres; see [`FlyCamera::ride`].
    pub(super) fn lift(&mut self, by: f32) {
        self.lift = by;
    }

    /// Position on open water, x and z, metres.
    pub(super) fn place(&self) -> DVec2 {
        self.origin + DVec2::new(self.position.x.into(), self.position.z.into())
    }

    /// The ray through the centre of `pixel` in a window of `size` pixels; see [`Eye::ray`].
    pub fn ray(&self, pixel: Vec2, size: Vec2) -> (Vec3, Vec3) {
        self.eye(size.x / size.y).ray(pixel, size)
    }

    /// Moves the origin of the world after an eye that is far from it.
    fn take_along(&mut self) {
        if self.at_sea {
            let strides = (Vec2::new(self.position.x, self.position.z) / STRIDE).trunc();
            let way = strides * STRIDE;
            self.position -= Vec3::new(way.x, 0.0, way.y);
            self.origin += way.as_dvec2();
        }
    }

    /// Moves for `t` seconds while the velocity approaches `wish`. With e = v − w the solution is e(t) = (A + Bt)·exp(−ωt), A = e(0), B =
    /// e′(0) + ωe(0); the path is its integral.
    fn approach(&mut self, wish: Vec3, t: f32) {
        let a = self.velocity - wish;
        let b = self.acceleration + RESPONSE * a;
        let decay = (-RESPONSE * t).exp();
        let lag = a * ((1.0 - decay) / RESPONSE)
            + b * ((1.0 - decay * (1.0 + RESPONSE * t)) / (RESPONSE * RESPONSE));
        let error = (a + b * t) * decay;
        self.velocity = wish + error;
        self.acceleration = b * decay - RESPONSE * error;
        let free = self.position + wish * t + lag;
        let (mut lowest, highest) = self.room();
        if let Some(floor) = self.floor {
            lowest.y = floor.min(self.position.y).max(lowest.y);
        }
        let stopped = match self.ground {
            Some(ground) => ground.stopped(self.position, free, 1.0 - (-BRAKE * t).exp()),
            None => free,
        };
        let stopped = match &self.stones {
            Some(stones) => stones.passed(self.position, stopped),
            None => stopped,
        };
        self.position = stopped.clamp(lowest, highest);
        for axis in 0..3 {
            if self.position[axis] != free[axis] {
                self.velocity[axis] = 0.0;
                self.acceleration[axis] = 0.0;
            }
        }
    }
}

impl Default for FlyCamera {
    /// A camera that sees the whole pool.
    fn default() -> Self {
        Self::new(Self::EYE, Vec3::ZERO, Self::FOV)
    }
}
