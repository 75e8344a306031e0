//! Wakes of towed balls on deep water, which disperses: ω² = g·k.

use super::{Scene, ball};
use std::f64::consts::{PI, TAU};
use waterlab_bodies::Grip;
use waterlab_core::glam::DVec3;
use waterlab_core::parameter::Value;
use waterlab_core::pool::Size;
use waterlab_core::water::Model;

const GRAVITY: f64 = 9.81;
const STEP: f64 = 1.0 / 20.0;

/// A ball that was towed along the middle of deep water of cells of one metre, before what the edges reflect comes back.
struct Wake {
    scene: Scene,
    size: [f64; 2],
    ball: DVec3,
    speed: f64,
}

impl Wake {
    /// A ball half as dense as water, towed from 40 m behind the western edge to 40 m before the eastern one.
    fn of(diameter: f64, speed: f64, [columns, rows]: [i64; 2]) -> Self {
        let size = Size::new(columns, rows).unwrap();
        let mut water = Model::named("iwave-exact").unwrap().create(size);
        for (key, value) in [
            ("length", columns as f64),
            ("gravity", GRAVITY),
            ("time_step", STEP),
            ("damping", 0.0),
        ] {
            water.set(key, Value::Real(value)).unwrap();
        }
        let mut scene = Scene::new(water);
        // The model has no floor, and the ball must not touch the one that is shown.
        let mut surroundings = scene.bodies.surroundings().clone();
        surroundings.depth = 100.0;
        scene.bodies.set_surroundings(surroundings);
        let end = 0.5 * columns as f64 - 40.0;
        let id = scene.add(ball(diameter), 500.0, [-end, 0.0, 0.0]);
        let (mut time, mut x) = (0.0_f64, -end);
        while x < end {
            time += STEP;
            x += speed * STEP * (time / 3.0).min(1.0);
            scene.bodies.hold(&[Grip {
                body: id,
                point: DVec3::ZERO,
                target: DVec3::X * x,
            }]);
            scene.bodies.step(&mut *scene.water, STEP);
        }
        let state = scene.body(id).state;
        assert!((state.velocity.x / speed - 1.0).abs() < 0.01, "{state:?}");
        Self {
            ball: state.position,
            size: [columns, rows].map(|cells| cells as f64),
            scene,
            speed,
        }
    }

    /// Height at a place behind the ball and beside its track, metres.
    fn height(&self, behind: f64, beside: f64) -> f64 {
        let [u, v] = [
            (self.ball.x - behind) / self.size[0] + 0.5,
            beside / self.size[1] + 0.5,
        ];
        f64::from(self.scene.water.heights().bilinear(u as f32, v as f32))
    }

    /// Where the line of the largest amplitudes runs: its distances from the track at two distances behind the ball. It need not pass
    /// through the ball, which is not a point. Amplitudes on it fall as distance^(−1/3) to distance^(−1/2).
    fn ridge(&self, near: f64, far: f64) -> [f64; 2] {
        let mut most = (0.0, [0.0; 2]);
        for from in 0..100 {
            for to in from..200 {
                let [from, to] = [from, to].map(|step| 0.3 * f64::from(step));
                let energy = (0..=150).map(|step| {
                    let part = f64::from(step) / 150.0;
                    let behind = near + (far - near) * part;
                    behind * self.height(behind, from + (to - from) * part).powi(2)
                });
                let energy = energy.sum();
                if energy > most.0 {
                    most = (energy, [from, to]);
                }
            }
        }
        most.1
    }

    /// Root of the mean square of the heights behind the ball, metres.
    fn height_behind(&self) -> f64 {
        let (mut sum, mut count) = (0.0, 0.0_f64);
        for behind in 10..40 {
            for beside in 0..15 {
                sum += self.height(f64::from(behind), f64::from(beside)).powi(2);
                count += 1.0;
            }
        }
        f64::sqrt(sum / count)
    }
}

/// Speed at a Froude number U/√(g·L), m/s.
fn speed(froude: f64, length: f64) -> f64 {
    froude * (GRAVITY * length).sqrt()
}

#[test]
fn a_slowly_towed_ball_leaves_the_wedge_of_kelvin() {
    for (diameter, froude) in [(8.0, 0.45), (12.0, 0.4)] {
        let wake = Wake::of(diameter, speed(froude, diameter), [360, 240]);
        let [near, far] = [4.0, 12.0].map(|lengths| lengths * diameter);
        let [from, to] = wake.ridge(near, far);
        // Across the edge of the wedge waves are an Airy function: the expansion of the phase k₀·(x + z·u)·√(1 + u²) at the edge gives
        // the distance of its maximum, Ai(−1.0188), from it.
        let k = GRAVITY / wake.speed.powi(2);
        let inside = |x: f64| 1.0188 * 1.5_f64.sqrt() / (2.0 * k) * (k * x / 3.0_f64.sqrt()).cbrt();
        let slope = (to + inside(far) - from - inside(near)) / (far - near);
        // asin(1/3)
        let angle = slope.atan().to_degrees();
        assert!((angle - 19.47).abs() < 1.0, "{froude}: {angle}°");
    }
}

#[test]
fn a_fast_one_leaves_a_narrower_wedge() {
    let diameter = 6.0;
    for froude in [2.0, 2.5] {
        let wake = Wake::of(diameter, speed(froude, diameter), [400, 240]);
        let [near, far] = [6.0, 28.0].map(|lengths| lengths * diameter);
        let [from, to] = wake.ridge(near, far);
        // A body makes waves no longer than itself (Rabaud and Moisy 2013).
        let longest = TAU * froude * froude;
        let expected = (longest - 1.0).sqrt() / (2.0 * longest - 1.0);
        let ratio = (to - from) / (far - near) / expected;
        assert!((ratio - 1.0).abs() < 0.15, "{froude}: {ratio}");
    }
}

#[test]
fn without_surface_tension_the_slowest_wave_is_two_cells_long() {
    // Phase velocity of a wave of two cells, m/s. Real water has a minimum, (4·g·σ/ρ)^¼ = 0.23 m/s, which the model doesn't have.
    let slowest = (GRAVITY / PI).sqrt();
    let behind = |part: f64| Wake::of(3.0, part * slowest, [200, 100]).height_behind();
    let [below, above] = [behind(0.8), behind(1.5)];
    assert!(below < 0.1 * above, "{below}, {above}");
    // Half a ball of this size is 1 m deep in the mean of its width.
    assert!(above > 0.1, "{above}");
}
