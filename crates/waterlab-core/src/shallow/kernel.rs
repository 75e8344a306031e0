//! One Euler stage of a tile of cells (docs/models.md §17).
//!
//! A tile is [`TILE`] columns wide. It is swept row by row: slopes along z of the row to the south, the flux through the faces between the
//! two rows, the faces along x of the row, and then its new cells. All loops run over [`LANES`] numbers, whatever the tile has, so that
//! the compiler makes whole vectors of them; [`for_each_target`] compiles them once per instruction set. What lies beyond the pool is
//! computed and not stored.

use super::flux::{Flux, Side, flux, max, min, slope};
use super::layer::{FIELDS, Layer};
use crate::threads::for_each_target;

/// Columns of a tile.
pub(super) const TILE: usize = 62;

/// Cells of a row of a tile with a neighbour on either side: slopes along x are needed of these.
const LANES: usize = 64;

/// Columns that a tile reads.
pub(super) const SPAN: usize = LANES + 2;

/// Length of a row of intermediate results.
const ROW: usize = LANES + 8;

type Lanes = [f32; LANES];

/// The constants of a stage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stage {
    /// Seconds.
    pub(super) time_step: f32,
    /// `time_step` over the distance of cells, s/m.
    pub(super) ratio: f32,
    /// m/s².
    pub(super) gravity: f32,
    /// What linear damping leaves of a momentum.
    pub(super) kept: f32,
    /// Manning's n, s/m^(1/3).
    pub(super) manning: f32,
    /// Below this depth velocities fade, metres.
    pub(super) least_depth: f32,
    /// The limiter's θ, 0 to 2.
    pub(super) theta: f32,
    /// The largest velocity along an axis, m/s.
    pub(super) fastest: f32,
    /// The part of the stage in the result; the rest is the base.
    pub(super) share: f32,
}

/// What is known of the cells of a tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Summary {
    /// The greatest |u| + √(g·h) along an axis, m/s.
    pub(super) speed: f32,
    /// The largest |u| or |v|, m/s.
    pub(super) flow: f32,
    /// The lowest level of a wet cell, and the highest.
    pub(super) levels: [f32; 2],
    /// The lowest bed of a dry cell.
    pub(super) dry: f32,
    /// The lowest depth before it was clamped at 0, metres: negative where a stage took more water than there was.
    pub(super) lowest: f32,
}

impl Summary {
    /// Of no cells.
    pub(super) const NONE: Self = Self {
        speed: 0.0,
        flow: 0.0,
        levels: [f32::INFINITY, f32::NEG_INFINITY],
        dry: f32::INFINITY,
        lowest: f32::INFINITY,
    };

    /// Of the cells of both.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            speed: max(self.speed, other.speed),
            flow: max(self.flow, other.flow),
            levels: [
                min(self.levels[0], other.levels[0]),
                max(self.levels[1], other.levels[1]),
            ],
            dry: min(self.dry, other.dry),
            lowest: min(self.lowest, other.lowest),
        }
    }

    /// Whether the cells stay as they are: nothing flows, all water is at one level, and no dry ground lies below it.
    pub(super) fn is_at_rest(&self) -> bool {
        let [low, high] = self.levels;
        self.flow == 0.0 && (low > high || (low == high && self.dry >= high))
    }
}

/// The summaries of all lanes.
struct Summaries {
    speed: Lanes,
    flow: Lanes,
    low: Lanes,
    high: Lanes,
    dry: Lanes,
    lowest: Lanes,
}

impl Summaries {
    fn new() -> Self {
        Self {
            speed: [Summary::NONE.speed; LANES],
            flow: [Summary::NONE.flow; LANES],
            low: [Summary::NONE.levels[0]; LANES],
            high: [Summary::NONE.levels[1]; LANES],
            dry: [Summary::NONE.dry; LANES],
            lowest: [Summary::NONE.lowest; LANES],
        }
    }

    fn of_first(&self, lanes: usize) -> Summary {
        (0..lanes).fold(Summary::NONE, |all, lane| {
            all.and(Summary {
                speed: self.speed[lane],
                flow: self.flow[lane],
                levels: [self.low[lane], self.high[lane]],
                dry: self.dry[lane],
                lowest: self.lowest[lane],
            })
        })
    }
}

/// Numbers of the cells of a row that a tile reads.
type Span = [f32; SPAN];

/// A row as the stage reads it.
#[derive(Clone, Copy)]
struct Row<'a> {
    level: Span,
    depth: Span,
    /// Along x and along z.
    velocity: [&'a Span; 2],
    solid: &'a Span,
}

impl<'a> Row<'a> {
    #[inline(always)]
    fn new<const WALLS: bool>(layer: &'a Layer, place: Place<'a>, row: usize) -> Self {
        let span = |row: &'a [f32]| -> &'a Span { chunk(&row[place.column..]) };
        let [level, residual, x, z] = layer.row(row).map(span);
        let start = row * layer.stride();
        let bed = span(&place.bed[start..]);
        let mut new = Self {
            level: *level,
            depth: [0.0; SPAN],
            velocity: [x, z],
            solid: match WALLS {
                true => span(&place.solid[start..]),
                false => &[0.0; SPAN],
            },
        };
        for (cell, depth) in new.depth.iter_mut().enumerate() {
            *depth = max(0.0, (level[cell] - bed[cell]) + residual[cell]);
        }
        // To the slopes, pressure is more of both water and bed: water flows away from it as from higher ground.
        if !place.pressure.is_empty() {
            let pressure = span(&place.pressure[start..]);
            for (level, pressure) in new.level.iter_mut().zip(pressure) {
                *level += pressure;
            }
        }
        new
    }

    /// Level, depth and the velocities across and along an axis, 0 for x, 1 for z, from this cell on.
    #[inline(always)]
    fn from(&self, first: usize, axis: usize) -> [&Lanes; 4] {
        let [across, along] = [self.velocity[axis], self.velocity[1 - axis]];
        [&self.level, &self.depth, across, along].map(|field| lanes(&field[first..]))
    }

    #[inline(always)]
    fn solid_from(&self, first: usize) -> &Lanes {
        lanes(&self.solid[first..])
    }
}

#[inline(always)]
fn lanes(cells: &[f32]) -> &Lanes {
    chunk(cells)
}

#[inline(always)]
fn chunk<const N: usize>(cells: &[f32]) -> &[f32; N] {
    cells
        .first_chunk()
        .expect("rows have as many cells as their type says")
}

/// The sides of faces, a row of them.
#[derive(Clone, Copy)]
struct Sides([[f32; ROW]; 4]);

impl Sides {
    const NONE: Self = Self([[0.0; ROW]; 4]);

    #[inline(always)]
    fn at(&self, index: usize) -> Side {
        Side {
            level: self.0[0][index],
            depth: self.0[1][index],
            across: self.0[2][index],
            along: self.0[3][index],
        }
    }
}

/// The faces of a row of cells on both sides along an axis, and the pressure of the slope between them over the water, m³/s².
#[derive(Clone, Copy)]
struct Faces {
    near: Sides,
    far: Sides,
    push: [f32; ROW],
}

impl Faces {
    const NONE: Self = Self {
        near: Sides::NONE,
        far: Sides::NONE,
        push: [0.0; ROW],
    };

    #[inline(always)]
    fn reconstruct<const WALLS: bool>(
        &mut self,
        stage: &Stage,
        [before, here, after]: [[&Lanes; 4]; 3],
        solid: [&Lanes; 2],
    ) {
        for field in 0..4 {
            // Beyond a wall lies the mirror image of the cell.
            let mirror = if field == 2 { -1.0 } else { 1.0 };
            let (near, far) = (&mut self.near.0[field], &mut self.far.0[field]);
            let (before, here, after) = (before[field], here[field], after[field]);
            for lane in 0..LANES {
                let cell = here[lane];
                let (mut last, mut next) = (before[lane], after[lane]);
                if WALLS {
                    last = if solid[0][lane] != 0.0 {
                        mirror * cell
                    } else {
                        last
                    };
                    next = if solid[1][lane] != 0.0 {
                        mirror * cell
                    } else {
                        next
                    };
                }
                let half = 0.5 * slope(stage.theta, last, cell, next);
                near[lane] = cell - half;
                far[lane] = cell + half;
            }
        }
        let half_gravity = 0.5 * stage.gravity;
        for lane in 0..LANES {
            let depths = self.near.0[1][lane] + self.far.0[1][lane];
            self.push[lane] = half_gravity * depths * (self.far.0[0][lane] - self.near.0[0][lane]);
        }
    }
}

/// The fluxes through a row of faces.
#[derive(Clone, Copy)]
struct Fluxes {
    mass: [f32; ROW],
    left: [f32; ROW],
    right: [f32; ROW],
    along: [f32; ROW],
}

impl Fluxes {
    const NONE: Self = Self {
        mass: [0.0; ROW],
        left: [0.0; ROW],
        right: [0.0; ROW],
        along: [0.0; ROW],
    };

    /// The flux from `left` to `right`, whose first face is the one at `offset`; where a cell is solid the face is a wall.
    #[inline(always)]
    fn compute<const WALLS: bool>(
        &mut self,
        stage: &Stage,
        left: &Sides,
        (right, offset): (&Sides, usize),
        solid: [&Lanes; 2],
    ) {
        #[allow(clippy::needless_range_loop)] // of many rows
        for lane in 0..LANES {
            let (mut here, mut there) = (left.at(lane), right.at(lane + offset));
            if WALLS {
                let (own, other) = (here, there);
                if solid[0][lane] != 0.0 {
                    here = other.mirrored();
                }
                if solid[1][lane] != 0.0 {
                    there = own.mirrored();
                }
            }
            let Flux {
                mass,
                left,
                right,
                along,
            } = flux(stage.gravity, here, there);
            self.mass[lane] = mass;
            self.left[lane] = left;
            self.right[lane] = right;
            self.along[lane] = along;
        }
    }
}

/// Where a tile lies.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    /// First column that it reads; its own cells begin two columns after it.
    pub(super) column: usize,
    /// Its columns, up to [`TILE`].
    pub(super) columns: usize,
    /// Its first row.
    pub(super) row: usize,
    /// Its rows.
    pub(super) rows: usize,
    /// The bed, metres, in rows as long as those of a layer.
    pub(super) bed: &'a [f32],
    /// Pressure as metres of water, likewise; empty if there is none.
    pub(super) pressure: &'a [f32],
    /// 1 where a cell is solid; empty if there are no walls near the tile.
    pub(super) solid: &'a [f32],
}

/// Computes the stage of a tile: `share` of `from` advanced by a time step, the rest of `base`. `out` is the band of rows, as
/// [`Layer`] stores them, whose first row is the tile's.
pub(super) fn advance(
    stage: &Stage,
    place: Place,
    [from, base]: [&Layer; 2],
    out: &mut [f32],
) -> Summary {
    match place.solid.is_empty() {
        true => open(stage, place, [from, base], out),
        false => walled(stage, place, [from, base], out),
    }
}

for_each_target! {
    fn open(stage: &Stage, place: Place<'_>, layers: [&Layer; 2], out: &mut [f32]) -> Summary {
        sweep::<false>(stage, place, layers, out)
    }
}

for_each_target! {
    fn walled(stage: &Stage, place: Place<'_>, layers: [&Layer; 2], out: &mut [f32]) -> Summary {
        sweep::<true>(stage, place, layers, out)
    }
}

#[inline(always)]
fn sweep<const WALLS: bool>(
    stage: &Stage,
    place: Place,
    [from, base]: [&Layer; 2],
    out: &mut [f32],
) -> Summary {
    let mut sweep = TileSweep {
        stage,
        place,
        layers: [from, base],
        rows: [0, 1, 2].map(|row| Row::new::<WALLS>(from, place, place.row - 2 + row)),
        faces_x: Faces::NONE,
        fluxes_x: Fluxes::NONE,
        summaries: Summaries::new(),
    };
    // The faces along z of two rows, and the fluxes between them. Their roles alternate, which copies nothing.
    let [mut even, mut odd] = [Faces::NONE; 2];
    let [mut north, mut south] = [Fluxes::NONE; 2];
    // Of the row before the tile, its own rows, and the row after it.
    let last = place.row + place.rows;
    for index in (place.row - 1..=last).step_by(2) {
        sweep.row::<WALLS>(index, (&odd, &mut even), (&north, &mut south), out);
        if index < last {
            sweep.row::<WALLS>(index + 1, (&even, &mut odd), (&south, &mut north), out);
        }
    }
    sweep.summaries.of_first(place.columns)
}

/// A tile that is swept.
struct TileSweep<'a> {
    stage: &'a Stage,
    place: Place<'a>,
    /// What is advanced, and the base.
    layers: [&'a Layer; 2],
    /// Three rows.
    rows: [Row<'a>; 3],
    faces_x: Faces,
    fluxes_x: Fluxes,
    summaries: Summaries,
}

impl TileSweep<'_> {
    /// Computes the faces of this row, the fluxes between it and the last one, and the cells of the last one.
    #[inline(always)]
    fn row<const WALLS: bool>(
        &mut self,
        index: usize,
        (last, next): (&Faces, &mut Faces),
        (north, south): (&Fluxes, &mut Fluxes),
        out: &mut [f32],
    ) {
        let (stage, place) = (self.stage, self.place);
        let [from, base] = self.layers;
        let [before, here, after] = &self.rows;
        next.reconstruct::<WALLS>(
            stage,
            [before, here, after].map(|row| row.from(2, 1)),
            [before.solid_from(2), after.solid_from(2)],
        );
        if index >= place.row {
            south.compute::<WALLS>(
                stage,
                &last.far,
                (&next.near, 0),
                [before.solid_from(2), here.solid_from(2)],
            );
        }
        if index > place.row {
            // `before` is complete: its faces to the north and to the south are known.
            self.faces_x.reconstruct::<WALLS>(
                stage,
                [0, 1, 2].map(|first| before.from(first, 0)),
                [before.solid_from(0), before.solid_from(2)],
            );
            self.fluxes_x.compute::<WALLS>(
                stage,
                &self.faces_x.far,
                (&self.faces_x.near, 1),
                [before.solid_from(1), before.solid_from(2)],
            );
            let done = index - 1;
            let band = &mut out[(done - place.row) * FIELDS * from.stride()..];
            let cells = Cells {
                stage,
                place,
                row: done,
                base,
            };
            cells.update::<WALLS>(
                from,
                before,
                (&self.faces_x.push, &self.fluxes_x),
                (&last.push, [north, south]),
                band,
                &mut self.summaries,
            );
        }
        if index < place.row + place.rows {
            let row = Row::new::<WALLS>(from, place, index + 2);
            self.rows = [self.rows[1], self.rows[2], row];
        }
    }
}

/// A row of cells that is updated.
struct Cells<'a> {
    stage: &'a Stage,
    place: Place<'a>,
    row: usize,
    base: &'a Layer,
}

impl Cells<'_> {
    #[inline(always)]
    fn update<const WALLS: bool>(
        &self,
        from: &Layer,
        row: &Row,
        (push_x, x): (&[f32; ROW], &Fluxes),
        (push_z, z): (&[f32; ROW], [&Fluxes; 2]),
        out: &mut [f32],
        summaries: &mut Summaries,
    ) {
        let stage = self.stage;
        let first = self.place.column + 2;
        let input = from.row(self.row).map(|field| lanes(&field[first..]));
        let base = self.base.row(self.row).map(|field| lanes(&field[first..]));
        let bed = lanes(&self.place.bed[self.row * from.stride() + first..]);
        let [_, depth, u, v] = row.from(2, 0);
        let mut mass = [0.0; LANES];
        let mut momentum = [[0.0; LANES]; 2];
        for lane in 0..LANES {
            let (west, east) = (lane, lane + 1);
            mass[lane] =
                stage.ratio * ((x.mass[west] - x.mass[east]) + (z[0].mass[lane] - z[1].mass[lane]));
            let along_x = ((x.right[west] - x.left[east]) - push_x[lane + 1])
                + (z[0].along[lane] - z[1].along[lane]);
            let along_z = ((z[0].right[lane] - z[1].left[lane]) - push_z[lane])
                + (x.along[west] - x.along[east]);
            momentum[0][lane] = stage.kept * (depth[lane] * u[lane] + stage.ratio * along_x);
            momentum[1][lane] = stage.kept * (depth[lane] * v[lane] + stage.ratio * along_z);
        }
        if stage.manning > 0.0 {
            rub(stage, depth, &mass, &mut momentum);
        }
        let solid = row.solid_from(2);
        let mut new = [[0.0; LANES]; FIELDS];
        let least_square = stage.least_depth * stage.least_depth;
        for lane in 0..LANES {
            let ground = bed[lane];
            let (level, residual) = (base[0][lane], base[1][lane]);
            let base_depth = max(0.0, (level - ground) + residual);
            let change = ((input[0][lane] - level) + (input[1][lane] - residual)) + mass[lane];
            // The level is a sum of two numbers, so that a thin sheet loses nothing to rounding (Kahan).
            let added = stage.share * change + residual;
            let sum = level + added;
            let rest = added - (sum - level);
            let computed = (sum - ground) + rest;
            let is_dry = computed <= 0.0;
            let height = max(computed, 0.0);
            let square = height * height;
            let factor = 2.0 * height / (square + max(square, least_square));
            let limited = |velocity: f32| max(min(velocity, stage.fastest), -stage.fastest);
            let flow = |field: usize| {
                let before = base_depth * base[2 + field][lane];
                let after = before + stage.share * (momentum[field][lane] - before);
                limited(after * factor)
            };
            let (mut x, mut z) = (flow(0), flow(1));
            // Underflow would make slow arithmetic of ever smaller numbers.
            x = if is_dry || x.abs() < 1e-20 { 0.0 } else { x };
            z = if is_dry || z.abs() < 1e-20 { 0.0 } else { z };
            let mut cell = [
                if is_dry { ground } else { sum },
                if is_dry { 0.0 } else { rest },
                x,
                z,
            ];
            // Rounding may leave a millionth too little.
            let mut surplus = computed + 1e-6 * depth[lane];
            let (mut wet, mut dry) = (height, if is_dry { ground } else { f32::INFINITY });
            if WALLS && solid[lane] != 0.0 {
                cell = [ground, 0.0, 0.0, 0.0];
                (surplus, wet, dry) = (0.0, 0.0, f32::INFINITY);
            }
            for field in 0..FIELDS {
                new[field][lane] = cell[field];
            }
            let flow = max(cell[2].abs(), cell[3].abs());
            summaries.speed[lane] = max(summaries.speed[lane], flow + (stage.gravity * wet).sqrt());
            summaries.flow[lane] = max(summaries.flow[lane], flow);
            let (low, high) = (summaries.low[lane], summaries.high[lane]);
            summaries.low[lane] = if wet > 0.0 { min(low, cell[0]) } else { low };
            summaries.high[lane] = if wet > 0.0 { max(high, cell[0]) } else { high };
            summaries.dry[lane] = min(summaries.dry[lane], dry);
            summaries.lowest[lane] = min(summaries.lowest[lane], surplus);
        }
        let columns = self.place.columns;
        for (field, new) in new.iter().enumerate() {
            out[field * from.stride() + first..][..columns].copy_from_slice(&new[..columns]);
        }
    }
}

/// Manning's friction, by the exact solution of its quadratic equation at the end of the stage: it never turns the flow around, and a
/// steady flow down a slope does not depend on the time step.
#[inline(always)]
fn rub(stage: &Stage, depth: &Lanes, mass: &Lanes, momentum: &mut [Lanes; 2]) {
    let strength = 4.0 * stage.time_step * stage.gravity * stage.manning * stage.manning;
    for lane in 0..LANES {
        let height = max(depth[lane] + mass[lane], stage.least_depth);
        let [x, z] = [momentum[0][lane], momentum[1][lane]];
        let flow = (x * x + z * z).sqrt();
        let drag = strength * flow / (height * height * cube_root(height));
        let factor = 2.0 / (1.0 + (1.0 + drag).sqrt());
        momentum[0][lane] = x * factor;
        momentum[1][lane] = z * factor;
    }
}

/// The cube root of a positive number, to 1e-6 of it: two steps of Halley's method from a guess by the exponent.
#[inline(always)]
fn cube_root(value: f32) -> f32 {
    let third = ((u64::from(value.to_bits()) * 0x5555_5556) >> 32) as u32;
    let mut root = f32::from_bits(third + 0x2a51_37a0);
    for _ in 0..2 {
        let cube = root * root * root;
        root *= (cube + 2.0 * value) / (2.0 * cube + value);
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cube_roots_are_exact_to_a_millionth() {
        for exponent in -60..=60 {
            let value = 10_f32.powf(exponent as f32 / 10.0) * 1.07;
            let wanted = f64::from(value).cbrt();
            assert!(
                (f64::from(cube_root(value)) / wanted - 1.0).abs() < 1e-6,
                "{value}"
            );
        }
    }
}
