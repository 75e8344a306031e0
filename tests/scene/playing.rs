//! What happens when, and what costs nothing.

use super::{edited, read};
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::parameter::Value;
use waterlab::pool::{Disturbance, Fraction, State};
use waterlab::scene::{Play, Scene};

fn counts(play: &Play) -> Vec<i16> {
    match play.heights() {
        Heights::Counts { counts, .. } => counts.cells().to_vec(),
        Heights::Metres(_) => panic!("the ripple counts"),
    }
}

#[test]
fn the_show_is_a_lit_pool_that_moves() {
    let show = Scene::show(&[]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(show.view.kind.name, "lit");
    let mut play = Play::new(&show);
    play.advance_by(120);
    assert!(counts(&play).iter().any(|&count| count != 0));
}

#[test]
fn an_event_happens_just_before_its_step() {
    let scene = read("[water]\nsize = [9, 9]\n[[drop]]\nstep = 2\nradius = 1\nweight = 64");
    let mut play = Play::new(&scene);
    assert!(!play.is_idle());
    play.advance_by(2);
    assert!(counts(&play).iter().all(|&count| count == 0));
    play.advance();
    assert_eq!(play.step(), 3);
    // One step after a stone of one cell: half of −64, less a 32nd, in each of the four neighbours.
    let counts = counts(&play);
    assert_eq!(counts[4 * 9 + 3], -31);
    assert_eq!(counts[4 * 9 + 4], 0);
}

#[test]
fn of_one_step_stones_come_first_then_strokes_then_rain() {
    let place = "at = [0.5, 0.5]\nradius = 1\nweight = 10\n";
    let line = "from = [0.5, 0.5]\nto = [0.5, 0.5]\nradius = 1\nweight = 20\n";
    let text = format!("[water]\nsize = [9, 9]\n[[stroke]]\n{line}[[drop]]\n{place}");
    let events = read(&text).events;
    assert!(matches!(events[0].disturbance, Disturbance::Stone { .. }));
    assert!(matches!(events[1].disturbance, Disturbance::Stroke { .. }));
}

#[test]
fn skipping_calm_water_gives_what_stepping_through_it_gives() {
    let scene = read(
        "[water]\nsize = [24, 24]\ndamping = 2\n[[drop]]\nstep = 3\n[[drop]]\nstep = 700\nat = [0.2, 0.3]",
    );
    let mut skipping = Play::new(&scene);
    let mut stepping = Play::new(&scene);
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
fn the_same_seed_gives_the_same_rain_and_another_seed_another() {
    let play = |seed: &str| {
        let scene = edited(
            "[water]\nsize = [64, 64]\n[rain]\ndrops_per_second = 20",
            &[seed],
        )
        .unwrap();
        let mut play = Play::new(&scene);
        play.advance_by(100);
        counts(&play)
    };
    assert_eq!(play("rain.seed=5"), play("rain.seed=5"));
    assert_ne!(play("rain.seed=5"), play("rain.seed=6"));
    assert!(
        play("rain.drops_per_second=0")
            .iter()
            .all(|&count| count == 0)
    );
}

#[test]
fn rain_of_no_drops_lets_the_water_be_idle() {
    assert!(Play::new(&read("[rain]\ndrops_per_second = 0")).is_idle());
    assert!(!Play::new(&read("[rain]")).is_idle());
}

#[test]
fn rain_can_be_turned_on_and_off_and_changed_while_playing() {
    let mut play = Play::new(&read("[water]\nsize = [32, 32]"));
    assert!(!play.is_raining());
    play.set_raining(true);
    play.set_rain("drops_per_second", Value::Real(0.0)).unwrap();
    assert!(play.is_raining() && play.is_idle());
    play.set_rain("drops_per_second", Value::Real(600.0))
        .unwrap();
    play.advance_by(10);
    assert!(counts(&play).iter().any(|&count| count != 0));
    assert!(
        play.set_rain("drops_per_second", Value::Real(-1.0))
            .is_err()
    );
    assert_eq!(play.rain_settings().real("drops_per_second"), 600.0);
    play.set_raining(false);
    play.calm();
    assert!(play.is_idle() && counts(&play).iter().all(|&count| count == 0));
    play.advance();
    assert_eq!(play.step(), 11);
}

#[test]
fn a_poke_wakes_idle_water() {
    let mut play = Play::new(&read("[water]\nsize = [32, 32]"));
    play.poke(&Disturbance::stone(
        Fraction::new(0.5, 0.5).unwrap(),
        2.0,
        50,
    ));
    assert!(!play.is_idle());
    assert!(counts(&play).contains(&-50));
}

#[test]
fn water_that_is_no_longer_a_number_is_calmed_and_goes_on() {
    for (model, other) in [("wave", "spring"), ("iwave", "iwave-exact")] {
        let text = format!(
            "[water]\nmodel = \"{model}\"\nsize = [24, 16]\n[compare]\nmodel = \"{other}\""
        );
        let mut play = Play::new(&read(&text));
        let stone = Disturbance::stone(Fraction::clamped(0.5, 0.5), 3.0, 50);
        let is_calm = |play: &Play| play.waters().all(|water| water.is_calm());
        play.poke(&stone);
        play.advance_by(3);
        assert!(play.calm_what_ran_away().is_none(), "waves are no fault");
        assert!(!is_calm(&play));
        let lost = Grid::new(24, 16, f32::NAN);
        play.take_state(&State {
            heights: lost.clone(),
            velocity: lost,
        });
        assert_eq!(play.calm_what_ran_away().map(|lost| lost.name), Some(model));
        assert!(play.calm_what_ran_away().is_none(), "once");
        assert!(is_calm(&play));
        play.poke(&stone);
        play.advance_by(30);
        for water in play.waters() {
            let (low, high) = water.heights().range();
            let name = water.model().name;
            assert!(low.is_finite() && low < 0.0 && high.is_finite(), "{name}");
        }
        assert!(play.calm_what_ran_away().is_none(), "nothing of it is left");
    }
}
