//! The render targets of caustics, reused from frame to frame.

use crate::gl::{Filter, Format, Gl, GlError, Layout, Target, Texture};

/// The target in `slot`, created again if its layout differs.
pub(in crate::view::lit) fn laid_out<'a>(
    slot: &'a mut Option<Target>,
    gl: &Gl,
    layout: Layout,
) -> Result<&'a Target, GlError> {
    let fits = |target: &Target| target.colour().is_some_and(|map| *map.layout() == layout);
    let target = match slot.take().filter(fits) {
        Some(target) => target,
        None => Target::onto(gl, vec![(Texture::empty(gl, layout)?, 0, 0)], false)?,
    };
    Ok(slot.insert(target))
}

pub(super) fn sized<'a>(
    slot: &'a mut Option<Target>,
    gl: &Gl,
    format: Format,
    size: (usize, usize),
) -> Result<&'a Target, GlError> {
    let filter = match gl.capability().blends(format) {
        true => Filter::Linear,
        false => Filter::Nearest,
    };
    let layout = Layout {
        filter,
        ..Layout::new(format, size)
    };
    laid_out(slot, gl, layout)
}

/// An irradiance map of these floats; with mip levels if the blur needs them.
pub(super) fn landing_map<'a>(
    slot: &'a mut Option<Target>,
    gl: &Gl,
    format: Format,
    size: (usize, usize),
    widely: bool,
) -> Result<&'a Target, GlError> {
    if !widely {
        return sized(slot, gl, format, size);
    }
    let layout = Layout {
        filter: Filter::Mipmapped,
        levels: Layout::all_levels(size),
        ..Layout::new(format, size)
    };
    laid_out(slot, gl, layout)
}
