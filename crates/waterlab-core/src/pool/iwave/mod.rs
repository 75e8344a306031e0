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
use super::{Disturbance, LENGTH, Obstruction, Size, State, half_length};
use crate::grid::Grid;
use crate::heights::Heights;
use crate::parameter::{Parameter, ParameterError, Preset, Settings, Value};
use crate::surface::{Surface, new_depth_revision};
use crate::water::{Map, Model, Status, Water, height_field, pool_surface, settled};
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
    poke: 1,
    sea: None,
    check: stability::check,
    make: |settings, _, size| settled(IWave::new(size), settings),
};

static MAPS: [Map; 1] = [Map {
    key: "depth_map",
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
#[derive(Clone)]
pub struct IWave {
    status: Status,
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
    depth_map: Option<Grid<f32>>,
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

    /// A pool at rest.
    pub fn new(size: Size) -> Self {
        let status = Status::at_rest(&MODEL, size);
        let settings = status.settings();
        Self {
            levels: Levels::new(size),
            cusps: Cusps::new(),
            source: None,
            pours: false,
            spread: Grid::new(size.columns(), size.rows(), 0.0),
            bottom: bottom(settings, None, size),
            bottom_revision: 0,
            depth_map: None,
            factors: factors(settings),
            status,
        }
    }

    /// Adds `source`, metres per cell, resampled to the size of the pool, to the pending source: it is added to the heights
    /// in the next step, after the recurrence and before the obstruction, and then cleared.
    pub fn add_source(&mut self, source: &Grid<f32>) {
        let (columns, rows) = (self.size().columns(), self.size().rows());
        let source = source.resampled(columns, rows);
        let waiting = self
            .source
            .get_or_insert_with(|| Grid::new(columns, rows, 0.0));
        for (waiting, source) in waiting.cells_mut().iter_mut().zip(source.cells()) {
            *waiting += source;
        }
        self.pours = waiting.cells().iter().any(|&cell| cell != 0.0);
        if self.pours {
            self.changed(false);
        }
    }

    /// Records that the heights may have changed, and whether the pool is at rest.
    fn changed(&mut self, is_calm: bool) {
        self.status.changed(is_calm);
        self.cusps.forget();
    }

    /// Records that the levels were replaced.
    fn replaced(&mut self) {
        let is_calm = self.levels.is_zero() && !self.pours;
        self.changed(is_calm);
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

fn bottom(settings: &Settings, map: Option<&Grid<f32>>, size: Size) -> Bottom {
    let depth = depth_in_cells(settings, size);
    if depth.is_finite()
        && let Some(map) = map
    {
        let shares = map.resampled(size.columns(), size.rows());
        let deep = |depth: f64| {
            let mut depths = shares.clone();
            for cell in depths.cells_mut() {
                *cell = cell.clamp(0.0, 1.0) * depth as f32;
            }
            depths
        };
        let layers = Layers::new(&deep(depth), depth);
        let depths = deep(settings.real("depth"));
        return Bottom::Uneven { layers, depths };
    }
    let kernel = Kernel::of_depths(&[depth]).first().map(Kernel::single);
    Bottom::Even(kernel.unwrap_or_default())
}

impl Water for IWave {
    fn status(&self) -> &Status {
        &self.status
    }

    fn step(&mut self) {
        if self.is_calm() {
            return;
        }
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
        self.changed(!moves);
    }

    fn disturb(&mut self, disturbance: &Disturbance) {
        let dent = Dent::new(disturbance, self.size(), half_length(self.settings()));
        if self.levels.disturb(&dent, 0.5) > Change::Nothing {
            self.changed(false);
        }
    }

    fn heights(&self) -> Heights<'_> {
        Heights::Metres(&self.levels.heights)
    }

    fn surface(&self) -> Surface<'_> {
        shown(self, &self.levels.heights, &self.cusps)
    }

    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        Cow::Owned(self.levels.velocity())
    }

    fn displacement(&self) -> Option<[Grid<f32>; 2]> {
        Some(cusps::displacement(self.size(), &self.levels.heights))
    }

    fn horizontal_velocity(&self) -> Option<[Grid<f32>; 2]> {
        Some(self.levels.horizontal_velocity(self.settings()))
    }

    fn set_state(&mut self, surface: &State) {
        self.levels.take(surface, self.length());
        self.replaced();
    }

    fn set_obstacles(&mut self, obstruction: &Obstruction) {
        self.levels.set_obstacles(obstruction);
        self.replaced();
    }

    fn obstruction(&self) -> Cow<'_, Grid<f32>> {
        self.levels.obstruction()
    }

    fn depth(&self) -> Option<Cow<'_, Grid<f32>>> {
        let depth = self.settings().real("depth");
        match &self.bottom {
            Bottom::Uneven { depths, .. } => Some(Cow::Borrowed(depths)),
            Bottom::Even(_) => even_depth(depth, self.size()).map(Cow::Owned),
        }
    }

    fn depth_revision(&self) -> u64 {
        match self.bottom {
            Bottom::Uneven { .. } => self.bottom_revision,
            Bottom::Even(_) => 0,
        }
    }

    fn set_map(&mut self, key: &str, map: Option<&Grid<f32>>) -> Result<(), ParameterError> {
        if MAPS.iter().all(|known| known.key != key) {
            return Err(ParameterError::unknown(key, MODEL.map_keys()));
        }
        self.depth_map = map.cloned();
        self.bottom = bottom(self.settings(), map, self.size());
        self.bottom_revision = new_depth_revision();
        Ok(())
    }

    fn time_step(&self) -> Option<f64> {
        Some(self.settings().real("time_step"))
    }

    fn spacing(&self) -> f64 {
        1.0
    }

    fn reset(&mut self) {
        self.levels.reset();
        if let Some(source) = &mut self.source {
            source.fill(0.0);
        }
        self.pours = false;
        self.replaced();
    }

    fn apply_settings(&mut self, settings: &Settings) -> Result<(), ParameterError> {
        let before = self.settings().clone();
        let is_resized = settings.get("length") != before.get("length");
        let surface = is_resized.then(|| State::of(self));
        self.status.apply_settings(settings)?;
        if let Some(surface) = surface.filter(|_| !self.is_calm()) {
            self.set_state(&surface);
        }
        if settings.get("choppiness") != before.get("choppiness") {
            self.changed(self.is_calm());
        }
        let ratio = settings.real("time_step") / before.real("time_step");
        if ratio != 1.0 {
            self.levels.pace(ratio as f32);
        }
        self.factors = factors(settings);
        if is_resized || settings.get("depth") != before.get("depth") {
            self.bottom = bottom(settings, self.depth_map.as_ref(), self.size());
            self.bottom_revision = new_depth_revision();
        }
        Ok(())
    }
}

/// The surface of a pool of iWave with these heights, sharpened by its choppiness.
fn shown<'a>(water: &'a impl Water, heights: &'a Grid<f32>, cusps: &'a Cusps) -> Surface<'a> {
    let mut field = height_field(water);
    let choppiness = water.settings().real("choppiness");
    if choppiness > 0.0 && !water.is_calm() {
        field.heights =
            Heights::Metres(cusps.of(water.size(), water.length(), heights, choppiness));
    }
    pool_surface(field, water.settings())
}

/// A uniform depth of `depth` metres; `None` if it is 0, which means no bottom.
fn even_depth(depth: f64, size: Size) -> Option<Grid<f32>> {
    (depth > 0.0).then(|| Grid::new(size.columns(), size.rows(), depth as f32))
}
