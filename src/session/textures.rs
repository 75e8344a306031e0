//! The pictures that views need: the user's own files, or the built-in ones.
//!
//! ```no_run
//! # fn with(gl: &waterlab::gl::Gl) -> Result<(), waterlab::session::SessionError> {
//! use waterlab::session::textures::Textures;
//!
//! let materials = Textures::built_in().materials(gl)?;
//! # Ok(())
//! # }
//! ```
//!
//! A view set loads the built-in ones when a view that draws with them is first drawn.

use super::SessionError;
use crate::gl::{Gl, GlError};
use crate::grid::Grid;
use crate::light::{Panorama, Pyramid};
use crate::scene::image_file::{PictureError, load, load_light, parse};
use crate::scene::{Files, Scene};
use crate::threads::both;
use crate::view::{Materials, PictureRole, RippledPicture};
use std::cell::{Ref, RefCell};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Colour of a sea from above, red, green, blue and alpha, and pixels along a side of a picture of that colour.
const SEA: [u8; 4] = [30, 78, 96, 255];
const SEA_SIDE: usize = 64;

/// The source of each picture: straight-alpha RGBA, row 0 at the top. Every method reads and decodes again.
#[derive(Clone)]
pub struct Textures {
    files: Arc<dyn Files>,
    picture: Option<PathBuf>,
    overlay: Option<PathBuf>,
    floor: Option<PathBuf>,
    sky: Option<PathBuf>,
    /// Whether all of the water is a sea, which has no koi.
    is_at_sea: bool,
    /// Replaces the computed sky.
    light: Option<PathBuf>,
}

impl Textures {
    /// The pictures that a scene names.
    pub fn of(scene: &Scene) -> Self {
        let view = &scene.view;
        Self {
            files: scene.files.clone(),
            picture: view.picture.clone(),
            overlay: view.overlay.clone(),
            floor: view.floor.clone(),
            sky: view.sky.clone(),
            is_at_sea: scene.is_at_sea(),
            light: scene.sky.panorama.clone(),
        }
    }

    /// The built-in ones.
    pub fn built_in() -> Self {
        Self::of(&Scene::default())
    }

    /// All of them as textures.
    pub fn materials(&self, gl: &Gl) -> Result<Materials, SessionError> {
        let mut materials = Materials::placeholders(gl)?;
        for upload in self.decoded(&PictureRole::ALL) {
            upload?(gl, &mut materials)?;
        }
        Ok(materials)
    }

    /// Whether the scene names a file for this use.
    pub fn names(&self, role: PictureRole) -> bool {
        match role {
            PictureRole::Tiles => self.floor.is_some(),
            PictureRole::Sky => self.sky.is_some(),
            PictureRole::Picture => self.picture.is_some() || self.overlay.is_some(),
            PictureRole::Panorama | PictureRole::Deck => false,
        }
    }

    /// Reads and decodes some of them, in parallel where there are threads. What is left of each is to upload it.
    fn decoded(&self, roles: &[PictureRole]) -> Vec<Result<Upload, PictureError>> {
        match roles {
            [] => Vec::new(),
            &[role] => vec![self.decode(role)],
            _ => {
                let (some, others) = roles.split_at(roles.len() / 2);
                let (mut all, more) = both(|| self.decoded(some), || self.decoded(others));
                all.extend(more);
                all
            }
        }
    }

    fn decode(&self, role: PictureRole) -> Result<Upload, PictureError> {
        let picture = match role {
            PictureRole::Tiles => self.floor()?,
            PictureRole::Sky => self.sky()?,
            PictureRole::Panorama => self.panorama()?,
            PictureRole::Deck => self.deck()?,
            PictureRole::Picture => {
                let picture = self.rippled()?;
                return Ok(Box::new(move |gl, materials| {
                    materials.picture = Materials::picture(gl, &picture)?;
                    Ok(())
                }));
            }
        };
        Ok(Box::new(move |gl, materials| match role {
            PictureRole::Tiles => materials.set_tiles(gl, &picture),
            PictureRole::Sky => materials.set_sky(gl, &picture),
            PictureRole::Panorama => materials.set_panorama(gl, &picture),
            _ => materials.set_deck(gl, &picture),
        }))
    }

    /// The picture of the picture view with its mip levels, and its overlay.
    pub fn rippled(&self) -> Result<Pyramid, PictureError> {
        let picture = Pyramid::new(self.picture()?);
        Ok(match self.overlay()? {
            Some(layer) => picture.with_overlay(layer),
            None => picture,
        })
    }

    /// The overlay of the picture view, which the water does not refract. A picture of the user's has none, unless it is named.
    pub fn overlay(&self) -> Result<Option<Grid<[u8; 4]>>, PictureError> {
        match (&self.overlay, &self.picture) {
            (Some(file), _) => load(&*self.files, file).map(Some),
            (None, Some(_)) => Ok(None),
            (None, None) if self.is_at_sea => Ok(None),
            (None, None) => {
                let (mut colours, cover) =
                    (self.own("overlay.jpg")?, self.own("overlay_cover.png")?);
                // A web page that received only one of the two shows neither.
                let is_whole =
                    (colours.columns(), colours.rows()) == (cover.columns(), cover.rows());
                for (pixel, cover) in colours.cells_mut().iter_mut().zip(cover.cells()) {
                    pixel[3] = cover[0];
                }
                Ok(is_whole.then_some(colours))
            }
        }
    }

    /// The picture under the water of the picture view; for a sea a plain colour, on which the shading of waves is visible.
    pub fn picture(&self) -> Result<Grid<[u8; 4]>, PictureError> {
        match &self.picture {
            Some(file) => load(&*self.files, file),
            None if self.is_at_sea => Ok(Grid::new(SEA_SIDE, SEA_SIDE, SEA)),
            None => self.own("pond.jpg"),
        }
    }

    /// The floor and walls of the pool; repeats.
    pub fn floor(&self) -> Result<Grid<[u8; 4]>, PictureError> {
        match &self.floor {
            Some(file) => load(&*self.files, file),
            None => self.own("tiles.jpg"),
        }
    }

    /// The sky map that the water reflects, looked up by the normal: the middle is straight up.
    pub fn sky(&self) -> Result<Grid<[u8; 4]>, PictureError> {
        match &self.sky {
            Some(file) => load(&*self.files, file),
            None => self.own("sky.png"),
        }
    }

    /// The panorama that replaces the computed sky, if any: the one that the scene names for that, or else the sky map, if that is a
    /// panorama.
    pub fn sky_light(&self) -> Result<Option<Panorama>, PictureError> {
        let (file, is_asked_for) = match (&self.light, &self.sky) {
            (Some(file), _) => (file, true),
            (None, Some(file)) => (file, false),
            (None, None) => return Ok(None),
        };
        let looked_at = |(columns, rows)| match Panorama::fits((columns, rows)) {
            true => Ok(()),
            false => Err(format!(
                "a panorama is twice as wide as high, and this is {columns} × {rows}: use an equirectangular picture of all directions"
            )),
        };
        match load_light(&*self.files, file, looked_at) {
            Ok(light) => Ok(Panorama::new(&light)),
            Err(_) if !is_asked_for => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The ground around the pool; repeats.
    pub fn deck(&self) -> Result<Grid<[u8; 4]>, PictureError> {
        self.own("deck.jpg")
    }

    /// The surroundings: the upper half of a panorama, zenith in the first row, 360° wide.
    pub fn panorama(&self) -> Result<Grid<[u8; 4]>, PictureError> {
        self.own("panorama.jpg")
    }

    /// A built-in picture.
    #[cfg(not(all(feature = "web", target_arch = "wasm32")))]
    fn own(&self, name: &str) -> Result<Grid<[u8; 4]>, PictureError> {
        let bytes: &[u8] = match name {
            "pond.jpg" => include_bytes!("../../textures/pond.jpg"),
            "tiles.jpg" => include_bytes!("../../textures/tiles.jpg"),
            "overlay.jpg" => include_bytes!("../../textures/overlay.jpg"),
            "overlay_cover.png" => include_bytes!("../../textures/overlay_cover.png"),
            "sky.png" => include_bytes!("../../textures/sky.png"),
            "deck.jpg" => include_bytes!("../../textures/deck.jpg"),
            _ => include_bytes!("../../textures/panorama.jpg"),
        };
        parse(bytes, Path::new(name))
    }

    /// A built-in picture, which a page loads separately; until then a plain colour close to it.
    #[cfg(all(feature = "web", target_arch = "wasm32"))]
    fn own(&self, name: &str) -> Result<Grid<[u8; 4]>, PictureError> {
        use std::io::Read;
        let file = Path::new(BUILT_IN).join(name);
        let Ok(mut opened) = self.files.open(&file) else {
            let colour = match name {
                "pond.jpg" => [78, 84, 62, 255],
                "tiles.jpg" => [70, 160, 190, 255],
                "sky.png" => [150, 180, 215, 160],
                "deck.jpg" => [196, 186, 166, 255],
                "overlay.jpg" | "overlay_cover.png" => [0, 0, 0, 255],
                _ => [150, 180, 215, 255],
            };
            let (columns, rows) = Materials::STAND_IN;
            return Ok(Grid::new(columns, rows, colour));
        };
        let mut bytes = Vec::new();
        // Reading from memory does not fail.
        let _ = opened.bytes.read_to_end(&mut bytes);
        parse(&bytes, &file)
    }
}

/// Uploads a picture that has been decoded, in place of the one in the materials.
type Upload = Box<dyn FnOnce(&Gl, &mut Materials) -> Result<(), GlError> + Send>;

/// The materials of view sets. Files that the scene names are loaded at once, so that a missing one is an error of the scene; a built-in
/// picture when a view that draws with it is first drawn or asked for a place.
pub(super) struct SceneMaterials {
    materials: Materials,
    /// The pictures that are still missing, and where they come from; `None` if all were given.
    textures: Option<Textures>,
    missing: Vec<PictureRole>,
    /// Why the last picture that could not be loaded was not.
    error: Option<String>,
}

impl SceneMaterials {
    pub(super) fn new(gl: &Gl, textures: Textures) -> Result<Self, SessionError> {
        let mut materials = Materials::placeholders(gl)?;
        let all = PictureRole::ALL.into_iter();
        let (named, missing): (Vec<_>, Vec<_>) = all.partition(|&role| textures.names(role));
        for upload in textures.decoded(&named) {
            upload?(gl, &mut materials)?;
        }
        Ok(Self {
            textures: Some(textures),
            missing,
            ..Self::of(materials)
        })
    }

    /// Materials that are complete.
    pub(super) fn of(materials: Materials) -> Self {
        Self {
            materials,
            textures: None,
            missing: Vec::new(),
            error: None,
        }
    }

    /// The materials, once those of these pictures are loaded that are still missing.
    pub(super) fn complete<'a>(
        shared: &'a RefCell<Self>,
        gl: &Gl,
        roles: &[PictureRole],
    ) -> Result<Ref<'a, Materials>, GlError> {
        shared.borrow_mut().load(gl, roles)?;
        Ok(Ref::map(shared.borrow(), |shared| &shared.materials))
    }

    fn load(&mut self, gl: &Gl, roles: &[PictureRole]) -> Result<(), GlError> {
        let missing = self.missing.iter().copied();
        let wanted: Vec<_> = missing.filter(|role| roles.contains(role)).collect();
        let Some(textures) = self.textures.as_ref().filter(|_| !wanted.is_empty()) else {
            return Ok(());
        };
        for (upload, role) in textures.decoded(&wanted).into_iter().zip(wanted) {
            match upload {
                Ok(upload) => upload(gl, &mut self.materials)?,
                // A file that has changed, or that a page has received damaged: what was shown stays.
                Err(error) => {
                    log::warn!("{error}");
                    self.error = Some(error.to_string());
                }
            }
            self.missing.retain(|&other| other != role);
        }
        Ok(())
    }

    /// Why a picture could not be loaded, since the last call.
    pub(super) fn take_error(&mut self) -> Option<String> {
        self.error.take()
    }

    /// Marks one of the pictures as outdated: it is loaded from `textures` when a view next needs it.
    pub(super) fn invalidate(&mut self, role: PictureRole, textures: Textures) {
        self.textures = Some(textures);
        if !self.missing.contains(&role) {
            self.missing.push(role);
        }
    }

    /// The picture under the water of the picture view.
    pub(super) fn picture(&self) -> RippledPicture {
        self.materials.picture.clone()
    }

    /// Puts another picture under the water of the picture view.
    pub(super) fn put_picture(&mut self, picture: RippledPicture) {
        self.materials.picture = picture;
        self.missing.retain(|&role| role != PictureRole::Picture);
    }
}

/// The folder of a page's files with the built-in pictures.
#[cfg(all(feature = "web", target_arch = "wasm32"))]
const BUILT_IN: &str = "textures";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_picture_can_be_read() {
        let textures = Textures::of(&Scene::default());
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
    fn lilies_float_on_the_built_in_picture_and_on_another_only_what_is_named() {
        let mut scene = Scene::default();
        let layer = Textures::of(&scene).overlay().unwrap().unwrap();
        let cells = layer.cells().len() as f64;
        let share = |is: fn(u8) -> bool| {
            layer.cells().iter().filter(|pixel| is(pixel[3])).count() as f64 / cells
        };
        let (clear, whole) = (share(|cover| cover == 0), share(|cover| cover == 255));
        assert!(
            clear > 0.6 && (0.1..0.3).contains(&whole),
            "{clear} {whole}"
        );
        scene.view.picture = Some("photo.png".into());
        assert!(Textures::of(&scene).overlay().unwrap().is_none());
        scene.view.overlay = Some("leaves.png".into());
        let error = Textures::of(&scene).overlay().unwrap_err().to_string();
        assert!(error.contains("leaves.png"), "{error}");
    }

    #[test]
    fn a_sea_has_its_own_colour_under_it_and_nothing_overlay() {
        let mut scene = Scene::default();
        let sea = crate::water::Model::named("sea").unwrap();
        scene.water = crate::scene::WaterConfig::new(sea);
        let textures = Textures::of(&scene);
        let picture = textures.picture().unwrap();
        assert!(picture.cells().iter().all(|&pixel| pixel == SEA));
        assert!(textures.overlay().unwrap().is_none());
        scene.view.picture = Some("nowhere.png".into());
        assert!(Textures::of(&scene).picture().is_err(), "its own is taken");
    }

    #[test]
    fn a_file_that_no_view_asks_for_is_not_missed() {
        let mut scene = Scene::default();
        scene.view.picture = Some("nowhere.png".into());
        let textures = Textures::of(&scene);
        assert!(textures.floor().is_ok());
        let error = textures.picture().unwrap_err().to_string();
        assert!(error.contains("nowhere.png"), "{error}");
    }
}
