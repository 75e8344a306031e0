//! Texture upload and pixel readback: the two places where GL accesses Rust memory.
//!
//! GL receives a pointer without a length: the number of bytes follows from width, height, format and pixel-store state. Each copy here
//! therefore sets all of these, whatever other users of the context have set.

use super::{Format, Gl, GlError, Layers, Layout, Profile};
use crate::grid::Grid;
use bytemuck::Pod;
use glow::{HasContext, PixelPackData, PixelUnpackData};

/// A grid cell with the memory layout of a texel.
///
/// # Safety
/// A texel of `FORMAT` and `TYPE` must have as many bytes as the cell.
pub unsafe trait Texel: Pod {
    /// GL pixel format: the channels.
    const FORMAT: u32;
    /// GL type of each channel.
    const TYPE: u32;
}

macro_rules! texel {
    ($($cell:ty: $count:literal of $channel:ty as $format:ident, $kind:ident;)+) => {
        $(
            const _: () = assert!(size_of::<$cell>() == $count * size_of::<$channel>());
            // SAFETY: a texel of this format has `$count` channels, each a `$channel`, and just so many bytes has the cell.
            unsafe impl Texel for $cell {
                const FORMAT: u32 = glow::$format;
                const TYPE: u32 = glow::$kind;
            }
        )+
    };
}

texel! {
    u8: 1 of u8 as RED, UNSIGNED_BYTE;
    [u8; 2]: 2 of u8 as RG, UNSIGNED_BYTE;
    [u8; 4]: 4 of u8 as RGBA, UNSIGNED_BYTE;
    i16: 1 of i16 as RED_INTEGER, SHORT;
    [i16; 2]: 2 of i16 as RG_INTEGER, SHORT;
    i32: 1 of i32 as RED_INTEGER, INT;
    f32: 1 of f32 as RED, FLOAT;
    [f32; 1]: 1 of f32 as RED, FLOAT;
    [f32; 2]: 2 of f32 as RG, FLOAT;
    [f32; 4]: 4 of f32 as RGBA, FLOAT;
    [i32; 4]: 4 of i32 as RGBA_INTEGER, INT;
}

/// The destination of an upload.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// A mip level of a texture with one layer, whose storage is allocated by the upload.
    New {
        /// 0 is the full size.
        level: usize,
    },
    /// A mip level of a layer with allocated storage.
    Layer {
        /// 0 is the full size.
        level: usize,
        /// Index of the layer.
        layer: usize,
    },
}

/// Name of the texture kind in error messages.
fn named(layout: &Layout) -> &'static str {
    match layout.format {
        Format::Rgba8 => "a texture",
        Format::R16I | Format::R32F => "a height texture",
        _ => "a texture of numbers",
    }
}

/// Clamps to `i32`; no texture has more layers or levels.
fn number(of: usize) -> i32 {
    i32::try_from(of).unwrap_or(i32::MAX)
}

/// The GL constant of a cube face.
fn face(layer: usize) -> u32 {
    glow::TEXTURE_CUBE_MAP_POSITIVE_X + layer.min(5) as u32
}

/// Uploads a grid into a texture.
pub(super) fn upload<T: Texel>(
    gl: &Gl,
    texture: glow::Texture,
    layout: &Layout,
    place: Place,
    grid: &Grid<T>,
) -> Result<(), GlError> {
    let (width, height) = check_size(gl, named(layout), grid.columns(), grid.rows())?;
    let data = PixelUnpackData::Slice(Some(bytemuck::cast_slice(grid.cells())));
    let (raw, target) = (gl.raw(), layout.target());
    let (format, kind) = (T::FORMAT, T::TYPE);
    // SAFETY: the context is current. With rows packed tightly and no buffer bound GL reads width × height texels from the
    // pointer on, each as many bytes as a `T` (by `Texel`), and a grid has all of its columns × rows cells; both fit an `i32`
    // since `check_size` let them pass. A level, a layer or a size that the texture does not have is a GL error and reads nothing.
    unsafe {
        pack_tightly(gl);
        raw.bind_texture(target, Some(texture));
        match (place, layout.layers) {
            (Place::New { level }, _) => {
                let (level, internal) = (number(level), layout.format.internal() as i32);
                raw.tex_image_2d(
                    target, level, internal, width, height, 0, format, kind, data,
                );
            }
            (Place::Layer { level, .. }, Layers::One) => {
                let level = number(level);
                raw.tex_sub_image_2d(target, level, 0, 0, width, height, format, kind, data);
            }
            (Place::Layer { level, layer }, Layers::Cube) => {
                let (level, face) = (number(level), face(layer));
                raw.tex_sub_image_2d(face, level, 0, 0, width, height, format, kind, data);
            }
            (Place::Layer { level, layer }, Layers::Array(_) | Layers::Volume(_)) => {
                let (level, layer) = (number(level), number(layer));
                raw.tex_sub_image_3d(
                    target, level, 0, 0, layer, width, height, 1, format, kind, data,
                );
            }
        }
        raw.bind_texture(target, None);
    }
    Ok(())
}

/// Allocates uninitialised storage for all levels and layers; immutable storage on GLES 3.0, because WebGL requires it to render into one
/// level while it samples another.
pub(super) fn make_all_room(
    gl: &Gl,
    texture: glow::Texture,
    layout: &Layout,
) -> Result<(), GlError> {
    if gl.capability().profile == Profile::Core {
        return (0..layout.levels).try_for_each(|level| make_room(gl, texture, layout, level));
    }
    let (columns, rows) = layout.size;
    let (width, height) = check_size(gl, named(layout), columns, rows)?;
    let (raw, target, levels) = (gl.raw(), layout.target(), number(layout.levels));
    let internal = layout.format.internal();
    // SAFETY: the context is current; more levels than the sizes have are an error of GL's.
    unsafe {
        raw.bind_texture(target, Some(texture));
        match layout.layers {
            Layers::One | Layers::Cube => {
                raw.tex_storage_2d(target, levels, internal, width, height);
            }
            Layers::Array(layers) | Layers::Volume(layers) => {
                raw.tex_storage_3d(target, levels, internal, width, height, number(layers));
            }
        }
        raw.bind_texture(target, None);
    }
    Ok(())
}

/// Allocates uninitialised storage for a level, in all layers.
fn make_room(
    gl: &Gl,
    texture: glow::Texture,
    layout: &Layout,
    level: usize,
) -> Result<(), GlError> {
    let (columns, rows) = layout.size_of(level);
    let (width, height) = check_size(gl, named(layout), columns, rows)?;
    let nothing = || PixelUnpackData::Slice(None);
    let (format, kind) = layout.format.transfer();
    let (raw, target, internal) = (gl.raw(), layout.target(), layout.format.internal() as i32);
    let level = number(level);
    // SAFETY: the context is current; without a pointer, and without a buffer that it could be an offset into, GL reads nothing.
    unsafe {
        pack_tightly(gl);
        raw.bind_texture(target, Some(texture));
        let flat = |of| {
            raw.tex_image_2d(
                of,
                level,
                internal,
                width,
                height,
                0,
                format,
                kind,
                nothing(),
            )
        };
        match layout.layers {
            Layers::One => flat(target),
            Layers::Cube => (0..6).map(face).for_each(flat),
            Layers::Array(layers) | Layers::Volume(layers) => raw.tex_image_3d(
                target,
                level,
                internal,
                width,
                height,
                number(layers),
                0,
                format,
                kind,
                nothing(),
            ),
        }
        raw.bind_texture(target, None);
    }
    Ok(())
}

/// Reads the bound framebuffer into a grid, from its lower left corner, row 0 lowest. Cells outside the framebuffer, and all cells if it
/// is multisampled, stay unchanged.
pub(super) fn download<T: Texel>(gl: &Gl, picture: &mut Grid<T>) {
    let sides = [picture.columns(), picture.rows()].map(i32::try_from);
    // No framebuffer is larger.
    let [Ok(width), Ok(height)] = sides else {
        return;
    };
    let cells: &mut [u8] = bytemuck::cast_slice_mut(picture.cells_mut());
    // SAFETY: the context is current. With rows packed tightly and no buffer bound GL writes at most width × height texels
    // from the pointer on, each as many bytes as a `T` (by `Texel`), which is all of a grid's cells.
    unsafe {
        pack_tightly(gl);
        let into = PixelPackData::Slice(Some(cells));
        gl.raw()
            .read_pixels(0, 0, width, height, T::FORMAT, T::TYPE, into);
    }
}

/// WebGL names that glow does not define.
#[cfg(target_arch = "wasm32")]
const UNPACK_FLIP_Y_WEBGL: u32 = 0x9240;
#[cfg(target_arch = "wasm32")]
const UNPACK_PREMULTIPLY_ALPHA_WEBGL: u32 = 0x9241;

/// Sets the pixel-store state to tightly packed rows without offsets and unbinds the pixel buffers, for upload and readback.
///
/// # Safety
/// The context must be current.
unsafe fn pack_tightly(gl: &Gl) {
    let raw = gl.raw();
    // SAFETY: the caller promises a current context; each name exists in GL 3.3, and all but the last two in GLES 3.0.
    unsafe {
        raw.bind_buffer(glow::PIXEL_UNPACK_BUFFER, None);
        raw.bind_buffer(glow::PIXEL_PACK_BUFFER, None);
        for name in [glow::UNPACK_ALIGNMENT, glow::PACK_ALIGNMENT] {
            raw.pixel_store_i32(name, 1);
        }
        for name in [
            glow::UNPACK_IMAGE_HEIGHT,
            glow::UNPACK_SKIP_IMAGES,
            glow::UNPACK_ROW_LENGTH,
            glow::UNPACK_SKIP_ROWS,
            glow::UNPACK_SKIP_PIXELS,
            glow::PACK_ROW_LENGTH,
            glow::PACK_SKIP_ROWS,
            glow::PACK_SKIP_PIXELS,
        ] {
            raw.pixel_store_i32(name, 0);
        }
        #[cfg(target_arch = "wasm32")]
        for name in [UNPACK_FLIP_Y_WEBGL, UNPACK_PREMULTIPLY_ALPHA_WEBGL] {
            raw.pixel_store_bool(name, false);
        }
        if gl.capability().profile == Profile::Core {
            raw.pixel_store_i32(glow::UNPACK_SWAP_BYTES, 0);
            raw.pixel_store_i32(glow::PACK_SWAP_BYTES, 0);
        }
    }
}

/// The sides as GL integers. Returns an error if a texture cannot have them.
pub(super) fn check_size(
    gl: &Gl,
    what: &'static str,
    width: usize,
    height: usize,
) -> Result<(i32, i32), GlError> {
    let limit = gl.capability().max_texture;
    match [width, height].map(|side| i32::try_from(side).ok().filter(|_| side <= limit)) {
        [Some(width), Some(height)] => Ok((width, height)),
        _ => Err(GlError::TooLarge {
            what,
            width,
            height,
            limit,
        }),
    }
}
