//! The picture ripple on the CPU, against hand-worked cases and plain readings of the reference.

mod everything;
mod looks;
mod nearest;
mod place;
mod smooth;
mod support;
mod walls;
