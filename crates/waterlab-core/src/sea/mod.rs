//! Waves as functions of time: a sea can be computed at any time, in any order. Pure numbers: no GL, no clock, no files.
//!
//! A [`Sea`] consists of [`Waves`], a few Gerstner waves or a directional spectrum summed by FFT, on one cascade or several, together
//! with its choppiness (horizontal displacement), folding (Jacobian) and foam (whitecaps). [`KINDS`] lists the seas with their
//! parameters.
//!
//! Formulas: `docs/models.md` §7 to §9c. `docs/architecture.md` explains how to add a sea.
//!
//! ```
//! use waterlab_core::parameter::Settings;
//! use waterlab_core::sea::SPECTRAL;
//!
//! let sea = SPECTRAL.create(&Settings::new(SPECTRAL.parameters), 64, 64)?;
//! let mut state = sea.new_state();
//! sea.compute(12.5, &mut state);
//! assert!(state.surface().height.cells().iter().any(|&height| height > 0.1), "metres");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod beaufort;
mod cascades;
mod circle;
mod dispersion;
mod fields;
mod foam;
mod folding;
mod gerstner;
mod kind;
mod ocean;
mod parameters;
mod patch;
mod period;
mod spectral;
mod spectrum;
mod waves;

pub use beaufort::{Beaufort, beaufort};
pub use dispersion::{Dispersion, Relation};
pub use fields::Fields;
pub use foam::FoamParameters;
pub(crate) use foam::FoamState;
pub use folding::Folding;
pub use gerstner::{Gerstner, GerstnerWave, KIND as GERSTNER, STEEPEST};
pub use kind::{KINDS, Misfit, SeaKind};
pub use ocean::{OceanState, Sea};
pub(crate) use parameters::dispersion as dispersion_of;
pub use patch::Patch;
pub use period::Period;
pub use spectral::{Draws, KIND as SPECTRAL, SHORTEST_WAVES, SpectralSea};
pub use spectrum::{Growth, Spectrum, Spread, Swell, WindLaw, WindSea};
pub use waves::{Waves, Workspace};
