//! Claims about the sea, against theory and against small plain implementations of its own.

mod beaufort;
mod dispersion;
mod limits;
mod period;
mod plain_sea;
mod plain_spectrum;
mod spectrum;
mod spread;
mod swell;
mod transform;
