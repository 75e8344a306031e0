//! The classic ripple: the wave equation in integers, with shifts in place of multiplications (docs/models.md §1).
//!
//! Two signed 16-bit grids, and the recurrence of [`super::recurrence`] for every interior cell. Its `>>` rounds toward −∞,
//! which lets the pool come to rest at exactly 0. The border is a fixed wall: its cells hold 0, and a crest returns
//! as a trough.
//!
//! Every damping shift ends in exactly 0. Steps until then on 128 × 128 after one stone of radius 4 and weight 100 in the
//! middle:
//!
//! | damping | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 to 15 |
//! | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
//! | no fraction bits | 21 | 42 | 71 | 86 | 97 | 120 | 141 | 175 | 169 |
//! | 4 fraction bits | 25 | 55 | 91 | 149 | 255 | 419 | 705 | 1090 | 1655 to 1895 |
//!
//! From a shift of about 9 on, only the rounding calms the water: a larger shift has no effect, more fraction
//! bits do.

mod walls;

use super::brush::Brush;
use super::recurrence::{DAMPING, FRACTION_BITS, RowKernel, Waves};
use super::{DEPTH, Disturbance, LENGTH, Motion, Patch, Pool, Setup, Size, Solver, State};
use crate::grid::Grid;
use crate::heights::Heights;
use crate::parameter::{Parameter, Preset, Settings, Value};
use crate::water::{Model, always_stable};
use std::borrow::Cow;
use walls::Walls;

/// The ripple's entry in [`crate::water::MODELS`].
pub(crate) static MODEL: Model = Model {
    name: "ripple",
    title: "Ripple",
    about: "The classic integer recurrence: a quarter of a million cells with nothing but additions and shifts.",
    parameters: &PARAMETERS,
    presets: &PRESETS,
    maps: &[],
    walls: true,
    depth: false,
    flows: false,
    ground: false,
    poke: 1,
    sea: None,
    check: always_stable,
    make: |settings, _, size| Ripple::boxed(settings, size),
};

static PRESETS: [Preset; 4] = [
    Preset {
        title: "Classic picture",
        values: &[("damping", Value::Integer(5))],
    },
    Preset {
        title: "Classic mesh",
        values: &[("damping", Value::Integer(4))],
    },
    Preset {
        title: "Long rings",
        values: &[
            ("damping", Value::Integer(7)),
            ("fraction_bits", Value::Integer(4)),
        ],
    },
    Preset {
        title: "Honey",
        values: &[
            ("damping", Value::Integer(2)),
            ("fraction_bits", Value::Integer(4)),
        ],
    },
];

static PARAMETERS: [Parameter; 4] = [LENGTH, DEPTH, DAMPING, FRACTION_BITS];

/// A pool of the classic ripple.
///
/// `fraction_bits` may be set while the water moves: the stored counts are shifted to the new unit, saturating, and what
/// falls below the new smallest count rounds toward −∞. The displayed surface does not change.
pub type Ripple = Pool<RippleSolver>;

/// The arithmetic of [`Ripple`].
#[derive(Clone)]
pub struct RippleSolver {
    brush: Brush,
    kernel: RowKernel,
    waves: Waves,
    walls: Option<Walls>,
    /// The setting of this name, converted for the arithmetic.
    damping: u32,
}

impl Ripple {
    /// A pool at rest with this row kernel; the counts are the same with any kernel.
    pub fn with_kernel(size: Size, kernel: RowKernel) -> Self {
        let mut ripple = Self::new(size);
        ripple.solver.kernel = kernel;
        ripple
    }

    /// The row kernel of this pool.
    pub fn kernel(&self) -> RowKernel {
        self.solver.kernel
    }
}

impl RippleSolver {
    /// Sets the cells inside walls to 0.
    fn flatten(&mut self) -> Motion {
        if let Some(walls) = &self.walls {
            for surface in self.waves.both() {
                walls.flatten(surface);
            }
        }
        self.motion()
    }

    fn motion(&self) -> Motion {
        Motion::at_rest(self.waves.is_calm())
    }
}

impl Solver for RippleSolver {
    fn model() -> &'static Model {
        &MODEL
    }

    fn new(setup: &Setup) -> Self {
        let (columns, rows) = (setup.size.columns(), setup.size.rows());
        let mut ripple = Self {
            brush: Brush::new(columns, rows, 1),
            kernel: RowKernel::Vector,
            waves: Waves::new(columns, rows, 0),
            walls: None,
            damping: 0,
        };
        ripple.follow(setup.settings, setup);
        ripple
    }

    fn step(&mut self, _: &Setup) -> Motion {
        self.waves.step(self.kernel, self.damping);
        if let Some(walls) = &self.walls {
            walls.flatten(&mut self.waves.current);
        }
        self.motion()
    }

    fn apply(&mut self, disturbance: &Disturbance, setup: &Setup) -> Motion {
        let (from, to, radius, weight) = disturbance.as_stroke();
        let count = self.waves.count(-weight);
        let [from, to] = [from, to].map(|at| setup.size.cell(at));
        for (row, span) in self.brush.swept(from, to, radius) {
            if disturbance.adds() {
                self.waves.add(row, span, count);
            } else {
                let fill = |counts: &mut [i16]| counts[span].fill(count);
                self.waves.current.change(row, fill);
            }
        }
        self.flatten()
    }

    fn raise(&mut self, patches: &[Patch], factor: f32, setup: &Setup) -> Motion {
        let (last_column, last_row) = (setup.size.columns() - 1, setup.size.rows() - 1);
        for patch in patches {
            patch.for_each((last_column, last_row), |column, row, metres| {
                if column > 0 && row > 0 && !setup.is_solid(column, row) {
                    self.waves.raise((column, row), metres, factor);
                }
            });
        }
        self.motion()
    }

    fn heights(&self) -> Heights<'_> {
        self.waves.heights()
    }

    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        Cow::Owned(self.waves.velocity())
    }

    fn set_state(&mut self, state: &State, _: &Setup) -> Motion {
        self.waves.take_over(state, 1);
        self.flatten()
    }

    fn reset(&mut self) -> Motion {
        self.waves.reset();
        Motion::AtRest
    }

    fn follow(&mut self, _: &Settings, setup: &Setup) -> Motion {
        self.damping = setup.settings.integer("damping") as u32;
        let bits = setup.settings.integer("fraction_bits") as u32;
        self.waves.keep_bits(bits);
        self.waves.half_length = setup.half_length();
        self.motion()
    }

    fn set_walls(&mut self, setup: &Setup) -> Motion {
        self.walls = setup.walls.and_then(Walls::new);
        self.flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::recurrence::{Extent, Surface};
    use crate::pool::{Fraction, METRES_PER_WEIGHT};
    use crate::water::Water;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn is_zero(ripple: &Ripple) -> bool {
        let zero = |surface: &Surface| surface.counts.cells().iter().all(|&count| count == 0);
        zero(&ripple.solver.waves.current) && zero(&ripple.solver.waves.previous)
    }

    fn bounds_hold(surface: &Surface) -> bool {
        (0..surface.counts.rows()).all(|row| {
            let tight = Extent::of(surface.counts.row(row));
            let extent = surface.extents[row];
            extent.with(tight) == extent && extent.is_calm() == tight.is_calm()
        })
    }

    #[test]
    fn calm_is_told_exactly_when_both_grids_are_zero() {
        let mut random = Pcg64Mcg::seed_from_u64(3);
        for kernel in [RowKernel::Plain, RowKernel::Vector] {
            let mut ripple = Ripple::with_kernel(Size::new(40, 9).unwrap(), kernel);
            let mut calm_again = 0;
            for round in 0..3000 {
                if random.random_bool(0.01) {
                    let at = Fraction::clamped(random.random(), random.random());
                    let weight = random.random_range(-5..=30_i16);
                    ripple.disturb(&Disturbance::stone(
                        at,
                        random.random_range(0.0..60.0),
                        weight.into(),
                    ));
                    assert_eq!(ripple.is_calm(), is_zero(&ripple), "round {round}");
                }
                if random.random_bool(0.02) {
                    let bits = Value::Integer(random.random_range(0..=2));
                    ripple.set("fraction_bits", bits).unwrap();
                    let damping = Value::Integer(random.random_range(1..=4));
                    ripple.set("damping", damping).unwrap();
                }
                let calm_before = ripple.is_calm();
                ripple.step();
                calm_again += i32::from(ripple.is_calm() && !calm_before);
                assert_eq!(ripple.is_calm(), is_zero(&ripple), "round {round}");
                assert!(
                    bounds_hold(&ripple.solver.waves.current)
                        && bounds_hold(&ripple.solver.waves.previous)
                );
            }
            assert!(calm_again > 10, "calm came back only {calm_again} times");
        }
    }

    #[test]
    fn a_stone_that_touches_nothing_or_weighs_nothing_leaves_the_pool_calm() {
        let mut ripple = Ripple::new(Size::new(16, 16).unwrap());
        let middle = Fraction::new(0.5, 0.5).unwrap();
        ripple.disturb(&Disturbance::stone(middle, 3.0, 0.0));
        assert!(ripple.is_calm());
        ripple.disturb(&Disturbance::stone(middle, 0.0, 100.0));
        assert!(ripple.is_calm());
        let corner = Fraction::new(0.0, 0.0).unwrap();
        ripple.disturb(&Disturbance::stone(corner, 1.0, 100.0));
        assert!(ripple.is_calm(), "a wall cannot be moved");
    }

    #[test]
    fn fraction_bits_shift_the_counts_and_leave_the_metres() {
        let mut ripple = Ripple::new(Size::new(16, 16).unwrap());
        ripple.disturb(&Disturbance::stone(
            Fraction::new(0.5, 0.5).unwrap(),
            2.0,
            100.0,
        ));
        ripple.step();
        let metres = |ripple: &Ripple| ripple.heights().metres(8, 8);
        let before = metres(&ripple);
        assert!(before != 0.0);
        for bits in [4, 7, 1, 0] {
            ripple.set("fraction_bits", Value::Integer(bits)).unwrap();
            assert_eq!(metres(&ripple), before, "{bits} bits");
        }
        ripple.disturb(&Disturbance::stone(
            Fraction::new(0.5, 0.5).unwrap(),
            2.0,
            1000.0,
        ));
        ripple.set("fraction_bits", Value::Integer(7)).unwrap();
        assert_eq!(metres(&ripple), -256.0 * METRES_PER_WEIGHT, "saturated");
        ripple.step();
        assert!(
            bounds_hold(&ripple.solver.waves.current) && bounds_hold(&ripple.solver.waves.previous)
        );
    }
}
