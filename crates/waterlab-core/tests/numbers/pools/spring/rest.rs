//! Springs with rest lengths.

use super::{Literal, rough};
use crate::pools::endurance::{pool, settles_within};
use crate::pools::measure::heights;
use waterlab_core::grid::Grid;
use waterlab_core::parameter::Value;
use waterlab_core::pool::{Disturbance, Fraction};
use waterlab_core::water::Water;

/// Steps until the pond is calm: the last change of a height is then below 10⁻⁷ m.
fn settle(water: &mut dyn Water) {
    let moving = (0..20_000).take_while(|_| {
        water.step();
        !water.is_calm()
    });
    assert!(moving.count() < 20_000, "never settles");
}

/// The largest difference of heights from the literal implementation.
fn apart(water: &dyn Water, literal: &Literal) -> f64 {
    let heights = heights(water);
    let pairs = heights.cells().iter().zip(&literal.l);
    pairs.fold(0.0, |max, (one, other)| {
        (f64::from(*one) - other).abs().max(max)
    })
}

#[test]
fn a_uniform_rest_length_moves_the_level_like_one_spring() {
    let mut water = pool("spring", 20, 14, &[("rest_length", Value::Real(0.05))]);
    assert!(!water.is_calm(), "calm with stretched springs");
    // Nodes that move alike act as a single spring.
    let (mut l, mut w) = (0.0_f64, 0.0_f64);
    for step in 0..400 {
        water.step();
        (l, w) = (l + w, w - 0.01 * (l - 0.05) - 0.02 * w);
        for &height in heights(&*water).cells() {
            assert!(
                (f64::from(height) - l).abs() < 1e-6,
                "step {step}: {height} for {l}"
            );
        }
    }
    settle(&mut *water);
    for &height in heights(&*water).cells() {
        assert!((height - 0.05).abs() < 2e-5, "{height}");
    }
}

#[test]
fn a_map_of_rest_lengths_agrees_with_the_reference() {
    for length in [0.04, -0.2] {
        let mut water = pool("spring", 40, 30, &[("rest_length", Value::Real(length))]);
        let map = Grid::from_fn(
            40,
            30,
            |column, row| {
                if column > 20 && row > 11 { 1.0 } else { 0.25 }
            },
        );
        water.set_map("rest_length_map", Some(&map)).unwrap();
        water.set_state(&rough(40, 30));
        let mut literal = Literal::of(&*water, 0.01, 0.02);
        for (rest, part) in literal.rest.iter_mut().zip(map.cells()) {
            *rest = length * f64::from(*part);
        }
        for step in 0..300 {
            water.step();
            literal.step();
            let apart = apart(&*water, &literal);
            // Single precision with heights up to 0.4 m.
            assert!(apart < 1e-6, "step {step}: {apart}");
        }
        // The settled pond is the limit of the equation.
        settle(&mut *water);
        (0..5000).for_each(|_| literal.step());
        assert!(apart(&*water, &literal) < 3e-5, "{length}");
        let (high, low) = (heights(&*water)[(39, 29)], heights(&*water)[(0, 0)]);
        assert!(f64::from(high - low) / length > 0.4, "{high} and {low}");
    }
}

#[test]
fn a_relief_of_rest_lengths_recovers_after_a_stone() {
    let mut water = pool("spring", 24, 20, &[("rest_length", Value::Real(0.1))]);
    let map = Grid::from_fn(24, 20, |column, _| if column < 12 { 1.0 } else { 0.0 });
    water.set_map("rest_length_map", Some(&map)).unwrap();
    settle(&mut *water);
    let relief = heights(&*water).clone();
    let revision = water.revision();
    water.step();
    assert_eq!(water.revision(), revision, "it still computes at rest");
    water.disturb(&Disturbance::stone(Fraction::clamped(0.3, 0.5), 4.0, 80.0));
    settle(&mut *water);
    for (one, other) in heights(&*water).cells().iter().zip(relief.cells()) {
        assert!((one - other).abs() < 3e-5, "{one} for {other}");
    }
    water.set("rest_length", Value::Real(0.0)).unwrap();
    assert!(!water.is_calm());
    settles_within(&mut *water, 20_000);
}

#[test]
fn a_reset_moves_every_node_to_its_rest_length() {
    let mut water = pool("spring", 12, 10, &[("rest_length", Value::Real(-0.07))]);
    water.disturb(&Disturbance::stone(Fraction::clamped(0.5, 0.5), 3.0, 80.0));
    water.reset();
    water.step();
    assert!(water.is_calm());
    assert!(
        heights(&*water)
            .cells()
            .iter()
            .all(|&height| height == -0.07)
    );
}
