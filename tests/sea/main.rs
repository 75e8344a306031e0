//! The seas against theory.

mod beaufort;
mod dispersion;
mod limits;
mod period;
mod plain_spectrum;
mod spectrum;
mod spread;
mod swell;
