//! `Deep`: what bodies displace that lie deeper than their radius. It spreads far over the water, and most of these bodies rest on the
//! floor, so that it is recomputed only when one of them has moved.

use super::Cells;
use super::areas::{Area, Areas};
use glam::DVec3;
use waterlab_core::grid::Grid;

/// How far a deep body must move before its displacement is recomputed, as a fraction of its reach.
const STILL: f64 = 0.02;

/// A volume, m³, that spreads over a disc about a place, metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) place: DVec3,
    /// Radius of the disc.
    pub(super) reach: f64,
    pub(super) volume: f64,
}

impl Source {
    /// Whether another one is so close that the difference does not matter.
    fn is_like(&self, other: &Self) -> bool {
        let apart = self.place.distance(other.place) + (self.reach - other.reach).abs();
        apart < STILL * self.reach && (self.volume - other.volume).abs() < 1e-4 * self.volume
    }

    /// Adds it to a grid, and returns the cells that it reaches.
    pub(super) fn add_to(&self, metres: &mut Grid<f32>, grid: Cells) -> Area {
        let [x, z] = grid.column_row(self.place.x, self.place.z);
        let cells = self.reach / grid.size;
        let area @ [west, east, north, south] =
            grid.within([x - cells, z - cells], [x + cells, z + cells]);
        let square = |cell: usize, middle: f64| ((cell as f64 - middle) / cells).powi(2) as f32;
        let across: Vec<f32> = (west..=east).map(|column| square(column, x)).collect();
        let mut patch = Grid::new(east - west + 1, south - north + 1, 0.0);
        for row in north..=south {
            let down = square(row, z);
            for (cell, across) in patch.row_mut(row - north).iter_mut().zip(&across) {
                let part = (1.0 - (across + down)).max(0.0);
                *cell = part * part;
            }
        }
        grid.add_patch(metres, &patch, [west, north], self.volume);
        area
    }
}

/// What deep bodies displace.
#[derive(Clone, Debug)]
pub(super) struct Deep {
    /// Metres at each cell, of `sources`.
    metres: Grid<f32>,
    sources: Vec<Source>,
    /// The cells that they reach.
    areas: Areas,
    /// The sources of this step.
    wanted: Vec<Source>,
}

impl Deep {
    pub(super) fn none(cells: Cells) -> Self {
        Self {
            metres: Grid::new(cells.columns, cells.rows, 0.0),
            sources: Vec::new(),
            areas: Areas::default(),
            wanted: Vec::new(),
        }
    }

    /// Metres at each cell.
    pub(super) fn metres(&self) -> &Grid<f32> {
        &self.metres
    }

    /// The cells that they reach.
    pub(super) fn areas(&self) -> &Areas {
        &self.areas
    }

    /// Begins a step.
    pub(super) fn clear(&mut self) {
        self.wanted.clear();
    }

    pub(super) fn add(&mut self, source: Source) {
        self.wanted.push(source);
    }

    /// Whether the sources of this step differ too little from those before to matter.
    pub(super) fn is_settled(&self) -> bool {
        let mut pairs = self.sources.iter().zip(&self.wanted);
        self.sources.len() == self.wanted.len() && pairs.all(|(one, other)| one.is_like(other))
    }

    /// Computes what the sources of this step displace, and replaces by it what those before do in `now`. Returns the cells of both.
    pub(super) fn settle(&mut self, cells: Cells, now: &mut Grid<f32>) -> (Areas, Areas) {
        let before = std::mem::take(&mut self.areas);
        for [west, east, north, south] in before.iter() {
            for row in north..=south {
                let deep = &mut self.metres.row_mut(row)[west..=east];
                for (now, deep) in now.row_mut(row)[west..=east].iter_mut().zip(deep) {
                    *now -= std::mem::take(deep);
                }
            }
        }
        self.sources.clone_from(&self.wanted);
        for source in &self.sources {
            self.areas.add(source.add_to(&mut self.metres, cells));
        }
        for [west, east, north, south] in self.areas.iter() {
            for row in north..=south {
                let deep = &self.metres.row(row)[west..=east];
                for (now, deep) in now.row_mut(row)[west..=east].iter_mut().zip(deep) {
                    *now += deep;
                }
            }
        }
        (before, self.areas.clone())
    }
}
