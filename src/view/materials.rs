//! What things are made of: the textures that the views share.

use crate::gl::{Filter, Gl, GlError, Texture, Wrap};
use crate::grid::Grid;
use crate::light::{Pyramid, levels_of_light, linear_of_srgb};
use glam::Vec3;
use std::borrow::Cow;

/// The textures of the views.
pub struct Materials {
    /// The picture that ripples in 2D.
    pub picture: RippledPicture,
    /// Floor and walls of the pool; repeats.
    pub tiles: Texture,
    /// Environment map, looked up by the normal: its middle is straight up.
    pub sky: Texture,
    /// Paving around the pool; repeats.
    pub deck: Texture,
    /// The sky behind everything: upper half, zenith first.
    pub panorama: Texture,
    /// Floor and walls of the pool as linear light; repeats.
    pub tiles_light: Texture,
    /// The mean of that: albedo in red, green and blue, 0 to 1.
    pub tiles_mean: Vec3,
    /// Paving around the pool as linear light; repeats.
    pub deck_light: Texture,
    /// Whether the paving is but a stand-in of [`Materials::STAND_IN`] pixels, until its picture has been loaded.
    pub(crate) is_draft: bool,
}

/// The picture of the 2D view; a copy is the same textures.
#[derive(Clone)]
pub struct RippledPicture {
    /// What is under water, opaque, with its mip levels.
    pub under: Texture,
    /// What lies still on it, premultiplied, with its mip levels.
    pub overlay: Option<Texture>,
}

impl RippledPicture {
    /// (columns, rows) of what is under water.
    pub fn size(&self) -> (usize, usize) {
        self.under.size()
    }
}

/// A picture of straight-alpha RGBA pixels, row 0 at the top.
type Picture = Grid<[u8; 4]>;

/// What [`Materials`] are made from: each field as the texture of its name, any size.
#[derive(Clone, Copy)]
#[allow(missing_docs)] // as in `Materials`
pub struct Pictures<'a> {
    pub picture: &'a Pyramid,
    pub tiles: &'a Picture,
    pub sky: &'a Picture,
    pub deck: &'a Picture,
    pub panorama: &'a Picture,
}

impl Materials {
    /// Pixels, across and down, of what stands in for one of the program's own pictures that is not loaded yet.
    pub(crate) const STAND_IN: (usize, usize) = (4, 2);

    /// Uploads the pictures. Of one too large for the driver, every second, third, … pixel is left that fits; the picture
    /// of the 2D view is averaged down instead.
    pub fn new(gl: &Gl, pictures: Pictures) -> Result<Self, GlError> {
        let Pictures {
            picture,
            tiles,
            sky,
            deck,
            panorama,
        } = pictures;
        Ok(Self {
            picture: Self::picture(gl, picture)?,
            tiles: fitting(gl, tiles, Wrap::Repeat, Filter::Mipmapped)?,
            sky: fitting(gl, sky, Wrap::Clamp, Filter::Linear)?,
            deck: fitting(gl, deck, Wrap::Repeat, Filter::Mipmapped)?,
            panorama: fitting(gl, panorama, Wrap::RepeatX, Filter::Mipmapped)?,
            tiles_light: fitting_light(gl, tiles)?,
            tiles_mean: mean_albedo(tiles),
            deck_light: fitting_light(gl, deck)?,
            is_draft: (deck.columns(), deck.rows()) == Self::STAND_IN,
        })
    }

    /// Uploads another picture for the 2D view, from the first of its mip levels that the driver can take.
    pub fn picture(gl: &Gl, picture: &Pyramid) -> Result<RippledPicture, GlError> {
        let limit = gl.capability().max_texture;
        let fits = |level: &&Picture| level.columns().max(level.rows()) <= limit;
        let texture = |pyramid: &Pyramid| {
            Texture::with_levels(gl, pyramid.levels().skip_while(|level| !fits(level)))
        };
        Ok(RippledPicture {
            under: texture(picture)?,
            overlay: picture.overlay().map(texture).transpose()?,
        })
    }
}

fn fitting(gl: &Gl, picture: &Picture, wrap: Wrap, filter: Filter) -> Result<Texture, GlError> {
    Texture::new(gl, &thinned(gl, picture), wrap, filter)
}

fn fitting_light(gl: &Gl, picture: &Picture) -> Result<Texture, GlError> {
    let levels = levels_of_light(thinned(gl, picture).into_owned());
    Texture::of_light(gl, levels.iter(), Wrap::Repeat, Filter::Mipmapped)
}

/// The mean of a picture in sRGB as linear light.
fn mean_albedo(picture: &Picture) -> Vec3 {
    let linear: [f32; 256] = std::array::from_fn(|step| linear_of_srgb(step as f32 / 255.0));
    let mut sum = [0.0_f64; 3];
    for pixel in picture.cells() {
        for (sum, &step) in sum.iter_mut().zip(pixel) {
            *sum += f64::from(linear[usize::from(step)]);
        }
    }
    let count = picture.cells().len() as f64;
    Vec3::from(sum.map(|sum| (sum / count) as f32))
}

/// A picture that the driver can take.
fn thinned<'a>(gl: &Gl, picture: &'a Picture) -> Cow<'a, Picture> {
    let limit = gl.capability().max_texture;
    let longer = picture.columns().max(picture.rows());
    if longer <= limit {
        return Cow::Borrowed(picture);
    }
    // Every n-th pixel of so large a picture still has more of them than any screen.
    let stride = longer.div_ceil(limit);
    Cow::Owned(Grid::from_fn(
        picture.columns().div_ceil(stride),
        picture.rows().div_ceil(stride),
        |column, row| picture[(column * stride, row * stride)],
    ))
}
