//! Materials: the textures that the views share.

use crate::gl::{Filter, Gl, GlError, Texture, Wrap};
use crate::grid::Grid;
use crate::light::{Pyramid, levels_of_light, linear_of_srgb};
use glam::Vec3;
use std::borrow::Cow;

/// The textures of the views.
pub struct Materials {
    /// The picture of the picture view.
    pub picture: RippledPicture,
    /// Tiles of floor and walls; repeats.
    pub tiles: Texture,
    /// Environment map, looked up by the normal; straight up is the centre.
    pub sky: Texture,
    /// Paving around the pool; repeats.
    pub deck: Texture,
    /// Panorama of the upper half of the sky, zenith first.
    pub panorama: Texture,
    /// The tiles as linear light; repeats.
    pub tiles_light: Texture,
    /// Mean albedo of the tiles in red, green and blue, 0 to 1.
    pub tiles_mean: Vec3,
    /// The paving as linear light; repeats.
    pub deck_light: Texture,
    /// Whether the paving is a placeholder of [`Materials::STAND_IN`] pixels until its image is loaded.
    pub(crate) is_draft: bool,
}

/// The picture of the picture view; clones share the textures.
#[derive(Clone)]
pub struct RippledPicture {
    /// The opaque image under water, with mip levels.
    pub under: Texture,
    /// The overlay, which the water does not move: premultiplied, with mip levels.
    pub overlay: Option<Texture>,
}

impl RippledPicture {
    /// Columns and rows of the image under water.
    pub fn size(&self) -> (usize, usize) {
        self.under.size()
    }
}

/// An image of straight-alpha RGBA pixels, row 0 at the top.
type Picture = Grid<[u8; 4]>;

/// The source images of [`Materials`], one for each field, of any size.
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
    /// Columns and rows of the placeholder for a built-in image that is not loaded yet.
    pub(crate) const STAND_IN: (usize, usize) = (4, 2);

    /// Uploads the images. Images beyond the driver's limit are subsampled by a whole number; the picture is box-filtered instead.
    pub fn new(gl: &Gl, pictures: Pictures) -> Result<Self, GlError> {
        let Pictures {
            picture,
            tiles,
            sky,
            deck,
            panorama,
        } = pictures;
        let (tiles_texture, tiles_light) = repeating(gl, tiles)?;
        let (deck_texture, deck_light) = repeating(gl, deck)?;
        Ok(Self {
            picture: Self::picture(gl, picture)?,
            tiles: tiles_texture,
            sky: sky_map(gl, sky)?,
            deck: deck_texture,
            panorama: surroundings(gl, panorama)?,
            tiles_light,
            tiles_mean: mean_albedo(tiles),
            deck_light,
            is_draft: is_stand_in(deck),
        })
    }

    /// Grey placeholders.
    pub fn placeholders(gl: &Gl) -> Result<Self, GlError> {
        let grey = Grid::new(1, 1, [128, 128, 128, 255]);
        Self::new(
            gl,
            Pictures {
                picture: &Pyramid::new(grey.clone()),
                tiles: &grey,
                sky: &grey,
                deck: &grey,
                panorama: &grey,
            },
        )
    }

    /// Replaces the tiles of floor and walls.
    pub fn set_tiles(&mut self, gl: &Gl, tiles: &Grid<[u8; 4]>) -> Result<(), GlError> {
        (self.tiles, self.tiles_light) = repeating(gl, tiles)?;
        self.tiles_mean = mean_albedo(tiles);
        Ok(())
    }

    /// Replaces the paving.
    pub fn set_deck(&mut self, gl: &Gl, deck: &Grid<[u8; 4]>) -> Result<(), GlError> {
        (self.deck, self.deck_light) = repeating(gl, deck)?;
        self.is_draft = is_stand_in(deck);
        Ok(())
    }

    /// Replaces the environment map.
    pub fn set_sky(&mut self, gl: &Gl, sky: &Grid<[u8; 4]>) -> Result<(), GlError> {
        self.sky = sky_map(gl, sky)?;
        Ok(())
    }

    /// Replaces the panorama.
    pub fn set_panorama(&mut self, gl: &Gl, panorama: &Grid<[u8; 4]>) -> Result<(), GlError> {
        self.panorama = surroundings(gl, panorama)?;
        Ok(())
    }

    /// Uploads a picture for the picture view, from its first mip level that fits the driver's limit.
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

/// A repeating image, and the same as linear light.
fn repeating(gl: &Gl, picture: &Picture) -> Result<(Texture, Texture), GlError> {
    let texture = fitting(gl, picture, Wrap::Repeat, Filter::Mipmapped)?;
    Ok((texture, fitting_light(gl, picture)?))
}

fn sky_map(gl: &Gl, picture: &Picture) -> Result<Texture, GlError> {
    fitting(gl, picture, Wrap::Clamp, Filter::Linear)
}

fn surroundings(gl: &Gl, picture: &Picture) -> Result<Texture, GlError> {
    fitting(gl, picture, Wrap::RepeatX, Filter::Mipmapped)
}

fn is_stand_in(picture: &Picture) -> bool {
    (picture.columns(), picture.rows()) == Materials::STAND_IN
}

fn fitting(gl: &Gl, picture: &Picture, wrap: Wrap, filter: Filter) -> Result<Texture, GlError> {
    Texture::new(gl, &thinned(gl, picture), wrap, filter)
}

fn fitting_light(gl: &Gl, picture: &Picture) -> Result<Texture, GlError> {
    let levels = levels_of_light(thinned(gl, picture).into_owned());
    Texture::of_light(gl, levels.iter(), Wrap::Repeat, Filter::Mipmapped)
}

/// Mean albedo of an sRGB image as linear light.
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

/// The image, subsampled to the driver's limit.
fn thinned<'a>(gl: &Gl, picture: &'a Picture) -> Cow<'a, Picture> {
    let limit = gl.capability().max_texture;
    let longer = picture.columns().max(picture.rows());
    if longer <= limit {
        return Cow::Borrowed(picture);
    }
    // Subsampling leaves more pixels than any screen has.
    let stride = longer.div_ceil(limit);
    Cow::Owned(Grid::from_fn(
        picture.columns().div_ceil(stride),
        picture.rows().div_ceil(stride),
        |column, row| picture[(column * stride, row * stride)],
    ))
}
