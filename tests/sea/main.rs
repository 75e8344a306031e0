//! Claims about the seas, against theory and against plain sums and small programs that know nothing of transforms.

mod beaufort;
mod dispersion;
mod gerstner;
mod limits;
mod period;
mod plain_sea;
mod plain_spectrum;
mod ripples;
mod spectrum;
mod spread;
mod swell;
mod transform;
