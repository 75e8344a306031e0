//! The pictures that views need: the user's own files, or the built-in ones.
//!
//! Nothing is read before a view asks for it, so that a view only fails for a picture that it would have shown.

use super::image_file::{PictureError, load};
use crate::grid::Grid;
use crate::scene::View;
use std::path::PathBuf;

/// Where each picture comes from. Every method reads and decodes anew: straight-alpha RGBA, row 0 at the top.
#[derive(Clone, Debug)]
pub struct Textures {
    picture: Option<PathBuf>,
    floor: Option<PathBuf>,
    sky: Option<PathBuf>,
}

impl Textures {
    /// The pictures that a scene names.
    pub fn of(view: &View) -> Self {
        Self {
            picture: view.picture.clone(),
            floor: view.floor.clone(),
            sky: view.sky.clone(),
        }
    }

    /// Another picture in the place of the picture view's own.
    pub fn set_picture(&mut self, file: PathBuf) {
        self.picture = Some(file);
    }

    /// The picture under the water of the picture view.
    pub fn picture(&self) -> Result<Grid<[u8; 4]>, PictureError> {
        file_or(&self.picture, || placeholder([58, 96, 84]))
    }

    /// The floor and walls of the pool.
    pub fn floor(&self) -> Result<Grid<[u8; 4]>, PictureError> {
        file_or(&self.floor, || placeholder([150, 205, 215]))
    }

    /// What the water mirrors.
    pub fn sky(&self) -> Result<Grid<[u8; 4]>, PictureError> {
        file_or(&self.sky, || placeholder([176, 214, 255]))
    }

    /// The ground around the pool.
    pub fn deck(&self) -> Result<Grid<[u8; 4]>, PictureError> {
        file_or(&None, || placeholder([186, 178, 160]))
    }

    /// The surroundings, as a panorama of 360° × 180°.
    pub fn panorama(&self) -> Result<Grid<[u8; 4]>, PictureError> {
        file_or(&None, || placeholder([140, 180, 230]))
    }
}

fn file_or(
    file: &Option<PathBuf>,
    built_in: impl FnOnce() -> Grid<[u8; 4]>,
) -> Result<Grid<[u8; 4]>, PictureError> {
    file.as_deref().map_or_else(|| Ok(built_in()), load)
}

/// Tiles of one colour.
fn placeholder([red, green, blue]: [u8; 3]) -> Grid<[u8; 4]> {
    Grid::from_fn(512, 512, |column, row| {
        let joint = column % 32 < 2 || row % 32 < 2;
        let shade = |channel: u8| if joint { channel / 2 } else { channel };
        [shade(red), shade(green), shade(blue), 255]
    })
}
