//! The spring pond: every node has a spring of its own and exchanges height with its neighbours (docs/models.md §4).
//!
//! State: the height L of every node, in metres, and its speed W, in metres a step. With stiffness k, viscosity m and rest
//! length L0, one step is
//!
//! ```text
//! a = −k·(L − L0) − m·W ;  L ← L + W ;  W ← W + a
//! 4 times: a sweep along x, then one along z; in each, every interior node gives the two on either side
//!     f·(L[i] − L[i±1]), which is added to their L and to their W
//! ```
//!
//! A sweep multiplies a plane wave by s = 1 − 4f·sin²(k_x/2), or with k_z; all eight by S = (s_x·s_z)⁴. A step is then the matrix
//!
//! ```text
//! L'   ⎡ S          S     ⎤ L        determinant  S·(1 + k − m)
//! W' = ⎣ S − 1 − k  S − m ⎦ W        trace        2S − m
//! ```
//!
//! so that a wave advances by ω = acos(trace / 2√determinant) a step and shrinks by √determinant. With f ≤ 0.1, S lies between 0.0168
//! and 1, and no wave grows exactly when k ≤ m ≤ 1: long waves require k ≤ m, the shortest m ≤ 1. Where k and m differ
//! from node to node, k ≤ m at each node suffices (numerically, with any two maps and any walls). With k = m the level oscillates for ever,
//! and with k = m = 0 it stays or drifts for ever: the springs exist to prevent that.
//!
//! The eight sweeps preserve the mean of the interior nodes that are not next to an edge; the border only receives.
//! Once all heights and speeds are below 10⁻⁷ m, and m per step, the pond is set to exact rest. With rest lengths it rests as
//! it is once a step changes no height and no speed by as much. There each node keeps the speed W = −k·(L − L0)/(1 + m) that the
//! sweeps cancel: it is 0 where the rest lengths are the same everywhere.
//!
//! Walls are nodes with L = W = 0 after every sweep; for their neighbours they are nodes like any other.

mod kernel;
mod parameters;
mod pipeline;

pub(crate) use parameters::MODEL;

use super::bulk_viscosity::{BulkViscosity, Touched};
use super::soft_brush::Dent;
use super::{Disturbance, Motion, Patch, Pool, Setup, Solver, State};
use crate::grid::Grid;
use crate::heights::Heights;
use crate::parameter::Settings;
use crate::threads::{band_rows, in_bands, zip_bands};
use crate::water::Model;
use pipeline::{Band, Step};
use std::borrow::Cow;

/// A pond of springs.
///
/// With maps, each node has a stiffness, a viscosity and a rest length of its own. A node whose stiffness would exceed its viscosity
/// gets a stiffness equal to its viscosity, the largest that is stable.
pub type Spring = Pool<SpringSolver>;

/// The arithmetic of [`Spring`].
#[derive(Clone)]
pub struct SpringSolver {
    /// Heights L, metres.
    heights: Grid<f32>,
    /// Speeds W, metres per step.
    velocity: Grid<f32>,
    /// All bits set in water, none in solid nodes; `None` without walls.
    mask: Option<Grid<u32>>,
    /// Stiffness and viscosity of every node; a single row for all rows if there is no map.
    springs: [Grid<f32>; 2],
    /// Rest length L0 in metres, and the pull k·L0, with as many rows; `None` if every rest length is 0.
    rest: Option<[Grid<f32>; 2]>,
    bands: Vec<Band>,
    viscosity: BulkViscosity,
    /// The coupling of a node to its neighbours in a sweep.
    spread: f32,
}

impl SpringSolver {
    /// Computes the springs from settings and maps.
    fn hang_springs(&mut self, setup: &Setup) -> Motion {
        let setting = |key: &str| setup.settings.real(key) as f32;
        self.spread = setting("spread");
        let columns = setup.size.columns();
        let mapped = setup.maps.iter().any(Option::is_some);
        let rows = if mapped { setup.size.rows() } else { 1 };
        let scaled = |key: &str, map: &Option<Grid<f32>>| {
            let most = setting(key);
            let part = |column, row| {
                let part = map.as_ref().map_or(1.0, |map| map[(column, row)]);
                if part.is_nan() {
                    1.0
                } else {
                    part.clamp(0.0, 1.0)
                }
            };
            Grid::from_fn(columns, rows, |column, row| most * part(column, row))
        };
        let mut stiffness = scaled("stiffness", &setup.maps[0]);
        let viscosity = scaled("viscosity", &setup.maps[1]);
        for (stiffness, viscosity) in stiffness.cells_mut().iter_mut().zip(viscosity.cells()) {
            *stiffness = stiffness.min(*viscosity);
        }
        let had_rest = self.rest.is_some();
        let length = scaled("rest_length", &setup.maps[2]);
        self.rest = length.cells().iter().any(|&length| length != 0.0).then(|| {
            let pull = Grid::from_fn(columns, rows, |column, row| {
                stiffness[(column, row)] * length[(column, row)]
            });
            [length, pull]
        });
        self.springs = [stiffness, viscosity];
        // A pond at rest may have to move with other springs.
        if had_rest || self.rest.is_some() {
            return self.flatten();
        }
        Motion::Unchanged
    }

    /// Sets the nodes inside walls to 0 and checks whether the pond is at rest.
    fn flatten(&mut self) -> Motion {
        if let Some(mask) = &self.mask {
            let columns = mask.columns();
            for grid in [&mut self.heights, &mut self.velocity] {
                in_bands(grid.cells_mut(), columns, |first, cells| {
                    kernel::masked(cells, &mask.cells()[first * columns..]);
                });
            }
        }
        let is_zero = |grid: &Grid<f32>| grid.cells().iter().all(|&cell| cell == 0.0);
        let is_calm = self.rest.is_none() && is_zero(&self.heights) && is_zero(&self.velocity);
        Motion::at_rest(is_calm)
    }
}

/// The pond as the target of a brush.
struct Nodes<'a> {
    heights: &'a mut Grid<f32>,
    velocity: &'a mut Grid<f32>,
    mask: Option<&'a Grid<u32>>,
}

impl Touched for Nodes<'_> {
    fn is_water(&self, column: usize, row: usize) -> bool {
        self.mask.is_none_or(|mask| mask[(column, row)] != 0)
    }

    fn face(&self, here: (usize, usize), neighbour: (usize, usize)) -> f32 {
        // The border receives and never gives.
        let is_inner = |(column, row): (usize, usize)| {
            let within = |at: usize, count: usize| at > 0 && at < count - 1;
            within(column, self.heights.columns())
                && within(row, self.heights.rows())
                && self.is_water(column, row)
        };
        f32::from(is_inner(here) && is_inner(neighbour))
    }

    fn at(&self, column: usize, row: usize) -> (f32, f32) {
        (self.heights[(column, row)], self.velocity[(column, row)])
    }

    fn put(&mut self, column: usize, row: usize, (height, velocity): (f32, f32)) {
        self.heights[(column, row)] = height;
        self.velocity[(column, row)] = velocity;
    }

    /// No wave comes near half a turn per step.
    fn middle(&self) -> f32 {
        0.0
    }
}

impl Solver for SpringSolver {
    fn model() -> &'static Model {
        &MODEL
    }

    fn new(setup: &Setup) -> Self {
        let flat = Grid::new(setup.size.columns(), setup.size.rows(), 0.0);
        let row = Grid::new(setup.size.columns(), 1, 0.0);
        let mut spring = Self {
            heights: flat.clone(),
            velocity: flat,
            mask: None,
            springs: [row.clone(), row],
            rest: None,
            bands: Vec::new(),
            viscosity: BulkViscosity::default(),
            spread: 0.0,
        };
        spring.hang_springs(setup);
        spring
    }

    fn step(&mut self, setup: &Setup) -> Motion {
        self.viscosity.start_step();
        let (columns, rows) = (setup.size.columns(), setup.size.rows());
        let step = Step {
            columns,
            rows,
            spread: self.spread,
            springs: self.springs.each_ref().map(Grid::cells),
            rest: self.rest.as_ref().map(|[_, pull]| pull.cells()),
            mask: self.mask.as_ref().map(Grid::cells),
        };
        let band = band_rows(columns, rows);
        self.bands.resize(rows.div_ceil(band), Band::default());
        for (first, scratch) in (0..).step_by(band).zip(&mut self.bands) {
            let end = (first + band).min(rows);
            let (heights, velocity) = (self.heights.cells(), self.velocity.cells());
            scratch.prepare(&step, (first, end), heights, velocity);
        }
        zip_bands(
            band,
            (self.heights.cells_mut(), columns),
            (self.velocity.cells_mut(), columns),
            &mut self.bands,
            |first, heights, velocity, scratch| scratch.run(&step, first, heights, velocity),
        );
        let rests = self.bands.iter().all(|band| band.still);
        if rests && self.rest.is_none() {
            return self.reset();
        }
        Motion::at_rest(rests)
    }

    fn apply(&mut self, disturbance: &Disturbance, setup: &Setup) -> Motion {
        let size = setup.size;
        let dent = Dent::new(disturbance, size, setup.half_length());
        let mut nodes = Nodes {
            heights: &mut self.heights,
            velocity: &mut self.velocity,
            mask: self.mask.as_ref(),
        };
        self.viscosity
            .press(&dent, (size.columns(), size.rows()), &mut nodes);
        self.flatten()
    }

    fn raise(&mut self, patches: &[Patch], factor: f32, setup: &Setup) -> Motion {
        for patch in patches {
            patch.for_each(
                (setup.size.columns(), setup.size.rows()),
                |column, row, metres| {
                    self.heights[(column, row)] += factor * metres;
                },
            );
        }
        self.flatten()
    }

    fn heights(&self) -> Heights<'_> {
        Heights::Metres(&self.heights)
    }

    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        Cow::Borrowed(&self.velocity)
    }

    fn set_state(&mut self, state: &State, setup: &Setup) -> Motion {
        let state = state.sized(setup.size, setup.length());
        self.heights = state.heights;
        self.velocity = state.velocity;
        self.flatten()
    }

    fn set_walls(&mut self, setup: &Setup) -> Motion {
        self.mask = setup.walls.map(|walls| {
            let mask = |column, row| match walls.is_solid(column, row) {
                true => 0,
                false => u32::MAX,
            };
            Grid::from_fn(setup.size.columns(), setup.size.rows(), mask)
        });
        self.flatten()
    }

    fn set_maps(&mut self, setup: &Setup) -> Motion {
        self.hang_springs(setup)
    }

    /// Sets every node to its rest length; where these differ, the sweeps then pull them toward each other.
    fn reset(&mut self) -> Motion {
        self.velocity.fill(0.0);
        match &self.rest {
            None => self.heights.fill(0.0),
            Some([length, _]) => {
                let lengths = length.cells().iter().cycle();
                for (height, length) in self.heights.cells_mut().iter_mut().zip(lengths) {
                    *height = *length;
                }
            }
        }
        self.flatten()
    }

    fn follow(&mut self, before: &Settings, setup: &Setup) -> Motion {
        // The waves grow with the pool.
        let ratio = (setup.length() / before.real("length")) as f32;
        if ratio != 1.0 {
            let grids = [&mut self.heights, &mut self.velocity];
            for cell in grids.into_iter().flat_map(Grid::cells_mut) {
                *cell *= ratio;
            }
        }
        match self.hang_springs(setup) {
            Motion::Unchanged if ratio != 1.0 => Motion::at_rest(setup.is_calm),
            motion => motion,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parameters::{PARAMETERS, PRESETS};
    use super::*;
    use crate::pool::{Fraction, Size};
    use crate::water::Water;

    #[test]
    fn every_preset_is_stable_and_all_but_the_springless_settle() {
        for preset in &PRESETS {
            let mut settings = Settings::new(&PARAMETERS);
            settings.apply(preset).unwrap();
            let mut pond = Spring::new(Size::new(24, 18).unwrap());
            pond.apply_settings(&settings).unwrap();
            let middle = Fraction::new(0.5, 0.5).unwrap();
            pond.disturb(&Disturbance::stone(middle, 4.0, 100.0));
            let mut steps = 0;
            while !pond.is_calm() && steps < 20_000 {
                pond.step();
                steps += 1;
            }
            let springs = settings.real("stiffness") > 0.0;
            assert_eq!(pond.is_calm(), springs, "{}", preset.title);
        }
    }

    #[test]
    fn rest_comes_below_a_tenth_of_a_micrometre_and_is_exact() {
        let mut pond = Spring::new(Size::new(8, 8).unwrap());
        let surface = |height| State {
            heights: Grid::new(8, 8, height),
            velocity: Grid::new(8, 8, 0.0),
            length: 2.0,
        };
        pond.set_state(&surface(1.1e-7));
        let revision = pond.revision();
        pond.step();
        assert!(!pond.is_calm() && pond.revision() > revision);
        pond.set_state(&surface(0.9e-7));
        pond.step();
        assert!(pond.is_calm());
        assert_eq!(pond.heights().range(), (0.0, 0.0));
        let revision = pond.revision();
        pond.step();
        assert_eq!(pond.revision(), revision, "calm water costs nothing");
    }

    #[test]
    fn an_unknown_map_is_refused_with_the_nearest_known_one() {
        let mut pond = Spring::new(Size::new(8, 8).unwrap());
        let error = pond.set_map("stifness_map", None).unwrap_err();
        assert!(error.to_string().contains("`stiffness_map`"), "{error}");
    }
}
