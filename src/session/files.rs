//! Loading and saving of pictures and scenes.

use super::Session;
use super::undo::KeptPicture;
use crate::gl::{Gl, GlError, Target};
use crate::grid::Grid;
use crate::pool::Obstacle;
use crate::scene::{Files, image_file};
use crate::session::textures::Textures;
use crate::session::{SessionError, SideBySide, Split, ViewSet};
use crate::view::{Level, PictureRole};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

impl Session {
    /// The files that the pictures of the scene are loaded from.
    pub fn files(&self) -> Arc<dyn Files> {
        self.scene.files.clone()
    }

    /// Builds walls from a picture file, black is solid, in addition to the existing ones. On an error nothing is built.
    pub fn build_mask(&mut self, file: &Path) -> Result<(), SessionError> {
        let cells = (self.scene.size.columns(), self.scene.size.rows());
        let mask = image_file::load_grey(&*self.scene.files, file, cells)?;
        self.simulation.build_wall(&Obstacle::Mask(Arc::new(mask)));
        self.checkpoint();
        Ok(())
    }

    /// Replaces the picture of the picture view by a file. On an error the old picture stays.
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

    /// Switches the built-in picture between that for a pool and that for a sea; a picture from a file stays.
    pub(super) fn change_picture(&mut self) {
        if self.picture.file.is_some() {
            return;
        }
        self.picture = Rc::new(KeptPicture {
            file: None,
            textures: None,
        });
        self.invalidate_picture(PictureRole::Picture);
    }

    /// Marks one of the scene's pictures as outdated: it is loaded again when a view next needs it. Clears the history of changes if that is
    /// the user's picture of the picture view.
    pub fn invalidate_picture(&mut self, role: PictureRole) {
        if role == PictureRole::Picture && self.picture.textures.is_some() {
            self.picture = Rc::new(KeptPicture {
                file: self.picture.file.clone(),
                textures: None,
            });
            self.begin_history();
        }
        let textures = Textures::of(&self.scene_now());
        self.views.view_set().invalidate_picture(role, textures);
    }

    /// Whether the scene names a file for this use.
    pub fn names_picture(&self, role: PictureRole) -> bool {
        Textures::of(&self.scene_now()).names(role)
    }

    /// Takes over from a session of an older version of the scene what both scenes agree on: camera, view shown, painted walls, and whether
    /// it is paused.
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

    /// Recreates all GPU resources in a new context after the old one was lost, or drops them: without a context drawing is an error. Water,
    /// camera and user changes are kept; earlier changes can't be undone any more. On an error nothing changes.
    pub fn renew(&mut self, gl: Option<&Gl>) -> Result<(), SessionError> {
        let scene = self.scene_now();
        let view_set = ViewSet::of_scene(gl, &scene)?;
        self.picture = KeptPicture::of(&scene, &view_set);
        self.views = SideBySide::new(gl, view_set, Split::new(scene.split));
        self.begin_history();
        Ok(())
    }

    /// The view shown, as a picture of `size` pixels, without panel or hints.
    pub fn picture(&mut self, size: (usize, usize)) -> Result<Grid<[u8; 4]>, GlError> {
        let target = Target::texture(self.views.gl()?, size.0, size.1, true)?;
        // A saved picture needs up-to-date foam.
        let allows_stale_foam = self.simulation.allow_stale_foam(false);
        self.views.view_set_mut().finish_work();
        // There is no frame rate to keep.
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
