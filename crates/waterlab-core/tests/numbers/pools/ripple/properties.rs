//! Properties of the ripple under random operations.

use crate::pools::measure::counts;
use proptest::prelude::*;
use waterlab_core::grid::Grid;
use waterlab_core::parameter::Value;
use waterlab_core::pool::{Disturbance, Fraction, Ripple, RowKernel, Size};
use waterlab_core::water::Water;

/// An operation on a pool.
#[derive(Clone, Debug)]
enum Operation {
    Disturb(Disturbance),
    Step(usize),
    FractionBits(i64),
    Reset,
}

fn place() -> impl Strategy<Value = Fraction> {
    (-0.2..1.2, -0.2..1.2).prop_map(|(u, v)| Fraction::clamped(u, v))
}

fn radius() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => 0.0..12.0,
        1 => any::<f64>(),
        1 => prop::sample::select(vec![
            f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300, -2.0, 0.0, 5e-324,
        ]),
    ]
}

fn weight() -> impl Strategy<Value = i16> {
    prop_oneof![
        4 => -128..=128_i16,
        1 => any::<i16>(),
        1 => prop::sample::select(vec![i16::MIN, i16::MAX, 0]),
    ]
}

fn operation() -> impl Strategy<Value = Operation> {
    let stone = (place(), radius(), weight()).prop_map(|(at, radius, weight)| {
        Operation::Disturb(Disturbance::stone(at, radius, f32::from(weight)))
    });
    let stroke = (place(), place(), radius(), weight()).prop_map(|(from, to, radius, weight)| {
        Operation::Disturb(Disturbance::stroke(from, to, radius, f32::from(weight)))
    });
    prop_oneof![
        3 => stone,
        2 => stroke,
        5 => (1..40_usize).prop_map(Operation::Step),
        1 => (0..=7_i64).prop_map(Operation::FractionBits),
        1 => Just(Operation::Reset),
    ]
}

fn walls_are_zero(grid: &Grid<i16>) -> bool {
    let (right, bottom) = (grid.columns() - 1, grid.rows() - 1);
    (0..=right).all(|column| grid[(column, 0)] == 0 && grid[(column, bottom)] == 0)
        && (0..=bottom).all(|row| grid[(0, row)] == 0 && grid[(right, row)] == 0)
}

fn is_zero(grid: &Grid<i16>) -> bool {
    grid.cells().iter().all(|&count| count == 0)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn edges_stay_at_0_calm_pools_stay_calm_and_kernels_agree(
        columns in 3..=64_i64,
        rows in 3..=64_i64,
        damping in 1..=15_i64,
        operations in prop::collection::vec(operation(), 1..24),
    ) {
        let size = Size::new(columns, rows).unwrap();
        let mut pools = [RowKernel::Plain, RowKernel::Vector].map(|kernel| {
            let mut pool = Ripple::with_kernel(size, kernel);
            pool.set("damping", Value::Integer(damping)).unwrap();
            pool
        });
        for operation in operations {
            for pool in &mut pools {
                match &operation {
                    Operation::Disturb(disturbance) => pool.disturb(disturbance),
                    Operation::Step(count) => (0..*count).for_each(|_| pool.step()),
                    Operation::FractionBits(bits) => {
                        pool.set("fraction_bits", Value::Integer(*bits)).unwrap();
                    }
                    Operation::Reset => pool.reset(),
                }
                prop_assert!(walls_are_zero(counts(pool)), "{:?}", operation);
                if pool.is_calm() {
// The surface is 0 and stays so.
                    prop_assert!(is_zero(counts(pool)));
                    let revision = pool.revision();
                    let mut later = pool.clone();
                    (0..3).for_each(|_| later.step());
                    prop_assert!(is_zero(counts(&later)) && later.revision() == revision);
                } else {
// Within two steps the surface is not 0, unless it settles.
                    let mut later = pool.clone();
                    let mut shown = !is_zero(counts(&later));
                    later.step();
                    shown |= !is_zero(counts(&later));
                    prop_assert!(shown || later.is_calm());
                }
            }
            prop_assert_eq!(counts(&pools[0]), counts(&pools[1]));
            prop_assert_eq!(pools[0].is_calm(), pools[1].is_calm());
        }
    }

    #[test]
    fn modest_waves_always_settle(
        columns in 3..=40_i64,
        rows in 3..=40_i64,
        damping in 1..=15_i64,
        stones in prop::collection::vec((place(), 0.5..6.0, -128..=128_i16), 1..6),
    ) {
        let mut pool = Ripple::new(Size::new(columns, rows).unwrap());
        pool.set("damping", Value::Integer(damping)).unwrap();
        for (at, radius, weight) in stones {
            pool.disturb(&Disturbance::stone(at, radius, f32::from(weight)));
        }
        let steps = (0..20_000).take_while(|_| {
            pool.step();
            !pool.is_calm()
        });
        prop_assert!(steps.count() < 20_000);
    }
}
