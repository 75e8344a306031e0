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
use super::{DEPTH, Disturbance, LENGTH, Obstruction, Size, State, half_length};
use crate::grid::Grid;
use crate::heights::Heights;
use crate::parameter::{Parameter, ParameterError, Preset, Settings, Value};
use crate::surface::Surface;
use crate::water::{Model, Status, Water, always_stable, bounded, settled};
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
    poke: 1,
    sea: None,
    check: always_stable,
    make: |settings, _, size| settled(Ripple::new(size), settings),
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
#[derive(Clone)]
pub struct Ripple {
    status: Status,
    brush: Brush,
    kernel: RowKernel,
    waves: Waves,
    walls: Option<Walls>,
    /// The setting of this name, converted for the arithmetic.
    damping: u32,
}

impl Ripple {
    /// A pool at rest.
    pub fn new(size: Size) -> Self {
        Self::with_kernel(size, RowKernel::Vector)
    }

    /// A pool at rest with this row kernel; the counts are the same with any kernel.
    pub fn with_kernel(size: Size, kernel: RowKernel) -> Self {
        let mut ripple = Self {
            status: Status::at_rest(&MODEL, size),
            brush: Brush::new(size.columns(), size.rows(), 1),
            kernel,
            waves: Waves::new(size.columns(), size.rows(), 0),
            walls: None,
            damping: 0,
        };
        ripple.read_settings();
        ripple
    }

    /// The row kernel of this pool.
    pub fn kernel(&self) -> RowKernel {
        self.kernel
    }

    fn read_settings(&mut self) {
        self.damping = self.status.settings().integer("damping") as u32;
        let bits = self.status.settings().integer("fraction_bits") as u32;
        self.waves.keep_bits(bits);
        self.waves.half_length = half_length(self.status.settings());
    }

    /// Sets the cells inside walls to 0.
    fn flatten(&mut self) {
        if let Some(walls) = &self.walls {
            for surface in self.waves.both() {
                walls.flatten(surface);
            }
        }
        self.changed();
    }

    /// Records that the counts were changed outside the recurrence.
    fn changed(&mut self) {
        self.status.changed(self.waves.is_calm());
    }
}

impl Water for Ripple {
    fn status(&self) -> &Status {
        &self.status
    }

    fn step(&mut self) {
        if self.is_calm() {
            return;
        }
        self.waves.step(self.kernel, self.damping);
        if let Some(walls) = &self.walls {
            walls.flatten(&mut self.waves.current);
        }
        self.changed();
    }

    fn disturb(&mut self, disturbance: &Disturbance) {
        let (from, to, radius, weight) = disturbance.as_stroke();
        let count = self.waves.count(-weight);
        let (from, to) = (self.size().cell(from), self.size().cell(to));
        for (row, span) in self.brush.swept(from, to, radius) {
            if disturbance.adds() {
                self.waves.add(row, span, count);
            } else {
                let fill = |counts: &mut [i16]| counts[span].fill(count);
                self.waves.current.change(row, fill);
            }
        }
        self.flatten();
    }

    fn heights(&self) -> Heights<'_> {
        self.waves.heights()
    }

    fn surface(&self) -> Surface<'_> {
        bounded(self)
    }

    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        Cow::Owned(self.waves.velocity())
    }

    fn set_state(&mut self, surface: &State) {
        self.waves.take_over(surface, 1);
        self.flatten();
    }

    fn set_obstacles(&mut self, obstruction: &Obstruction) {
        self.walls = Walls::new(&obstruction.resampled(self.size()));
        self.flatten();
    }

    fn obstruction(&self) -> Cow<'_, Grid<f32>> {
        let open = |column, row| {
            let solid = self
                .walls
                .as_ref()
                .is_some_and(|walls| walls.mask[(column, row)] == 0);
            if solid { 0.0 } else { 1.0 }
        };
        Cow::Owned(Grid::from_fn(self.waves.columns(), self.waves.rows(), open))
    }

    fn reset(&mut self) {
        self.waves.reset();
        self.changed();
    }

    fn apply_settings(&mut self, settings: &Settings) -> Result<(), ParameterError> {
        self.status.apply_settings(settings)?;
        self.read_settings();
        self.changed();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::recurrence::{Extent, Surface};
    use crate::pool::{Fraction, METRES_PER_WEIGHT};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn is_zero(ripple: &Ripple) -> bool {
        let zero = |surface: &Surface| surface.counts.cells().iter().all(|&count| count == 0);
        zero(&ripple.waves.current) && zero(&ripple.waves.previous)
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
                assert!(bounds_hold(&ripple.waves.current) && bounds_hold(&ripple.waves.previous));
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
        assert!(bounds_hold(&ripple.waves.current) && bounds_hold(&ripple.waves.previous));
    }
}
