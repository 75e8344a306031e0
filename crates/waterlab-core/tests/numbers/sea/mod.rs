//! Seas, compared with theory and with direct sums.

mod beaufort;
mod cascades;
mod creamer;
mod dispersion;
mod foam;
mod foam_model;
mod folding;
mod gerstner;
mod glitter;
mod height;
mod limits;
mod looping;
mod period;
mod plain_sea;
mod plain_spectrum;
mod ripple_window;
mod ripples;
mod spectrum;
mod spread;
mod statistics;
mod swell;
#[cfg(feature = "rayon")]
mod threads;
mod tiling;
mod transform;
