//! The coarse ripple: the ripple's recurrence on fewer nodes than the picture has pixels, with free edges (docs/models.md §1a).
//!
//! A node stands for a block of 2^`coarseness` cells a side. A node with n open neighbours becomes
//!
//! ```text
//! next = ⌊2·sum/n⌋ − previous
//! next = next − (next >> damping)
//! ```
//!
//! which for n = 4 is the ripple. The border has no fixed value: a crest returns as a crest, from walls too.
//!
//! A stone sets the nodes of its disc to −4·weight, in the present and in the previous grid: it displaces the water without giving it
//! velocity, and makes waves about as high as the ripple's stone does. In a pool whose level is free, setting the present alone, as in the
//! ripple, gives the water the more velocity the higher its level is, and rain raises it without bound.
//!
//! With `edges` at "fixed" the outermost nodes hold 0, as in the source and the ripple, and stones set the present alone, to
//! −weight. Without walls no other rule is needed then: at coarseness 0 it is the ripple.
//!
//! Two rules bring the water to rest, an outlet and wear: see the file `rest`. One rule keeps the shortest wave from growing: see
//! `chequerboard`. Every damping shift and coarseness then ends in exactly 0. Steps until then on 128 × 128 cells after one stone of
//! radius 4 and weight 100 in the middle:
//!
//! | damping | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 11 | 15 |
//! | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
//! | coarseness 0 | 27 | 39 | 62 | 92 | 128 | 160 | 167 | 182 | 176 | 176 |
//! | coarseness 1 | 23 | 36 | 57 | 92 | 120 | 134 | 147 | 145 | 143 | 143 |
//! | coarseness 2 | 17 | 32 | 54 | 79 | 98 | 119 | 121 | 123 | 124 | 124 |
//! | coarseness 3 | 17 | 33 | 61 | 93 | 136 | 177 | 194 | 200 | 204 | 204 |
//! | coarseness 4 | 20 | 38 | 68 | 112 | 168 | 252 | 308 | 333 | 339 | 339 |
//! | coarseness 0, 4 fraction bits | 32 | 61 | 96 | 167 | 267 | 433 | 670 | 952 | 1414 | 1440 |
//! | coarseness 1, 4 fraction bits | 29 | 56 | 98 | 160 | 259 | 411 | 640 | 918 | 1274 | 1273 |
//! | coarseness 4, 4 fraction bits | 27 | 58 | 110 | 196 | 340 | 594 | 990 | 1614 | 4760 | 5124 |
//!
//! In heavy rain on the same cells, a drop of weight 32 to 96 a step for 2000 steps, the mean level stays within 8 weights of rest at
//! coarseness 0 to 2 with any shift, within 11 at coarseness 3 with shifts up to 6, and within 41 at coarseness 4 with shifts up to 5.
//! With less damping, drops hit every one of so few nodes more often than its waves are forgotten; the mean then stays within 420.
//! The water is at rest at most 40 000 steps after the rain.

mod blocks;
mod chequerboard;
mod edges;
mod rest;

use super::brush::Brush;
use super::recurrence::{DAMPING, FRACTION_BITS, RowKernel, Waves};
use super::{DEPTH, Disturbance, LENGTH, Motion, Patch, Pool, Setup, Solver, State};
use crate::grid::Grid;
use crate::heights::Heights;
use crate::parameter::{Parameter, Preset, Settings, Value, choices};
use crate::water::{Model, Water, always_stable};
use blocks::Blocks;
use chequerboard::Chequerboard;
use edges::Edges;
use std::borrow::Cow;

/// The coarse ripple's entry in [`crate::water::MODELS`].
pub(crate) static MODEL: Model = Model {
    name: "coarse",
    title: "Coarse ripple",
    about: "The ripple on every second, fourth or sixteenth cell, with free edges: crests reflect as crests.",
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
    make: |settings, _, size| Coarse::boxed(settings, size),
};

static PRESETS: [Preset; 4] = [
    Preset {
        title: "Half resolution",
        values: &[],
    },
    Preset {
        title: "Bathtub",
        values: &[
            ("coarseness", Value::Integer(1)),
            ("damping", Value::Integer(8)),
            ("fraction_bits", Value::Integer(4)),
        ],
    },
    Preset {
        title: "Broad swell",
        values: &[
            ("coarseness", Value::Integer(3)),
            ("damping", Value::Integer(6)),
            ("fraction_bits", Value::Integer(4)),
        ],
    },
    Preset {
        title: "Every cell",
        values: &[
            ("coarseness", Value::Integer(0)),
            ("damping", Value::Integer(6)),
            ("fraction_bits", Value::Integer(3)),
        ],
    },
];

/// Steps between two checks for the chequerboard; a divisor of [`rest::WEAR`].
const PAUSE: u32 = 8;

/// Ratio of a stone's depth to that in the ripple, where a stone also gives the water velocity.
const STRENGTH: f32 = 4.0;

/// The boundary condition at the border of the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rim {
    /// The border is a mirror: a crest returns as a crest.
    Free,
    /// The border holds 0: a crest returns as a trough.
    Fixed,
}

choices!(Rim: Free = "free", Fixed = "fixed");

static PARAMETERS: [Parameter; 6] = [
    LENGTH,
    DEPTH,
    Parameter::integer("coarseness", "Coarseness", 0..=4, 1).about("A node stands for a block of 2^coarseness cells a side: 0 is every cell, 1 half the work along each axis."),
    DAMPING,
    FRACTION_BITS,
    Parameter::choice::<Rim>("edges", "Edges", Rim::Free as usize)
        .about("Reflection at the border: free reflects a crest as a crest, fixed, as in the source, as a trough."),
];

/// A pool of the coarse ripple.
///
/// Disturbances and walls are given in cells of its [`Water::size`]; a node is solid if any cell of its block is. All grids that the
/// water provides are grids of nodes. A coarseness set while the water moves resamples the surface.
///
/// ```
/// use waterlab_core::pool::{Coarse, Disturbance, Fraction, Size};
/// use waterlab_core::water::Water;
///
/// let mut water = Coarse::new(Size::new(100, 60)?);
/// water.disturb(&Disturbance::stone(Fraction::new(0.5, 0.5)?, 6.0, 100.0));
/// assert_eq!(water.heights().columns(), 50);
/// // East of the dent the surface rises toward the east; the picture there is seen from farther east.
/// assert!(water.displacement(57, 30)[0] > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Coarse = Pool<CoarseSolver>;

/// The arithmetic of [`Coarse`].
#[derive(Clone)]
pub struct CoarseSolver {
    blocks: Blocks,
    brush: Brush,
    waves: Waves,
    edges: Edges,
    chequerboard: Chequerboard,
    /// Steps since the waves were last worn.
    since_wear: u32,
    /// The sum of the current counts, if the last step computed it and nothing has changed them since.
    sum: Option<i64>,
    /// The sum of each band of rows of the sweep.
    band_sums: Vec<i64>,
    /// The settings of these names, converted for the arithmetic.
    damping: u32,
    coarseness: u32,
    is_fixed: bool,
}

impl Coarse {
    /// The slope of every node: (h\[E\] − h\[W\], h\[S\] − h\[N\]) >> 3 in weights; a neighbour beyond the edge is the
    /// node itself.
    pub fn slopes(&self) -> Grid<[i16; 2]> {
        let solver = &self.solver;
        let (columns, rows) = (solver.blocks.columns, solver.blocks.rows);
        Grid::from_fn(columns, rows, |column, row| solver.slope(column, row))
    }

    /// Displacement of the picture at pixel (x, y), in pixels along x and z, for a picture with as many pixels as the pool has cells:
    /// bilinear between the slopes of the four nodes around the centre of the pixel. A pixel outside the edge is clamped to the nearest
    /// one inside.
    pub fn displacement(&self, x: usize, y: usize) -> [f32; 2] {
        let x = x.min(self.size().columns() - 1);
        let y = y.min(self.size().rows() - 1);
        let nodes = self.solver.blocks.around(x, y);
        nodes
            .iter()
            .fold([0.0; 2], |sum, &((column, row), weight)| {
                let slope = self.solver.slope(column, row);
                [0, 1].map(|axis| sum[axis] + weight * f32::from(slope[axis]))
            })
    }
}

impl CoarseSolver {
    fn slope(&self, column: usize, row: usize) -> [i16; 2] {
        let (column, row) = (column as i64, row as i64);
        let count = |x, z| i32::from(self.waves.current.counts.clamped(column + x, row + z));
        let shift = 3 + self.waves.fraction_bits;
        // An eighth of the difference of two 16-bit numbers fits in 16 bits.
        [count(1, 0) - count(-1, 0), count(0, 1) - count(0, -1)]
            .map(|difference| (difference >> shift) as i16)
    }

    /// Divides the pool into blocks of another size and resamples the surface.
    fn divide(&mut self, coarseness: u32, setup: &Setup) -> Motion {
        let state = State {
            heights: self.heights().to_metres(),
            velocity: self.waves.velocity(),
            length: setup.length(),
        };
        self.coarseness = coarseness;
        self.blocks = Blocks::new(setup.size, coarseness);
        let (columns, rows) = (self.blocks.columns, self.blocks.rows);
        self.brush = Brush::new(columns, rows, 0);
        self.waves = Waves {
            half_length: self.waves.half_length,
            ..Waves::new(columns, rows, self.waves.fraction_bits)
        };
        self.build(setup);
        match setup.is_calm {
            true => Motion::AtRest,
            false => self.set_state(&state, setup),
        }
    }

    /// Finds the edges of the current walls.
    fn build(&mut self, setup: &Setup) {
        let solid = self.blocks.solid(|column, row| setup.is_solid(column, row));
        self.edges = Edges::new(&solid, self.is_fixed);
        self.chequerboard = Chequerboard::new(self.edges.open());
        self.since_wear = 0;
    }

    /// Sets the nodes inside walls to 0.
    fn flatten(&mut self) -> Motion {
        for surface in self.waves.both() {
            self.edges.flatten(surface);
        }
        self.changed()
    }

    /// Records that the counts may have changed.
    fn changed(&mut self) -> Motion {
        self.sum = None;
        Motion::at_rest(self.waves.is_calm())
    }

    /// Restores the level of the water after a step; `sum` is the sum of the current counts. Returns the sum afterwards, if it is known.
    fn bring_to_level(&mut self, sum: i64) -> Option<i64> {
        self.since_wear = (self.since_wear + 1) % rest::WEAR;
        let mut sums = [Some(sum), self.sum];
        for (surface, sum) in self.waves.both().into_iter().zip(&mut sums) {
            if self.since_wear.is_multiple_of(PAUSE) {
                self.chequerboard.level_out(surface, self.edges.open());
                *sum = None;
            }
            let known = sum.unwrap_or_else(|| rest::total(surface));
            *sum = Some(rest::let_out(surface, known, &self.edges));
        }
        if self.since_wear == 0 {
            rest::wear(&mut self.waves);
            return None;
        }
        sums[0]
    }
}

impl Solver for CoarseSolver {
    fn model() -> &'static Model {
        &MODEL
    }

    fn new(setup: &Setup) -> Self {
        let settings = setup.settings;
        let coarseness = settings.integer("coarseness") as u32;
        let blocks = Blocks::new(setup.size, coarseness);
        let (columns, rows) = (blocks.columns, blocks.rows);
        let bits = settings.integer("fraction_bits") as u32;
        Self {
            blocks,
            brush: Brush::new(columns, rows, 0),
            waves: Waves::new(columns, rows, bits),
            edges: Edges::new(&Grid::new(columns, rows, false), false),
            chequerboard: Chequerboard::new(&Grid::new(columns, rows, 1.0)),
            since_wear: 0,
            sum: None,
            band_sums: Vec::new(),
            damping: settings.integer("damping") as u32,
            coarseness,
            is_fixed: false,
        }
    }

    fn step(&mut self, _: &Setup) -> Motion {
        self.edges.look_ahead(&self.waves, self.damping);
        if self.is_fixed && !self.edges.has_walls() {
            self.waves.step(RowKernel::Vector, self.damping);
            self.edges.settle(&mut self.waves.current);
            return self.changed();
        }
        let bands = &mut self.band_sums;
        self.waves
            .step_and_visit(RowKernel::Vector, self.damping, bands, |row, sum| {
                *sum += i64::from(rest::sum(row));
            });
        let rise = self.edges.settle(&mut self.waves.current);
        let sum = self.band_sums.iter().sum::<i64>() + rise;
        self.sum = self.bring_to_level(sum);
        let is_calm = self.waves.is_calm();
        if is_calm {
            // Water at rest keeps no history of waves.
            self.since_wear = 0;
        }
        Motion::at_rest(is_calm)
    }

    fn apply(&mut self, disturbance: &Disturbance, setup: &Setup) -> Motion {
        let (from, to, radius, weight) = disturbance.as_stroke();
        let strength = if self.is_fixed || disturbance.adds() {
            1.0
        } else {
            STRENGTH
        };
        let count = self.waves.count(-strength * weight);
        let [from, to] = [from, to].map(|at| self.blocks.node(setup.size.cell(at)));
        // A disc of radius ½ is one node.
        let radius = if radius > 0.0 {
            (radius / f64::from(1 << self.coarseness)).max(0.5)
        } else {
            radius
        };
        for (row, span) in self.brush.swept(from, to, radius) {
            if disturbance.adds() {
                self.waves.add(row, span, count);
                continue;
            }
            self.waves
                .current
                .change(row, |counts| counts[span.clone()].fill(count));
            if !self.is_fixed {
                self.waves
                    .previous
                    .change(row, |counts| counts[span].fill(count));
            }
        }
        self.flatten()
    }

    /// A node rises by the mean of its block.
    fn raise(&mut self, patches: &[Patch], factor: f32, setup: &Setup) -> Motion {
        let (columns, rows) = (setup.size.columns(), setup.size.rows());
        let mut rise = Grid::new(self.blocks.columns, self.blocks.rows, 0.0);
        let part = rise.cells().len() as f32 / (columns * rows) as f32;
        for patch in patches {
            patch.for_each((columns, rows), |column, row, metres| {
                rise[self.blocks.node((column, row))] += metres * part;
            });
        }
        for row in 0..rise.rows() {
            for (column, &metres) in rise.row(row).iter().enumerate() {
                if metres != 0.0 {
                    self.waves.raise((column, row), metres, factor);
                }
            }
        }
        self.flatten()
    }

    fn heights(&self) -> Heights<'_> {
        self.waves.heights()
    }

    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        Cow::Owned(self.waves.velocity())
    }

    fn set_state(&mut self, state: &State, _: &Setup) -> Motion {
        self.waves.take_over(state, 0);
        self.since_wear = 0;
        self.flatten()
    }

    /// Steps since the waves were last worn.
    fn hidden_state(&self) -> Option<Grid<f32>> {
        Some(Grid::new(1, 1, self.since_wear as f32))
    }

    fn set_hidden_state(&mut self, hidden: &Grid<f32>, _: &Setup) -> Motion {
        if let &[since, ..] = hidden.cells()
            && (0.0..rest::WEAR as f32).contains(&since)
        {
            self.since_wear = since as u32;
        }
        Motion::Unchanged
    }

    fn reset(&mut self) -> Motion {
        self.waves.reset();
        self.since_wear = 0;
        self.changed()
    }

    fn follow(&mut self, _: &Settings, setup: &Setup) -> Motion {
        let settings = setup.settings;
        self.damping = settings.integer("damping") as u32;
        let coarseness = settings.integer("coarseness") as u32;
        self.waves
            .keep_bits(settings.integer("fraction_bits") as u32);
        self.waves.half_length = setup.half_length();
        let is_fixed = settings.choice::<Rim>("edges") == Rim::Fixed;
        if is_fixed != self.is_fixed {
            self.is_fixed = is_fixed;
            self.build(setup);
            self.flatten();
        }
        if coarseness != self.coarseness {
            return self.divide(coarseness, setup);
        }
        self.changed()
    }

    fn set_walls(&mut self, setup: &Setup) -> Motion {
        self.build(setup);
        self.flatten()
    }

    fn obstruction<'a>(&'a self, _: &Setup<'a>) -> Cow<'a, Grid<f32>> {
        Cow::Borrowed(self.edges.shown())
    }
}
