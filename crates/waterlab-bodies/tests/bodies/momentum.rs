//! Momentum of water and bodies: it changes by walls, gravity and drag alone.

use super::{SECONDS, Scene, ball, cuboid, fine, pool, wave};
use waterlab_bodies::{Body, BodyId, BodyState, Shape};
use waterlab_core::glam::{DMat3, DQuat, DVec3};
use waterlab_core::grid::Grid;
use waterlab_core::parameter::Value;
use waterlab_core::pool::{Disturbance, Fraction, Size, State};
use waterlab_core::water::{Model, pools};

/// A narrow channel of shallow water, metres, and a raft across it.
struct Channel {
    scene: Scene,
    raft: BodyId,
    heights: Grid<f32>,
    displaced: Grid<f32>,
}

const LENGTH: f64 = 60.0;
const DEPTH: f64 = 2.0;
const CELL: f64 = 0.1;
const ROWS: usize = 4;

impl Channel {
    /// With a wave of this height, metres, that comes from the west.
    fn new(high: f64) -> Self {
        let columns = (LENGTH / CELL).round() as usize;
        let size = Size::new(columns as i64, ROWS as i64).unwrap();
        let mut water = Model::named("wave").unwrap().create(size);
        for (key, value) in [("length", LENGTH), ("depth", DEPTH), ("damping", 0.0)] {
            water.set(key, Value::Real(value)).unwrap();
        }
        let mut scene = Scene::new(water);
        let raft = scene.add(cuboid(1.0, 0.3, 0.38), 500.0, [0.0, 0.0, 0.0]);
        scene.run(30);
        let shape = |x: f64| high * (-((x + 8.0) / 1.5).powi(2)).exp();
        let x = |column: usize| (column as f64 + 0.5) * CELL - 0.5 * LENGTH;
        let step = (9.81 * DEPTH).sqrt() * SECONDS;
        let mut state = State::of(&*scene.water);
        for row in 0..ROWS {
            for column in 0..columns {
                let [now, next] = [0.0, step].map(|offset| shape(x(column) - offset));
                state.heights[(column, row)] += now as f32;
                state.velocity[(column, row)] += (next - now) as f32;
            }
        }
        scene.water.set_state(&state);
        Self {
            raft,
            heights: scene.water.heights().to_metres(),
            displaced: scene.bodies.displacement().unwrap().clone(),
            scene,
        }
    }

    /// Makes a step. Returns the momentum of the water along x, N·s: that of the flow q through the depth, and that of the mass of the
    /// waves, ∫ρ·q·(h − b)/D.
    fn step(&mut self) -> [f64; 2] {
        self.scene.step();
        let heights = self.scene.water.heights().to_metres();
        let displaced = self.scene.bodies.displacement().unwrap().clone();
        let mut momentum = [0.0; 2];
        for row in 0..ROWS {
            // From h_t = b_t − q_x, and no flow through the western end.
            let mut flow = 0.0;
            for column in 0..heights.columns() {
                let at = (column, row);
                let [before, now] = [(&self.heights, &self.displaced), (&heights, &displaced)]
                    .map(|(height, displaced)| f64::from(height[at]) - f64::from(displaced[at]));
                let through = (before - now) / SECONDS * CELL;
                let middle = (flow + 0.5 * through) * 1000.0 * CELL * CELL;
                momentum[0] += middle;
                momentum[1] += middle * 0.5 * (before + now) / DEPTH;
                flow += through;
            }
        }
        (self.heights, self.displaced) = (heights, displaced);
        momentum
    }
}

#[test]
fn waves_lose_the_momentum_that_their_pressure_gives_to_a_body() {
    // Far less high than the raft is deep: the theory is of first order in their ratio.
    let mut channel = Channel::new(0.003);
    let [flow, waves] = channel.step();
    let (mut impulse, mut largest, mut off) = (0.0, 0.0_f64, 0.0_f64);
    // The waves that the raft sends out do not reach the ends.
    for _ in 0..240 {
        let [flow_now, waves_now] = channel.step();
        assert!((flow_now / flow - 1.0).abs() < 1e-3, "{flow_now} {flow}");
        let raft = channel.scene.bodies.get(channel.raft).unwrap();
        impulse += raft.immersion().pressure.x * SECONDS;
        largest = largest.max(impulse);
        off = off.max((waves - waves_now - impulse).abs());
    }
    // It is pushed, and comes to swing about where it was.
    assert!(largest > 0.3 && impulse < 0.1 * largest, "{largest}");
    assert!(off < 0.02 * largest, "{off} of {largest}");
}

#[test]
fn nothing_pushes_a_body_that_floats_in_level_water() {
    for model in pools() {
        let mut scene = Scene::new(pool(model.name, 64, fine(model.name)));
        // Askew, and not at the centres of cells.
        for (shape, x, z) in [
            (cuboid(0.4, 0.2, 0.3), 0.31, -0.17),
            (ball(0.3), -0.612, 0.433),
            (cuboid(0.25, 0.12, 0.2), 0.6, 0.7),
        ] {
            let state = BodyState {
                position: DVec3::new(x, 0.0, z),
                rotation: DQuat::from_rotation_y(0.3),
                ..BodyState::default()
            };
            let body = Body::new(shape, 500.0).unwrap().with_state(state).unwrap();
            scene.bodies.add(body).unwrap();
        }
        let start: Vec<_> = scene
            .bodies
            .iter()
            .map(|floating| floating.body().state)
            .collect();
        scene.run(1200);
        for (floating, start) in scene.bodies.iter().zip(start) {
            let state = floating.body().state;
            let moved = (state.position - start.position) * DVec3::new(1.0, 0.0, 1.0);
            let speed = state.velocity.length();
            assert!(
                moved.length() < 5e-3 && speed < 1e-3,
                "{}: {moved} {state:?}",
                model.name
            );
        }
    }
}

#[test]
fn the_water_carries_the_weight_of_what_bobs_on_it() {
    for model in pools() {
        let mut scene = Scene::new(pool(model.name, 64, &[]));
        let id = scene.add(cuboid(0.4, 0.2, 0.3), 600.0, [0.3, 0.1, -0.2]);
        scene.step();
        let disturbance = Disturbance::stone(Fraction::clamped(0.3, 0.5), 8.0, 60.0);
        scene.water.disturb(&disturbance);
        let steps = 1200;
        let mut lift = 0.0;
        for _ in 0..steps {
            scene.step();
            let forces = scene.bodies.get(id).unwrap().immersion();
            lift += (forces.pressure.y + forces.drag.y) / f64::from(steps);
        }
        // It begins and ends without momentum.
        let ratio = lift / (scene.body(id).mass() * 9.81);
        assert!((ratio - 1.0).abs() < 3e-3, "{}: {ratio}", model.name);
    }
}

#[test]
fn a_ball_that_enters_shares_its_momentum_with_the_water_that_it_sets_in_motion() {
    let mut scene = Scene::new(wave(12.0, 0.0));
    let seconds = 1.0 / 240.0;
    let body = Body::new(ball(1.0), 600.0).unwrap();
    let (mass, volume) = (body.mass(), body.volume());
    let state = BodyState {
        position: DVec3::Y * 0.6,
        velocity: DVec3::Y * -6.0,
        ..BodyState::default()
    };
    let id = scene.bodies.add(body.with_state(state).unwrap()).unwrap();
    let mut expected = -6.0 * mass;
    loop {
        let speed = scene.body(id).state.velocity.y;
        scene.bodies.step(&mut *scene.water, seconds);
        let forces = *scene.bodies.get(id).unwrap().immersion();
        let wet = forces.volume / volume;
        // Half of the water that it displaces moves with it (von Kármán 1929).
        let whole = mass + 0.5 * 1000.0 * forces.volume;
        // Linear damping by eddies, and by waves while it floats.
        let rate = 0.15 * wet + 2.4 * wet * (1.0 - wet);
        let force = forces.pressure.y + forces.drag.y - 9.81 * mass - rate * whole * speed;
        expected += force * seconds;
        let ratio = whole * scene.body(id).state.velocity.y / expected;
        assert!((ratio - 1.0).abs() < 0.02, "{wet}: {ratio}");
        if wet > 0.99 {
            break;
        }
    }
}

/// Momentum, N·s, and angular momentum about the middle of the pool, N·m·s, of all bodies.
fn momentum(scene: &Scene) -> [DVec3; 2] {
    let mut sum = [DVec3::ZERO; 2];
    for floating in scene.bodies.iter() {
        let body = floating.body();
        let state = body.state;
        let rotation = DMat3::from_quat(state.rotation);
        let inertia = rotation * (body.hull().inertia() * body.density()) * rotation.transpose();
        let momentum = state.velocity * body.mass();
        sum[0] += momentum;
        sum[1] += state.position.cross(momentum) + inertia * state.spin;
    }
    sum
}

#[test]
fn bodies_that_collide_keep_their_momentum() {
    // In the air: two balls head on, and two boxes beside each other's middle.
    for (make, beside) in [
        (ball as fn(f64) -> Shape, 0.0),
        (|size| cuboid(size, size, size), 0.07),
    ] {
        let mut scene = Scene::new(pool("wave", 64, &[]));
        let mut ids = Vec::new();
        for (size, density, x, z, speed) in [
            (0.2, 120.0, -0.2, 0.0, 4.0),
            (0.25, 400.0, 0.2, beside, -2.0),
        ] {
            let state = BodyState {
                position: DVec3::new(x, 0.6, z),
                velocity: DVec3::X * speed,
                ..BodyState::default()
            };
            let body = Body::new(make(size), density)
                .unwrap()
                .with_state(state)
                .unwrap();
            ids.push(scene.bodies.add(body).unwrap());
        }
        scene.step();
        let [before, turning] = momentum(&scene);
        scene.run(4);
        let [after, turned] = momentum(&scene);
        // Gravity acts along y alone, and without torque about y; air takes a thousandth.
        let level = DVec3::new(1.0, 0.0, 1.0);
        assert!(((after - before) * level).length() < 2e-3 * before.length());
        assert!((turned - turning).y.abs() < 0.01 * turning.y.abs().max(0.1));
        let speeds = [0, 1].map(|index| scene.body(ids[index]).state.velocity.x);
        assert!(speeds[0] < -4.0 && speeds[1] > -1.0, "{speeds:?}");
        if beside == 0.0 {
            // The lighter one bounces off with 0.7 of the speed at which they met.
            assert!(
                ((speeds[1] - speeds[0]) / 6.0 - 0.7).abs() < 0.01,
                "{speeds:?}"
            );
        } else {
            let spin = scene.body(ids[0]).state.spin;
            assert!(spin.y.abs() > 1.0, "{spin}");
        }
    }
}
