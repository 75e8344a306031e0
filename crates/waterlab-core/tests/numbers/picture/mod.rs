//! The picture ripple on the CPU, against hand-worked cases and plain readings of docs/models.md §3.

mod crop;
mod everything;
mod looks;
mod nearest;
mod overlay;
mod place;
mod smooth;
mod support;
mod walls;
