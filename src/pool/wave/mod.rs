//! The wave equation in metres and seconds, with depth, walls and edges of three kinds (reference §5).
//!
//! ```text
//! h_tt = g·p·∇²h − 2δ·h_t − δ²·h        g gravity, p still depth at the cell, δ damping
//! ```
//!
//! Damping in this form multiplies every wave, and the mean level, by e^(−δt), whatever its length and whatever the time step,
//! and leaves its speed alone. `kernel` has the sub-step for a cell, `scheme` how many of them a step takes, `layer` the edges
//! that absorb, `faces` the walls that do.
//!
//! However hard it is poked, the water stays bounded: a stone or a stroke pulls the surface toward its bottom and never
//! beyond, it stops what moves under it, and no sub-step adds to the energy of the waves. Swells add to the surface wherever
//! it is: what they make is bounded by damping, or by edges and walls that absorb, alone.

mod bed;
mod faces;
mod kernel;
mod layer;
mod parameters;
mod scheme;
mod sweep;

pub(super) use parameters::MODEL;

use super::settling::{STILL, Settling, all_below};
use super::soft_brush::Dent;
use super::{Disturbance, Model, Obstruction, RowKernel, Size, Surface, Water};
use crate::grid::Grid;
use crate::heights::Heights;
use crate::parameter::{ParameterError, Settings};
use bed::Bed;
use faces::Faces;
use kernel::Weights;
use layer::Layer;
use parameters::{End, PARAMETERS};
use scheme::Scheme;
use std::borrow::Cow;
use sweep::Sweep;

/// A pool of shallow water.
///
/// ```
/// use waterlab::parameter::Value;
/// use waterlab::pool::{Size, Water, Wave};
///
/// let mut water = Wave::new(Size::new(100, 50)?);
/// water.set("length", Value::Real(10.0))?;
/// assert_eq!(water.spacing(), 0.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Wave {
    size: Size,
    settings: Settings,
    scheme: Scheme,
    sweep: Sweep,
    bed: Bed,
    /// Metres.
    heights: Grid<f32>,
    /// Metres a sub-step.
    velocity: Grid<f32>,
    /// Where the edges absorb.
    layer: Option<Layer>,
    /// Where walls absorb.
    faces: Faces,
    settling: Settling,
    calm: bool,
    revision: u64,
}

impl Wave {
    /// A pool at rest.
    pub fn new(size: Size) -> Self {
        Self::with_kernel(size, RowKernel::Vector)
    }

    /// A pool at rest that computes its even rows in the given way; the heights are the same in any. Rows over a depth that
    /// changes, or with walls in them, have one way only.
    pub fn with_kernel(size: Size, kernel: RowKernel) -> Self {
        let settings = Settings::new(&PARAMETERS);
        let grid = Grid::new(size.columns(), size.rows(), 0.0);
        Self {
            size,
            scheme: Scheme::of(&settings, size),
            settings,
            sweep: Sweep::new(kernel),
            bed: Bed::new(size),
            heights: grid.clone(),
            velocity: grid,
            layer: None,
            faces: Faces::default(),
            settling: Settling::default(),
            calm: true,
            revision: 0,
        }
    }

    /// How many sub-steps each step takes, 1 to 64.
    pub fn sub_steps(&self) -> u32 {
        self.scheme.sub_steps
    }

    fn sub_steps_of_a_step(&mut self) {
        let weights = Weights::new(&self.scheme);
        let on = (&self.bed, self.scheme.edges == End::Fixed);
        let sub_steps = self.scheme.sub_steps as usize;
        let (heights, velocity) = (&mut self.heights, &mut self.velocity);
        if self.layer.is_none() && self.faces.is_empty() {
            self.sweep.make(sub_steps, weights, on, heights, velocity);
            return;
        }
        for _ in 0..sub_steps {
            if let Some(layer) = &mut self.layer {
                layer.push(&self.bed, heights, velocity);
            }
            self.faces.push(&self.scheme, heights, velocity);
            self.sweep.make(1, weights, on, heights, velocity);
            self.faces.follow(&self.scheme, heights, velocity);
        }
    }

    /// Brings what was changed from outside in line with walls, dry land and fixed edges.
    fn flatten(&mut self) {
        for grid in [&mut self.heights, &mut self.velocity] {
            self.bed.flatten(grid.cells_mut());
            if self.scheme.edges == End::Fixed {
                flatten_border(grid);
            }
        }
    }

    /// Makes the walls anew, as the scheme has them.
    fn wall_in(&mut self) {
        self.flatten();
        self.faces = if self.scheme.walls == End::Absorbing {
            Faces::new(&self.bed, &self.heights)
        } else {
            Faces::default()
        };
        self.changed();
    }

    /// Takes note that the surface may have been changed from outside the steps. What is at rest has no memory of waves.
    fn changed(&mut self) {
        let at_rest = |grid: &Grid<f32>| grid.cells().iter().all(|&cell| cell == 0.0);
        if at_rest(&self.heights) && at_rest(&self.velocity) {
            self.calm();
        } else {
            self.calm = false;
            self.revision += 1;
        }
    }
}

fn flatten_border(grid: &mut Grid<f32>) {
    let (last_column, last_row) = (grid.columns() - 1, grid.rows() - 1);
    for row in [0, last_row] {
        grid.row_mut(row).fill(0.0);
    }
    for row in 0..=last_row {
        grid[(0, row)] = 0.0;
        grid[(last_column, row)] = 0.0;
    }
}

impl Water for Wave {
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
        self.sub_steps_of_a_step();
        self.revision += 1;
        let limit = STILL / self.scheme.sub_steps as f32;
        let (heights, velocity) = (self.heights.cells(), self.velocity.cells());
        let is_still = || all_below(heights, STILL) && all_below(velocity, limit);
        if self.settling.after_step(is_still) {
            self.calm();
        }
    }

    fn disturb(&mut self, disturbance: &Disturbance) {
        let dent = Dent::new(disturbance, self.size);
        let (columns, rows) = (self.size.columns(), self.size.rows());
        let fixed = self.scheme.edges == End::Fixed;
        let (heights, velocity) = (&mut self.heights, &mut self.velocity);
        let depth = self.bed.depth();
        let mut moved = false;
        let (size, mut layer) = (self.size, self.layer.as_mut());
        dent.for_each(columns, rows, |column, row, weight| {
            let border = column == 0 || column == columns - 1 || row == 0 || row == rows - 1;
            let solid = depth.is_some_and(|depth| depth[(column, row)] == 0.0);
            if !(solid || fixed && border) {
                let (height, speed) = (&mut heights[(column, row)], &mut velocity[(column, row)]);
                let before = *height;
                (*height, *speed) = dent.touch(weight, before, *speed);
                if let Some(layer) = &mut layer
                    && !disturbance.adds()
                {
                    layer.still(size, (column, row), 1.0 - weight);
                }
                moved |= *height != before;
            }
        });
        if moved {
            self.calm = false;
            self.revision += 1;
        }
    }

    fn heights(&self) -> Heights<'_> {
        Heights::Metres(&self.heights)
    }

    /// As fast as in the last sub-step.
    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        if self.scheme.sub_steps == 1 {
            return Cow::Borrowed(&self.velocity);
        }
        let mut velocity = self.velocity.clone();
        for cell in velocity.cells_mut() {
            *cell *= self.scheme.sub_steps as f32;
        }
        Cow::Owned(velocity)
    }

    fn set_surface(&mut self, surface: &Surface) {
        let surface = surface.resampled(self.size.columns(), self.size.rows());
        self.heights = surface.heights;
        self.velocity = surface.velocity;
        for cell in self.velocity.cells_mut() {
            *cell /= self.scheme.sub_steps as f32;
        }
        self.flatten();
        if let Some(layer) = &mut self.layer {
            layer.calm();
        }
        self.faces.level(&self.heights);
        self.changed();
    }

    fn obstruct(&mut self, obstruction: &Obstruction) {
        self.bed
            .obstruct(&obstruction.resampled(self.size), self.scheme.walls);
        self.wall_in();
    }

    fn obstruction(&self) -> Cow<'_, Grid<f32>> {
        match self.bed.open() {
            Some(open) => Cow::Borrowed(open),
            None => Cow::Owned(Grid::new(self.size.columns(), self.size.rows(), 1.0)),
        }
    }

    /// Metres; in walls, that of the water that would be there.
    fn depth(&self) -> Option<Cow<'_, Grid<f32>>> {
        let deepest = self.scheme.depth as f32;
        let depth = |column, row| self.bed.map().map_or(1.0, |map| map[(column, row)]) * deepest;
        Some(Cow::Owned(Grid::from_fn(
            self.size.columns(),
            self.size.rows(),
            depth,
        )))
    }

    fn set_map(&mut self, key: &str, map: Option<&Grid<f32>>) -> Result<(), ParameterError> {
        if !MODEL.map_keys().any(|known| known == key) {
            return Err(ParameterError::unknown(key, MODEL.map_keys()));
        }
        self.bed.set_map(map, self.scheme.walls);
        self.wall_in();
        Ok(())
    }

    fn time_step(&self) -> Option<f64> {
        Some(self.scheme.time_step)
    }

    fn spacing(&self) -> f64 {
        self.scheme.spacing
    }

    fn is_calm(&self) -> bool {
        self.calm
    }

    fn calm(&mut self) {
        self.heights.fill(0.0);
        self.velocity.fill(0.0);
        if let Some(layer) = &mut self.layer {
            layer.calm();
        }
        self.faces.level(&self.heights);
        self.calm = true;
        self.revision += 1;
    }

    fn revision(&self) -> u64 {
        self.revision
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn adopt(&mut self, settings: &Settings) -> Result<(), ParameterError> {
        settings.check_of(MODEL.parameters)?;
        let before = self.scheme;
        self.scheme = Scheme::new(settings, self.size)?;
        self.settings = settings.clone();
        // The surface moves on as fast as it did, in shorter or longer sub-steps.
        let ratio = self.scheme.sub_step() / before.sub_step();
        if ratio != 1.0 {
            for cell in self.velocity.cells_mut() {
                *cell *= ratio as f32;
            }
        }
        match (&mut self.layer, self.scheme.edges) {
            (Some(layer), End::Absorbing) => layer.adopt(&self.scheme, self.size),
            (None, End::Absorbing) => self.layer = Some(Layer::new(&self.scheme, self.size)),
            _ => self.layer = None,
        }
        if self.scheme.walls != before.walls {
            self.bed.arrange(self.scheme.walls);
            self.wall_in();
        } else if self.scheme.edges != before.edges {
            self.flatten();
            self.changed();
        }
        Ok(())
    }
}
