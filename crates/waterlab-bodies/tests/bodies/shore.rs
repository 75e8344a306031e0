//! Bodies in water that floods the ground and leaves it: they strand, lift off, and are carried by currents.

use super::{SECONDS, Scene, ball, cuboid};
use waterlab_bodies::{BodyId, BodyState, Grip, Shape};
use waterlab_core::glam::DVec3;
use waterlab_core::grid::Grid;
use waterlab_core::parameter::Value;
use waterlab_core::pool::{Disturbance, Fraction, Size, State};
use waterlab_core::shallow::Shallow;
use waterlab_core::water::Water;

/// Shallow water over ground whose height is a formula of x and z, metres.
pub(super) struct Shore {
    pub(super) scene: Scene,
    bed: Grid<f32>,
}

impl Shore {
    pub(super) const LENGTH: f64 = 12.0;
    const COLUMNS: usize = 80;
    const ROWS: usize = 60;
    const CELL: f64 = Self::LENGTH / Self::COLUMNS as f64;

    /// With a surface at these levels, metres, where they lie above the ground.
    pub(super) fn new(bed: impl Fn(f64, f64) -> f64, level: impl Fn(f64, f64) -> f64) -> Self {
        let size = Size::new(Self::COLUMNS as i64, Self::ROWS as i64).unwrap();
        let mut water = Shallow::new(size);
        water.set("length", Value::Real(Self::LENGTH)).unwrap();
        water.set("manning", Value::Real(0.03)).unwrap();
        let bed = Self::on_cells(bed);
        water.set_map("bed_map", Some(&bed)).unwrap();
        water.set_state(&State {
            heights: Self::on_cells(level),
            velocity: Grid::new(Self::COLUMNS, Self::ROWS, 0.0),
            length: Self::LENGTH,
        });
        let scene = Scene::new(Box::new(water));
        Self { scene, bed }
    }

    fn on_cells(of: impl Fn(f64, f64) -> f64) -> Grid<f32> {
        Grid::from_fn(Self::COLUMNS, Self::ROWS, |column, row| {
            let along =
                |cell: usize, cells: usize| (cell as f64 + 0.5 - 0.5 * cells as f64) * Self::CELL;
            of(along(column, Self::COLUMNS), along(row, Self::ROWS)) as f32
        })
    }

    pub(super) fn set_bed(&mut self, bed: impl Fn(f64, f64) -> f64) {
        self.bed = Self::on_cells(bed);
        self.scene
            .water
            .set_map("bed_map", Some(&self.bed))
            .unwrap();
    }

    /// Height of the ground at a place: between the middles of four cells that of two triangles, beyond the last ones level.
    pub(super) fn bed(&self, x: f64, z: f64) -> f64 {
        let along = |at: f64, cells: usize| {
            let at = (at / Self::CELL + 0.5 * cells as f64 - 0.5).clamp(0.0, cells as f64 - 1.0);
            let cell = (at as usize).min(cells - 2);
            (cell, at - cell as f64)
        };
        let ((column, u), (row, v)) = (along(x, Self::COLUMNS), along(z, Self::ROWS));
        let [a, b, c, d] = [(0, 0), (1, 0), (0, 1), (1, 1)]
            .map(|(east, south)| f64::from(self.bed[(column + east, row + south)]));
        match u + v <= 1.0 {
            true => a + u * (b - a) + v * (c - a),
            false => d + (1.0 - u) * (c - d) + (1.0 - v) * (b - d),
        }
    }

    /// The volume of the water without what bodies displace, m³.
    fn volume(&self) -> f64 {
        let sum = |grid: &Grid<f32>| {
            grid.cells()
                .iter()
                .map(|&cell| f64::from(cell))
                .sum::<f64>()
        };
        let depth = self.scene.water.water_depth().unwrap();
        assert!(
            depth
                .cells()
                .iter()
                .all(|depth| (0.0..50.0).contains(depth))
        );
        let displaced = self.scene.bodies.displacement().map_or(0.0, sum);
        (sum(&depth) - displaced) * Self::CELL * Self::CELL
    }

    /// Advances by so many steps, in which the water rises by about this many metres per second.
    fn fill(&mut self, steps: usize, rate: f64) {
        let everywhere = [0.1, 0.9].map(|x| Fraction::clamped(x, 0.5));
        let everywhere = Disturbance::stroke(everywhere[0], everywhere[1], 40.0, 1.0);
        let area = Self::CELL * Self::CELL * (Self::COLUMNS * Self::ROWS) as f64;
        for _ in 0..steps {
            self.scene.water.pour(&everywhere, rate * area * SECONDS);
            self.scene.step();
        }
    }

    /// Level and depth of the water at a place, metres.
    fn water_at(&self, x: f64, z: f64) -> [f64; 2] {
        let along = |at: f64, cells: usize| (at / Self::CELL + 0.5 * cells as f64) as usize;
        let cell = (along(x, Self::COLUMNS), along(z, Self::ROWS));
        let here = self.scene.water.column(cell.0, cell.1).unwrap();
        [here.level, here.depth].map(f64::from)
    }
}

/// Height of the lowest point of a body over the ground below it, metres.
pub(super) fn gap(shore: &Shore, id: BodyId) -> f64 {
    let body = shore.scene.body(id);
    let vertices = body.hull().vertices().iter();
    let gaps = vertices.map(|&vertex| {
        let place = body.state.position + body.state.rotation * vertex;
        place.y - shore.bed(place.x, place.z)
    });
    gaps.fold(f64::INFINITY, f64::min)
}

/// A flat that rises to land far from the middle.
fn flat(x: f64, _: f64) -> f64 {
    -0.5 + 0.4 * (x.abs() - 4.0).max(0.0)
}

#[test]
fn a_stone_deep_under_water_makes_no_water_on_the_beach_that_it_reaches() {
    // A beach that rises out of the water 2 m from the stone.
    let mut shore = Shore::new(|x, _| (1.2 * x - 1.2).clamp(-3.6, 2.0), |_, _| 0.0);
    let begins = shore.volume();
    let id = shore.scene.add(ball(0.7), 2400.0, [-0.8, -0.2, 0.0]);
    let mut deepest = 0.0_f64;
    for step in 0..400 {
        shore.scene.step();
        let depth = shore.scene.water.water_depth().unwrap();
        let displaced = shore.scene.bodies.displacement().unwrap();
        for (&depth, &displaced) in depth.cells().iter().zip(displaced.cells()) {
            assert!(displaced <= depth + 2e-4, "{step}: {displaced} of {depth}");
        }
        deepest = deepest.min(shore.scene.body(id).state.position.y);
        let volume = shore.volume();
        assert!((volume - begins).abs() < 2e-3, "{step}: {volume} {begins}");
    }
    assert!(deepest < -1.5, "{deepest}");
}

#[test]
fn a_crate_strands_on_falling_water_and_lifts_off_at_its_draught() {
    for density in [300.0, 600.0] {
        let mut shore = Shore::new(flat, |_, _| -0.1);
        shore.scene.water.set("damping", Value::Real(0.5)).unwrap();
        let high = 0.3;
        let id = shore
            .scene
            .add(cuboid(0.9, high, 0.8), density, [0.4, -0.1, 0.3]);
        shore.scene.run(120);
        let start = gap(&shore, id);
        assert!(
            (start - (0.4 - density * 1e-3 * high)).abs() < 0.01,
            "it floats"
        );
        // It falls dry.
        shore.fill(60 * 12, -0.05);
        shore.scene.run(200);
        assert!(
            gap(&shore, id).abs() < 2e-3,
            "{density}: {}",
            gap(&shore, id)
        );
        let lying = shore.scene.body(id).state;
        shore.scene.run(400);
        let state = shore.scene.body(id).state;
        assert!(state.position.distance(lying.position) < 1e-3, "{density}");
        assert!(state.velocity.length() < 1e-4, "{density}");
        // The water returns, in the end by 1 mm at a time.
        let draught = density * 1e-3 * high;
        let depth = |shore: &Shore| shore.water_at(2.5, -2.0)[1];
        while depth(&shore) < 0.85 * draught {
            shore.fill(6, 0.02);
        }
        shore.scene.run(400);
        while gap(&shore, id) < 0.002 && depth(&shore) < high {
            shore.fill(6, 0.01);
            shore.scene.run(60);
        }
        let off = depth(&shore) - draught - 0.002;
        assert!(
            off.abs() < 0.02 * draught + 0.001,
            "{density}: {off} of {draught}"
        );
        shore.fill(60 * 6, 0.01);
        shore.scene.run(120);
        let [level, _] = shore.water_at(2.5, -2.0);
        let lowest = shore.scene.body(id).state.position.y - 0.5 * high;
        assert!(
            (level - lowest - draught).abs() < 0.01,
            "{density}: it floats again"
        );
    }
}

#[test]
fn what_strands_on_a_beach_lies_firmly_and_the_water_keeps_its_volume() {
    let mut shore = Shore::new(|x, _| -0.2 + 0.1 * x, |_, _| 0.15);
    let capsule = Shape::Capsule {
        length: 1.0,
        diameter: 0.4,
    };
    let ids = [
        shore
            .scene
            .add(cuboid(0.6, 0.4, 0.6), 500.0, [0.5, 0.2, 0.2]),
        shore
            .scene
            .add(cuboid(1.6, 0.5, 0.7), 300.0, [-0.5, 0.2, 2.0]),
        shore.scene.add(capsule, 300.0, [0.0, 0.4, -3.0]),
        shore
            .scene
            .add(cuboid(0.3, 0.3, 0.3), 2500.0, [3.0, 0.4, -1.0]),
    ];
    shore.scene.run(60);
    let start = shore.volume();
    for rate in [-0.007, 0.0, 0.007] {
        let before = shore.volume();
        let lying = ids.map(|id| shore.scene.body(id).state.position);
        shore.fill(60 * 30, rate);
        let poured = shore.volume() - before;
        let expected = rate * 30.0 * Shore::LENGTH * 9.0;
        assert!(
            (poured - expected).abs() < 2e-3,
            "{rate}: {poured}, not {expected}"
        );
        if rate == 0.0 {
            // The crate and the stone are aground.
            for index in [0, 3] {
                let moved = shore.scene.body(ids[index]).state.position - lying[index];
                assert!(moved.length() < 2e-3, "{moved}");
                assert!(gap(&shore, ids[index]).abs() < 2e-3);
            }
        }
    }
    assert!((shore.volume() - start).abs() < 5e-3);
    // Taken out, they leave the water as it was.
    for id in ids {
        shore.scene.bodies.remove(id);
    }
    shore.scene.run(10);
    assert!((shore.volume() - start).abs() < 5e-3, "{}", shore.volume());
}

#[test]
fn a_body_that_is_dropped_on_land_or_on_a_thin_sheet_leaves_the_water_as_it_is() {
    // Land, and a sheet of 1 cm.
    for (x, level) in [(5.5, -0.3), (0.0, -0.49)] {
        let mut shore = Shore::new(flat, |_, _| level);
        shore.scene.step();
        let before = shore.volume();
        let id = shore.scene.add(cuboid(0.8, 0.4, 0.6), 500.0, [x, 2.0, 0.0]);
        for _ in 0..900 {
            shore.scene.step();
            let volume = shore.volume();
            assert!((volume - before).abs() < 1e-3, "{x}: {volume} {before}");
            let displaced = shore.scene.bodies.displacement().unwrap();
            let most = if x > 1.0 { 0.0 } else { 0.04 };
            assert!(displaced.cells().iter().all(|&high| high <= most), "{x}");
        }
        // On the slope of the land it slides down, if at all, to the water's edge.
        assert!(gap(&shore, id).abs() < 5e-3, "{x}: {}", gap(&shore, id));
    }
}

#[test]
fn a_flood_carries_what_lies_in_its_way_and_drops_it_on_the_other_side() {
    let dam = |x: f64, _: f64| if x < -3.0 { 0.3 } else { -99.0 };
    let mut shore = Shore::new(|x, _| -0.5 + 0.05 * x.max(0.0), dam);
    let ids = [
        shore
            .scene
            .add(cuboid(0.6, 0.3, 0.5), 300.0, [-1.0, -0.3, -1.0]),
        shore.scene.add(ball(0.4), 200.0, [-1.0, -0.2, 1.0]),
    ];
    let before = ids.map(|id| shore.scene.body(id).state.position.x);
    let (mut farthest, mut fastest) = ([0.0_f64; 2], 0.0_f64);
    for _ in 0..360 {
        shore.scene.step();
        for (index, id) in ids.into_iter().enumerate() {
            let state = shore.scene.body(id).state;
            farthest[index] = farthest[index].max(state.position.x - before[index]);
            fastest = fastest.max(state.velocity.length());
        }
    }
    // No faster than the front on dry ground, 2·√(g·h).
    assert!(farthest.iter().all(|&far| far > 2.0), "{farthest:?}");
    assert!(fastest < 2.0 * (9.81_f64 * 0.8).sqrt(), "{fastest}");
}

#[test]
fn a_current_goes_round_what_lies_on_the_ground() {
    // Water from a high basin runs along a channel, past a heavy block.
    let level = |x: f64, _: f64| if x < -2.0 { 0.3 } else { -0.1 };
    let speeds = [false, true].map(|has_block| {
        let mut shore = Shore::new(|x, _| -0.5 + 0.02 * x, level);
        if has_block {
            shore
                .scene
                .add(cuboid(1.2, 0.9, 1.2), 2500.0, [1.0, 0.0, 0.0]);
        }
        shore.scene.run(180);
        let flow = shore.scene.water.flow().unwrap().velocity;
        let at = |x: f64, z: f64| {
            let along = |at: f64, cells: usize| (at / Shore::CELL + 0.5 * cells as f64) as usize;
            f64::from(flow[0][(along(x, Shore::COLUMNS), along(z, Shore::ROWS))])
        };
        [
            at(1.0, 0.05),
            at(1.0, 1.5),
            shore.water_at(0.2, 0.0)[0] - shore.water_at(1.8, 0.0)[0],
        ]
    });
    let [without, with] = speeds;
    assert!(with[0] < 0.3 * without[0], "in it: {speeds:?}");
    assert!(with[1] > 1.02 * without[1], "beside it: {speeds:?}");
    assert!(
        with[2] > without[2] + 0.02,
        "before and behind it: {speeds:?}"
    );
}

#[test]
fn stranded_bodies_rest_until_the_water_comes() {
    let mut shore = Shore::new(flat, |_, _| -0.4);
    // Waves would run to and fro for minutes.
    shore.scene.water.set("damping", Value::Real(0.5)).unwrap();
    let id = shore
        .scene
        .add(cuboid(0.8, 0.4, 0.6), 500.0, [0.3, -0.2, 0.2]);
    let stone = shore
        .scene
        .add(cuboid(0.3, 0.3, 0.3), 2500.0, [5.2, 1.0, 0.2]);
    let mut steps = 0;
    while !(shore.scene.bodies.is_calm() && shore.scene.water.is_calm()) {
        shore.scene.step();
        steps += 1;
        assert!(steps < 60 * 120, "it does not come to rest");
    }
    let [lying, high] = [id, stone].map(|id| shore.scene.body(id).state.position);
    shore.fill(60 * 30, 0.01);
    assert!(!shore.scene.bodies.is_calm());
    let state = shore.scene.body(id).state;
    assert!(state.position.y > lying.y + 0.05, "it floats");
    let moved = shore.scene.body(stone).state.position.distance(high);
    assert!(moved < 1e-3, "the stone stays: {moved}");
}

/// Random play with bodies, ground and water.
fn play(seed: u64, steps: usize) {
    let mut state = seed;
    let mut random = move || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as f64 / (1_u64 << 31) as f64
    };
    let mut hills = [[0.0; 4]; 4];
    let bed = |hills: [[f64; 4]; 4]| {
        move |x: f64, z: f64| {
            let hill = |[at, beside, high, wide]: [f64; 4]| {
                let far = (x - at).powi(2) + (z - beside).powi(2);
                high * (-far / (0.2 + wide)).exp()
            };
            -0.3 + 0.05 * x + hills.map(hill).iter().sum::<f64>()
        }
    };
    let mut shore = Shore::new(bed(hills), |_, _| 0.1);
    let mut ids = Vec::new();
    for step in 0..steps {
        let place = [8.0 * random() - 4.0, 1.0 + random(), 6.0 * random() - 3.0];
        if step % 60 == 0 && ids.len() < 12 {
            let size = 0.1 + 0.7 * random();
            let density = 50.0 + 1500.0 * random();
            let shape = match step / 60 % 3 {
                0 => ball(size),
                1 => cuboid(size, 0.4 * size, 0.7 * size),
                _ => Shape::Capsule {
                    length: 1.5 * size,
                    diameter: 0.5 * size,
                },
            };
            ids.push(shore.scene.add(shape, density, place));
        }
        if step % 45 == 10 {
            hills[step / 45 % 4] = [place[0], place[2], 1.5 * random() - 0.5, 2.0 * random()];
            shore.set_bed(bed(hills));
        }
        if step % 150 == 70 {
            let body = ids[(random() * ids.len() as f64) as usize % ids.len()];
            shore.scene.bodies.hold(&[Grip {
                body,
                point: DVec3::ZERO,
                target: DVec3::from(place) - DVec3::Y,
            }]);
        }
        if step % 150 == 100 {
            shore.scene.bodies.hold(&[]);
        }
        let rate = if step / 200 % 2 == 0 { -0.03 } else { 0.03 };
        shore.fill(1, rate);
        shore.volume();
        for &id in &ids {
            let body = shore.scene.body(id);
            let (state, size) = (body.state, body.hull().size());
            assert!(state.is_finite(), "{seed} {step}: {state:?}");
            let inside = state.position.x.abs() < 5.9 && state.position.z.abs() < 4.4;
            assert!(
                !inside || gap(&shore, id) > -0.25 * size.min_element() - 0.02,
                "{seed} {step}: {} of {size}",
                gap(&shore, id)
            );
        }
    }
}

#[test]
fn random_play_keeps_bodies_above_the_ground_and_numbers_finite() {
    for seed in 1..=4 {
        play(seed, 1200);
    }
}

#[test]
fn drops_that_a_splash_throws_on_land_end_there() {
    // A pond between high banks.
    let bed = |x: f64, z: f64| {
        if x.abs() < 1.0 && z.abs() < 1.0 {
            -0.8
        } else {
            0.6
        }
    };
    let mut shore = Shore::new(bed, |_, _| 0.0);
    let id = shore.scene.add(ball(0.8), 700.0, [0.0, 0.6, 0.0]);
    let state = BodyState {
        velocity: DVec3::Y * -7.0,
        ..shore.scene.body(id).state
    };
    shore.scene.bodies.set_state(id, state);
    let (mut most, mut over_land) = (0, 0);
    for _ in 0..300 {
        shore.scene.step();
        let drops = shore.scene.bodies.spray().drops();
        most = most.max(drops.len());
        for drop in drops {
            let place = drop.place;
            let is_inside = place.x.abs() < 6.0 && place.z.abs() < 4.5;
            over_land += usize::from(is_inside && place.x.abs().max(place.z.abs()) > 1.2);
            assert!(
                !is_inside || place.y >= shore.bed(place.x, place.z) - 1e-3,
                "{place}"
            );
        }
    }
    assert!(most > 20 && over_land > 20, "{most} {over_land}");
    assert!(shore.scene.bodies.spray().drops().is_empty());
}
