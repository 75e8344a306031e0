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

use super::{Disturbance, METRES_PER_WEIGHT, Model, Size, Water, bresenham};
use crate::grid::Grid;
use crate::heights::Heights;
use crate::parameter::{Parameter, ParameterError, Range, Settings, Value};

/// The ripple's entry in [`super::MODELS`].
pub(super) static MODEL: Model = Model {
    name: "ripple",
    title: "Ripple",
    about: "The classic integer recurrence: a quarter of a million cells with nothing but additions and shifts.",
    parameters: &PARAMETERS,
    make: |size| Box::new(Ripple::new(size)),
};

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

/// How a row of the recurrence is computed. Every way gives the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKernel {
    /// The plain loop, as the compiler makes it for any machine of this family.
    Plain,
    /// The widest vectors that this machine has.
    Vector,
}

/// A pool of the classic ripple.
pub struct Ripple {
    size: Size,
    current: Grid<i16>,
    previous: Grid<i16>,
    calm: bool,
    revision: u64,
    settings: Settings,
}

impl Ripple {
    /// A pool at rest.
    pub fn new(size: Size) -> Self {
        let grid = Grid::new(size.columns(), size.rows(), 0);
        Self {
            size,
            current: grid.clone(),
            previous: grid,
            calm: true,
            revision: 0,
            settings: Settings::new(&PARAMETERS),
        }
    }

    /// Sets every interior cell nearer than `radius` to `centre` to `count`.
    fn stone(&mut self, centre: (i64, i64), radius: f64, count: i16) {
        let (columns, rows) = (self.size.columns() as i64, self.size.rows() as i64);
        let reach = radius.clamp(0.0, 2.0 * Size::MAX as f64).ceil() as i64;
        for row in (centre.1 - reach).max(1)..(centre.1 + reach + 1).min(rows - 1) {
            for column in (centre.0 - reach).max(1)..(centre.0 + reach + 1).min(columns - 1) {
                let (dx, dy) = ((column - centre.0) as f64, (row - centre.1) as f64);
                if dx * dx + dy * dy < radius * radius {
                    self.current[(column as usize, row as usize)] = count;
                }
            }
        }
    }
}

fn signed((column, row): (usize, usize)) -> (i64, i64) {
    (column as i64, row as i64)
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
        let columns = self.size.columns();
        let damping = self.settings.integer("damping") as u32;
        let mut peak = 0;
        for row in 1..self.size.rows() - 1 {
            for column in 1..columns - 1 {
                let at = |column, row| i32::from(self.current[(column, row)]);
                let sum = at(column - 1, row)
                    + at(column + 1, row)
                    + at(column, row - 1)
                    + at(column, row + 1);
                let next = (sum >> 1) - i32::from(self.previous[(column, row)]);
                let next = next - (next >> damping);
                let next = next.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                self.previous[(column, row)] = next;
                peak |= next | self.current[(column, row)];
            }
        }
        std::mem::swap(&mut self.current, &mut self.previous);
        self.calm = peak == 0;
        self.revision += 1;
    }

    fn disturb(&mut self, disturbance: &Disturbance) {
        let bits = self.settings.integer("fraction_bits");
        let count = |weight: i16| {
            (-(i64::from(weight) << bits)).clamp(i16::MIN.into(), i16::MAX.into()) as i16
        };
        match *disturbance {
            Disturbance::Stone { at, radius, weight } => {
                self.stone(signed(self.size.cell(at)), radius, count(weight));
            }
            Disturbance::Stroke {
                from,
                to,
                radius,
                weight,
            } => {
                for cell in bresenham(signed(self.size.cell(from)), signed(self.size.cell(to))) {
                    self.stone(cell, radius, count(weight));
                }
            }
        }
        self.calm = false;
        self.revision += 1;
    }

    fn heights(&self) -> Heights<'_> {
        let unit = METRES_PER_WEIGHT / (1 << self.settings.integer("fraction_bits")) as f32;
        Heights::Counts {
            counts: &self.current,
            unit,
        }
    }

    fn is_calm(&self) -> bool {
        self.calm
    }

    fn calm(&mut self) {
        self.current.fill(0);
        self.previous.fill(0);
        self.calm = true;
        self.revision += 1;
    }

    fn revision(&self) -> u64 {
        self.revision
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn set(&mut self, key: &str, value: Value) -> Result<(), ParameterError> {
        self.settings.set(key, value)
    }
}
