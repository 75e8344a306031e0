//! Absorbing edges: a layer along them in which waves decay without reflection (docs/models.md §5a).
//!
//! It is a perfectly matched layer. Along the axis x across the edge, ∂/∂x becomes (1/s)·∂/∂x with
//! s = 1 + σ/(α + iω): the layer has no impedance mismatch at any angle or wavelength, and the wave decays by
//! e^(−∫σ/c·cos θ dx) on its way out, and again on its way back from the end of the layer, where the surface is held at 0. In
//! time, 1/s is a memory that decays by b = e^(−(σ+α)Δt) in a sub-step, with a = (b − 1)·σ/(σ + α):
//!
//! ```text
//! ψ ← b·ψ + a·∂h/∂x           on the side between two cells
//! ξ ← b·ξ + a·∂(∂h/∂x + ψ)/∂x in the cell
//! h_tt = g·p·(∇²h + ∂ψ/∂x + ξ)
//! ```
//!
//! σ rises as the cube of the distance into the layer. α lets the memory of a constant level decay.
//!
//! The layer lies around the pool, outside the visible part, with plain water between the two ([`super::margin`]): a disturbance
//! inside the layer would be (1 + σ/(α + iω)) times as strong, without bound for slow waves.

use super::bed::Bed;
use super::scheme::Scheme;
use crate::grid::Grid;

/// Cells across the layer.
pub(super) const THICKNESS: usize = 12;

/// −ln of the amplitude of a wave after crossing the layer at normal incidence and returning.
const LOSS: f64 = 10.0;

/// The power of the distance with which σ rises.
const RISE: f64 = 3.0;

/// α times the travel time of a wave along the longer side of the water.
const ALPHA: f64 = 1.0;

/// The absorbing layer around a pool.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    fade: [Fade; THICKNESS],
    /// C/d at maximum depth: the factor of ∂ψ/∂x + ξ in the velocity before the sweep.
    push: f32,
    /// Along the first and the last row: THICKNESS rows of ψ, then of ξ, from the edge inward.
    across_rows: [Vec<f32>; 2],
    /// Per row, at its first and its last column: THICKNESS of ψ, then of ξ, from the edge inward.
    across_columns: [Vec<f32>; 2],
}

/// The memory coefficients at one distance from the edge: on the outer side of the cell, and in the cell.
#[derive(Clone, Copy, Debug)]
struct Fade {
    side: (f32, f32),
    cell: (f32, f32),
}

impl Layer {
    /// A layer along the edges of water of `columns × rows` cells.
    pub(super) fn new(scheme: &Scheme, (columns, rows): (usize, usize)) -> Self {
        Self {
            fade: fades(scheme, columns.max(rows)),
            push: push(scheme),
            across_rows: [(); 2].map(|()| vec![0.0; 2 * THICKNESS * columns]),
            across_columns: [(); 2].map(|()| vec![0.0; 2 * THICKNESS * rows]),
        }
    }

    /// Takes the coefficients of another scheme; the memory is preserved.
    pub(super) fn apply_settings(&mut self, scheme: &Scheme, (columns, rows): (usize, usize)) {
        self.fade = fades(scheme, columns.max(rows));
        self.push = push(scheme);
    }

    /// Clears the memory.
    pub(super) fn reset(&mut self) {
        for memory in self.memories_mut() {
            memory.fill(0.0);
        }
    }

    /// The size of the memory for water of `columns × rows` cells.
    pub(super) fn memory_len((columns, rows): (usize, usize)) -> usize {
        4 * THICKNESS * (columns + rows)
    }

    /// The whole memory.
    pub(super) fn memories(&self) -> impl Iterator<Item = &[f32]> {
        let all = self.across_rows.iter().chain(&self.across_columns);
        all.map(Vec::as_slice)
    }

    /// The whole memory, in the same order, mutable.
    pub(super) fn memories_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let all = self.across_rows.iter_mut().chain(&mut self.across_columns);
        all.map(Vec::as_mut_slice)
    }

    /// Adds the layer's contribution to the velocities, before the sweep that treats the edges as mirrors.
    pub(super) fn push(&mut self, bed: &Bed, heights: &Grid<f32>, velocity: &mut Grid<f32>) {
        let Self {
            fade,
            push,
            across_rows: [north, south],
            across_columns: [west, east],
        } = self;
        let last = heights.rows() - 1;
        push_rows(fade, *push, north, bed, heights, velocity, |cell| cell);
        push_rows(fade, *push, south, bed, heights, velocity, |cell| {
            last - cell
        });
        for row in 0..heights.rows() {
            let memory = row * 2 * fade.len()..(row + 1) * 2 * fade.len();
            let strip = Strip {
                heights: heights.row(row),
                open: bed.open().map(|open| open.row(row)),
                depth: bed.depth().map(|depth| depth.row(row)),
            };
            let last = heights.columns() - 1;
            let cells = velocity.row_mut(row);
            strip.push(fade, *push, &mut west[memory.clone()], cells, |cell| cell);
            strip.push(fade, *push, &mut east[memory], cells, |cell| last - cell);
        }
    }
}

/// The coefficients at each distance from the end of a layer, along water of this many cells.
fn fades(scheme: &Scheme, cells: usize) -> [Fade; THICKNESS] {
    let across = THICKNESS as f64;
    // Per sub-step: ∫σ dx/c across the layer and back is the loss.
    let steepest = (RISE + 1.0) / 2.0 * scheme.stride() * LOSS / across;
    let fading = scheme.stride() * ALPHA / cells as f64;
    let numbers = |cells_in: f64| {
        let damping = steepest * (cells_in / across).powf(RISE);
        let kept = (-damping - fading).exp();
        let taken = (kept - 1.0) * damping / (damping + fading);
        ((scheme.decay * kept) as f32, taken as f32)
    };
    std::array::from_fn(|cell| Fade {
        side: numbers(across - cell as f64),
        cell: numbers(across - cell as f64 - 0.5),
    })
}

/// C/d, the factor of the slope term in the velocity before the sweep.
fn push(scheme: &Scheme) -> f32 {
    (scheme.courant / scheme.decay) as f32
}

impl Fade {
    /// ∂ψ/∂x + ξ of a cell, from the slopes on its inner and its outer side, the ψ of the inner side, and its own memory.
    #[inline(always)]
    fn bend(self, inner: f32, outer: f32, inner_memory: f32, memory: (&mut f32, &mut f32)) -> f32 {
        let (side, cell) = memory;
        *side = self.side.0 * *side + self.side.1 * outer;
        let bend = inner_memory - *side;
        *cell = self.cell.0 * *cell + self.cell.1 * (inner - outer + bend);
        bend + *cell
    }
}

/// One row across the layer.
struct Strip<'a> {
    heights: &'a [f32],
    open: Option<&'a [f32]>,
    depth: Option<&'a [f32]>,
}

impl Strip<'_> {
    /// `column` maps the distance of a cell from the edge to its column.
    #[inline]
    fn push(
        &self,
        fade: &[Fade],
        push: f32,
        memory: &mut [f32],
        velocity: &mut [f32],
        column: impl Fn(usize) -> usize,
    ) {
        let (sides, cells) = memory.split_at_mut(fade.len());
        let open = |cell: usize| self.open.map_or(1.0, |open| open[column(cell)]);
        // The slope on the outer side of the cell, positive inward; beyond the edge the surface is held at 0.
        let slope = |cell: usize| {
            let here = self.heights[column(cell)];
            if cell == 0 {
                here
            } else {
                (here - self.heights[column(cell - 1)]) * open(cell) * open(cell - 1)
            }
        };
        let (mut inner, mut inner_memory) = (slope(fade.len()), 0.0);
        for (cell, fade) in fade.iter().enumerate().rev() {
            let outer = slope(cell);
            let bend = fade.bend(
                inner,
                outer,
                inner_memory,
                (&mut sides[cell], &mut cells[cell]),
            );
            // The sweep has no slope across the outer edge.
            let beyond = if cell == 0 { outer } else { 0.0 };
            let depth = self.depth.map_or(1.0, |depth| depth[column(cell)]);
            velocity[column(cell)] += push * depth * (bend - beyond);
            (inner, inner_memory) = (outer, sides[cell]);
        }
    }
}

/// The rows along an edge; `row` maps the distance of a cell from the edge to its row.
fn push_rows(
    fade: &[Fade],
    push: f32,
    memory: &mut [f32],
    bed: &Bed,
    heights: &Grid<f32>,
    velocity: &mut Grid<f32>,
    row: impl Fn(usize) -> usize,
) {
    let columns = heights.columns();
    let (sides, cells) = memory.split_at_mut(fade.len() * columns);
    for (cell, fade) in fade.iter().enumerate().rev() {
        let (sides, inner_sides) = sides.split_at_mut((cell + 1) * columns);
        let sides = &mut sides[cell * columns..];
        let cells = &mut cells[cell * columns..][..columns];
        let inner_memory = |column: usize| inner_sides.get(column).copied().unwrap_or(0.0);
        let open = |cell: usize| bed.open().map(|open| open.row(row(cell)));
        let (open_inner, open_here) = (open(cell + 1), open(cell));
        let open_outer = cell.checked_sub(1).and_then(open);
        let depth = bed.depth().map(|depth| depth.row(row(cell)));
        let (inner, here) = (heights.row(row(cell + 1)), heights.row(row(cell)));
        let outer = cell.checked_sub(1).map(|outer| heights.row(row(outer)));
        let velocity = velocity.row_mut(row(cell));
        let at = |cells: Option<&[f32]>, column: usize| cells.map_or(1.0, |cells| cells[column]);
        for column in 0..columns {
            let open_here = at(open_here, column);
            let inner = (inner[column] - here[column]) * at(open_inner, column) * open_here;
            let outer_height = outer.map_or(0.0, |outer| outer[column]);
            let outer_slope = (here[column] - outer_height) * at(open_outer, column) * open_here;
            let bend = fade.bend(
                inner,
                outer_slope,
                inner_memory(column),
                (&mut sides[column], &mut cells[column]),
            );
            let beyond = if cell == 0 { outer_slope } else { 0.0 };
            velocity[column] += push * at(depth, column) * (bend - beyond);
        }
    }
}
