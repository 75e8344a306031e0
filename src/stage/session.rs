//! A scene being played with: water, views, camera and clock, and what hands do to them. Knows no window and no panel.

use super::textures::Textures;
use super::{Action, Fly, FlyCamera, Gallery, StepClock};
use crate::gl::{Gl, GlError, Target};
use crate::grid::Grid;
use crate::light::Pyramid;
use crate::pool::{Disturbance, Fraction, MODELS};
use crate::scene::image_file;
use crate::scene::{Camera, Play, Poke, Recipe, Scene};
use crate::view::{Eye, Materials};
use glam::{Vec2, Vec3};
use std::path::Path;

/// What a window shows and hands play with.
pub struct Session {
    /// The water and what happens to it.
    pub play: Play,
    /// The views.
    pub gallery: Gallery,
    /// Where the views are seen from.
    pub camera: FlyCamera,
    /// How many steps are due.
    pub clock: StepClock,
    /// What a poke does.
    pub poke: Poke,
    scene: Scene,
    gl: Gl,
    /// Where the poke that goes on touched the water last.
    touched: Option<Fraction>,
    is_show: bool,
    /// The program's own show rains until somebody takes over.
    rains_until_poke: bool,
}

impl Session {
    /// The scene at its beginning. `is_show` says that it is the program's own, whose rain ends with the first poke.
    pub fn new(gl: &Gl, scene: Scene, is_show: bool) -> anyhow::Result<Self> {
        let textures = Textures::of(&scene.view);
        let picture = Pyramid::new(textures.picture()?);
        Ok(Self {
            play: Play::new(&scene),
            gallery: Gallery::of_scene(gl, &scene.view, &textures, &picture)?,
            camera: camera_of(&scene),
            clock: StepClock::new(),
            poke: scene.poke,
            gl: gl.clone(),
            scene,
            touched: None,
            is_show,
            rains_until_poke: is_show,
        })
    }

    /// Does what the hands ask for, as far as it concerns the water, the views and the camera. `size` is that of the
    /// window in physical pixels.
    pub fn act(&mut self, action: Action, size: (usize, usize)) {
        match action {
            Action::PokeStart(pixel) => {
                if std::mem::take(&mut self.rains_until_poke) {
                    self.play.set_raining(false);
                }
                self.touched = None;
                self.touch(pixel, size);
            }
            Action::PokeTo(pixel) => self.touch(pixel, size),
            Action::PokeEnd(_) => self.touched = None,
            Action::Look(pixels) => self.camera.look(pixels, size.1 as f32),
            Action::Dolly(notches) => self.camera.dolly(notches),
            Action::NextView => self.gallery.show(self.gallery.shown() + 1),
            Action::Model(number) => self.set_model(number.saturating_sub(1)),
            Action::TogglePause => self.clock.pause(!self.clock.is_paused()),
            Action::Step => self.clock.step_once(),
            Action::ToggleRain => {
                self.rains_until_poke = false;
                self.play.set_raining(!self.play.is_raining());
            }
            Action::Calm => self.play.calm(),
            // No model of this version has walls.
            Action::ToggleWalls => {}
            // These belong to whoever owns the window.
            Action::SavePicture
            | Action::ToggleHelp
            | Action::TogglePanel
            | Action::ToggleFullScreen
            | Action::Escape => {}
        }
    }

    /// Takes another of [`MODELS`]; the same one again changes nothing.
    pub fn set_model(&mut self, index: usize) {
        let Some(model) = MODELS.get(index) else {
            return;
        };
        if !std::ptr::eq(*model, self.play.water().model()) {
            self.play.set_model(&Recipe::new(model));
            self.gallery.water_changed();
            self.touched = None;
        }
    }

    /// The scene from its beginning, camera and settings included; the view shown, the picture and a pause stay.
    pub fn restart(&mut self) {
        self.play = Play::new(&self.scene);
        self.rains_until_poke = self.is_show;
        self.camera = camera_of(&self.scene);
        self.poke = self.scene.poke;
        self.gallery.adopt(&self.scene.view);
        self.gallery.water_changed();
        self.touched = None;
    }

    /// Lets `elapsed` seconds go by for water and camera; whether anything to see has changed.
    pub fn advance(&mut self, elapsed: f32, fly: Fly) -> bool {
        let flew = self.is_flying(fly);
        self.camera.advance(fly, elapsed);
        let before = self.play.water().revision();
        let steps = self
            .clock
            .advance(f64::from(elapsed), self.play.steps_per_second());
        for _ in 0..steps {
            self.play.advance();
        }
        flew || self.play.water().revision() != before
    }

    /// Whether nothing will move until somebody does something.
    pub fn is_idle(&self, fly: Fly) -> bool {
        let still = self.clock.is_paused() || self.play.is_idle();
        still && !self.is_flying(fly)
    }

    fn is_flying(&self, fly: Fly) -> bool {
        self.camera.is_moving() || fly.wish != Vec3::ZERO
    }

    /// Draws the view shown; see [`Gallery::draw`].
    pub fn draw(
        &mut self,
        size: (usize, usize),
        choose_target: impl FnOnce(),
    ) -> Result<(), GlError> {
        let eye = self.eye(size);
        self.gallery
            .draw(self.play.water(), &eye, size, choose_target)
    }

    /// The view shown, as a picture of `size` pixels, without panel or hints.
    pub fn picture(&mut self, size: (usize, usize)) -> Result<Grid<[u8; 4]>, GlError> {
        let target = Target::texture(&self.gl, size.0, size.1, true)?;
        self.draw(size, || target.draw_here())?;
        let mut picture = Grid::new(1, 1, [0; 4]);
        target.read(&mut picture);
        Ok(picture)
    }

    /// Puts a picture file in the place of the picture; an error leaves the old one.
    pub fn set_picture(&mut self, file: &Path) -> anyhow::Result<()> {
        let picture = Pyramid::new(image_file::load(file)?);
        self.gallery.materials_mut().picture = Materials::picture(&self.gl, &picture)?;
        Ok(())
    }

    fn eye(&self, size: (usize, usize)) -> Eye {
        self.camera.eye(size.0.max(1) as f32 / size.1.max(1) as f32)
    }

    /// Disturbs the water under a pixel, along the way from where the poke touched it last.
    fn touch(&mut self, pixel: Vec2, size: (usize, usize)) {
        let eye = self.eye(size);
        let place = self
            .gallery
            .place_at(pixel, size, &eye, &self.play.heights());
        let Some((u, v)) = place else {
            // A stroke that leaves the water ends; where it comes back, another begins.
            self.touched = None;
            return;
        };
        let to = Fraction::clamped(u, v);
        let Poke { radius, weight, .. } = self.poke;
        self.play.poke(&match self.touched {
            Some(from) => Disturbance::stroke(from, to, radius, weight),
            None => Disturbance::stone(to, radius, weight),
        });
        self.touched = Some(to);
    }
}

/// The camera where a scene has it.
fn camera_of(scene: &Scene) -> FlyCamera {
    let Camera { eye, target, fov } = scene.camera;
    FlyCamera::new(eye.into(), target.into(), fov as f32)
}
