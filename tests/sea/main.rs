//! The seas against theory, and against plain sums that know nothing of transforms.

mod cascades;
mod foam;
mod folding;
mod looping;
mod plain_sea;
mod statistics;
#[cfg(feature = "rayon")]
mod threads;
mod transform;
