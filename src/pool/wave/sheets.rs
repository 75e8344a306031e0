//! Walls that absorb: what arrives at a side between water and wall goes on as if there were more water (docs/models.md §5b).
//!
//! Behind the walls lies hidden water ([`super::cover`]), however thin they are: plain at first, so that what falls before a
//! wall falls whole, and then an absorbing layer. It is a perfectly matched one as in [`super::layer`], but its axis is ξ, the
//! way from the nearest side, in whatever direction that is:
//!
//! ```text
//! ψ ← b·ψ + a·∂h/∂ξ
//! ζ ← b·ζ + a·∂(∂h/∂ξ + ψ)/∂ξ
//! h_tt = g·p·(∇²h + ∂ψ/∂ξ + ζ)        ∂/∂ξ over two cells, along the columns and the rows
//! ```
//!
//! Matched it is where the wall is straight, aslant or not, or bent a little. Where it is bent more, all that moves there is
//! damped instead, heights and flows alike, which turns nothing round that arrives at a right angle: behind the corners of a
//! room, and inside of pillars. Of a stone before a wall, less than 1 % of the depth returns whatever the slope of the wall; in a
//! round room of 36 cells across, the same; from the front of a round pillar of 70 cells across, less than 4 %. Where a wall is
//! cut ([`super::contour`]), at a smaller pillar or the end of a pier, more returns of what arrives at an angle.

use super::bed::Bed;
use super::contour;
use super::cover::{Beside, Cell, Cover, DEEP};
use super::layer::{Way, push};
use super::scheme::Scheme;
use crate::grid::Grid;
use crate::pool::settling::all_below;
use crate::pool::soft_brush::Dent;

/// Cells of plain water behind a wall: as far as most stones reach.
const PLAIN: f64 = 16.0;

/// −ln of what the layer leaves of a wave that crosses it at a right angle and comes back.
const LOSS: f64 = 8.0;

/// The same of what damping leaves where the wall is bent.
const LOSS_WHERE_BENT: f64 = 6.0;

/// Damping of all hidden water but right behind the wall, in parts of a wave that runs a cell: six times as much as any layer
/// was seen to make waves grow, where it is bent a little.
const DAMPING: f64 = 0.01;

/// Damping of hidden water where it ends outside of the pool, in parts of a wave that runs a cell.
const DAMPING_OUTSIDE: f64 = 0.4;

/// The hidden water behind the walls of a pool.
///
/// Cells are counted with those of plain water first; behind the last come one that is at rest, for all that lie beyond, and
/// the water before each side.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheets {
    sides: Vec<Side>,
    cells: Vec<Behind>,
    /// Cells that the layer takes no notice of.
    plain: usize,
    courant: f32,
    push: f32,
    /// Numbers of the layer for each cell beyond.
    fade: Vec<Fade>,
    /// What a sub-step leaves of each cell, and of all beyond.
    kept: Vec<f32>,
    /// Metres.
    heights: Vec<f32>,
    /// Through the four sides of each cell, by what its height is below that beside it, metres.
    flow: Vec<[f32; 4]>,
    /// ψ of each.
    memory: Vec<f32>,
    /// ∂h/∂ξ + ψ of each.
    slope: Vec<f32>,
    /// ζ of each cell of the layer.
    bend: Vec<f32>,
    /// What the layer lets flow into each of its cells, metres.
    drawn: Vec<f32>,
}

#[derive(Clone, Copy, Debug)]
struct Side {
    /// The cell with water, counted row-major.
    water: usize,
    /// Its column and row.
    place: (f64, f64),
    depth: f32,
    /// The cell behind it; none mirrors.
    behind: Option<usize>,
}

/// A hidden cell.
#[derive(Clone, Copy, Debug)]
struct Behind {
    place: (f64, f64),
    /// The nearest side.
    side: usize,
    depth: f32,
    /// West, east, north, south; itself where it mirrors.
    beside: [u32; 4],
    /// Where ξ rises.
    away: [f32; 2],
    /// ξ in cells.
    way: f32,
    /// How far out of the pool its side lies.
    outside: f32,
    /// How straight the wall is from here, 0 to 1.
    straight: f32,
}

/// What a cell of the layer multiplies by: b and a.
#[derive(Clone, Copy, Debug)]
struct Fade {
    kept: f32,
    taken: f32,
}

impl Behind {
    /// Half of the difference that `of` has along ξ over two cells: ∂/∂ξ.
    #[inline(always)]
    fn along(&self, of: &[f32]) -> f32 {
        let [west, east, north, south] = self.beside.map(|beside| of[beside as usize]);
        0.5 * (self.away[0] * (east - west) + self.away[1] * (south - north))
    }

    /// The way into the layer, from 0 to 1 at its end.
    fn layer_part(&self) -> f64 {
        ((f64::from(self.way) - PLAIN) / (DEEP - PLAIN)).clamp(0.0, 1.0)
    }
}

impl Sheets {
    /// Behind all walls of the bed, the water sinking from the height before it to rest.
    pub(super) fn new(bed: &Bed, scheme: &Scheme, heights: &Grid<f32>) -> Self {
        let mut sheets = Self::of(&Cover::new(&contour::stretches(bed)));
        let count = sheets.cells.len() + 1 + sheets.sides.len();
        for of_each in [&mut sheets.heights, &mut sheets.memory, &mut sheets.slope] {
            of_each.resize(count, 0.0);
        }
        sheets.flow.resize(sheets.cells.len(), [0.0; 4]);
        let layer = sheets.cells.len() - sheets.plain;
        sheets.bend.resize(layer, 0.0);
        sheets.drawn.resize(layer, 0.0);
        sheets.adopt(scheme, heights);
        sheets.level(heights);
        sheets
    }

    /// The cells of a cover, those of plain water first.
    fn of(cover: &Cover) -> Self {
        // The layer's first two cells change nothing yet: they show it what lies before it.
        let is_plain = |cell: &Cell| cover.distance(cell) <= PLAIN - 2.0;
        let (plain, layer): (Vec<u32>, Vec<u32>) =
            (0..cover.cells.len() as u32).partition(|&at| is_plain(&cover.cells[at as usize]));
        let mut number = vec![0; cover.cells.len()];
        for (new, &old) in plain.iter().chain(&layer).enumerate() {
            number[old as usize] = new as u32;
        }
        let rest = cover.cells.len() as u32;
        let directions = cover.directions();
        let cell = |&old: &u32| {
            let cell = &cover.cells[old as usize];
            let side = cover.sides[cell.origin as usize];
            let ([x, z], straight) = directions[old as usize];
            Behind {
                place: (f64::from(cell.place.0), f64::from(cell.place.1)),
                side: cell.origin as usize,
                depth: side.depth,
                beside: cell.beside.map(|beside| match beside {
                    Beside::Unknown | Beside::Mirror => number[old as usize],
                    Beside::Rest => rest,
                    Beside::Water(side) => rest + 1 + side,
                    Beside::Cell(other) => number[other as usize],
                }),
                away: [x, z].map(|part| part as f32),
                way: cover.distance(cell) as f32,
                outside: side.outside as f32,
                straight: straight as f32,
            }
        };
        Self {
            sides: (cover.sides.iter().zip(&cover.behind))
                .map(|(side, behind)| Side {
                    water: side.cell,
                    place: (f64::from(side.place.0), f64::from(side.place.1)),
                    depth: side.depth,
                    behind: behind.map(|behind| number[behind as usize] as usize),
                })
                .collect(),
            cells: plain.iter().chain(&layer).map(cell).collect(),
            plain: plain.len(),
            ..Self::default()
        }
    }

    /// Whether no wall absorbs.
    pub(super) fn is_empty(&self) -> bool {
        self.sides.is_empty()
    }

    /// Takes the numbers of another scheme for water of as many cells as `heights`; all moves on as fast as it did.
    pub(super) fn adopt(&mut self, scheme: &Scheme, heights: &Grid<f32>) {
        let courant = scheme.courant as f32;
        if self.courant != courant {
            self.pace(self.courant / courant);
            self.courant = courant;
        }
        self.push = push(scheme);
        let along = heights.columns().max(heights.rows());
        let across = DEEP - PLAIN;
        // Nowhere both: what flows along the wall and what the layer draws would not fade alike.
        let kept = |cell: &Behind| {
            let bent = f64::from(1.0 - 2.0 * cell.straight).max(0.0);
            // To the end and back it is the loss.
            let steepest = 1.5 * LOSS_WHERE_BENT / DEEP;
            let plain = (f64::from(cell.way) / PLAIN).min(1.0);
            let damping = DAMPING * plain * plain
                + steepest * bent * (f64::from(cell.way) / DEEP).powi(2)
                + DAMPING_OUTSIDE * f64::from(cell.outside).powi(2);
            (scheme.decay * (-damping * scheme.stride()).exp()) as f32
        };
        self.kept = self.cells.iter().map(kept).collect();
        self.kept.resize(self.heights.len(), scheme.decay as f32);
        let fade = |(cell, &left): (&Behind, &f32)| {
            let (kept, taken) = Way {
                part: cell.layer_part(),
                across,
                loss: LOSS * f64::from(2.0 * cell.straight - 1.0).max(0.0),
            }
            .numbers(scheme, along);
            Fade {
                kept: left * kept as f32,
                taken: taken as f32,
            }
        };
        let layer = self.cells.iter().zip(&self.kept).skip(self.plain);
        self.fade = layer.map(fade).collect();
    }

    /// Multiplies the velocities: what a sub-step of another length makes of them.
    pub(super) fn pace(&mut self, ratio: f32) {
        for flow in self.flow.as_flattened_mut() {
            *flow *= ratio;
        }
        for drawn in &mut self.drawn {
            *drawn *= ratio;
        }
    }

    /// Lets the water sink from the height before each wall to rest, and forget the rest.
    pub(super) fn level(&mut self, heights: &Grid<f32>) {
        for (cell, height) in self.cells.iter().zip(&mut self.heights) {
            let before = heights.cells()[self.sides[cell.side].water];
            let way = (cell.way / PLAIN as f32).min(1.0);
            *height = before * (0.5 + 0.5 * (std::f32::consts::PI * way).cos());
        }
        for of_each in [
            &mut self.memory,
            &mut self.slope,
            &mut self.bend,
            &mut self.drawn,
        ] {
            of_each.fill(0.0);
        }
        self.flow.fill([0.0; 4]);
    }

    /// Whether all hidden water lies nearer to rest than these.
    pub(super) fn is_still(&self, height: f32, velocity: f32) -> bool {
        all_below(&self.heights, height) && all_below(self.flow.as_flattened(), velocity)
    }

    /// Adds to the velocities what the water behind the walls does, before the sweep that takes walls for mirrors, and moves
    /// that water on by a sub-step.
    pub(super) fn step(&mut self, heights: &Grid<f32>, velocity: &mut Grid<f32>) {
        if self.is_empty() {
            return;
        }
        let before_sides = &mut self.heights[self.cells.len() + 1..];
        for (side, before) in self.sides.iter().zip(before_sides) {
            *before = heights.cells()[side.water];
        }
        for side in &self.sides {
            if let Some(behind) = side.behind {
                let difference = self.heights[behind] - heights.cells()[side.water];
                velocity.cells_mut()[side.water] += self.push * side.depth * difference;
            }
        }
        let layer = &self.cells[self.plain..];
        for (index, (cell, fade)) in layer.iter().zip(&self.fade).enumerate() {
            let slope = cell.along(&self.heights);
            let memory = &mut self.memory[self.plain + index];
            *memory = fade.kept * *memory + fade.taken * slope;
            self.slope[self.plain + index] = slope + *memory;
        }
        for (index, (cell, drawn)) in layer.iter().zip(&mut self.drawn).enumerate() {
            let fade = self.fade[index];
            let bend = &mut self.bend[index];
            *bend = fade.kept * *bend + fade.taken * cell.along(&self.slope);
            let kept = self.kept[self.plain + index];
            *drawn = kept * (*drawn + cell.along(&self.memory) + *bend);
        }
        for (index, (cell, flow)) in self.cells.iter().zip(&mut self.flow).enumerate() {
            let (height, kept) = (self.heights[index], self.kept[index]);
            for (flow, beside) in flow.iter_mut().zip(cell.beside) {
                let beside = beside as usize;
                let kept = 0.5 * (kept + self.kept[beside]);
                *flow = kept * (*flow + self.heights[beside] - height);
            }
        }
        for index in 0..self.cells.len() {
            self.heights[index] = self.kept[index] * self.heights[index] + self.rise(index);
        }
    }

    /// What a cell is about to rise by in a sub-step, metres.
    fn rise(&self, index: usize) -> f32 {
        let [west, east, north, south] = self.flow[index];
        let drawn = index
            .checked_sub(self.plain)
            .map_or(0.0, |layer| self.drawn[layer]);
        self.courant * self.cells[index].depth * ((west + east) + (north + south) + drawn)
    }

    /// Presses a dent into the water behind the walls, where it reaches the water before them, and no more than there: what
    /// falls on the other side of a thin wall is not felt through it.
    pub(super) fn press(&mut self, dent: &Dent) {
        let weight = |side: &Side| dent.weight(side.place);
        let at_sides: Vec<f32> = self.sides.iter().map(weight).collect();
        if at_sides.iter().all(|&weight| weight == 0.0) {
            return;
        }
        for index in 0..self.cells.len() {
            let cell = &self.cells[index];
            // At the nearest side, or at that of a cell beside this one: aslant, the nearest may be off by one.
            let beside = cell.beside.iter().filter_map(|&beside| {
                let side = match self.cells.get(beside as usize) {
                    Some(cell) => cell.side,
                    None => (beside as usize).checked_sub(self.cells.len() + 1)?,
                };
                Some(at_sides[side])
            });
            let before = beside.fold(at_sides[cell.side], f32::max);
            if before == 0.0 {
                continue;
            }
            let weight = dent.weight(cell.place).min(before);
            if dent.adds() {
                self.heights[index] += weight * dent.bottom();
                continue;
            }
            // As a brush that stops what moves: here no sum needs to be kept, as all of it is absorbed.
            let rise = self.rise(index);
            let middle = self.heights[index] - 0.5 * rise;
            let left = 1.0 - weight;
            self.heights[index] = middle + weight * (dent.bottom() - middle) + 0.5 * left * rise;
            self.flow[index].iter_mut().for_each(|flow| *flow *= left);
            if let Some(layer) = index.checked_sub(self.plain) {
                self.drawn[layer] *= left;
            }
        }
    }
}
