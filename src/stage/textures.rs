//! The pictures that views need: the user's own files, or the built-in ones.
//!
//! Nothing is read before a view asks for it, so that a view only fails for a picture that it would have shown.

use super::image_file::{PictureError, load, parse};
use crate::grid::Grid;
use crate::scene::View;
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

    /// Another picture in the place of the picture view's own.
    pub fn set_picture(&mut self, file: PathBuf) {
        self.picture = Some(file);
    }

    /// The picture under the water of the picture view.
    pub fn picture(&self) -> Result<Grid<[u8; 4]>, PictureError> {
        self.picture.as_deref().map_or_else(|| POND.decode(), load)
    }

    /// The floor and walls of the pool; it can be laid side by side.
    pub fn floor(&self) -> Result<Grid<[u8; 4]>, PictureError> {
        self.floor.as_deref().map_or_else(|| TILES.decode(), load)
    }

    /// What the water mirrors; its alpha is the strength of the mirror.
    pub fn sky(&self) -> Result<Grid<[u8; 4]>, PictureError> {
        self.sky.as_deref().map_or_else(|| SKY.decode(), load)
    }

    /// The ground around the pool.
    pub fn deck(&self) -> Result<Grid<[u8; 4]>, PictureError> {
        DECK.decode()
    }

    /// The surroundings, as a panorama of 360° × 180°.
    pub fn panorama(&self) -> Result<Grid<[u8; 4]>, PictureError> {
        PANORAMA.decode()
    }
}

/// A picture file inside the program.
struct BuiltIn {
    name: &'static str,
    bytes: &'static [u8],
}

impl BuiltIn {
    fn decode(&self) -> Result<Grid<[u8; 4]>, PictureError> {
        parse(self.bytes, Path::new(self.name))
    }
}

macro_rules! built_in {
    ($file:literal) => {
        BuiltIn {
            name: concat!("textures/", $file),
            bytes: include_bytes!(concat!("../../textures/", $file)),
        }
    };
}

static POND: BuiltIn = built_in!("pond.jpg");
static TILES: BuiltIn = built_in!("tiles.jpg");
static SKY: BuiltIn = built_in!("sky.png");
static DECK: BuiltIn = built_in!("deck.jpg");
static PANORAMA: BuiltIn = built_in!("panorama.jpg");

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
        let mut textures = Textures::of(&Scene::default().view);
        textures.set_picture("nowhere.png".into());
        assert!(textures.floor().is_ok());
        let error = textures.picture().unwrap_err().to_string();
        assert!(error.contains("nowhere.png"), "{error}");
    }
}
