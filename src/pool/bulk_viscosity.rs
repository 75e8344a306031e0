//! What a stone or a stroke does to water that moves: it pulls the surface toward its bottom, and stops the flow under it
//! without making volume or energy of it (docs/models.md §12).
//!
//! The surface rises where water flows together: with the flow q, v = −∇·q. A brush of weight w is a bulk viscosity κ·w that
//! acts on the flow all at once, q′ = q + κ∇(w∇·q′). Seen from the surface that is
//!
//! ```text
//! v′ = v + κ∇²(w·v′)                     κ = r², r the brush's radius in cells
//! (1/w − κ∇²)·g = v,  v′ = v + κ∇²g      with g = w·v′, 0 outside the brush
//! ```
//!
//! Where the depth p of the faces between cells differs, ∇·(p∇) takes the place of ∇², and κ = r² over the deepest p of the brush.
//! Where a unit of inflow raises a cell by m, v/m takes the place of v. The sum of v/m is kept, as ∇² only carries
//! it from cell to cell: from under the brush to its rim. Stopping it cell by cell, v′ = (1 − w)·v, would leave a rise or a fall
//! of the whole pool behind, which lasts for ever where nothing damps it.
//!
//! And the energy of the flow, ½⟨v, (−∇²)⁻¹v⟩, which is that of the wave equation, never grows: it changes by ½κ·(κ⟨g, −∇²g⟩ − 2⟨v, g⟩),
//! while conjugate gradients
//! from g = 0 lower ½⟨g, (1/w − κ∇²)g⟩ − ⟨v, g⟩ below 0 in every step, so that it loses ½κ⟨g, g/w⟩ or more however few they are.
//! Springs and dispersive water have another energy, ½⟨v, A⁻¹v⟩ with their own A; that rain does not drive them up is tested.
//!
//! Heights are known at whole steps and v halfway between them. What is pulled is the height at the time of v, h − v/2: by
//! itself, a height that is lessened while v is not, or the other way round, is a higher wave where waves are two cells long.

use super::soft_brush::Dent;
use crate::grid::Grid;

/// Steps of conjugate gradients.
const STEPS: usize = 12;

/// They end when the square of the residual is this part of what it was.
const ENOUGH: f64 = 1e-20;

/// The most cells whose flow is stopped: under a brush that touches more, what moves moves on, which adds nothing to its energy
/// either. A hundred megabytes of memory.
const MOST_CELLS: usize = 1 << 20;

/// What a brush finds at a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ground {
    /// Water, that a unit of inflow raises by so much.
    Water(f32),
    /// Water that its neighbours take no notice of.
    Apart,
    /// The surface is held at 0: its neighbours lose to it what flows there.
    Held,
    /// A mirror: nothing flows there.
    Solid,
}

/// A surface under a brush.
pub(super) trait Touched {
    /// What lies at a cell of the grid.
    fn ground(&self, column: usize, row: usize) -> Ground;

    /// Depth of the face between a cell and one beside it, as a part of the deepest, and more than 0.
    fn face(&self, _here: (usize, usize), _beside: (usize, usize)) -> f32 {
        1.0
    }

    /// What part of the brush's weight a cell feels.
    fn open(&self, _column: usize, _row: usize) -> f32 {
        1.0
    }

    /// Height, and the rise since the time step before: both in one unit.
    fn at(&self, column: usize, row: usize) -> (f32, f32);

    /// Gives a cell these.
    fn put(&mut self, column: usize, row: usize, state: (f32, f32));

    /// How many time steps before that of the height the middle of the rise lies.
    fn middle(&self) -> f32 {
        0.5
    }
}

/// What a disturbance changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    Nothing,
    /// Heights: what moves moves on.
    Heights,
    /// What moves, too.
    Both,
}

/// Presses brushes into surfaces, in memory of its own that is taken once.
#[derive(Debug, Default)]
pub(super) struct BulkViscosity {
    /// Of the brush's cells, row by row: column, row, weight, and what lies to the west, east, north and south.
    cells: Vec<Cell>,
    /// v/m of each.
    speed: Vec<f64>,
    /// g of each.
    carried: Vec<f64>,
    residual: Vec<f64>,
    direction: Vec<f64>,
    image: Vec<f64>,
}

/// A water's copy takes memory of its own when it wants some.
impl Clone for BulkViscosity {
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    column: usize,
    row: usize,
    weight: f32,
    /// 1/w.
    inverse: f64,
    /// What its own g counts for: 1/w, and κ for each side through which something flows.
    diagonal: f64,
    /// m.
    volume: f32,
    sides: [Side; 4],
    /// The face on each side.
    faces: [f64; 4],
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    /// Nothing flows there.
    Closed,
    /// g is 0 there, and what flows there is lost.
    Lost,
    /// g is 0 there, and what flows there stays.
    Beyond,
    /// The cell of this index.
    Cell(u32),
}

impl Cell {
    fn open_faces(&self) -> impl Iterator<Item = f64> {
        let sides = self.sides.iter().zip(self.faces);
        sides.filter_map(|(&side, face)| (side != Side::Closed).then_some(face))
    }
}

impl BulkViscosity {
    /// Presses `dent` into a surface of `columns × rows` cells.
    pub(super) fn press(
        &mut self,
        dent: &Dent,
        (columns, rows): (usize, usize),
        surface: &mut impl Touched,
    ) -> Change {
        let mut change = Change::Nothing;
        let mut put = |surface: &mut _, (column, row), before: (f32, f32), after: (f32, f32)| {
            change = change.max(match (after.1 != before.1, after.0 != before.0) {
                (true, _) => Change::Both,
                (false, true) => Change::Heights,
                (false, false) => return,
            });
            Touched::put(surface, column, row, after);
        };
        if dent.adds() || !self.gather(dent, (columns, rows), surface) {
            dent.for_each(columns, rows, |column, row, weight| {
                if matches!(
                    surface.ground(column, row),
                    Ground::Water(_) | Ground::Apart
                ) {
                    let weight = weight * surface.open(column, row);
                    let (height, rise) = surface.at(column, row);
                    let height_after = if dent.adds() {
                        height + weight * dent.bottom()
                    } else {
                        let middle = height - surface.middle() * rise;
                        height + weight * (dent.bottom() - middle)
                    };
                    put(surface, (column, row), (height, rise), (height_after, rise));
                }
            });
            return change;
        }
        let viscosity = dent.square() / self.deepest();
        self.solve(viscosity);
        let middle = surface.middle();
        for (index, cell) in self.cells.iter().enumerate() {
            let before = surface.at(cell.column, cell.row);
            let rise = if cell.sides == APART {
                before.1 - cell.weight * before.1
            } else {
                before.1 + cell.volume * self.gained(index, viscosity) as f32
            };
            let height = before.0 - middle * before.1;
            let height = height + cell.weight * (dent.bottom() - height) + middle * rise;
            put(surface, (cell.column, cell.row), before, (height, rise));
        }
        self.for_each_beyond(viscosity, |(column, row), gained| {
            if let Ground::Water(volume) = surface.ground(column, row) {
                let before = surface.at(column, row);
                let rise = volume * gained as f32;
                let after = (before.0 + middle * rise, before.1 + rise);
                put(surface, (column, row), before, after);
            }
        });
        change
    }

    /// Stops the flow under `dent` in open water that rises everywhere at this velocity.
    pub(super) fn still(&mut self, dent: &Dent, velocity: &mut Grid<f32>) {
        struct Rise<'a>(&'a mut Grid<f32>);
        impl Touched for Rise<'_> {
            fn ground(&self, _: usize, _: usize) -> Ground {
                Ground::Water(1.0)
            }

            fn at(&self, column: usize, row: usize) -> (f32, f32) {
                (0.0, self.0[(column, row)])
            }

            fn put(&mut self, column: usize, row: usize, (_, rise): (f32, f32)) {
                self.0[(column, row)] = rise;
            }
        }
        let size = (velocity.columns(), velocity.rows());
        self.press(dent, size, &mut Rise(velocity));
    }

    /// Finds the cells under the brush, and what moves there; false if there are too many.
    fn gather(
        &mut self,
        dent: &Dent,
        (columns, rows): (usize, usize),
        surface: &impl Touched,
    ) -> bool {
        self.cells.clear();
        self.speed.clear();
        dent.for_each(columns, rows, |column, row, weight| {
            let (volume, sides) = match surface.ground(column, row) {
                Ground::Water(volume) => (volume, [Side::Beyond; 4]),
                Ground::Apart => (1.0, APART),
                Ground::Held | Ground::Solid => return,
            };
            let weight = weight * surface.open(column, row);
            if weight > 0.0 && self.cells.len() <= MOST_CELLS {
                self.cells.push(Cell {
                    column,
                    row,
                    weight,
                    inverse: 1.0 / f64::from(weight),
                    diagonal: 1.0,
                    volume,
                    sides,
                    faces: [1.0; 4],
                });
                let rise = if sides == APART {
                    0.0
                } else {
                    surface.at(column, row).1
                };
                self.speed.push(f64::from(rise) / f64::from(volume));
            }
        });
        if self.cells.len() > MOST_CELLS {
            return false;
        }
        if self.speed.iter().all(|&speed| speed == 0.0) {
            return true;
        }
        for index in 0..self.cells.len() {
            let Cell {
                column, row, sides, ..
            } = self.cells[index];
            if sides == APART {
                continue;
            }
            self.cells[index].sides = around(column, row).map(|(column, row)| {
                if column >= columns || row >= rows {
                    return Side::Closed;
                }
                match surface.ground(column, row) {
                    Ground::Held => Side::Lost,
                    Ground::Solid | Ground::Apart => Side::Closed,
                    Ground::Water(_) => self
                        .cells
                        .binary_search_by_key(&(row, column), |cell| (cell.row, cell.column))
                        .map_or(Side::Beyond, |index| Side::Cell(index as u32)),
                }
            });
            let faces = around(column, row);
            for (side, beside) in faces.into_iter().enumerate() {
                if self.cells[index].sides[side] != Side::Closed {
                    let face = surface.face((column, row), beside);
                    self.cells[index].faces[side] = f64::from(face);
                }
            }
        }
        let viscosity = dent.square() / self.deepest();
        for cell in &mut self.cells {
            cell.diagonal = cell.inverse + viscosity * cell.open_faces().sum::<f64>();
        }
        true
    }

    /// The deepest face of the brush.
    fn deepest(&self) -> f64 {
        let faces = self.cells.iter().flat_map(Cell::open_faces);
        let deepest = faces.fold(0.0, f64::max);
        if deepest > 0.0 { deepest } else { 1.0 }
    }

    /// Finds g by conjugate gradients with the diagonal as preconditioner.
    fn solve(&mut self, viscosity: f64) {
        let count = self.cells.len();
        self.carried.clear();
        self.carried.resize(count, 0.0);
        if self.speed.iter().all(|&speed| speed == 0.0) {
            return;
        }
        self.residual.clone_from(&self.speed);
        self.direction.clear();
        self.direction.resize(count, 0.0);
        self.image.clear();
        self.image.resize(count, 0.0);
        let mut before = f64::INFINITY;
        let mut least = 0.0;
        for _ in 0..STEPS {
            let cells = self.cells.iter().zip(&self.residual);
            let now: f64 = cells.map(|(cell, r)| r * r / cell.diagonal).sum();
            least = f64::max(least, now * ENOUGH);
            // What is no number stays where it is.
            if !(now > least && now.is_finite()) {
                return;
            }
            let again = now / before;
            let cells = self.cells.iter().zip(&self.residual);
            for (direction, (cell, r)) in self.direction.iter_mut().zip(cells) {
                *direction = r / cell.diagonal + again * *direction;
            }
            let mut bent = 0.0;
            for (index, cell) in self.cells.iter().enumerate() {
                let here = self.direction[index];
                self.image[index] =
                    here * cell.inverse + viscosity * outflow(cell, index, &self.direction);
                bent += here * self.image[index];
            }
            let length = now / bent;
            for index in 0..count {
                self.carried[index] += length * self.direction[index];
                self.residual[index] -= length * self.image[index];
            }
            before = now;
        }
    }

    /// What a cell of the brush gains of v/m.
    fn gained(&self, index: usize, viscosity: f64) -> f64 {
        -viscosity * outflow(&self.cells[index], index, &self.carried)
    }

    /// Calls `gain` with every cell beside the brush, once for each side it has to it, and what it gains of v/m there.
    fn for_each_beyond(&self, viscosity: f64, mut gain: impl FnMut((usize, usize), f64)) {
        for (cell, &carried) in self.cells.iter().zip(&self.carried) {
            if carried == 0.0 {
                continue;
            }
            let beside = around(cell.column, cell.row);
            for ((place, side), face) in beside.into_iter().zip(cell.sides).zip(cell.faces) {
                if side == Side::Beyond {
                    gain(place, viscosity * face * carried);
                }
            }
        }
    }
}

/// The sides of a cell that nobody takes notice of.
const APART: [Side; 4] = [Side::Closed; 4];

/// The cells to the west, east, north and south; beyond the grid, one that no grid has.
fn around(column: usize, row: usize) -> [(usize, usize); 4] {
    [
        (column.wrapping_sub(1), row),
        (column + 1, row),
        (column, row.wrapping_sub(1)),
        (column, row + 1),
    ]
}

/// −∇² of what is carried, at a cell.
fn outflow(cell: &Cell, index: usize, carried: &[f64]) -> f64 {
    let here = carried[index];
    let sides = cell.sides.iter().zip(cell.faces);
    sides.fold(0.0, |sum, (side, face)| {
        sum + match *side {
            Side::Closed => 0.0,
            Side::Lost | Side::Beyond => face * here,
            Side::Cell(beside) => face * (here - carried[beside as usize]),
        }
    })
}
