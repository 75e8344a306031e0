//! All views of one water, on one GL context: for the window and for off-screen drawing.

use super::textures::{SceneMaterials, Textures};
use super::{SessionError, WaterView};
use crate::gl::{Gl, GlError};
use crate::grid::Grid;
use crate::light::{Panorama, Pyramid, SkyConditions};
use crate::parameter::{Choice, Settings, Value};
use crate::scene::{self, Scene};
use crate::surface::Surface;
use crate::view::{
    Colour, Eye, Finish, FinishedScene, Frame, Level, LitView, Materials, MeshView, Pass,
    PickQuery, PictureRole, PictureView, Plan, Post, Prepared, Profiler, RippledPicture, SkyLight,
    Source, SurfaceTextures, ToneMapping, VIEWS, View, ViewKind, Walls,
};
use glam::{Vec2, Vec3};
use std::cell::{RefCell, RefMut};
use std::ops::Range;
use std::rc::Rc;

/// The view with physical light, which uses a panorama.
const LIT: &str = "lit";
/// The view that every driver can draw.
const MESH: &str = "mesh";

/// Index of a view in [`VIEWS`].
fn position(name: &str) -> usize {
    let is_named = |kind: &&ViewKind| kind.name == name;
    VIEWS.iter().position(is_named).unwrap_or(0)
}

/// The error of drawing without a GL context.
pub(super) const NO_GL: GlError = GlError::Unsupported {
    what: "drawing without a GL context",
};

/// Work on a picture that the next frames go on with, which makes them slower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Work {
    /// None.
    Nothing,
    /// As in every frame of moving clouds or of a sky in which time passes.
    Continual,
    /// It ends: a new sky is computed, or surroundings are baked.
    Once,
}

/// All views of one water, one of which is shown.
///
/// Two waters side by side have a view set each; [`ViewSet::new_sharing`] makes the second, with the textures and the compiled shaders of
/// the first.
pub struct ViewSet {
    views: [Box<dyn View>; VIEWS.len()],
    shown: usize,
    /// The current level of [`Quality::Auto`](crate::view::Quality::Auto).
    auto: Level,
    profiler: Profiler,
    /// Whether slow resources are made in steps, and whether the next frame completes them anyway.
    in_steps: bool,
    is_hurried: bool,
    /// The last frame.
    prepared: Prepared,
    /// Its pixels and level, on which the sizes of most textures depend.
    drawn: Option<((usize, usize), Level)>,
    /// Whether edges of a picture with one sample a pixel are smoothed.
    smooths_edges: bool,
    /// `None` without a GL context: then nothing is drawn or picked.
    drawing: Option<Drawing>,
}

/// What a view set has in a GL context.
struct Drawing {
    gl: Gl,
    surface: SurfaceTextures,
    /// The water's revision in the last frame.
    revision: Option<u64>,
    /// Counts the surfaces drawn: unlike a water's revision, it is unique even if the water is replaced.
    surfaces: u64,
    /// The passes after the scene.
    post: Post,
    /// Shared between view sets.
    materials: Rc<RefCell<SceneMaterials>>,
    /// Shared between view sets.
    sky: Rc<RefCell<SkyLight>>,
    /// Shared between view sets, most of which show waters with the same walls.
    walls: Rc<RefCell<SharedWalls>>,
}

impl Drawing {
    fn new(gl: &Gl, materials: SceneMaterials) -> Self {
        Self {
            gl: gl.clone(),
            surface: SurfaceTextures::new(gl),
            revision: None,
            surfaces: 0,
            post: Post::new(gl),
            materials: Rc::new(RefCell::new(materials)),
            sky: Rc::new(RefCell::new(SkyLight::new(gl, SkyConditions::default()))),
            walls: Rc::new(RefCell::new(SharedWalls::new(gl))),
        }
    }

    fn new_sharing(&self) -> Self {
        Self {
            gl: self.gl.clone(),
            surface: SurfaceTextures::new(&self.gl),
            revision: None,
            surfaces: 0,
            post: self.post.new_sharing(),
            materials: self.materials.clone(),
            sky: self.sky.clone(),
            walls: self.walls.clone(),
        }
    }
}

/// A stage of a frame.
enum Stage {
    /// Everything before the target is bound.
    Prepare,
    All,
    /// Some rows of the target.
    Rows(Range<usize>),
    /// The scene as linear radiance, at the highest quality.
    Radiance,
}

/// The walls of the waters of a simulation: the same for all of them, unless their dry land differs.
struct SharedWalls([OwnWalls; 2]);

/// Walls, and their revision at the last upload.
struct OwnWalls {
    walls: Walls,
    revision: Option<u64>,
}

impl SharedWalls {
    fn new(gl: &Gl) -> Self {
        let none = || OwnWalls {
            walls: Walls::new(gl),
            revision: None,
        };
        Self([none(), none()])
    }

    /// The walls of a water view, uploaded if they have changed.
    fn of(&mut self, water_view: &WaterView) -> Result<&Walls, GlError> {
        let wanted = Some(water_view.walls_revision);
        let there = self.0.iter().position(|own| own.revision == wanted);
        let older = usize::from(self.0[1].revision < self.0[0].revision);
        let own = &mut self.0[there.unwrap_or(older)];
        if there.is_none() {
            own.walls.upload(water_view.walls.cells())?;
            own.revision = wanted;
        }
        Ok(&own.walls)
    }

    fn forget(&mut self) {
        for own in &mut self.0 {
            own.revision = None;
        }
    }
}

impl ViewSet {
    /// Every view at its defaults, the first one shown.
    pub fn new(gl: &Gl, materials: Materials) -> Self {
        Self {
            drawing: Some(Drawing::new(gl, SceneMaterials::of(materials))),
            ..Self::without_gl()
        }
    }

    /// Every view at its defaults, the first one shown, for settings alone: drawing is an error, and no place is picked.
    pub fn without_gl() -> Self {
        Self::with([
            Box::new(MeshView::new()),
            Box::new(PictureView::new()),
            Box::new(LitView::new()),
        ])
    }

    fn with(views: [Box<dyn View>; VIEWS.len()]) -> Self {
        Self {
            views,
            shown: 0,
            auto: Level::HIGH,
            profiler: Profiler::default(),
            in_steps: false,
            is_hurried: false,
            prepared: Prepared::default(),
            drawn: None,
            smooths_edges: false,
            drawing: None,
        }
    }

    /// Another view set, for a second water with the same walls: it shares textures, walls and shaders, and starts with the same settings
    /// and the same view shown.
    pub fn new_sharing(&self) -> Self {
        Self {
            auto: self.auto,
            shown: self.shown,
            drawing: self.drawing.as_ref().map(Drawing::new_sharing),
            ..Self::with(self.views.each_ref().map(|view| view.new_sharing()))
        }
    }

    fn drawing(&self) -> Result<&Drawing, GlError> {
        self.drawing.as_ref().ok_or(NO_GL)
    }

    /// The sky, to change it; `None` without a GL context.
    fn sky_mut(&self) -> Option<RefMut<'_, SkyLight>> {
        Some(self.drawing.as_ref()?.sky.borrow_mut())
    }

    /// Copies the choice of view and the settings of all views from another view set, as the second one does before each frame. Does not
    /// allocate.
    pub fn follow(&mut self, other: &Self) {
        self.shown = other.shown;
        self.auto = other.auto;
        self.profiler = other.profiler.clone();
        self.smooths_edges = other.smooths_edges;
        self.in_steps = other.in_steps;
        self.is_hurried = other.is_hurried;
        for (view, followed) in self.views.iter_mut().zip(&other.views) {
            for (parameter, value) in followed.settings().iter() {
                // Both are views of one kind, so that the other's values are valid here.
                let _ = view.settings_mut().set(parameter.key, value);
            }
        }
    }

    /// The views with the settings of a scene, and with its pictures if there is a GL context. Built-in pictures are loaded when a view
    /// that draws with them is first drawn.
    pub fn of_scene(gl: Option<&Gl>, scene: &Scene) -> Result<Self, SessionError> {
        let Scene { view, sky, .. } = scene;
        let mut view_set = Self::without_gl();
        let textures = Textures::of(scene);
        let panorama = textures.sky_light();
        if let Some(gl) = gl {
            let materials = SceneMaterials::new(gl, textures)?;
            view_set.drawing = Some(Drawing::new(gl, materials));
        }
        view_set.apply_settings(view);
        view_set.set_sky(sky.conditions());
        match panorama {
            Ok(panorama) => view_set.set_panorama(panorama),
            // Another view may never need it.
            Err(error) if view.kind.name != LIT => log::warn!("{error}"),
            Err(error) => return Err(error.into()),
        }
        view_set.show(position(view.kind.name));
        Ok(view_set)
    }

    /// Applies the settings that a scene has for every view.
    pub fn apply_settings(&mut self, view: &scene::View) {
        self.apply_all_settings(&view.settings);
    }

    /// Applies settings to every view, in the order of [`VIEWS`].
    pub fn apply_all_settings(&mut self, all: &[Settings]) {
        for (shown, settings) in self.views.iter_mut().zip(all) {
            *shown.settings_mut() = settings.clone();
        }
    }

    /// The settings of every view, in the order of [`VIEWS`].
    pub fn settings(&self) -> impl Iterator<Item = &Settings> {
        self.views.iter().map(|view| view.settings())
    }

    /// The value of a choice in the first view that has the parameter.
    pub fn choice<C: Choice>(&self, key: &str) -> Option<C> {
        let mut all = self.views.iter().map(|view| view.settings());
        let settings = all.find(|settings| settings.get(key).is_some())?;
        Some(settings.choice(key))
    }

    /// Sets a parameter in every view that has it and allows the value.
    pub fn set_in_all(&mut self, key: &str, value: Value) {
        for view in &mut self.views {
            if view.settings().get(key).is_some() {
                // The caller knows the parameter.
                let _ = view.settings_mut().set(key, value);
            }
        }
    }

    /// Replaces the sky, also of view sets that share it.
    pub fn set_sky(&self, conditions: SkyConditions) {
        if let Some(mut sky) = self.sky_mut() {
            sky.set(conditions);
        }
    }

    /// Sets the angular velocity of sun and moon, rad/s, also of view sets that share the sky; see [`SkyLight::set_turning`].
    pub fn set_turning(&self, turning: Vec3) {
        if let Some(mut sky) = self.sky_mut() {
            sky.set_turning(turning);
        }
    }

    /// Makes slow resources in steps, one before each frame, also of view sets that share them: a coarse sky is shown until it is complete,
    /// and the surroundings of a pool appear part by part.
    pub fn work_in_steps(&mut self) {
        self.in_steps = true;
        if let Some(mut sky) = self.sky_mut() {
            sky.work_in_steps();
        }
    }

    /// Whether steps remain, so that the next frames refine the picture.
    pub fn is_working(&self) -> bool {
        self.work() != Work::Nothing
    }

    /// The work that the next frames go on with.
    pub fn work(&self) -> Work {
        match self.has_coarse_sky() || self.prepared.is_working {
            true => Work::Once,
            false if self.sky_is_working() => Work::Continual,
            false => Work::Nothing,
        }
    }

    /// Whether the sky of the view shown is being computed.
    fn sky_is_working(&self) -> bool {
        let works = |drawing: &Drawing| drawing.sky.borrow().is_working();
        self.view().kind().has_sky && self.drawing.as_ref().is_some_and(works)
    }

    /// Whether the sky of the view shown is coarse until it has been computed.
    pub fn has_coarse_sky(&self) -> bool {
        let is_coarse = |drawing: &Drawing| drawing.sky.borrow().is_coarse();
        self.view().kind().has_sky && self.drawing.as_ref().is_some_and(is_coarse)
    }

    /// Completes all steps in the next frame.
    pub fn finish_work(&mut self) {
        self.is_hurried = true;
        if let Some(mut sky) = self.sky_mut() {
            sky.finish();
        }
    }

    /// Sets the panorama that replaces the computed sky, or removes it, also of view sets that share it.
    pub fn set_panorama(&self, panorama: Option<Panorama>) {
        if let Some(mut sky) = self.sky_mut() {
            sky.set_panorama(panorama);
        }
    }

    /// Calls `ended` after the draw calls of each pass of a frame.
    pub fn watch(&mut self, ended: impl Fn(Pass) + 'static) {
        self.profiler = Profiler::new(ended);
    }

    /// Smooths the edges of a picture with one sample a pixel from now on, as at reduced resolution.
    pub fn smooth_edges(&mut self) {
        self.smooths_edges = true;
    }

    /// Sets the level of [`Quality::Auto`](crate::view::Quality::Auto), initially [`Level::HIGH`]. Returns the previous level.
    pub fn set_auto(&mut self, level: Level) -> Level {
        std::mem::replace(&mut self.auto, level)
    }

    /// The quality level of the view shown.
    pub fn level(&self) -> Level {
        Level::of_settings(self.view().settings(), self.auto)
    }

    /// Whether the view shown uses the level of [`ViewSet::set_auto`].
    pub fn is_auto(&self) -> bool {
        let coarsest = Level::LADDER[0];
        Level::of_settings(self.view().settings(), coarsest) == coarsest
    }

    /// Index in [`VIEWS`] of the view shown.
    pub fn shown(&self) -> usize {
        self.shown
    }

    /// Shows another of [`VIEWS`]; the index wraps around. In place of the lit view it shows the mesh view, and logs that, if the driver
    /// cannot render into textures of floats.
    pub fn show(&mut self, view: usize) {
        self.shown = view % self.views.len();
        self.prepared = Prepared::default();
        let is_able = |drawing: &Drawing| LitView::is_able(&drawing.gl);
        if self.view().kind().name == LIT && !self.drawing.as_ref().is_none_or(is_able) {
            log::warn!(
                "this driver can't draw into textures of floats, which the lit view needs: it shows the mesh view"
            );
            self.shown = position(MESH);
        }
    }

    /// The view shown.
    pub fn view(&self) -> &dyn View {
        self.views[self.shown].as_ref()
    }

    /// The view shown, to change its settings.
    pub fn view_mut(&mut self) -> &mut dyn View {
        self.views[self.shown].as_mut()
    }

    /// Replaces the picture of the 2D view, also of view sets that share it.
    pub fn set_picture(&self, picture: &Pyramid) -> Result<(), GlError> {
        if let Some(drawing) = &self.drawing {
            self.put_picture(Materials::picture(&drawing.gl, picture)?);
        }
        Ok(())
    }

    /// Restores a picture returned by [`ViewSet::picture`], also of view sets that share it.
    pub fn put_picture(&self, picture: RippledPicture) {
        if let Some(drawing) = &self.drawing {
            drawing.materials.borrow_mut().put_picture(picture);
        }
    }

    /// Marks one of the pictures as outdated, also for view sets that share it: it is loaded from `textures` when a view next needs it.
    pub fn invalidate_picture(&self, role: PictureRole, textures: Textures) {
        if let Some(drawing) = &self.drawing {
            drawing.materials.borrow_mut().invalidate(role, textures);
        }
    }

    /// Why a picture could not be loaded, since the last call; what was shown in its place stays.
    pub fn take_picture_error(&self) -> Option<String> {
        self.drawing.as_ref()?.materials.borrow_mut().take_error()
    }

    /// The picture in the 2D view; `None` without a GL context.
    pub fn picture(&self) -> Option<RippledPicture> {
        Some(self.drawing.as_ref()?.materials.borrow().picture())
    }

    /// Draws the view shown. `choose_target` is called after everything else has been drawn, and binds a target with so many samples a
    /// pixel. With several samples, edges that they do not smooth are smoothed by a filter.
    ///
    /// The surface and the walls are uploaded only when they have changed since the last frame. `choose_target` must not call a view set.
    pub fn draw(
        &mut self,
        water_view: &WaterView,
        eye: &Eye,
        size: (usize, usize),
        samples: usize,
        choose_target: impl FnOnce(),
    ) -> Result<(), GlError> {
        self.draw_part(water_view, eye, size, samples, Stage::All, choose_target)?;
        Ok(())
    }

    /// Does everything that [`ViewSet::draw`] does before it draws into the final target: afterwards the driver has received the shaders of
    /// the first frame, see [`Gl::is_compiling`].
    pub fn prepare(
        &mut self,
        water_view: &WaterView,
        eye: &Eye,
        size: (usize, usize),
        samples: usize,
    ) -> Result<(), GlError> {
        self.draw_part(water_view, eye, size, samples, Stage::Prepare, || ())?;
        Ok(())
    }

    /// Draws some rows, counted from the bottom, of a picture of so many pixels at the quality of [`ViewSet::draw`], with one sample a
    /// pixel and smoothed edges on a software rasteriser. Returns whether it is complete: with the last rows the picture is drawn into the
    /// target that `choose_target` binds, and not before. Nothing else may be drawn, and nothing may change, between the first row and the
    /// last.
    pub fn draw_rows(
        &mut self,
        water_view: &WaterView,
        eye: &Eye,
        size: (usize, usize),
        rows: Range<usize>,
        choose_target: impl FnOnce(),
    ) -> Result<bool, GlError> {
        self.draw_part(water_view, eye, size, 1, Stage::Rows(rows), choose_target)
    }

    /// Draws the scene alone and returns its linear radiance, without exposure and tone mapping: red, green and blue, and 1, row 0 at the
    /// top. One sample at the centre of each pixel, at the highest quality. Returns an error for a view without physical light.
    pub fn radiance(
        &mut self,
        water_view: &WaterView,
        eye: &Eye,
        size: (usize, usize),
    ) -> Result<Grid<[f32; 4]>, GlError> {
        const NONE: GlError = GlError::Unsupported {
            what: "the radiance of a view without physical light",
        };
        if !self.view().kind().has_physical_light {
            return Err(NONE);
        }
        self.draw_part(water_view, eye, size, 1, Stage::Radiance, || ())?;
        self.drawing()?.post.radiance().ok_or(NONE)
    }

    fn draw_part(
        &mut self,
        water_view: &WaterView,
        eye: &Eye,
        size: (usize, usize),
        samples: usize,
        stage: Stage,
        choose_target: impl FnOnce(),
    ) -> Result<bool, GlError> {
        let water = water_view.water;
        let (level, is_auto) = (self.level(), self.is_auto());
        let kind = self.view().kind();
        let has_physical_light = kind.has_physical_light;
        let sky_is_working = self.sky_is_working();
        let drawing = self.drawing.as_mut().ok_or(NO_GL)?;
        drawing.gl.begin_frame();
        if drawing.revision != Some(water.revision()) {
            drawing.revision = Some(water.revision());
            drawing.surfaces += 1;
        }
        drawing.sky.borrow_mut().set_weather(water_view.weather);
        if sky_is_working {
            let mut sky = drawing.sky.borrow_mut();
            drawing.gl.without_interruption(|| sky.go_on())?;
        }
        let mut shared = drawing.walls.borrow_mut();
        let walls = shared.of(water_view)?;
        let materials = SceneMaterials::complete(&drawing.materials, &drawing.gl, kind.pictures)?;
        let sky = drawing.sky.borrow();
        sky.begin_frame();
        let radiance = matches!(stage, Stage::Radiance);
        let level = if radiance { Level::HIGH } else { level };
        let pixels = level.pixels;
        let part = |side: usize| ((side as f32 * pixels).round() as usize).clamp(1, side.max(1));
        let drawn = (part(size.0), part(size.1));
        if self.drawn.replace((drawn, level)) != Some((drawn, level)) {
            drawing.gl.renew_programs();
        }
        // A software rasteriser would compile all shaders again for several samples: edges are smoothed afterwards.
        let is_smoothed = self.smooths_edges && samples == 1 && is_auto;
        let is_whole = drawn == size && !is_smoothed && !matches!(stage, Stage::Rows(_));
        let samples = match is_whole {
            true => samples,
            false => Post::scaled_samples(&drawing.gl),
        };
        let mut plan = Plan {
            colour: match has_physical_light {
                true if radiance => Colour::Radiance,
                true => Colour::Scene,
                false => Colour::Display,
            },
            size: drawn,
            samples,
            finish: match drawn == size && samples == 1 {
                _ if is_whole => Finish::Plain,
                // Nothing is left to scale.
                true => Finish::Smoothed,
                false => Finish::Scaled,
            },
            glare: match has_physical_light {
                true => self.views[self.shown].settings().real("glare") as f32,
                false => 0.0,
            },
            scale: pixels,
            tone_mapping: match has_physical_light {
                true => ToneMapping::of(self.views[self.shown].settings()),
                false => ToneMapping::default(),
            },
        };
        let bodies = water_view.bodies.iter().flat_map(|bodies| bodies.iter());
        let ropes = water_view.bodies.iter().flat_map(|bodies| bodies.ropes());
        let frame = Frame {
            gl: &drawing.gl,
            surface: &drawing
                .surface
                .show(Source::of(water), drawing.surfaces, walls)
                .with_bodies(bodies.map(|floating| floating.body()), ropes)
                .with_spray(water_view.bodies.map(|bodies| bodies.spray())),
            eye,
            materials: &materials,
            sky: &sky,
            size: drawn,
            shown_size: size,
            samples: plan.samples,
            radiance,
            level,
            in_steps: self.in_steps && !self.is_hurried,
            profiler: &self.profiler,
        };
        self.is_hurried = false;
        let view = &mut self.views[self.shown];
        let post = &mut drawing.post;
        if !matches!(&stage, Stage::Rows(rows) if rows.start > 0) {
            self.prepared = Prepared::default();
            self.prepared = view.prepare(&frame)?;
        }
        let is_last = match stage {
            Stage::Prepare => {
                if plan.colour == Colour::Scene {
                    post.begin(&plan)?;
                }
                return Ok(false);
            }
            Stage::Radiance => {
                post.draw_here(&plan)?;
                view.draw(&frame)?;
                return Ok(true);
            }
            Stage::Rows(rows) => {
                post.draw_here(&plan)?;
                let is_last = rows.end >= drawn.1;
                drawing.gl.clip_rows(Some(rows));
                let shown = view.draw(&frame);
                drawing.gl.clip_rows(None);
                shown?;
                is_last
            }
            Stage::All => {
                let is_smoothed = is_whole && samples > 1 && self.prepared.has_edges_within;
                if is_smoothed {
                    plan.finish = Finish::Smoothed;
                }
                // Without memory for another picture of that size, edges are not smoothed.
                let is_bound = is_smoothed && post.draw_here(&plan).is_ok();
                if is_smoothed && !is_bound {
                    plan.finish = Finish::Plain;
                }
                if plan.finish == Finish::Plain && plan.colour == Colour::Display {
                    choose_target();
                    view.draw(&frame)?;
                    // With several samples the targets are kept: the next view may have such edges again.
                    if samples == 1 {
                        post.forget();
                    }
                    return Ok(true);
                }
                if !is_bound {
                    post.draw_here(&plan)?;
                }
                view.draw(&frame)?;
                true
            }
        };
        if is_last {
            // Over the final target.
            let draw_lens =
                |scene: &FinishedScene<'_>| view.draw_lens(&Frame { size, ..frame }, scene);
            post.finish(&plan, &self.profiler, draw_lens, choose_target)?;
        }
        Ok(is_last)
    }

    /// Whether the last picture was smoothed and scaled up, so that [`ViewSet::redraw`] can scale it again.
    pub(super) fn can_redraw(&self) -> bool {
        let drawing = self.drawing.as_ref();
        drawing.is_some_and(|drawing| drawing.post.can_redraw())
    }

    /// Scales the last picture up once more, to the current target.
    pub(super) fn redraw(&self) -> Result<(), GlError> {
        self.drawing.as_ref().ok_or(NO_GL)?.post.redraw()
    }

    /// Picking: the fraction (u, v) of the pool, or of a sea's window or patch, at a pixel of the view shown; see [`View::place_at`].
    pub fn place_at(
        &self,
        pixel: Vec2,
        size: (usize, usize),
        eye: &Eye,
        water_view: &WaterView,
    ) -> Option<(f64, f64)> {
        self.pick(size, eye, &water_view.surface(), |view, query| {
            view.place_at(query, pixel)
        })?
    }

    /// As [`ViewSet::place_at`], of the water alone, also behind walls.
    pub fn place_on_water(
        &self,
        pixel: Vec2,
        size: (usize, usize),
        eye: &Eye,
        water_view: &WaterView,
    ) -> Option<(f64, f64)> {
        let surface = water_view.surface().among(None);
        self.pick(size, eye, &surface, |view, query| {
            view.place_at(query, pixel)
        })?
    }

    /// The pixels at which places, as [`ViewSet::place_at`] returns them, are seen; see [`View::seen_at`].
    pub fn seen_at(
        &self,
        places: &[(f64, f64)],
        size: (usize, usize),
        eye: &Eye,
        water_view: &WaterView,
    ) -> Vec<Option<Vec2>> {
        let seen = self.pick(size, eye, &water_view.surface(), |view, query| {
            view.seen_at(query, places)
        });
        seen.unwrap_or_else(|| vec![None; places.len()])
    }

    /// Asks the view shown; `None` without a GL context.
    fn pick<T>(
        &self,
        size: (usize, usize),
        eye: &Eye,
        surface: &Surface,
        ask: impl FnOnce(&dyn View, &PickQuery) -> T,
    ) -> Option<T> {
        let drawing = self.drawing.as_ref()?;
        let pictures = self.view().kind().pictures;
        let materials = SceneMaterials::complete(&drawing.materials, &drawing.gl, pictures).ok()?;
        let query = PickQuery {
            eye,
            size,
            surface,
            materials: &materials,
        };
        Some(ask(self.view(), &query))
    }

    /// Invalidates uploaded surfaces and walls: for another water, whose revisions mean others.
    pub fn water_changed(&mut self) {
        if let Some(drawing) = &mut self.drawing {
            drawing.revision = None;
            drawing.walls.borrow_mut().forget();
        }
    }
}
