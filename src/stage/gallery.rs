//! The views of one water, on one GL context: what the window and the off-screen stage both show.

use super::Scenery;
use super::textures::Textures;
use crate::gl::{Gl, GlError, HeightTexture};
use crate::heights::{Heights, Shown};
use crate::light::Pyramid;
use crate::scene;
use crate::view::{
    Eye, Frame, Materials, MeshView, PictureView, Pictures, TileTextures, VIEWS, View, Walls,
};
use crate::water::Water;
use glam::Vec2;
use std::cell::RefCell;
use std::rc::Rc;

/// All views of one water, of which one is shown.
///
/// Two waters side by side have a gallery each; [`Gallery::twin`] makes the second, with the textures and the compiled
/// programs of the first.
pub struct Gallery {
    gl: Gl,
    views: [Box<dyn View>; VIEWS.len()],
    shown: usize,
    heights: HeightTexture,
    /// The surface that was uploaded last.
    heights_of: Option<u64>,
    /// The water's revision when it was drawn last.
    revision: Option<u64>,
    /// Counts the surfaces drawn: unlike a water's revision, it means one surface even where the water is replaced.
    surfaces: u64,
    /// What a surface without end is laid together from; only for views that show it so.
    tiles: Option<TileTextures>,
    /// The surface that the tiles belong to.
    tiles_of: Option<u64>,
    /// Shared between twins.
    materials: Rc<RefCell<Materials>>,
    /// How fast the surface rises; only for views that show it.
    velocity: HeightTexture,
    /// The surface that the velocity belongs to.
    velocity_of: Option<u64>,
    /// Shared between twins, which show waters among the same walls.
    walls: Rc<RefCell<SharedWalls>>,
}

/// The walls of one play, uploaded once for all of its waters.
struct SharedWalls {
    walls: Walls,
    /// Their revision when they were uploaded last.
    revision: Option<u64>,
}

impl Gallery {
    /// Every view at its defaults, the first one shown.
    pub fn new(gl: &Gl, materials: Materials) -> Result<Self, GlError> {
        Ok(Self {
            gl: gl.clone(),
            views: [Box::new(MeshView::new(gl)?), Box::new(PictureView::new())],
            shown: 0,
            heights: HeightTexture::new(gl)?,
            heights_of: None,
            revision: None,
            surfaces: 0,
            tiles: None,
            tiles_of: None,
            materials: Rc::new(RefCell::new(materials)),
            velocity: HeightTexture::new(gl)?,
            velocity_of: None,
            walls: Rc::new(RefCell::new(SharedWalls {
                walls: Walls::new(gl),
                revision: None,
            })),
        })
    }

    /// Another gallery, for a water beside this one's among the same walls: it shares the textures, the walls and the programs,
    /// and begins with the same settings and the same view shown.
    pub fn twin(&self) -> Result<Self, GlError> {
        Ok(Self {
            gl: self.gl.clone(),
            views: self.views.each_ref().map(|view| view.twin()),
            shown: self.shown,
            heights: HeightTexture::new(&self.gl)?,
            heights_of: None,
            revision: None,
            surfaces: 0,
            tiles: None,
            tiles_of: None,
            materials: self.materials.clone(),
            velocity: HeightTexture::new(&self.gl)?,
            velocity_of: None,
            walls: self.walls.clone(),
        })
    }

    /// Takes over which view another gallery shows, and the settings of all views: what a second gallery does before each
    /// frame, so that hands have one to change. Allocates nothing.
    pub fn follow(&mut self, other: &Self) {
        self.shown = other.shown;
        for (view, followed) in self.views.iter_mut().zip(&other.views) {
            for (parameter, value) in followed.settings().iter() {
                // Both are views of one kind: the other's values are allowed here.
                let _ = view.settings_mut().set(parameter.key, value);
            }
        }
    }

    /// The views as a scene wants them, with the textures that it names.
    pub fn of_scene(
        gl: &Gl,
        view: &scene::View,
        textures: &mut Textures,
        picture: &Pyramid,
    ) -> anyhow::Result<Self> {
        let pictures = Pictures {
            picture,
            tiles: &textures.floor()?,
            sky: &textures.sky()?,
            deck: &textures.deck()?,
            panorama: &textures.panorama()?,
        };
        let materials = Materials::new(gl, pictures)?;
        let mut gallery = Self::new(gl, materials)?;
        gallery.adopt(view);
        gallery.shown = VIEWS
            .iter()
            .position(|kind| kind.name == view.kind.name)
            .unwrap_or(0);
        Ok(gallery)
    }

    /// Gives every view the settings that a scene has for it.
    pub fn adopt(&mut self, view: &scene::View) {
        for (shown, settings) in self.views.iter_mut().zip(&view.settings) {
            *shown.settings_mut() = settings.clone();
        }
    }

    /// Which of [`VIEWS`] is shown.
    pub fn shown(&self) -> usize {
        self.shown
    }

    /// Shows another of [`VIEWS`]; the water does not notice. A number past the last is the first again.
    pub fn show(&mut self, view: usize) {
        self.shown = view % self.views.len();
    }

    /// The view shown.
    pub fn view(&self) -> &dyn View {
        self.views[self.shown].as_ref()
    }

    /// The view shown, to change its settings.
    pub fn view_mut(&mut self) -> &mut dyn View {
        self.views[self.shown].as_mut()
    }

    /// Puts another picture into the 2D view, also of every twin.
    pub fn set_picture(&self, picture: &Pyramid) -> Result<(), GlError> {
        let texture = Materials::picture(&self.gl, picture)?;
        self.materials.borrow_mut().picture = texture;
        Ok(())
    }

    /// Draws the view shown: `choose_target` is called once everything else that is drawn has been.
    ///
    /// The surface is uploaded only when it has changed since the last frame, walls once for all twins. `choose_target` must not call a gallery.
    pub fn draw(
        &mut self,
        scenery: &Scenery,
        eye: &Eye,
        size: (usize, usize),
        choose_target: impl FnOnce(),
    ) -> Result<(), GlError> {
        let water = scenery.water;
        if self.revision != Some(water.revision()) {
            self.revision = Some(water.revision());
            self.surfaces += 1;
        }
        let surface = Some(self.surfaces);
        let tiled = self.bring_up(water, surface)?;
        let moving = self.views[self.shown].wants_velocity();
        if moving && self.velocity_of != surface {
            let scale = shown_scale(water);
            let velocity = water.velocity();
            self.velocity
                .upload_scaled(&Heights::Metres(&velocity), scale)?;
            self.velocity_of = surface;
        }
        let mut shared = self.walls.borrow_mut();
        if shared.revision != Some(scenery.walls_revision) {
            shared.walls.upload(scenery.walls.cells())?;
            shared.revision = Some(scenery.walls_revision);
        }
        let materials = self.materials.borrow();
        let frame = Frame {
            gl: &self.gl,
            heights: &self.heights,
            tiles: self.tiles.as_ref().filter(|_| tiled),
            revision: self.surfaces,
            cells: scenery.cells(),
            velocity: moving.then_some(&self.velocity),
            walls: &shared.walls,
            eye,
            materials: &materials,
            size,
        };
        let view = &mut self.views[self.shown];
        view.prepare(&frame)?;
        choose_target();
        view.draw(&frame)
    }

    /// Uploads what the view shown reads of the surface, where that has not been done: tiles, or else the heights. Whether it is
    /// tiles.
    fn bring_up(&mut self, water: &dyn Water, surface: Option<u64>) -> Result<bool, GlError> {
        let tiled = self.views[self.shown].wants_tiles();
        if tiled && self.tiles_of == surface {
            return Ok(true);
        }
        if tiled && let Some(shown) = water.open_water().and_then(|open| open.tiles()) {
            let tiles = self
                .tiles
                .get_or_insert_with(|| TileTextures::new(&self.gl));
            tiles.upload(&shown)?;
            self.tiles_of = surface;
            return Ok(true);
        }
        if tiled {
            // Water that ends: the memory of the last sea is not needed.
            self.tiles = None;
            self.tiles_of = None;
        }
        if self.heights_of != surface {
            let scale = shown_scale(water);
            self.heights.upload_scaled(&water.heights(), scale)?;
            self.heights_of = surface;
        }
        Ok(false)
    }

    /// The fraction (u, v) of the pool at a pixel of the view shown; see [`View::place_at`].
    pub fn place_at(
        &self,
        pixel: Vec2,
        size: (usize, usize),
        eye: &Eye,
        scenery: &Scenery,
    ) -> Option<(f64, f64)> {
        let tiles = scenery.water.open_water().and_then(|open| open.tiles());
        let shown = Shown {
            heights: scenery.water.heights(),
            cells: scenery.cells(),
            velocity: None,
            walls: Some(scenery.walls.cells()),
            tiles: tiles.as_ref(),
        };
        let materials = self.materials.borrow();
        self.view().place_at(pixel, size, eye, &shown, &materials)
    }

    /// Forgets which surface and which walls were uploaded: for another water, whose revisions mean others.
    pub fn water_changed(&mut self) {
        self.revision = None;
        self.walls.borrow_mut().revision = None;
    }
}

/// How large a metre of a water is shown.
fn shown_scale(water: &dyn Water) -> f32 {
    (1.0 / water.metres_per_pool_metre()) as f32
}
