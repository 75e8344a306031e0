//! The classic ripple: the wave equation in integers, one shift in place of every multiplication (reference §1).
//!
//! Two signed 16-bit grids. One step, for every interior cell, in 32-bit arithmetic:
//!
//! ```text
//! sum  = current[W] + current[E] + current[N] + current[S]
//! next = (sum >> 1) − previous
//! next = next − (next >> damping)
//! ```
//!
//! `>>` rounds toward −∞, which is what lets the pool come to rest at exactly 0. The border is a fixed wall: its cells
//! hold 0, and a crest comes back as a trough.
//!
//! Every damping shift ends in exactly 0. Steps until then on 128 × 128 after one stone of radius 4 and weight 100 in the
//! middle:
//!
//! | damping | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 to 15 |
//! | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
//! | no fraction bits | 21 | 42 | 71 | 86 | 97 | 120 | 141 | 175 | 169 |
//! | 4 fraction bits | 25 | 55 | 91 | 149 | 255 | 419 | 705 | 1090 | 1655 to 1895 |
//!
//! From a shift of about 9 on, it is the rounding alone that calms the water: a larger shift changes nothing, more fraction
//! bits do.

mod kernel;
mod surface;
mod walls;

pub use kernel::RowKernel;

use super::brush::Brush;
use super::model::always_stable;
use super::{Disturbance, METRES_PER_WEIGHT, Model, Obstruction, Size, Water};
use crate::grid::Grid;
use crate::heights::Heights;
use crate::parameter::{Parameter, ParameterError, Preset, Range, Settings, Value};
use std::borrow::Cow;
use surface::Surface;
use walls::Walls;

/// The ripple's entry in [`super::MODELS`].
pub(super) static MODEL: Model = Model {
    name: "ripple",
    title: "Ripple",
    about: "The classic integer recurrence: a quarter of a million cells with nothing but additions and shifts.",
    parameters: &PARAMETERS,
    presets: &PRESETS,
    maps: &[],
    check: always_stable,
    make: |size| Box::new(Ripple::new(size)),
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

static PARAMETERS: [Parameter; 2] = [
    Parameter {
        key: "damping",
        title: "Damping shift",
        about: "Each step takes 1/2^damping off the height: small is viscous, large rings long.",
        unit: "",
        range: Range::Integer {
            min: 1,
            max: 15,
            default: 5,
        },
    },
    Parameter {
        key: "fraction_bits",
        title: "Fraction bits",
        about: "Binary places kept below one unit of weight. 0 is the classic; 4 keeps faint waves smooth.",
        unit: "bit",
        range: Range::Integer {
            min: 0,
            max: 7,
            default: 0,
        },
    },
];

/// A pool of the classic ripple.
///
/// `fraction_bits` may be set while the water moves: the stored counts are shifted to the new unit, saturating, and what
/// falls below the new smallest count rounds toward −∞. The surface shown stays where it is.
#[derive(Clone)]
pub struct Ripple {
    size: Size,
    brush: Brush,
    kernel: RowKernel,
    current: Surface,
    previous: Surface,
    walls: Option<Walls>,
    /// Both surfaces are all zero.
    calm: bool,
    revision: u64,
    settings: Settings,
    /// The settings of these names, as the arithmetic wants them.
    damping: u32,
    fraction_bits: u32,
}

impl Ripple {
    /// A pool at rest.
    pub fn new(size: Size) -> Self {
        Self::with_kernel(size, RowKernel::Vector)
    }

    /// A pool at rest that computes in the given way; the counts are the same in any.
    pub fn with_kernel(size: Size, kernel: RowKernel) -> Self {
        let mut ripple = Self {
            size,
            brush: Brush::new(size),
            kernel,
            current: Surface::new(size),
            previous: Surface::new(size),
            walls: None,
            calm: true,
            revision: 0,
            settings: Settings::new(&PARAMETERS),
            damping: 0,
            fraction_bits: 0,
        };
        ripple.read_settings();
        ripple
    }

    /// How this pool computes.
    pub fn kernel(&self) -> RowKernel {
        self.kernel
    }

    fn read_settings(&mut self) {
        self.damping = self.settings.integer("damping") as u32;
        self.fraction_bits = self.settings.integer("fraction_bits") as u32;
    }

    /// Carries the counts over from `before` binary places to the present ones.
    fn rescale(&mut self, before: u32) {
        let after = self.fraction_bits;
        let shifted = |count: i16| saturated((i32::from(count) << after) >> before);
        for surface in [&mut self.current, &mut self.previous] {
            for row in 0..self.size.rows() {
                surface.change(row, |counts| {
                    for count in counts {
                        *count = shifted(*count);
                    }
                });
            }
        }
        self.changed();
    }

    /// Metres of a count of 1.
    fn unit(&self) -> f32 {
        METRES_PER_WEIGHT / (1 << self.fraction_bits) as f32
    }

    /// Takes away what lies inside walls.
    fn flatten(&mut self) {
        if let Some(walls) = &self.walls {
            walls.flatten(&mut self.current);
            walls.flatten(&mut self.previous);
        }
        self.changed();
    }

    /// Takes note that the counts were changed from outside the recurrence.
    fn changed(&mut self) {
        self.calm = self.current.is_calm() && self.previous.is_calm();
        self.revision += 1;
    }
}

fn saturated(count: i32) -> i16 {
    count.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

impl Water for Ripple {
    fn model(&self) -> &'static Model {
        &MODEL
    }

    fn size(&self) -> Size {
        self.size
    }

    fn step(&mut self) {
        if self.calm {
            return;
        }
        kernel::sweep(self.kernel, self.damping, &self.current, &mut self.previous);
        if let Some(walls) = &self.walls {
            walls.flatten(&mut self.previous);
        }
        std::mem::swap(&mut self.current, &mut self.previous);
        self.changed();
    }

    fn disturb(&mut self, disturbance: &Disturbance) {
        let (from, to, radius, weight) = disturbance.as_stroke();
        let count = saturated(-(i32::from(weight) << self.fraction_bits));
        let (from, to) = (self.size.cell(from), self.size.cell(to));
        for (row, span) in self.brush.swept(from, to, radius) {
            self.current.change(row, |counts| counts[span].fill(count));
        }
        if let Some(walls) = &self.walls {
            walls.flatten(&mut self.current);
        }
        self.changed();
    }

    fn heights(&self) -> Heights<'_> {
        Heights::Counts {
            counts: &self.current.counts,
            unit: self.unit(),
        }
    }

    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        let unit = self.unit();
        let rise = |column, row| {
            let [now, before] = [&self.current, &self.previous]
                .map(|surface| f32::from(surface.counts[(column, row)]));
            (now - before) * unit
        };
        Cow::Owned(Grid::from_fn(self.size.columns(), self.size.rows(), rise))
    }

    fn set_surface(&mut self, surface: &super::Surface) {
        let surface = surface.resampled(self.size.columns(), self.size.rows());
        let unit = self.unit();
        let count = |metres: f32| (metres / unit).round() as i16;
        let interior = 1..self.size.columns() - 1;
        for row in 1..self.size.rows() - 1 {
            let heights = &surface.heights.row(row)[interior.clone()];
            let velocity = &surface.velocity.row(row)[interior.clone()];
            self.current.change(row, |counts| {
                for (cell, &height) in counts[interior.clone()].iter_mut().zip(heights) {
                    *cell = count(height);
                }
            });
            self.previous.change(row, |counts| {
                let before = heights.iter().zip(velocity).map(|(h, v)| h - v);
                for (cell, height) in counts[interior.clone()].iter_mut().zip(before) {
                    *cell = count(height);
                }
            });
        }
        self.flatten();
    }

    fn obstruct(&mut self, obstruction: &Obstruction) {
        self.walls = Walls::new(&obstruction.resampled(self.size));
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
        Cow::Owned(Grid::from_fn(self.size.columns(), self.size.rows(), open))
    }

    fn is_calm(&self) -> bool {
        self.calm
    }

    fn calm(&mut self) {
        self.current.calm();
        self.previous.calm();
        self.changed();
    }

    fn revision(&self) -> u64 {
        self.revision
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn adopt(&mut self, settings: &Settings) -> Result<(), ParameterError> {
        self.settings = settings.clone();
        let before = self.fraction_bits;
        self.read_settings();
        if self.fraction_bits != before {
            self.rescale(before);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::surface::Extent;
    use super::*;
    use crate::pool::Fraction;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn is_zero(ripple: &Ripple) -> bool {
        let zero = |surface: &Surface| surface.counts.cells().iter().all(|&count| count == 0);
        zero(&ripple.current) && zero(&ripple.previous)
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
                        weight,
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
                assert!(bounds_hold(&ripple.current) && bounds_hold(&ripple.previous));
            }
            assert!(calm_again > 10, "calm came back only {calm_again} times");
        }
    }

    #[test]
    fn a_stone_that_touches_nothing_or_weighs_nothing_leaves_the_pool_calm() {
        let mut ripple = Ripple::new(Size::new(16, 16).unwrap());
        let middle = Fraction::new(0.5, 0.5).unwrap();
        ripple.disturb(&Disturbance::stone(middle, 3.0, 0));
        assert!(ripple.is_calm());
        ripple.disturb(&Disturbance::stone(middle, 0.0, 100));
        assert!(ripple.is_calm());
        let corner = Fraction::new(0.0, 0.0).unwrap();
        ripple.disturb(&Disturbance::stone(corner, 1.0, 100));
        assert!(ripple.is_calm(), "a wall cannot be moved");
    }

    #[test]
    fn fraction_bits_shift_the_counts_and_leave_the_metres() {
        let mut ripple = Ripple::new(Size::new(16, 16).unwrap());
        ripple.disturb(&Disturbance::stone(
            Fraction::new(0.5, 0.5).unwrap(),
            2.0,
            100,
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
            1000,
        ));
        ripple.set("fraction_bits", Value::Integer(7)).unwrap();
        assert_eq!(metres(&ripple), -256.0 * METRES_PER_WEIGHT, "saturated");
        ripple.step();
        assert!(bounds_hold(&ripple.current) && bounds_hold(&ripple.previous));
    }
}
