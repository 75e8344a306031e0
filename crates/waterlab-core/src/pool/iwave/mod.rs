//! iWave: deep-water waves of every wavelength, each with its own phase speed, by one convolution (docs/models.md §6).
//!
//! ```text
//! h⁺ = [ h·(2 − αΔt) − h⁻ − gΔt²·(G ⊛ h) ] / (1 + αΔt) , then + source, then × obstruction
//! ```
//!
//! h is also multiplied by the obstruction before the convolution. G is the 13 × 13 [`kernel`], for whose waves a cell is a metre
//! whatever the length of the pool, and the pool is mirrored at its edges. Two properties belong to the scheme and not to water: dividing the kernel by G0 makes
//! waves of a few cells 3.8 times as fast as on water of that size, and the damping, in the form of the first term, pulls
//! every cell back with 2α/Δt per second squared, which with the kernel's sum of 2.1 keeps the mean level at rest. [`exact`]
//! has neither.
//!
//! The source is that of [`IWave::add_source`]. The sources of a scene are [`Disturbance::Swell`]s, which add to both time
//! levels: they displace the water without giving it velocity.
//!
//! A wave shrinks by √(1 + αΔt) a step, whatever its length. Once no cell of either level is 10⁻⁷ m from rest, the pool is
//! set to exact rest.

mod convolution;
mod cusps;
mod exact;
mod kernel;
mod layers;
mod levels;
mod rim;
mod stability;
mod update;

pub use exact::IWaveExact;
pub(crate) use exact::MODEL as EXACT;

use super::bulk_viscosity::Change;
use super::soft_brush::Dent;
use super::{Disturbance, LENGTH, Motion, Patch, Pool, Setup, Size, Solver, State};
use crate::grid::Grid;
use crate::heights::Heights;
use crate::parameter::{Parameter, Preset, Settings, Value};
use crate::surface::new_depth_revision;
use crate::water::{Flow, Map, MapKind, Model};
use cusps::{CHOPPINESS, Cusps};
use kernel::{Kernel, TAPS};
use layers::Layers;
use levels::Levels;
use std::borrow::Cow;
use update::{Factors, update};

/// iWave's entry in [`crate::water::MODELS`].
pub(crate) static MODEL: Model = Model {
    name: "iwave",
    title: "iWave",
    about: "Tessendorf's iWave: long waves outrun short ones, from one 13 × 13 convolution a step.",
    parameters: &PARAMETERS,
    presets: &PRESETS,
    maps: &MAPS,
    walls: true,
    depth: true,
    flows: true,
    ground: false,
    poke: 1,
    sea: None,
    check: stability::check,
    make: |settings, _, size| IWave::boxed(settings, size),
};

static MAPS: [Map; 1] = [Map {
    key: "depth_map",
    kind: MapKind::Factor,
    title: "Depth map",
    about: "Multiplies the depth; without a bottom it changes nothing.",
}];

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
        title: "Long ringing",
        values: &[("damping", Value::Real(0.05))],
    },
    Preset {
        title: "Syrup",
        values: &[("damping", Value::Real(4.0))],
    },
];

static PARAMETERS: [Parameter; 6] = [
    IWAVE_LENGTH,
    Parameter::real("time_step", "Time step", 0.001..=1.0, 0.03)
        .about("Seconds in a step: longer is faster and coarser, up to the limit of stability.")
        .unit("s"),
    DAMPING,
    GRAVITY,
    DEPTH,
    CHOPPINESS,
];

/// Damping α of both kinds of iWave.
const DAMPING: Parameter = Parameter::real("damping", "Damping", 0.0..=20.0, 0.3)
    .about("Rate at which waves decay.")
    .unit("/s");

/// Gravity g of both kinds of iWave.
const GRAVITY: Parameter = Parameter::real("gravity", "Gravity", 0.1..=100.0, 9.8)
    .about("Gravitational acceleration: the speed of waves grows with its square root.")
    .unit("m/s²");

/// Length of a pool of both kinds of iWave.
const IWAVE_LENGTH: Parameter = LENGTH.about("Metres along the longer side of the pool. The waves run as if a cell were a metre, whatever the length: they take √(cells/length) times as long as waves of that size on real water.");

/// Depth D of both kinds of iWave.
const DEPTH: Parameter = Parameter::real("depth", "Depth", 0.0..=1000.0, 0.0).about("From the rest level down to the floor: shallow water slows long waves. 0 is bottomless; views then show a floor 1.6 m deep.").unit("m").zero("bottomless").kept();

/// A pool of iWave.
///
/// For its waves a cell is a metre wide, in slopes, speeds and times too; without a bottom the pool has no depth. When the time step
/// changes, the water keeps its velocity in metres per second.
pub type IWave = Pool<IWaveSolver>;

/// The arithmetic of [`IWave`].
#[derive(Clone)]
pub struct IWaveSolver {
    levels: Levels,
    /// The displayed surface where there is a choppiness.
    cusps: Cusps,
    /// Heights to add in the next step; the grid is reused afterwards.
    source: Option<Grid<f32>>,
    /// Whether the source is not empty.
    pours: bool,
    /// The convolution G ⊛ h.
    spread: Grid<f32>,
    bottom: Bottom,
    /// Identifies the bottom.
    bottom_revision: u64,
    factors: Factors,
}

/// The bottom of the pool.
#[derive(Clone)]
enum Bottom {
    /// The same depth everywhere, or none.
    Even([[f32; TAPS]; TAPS]),
    /// Depths from the depth map, metres.
    Uneven { layers: Layers, depths: Grid<f32> },
}

impl IWave {
    /// Cells that the kernel extends to either side.
    pub const REACH: usize = kernel::REACH;

    /// The kernel G, dimensionless, at a `distance` in metres (a cell is a metre), over `depth` metres of water; infinite
    /// without a bottom. A step uses it at whole offsets of up to [`IWave::REACH`] cells along either axis, and 0
    /// beyond.
    pub fn kernel(distance: f64, depth: f64) -> f64 {
        kernel::value(distance, depth)
    }

    /// The transform λ of the kernel without the cut, at the wave number `k` in rad/m over `depth` metres of water, 1/m.
    /// The angular frequency of a wave is √(gλ), where that of water is √(g·k·tanh(kD)).
    pub fn endless_transform(k: f64, depth: f64) -> f64 {
        kernel::endless_transform(k, depth)
    }

    /// Adds `source`, metres per cell, resampled to the size of the pool, to the pending source: it is added to the heights
    /// in the next step, after the recurrence and before the obstruction, and then cleared.
    pub fn add_source(&mut self, source: &Grid<f32>) {
        self.change(|solver, setup| solver.add_source(source, setup.size));
    }
}

impl IWaveSolver {
    fn add_source(&mut self, source: &Grid<f32>, size: Size) -> Motion {
        let (columns, rows) = (size.columns(), size.rows());
        let source = source.resampled(columns, rows);
        let waiting = self
            .source
            .get_or_insert_with(|| Grid::new(columns, rows, 0.0));
        for (waiting, source) in waiting.cells_mut().iter_mut().zip(source.cells()) {
            *waiting += source;
        }
        self.pours = waiting.cells().iter().any(|&cell| cell != 0.0);
        match self.pours {
            true => self.changed(false),
            false => Motion::Unchanged,
        }
    }

    /// Records that the heights may have changed, and whether the pool is at rest.
    fn changed(&mut self, is_at_rest: bool) -> Motion {
        self.cusps.forget();
        Motion::at_rest(is_at_rest)
    }

    /// Records that the levels were replaced.
    fn replaced(&mut self) -> Motion {
        self.changed(self.levels.is_zero() && !self.pours)
    }
}

/// The depth in cells, which the waves feel; infinite without a bottom.
pub(crate) fn depth_in_cells(settings: &Settings, size: Size) -> f64 {
    match settings.real("depth") {
        0.0 => f64::INFINITY,
        depth => depth / settings.real("length") * size.columns().max(size.rows()) as f64,
    }
}

fn factors(settings: &Settings) -> Factors {
    let [time_step, damping, gravity] =
        ["time_step", "damping", "gravity"].map(|key| settings.real(key));
    Factors::new(time_step, damping, gravity)
}

fn bottom(setup: &Setup) -> Bottom {
    let depth = depth_in_cells(setup.settings, setup.size);
    if depth.is_finite()
        && let Some(map) = &setup.maps[0]
    {
        let deep = |depth: f64| {
            let mut depths = map.clone();
            for cell in depths.cells_mut() {
                *cell = cell.clamp(0.0, 1.0) * depth as f32;
            }
            depths
        };
        let layers = Layers::new(&deep(depth), depth);
        let depths = deep(setup.settings.real("depth"));
        return Bottom::Uneven { layers, depths };
    }
    let kernel = Kernel::of_depths(&[depth]).first().map(Kernel::single);
    Bottom::Even(kernel.unwrap_or_default())
}

impl Solver for IWaveSolver {
    fn model() -> &'static Model {
        &MODEL
    }

    fn new(setup: &Setup) -> Self {
        Self {
            levels: Levels::new(setup.size),
            cusps: Cusps::new(),
            source: None,
            pours: false,
            spread: Grid::new(setup.size.columns(), setup.size.rows(), 0.0),
            bottom: bottom(setup),
            bottom_revision: 0,
            factors: factors(setup.settings),
        }
    }

    fn step(&mut self, _: &Setup) -> Motion {
        self.levels.start_step();
        self.levels.obstruct_heights();
        let Levels {
            heights,
            previous,
            rim,
            ..
        } = &mut self.levels;
        match &mut self.bottom {
            Bottom::Even(kernel) => convolution::convolve(kernel, heights, &mut self.spread),
            Bottom::Uneven { layers, .. } => layers.convolve(heights, &mut self.spread),
        }
        let source = self.source.as_ref().filter(|_| self.pours);
        let rim = rim.as_ref();
        let moves = update(self.factors, heights, &self.spread, source, rim, previous);
        std::mem::swap(heights, previous);
        if let Some(source) = self.source.as_mut().filter(|_| self.pours) {
            source.fill(0.0);
        }
        self.pours = false;
        if !moves {
            self.levels.reset();
        }
        self.changed(!moves)
    }

    fn apply(&mut self, disturbance: &Disturbance, setup: &Setup) -> Motion {
        let dent = Dent::new(disturbance, setup.size, setup.half_length());
        match self.levels.disturb(&dent, 0.5) {
            Change::Nothing => Motion::Unchanged,
            Change::Heights | Change::Both => self.changed(false),
        }
    }

    fn raise(&mut self, patches: &[Patch], factor: f32, _: &Setup) -> Motion {
        self.levels.raise(patches, factor);
        self.replaced()
    }

    fn heights(&self) -> Heights<'_> {
        Heights::Metres(&self.levels.heights)
    }

    fn shown_heights(&self, setup: &Setup) -> Heights<'_> {
        self.cusps.shown(setup, &self.levels.heights)
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
        match &self.bottom {
            Bottom::Uneven { depths, .. } => Some(Cow::Borrowed(depths)),
            Bottom::Even(_) => even_depth(setup).map(Cow::Owned),
        }
    }

    fn depth_revision(&self) -> u64 {
        match self.bottom {
            Bottom::Uneven { .. } => self.bottom_revision,
            Bottom::Even(_) => 0,
        }
    }

    fn set_maps(&mut self, setup: &Setup) -> Motion {
        self.bottom = bottom(setup);
        self.bottom_revision = new_depth_revision();
        Motion::Unchanged
    }

    fn time_step(&self, setup: &Setup) -> Option<f64> {
        Some(setup.settings.real("time_step"))
    }

    fn spacing(&self, _: &Setup) -> f64 {
        1.0
    }

    fn reset(&mut self) -> Motion {
        self.levels.reset();
        if let Some(source) = &mut self.source {
            source.fill(0.0);
        }
        self.pours = false;
        self.replaced()
    }

    fn follow(&mut self, before: &Settings, setup: &Setup) -> Motion {
        let settings = setup.settings;
        let changes = |key| settings.get(key) != before.get(key);
        let mut motion = Motion::Unchanged;
        if changes("length") && !setup.is_calm {
            let state = self.levels.state(before.real("length"));
            motion = self.set_state(&state, setup);
        } else if changes("choppiness") {
            motion = self.changed(setup.is_calm);
        }
        let ratio = settings.real("time_step") / before.real("time_step");
        if ratio != 1.0 {
            self.levels.pace(ratio as f32);
        }
        self.factors = factors(settings);
        if changes("length") || changes("depth") {
            self.set_maps(setup);
        }
        motion
    }
}

/// A uniform depth in metres; `None` if there is no bottom.
fn even_depth(setup: &Setup) -> Option<Grid<f32>> {
    let depth = setup.settings.real("depth");
    (depth > 0.0).then(|| Grid::new(setup.size.columns(), setup.size.rows(), depth as f32))
}
