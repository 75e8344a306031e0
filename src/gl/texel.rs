//! Grids up into textures and pixels down again: the two places where GL reads and writes our memory.
//!
//! GL takes a pointer and no length: how much it reads or writes follows from width, height, format, and the pixel-store
//! state. So all of these are stated here, at each copy, whatever others who share the context have set.

use super::{Gl, GlError, Profile};
use crate::grid::Grid;
use bytemuck::Pod;
use glow::{HasContext, PixelPackData, PixelUnpackData};

/// A cell that is a texel as it lies in memory.
///
/// # Safety
/// `FORMAT` and `TYPE` must make a texel of as many bytes as the cell has.
pub unsafe trait Texel: Pod {
    /// Which channels.
    const FORMAT: u32;
    /// What each channel is.
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
    f32: 1 of f32 as RED, FLOAT;
    [f32; 1]: 1 of f32 as RED, FLOAT;
    [f32; 4]: 4 of f32 as RGBA, FLOAT;
}

/// How a level of a texture comes to its texels.
#[derive(Clone, Copy)]
pub(super) enum Storage {
    /// Made anew, in this internal format.
    New(u32),
    /// Those there are take other values.
    Kept,
}

/// Copies a grid up as a level of a texture. `what` is for the error where it is larger than the driver's textures.
pub(super) fn upload<T: Texel>(
    gl: &Gl,
    texture: glow::Texture,
    what: &'static str,
    (level, storage): (usize, Storage),
    grid: &Grid<T>,
) -> Result<(), GlError> {
    let (width, height) = check_size(gl, what, grid.columns(), grid.rows())?;
    // Far fewer levels than this can be told apart in any texture.
    let level = i32::try_from(level).unwrap_or(i32::MAX);
    let data = PixelUnpackData::Slice(Some(bytemuck::cast_slice(grid.cells())));
    let raw = gl.raw();
    // SAFETY: the context is current. With rows packed tightly and no buffer bound GL reads width × height texels from the
    // pointer on, each as many bytes as a `T` (by `Texel`), and a grid has all of its columns × rows cells; both fit an `i32`
    // since `check_size` let them pass. A level or a size that the texture does not have is a GL error and reads nothing.
    unsafe {
        pack_tightly(gl);
        raw.bind_texture(glow::TEXTURE_2D, Some(texture));
        let of = glow::TEXTURE_2D;
        match storage {
            Storage::New(internal) => {
                let internal = internal as i32;
                raw.tex_image_2d(
                    of,
                    level,
                    internal,
                    width,
                    height,
                    0,
                    T::FORMAT,
                    T::TYPE,
                    data,
                );
            }
            Storage::Kept => {
                raw.tex_sub_image_2d(of, level, 0, 0, width, height, T::FORMAT, T::TYPE, data);
            }
        }
        raw.bind_texture(glow::TEXTURE_2D, None);
    }
    Ok(())
}

/// Gives a texture 8-bit RGBA texels of no particular colour.
pub(super) fn make_room(
    gl: &Gl,
    texture: glow::Texture,
    what: &'static str,
    (columns, rows): (usize, usize),
) -> Result<(), GlError> {
    let (width, height) = check_size(gl, what, columns, rows)?;
    let raw = gl.raw();
    // SAFETY: the context is current; without a pointer, and without a buffer that it could be an offset into, GL reads nothing.
    unsafe {
        pack_tightly(gl);
        raw.bind_texture(glow::TEXTURE_2D, Some(texture));
        raw.tex_image_2d(
            glow::TEXTURE_2D,
            0,
            glow::RGBA8 as i32,
            width,
            height,
            0,
            glow::RGBA,
            glow::UNSIGNED_BYTE,
            PixelUnpackData::Slice(None),
        );
        raw.bind_texture(glow::TEXTURE_2D, None);
    }
    Ok(())
}

/// Copies the framebuffer that is read from down into a grid, from its lower left corner on, row 0 the lowest. What the
/// framebuffer does not have, or has with several samples a pixel, stays as it is in the grid.
pub(super) fn download(gl: &Gl, picture: &mut Grid<[u8; 4]>) {
    let sides = [picture.columns(), picture.rows()].map(i32::try_from);
    // No framebuffer is larger.
    let [Ok(width), Ok(height)] = sides else {
        return;
    };
    let cells: &mut [u8] = bytemuck::cast_slice_mut(picture.cells_mut());
    // SAFETY: the context is current. With rows packed tightly and no buffer bound GL writes at most width × height texels
    // of four bytes from the pointer on, which is all of a grid's cells.
    unsafe {
        pack_tightly(gl);
        gl.raw().read_pixels(
            0,
            0,
            width,
            height,
            glow::RGBA,
            glow::UNSIGNED_BYTE,
            PixelPackData::Slice(Some(cells)),
        );
    }
}

/// From now on pixels lie in our memory row after row without gaps, both ways, from the pointer on.
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
            glow::UNPACK_ROW_LENGTH,
            glow::UNPACK_SKIP_ROWS,
            glow::UNPACK_SKIP_PIXELS,
            glow::PACK_ROW_LENGTH,
            glow::PACK_SKIP_ROWS,
            glow::PACK_SKIP_PIXELS,
        ] {
            raw.pixel_store_i32(name, 0);
        }
        if gl.capability().profile == Profile::Core {
            raw.pixel_store_i32(glow::UNPACK_SWAP_BYTES, 0);
            raw.pixel_store_i32(glow::PACK_SWAP_BYTES, 0);
        }
    }
}

/// The sides as GL takes them; an error where a texture can't have them.
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
