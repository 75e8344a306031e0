//! Running simulations: the order of events, idleness, rain and resets.

use super::{edited, read};
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::parameter::Value;
use waterlab::pool::{Disturbance, Fraction, State};
use waterlab::scene::{Scene, Simulation};

fn counts(simulation: &Simulation) -> Vec<i16> {
    match simulation.heights() {
        Heights::Counts { counts, .. } => counts.cells().to_vec(),
        Heights::Metres(_) => panic!("the ripple counts"),
    }
}

#[test]
fn the_start_scene_is_a_moving_lit_pool() {
    let scene = Scene::show(&[]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(scene.view.kind.name, "lit");
    let mut simulation = Simulation::new(&scene);
    simulation.advance_by(120);
    assert!(counts(&simulation).iter().any(|&count| count != 0));
}

#[test]
fn an_event_happens_just_before_its_step() {
    let scene = read("[water]\nsize = [9, 9]\n[[drop]]\nstep = 2\nradius = 1\nweight = 64");
    let mut simulation = Simulation::new(&scene);
    assert!(!simulation.is_idle());
    simulation.advance_by(2);
    assert!(counts(&simulation).iter().all(|&count| count == 0));
    simulation.advance();
    assert_eq!(simulation.step(), 3);
    // One step after a stone of one cell, each of the four neighbours has half of −64, less a 32nd.
    let counts = counts(&simulation);
    assert_eq!(counts[4 * 9 + 3], -31);
    assert_eq!(counts[4 * 9 + 4], 0);
}

#[test]
fn within_a_step_stones_come_before_strokes() {
    let place = "at = [0.5, 0.5]\nradius = 1\nweight = 10\n";
    let line = "from = [0.5, 0.5]\nto = [0.5, 0.5]\nradius = 1\nweight = 20\n";
    let text = format!("[water]\nsize = [9, 9]\n[[stroke]]\n{line}[[drop]]\n{place}");
    let events = read(&text).events;
    assert!(matches!(events[0].disturbance, Disturbance::Stone { .. }));
    assert!(matches!(events[1].disturbance, Disturbance::Stroke { .. }));
}

#[test]
fn skipping_calm_water_equals_stepping_through_it() {
    let scene = read(
        "[water]\nsize = [24, 24]\ndamping = 2\n[[drop]]\nstep = 3\n[[drop]]\nstep = 700\nat = [0.2, 0.3]",
    );
    let mut skipping = Simulation::new(&scene);
    let mut stepping = Simulation::new(&scene);
    for steps in [1, 2, 600, 97, 3, 2] {
        skipping.advance_by(steps);
        (0..steps).for_each(|_| stepping.advance());
        assert_eq!(skipping.step(), stepping.step());
        assert_eq!(
            counts(&skipping),
            counts(&stepping),
            "step {}",
            stepping.step()
        );
    }
    assert!(counts(&stepping).iter().any(|&count| count != 0));
    skipping.advance_by(1_000_000_000_000);
    assert!(skipping.is_idle());
}

#[test]
fn rain_depends_only_on_its_seed() {
    let simulation = |seed: &str| {
        let scene = edited(
            "[water]\nsize = [64, 64]\n[rain]\ndrops_per_second = 20",
            &[seed],
        )
        .unwrap();
        let mut simulation = Simulation::new(&scene);
        simulation.advance_by(100);
        counts(&simulation)
    };
    assert_eq!(simulation("rain.seed=5"), simulation("rain.seed=5"));
    assert_ne!(simulation("rain.seed=5"), simulation("rain.seed=6"));
    assert!(
        simulation("rain.drops_per_second=0")
            .iter()
            .all(|&count| count == 0)
    );
}

#[test]
fn rain_without_drops_leaves_the_simulation_idle() {
    assert!(Simulation::new(&read("[rain]\ndrops_per_second = 0")).is_idle());
    assert!(!Simulation::new(&read("[rain]")).is_idle());
}

#[test]
fn rain_can_be_switched_and_changed_during_a_simulation() {
    let mut simulation = Simulation::new(&read("[water]\nsize = [32, 32]"));
    assert!(!simulation.is_raining());
    simulation.set_raining(true);
    simulation
        .set_rain("drops_per_second", Value::Real(0.0))
        .unwrap();
    assert!(simulation.is_raining() && simulation.is_idle());
    simulation
        .set_rain("drops_per_second", Value::Real(600.0))
        .unwrap();
    simulation.advance_by(10);
    assert!(counts(&simulation).iter().any(|&count| count != 0));
    assert!(
        simulation
            .set_rain("drops_per_second", Value::Real(-1.0))
            .is_err()
    );
    assert_eq!(simulation.rain_settings().real("drops_per_second"), 600.0);
    simulation.set_raining(false);
    simulation.reset();
    assert!(simulation.is_idle() && counts(&simulation).iter().all(|&count| count == 0));
    simulation.advance();
    assert_eq!(simulation.step(), 11);
}

#[test]
fn a_poke_wakes_idle_water() {
    let mut simulation = Simulation::new(&read("[water]\nsize = [32, 32]"));
    simulation.poke(&Disturbance::stone(
        Fraction::new(0.5, 0.5).unwrap(),
        2.0,
        50.0,
    ));
    assert!(!simulation.is_idle());
    assert!(counts(&simulation).contains(&-50));
}

#[test]
fn water_that_becomes_nan_is_reset_and_continues() {
    for (model, other) in [("wave", "spring"), ("iwave", "iwave-exact")] {
        let text = format!(
            "[water]\nmodel = \"{model}\"\nsize = [24, 16]\n[compare]\nmodel = \"{other}\""
        );
        let mut simulation = Simulation::new(&read(&text));
        let stone = Disturbance::stone(Fraction::clamped(0.5, 0.5), 3.0, 50.0);
        let is_calm = |simulation: &Simulation| simulation.waters().all(|water| water.is_calm());
        simulation.poke(&stone);
        simulation.advance_by(3);
        assert!(
            simulation.calm_what_ran_away().is_none(),
            "waves are not an error"
        );
        assert!(!is_calm(&simulation));
        let lost = Grid::new(24, 16, f32::NAN);
        simulation.take_state(&State {
            length: 2.0,
            heights: lost.clone(),
            velocity: lost,
        });
        assert_eq!(
            simulation.calm_what_ran_away().map(|lost| lost.name),
            Some(model)
        );
        assert!(simulation.calm_what_ran_away().is_none(), "once");
        assert!(is_calm(&simulation));
        simulation.poke(&stone);
        simulation.advance_by(30);
        for water in simulation.waters() {
            let (low, high) = water.heights().range();
            let name = water.model().name;
            assert!(low.is_finite() && low < 0.0 && high.is_finite(), "{name}");
        }
        assert!(
            simulation.calm_what_ran_away().is_none(),
            "the reset was incomplete"
        );
    }
}

#[test]
fn rain_as_in_nature_disturbs_no_water() {
    let mut simulation = Simulation::new(&read("[rain]\nkind = \"rain\"\nrate = 30"));
    assert_eq!(simulation.rainfall().rate(), 30.0);
    simulation.advance_by(200);
    assert!(counts(&simulation).iter().all(|&count| count == 0));
    assert!(simulation.is_idle());
    simulation.set_raining(false);
    assert_eq!(simulation.rainfall().rate(), 0.0);
    simulation
        .set_rain("kind", Value::Choice(0))
        .expect("stones");
    simulation.set_raining(true);
    assert_eq!(simulation.rainfall().rate(), 0.0);
    simulation.advance_by(200);
    assert!(counts(&simulation).iter().any(|&count| count != 0));
}

#[test]
fn a_user_starts_natural_rain_where_the_view_draws_it_and_stones_elsewhere() {
    for (view, rate) in [("lit", 8.0), ("mesh", 0.0), ("picture", 0.0)] {
        let scene = read(&format!("[view]\nkind = \"{view}\""));
        let mut simulation = Simulation::new(&scene);
        assert_eq!(simulation.rainfall().rate(), 0.0);
        simulation.set_raining(true);
        assert_eq!(simulation.rainfall().rate(), rate, "{view}");
    }
    // A tank is indoors.
    let scene = read("[view]\nkind = \"lit\"\nsetting = \"tank\"");
    let mut simulation = Simulation::new(&scene);
    simulation.set_raining(true);
    assert_eq!(simulation.rainfall().rate(), 0.0);
    // A scene that names rain means stones, unless it says otherwise.
    let scene = read("[view]\nkind = \"lit\"\n[rain]");
    assert_eq!(Simulation::new(&scene).rainfall().rate(), 0.0);
}
