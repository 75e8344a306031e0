//! The pictures that views need: the user's own files, or the built-in ones.
//!
//! Nothing is read before a view asks for it, so that a view only fails for a picture that it would have shown.

use crate::grid::Grid;
use crate::scene::View;
use crate::scene::image_file::{PictureError, load, parse};
use std::path::{Path, PathBuf};

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

    /// The picture under the water of the picture view.
    pub fn picture(&self) -> Result<Grid<[u8; 4]>, PictureError> {
        file_or(
            &self.picture,
            "pond.jpg",
            include_bytes!("../../textures/pond.jpg"),
        )
    }

    /// The floor and walls of the pool; repeats.
    pub fn floor(&self) -> Result<Grid<[u8; 4]>, PictureError> {
        file_or(
            &self.floor,
            "tiles.jpg",
            include_bytes!("../../textures/tiles.jpg"),
        )
    }

    /// What the water mirrors, looked up by the normal: the middle is straight up.
    pub fn sky(&self) -> Result<Grid<[u8; 4]>, PictureError> {
        file_or(
            &self.sky,
            "sky.png",
            include_bytes!("../../textures/sky.png"),
        )
    }

    /// The ground around the pool; repeats.
    pub fn deck(&self) -> Result<Grid<[u8; 4]>, PictureError> {
        file_or(&None, "deck.jpg", include_bytes!("../../textures/deck.jpg"))
    }

    /// The surroundings: the upper half of a panorama, zenith in the first row, 360° wide.
    pub fn panorama(&self) -> Result<Grid<[u8; 4]>, PictureError> {
        file_or(
            &None,
            "panorama.jpg",
            include_bytes!("../../textures/panorama.jpg"),
        )
    }
}

fn file_or(
    file: &Option<PathBuf>,
    name: &str,
    built_in: &[u8],
) -> Result<Grid<[u8; 4]>, PictureError> {
    match file {
        Some(file) => load(file),
        None => parse(built_in, Path::new(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    #[test]
    fn every_built_in_picture_can_be_read() {
        let textures = Textures::of(&Scene::default().view);
        let pictures = [
            textures.picture(),
            textures.floor(),
            textures.sky(),
            textures.deck(),
            textures.panorama(),
        ];
        for picture in pictures {
            let picture = picture.unwrap_or_else(|error| panic!("{error}"));
            assert!(picture.columns() >= 256 && picture.rows() >= 256);
        }
    }

    #[test]
    fn a_file_that_no_view_asks_for_is_not_missed() {
        let mut view = Scene::default().view;
        view.picture = Some("nowhere.png".into());
        let textures = Textures::of(&view);
        assert!(textures.floor().is_ok());
        let error = textures.picture().unwrap_err().to_string();
        assert!(error.contains("nowhere.png"), "{error}");
    }
}
