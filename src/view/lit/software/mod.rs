//! What is drawn in another way with a software rasteriser. Each file has the name of the shader that it stands for or draws with.
//!
//! | file | contents | CPU time that it saves |
//! | --- | --- | --- |
//! | `caustics` | adds up the light of the caustics | over 50 % |
//! | `water_bounds` | deferred shading of a pool | 18 % |
//! | the same | with 16 bodies: rays that meet them only for pixels near such rays | 33 % |
//! | `seen_place` | deferred shading of a sea from above | 23 to 28 % |
//!
//! The times are shares of a frame without it: the lit pool, or for a sea the scenes `gale` and `sea`, at 1280 × 720, Mesa's llvmpipe on two
//! cores. What saves less than 15 % is not worth a second way (docs/performance.md).

mod caustics;
mod seen_place;
mod water_bounds;

pub(super) use caustics::SoftwareCaustics;
pub(super) use seen_place::SeenPlaces;
pub(super) use water_bounds::Deferred;
pub(in crate::view) use water_bounds::WATER_BLOCK;
