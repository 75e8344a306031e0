//! Two compared waters, changes of model, and walls.

use super::{at, read};
use waterlab::grid::Grid;
use waterlab::pool::{Disturbance, Obstacle, Size, State};
use waterlab::scene::{Simulation, Source, WaterConfig};
use waterlab::water::{Model, Water, pools};

fn heights(water: &dyn Water) -> Grid<f32> {
    State::of(water).heights
}

/// The root mean square.
fn rms(grid: &Grid<f32>) -> f64 {
    let squares = grid.cells().iter().map(|&h| f64::from(h) * f64::from(h));
    (squares.sum::<f64>() / grid.cells().len() as f64).sqrt()
}

/// A simulation of a pool with long smooth waves.
fn disturbed(model: &'static Model) -> Simulation {
    let mut scene = read("[water]\nsize = [96, 64]");
    scene.water = WaterConfig::new(model);
    let mut simulation = Simulation::new(&scene);
    let hump = |u: f32, v: f32, x: f32, z: f32| (-((u - x).powi(2) + (v - z).powi(2)) / 0.01).exp();
    let surface = |scale: f32| {
        Grid::from_fn(96, 64, |column, row| {
            let (u, v) = ((column as f32 + 0.5) / 96.0, (row as f32 + 0.5) / 64.0);
            scale * (hump(u, v, 0.4, 0.5) - 0.6 * hump(u, v, 0.65, 0.4))
        })
    };
    let mut water = scene.water.build(scene.size, scene.steps_per_second);
    water.set_state(&State {
        length: 2.0,
        heights: surface(0.05),
        velocity: surface(0.001),
    });
    // A simulation starts at rest, so the waves are set as its state.
    simulation.take_state(&State::of(&*water));
    simulation
}

#[test]
fn every_event_reaches_both_waters() {
    for model in pools() {
        let mut scene = read(
            "[water]\nsize = [48, 40]\n[[drop]]\nstep = 3\nat = [0.3, 0.3]\n[[stroke]]\nstep = 9\n\
             [rain]\ndrops_per_second = 60",
        );
        scene.water = WaterConfig::new(model);
        scene.compare = Some(WaterConfig::new(model));
        scene.obstacles.push(Obstacle::Disc {
            at: at(0.6, 0.6),
            radius: 4.0,
        });
        scene.sources.push(Source {
            from: at(0.1, 0.2),
            to: at(0.1, 0.8),
            radius: 1.0,
            weight: 30,
            period: 20.0,
            pour: 0.0,
            first: 5,
            last: 60,
        });
        let mut simulation = Simulation::new(&scene);
        for step in 0..90 {
            match step {
                30 => simulation.poke(&Disturbance::stone(at(0.5, 0.2), 4.0, 50.0)),
                50 => simulation.build_wall(&Obstacle::Wall {
                    from: at(0.2, 0.0),
                    to: at(0.2, 0.5),
                    thickness: 2.0,
                }),
                _ => {}
            }
            simulation.advance();
        }
        let other = simulation.other().expect("a second water");
        assert!(rms(&heights(other)) > 1e-4, "{}: it moves", model.name);
        assert_eq!(
            heights(simulation.water()),
            heights(other),
            "{}",
            model.name
        );
        simulation.reset();
        assert!(simulation.waters().all(|water| water.is_calm()));
    }
}

#[test]
fn a_change_of_model_keeps_the_surface() {
    for before in pools() {
        for after in pools() {
            let mut simulation = disturbed(before);
            let old = State::of(simulation.water());
            assert!(rms(&old.heights) > 5e-3, "{}: it moves", before.name);
            simulation.set_model(&WaterConfig::new(after));
            let new = State::of(simulation.water());
            let names = format!("{} to {}", before.name, after.name);
            let on_grid = old.resampled(new.heights.columns(), new.heights.rows());
            let off = |new: &Grid<f32>, old: &Grid<f32>| {
                let difference = new.cells().iter().zip(old.cells()).map(|(a, b)| a - b);
                rms(
                    &Grid::from_cells(new.columns(), new.rows(), difference.collect())
                        .expect("full"),
                )
            };
            let heights = off(&new.heights, &on_grid.heights) / rms(&old.heights);
            assert!(heights < 0.02, "{names}: heights off by {heights}");
            // A count of the integer models is ½ mm, and their fixed edges are 0.
            let level = (new.heights.mean() - old.heights.mean()).abs();
            assert!(level < 5e-5, "{names}: the level jumps by {level} m");
            let velocity = off(&new.velocity, &on_grid.velocity);
            assert!(velocity < 4e-4, "{names}: velocities off by {velocity}");
        }
    }
}

#[test]
fn a_calm_pool_stays_calm_under_another_model() {
    for model in pools() {
        let mut simulation = Simulation::new(&read("[water]\nsize = [32, 32]"));
        simulation.set_model(&WaterConfig::new(model));
        assert!(simulation.is_idle(), "{}", model.name);
        simulation.compare_with(Some(&WaterConfig::new(model)));
        assert!(simulation.is_idle() && simulation.other().is_some());
        simulation.compare_with(None);
        assert!(simulation.other().is_none());
    }
}

#[test]
fn walls_survive_a_change_of_model_and_can_be_cleared() {
    for model in pools() {
        let mut simulation = Simulation::new(&read("[water]\nsize = [40, 40]"));
        simulation.build_wall(&Obstacle::Disc {
            at: at(0.5, 0.5),
            radius: 8.0,
        });
        let revision = simulation.walls_revision();
        simulation.set_model(&WaterConfig::new(model));
        let solid = |simulation: &Simulation| {
            let obstruction = simulation.water().obstruction();
            obstruction
                .cells()
                .iter()
                .filter(|&&open| open < 0.5)
                .count() as f64
                / obstruction.cells().len() as f64
        };
        // π·8²/40², and the soft rim of some models.
        let share = solid(&simulation);
        assert!((0.1..0.2).contains(&share), "{}: {share}", model.name);
        assert!(simulation.walls().is_solid(20, 20) && !simulation.walls().is_solid(5, 5));
        simulation.clear_walls();
        assert_eq!(solid(&simulation), 0.0, "{}", model.name);
        assert!(simulation.walls().is_open());
        assert_ne!(simulation.walls_revision(), revision);
    }
}

#[test]
fn walls_are_still_and_water_outside_moves() {
    for model in pools() {
        let mut scene = read("[water]\nsize = [64, 64]\n[rain]\ndrops_per_second = 200");
        scene.water = WaterConfig::new(model);
        scene.obstacles.push(Obstacle::Disc {
            at: at(0.5, 0.5),
            radius: 12.0,
        });
        let mut simulation = Simulation::new(&scene);
        simulation.advance_by(300);
        let water = simulation.water();
        let (heights, obstruction) = (heights(water), water.obstruction());
        assert!(rms(&heights) > 1e-4, "{}", model.name);
        for (height, open) in heights.cells().iter().zip(obstruction.cells()) {
            assert!(
                *open > 0.0 || *height == 0.0,
                "{}: {height} in a wall",
                model.name
            );
        }
    }
}

#[test]
fn a_source_oscillates_with_its_period_between_its_steps() {
    let source = Source {
        from: at(0.5, 0.5),
        to: at(0.5, 0.5),
        radius: 2.0,
        weight: 100,
        period: 8.0,
        pour: 0.0,
        first: 10,
        last: 29,
    };
    let weight = |step| source.disturbance(step).map(|push| push.as_stroke().3);
    assert_eq!((weight(9), weight(30)), (None, None));
    let swing: Vec<_> = (10..18).filter_map(weight).collect();
    // 100·sin: 0, 71, 100, 71, 0, −71, …
    let wanted = [71.0, 29.0, -29.0, -71.0, -71.0, -29.0, 29.0, 71.0];
    assert_eq!(swing, wanted);
    assert_eq!(weight(18), weight(10));
    assert!(source.disturbance(12).expect("it oscillates").adds());

    // A simulation with a future source is not idle, and skips to it.
    let mut scene = read("[water]\nsize = [32, 32]");
    scene.sources.push(source);
    let (mut skipping, mut stepping) = (Simulation::new(&scene), Simulation::new(&scene));
    assert!(!skipping.is_idle());
    skipping.advance_by(25);
    for _ in 0..25 {
        stepping.advance();
    }
    assert_eq!(heights(skipping.water()), heights(stepping.water()));
    assert!(!skipping.water().is_calm());
    skipping.advance_by(2000);
    assert!(skipping.is_idle(), "the source has ended");
}

#[test]
fn walls_can_be_resampled_to_a_pool_of_another_size() {
    // A resampled wall stays where it was.
    let size = |columns, rows| Size::new(columns, rows).expect("possible");
    let mut walls = waterlab::pool::Obstruction::open(size(40, 40));
    walls.add(&Obstacle::Wall {
        from: at(0.0, 0.5),
        to: at(1.0, 0.5),
        thickness: 8.0,
    });
    for model in pools() {
        let mut water = model.create(size(80, 60));
        water.set_obstacles(&walls);
        let obstruction = water.obstruction();
        let rows = obstruction.rows();
        let open = |v: f64| obstruction[(5, (v * rows as f64) as usize)];
        assert!(
            open(0.5) < 0.5 && open(0.25) > 0.5 && open(0.75) > 0.5,
            "{}",
            model.name
        );
    }
}
