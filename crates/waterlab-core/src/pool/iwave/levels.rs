//! The two time levels of a surface, and their changes outside the recurrence: shared by both kinds of iWave.

use super::rim::rim;
use super::{cusps, depth_in_cells};
use crate::grid::Grid;
use crate::parameter::Settings;
use crate::pool::bulk_viscosity::{BulkViscosity, Change, Touched};
use crate::pool::soft_brush::Dent;
use crate::pool::{Obstruction, Patch, Size, State};
use crate::water::Flow;
use std::borrow::Cow;

/// The heights at the current and the previous step, and the walls.
#[derive(Clone)]
pub(super) struct Levels {
    size: Size,
    /// Current heights, metres.
    pub(super) heights: Grid<f32>,
    /// Previous heights, metres.
    pub(super) previous: Grid<f32>,
    /// Factor of each cell; `None` without walls.
    pub(super) rim: Option<Grid<f32>>,
    viscosity: BulkViscosity,
}

impl Levels {
    pub(super) fn new(size: Size) -> Self {
        let flat = Grid::new(size.columns(), size.rows(), 0.0);
        Self {
            size,
            heights: flat.clone(),
            previous: flat,
            rim: None,
            viscosity: BulkViscosity::default(),
        }
    }

    /// Called once in each time step; see [`BulkViscosity::start_step`].
    pub(super) fn start_step(&mut self) {
        self.viscosity.start_step();
    }

    /// Applies a disturbance to both levels, so that it displaces the water without giving it velocity. The pulled heights are those
    /// `middle` steps ago.
    pub(super) fn disturb(&mut self, dent: &Dent, middle: f32) -> Change {
        let size = (self.size.columns(), self.size.rows());
        let mut surface = Pair {
            heights: &mut self.heights,
            previous: &mut self.previous,
            rim: self.rim.as_ref(),
            middle,
        };
        self.viscosity.press(dent, size, &mut surface)
    }

    /// Adds `factor` times the patches to both levels, except inside walls and at their rims.
    pub(super) fn raise(&mut self, patches: &[Patch], factor: f32) {
        let (columns, rows) = (self.size.columns(), self.size.rows());
        for patch in patches {
            patch.for_each((columns, rows), |column, row, metres| {
                let rim = self.rim.as_ref();
                if rim.is_none_or(|rim| rim[(column, row)] == 1.0) {
                    self.heights[(column, row)] += factor * metres;
                    self.previous[(column, row)] += factor * metres;
                }
            });
        }
    }

    /// The surface of a pool of this length in metres.
    pub(super) fn state(&self, length: f64) -> State {
        State {
            heights: self.heights.clone(),
            velocity: self.velocity(),
            length,
        }
    }

    /// Replaces the surface by one of any number of cells, for a pool of this length in metres.
    pub(super) fn take(&mut self, surface: &State, length: f64) {
        let surface = surface.sized(self.size, length);
        let cells = surface.heights.cells().iter().zip(surface.velocity.cells());
        for (previous, (height, velocity)) in self.previous.cells_mut().iter_mut().zip(cells) {
            *previous = height - velocity;
        }
        self.heights = surface.heights;
        self.empty_walls();
    }

    /// Replaces the walls.
    pub(super) fn set_walls(&mut self, walls: Option<&Obstruction>) {
        self.rim = walls.map(rim);
        self.empty_walls();
    }

    /// Removes the water inside walls.
    pub(super) fn empty_walls(&mut self) {
        let Some(rim) = &self.rim else {
            return;
        };
        for level in [&mut self.heights, &mut self.previous] {
            for (cell, &open) in level.cells_mut().iter_mut().zip(rim.cells()) {
                if open == 0.0 {
                    *cell = 0.0;
                }
            }
        }
    }

    /// How open each cell is, 0 to 1.
    pub(super) fn obstruction(&self) -> Cow<'_, Grid<f32>> {
        match &self.rim {
            Some(rim) => Cow::Borrowed(rim),
            None => Cow::Owned(Grid::new(self.size.columns(), self.size.rows(), 1.0)),
        }
    }

    /// Vertical velocity, metres per step.
    pub(super) fn velocity(&self) -> Grid<f32> {
        Grid::from_fn(self.size.columns(), self.size.rows(), |column, row| {
            self.heights[(column, row)] - self.previous[(column, row)]
        })
    }

    /// Horizontal displacement and velocity.
    pub(super) fn flow(&self, settings: &Settings) -> Flow {
        let time_step = settings.real("time_step");
        let mut rise = self.velocity();
        for cell in rise.cells_mut() {
            *cell = (f64::from(*cell) / time_step) as f32;
        }
        let depth = depth_in_cells(settings, self.size);
        Flow {
            displacement: Some(cusps::displacement(self.size, &self.heights)),
            velocity: cusps::horizontal_velocity(self.size, &rise, depth),
        }
    }

    /// Multiplies the velocity, in metres per step, by `ratio`, after a change of the time step.
    pub(super) fn pace(&mut self, ratio: f32) {
        let heights = self.heights.cells().iter();
        for (previous, height) in self.previous.cells_mut().iter_mut().zip(heights) {
            *previous = height - (height - *previous) * ratio;
        }
    }

    /// Multiplies the heights by the obstruction, as before every convolution.
    pub(super) fn obstruct_heights(&mut self) {
        if let Some(rim) = &self.rim {
            let cells = self.heights.cells_mut().iter_mut().zip(rim.cells());
            for (height, open) in cells {
                *height *= open;
            }
        }
    }

    pub(super) fn reset(&mut self) {
        self.heights.fill(0.0);
        self.previous.fill(0.0);
    }

    /// Whether both levels are exactly at rest.
    pub(super) fn is_zero(&self) -> bool {
        let zero = |level: &Grid<f32>| level.cells().iter().all(|&cell| cell == 0.0);
        zero(&self.heights) && zero(&self.previous)
    }
}

/// Both levels, as the target of a brush.
struct Pair<'a> {
    heights: &'a mut Grid<f32>,
    previous: &'a mut Grid<f32>,
    rim: Option<&'a Grid<f32>>,
    middle: f32,
}

impl Touched for Pair<'_> {
    fn is_water(&self, column: usize, row: usize) -> bool {
        self.open(column, row) > 0.0
    }

    fn open(&self, column: usize, row: usize) -> f32 {
        self.rim.map_or(1.0, |rim| rim[(column, row)])
    }

    fn at(&self, column: usize, row: usize) -> (f32, f32) {
        let height = self.heights[(column, row)];
        (height, height - self.previous[(column, row)])
    }

    fn put(&mut self, column: usize, row: usize, (height, rise): (f32, f32)) {
        self.heights[(column, row)] = height;
        self.previous[(column, row)] = height - rise;
    }

    fn middle(&self) -> f32 {
        self.middle
    }
}
