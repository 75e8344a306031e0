//! iWave's operator without its kernel: √(−∇²)·tanh(√(−∇²)·D) applied in frequency space, exact for every wave and for a time
//! step of any length (docs/models.md §6a and §8).
//!
//! In open water every wave advances by its own phase ωΔt ([`spectrum`]): a step costs one inverse cosine transform, and a forward one
//! after a disturbance. Between walls the recurrence is
//!
//! ```text
//! m⁺ = d·(m − (2 − 2C)·h) ,  h⁺ = d·h + m⁺ , then × obstruction        C = cos(√(−g∇²…)·Δt), d = e^(−αΔt)
//! ```
//!
//! which is h⁺ = 2d·C h − d²·h⁻ in a form that keeps the digits of the shortest step, with 2 − 2C applied by a forward and an
//! inverse transform to the heights, which are multiplied by the obstruction beforehand as
//! in the kernel model. C lies between −1 and 1, so that no step of any length makes a wave grow. A wall exists in the surface
//! only: motion on one side of it acts on the other, through the water below, as a rise and fall of the whole.
//!
//! What a stone stops in open water is the current velocity, not the mean velocity of the last step, during which a wave may have
//! turned many times: the swings are converted to velocities, damped, and converted back.
//!
//! Every wave, and the mean level with them, decays as e^(−αt) in open water. Once no cell is 10⁻⁷ m from rest and the waves'
//! swing is less, the pool is set to exact rest.
//!
//! Heights and swings are single precision. Without damping, the amplitude of a wave is off by 1.4·10⁻⁵ of itself or less after
//! 100 000 steps (measured on 16 × 12 cells, four waves, steps of 0.005, 0.03 and 2 s).

mod spectrum;
pub(super) mod transform;

use super::cusps::{CHOPPINESS, Cusps};
use super::levels::Levels;
use super::{DAMPING, DEPTH, GRAVITY, IWAVE_LENGTH, depth_in_cells, even_depth};
use crate::grid::Grid;
use crate::heights::Heights;
use crate::parameter::{Parameter, Preset, Range, Settings, Value};
use crate::pool::bulk_viscosity::{BulkViscosity, Change};
use crate::pool::settling::{STILL, all_below};
use crate::pool::soft_brush::Dent;
use crate::pool::{Disturbance, Motion, Patch, Pool, Setup, Size, Solver, State};
use crate::water::{Flow, Model, always_stable};
use spectrum::{Dispersion, Spectrum};
use std::borrow::Cow;

/// The exact iWave's entry in [`crate::water::MODELS`].
pub(crate) static MODEL: Model = Model {
    name: "iwave-exact",
    title: "iWave, exact",
    about: "The same waves from cosine transforms: every length at its true speed, stable for any time step.",
    parameters: &PARAMETERS,
    presets: &PRESETS,
    maps: &[],
    walls: true,
    depth: true,
    flows: true,
    ground: false,
    poke: 1,
    sea: None,
    check: always_stable,
    make: |settings, _, size| IWaveExact::boxed(settings, size),
};

static PRESETS: [Preset; 5] = [
    Preset {
        title: "Deep water",
        values: &[],
    },
    Preset {
        title: "Shallow",
        values: &[("depth", Value::Real(0.01))],
    },
    Preset {
        title: "Cuspy",
        values: &[("choppiness", Value::Real(1.0))],
    },
    Preset {
        title: "Time lapse",
        values: &[
            ("time_step", Value::Real(0.5)),
            ("damping", Value::Real(0.01)),
        ],
    },
    Preset {
        title: "Syrup",
        values: &[("damping", Value::Real(2.0))],
    },
];

static PARAMETERS: [Parameter; 6] = [
    IWAVE_LENGTH,
    Parameter::real("time_step", "Time step", 0.001..=10.0, 0.1)
        .about("Time step; any value is stable.")
        .unit("s"),
    DAMPING.range(Range::Real {
        min: 0.0,
        max: 20.0,
        default: 0.05,
    }),
    GRAVITY,
    DEPTH,
    CHOPPINESS,
];

/// Maximum number of stones whose damping of the velocity is deferred to the next step; above it, some are applied at once.
const MAX_STOPPED: usize = 16;

/// A pool of exact iWave.
///
/// For its waves a cell is a metre wide; without a bottom the pool has no depth. When time step, gravity or depth change, each wave keeps
/// its height and its swing.
pub type IWaveExact = Pool<IWaveExactSolver>;

/// The arithmetic of [`IWaveExact`].
#[derive(Clone)]
pub struct IWaveExactSolver {
    levels: Levels,
    /// The displayed surface where there is a choppiness.
    cusps: Cusps,
    spectrum: Spectrum,
    /// Changes of the levels that the spectrum does not contain yet.
    missed: Missed,
    /// Dents that have stopped the flow in open water since then.
    stopped: Vec<Dent>,
    viscosity: BulkViscosity,
    /// Scratch memory for heights or velocities.
    next: Grid<f32>,
    /// Between walls: h − d·h⁻ in metres, which cannot be derived from two levels that are as close as those of a short step.
    motion: Grid<f32>,
    /// Whether `motion` matches the levels.
    moved: bool,
    dispersion: Dispersion,
}

/// What the spectrum does not contain of the levels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Missed {
    Nothing,
    /// Heights were changed; velocities were not.
    Heights,
    /// Heights were changed, and the flow was stopped.
    Stopped,
    /// Heights and velocities.
    Both,
}

impl IWaveExactSolver {
    /// Records that the heights may have changed, and whether the pool is at rest.
    fn changed(&mut self, is_at_rest: bool) -> Motion {
        self.cusps.forget();
        Motion::at_rest(is_at_rest)
    }

    /// Records that the levels were replaced.
    fn replaced(&mut self) -> Motion {
        self.missed = Missed::Both;
        self.moved = false;
        let is_at_rest = self.levels.is_zero();
        if is_at_rest {
            self.rest();
        }
        self.changed(is_at_rest)
    }

    /// Records a change of the heights that the spectrum misses.
    fn heights_changed(&mut self, missed: Missed) -> Motion {
        if missed == Missed::Nothing {
            return Motion::Unchanged;
        }
        self.moved = false;
        self.missed = self.missed.max(missed);
        self.changed(false)
    }

    /// Sets the pool to exact rest.
    fn rest(&mut self) {
        self.levels.reset();
        self.spectrum.reset();
        self.missed = Missed::Nothing;
        self.stopped.clear();
        self.moved = false;
    }

    /// Updates the spectrum from the levels.
    fn catch_up(&mut self) {
        let Levels {
            heights, previous, ..
        } = &self.levels;
        match self.missed {
            Missed::Nothing => {}
            Missed::Heights => self.spectrum.take_heights(heights),
            Missed::Stopped => {
                self.spectrum.take_heights(heights);
                let (stopped, viscosity) = (&self.stopped, &mut self.viscosity);
                self.spectrum.stop(&mut self.next, |velocity| {
                    for dent in stopped {
                        viscosity.still(dent, velocity);
                    }
                });
            }
            Missed::Both => self.spectrum.take(heights, previous),
        }
        self.stopped.clear();
        self.missed = Missed::Nothing;
    }

    /// A step in open water. Returns whether the water has come to rest.
    fn step_open(&mut self) -> bool {
        self.catch_up();
        std::mem::swap(&mut self.levels.heights, &mut self.levels.previous);
        self.spectrum.advance(&mut self.levels.heights);
        is_still(&self.levels.heights) && self.spectrum.swing() < f64::from(STILL)
    }

    /// A step between walls. Returns whether the water has come to rest.
    fn step_between_walls(&mut self) -> bool {
        self.levels.obstruct_heights();
        self.find_motion();
        let Levels {
            heights,
            previous,
            rim: Some(rim),
            ..
        } = &mut self.levels
        else {
            return true;
        };
        self.spectrum.pull(heights, &mut self.next);
        let decay = self.dispersion.decay() as f32;
        let motion = self.motion.cells_mut().iter_mut();
        let cells = motion.zip(self.next.cells()).zip(rim.cells());
        let levels = heights.cells().iter().zip(previous.cells_mut());
        for (((motion, pull), open), (height, next)) in cells.zip(levels) {
            *motion = decay * (*motion - pull);
            *next = (decay * height + *motion) * open;
        }
        std::mem::swap(heights, previous);
        self.missed = Missed::Both;
        self.moved = true;
        is_still(&self.levels.heights) && is_still(&self.levels.previous)
    }

    /// Updates the motion from the levels: everywhere if they were changed from outside, and otherwise at walls.
    fn find_motion(&mut self) {
        let Levels {
            heights,
            previous,
            rim,
            ..
        } = &self.levels;
        let decay = self.dispersion.decay() as f32;
        let levels = heights.cells().iter().zip(previous.cells());
        for (index, (motion, (now, before))) in
            self.motion.cells_mut().iter_mut().zip(levels).enumerate()
        {
            let open = rim.as_ref().map_or(1.0, |rim| rim.cells()[index]);
            if !self.moved || open < 1.0 {
                *motion = now - decay * before;
            }
        }
    }
}

fn is_still(level: &Grid<f32>) -> bool {
    all_below(level.cells(), STILL)
}

fn dispersion(settings: &Settings, size: Size) -> Dispersion {
    let [time_step, damping, gravity] =
        ["time_step", "damping", "gravity"].map(|key| settings.real(key));
    Dispersion {
        time_step,
        damping,
        gravity,
        depth: depth_in_cells(settings, size),
    }
}

impl Solver for IWaveExactSolver {
    fn model() -> &'static Model {
        &MODEL
    }

    fn new(setup: &Setup) -> Self {
        let size = setup.size;
        let dispersion = dispersion(setup.settings, size);
        Self {
            levels: Levels::new(size),
            cusps: Cusps::new(),
            spectrum: Spectrum::new(size, dispersion),
            missed: Missed::Nothing,
            stopped: Vec::new(),
            viscosity: BulkViscosity::default(),
            next: Grid::new(size.columns(), size.rows(), 0.0),
            motion: Grid::new(size.columns(), size.rows(), 0.0),
            moved: false,
            dispersion,
        }
    }

    fn step(&mut self, _: &Setup) -> Motion {
        let rests = match self.levels.rim {
            None => self.step_open(),
            Some(_) => self.step_between_walls(),
        };
        self.levels.start_step();
        self.viscosity.start_step();
        if rests {
            self.rest();
        }
        self.changed(rests)
    }

    fn apply(&mut self, disturbance: &Disturbance, setup: &Setup) -> Motion {
        let dent = Dent::new(disturbance, setup.size, setup.half_length());
        // In open water the spectrum takes the current heights; between walls the two levels are the whole state.
        let walled = self.levels.rim.is_some();
        // A replaced surface is transferred to the spectrum before it is disturbed.
        if !walled && self.missed == Missed::Both {
            self.catch_up();
        }
        let middle = if walled { 0.5 } else { 0.0 };
        let missed = match self.levels.disturb(&dent, middle) {
            Change::Nothing => Missed::Nothing,
            Change::Heights => Missed::Heights,
            Change::Both if walled => Missed::Both,
            Change::Both => Missed::Stopped,
        };
        // Whatever the difference of the levels, water that is not calm may swing.
        let missed = if missed == Missed::Heights && !(walled || setup.is_calm || dent.adds()) {
            Missed::Stopped
        } else {
            missed
        };
        if missed == Missed::Stopped {
            self.stopped.push(dent);
        }
        let motion = self.heights_changed(missed);
        if self.stopped.len() >= MAX_STOPPED {
            self.catch_up();
        }
        motion
    }

    fn raise(&mut self, patches: &[Patch], factor: f32, _: &Setup) -> Motion {
        self.levels.raise(patches, factor);
        self.heights_changed(Missed::Heights)
    }

    fn heights(&self) -> Heights<'_> {
        Heights::Metres(&self.levels.heights)
    }

    fn shown_heights(&self, setup: &Setup) -> Heights<'_> {
        self.cusps.shown(setup, &self.levels.heights)
    }

    fn sub_steps(&self) -> u32 {
        u32::MAX
    }

    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        Cow::Owned(self.levels.velocity())
    }

    fn flow(&self, setup: &Setup) -> Option<Flow> {
        Some(self.levels.flow(setup.settings))
    }

    fn set_state(&mut self, state: &State, setup: &Setup) -> Motion {
        self.levels.take(state, setup.length());
        self.replaced()
    }

    fn set_walls(&mut self, setup: &Setup) -> Motion {
        self.levels.set_walls(setup.walls);
        self.replaced()
    }

    fn obstruction<'a>(&'a self, _: &Setup<'a>) -> Cow<'a, Grid<f32>> {
        self.levels.obstruction()
    }

    fn depth(&self, setup: &Setup) -> Option<Cow<'_, Grid<f32>>> {
        even_depth(setup).map(Cow::Owned)
    }

    fn time_step(&self, _: &Setup) -> Option<f64> {
        Some(self.dispersion.time_step)
    }

    fn spacing(&self, _: &Setup) -> f64 {
        1.0
    }

    fn reset(&mut self) -> Motion {
        self.rest();
        self.changed(true)
    }

    fn follow(&mut self, before: &Settings, setup: &Setup) -> Motion {
        let changes = |key| setup.settings.get(key) != before.get(key);
        let mut motion = Motion::Unchanged;
        if changes("length") && !setup.is_calm {
            let state = self.levels.state(before.real("length"));
            motion = self.set_state(&state, setup);
        } else if changes("choppiness") {
            motion = self.changed(setup.is_calm);
        }
        let dispersion = dispersion(setup.settings, setup.size);
        if dispersion == self.dispersion {
            return motion;
        }
        if !setup.is_calm {
            self.catch_up();
        }
        self.dispersion = dispersion;
        self.moved = false;
        self.spectrum.follow(dispersion);
        if !setup.is_calm {
            self.spectrum.recall(&mut self.levels.previous);
            if self.levels.rim.is_some() {
                self.levels.empty_walls();
                self.missed = Missed::Both;
            }
        }
        motion
    }
}
