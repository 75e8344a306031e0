//! Water that laps at walls: the edges of a pool, and what stands in it.
//!
//! A wall of length L along which the surface moves at w loses about ½ρ·|w|³·L·b, with b the height of the strip that runs up and falls
//! back. Most of it is noise; now and then the falling water traps a bubble.

use super::{DENSITY, EFFICIENCY, Ear};
use crate::scene::Simulation;
use crate::sound::{Impact, Listener};
use crate::surface::Surface;
use glam::DVec3;

/// Maximum number of places along the walls.
const PLACES: usize = 192;

/// b, metres.
const STRIP: f64 = 0.1;

/// Energy of a splash at a wall, J, at least and at most, and its radius, metres.
const SPLASH: f64 = 1e-3;
const MAX_SPLASH: f64 = 0.5;
const SPLASH_RADIUS: f64 = 0.012;

/// The golden ratio less 1, whose multiples are spread evenly over a circle.
const GOLDEN: f64 = 0.618_033_988_749_895;

/// A place at a wall.
struct Place {
    column: i64,
    row: i64,
    /// Height of the water in the last look, metres; NaN before the first.
    before: f32,
}

/// The walls of a pool.
pub(super) struct WallSounds {
    places: Vec<Place>,
    /// Metres of wall for each place.
    length: f64,
    /// What they belong to: the history of the water, the revision of its walls, its cells and its size.
    known: Option<([u64; 2], [usize; 2], [f64; 2])>,
    /// Energy until the next splash, J.
    until: f64,
    /// A number from 0 to 1 that differs from splash to splash.
    turn: f64,
}

impl WallSounds {
    pub(super) fn new() -> Self {
        Self {
            places: Vec::with_capacity(PLACES),
            length: 0.0,
            known: None,
            until: SPLASH,
            turn: 0.5,
        }
    }

    /// Mean squares at the ears of what the walls take in so many seconds; splashes are passed to the ear.
    pub(super) fn hear(
        &mut self,
        simulation: &Simulation,
        listener: &Listener,
        seconds: f64,
        ear: &mut impl Ear,
    ) -> [f64; 2] {
        let Surface::Bounded(pool) = simulation.water().surface() else {
            return [0.0; 2];
        };
        let (heights, size) = (pool.field.heights, pool.field.size);
        let cells = [heights.columns(), heights.rows()];
        let revisions = [simulation.history(), simulation.standing_revision(false)];
        let known = (revisions, cells, size);
        if self.known != Some(known) {
            self.known = Some(known);
            self.find(simulation, cells, size);
        }
        let (mut sum, mut power) = ([0.0; 2], 0.0);
        let mut loudest = (0.0, DVec3::ZERO);
        for place in &mut self.places {
            let height = heights.metres(place.column, place.row);
            let before = std::mem::replace(&mut place.before, height);
            let speed = f64::from((height - before).abs()) / seconds;
            // Also where the height is not known yet, or no number.
            if !(speed > 0.0 && speed < 100.0) {
                continue;
            }
            let lost = 0.5 * DENSITY * speed.powi(3) * self.length * STRIP;
            let at = |cell: i64, axis: usize| {
                ((cell as f64 + 0.5) / cells[axis] as f64 - 0.5) * size[axis]
            };
            let there = DVec3::new(at(place.column, 0), height.into(), at(place.row, 1));
            super::add(&mut sum, listener.mean_squares(there, EFFICIENCY * lost));
            power += lost;
            if lost > loudest.0 {
                loudest = (lost, there);
            }
        }
        self.until -= power * seconds;
        if self.until < 0.0 {
            self.turn = (self.turn + GOLDEN).fract();
            let uniform = self.turn;
            let impact = Impact {
                place: loudest.1,
                energy: (0.1 * power * seconds).clamp(SPLASH, MAX_SPLASH),
                radius: SPLASH_RADIUS * (0.5 + uniform),
            };
            ear.impact(&impact, listener);
            self.until = SPLASH * (0.3 + 1.4 * uniform) + 4.0 * power * seconds;
        }
        sum
    }

    /// Finds places along the walls, evenly among all cells of water beside one.
    fn find(&mut self, simulation: &Simulation, cells: [usize; 2], size: [f64; 2]) {
        let standing = simulation.standing(false);
        let walls = [standing.size().columns(), standing.size().rows()];
        let is_solid = |column: i64, row: i64| {
            let of = |cell: i64, axis: usize| {
                let at = usize::try_from(cell).ok().filter(|&at| at < cells[axis])?;
                Some(at * walls[axis] / cells[axis])
            };
            match (of(column, 0), of(row, 1)) {
                (Some(column), Some(row)) => standing.is_solid(column, row),
                _ => true,
            }
        };
        let is_beside = |&(column, row): &(i64, i64)| {
            let around = [(1, 0), (-1, 0), (0, 1), (0, -1)];
            let mut around = around.into_iter();
            !is_solid(column, row) && around.any(|(x, z)| is_solid(column + x, row + z))
        };
        let beside = || {
            let rows = 0..cells[1] as i64;
            let all = rows.flat_map(|row| (0..cells[0] as i64).map(move |column| (column, row)));
            all.filter(is_beside)
        };
        let count = beside().count();
        let stride = count.div_ceil(PLACES).max(1);
        self.places.clear();
        self.places
            .extend(beside().step_by(stride).map(|(column, row)| Place {
                column,
                row,
                before: f32::NAN,
            }));
        self.length = stride as f64 * size[0] / cells[0] as f64;
    }
}
