//! The coarse ripple: the ripple's recurrence on fewer nodes than the picture has pixels, with free edges (docs/models.md §1a).
//!
//! A node stands for a block of 2^`coarseness` cells a side. A node with n open neighbours becomes
//!
//! ```text
//! next = ⌊2·sum/n⌋ − previous
//! next = next − (next >> damping)
//! ```
//!
//! which for n = 4 is the ripple. The border has no fixed value: a crest comes back as a crest, from walls too.
//!
//! A stone sets the nodes of its disc to −weight, and a step ago to the same: it displaces the water without throwing it.
//! In a pool whose level is free, setting the present alone, as in the ripple, throws the water the harder the higher it
//! stands, and rain lifts it without end.
//!
//! Two rules bring the level back, an outlet and a drain: see the file `rest`. One keeps the shortest wave from growing: see
//! `chequerboard`. Every damping shift and coarseness then ends in
//! exactly 0. Steps until then on 128 × 128 cells after one stone of radius 4 and weight 100 in the middle:
//!
//! | damping | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 11 | 15 |
//! | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
//! | coarseness 0 | 16 | 28 | 44 | 61 | 71 | 84 | 97 | 101 | 98 | 98 |
//! | coarseness 1 | 16 | 24 | 36 | 43 | 55 | 56 | 64 | 58 | 58 | 58 |
//! | coarseness 2 | 11 | 21 | 28 | 49 | 52 | 49 | 49 | 49 | 49 | 49 |
//! | coarseness 3 | 11 | 28 | 40 | 54 | 58 | 63 | 66 | 66 | 66 | 66 |
//! | coarseness 4 | 13 | 28 | 48 | 74 | 97 | 123 | 122 | 122 | 122 | 122 |
//! | coarseness 0, 4 fraction bits | 22 | 44 | 80 | 130 | 198 | 286 | 404 | 446 | 482 | 469 |
//! | coarseness 1, 4 fraction bits | 20 | 43 | 79 | 124 | 190 | 272 | 336 | 380 | 402 | 401 |
//! | coarseness 4, 4 fraction bits | 20 | 50 | 92 | 156 | 279 | 486 | 834 | 1344 | 5627 | 8629 |
//!
//! In heavy rain on the same cells, a drop of weight 32 to 96 a step, the mean level stays within one weight at coarseness 0 to 2
//! with any shift, within 3 at coarseness 3 and within 19 at coarseness 4 with shifts up to 6 and 5. With less damping than
//! that, where every one of so few nodes is hit more often than its waves are forgotten, rain throws them as high as counts go,
//! and the mean stays within about a quarter of that. It is at rest at most 61 000 steps after.

mod blocks;
mod chequerboard;
mod edges;
mod rest;

use super::brush::Brush;
use super::recurrence::{DAMPING, FRACTION_BITS, RowKernel, Waves};
use super::{Disturbance, Obstruction, Size, State};
use crate::grid::Grid;
use crate::heights::Heights;
use crate::parameter::{Parameter, ParameterError, Preset, Settings, Value};
use crate::surface::Surface;
use crate::water::{Model, Status, Water, always_stable, bounded, settled};
use blocks::Blocks;
use chequerboard::Chequerboard;
use edges::Edges;
use rest::Standstill;
use std::borrow::Cow;

/// The coarse ripple's entry in [`crate::water::MODELS`].
pub(crate) static MODEL: Model = Model {
    name: "coarse",
    title: "Coarse ripple",
    about: "The ripple on every second, fourth or sixteenth cell, with free edges: crests come back as crests.",
    parameters: &PARAMETERS,
    presets: &PRESETS,
    maps: &[],
    walls: true,
    depth: false,
    // Its waves run two cells a step and more, and soon fall below a count.
    poke: 3,
    sea: None,
    check: always_stable,
    make: |settings, _, size| settled(Coarse::new(size), settings),
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

static PARAMETERS: [Parameter; 3] = [
    Parameter::integer("coarseness", "Coarseness", 0..=4, 1).about("A node stands for a block of 2^coarseness cells a side: 0 is every cell, 1 half the work along each axis."),
    DAMPING,
    FRACTION_BITS,
];

/// A pool of the coarse ripple.
///
/// Disturbances and walls are told in cells of its [`Water::size`]; a node is solid if any cell of its block is. The grids
/// that it shows are grids of nodes. A coarseness set while the water moves resamples the surface.
///
/// ```
/// use waterlab::pool::{Coarse, Disturbance, Fraction, Size};
/// use waterlab::water::Water;
///
/// let mut water = Coarse::new(Size::new(100, 60)?);
/// water.disturb(&Disturbance::stone(Fraction::new(0.5, 0.5)?, 6.0, 100));
/// assert_eq!(water.heights().columns(), 50);
/// // East of the dent the surface rises toward the east; the picture there is seen from farther east.
/// assert!(water.displacement(57, 30)[0] > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Coarse {
    status: Status,
    blocks: Blocks,
    brush: Brush,
    waves: Waves,
    edges: Edges,
    standstill: Standstill,
    chequerboard: Chequerboard,
    obstruction: Obstruction,
    /// The settings of these names, as the arithmetic wants them.
    damping: u32,
    coarseness: u32,
}

impl Coarse {
    /// A pool at rest.
    pub fn new(size: Size) -> Self {
        let status = Status::at_rest(&MODEL, size);
        let settings = status.settings();
        let coarseness = settings.integer("coarseness") as u32;
        let blocks = Blocks::new(size, coarseness);
        let (columns, rows) = (blocks.columns, blocks.rows);
        let bits = settings.integer("fraction_bits") as u32;
        Self {
            blocks,
            brush: Brush::new(columns, rows, 0),
            waves: Waves::new(columns, rows, bits),
            edges: Edges::new(&Grid::new(columns, rows, false)),
            standstill: Standstill::default(),
            chequerboard: Chequerboard::new(&Grid::new(columns, rows, 1.0)),
            obstruction: Obstruction::open(size),
            damping: settings.integer("damping") as u32,
            coarseness,
            status,
        }
    }

    /// The slope of every node: (h\[E\] − h\[W\], h\[S\] − h\[N\]) >> 3 in weights, where a neighbour past the edge is the
    /// node itself.
    pub fn slopes(&self) -> Grid<[i16; 2]> {
        let (columns, rows) = (self.blocks.columns, self.blocks.rows);
        Grid::from_fn(columns, rows, |column, row| self.slope(column, row))
    }

    /// How far the picture is displaced at pixel (x, y), in pixels along x and z, where the picture has as many pixels as the
    /// pool has cells: bilinear between the slopes of the four nodes around the middle of the pixel. A pixel past the edge
    /// counts as the nearest inside.
    pub fn displacement(&self, x: usize, y: usize) -> [f32; 2] {
        let x = x.min(self.size().columns() - 1);
        let y = y.min(self.size().rows() - 1);
        let nodes = self.blocks.around(x, y);
        nodes
            .iter()
            .fold([0.0; 2], |sum, &((column, row), weight)| {
                let slope = self.slope(column, row);
                [0, 1].map(|axis| sum[axis] + weight * f32::from(slope[axis]))
            })
    }

    fn slope(&self, column: usize, row: usize) -> [i16; 2] {
        let (column, row) = (column as i64, row as i64);
        let count = |x, z| i32::from(self.waves.current.counts.clamped(column + x, row + z));
        let shift = 3 + self.waves.fraction_bits;
        // An eighth of the difference of two 16-bit numbers is one.
        [count(1, 0) - count(-1, 0), count(0, 1) - count(0, -1)]
            .map(|difference| (difference >> shift) as i16)
    }

    /// Divides the pool into other blocks, and brings the surface there.
    fn divide(&mut self, coarseness: u32) {
        let surface = State::of(self);
        self.coarseness = coarseness;
        self.blocks = Blocks::new(self.size(), coarseness);
        let (columns, rows) = (self.blocks.columns, self.blocks.rows);
        self.brush = Brush::new(columns, rows, 0);
        self.waves = Waves::new(columns, rows, self.waves.fraction_bits);
        self.build();
        if !self.is_calm() {
            self.set_state(&surface);
        }
    }

    /// Finds the edges that the walls make.
    fn build(&mut self) {
        let obstruction = &self.obstruction;
        let is_solid = |column, row| obstruction.is_solid(column, row);
        self.edges = Edges::new(&self.blocks.solid(is_solid));
        self.chequerboard = Chequerboard::new(self.edges.open());
    }

    /// Takes away what lies inside walls.
    fn flatten(&mut self) {
        for surface in self.waves.both() {
            self.edges.flatten(surface);
        }
        self.changed();
    }

    /// Takes note that the counts may have changed.
    fn changed(&mut self) {
        self.status.changed(self.waves.is_calm());
    }
}

impl Water for Coarse {
    fn status(&self) -> &Status {
        &self.status
    }

    fn step(&mut self) {
        if self.is_calm() {
            return;
        }
        self.edges.look_ahead(&self.waves, self.damping);
        self.waves.step(RowKernel::Vector, self.damping);
        self.edges.settle(&mut self.waves.current);
        self.chequerboard
            .after_step(&mut self.waves, self.edges.open());
        rest::bring_to_level(&mut self.waves, self.edges.open(), self.damping);
        self.standstill.watch(&mut self.waves, self.damping);
        self.changed();
    }

    fn disturb(&mut self, disturbance: &Disturbance) {
        let (from, to, radius, weight) = disturbance.as_stroke();
        let count = self.waves.count(-i32::from(weight));
        let [from, to] = [from, to].map(|at| self.blocks.node(self.size().cell(at)));
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
            for surface in [&mut self.waves.current, &mut self.waves.previous] {
                surface.change(row, |counts| counts[span.clone()].fill(count));
            }
        }
        self.standstill.disturbed();
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
        self.waves.take_over(surface, 0);
        self.chequerboard.restart();
        self.flatten();
    }

    fn obstruct(&mut self, obstruction: &Obstruction) {
        self.obstruction = obstruction.resampled(self.size());
        self.build();
        self.flatten();
    }

    fn obstruction(&self) -> Cow<'_, Grid<f32>> {
        Cow::Borrowed(self.edges.open())
    }

    fn calm(&mut self) {
        self.waves.calm();
        self.chequerboard.restart();
        self.changed();
    }

    fn adopt(&mut self, settings: &Settings) -> Result<(), ParameterError> {
        self.status.adopt(settings)?;
        self.damping = settings.integer("damping") as u32;
        let coarseness = settings.integer("coarseness") as u32;
        self.waves
            .keep_bits(settings.integer("fraction_bits") as u32);
        self.changed();
        if coarseness != self.coarseness {
            self.divide(coarseness);
        }
        Ok(())
    }
}
