//! The seas against theory, and against plain sums that know nothing of transforms.

mod gerstner;
mod plain_sea;
mod ripples;
mod transform;
