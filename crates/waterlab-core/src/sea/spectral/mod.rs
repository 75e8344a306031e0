//! The spectral sea: every wave of a spectrum that fits the patch, summed by fast Fourier transforms (FFT; docs/models.md §9).
//!
//! [`amplitudes`] are drawn once; [`modes`] computes them at a time and multiplies them for each field; [`transform`]
//! computes the fields. Several cascades of different size, each with its own [`bands`] of waves, make a sea that is both large
//! and fine.

mod amplitudes;
mod bands;
mod limits;
mod mean;
mod modes;
mod parameters;
mod resolution;
mod transform;

use super::parameters::{dispersion, foam_parameters, period};
use super::{
    Dispersion, Fields, FoamParameters, GerstnerWave, Patch, Period, Sea, SeaKind, Spectrum, Waves,
    Workspace,
};
use crate::grid::Grid;
use crate::parameter::{ParameterError, Reading, Settings};
use crate::tiling::Tiling;
use amplitudes::Amplitudes;
pub use amplitudes::Draws;
use modes::{Modes, Quantity, Swing};
use parameters::{PARAMETERS, PRESETS};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::f64::consts::TAU;
use std::ops::Range;
use transform::Transform;
use waterlab_transform::num_complex::Complex32;

/// The entry of the spectral sea in [`super::KINDS`].
pub static KIND: SeaKind = SeaKind {
    name: "sea",
    title: "Spectral sea",
    about: "Every wave that a wind raises, from its spectrum, by Fourier transform: exact at any time, sharp, folding and foaming.",
    parameters: &PARAMETERS,
    presets: &PRESETS,
    check,
    takes_waves: false,
    spectrum: true,
    make,
    crests,
    misfit: resolution::misfit,
};

fn check(
    settings: &Settings,
    _waves: &[GerstnerWave],
    columns: usize,
    rows: usize,
) -> Result<(), ParameterError> {
    limits::check(settings, &dispersion(settings), columns, rows)
}

fn crests(settings: &Settings) -> (f64, FoamParameters) {
    (settings.real("choppiness"), foam_parameters(settings))
}

fn make(settings: &Settings, _waves: &[GerstnerWave], columns: usize, rows: usize) -> Sea {
    let real = |key| settings.real(key);
    let dispersion = dispersion(settings);
    let period = period(settings);
    let waves = SpectralSea::drawn(
        Spectrum::from_settings(settings, dispersion),
        Patch::new(columns, rows, real("patch")),
        (
            settings.integer("cascades") as usize,
            settings.integer("cascade_ratio") as usize,
        ),
        period,
        (settings.choice("draws"), settings.integer("seed") as u64),
    );
    let (choppiness, foam) = crests(settings);
    Sea::new(Box::new(waves), choppiness, foam, period)
}

/// The waves of a spectrum with random phases, or given amplitudes on a cascade.
pub struct SpectralSea {
    spectrum: Option<Spectrum>,
    patches: Vec<Patch>,
    /// The band of wave numbers of each cascade, rad/m.
    bands: Vec<Range<f64>>,
    modes: Vec<Modes>,
    transform: Transform,
    significant_height: f64,
    strain_frequency: f64,
    /// Slope variances of waves too short for the cascades.
    unresolved: [f64; 3],
    tiling: Option<Tiling>,
}

impl SpectralSea {
    /// The waves of `spectrum` that fit `patch`, drawn with `seed`; with a `period`, all waves repeat after it.
    pub fn new(spectrum: Spectrum, patch: Patch, period: Option<Period>, seed: u64) -> Self {
        Self::with_cascades(spectrum, patch, (1, 1), period, seed)
    }

    /// Like [`SpectralSea::new`], on `count` cascades with as many cells as `patch`, each `ratio` times smaller than the one before.
    /// A wave number belongs to one of them: to the smaller, as soon as its wave fits that six times, or the larger one does not
    /// resolve it in every direction; a mode's cell that crosses the boundary is divided between both. If the sides of `patch` have
    /// fewer than 2·`ratio` cells, waves between the two are missing.
    pub fn with_cascades(
        spectrum: Spectrum,
        patch: Patch,
        cascades: (usize, usize),
        period: Option<Period>,
        seed: u64,
    ) -> Self {
        Self::drawn(spectrum, patch, cascades, period, (Draws::Gaussian, seed))
    }

    /// Like [`SpectralSea::with_cascades`], with this distribution of the amplitudes.
    pub fn drawn(
        spectrum: Spectrum,
        patch: Patch,
        (count, ratio): (usize, usize),
        period: Option<Period>,
        (draws, seed): (Draws, u64),
    ) -> Self {
        let (patches, bands): (Vec<_>, Vec<_>) =
            bands::cascade(patch, count, ratio).into_iter().unzip();
        // Each cascade has a seed of its own, so that their number does not change any of them.
        let mut seeds = Pcg64Mcg::seed_from_u64(seed);
        let mut variance = 0.0;
        let mut modes = Vec::new();
        let mut tiling = None;
        for (index, (patch, band)) in patches.iter().zip(&bands).enumerate() {
            let drawn = Amplitudes::draw(&spectrum, patch, band, (draws, seeds.next_u64()));
            variance += drawn.variance;
            if index == 0 {
                tiling = Tiling::of_waves(&drawn.strongest(patch));
            }
            let dispersion = spectrum.dispersion();
            modes.push(Modes::new(patch, &drawn.cells, dispersion, period));
        }
        let unresolved = patches
            .last()
            .map_or([0.0; 3], |finest| unresolved_slopes(&spectrum, finest));
        Self {
            spectrum: Some(spectrum),
            patches,
            bands,
            strain_frequency: Swing::frequency(modes.iter().map(|modes| modes.strain)),
            unresolved,
            tiling,
            modes,
            transform: Transform::new(patch.columns, patch.rows),
            significant_height: 4.0 * f64::sqrt(variance),
        }
    }

    /// Waves of given amplitudes h̃0(k) in metres on a cascade; cell (n, m), with negative indices counted from the end,
    /// is the wave vector k = (2πn/length_x, 2πm/length_z) in rad/m. Amplitudes beyond the cells of `patch` are omitted;
    /// k = 0 is ignored.
    ///
    /// ```
    /// use waterlab_core::grid::Grid;
    /// use waterlab_core::sea::{Dispersion, FoamParameters, Patch, Relation, Sea, SpectralSea};
    ///
    /// let mut amplitudes = Grid::new(16, 16, Default::default());
    /// // One wave of 2 m from rest to crest, which runs to −x.
    /// amplitudes[(1, 0)] = waterlab_core::num_complex::Complex32::new(1.0, 0.0);
    /// let deep = Dispersion { relation: Relation::Deep, gravity: 9.81, depth: 100.0, tension_length: 0.0 };
    /// let waves = SpectralSea::from_amplitudes(Patch::new(16, 16, 100.0), &amplitudes, &deep, None);
    /// let sea = Sea::new(Box::new(waves), 0.0, FoamParameters::NONE, None);
    /// let mut state = sea.new_state();
    /// sea.compute(0.0, &mut state);
    /// assert!((state.surface().height[(0, 3)] - 2.0).abs() < 1e-6);
    /// ```
    pub fn from_amplitudes(
        patch: Patch,
        amplitudes: &Grid<Complex32>,
        dispersion: &Dispersion,
        period: Option<Period>,
    ) -> Self {
        let mut cells = vec![Complex32::default(); patch.columns * patch.rows];
        let mut variance = 0.0;
        for (row, cells) in cells.chunks_exact_mut(patch.columns).enumerate() {
            for (column, cell) in cells.iter_mut().enumerate() {
                let given = amplitudes.get(column, row).copied().unwrap_or_default();
                if (column, row) != (0, 0) {
                    *cell = given;
                    variance += 2.0 * f64::from(given.norm_sqr());
                }
            }
        }
        let modes = Modes::new(&patch, &cells, dispersion, period);
        Self {
            spectrum: None,
            unresolved: [0.0; 3],
            tiling: None,
            patches: vec![patch],
            bands: vec![0.0..f64::INFINITY],
            strain_frequency: Swing::frequency(std::iter::once(modes.strain)),
            modes: vec![modes],
            transform: Transform::new(patch.columns, patch.rows),
            significant_height: 4.0 * f64::sqrt(variance),
        }
    }

    /// The band of wave numbers |k| in rad/m of each cascade: together all wave numbers, each once.
    pub fn bands(&self) -> &[Range<f64>] {
        &self.bands
    }
}

/// Wave number in rad/m of the shortest waves that a wind sustains: where gravity and surface tension are equal restoring forces. Shorter
/// waves are soon damped by viscosity.
pub const SHORTEST_WAVES: f64 = 370.0;

/// Slope variances of waves that are too short for the finest cascade, whose wave numbers fill a square.
fn unresolved_slopes(spectrum: &Spectrum, finest: &Patch) -> [f64; 3] {
    let most = |count: usize, length: f64| count as f64 / 2.0 * TAU / length;
    let most_x = most(finest.columns, finest.length_x);
    let most_z = most(finest.rows, finest.length_z);
    let side = |angle: f64| {
        let (along_x, along_z) = (libm::cos(angle).abs(), libm::sin(angle).abs());
        1.0 / (along_x / most_x).max(along_z / most_z)
    };
    spectrum.slope_variance(side, SHORTEST_WAVES)
}

impl Waves for SpectralSea {
    fn unresolved_slopes(&self) -> [f64; 3] {
        self.unresolved
    }

    fn tiling(&self) -> Option<Tiling> {
        self.tiling
    }

    fn heading(&self) -> f64 {
        self.spectrum.as_ref().map_or(0.0, Spectrum::heading)
    }

    fn foam_speeds(&self) -> [f64; 2] {
        self.spectrum
            .as_ref()
            .map_or([0.0; 2], Spectrum::foam_speeds)
    }

    fn patches(&self) -> &[Patch] {
        &self.patches
    }

    fn fields(&self, patch: usize, time: f64, fields: &mut Fields, workspace: &mut Workspace) {
        if let Some(modes) = self.modes.get(patch) {
            self.transform
                .fields(modes, time, together(fields), workspace);
        }
    }

    fn strain(&self, patch: usize, time: f64, fields: &mut Fields, workspace: &mut Workspace) {
        if let Some(modes) = self.modes.get(patch) {
            let strains = [Quantity::StrainX, Quantity::StrainZ, Quantity::Shear];
            let fields = strains.into_iter().zip(&mut fields.strain);
            self.transform.fields(modes, time, fields, workspace);
        }
    }

    fn height(&self, patch: usize, time: f64, fields: &mut Fields, workspace: &mut Workspace) {
        if let Some(modes) = self.modes.get(patch) {
            let height = std::iter::once((Quantity::Height, &mut fields.height));
            self.transform.fields(modes, time, height, workspace);
        }
    }

    fn strain_frequency(&self) -> f64 {
        self.strain_frequency
    }

    fn significant_height(&self) -> f64 {
        self.significant_height
    }

    fn whole_height(&self) -> f64 {
        let whole = self.spectrum.as_ref().map(Spectrum::significant_height);
        whole.unwrap_or(self.significant_height)
    }

    fn readings(&self) -> Vec<Reading> {
        let growth = self.spectrum.as_ref().and_then(Spectrum::growth);
        let reading = growth.map(|growth| Reading {
            title: "Fully developed",
            value: match growth.full / 1000.0 {
                km if growth.fetch < growth.full => format!("at {km:.0} km of fetch"),
                km => format!("from {km:.0} km of fetch on"),
            },
        });
        reading.into_iter().collect()
    }

    fn density(&self, patch: usize) -> Option<Grid<f32>> {
        let (spectrum, band) = (self.spectrum.as_ref()?, self.bands.get(patch)?);
        let patch = self.patches.get(patch)?;
        Some(Grid::from_fn(patch.columns, patch.rows, |column, row| {
            let n = column as i64 - (patch.columns / 2) as i64;
            let m = row as i64 - (patch.rows / 2) as i64;
            mean::density(spectrum, patch, band, [n, m]) as f32
        }))
    }
}

/// All fields, grouped by the transform along z that they share.
fn together(fields: &mut Fields) -> impl Iterator<Item = (Quantity, &mut Grid<f32>)> {
    let [x, z] = &mut fields.slope;
    let [dx, dz] = &mut fields.displacement;
    let [xx, zz, xz] = &mut fields.strain;
    [
        (Quantity::Height, &mut fields.height),
        (Quantity::SlopeX, x),
        (Quantity::SlopeZ, z),
        (Quantity::DisplacementX, dx),
        (Quantity::StrainX, xx),
        (Quantity::DisplacementZ, dz),
        (Quantity::Shear, xz),
        (Quantity::StrainZ, zz),
    ]
    .into_iter()
}
