//! Pictures and scenes that come from files and go to them.

use super::Session;
use super::undo::KeptPicture;
use crate::gl::{Gl, GlError, Target};
use crate::grid::Grid;
use crate::pool::Obstacle;
use crate::scene::{Files, image_file};
use crate::session::textures::Textures;
use crate::session::{SessionError, SideBySide, Split, ViewSet};
use crate::view::Level;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

impl Session {
    /// Where the pictures of its scene come from.
    pub fn files(&self) -> Arc<dyn Files> {
        self.scene.files.clone()
    }

    /// Builds walls from a picture file, black is solid, beside those that there are; an error builds none.
    pub fn build_mask(&mut self, file: &Path) -> Result<(), SessionError> {
        let cells = (self.scene.size.columns(), self.scene.size.rows());
        let mask = image_file::load_grey(&*self.scene.files, file, cells)?;
        self.simulation.build_wall(&Obstacle::Mask(Arc::new(mask)));
        self.checkpoint();
        Ok(())
    }

    /// Puts a picture file in the place of the picture; an error leaves the old one.
    pub fn set_picture(&mut self, file: &Path) -> Result<(), SessionError> {
        let mut scene = self.scene.clone();
        scene.view.picture = Some(file.to_path_buf());
        let picture = Textures::of(&scene).rippled()?;
        self.views.set_picture(&picture)?;
        self.picture = Rc::new(KeptPicture {
            file: Some(file.to_path_buf()),
            textures: self.views.view_set().picture(),
        });
        self.checkpoint();
        Ok(())
    }

    /// Puts the program's own picture for a pool, or for a sea, where the other one's was; a picture from a file stays.
    pub(super) fn change_picture(&mut self) {
        if self.picture.file.is_some() {
            return;
        }
        let picture = Textures::of(&self.scene_now()).rippled();
        let put = picture.map_err(SessionError::from).and_then(|picture| {
            self.views.set_picture(&picture)?;
            Ok(())
        });
        match put {
            Ok(()) => {
                self.picture = Rc::new(KeptPicture {
                    file: None,
                    textures: self.views.view_set().picture(),
                });
            }
            Err(error) => log::warn!("{error}"),
        }
    }

    /// Goes on where another session of an older scene is, in what the two scenes say the same of: the camera, the view shown, walls by
    /// hand; and paused, where that is.
    pub fn go_on_from(&mut self, before: &Self) {
        self.clock.pause(before.clock.is_paused());
        if self.scene.camera == before.scene.camera
            && self.camera.is_at_sea() == before.camera.is_at_sea()
        {
            self.camera = before.camera.clone();
        }
        if self.scene.view.kind.name == before.scene.view.kind.name {
            self.views.show(before.views.shown());
        }
        let walls = before.simulation.walls();
        let has_painted = *walls != *before.first_walls;
        if has_painted {
            let size = self.scene.size;
            self.simulation.set_walls(&walls.resampled(size));
            self.saved_walls = Rc::new(before.saved_walls.resampled(size));
        }
        self.begin_history();
    }

    /// Goes on in another context, where the old one is lost: what was on the graphics card is made anew, of the water, the hands' work
    /// and the camera nothing is touched. Changes made before can't be taken back any more. An error leaves everything as it is.
    pub fn renew(&mut self, gl: &Gl) -> Result<(), SessionError> {
        let scene = self.scene_now();
        let mut textures = Textures::of(&scene);
        let picture = textures.rippled()?;
        let view_set = ViewSet::of_scene(gl, &scene, &mut textures, &picture)?;
        self.picture = Rc::new(KeptPicture {
            file: scene.view.picture,
            textures: view_set.picture(),
        });
        self.views = SideBySide::new(gl, view_set, Split::new(scene.split));
        self.gl = gl.clone();
        self.begin_history();
        Ok(())
    }

    /// Reads the pictures anew that the scene names, and the program's own: for a page, which is given them after the first frame.
    pub fn take_pictures(&mut self) -> Result<(), SessionError> {
        let mut textures = Textures::of(&self.scene_now());
        let picture = textures.rippled()?;
        let materials = textures.materials(&self.gl, &picture)?;
        self.views.view_set().set_materials(materials);
        self.picture = Rc::new(KeptPicture {
            file: self.picture.file.clone(),
            textures: self.views.view_set().picture(),
        });
        self.begin_history();
        Ok(())
    }

    /// The view shown, as a picture of `size` pixels, without panel or hints.
    pub fn picture(&mut self, size: (usize, usize)) -> Result<Grid<[u8; 4]>, GlError> {
        let target = Target::texture(&self.gl, size.0, size.1, true)?;
        // A picture waits for its foam.
        let allows_stale_foam = self.simulation.allow_stale_foam(false);
        self.views.view_set_mut().finish_work();
        // Nobody waits for the next one.
        let auto = self.views.view_set_mut().set_auto(Level::HIGH);
        let drawn = self.draw(size, 1, Some(&target));
        self.views.view_set_mut().set_auto(auto);
        self.simulation.allow_stale_foam(allows_stale_foam);
        drawn?;
        let mut picture = Grid::new(1, 1, [0; 4]);
        target.read(&mut picture);
        Ok(picture)
    }
}
