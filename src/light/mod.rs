//! Optics on the CPU: what the shaders must agree with, and the picture ripple for machines without GL.
//!
//! Pure numbers over [`Grid`](crate::grid::Grid)s and [`Heights`](crate::heights::Heights): no GL, no files, no models.
//!
//! | file | what it computes | docs/models.md |
//! | --- | --- | --- |
//! | `fit` | where a picture lies in an output, and back from a pointer to the picture | |
//! | `pyramid` | a picture with its box-filtered halvings | |
//! | `fixed_point` | a scale as an integer and a shift, so that CPU and GPU give the same bits | §3 |
//! | `picture` | the picture ripple in all its looks, and walls over it | §1a, §3 |
//! | `focusing` | how waves gather the sun on the floor, to first order and bounded | §11 |

mod fit;
mod fixed_point;
mod focusing;
mod picture;
mod pyramid;

pub use fit::{Fit, Rect};
pub use fixed_point::FixedPoint;
pub use focusing::{REFRACTIVE_INDEX, area_ratio, brightness, curvature_reach, laplacian};
pub use picture::{
    BEVEL, COUNTS_PER_METRE, GLINT, GLINT_SHIFT, Look, PictureRipple, REACH, RELIEF, SHADOW, STONE,
    Scales, sharpness,
};
pub use pyramid::{BAR, Pyramid, level_for};
