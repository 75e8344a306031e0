//! The seas against theory, and against plain sums that know nothing of transforms.

mod plain_sea;
mod transform;
