//! A scene being played with: waters, views, camera and clock, and what hands do to them. Knows no window and no panel.

mod drags;
mod keep;
mod probe;
mod recipes;
mod ring;
mod undo;
mod words;

use super::ripple_window;
use super::side_by_side::{SideBySide, camera_metre, is_at_sea};
use super::textures::Textures;
use super::weather::Weather;
use super::{Action, Fly, FlyCamera, Gallery, Part, PlayError, Split, Steering, StepClock};
use crate::gl::{Gl, GlError, Target};
use crate::grid::Grid;
use crate::light::{Pyramid, WaterType};
use crate::parameter::{ParameterError, Preset, Settings, Value};
use crate::pool::{Obstacle, Obstruction};
use crate::scene::image_file;
use crate::scene::keys;
use crate::scene::memory::{Memory, Share};
use crate::scene::{Camera, Play, Poke, Recipe, Scene, Sky, Tool};
use crate::view::{Eye, Level, VIEWS};
use crate::water::{MODELS, Model, Water};
use drags::Drag;
use glam::{Vec2, Vec3};
pub use probe::Probe;
use recipes::{recipe, recipes_of};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use undo::{History, KeptPicture};
pub use words::Told;

/// Metres that flights stay above the highest crest of a sea.
const NEAREST: f32 = 0.4;

/// Weights of pokes in what the scene does not begin with, a pool or a sea, where they are half a metre deep near the eye.
const POOL_WEIGHT: i16 = 20;
const SEA_WEIGHT: i16 = 40;

/// Factor by which a notch makes the brush wider.
const WIDER: f64 = 1.15;

/// What a window shows and hands play with.
pub struct Session {
    /// The water and what happens to it.
    pub play: Play,
    /// The views.
    pub views: SideBySide,
    /// Where the views are seen from: at sea in its own metres, about a pool, also with a sea beside it, in those of a pool 2 m long.
    pub camera: FlyCamera,
    /// What belongs to the other of the two, as it was left.
    left: Left,
    /// How many steps are due.
    pub clock: StepClock,
    /// What a drag does.
    pub poke: Poke,
    sky: Sky,
    scene: Scene,
    /// The models that have been in use, as they were left: as the water, and beside it.
    recipes: [Vec<Recipe>; 2],
    gl: Gl,
    drag: Option<Drag>,
    is_show: bool,
    /// The program's own show rains until somebody takes over.
    rains_until_poke: bool,
    /// The picture of the 2D view.
    picture: Rc<KeptPicture>,
    /// Those that the scene has from the beginning, and those that were saved last.
    first_walls: Obstruction,
    saved_walls: Obstruction,
    history: Option<History>,
    /// What was taken back last, or forth.
    undone: Result<Option<String>, ParameterError>,
}

/// What pools and seas do not share.
struct Left {
    camera: FlyCamera,
    water: WaterType,
    /// Of pokes.
    weight: i16,
}

impl Session {
    /// The scene at its beginning. `is_show` says that it is the program's own, whose rain ends with the first poke.
    pub fn new(gl: &Gl, scene: Scene, is_show: bool) -> Result<Self, PlayError> {
        let mut textures = Textures::of(&scene);
        let picture = Pyramid::new(textures.picture()?);
        let gallery = Gallery::of_scene(gl, &scene, &mut textures, &picture)?;
        let play = ripple_window::begin(&scene);
        let picture = Rc::new(KeptPicture {
            file: scene.view.picture.clone(),
            texture: gallery.picture(),
        });
        let mut session = Self {
            picture,
            first_walls: play.walls().clone(),
            saved_walls: play.walls().clone(),
            history: None,
            undone: Ok(None),
            play,
            views: SideBySide::new(gl, gallery, Split::new(scene.split)),
            camera: FlyCamera::of_scene(&scene),
            left: left_of(&scene),
            clock: StepClock::new(),
            poke: scene.poke,
            sky: scene.sky.clone(),
            gl: gl.clone(),
            recipes: recipes_of(&scene),
            scene,
            drag: None,
            is_show,
            rains_until_poke: is_show,
        };
        session.drop_useless_tool();
        session.begin_history();
        Ok(session)
    }

    /// Does what the hands ask for, as far as it concerns the water, the views and the camera. `size` is that of the
    /// window in physical pixels.
    pub fn act(&mut self, action: Action, size: (usize, usize)) {
        match action {
            Action::PokeStart(pixel) => self.take_hold(pixel, size),
            Action::PokeTo(pixel) => self.drag_to(pixel, size),
            Action::PokeEnd(_) => self.drag = None,
            Action::Turn(_) | Action::Carry(_) | Action::Pan(_) | Action::Dolly(..)
                if self.has_eye() =>
            {
                self.steer(action, size);
            }
            Action::GoTo(_) if self.has_eye() && self.poke.tool == Tool::Poke => {
                self.steer(action, size);
            }
            // Quick clicks of who paints are strokes.
            Action::GoTo(pixel) => {
                self.take_hold(pixel, size);
                self.drag = None;
            }
            Action::Home => self.camera.fly_to(&self.home()),
            Action::OrbitOrFly => self.camera.steer(match self.camera.steering() {
                Steering::Orbit => Steering::Fly,
                Steering::Fly => Steering::Orbit,
            }),
            Action::NextView => {
                self.views.show(self.views.shown() + 1);
                self.surface();
            }
            Action::Model(number) => self.set_model(number.saturating_sub(1)),
            Action::Beside(number) => {
                let there = self.play.other().map(|other| other.model().name);
                if let Some(model) = MODELS.get(number.saturating_sub(1)) {
                    self.compare_with((there != Some(model.name)).then_some(model));
                }
            }
            Action::TogglePause => self.clock.pause(!self.clock.is_paused()),
            Action::Step => self.clock.step_once(),
            Action::ToggleRain => {
                self.rains_until_poke = false;
                self.play.set_raining(!self.play.is_raining());
            }
            Action::Undo => self.undone = self.take_back(false),
            Action::Redo => self.undone = self.take_back(true),
            Action::Calm => self.play.calm(),
            Action::Restart => self.restart(),
            Action::PaintWalls if self.knows_walls() => self.toggle(Tool::Walls),
            Action::EraseWalls if self.knows_walls() => self.toggle(Tool::Erase),
            Action::Brush(notches) => {
                let radius = &mut self.poke.wall_radius;
                *radius = (*radius * WIDER.powf(notches.into())).clamp(0.5, 64.0);
            }
            Action::Gain(notches) => self.views.gain(notches),
            Action::GainBack => self
                .views
                .gain_of(&self.scene.view.settings[self.views.shown()]),
            // No water here knows walls, or the view no eye; the rest belongs to whoever owns the window.
            Action::Turn(_)
            | Action::Carry(_)
            | Action::Pan(_)
            | Action::Dolly(..)
            | Action::PaintWalls
            | Action::EraseWalls
            | Action::SavePicture
            | Action::SaveScene
            | Action::CopyCommand
            | Action::Confirm
            | Action::ToggleHelp
            | Action::ToggleStatus
            | Action::Record
            | Action::ToggleScenes
            | Action::TogglePanel
            | Action::ToggleFullScreen
            | Action::Escape => {}
        }
    }

    /// Moves the camera as hands ask for, as far as there is room.
    fn steer(&mut self, action: Action, size: (usize, usize)) {
        self.camera.keep_above(self.lowest());
        self.camera.stand_on(self.views.ground(&self.play));
        let (width, height) = (size.0 as f32, size.1 as f32);
        let camera = &mut self.camera;
        match (action, camera.steering()) {
            (Action::Turn(pixels), Steering::Fly) => camera.look(pixels, height),
            (Action::Carry(pixels), Steering::Fly) => camera.look(-pixels, height),
            (Action::Turn(pixels) | Action::Carry(pixels), Steering::Orbit) => {
                camera.orbit(pixels, height);
            }
            (Action::Pan(pixels), _) => camera.pan(pixels, Vec2::new(width, height)),
            (Action::Dolly(notches, None), _) => camera.dolly(notches),
            (Action::Dolly(notches, Some(pixel)), _) => {
                let direction = self.direction(pixel, size);
                self.camera.dolly_toward(notches, direction);
            }
            (Action::GoTo(pixel), _) => {
                let direction = self.direction(pixel, size);
                self.camera.fly_toward(direction);
            }
            _ => {}
        }
    }

    /// Whether the view shown is seen from somewhere.
    fn has_eye(&self) -> bool {
        VIEWS[self.views.shown()].has_eye
    }

    /// Where the eye looks through a pixel of a window of `size`.
    fn direction(&self, pixel: Vec2, size: (usize, usize)) -> Vec3 {
        let camera = &self.camera;
        let eye = |part: Part| eye(camera, part);
        self.views.direction(&self.play, pixel, eye, size)
    }

    /// Where the scene is seen from at its beginning; of a pool where it begins at sea, and of a sea beside a pool, where those do.
    fn home(&self) -> FlyCamera {
        match self.scene.is_at_sea() == self.camera.is_at_sea() {
            true => FlyCamera::of_scene(&self.scene),
            false => left_of(&self.scene).camera,
        }
    }

    /// Brings an eye that dived up again where the view shows no sea from below.
    fn surface(&mut self) {
        let dives = VIEWS[self.views.shown()].dives;
        if let Some(lowest) = self.lowest().filter(|_| self.has_eye() && !dives) {
            self.camera.set_height(self.camera.position().y.max(lowest));
        }
    }

    /// Takes this tool into the hand; or, if it is there already, the one that the scene begins with back, if that is another.
    fn toggle(&mut self, tool: Tool) {
        self.poke.tool = match self.scene.poke.tool {
            _ if self.poke.tool != tool => tool,
            first if first != tool => first,
            _ => Tool::Poke,
        };
        self.drag = None;
    }

    /// Has drags poke again.
    pub fn put_tool_away(&mut self) {
        self.poke.tool = Tool::Poke;
        self.drag = None;
    }

    /// Whether there is a water that walls can stand in: a sea knows none.
    pub fn knows_walls(&self) -> bool {
        self.play.waters().any(|water| water.model().walls)
    }

    /// Takes what builds or opens walls out of the hand where no water knows walls any more.
    fn drop_useless_tool(&mut self) {
        if matches!(self.poke.tool, Tool::Walls | Tool::Erase) && !self.knows_walls() {
            self.poke.tool = Tool::Poke;
        }
    }

    /// Takes another of [`MODELS`], which goes on with the surface there is; the same one again changes nothing.
    pub fn set_model(&mut self, index: usize) {
        let Some(model) = MODELS.get(index) else {
            return;
        };
        if !std::ptr::eq(*model, self.play.water().model()) {
            self.remember();
            let size = self.scene.size;
            self.play.set_model(&recipe(&self.recipes[0], model, size));
            self.views.water_changed();
            self.change_world();
            self.drag = None;
            self.drop_useless_tool();
        }
    }

    /// Puts another model beside the water, or takes away the one that is there.
    pub fn compare_with(&mut self, model: Option<&'static Model>) {
        self.remember();
        let size = self.scene.size;
        let recipe = model.map(|model| recipe(&self.recipes[1], model, size));
        self.play.compare_with(recipe.as_ref());
        self.views.water_changed();
        self.change_world();
        self.drag = None;
        self.drop_useless_tool();
    }

    /// Takes note of how the models in use are set, for when they come back.
    fn remember(&mut self) {
        for (water, recipes) in self.play.waters().zip(&mut self.recipes) {
            let mut now = recipe(recipes, water.model(), self.scene.size);
            now.settings = water.settings().clone();
            recipes.retain(|recipe| recipe.model.name != now.model.name);
            recipes.push(now);
        }
    }

    /// Gives the water, or the one `beside` it, these values, or says why not and changes nothing.
    pub fn adopt(&mut self, beside: bool, settings: &Settings) -> Result<(), ParameterError> {
        self.play.set_hasty(true);
        self.play.adopt(beside, settings)
    }

    /// Gives the water, or the one `beside` it, the values of a preset, or says why not and changes nothing. A sea's brings its weather:
    /// sky, kind of water, and the height at which the eye stands over it.
    pub fn adopt_preset(&mut self, beside: bool, preset: &Preset) -> Result<(), ParameterError> {
        let water = self.play.waters().nth(usize::from(beside));
        let Some(mut settings) = water.map(|water| water.settings().clone()) else {
            return Ok(());
        };
        settings.apply(preset)?;
        self.play.adopt(beside, &settings)?;
        let Some(weather) = Weather::of(preset).filter(|_| self.camera.is_at_sea()) else {
            return Ok(());
        };
        let mut sky = Sky {
            elevation: Some(weather.elevation),
            // Aside of where the eye looks.
            azimuth: Some(f64::from(self.camera.azimuth()) - 25.0),
            panorama: self.sky.panorama.clone(),
            settings: Settings::new(&keys::SKY),
        };
        for (key, value) in weather.sky {
            sky.settings.set(key, *value)?;
        }
        self.set_sky(sky);
        self.camera.set_height(weather.height);
        let water = Value::Choice(weather.water as usize);
        self.views.gallery_mut().set_in_all("water", water);
        Ok(())
    }

    /// The sky over the water.
    pub fn sky(&self) -> &Sky {
        &self.sky
    }

    /// Puts another in its place; a panorama stays the one that the scene names.
    pub fn set_sky(&mut self, sky: Sky) {
        self.views.gallery_mut().set_sky(sky.conditions());
        self.sky = sky;
    }

    /// The scene from its beginning, camera and settings included; walls, the view shown, the picture and a pause stay.
    pub fn restart(&mut self) {
        let walls = self.play.walls().clone();
        self.play = ripple_window::begin(&self.scene);
        if *self.play.walls() != walls {
            self.play.set_walls(&walls);
        }
        self.recipes = recipes_of(&self.scene);
        self.rains_until_poke = self.is_show;
        self.camera = FlyCamera::of_scene(&self.scene);
        self.left = left_of(&self.scene);
        self.poke = self.scene.poke;
        self.set_sky(self.scene.sky.clone());
        self.views
            .adopt(&self.scene.view, Split::new(self.scene.split));
        self.drag = None;
        self.drop_useless_tool();
    }

    /// Lets `elapsed` seconds go by for water and camera; whether anything to see has changed.
    pub fn advance(&mut self, elapsed: f32, fly: Fly) -> bool {
        let fly = if self.has_eye() { fly } else { Fly::default() };
        let flew = self.is_flying(fly);
        if flew {
            self.camera.keep_above(self.lowest());
            self.camera.stand_on(self.views.ground(&self.play));
        }
        self.camera.advance(fly, elapsed);
        ripple_window::follow(&mut self.play, &self.camera, VIEWS[self.views.shown()]);
        let before = self.revision();
        let steps = self
            .clock
            .advance(f64::from(elapsed), self.play.steps_per_second());
        for _ in 0..steps {
            self.play.advance();
        }
        if steps == 0 {
            self.play.catch_up();
        }
        flew || self.revision() != before
    }

    /// How many metres of a water are one of the camera's world: 1 but for a sea beside a pool.
    pub fn metre(&self, water: &dyn Water) -> f32 {
        camera_metre(&self.play, water)
    }

    /// Takes the camera that was left where a sea has come in the place of a pool, or a pool in that of a sea.
    fn change_world(&mut self) {
        if self.camera.is_at_sea() != is_at_sea(&self.play) {
            let Left {
                camera,
                water,
                weight,
            } = &mut self.left;
            std::mem::swap(&mut self.camera, camera);
            std::mem::swap(&mut self.poke.weight, weight);
            let gallery = self.views.gallery_mut();
            let other = gallery.choice("water").unwrap_or(*water);
            gallery.set_in_all("water", Value::Choice(*water as usize));
            *water = other;
        }
    }

    /// The height that no crest reaches, where the surface of a sea is all that is drawn, in metres of the camera's world.
    fn lowest(&self) -> Option<f32> {
        if VIEWS[self.views.shown()].dives && self.camera.is_at_sea() {
            return None;
        }
        let seas = self.play.waters().filter(|water| water.model().is_open());
        let top = |water: &dyn Water| {
            // Crests between the points of the grid are higher than those on them.
            let clear = 1.2 * water.heights().range().1.max(0.0) + NEAREST;
            clear / camera_metre(&self.play, water)
        };
        seas.map(top).reduce(f32::max)
    }

    /// Changes whenever a surface does.
    fn revision(&self) -> u64 {
        self.play.waters().map(|water| water.revision()).sum()
    }

    /// Whether nothing will move until somebody does something.
    pub fn is_idle(&self, fly: Fly) -> bool {
        let still = self.clock.is_paused() || self.play.is_idle();
        still && !self.is_flying(fly) && !self.play.is_late()
    }

    fn is_flying(&self, fly: Fly) -> bool {
        self.camera.is_moving() || fly.wish != Vec3::ZERO
    }

    /// Draws the view shown, of each water in its part, into `target` or else the window, of `size` pixels, with up to
    /// `samples` samples a pixel.
    pub fn draw(
        &mut self,
        size: (usize, usize),
        samples: usize,
        target: Option<&Target>,
    ) -> Result<(), GlError> {
        let camera = &self.camera;
        let eye = |part: Part| eye(camera, part);
        self.views.draw(&self.play, eye, size, samples, target)
    }

    /// The view shown, as a picture of `size` pixels, without panel or hints.
    pub fn picture(&mut self, size: (usize, usize)) -> Result<Grid<[u8; 4]>, GlError> {
        let target = Target::texture(&self.gl, size.0, size.1, true)?;
        // A picture waits for its foam.
        self.play.set_hasty(false);
        // Nobody waits for the next one.
        let auto = self.views.gallery_mut().set_auto(Level::HIGH);
        let drawn = self.draw(size, 1, Some(&target));
        self.views.gallery_mut().set_auto(auto);
        drawn?;
        let mut picture = Grid::new(1, 1, [0; 4]);
        target.read(&mut picture);
        Ok(picture)
    }

    /// Builds walls from a picture file, black is solid, beside those that there are; an error builds none.
    pub fn build_mask(&mut self, file: &Path) -> Result<(), PlayError> {
        let memory = Memory::beside(&self.scene);
        let cells = (self.scene.size.columns(), self.scene.size.rows());
        let mask = image_file::load_grey(&*self.scene.files, file, cells, &memory)?;
        self.play.build_wall(&Obstacle::Mask(Arc::new(mask)));
        self.checkpoint();
        Ok(())
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
        let walls = before.play.walls();
        let has_painted = *walls != before.first_walls;
        if has_painted && self.scene.size == before.scene.size && self.knows_walls() {
            self.play.set_walls(walls);
            self.saved_walls = before.saved_walls.clone();
        }
        self.begin_history();
    }

    /// Puts a picture file in the place of the picture; an error leaves the old one.
    pub fn set_picture(&mut self, file: &Path) -> Result<(), PlayError> {
        let mut memory = Memory::beside(&self.scene).halved();
        let picture = image_file::load(&*self.scene.files, file, Share::Picture, &mut memory)?;
        self.views.set_picture(&Pyramid::new(picture))?;
        self.picture = Rc::new(KeptPicture {
            file: Some(file.to_path_buf()),
            texture: self.views.gallery().picture(),
        });
        self.checkpoint();
        Ok(())
    }
}

/// Where the part of a picture is seen from.
fn eye(camera: &FlyCamera, part: Part) -> Eye {
    camera.eye(part.width as f32 / part.height as f32)
}

/// What belongs to the other kind of world than that of a scene.
fn left_of(scene: &Scene) -> Left {
    match scene.is_at_sea() {
        true => Left {
            camera: FlyCamera::default(),
            water: WaterType::Pool,
            weight: POOL_WEIGHT,
        },
        false => Left {
            camera: FlyCamera::of(&Camera::first(true), true),
            water: WaterType::JerlovIII,
            weight: SEA_WEIGHT,
        },
    }
}
