//! The picture ripple on the CPU, compared with hand-calculated values and the formulas of docs/models.md §3.

mod crop;
mod everything;
mod looks;
mod nearest;
mod overlay;
mod place;
mod smooth;
mod support;
mod walls;
