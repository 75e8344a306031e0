//! Optics on the CPU: the reference for the shaders, and the picture ripple for machines without GL.
//!
//! Pure numbers over [`Grid`](crate::grid::Grid)s and [`Heights`](crate::heights::Heights): no GL, no files, no models.
//! `docs/architecture.md` shows the place of this module among the others.
//!
//! | file | what it computes | docs/models.md |
//! | --- | --- | --- |
//! | `fit` | placement of a picture in an output, and from a pointer back to the picture | |
//! | `pyramid` | a picture with its box-filtered mip levels | |
//! | `fixed_point` | fixed point: a scale as an integer and a shift, so that CPU and GPU give the same bits | §3 |
//! | `picture` | the picture ripple in all its looks, and walls over it | §1a, §3 |
//! | `fresnel` | reflection, refraction and transmission at a smooth surface, exactly and from both sides | §10a |
//! | `water_index` | the refractive index of water by wavelength, temperature and salinity | §10a |
//! | `water_type` | absorption and scattering of published water types | §11a |
//! | `caustics` | the sun through any surface onto floor and walls, exact in energy | §11b |
//! | `srgb` | sRGB to linear light and back | |
//! | `sun` | the position of the sun by the hour | §13a |
//! | `sky` | the sky: atmosphere, sun and clouds, as a table of radiance | §13 |
//! | `basin_light` | the light in a pool and over it, in the numbers that shaders take | §14 |
//! | `lamp` | an underwater lamp | §14 |
//! | `rough_mirror` | the reflection of a surface whose waves are too small to resolve | §15 |

mod basin_light;
mod caustics;
mod fit;
mod fixed_point;
mod fresnel;
mod lamp;
mod moon;
mod picture;
mod pyramid;
mod rough_mirror;
mod sky;
mod srgb;
mod sun;
mod water_index;
mod water_type;

pub use basin_light::{
    BasinLight, Daylight, FORWARD, LOST, LUMINANCE, SKY_PATH, STRAIGHT, WATER_PHASE, exposure,
};
pub use caustics::{Basin, Caustics, OpenPatch, Receiver, Stones};
pub use fit::{Fit, PictureFit, Rect};
pub use fixed_point::FixedPoint;
pub use fresnel::{polarised_reflectance, reflectance, reflected, refracted, transmittance};
pub use lamp::{Lamp, LampHours};
pub use moon::MoonPosition;
pub use picture::{
    BEVEL, COUNTS_PER_METRE, GLINT, GLINT_SHIFT, Look, PictureRipple, REACH, RELIEF, SHADOW, STONE,
    Scales, WallLook, sharpness,
};
pub use pyramid::{BAR, Pyramid, level_for};
pub use rough_mirror::{Facets, ROUGHEST};
pub use sky::{
    Atmosphere, Moon, NIGHTFALL, Panorama, SMEARED, SUN_DISC_RADIUS, Sky, SkyConditions, SkyParts,
    SkyWork, cloud_noise, clouds, from_uv, to_uv,
};
pub use srgb::{levels_of_light, linear_of_srgb};
pub use sun::SunPosition;
pub use water_index::{FRESH_WATER_INDEX, SEA_WATER_INDEX, WAVELENGTHS, refractive_index};
pub use water_type::{WaterOptics, WaterType};
