//! Waves as functions of time: any moment can be asked for, in any order. Pure numbers: no GL, no clock, no files.
//!
//! A [`Sea`] is [`Waves`], Gerstner's few or a directional spectrum's many (summed by FFT), on one cascade or several of them,
//! with the law by which crests are sharpened (horizontal displacement), fold (Jacobian) and foam (whitecaps). [`KINDS`] lists
//! the seas, each with the one description of its parameters.
//!
//! Formulas: `docs/models.md` §7 to §9c. What it takes to add a sea: `docs/architecture.md`.
//!
//! ```
//! use waterlab::parameter::Settings;
//! use waterlab::sea::SPECTRAL;
//!
//! let sea = SPECTRAL.create(&Settings::new(SPECTRAL.parameters), 64, 64)?;
//! let mut moment = sea.moment();
//! sea.compute(12.5, &mut moment);
//! assert!(moment.surface().height.cells().iter().any(|&height| height > 0.1), "metres");
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
pub use foam::FoamLaw;
pub(crate) use foam::FoamState;
pub use folding::Folding;
pub use gerstner::{Gerstner, GerstnerWave, KIND as GERSTNER, STEEPEST};
pub use kind::{KINDS, SeaKind};
pub use ocean::{OceanState, Sea};
pub(crate) use parameters::dispersion as dispersion_of;
pub use patch::Patch;
pub use period::Period;
pub use spectral::{Draws, KIND as SPECTRAL, SpectralSea};
pub use spectrum::{Growth, Spectrum, Spread, Swell, WindLaw, WindSea};
pub use waves::{Waves, Workspace};
