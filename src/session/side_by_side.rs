//! The views of one water, or of two side by side in the parts of a picture: as the window and `render` show them.

use super::legend::has_field;
use super::view_set::NO_GL;
use super::{Part, Split, ViewSet, WaterView, Work};
use crate::gl::{Canvas, Gl, GlError, Target};
use crate::light::Pyramid;
use crate::parameter::{Range, Settings, Value};
use crate::scene::{self, Simulation};
use crate::view::{ColourScale, Eye, Ground};
use crate::water::Water;
use glam::{DVec2, Vec2, Vec3};

/// Colour of the split line: red, green, blue, alpha.
pub const LINE: [u8; 4] = [15, 20, 26, 255];

/// Factor of the height scale for one notch.
const HIGHER: f64 = 1.25;

/// Minimum fraction of its default to which notches lower the height scale: waves remain visible.
const LOWEST: f64 = 0.1;

/// A view set for each of two waters; both show the same view with the same settings.
pub struct SideBySide {
    /// Position of the split line.
    pub split: Split,
    gl: Option<Gl>,
    view_sets: [ViewSet; 2],
    canvases: [Option<Canvas>; 2],
    /// Pixels of the last complete picture, if it showed one water.
    drawn: Option<(usize, usize)>,
}

impl SideBySide {
    /// Shows what `view_set` shows, for one water or for two; without a GL context drawing is an error.
    pub fn new(gl: Option<&Gl>, view_set: ViewSet, split: Split) -> Self {
        let new_sharing = view_set.new_sharing();
        Self {
            split,
            gl: gl.cloned(),
            view_sets: [view_set, new_sharing],
            canvases: [None, None],
            drawn: None,
        }
    }

    pub(super) fn gl(&self) -> Result<&Gl, GlError> {
        self.gl.as_ref().ok_or(NO_GL)
    }

    /// The view set of the first water; its changes apply to both from the next frame on.
    pub fn view_set(&self) -> &ViewSet {
        &self.view_sets[0]
    }

    /// The colour scale of the last frame of a water, if it was shown in colours; see
    /// [`ViewState::colour_scale`](crate::view::ViewState::colour_scale).
    pub fn colour_scale(&self, index: usize) -> Option<ColourScale> {
        self.view_sets.get(index)?.view().state().colour_scale
    }

    /// As [`SideBySide::view_set`].
    pub fn view_set_mut(&mut self) -> &mut ViewSet {
        &mut self.view_sets[0]
    }

    /// Whether the next frames refine the picture, as [`ViewSet::is_working`].
    pub fn is_working(&self, simulation: &Simulation) -> bool {
        self.work(simulation) != Work::Nothing
    }

    /// The work that the next frames go on with, as [`ViewSet::work`].
    pub fn work(&self, simulation: &Simulation) -> Work {
        let [one, other] = self.view_sets.each_ref().map(ViewSet::work);
        match simulation.other() {
            Some(_) => one.max(other),
            None => one,
        }
    }

    /// Exaggeration of heights in the view shown.
    pub fn height_scale(&self) -> f32 {
        match self.view_set().view().settings().get("height_scale") {
            Some(Value::Real(scale)) => scale as f32,
            _ => 1.0,
        }
    }

    /// Whether a sky is coarse until it has been computed.
    pub fn has_coarse_sky(&self) -> bool {
        self.view_set().has_coarse_sky()
    }

    /// Index in [`crate::view::VIEWS`] of the view shown.
    pub fn shown(&self) -> usize {
        self.view_set().shown()
    }

    /// Shows another of [`crate::view::VIEWS`]; the index wraps around.
    pub fn show(&mut self, view: usize) {
        self.view_set_mut().show(view);
    }

    /// Raises the height scale by so many notches, or lowers it.
    pub fn gain(&mut self, notches: f32) {
        let view = self.view_set_mut().view_mut();
        let key = view.gain_key();
        let settings = view.settings_mut();
        let parameter = settings.parameters().iter().find(|p| p.key == key);
        let Some(&Range::Real { max, default, .. }) = parameter.map(|p| &p.range) else {
            return;
        };
        let before = settings.real(key);
        let lowest = LOWEST * default;
        let factor = HIGHER.powf(notches.into());
        let gain = match notches > 0.0 {
            true => before.max(lowest) * factor,
            // A lower value set elsewhere is kept until it is raised.
            false => (before * factor).max(lowest.min(before)),
        };
        // Within the range of the parameter.
        let _ = settings.set(key, Value::Real(gain.min(max)));
    }

    /// Copies the height scale from another view's settings.
    pub fn gain_of(&mut self, settings: &Settings) {
        let view = self.view_set_mut().view_mut();
        let key = view.gain_key();
        if let Some(gain) = settings.get(key) {
            // Of the same parameter.
            let _ = view.settings_mut().set(key, gain);
        }
    }

    /// Ratio of the height scale of the view shown to that of other settings of it.
    pub fn gain_over(&self, settings: &Settings) -> f64 {
        let view = self.view_set().view();
        let key = view.gain_key();
        let gain = view.settings().real(key);
        match settings.real(key) {
            first if first > 0.0 => gain / first,
            _ => gain,
        }
    }

    /// Replaces the picture of the picture view.
    pub fn set_picture(&self, picture: &Pyramid) -> Result<(), GlError> {
        self.view_set().set_picture(picture)
    }

    /// Applies the settings that a scene has for every view.
    pub fn apply_settings(&mut self, view: &scene::View, split: Split) {
        self.split = split;
        self.view_set_mut().apply_settings(view);
        self.water_changed();
    }

    /// Invalidates uploaded surfaces: for other waters, whose revisions mean other surfaces.
    pub fn water_changed(&mut self) {
        for view_set in &mut self.view_sets {
            view_set.water_changed();
        }
    }

    /// The part of a picture for each water.
    pub(super) fn parts(&self, simulation: &Simulation, size: (usize, usize)) -> [Part; 2] {
        if simulation.other().is_some() {
            return self.split.parts(size);
        }
        let whole = Part {
            left: 0,
            width: size.0.max(1),
            height: size.1.max(1),
        };
        [whole; 2]
    }

    /// Whether a press at `pixel` grabs the split line.
    pub fn is_on_line(&self, simulation: &Simulation, pixel: Vec2, size: (usize, usize)) -> bool {
        simulation.other().is_some() && self.split.is_at(pixel, size.0)
    }

    /// Index of the part of the picture that contains `pixel`.
    pub fn part_at(&self, simulation: &Simulation, pixel: Vec2, size: (usize, usize)) -> usize {
        let [_, right] = self.parts(simulation, size);
        usize::from(simulation.other().is_some() && pixel.x >= right.left as f32)
    }

    /// The direction, of length 1, of the ray of `eye`, which sees a part, through `pixel` of the whole picture.
    pub fn direction(
        &self,
        simulation: &Simulation,
        pixel: Vec2,
        eye: impl Fn(Part) -> Eye,
        size: (usize, usize),
    ) -> Vec3 {
        let part = self.parts(simulation, size)[self.part_at(simulation, pixel, size)];
        let pixel = pixel - Vec2::new(part.left as f32, 0.0);
        let size = Vec2::new(part.width as f32, part.height as f32);
        eye(part).ray(pixel, size).1
    }

    /// The ground that stops an eye at a place in the view shown, see [`crate::view::View::ground`]; for a pool with a sea next to it, that
    /// of the pool.
    pub fn ground(&self, simulation: &Simulation, place: DVec2) -> Option<Ground> {
        let water_views = [
            Some(WaterView::of(simulation)),
            WaterView::compared(simulation),
        ];
        let pool = water_views
            .into_iter()
            .flatten()
            .find(|water_view| !water_view.water.model().is_open());
        let water_view = pool.unwrap_or_else(|| WaterView::of(simulation));
        self.view_set().view().ground(&water_view.surface(), place)
    }

    /// Picking: the fraction (u, v) of the pool, or on a sea of its window or patch, that `part` shows at `pixel` of the whole picture;
    /// `eye` sees a part.
    pub fn place_at(
        &self,
        simulation: &Simulation,
        part: usize,
        pixel: Vec2,
        eye: impl Fn(Part) -> Eye,
        size: (usize, usize),
    ) -> Option<(f64, f64)> {
        self.picked(simulation, (part, pixel), eye, size, ViewSet::place_at)
    }

    /// As [`SideBySide::place_at`], of the water alone, also behind walls.
    pub fn place_on_water(
        &self,
        simulation: &Simulation,
        part: usize,
        pixel: Vec2,
        eye: impl Fn(Part) -> Eye,
        size: (usize, usize),
    ) -> Option<(f64, f64)> {
        self.picked(
            simulation,
            (part, pixel),
            eye,
            size,
            ViewSet::place_on_water,
        )
    }

    /// The result of `pick` in a part.
    fn picked(
        &self,
        simulation: &Simulation,
        (part, pixel): (usize, Vec2),
        eye: impl Fn(Part) -> Eye,
        size: (usize, usize),
        pick: impl Fn(&ViewSet, Vec2, (usize, usize), &Eye, &WaterView) -> Option<(f64, f64)>,
    ) -> Option<(f64, f64)> {
        let index = part.min(1);
        let part = self.parts(simulation, size)[index];
        let water_view = water_view(simulation, index)?;
        let pixel = pixel - Vec2::new(part.left as f32, 0.0);
        let eye = eye(part).scaled(camera_metre(simulation, water_view.water));
        pick(
            &self.view_sets[index],
            pixel,
            part.size(),
            &eye,
            &water_view,
        )
    }

    /// Pixels of the whole picture at which `part` shows places as [`SideBySide::place_at`] returns them; `None` where hidden.
    pub fn seen_at(
        &self,
        simulation: &Simulation,
        part: usize,
        places: &[(f64, f64)],
        eye: impl Fn(Part) -> Eye,
        size: (usize, usize),
    ) -> Vec<Option<Vec2>> {
        let index = part.min(1);
        let part = self.parts(simulation, size)[index];
        let Some(water_view) = water_view(simulation, index) else {
            return vec![None; places.len()];
        };
        let eye = eye(part).scaled(camera_metre(simulation, water_view.water));
        let mut seen = self.view_sets[index].seen_at(places, part.size(), &eye, &water_view);
        let width = part.width as f32;
        for pixel in &mut seen {
            // The other part shows another water.
            *pixel = pixel.filter(|pixel| (0.0..width).contains(&pixel.x));
            if let Some(pixel) = pixel {
                pixel.x += part.left as f32;
            }
        }
        seen
    }

    /// The common colour range of both waters if their automatic ranges differ: the larger of the two; otherwise `None`.
    fn shared_scale(&self, simulation: &Simulation) -> Option<f32> {
        let scales = simulation.waters().zip(&self.view_sets);
        let scales = scales.map(|(water, view_set)| {
            let scale = view_set.view().state().colour_scale?;
            Some((scale.full, has_field(scale.colours, water)))
        });
        let scales: Vec<_> = scales.collect::<Option<_>>()?;
        let shared = scales.iter().filter(|(_, has_field)| *has_field);
        let shared = shared.map(|(full, _)| *full).reduce(f32::max)?;
        scales
            .iter()
            .any(|(full, _)| *full != shared)
            .then_some(shared)
    }

    /// Draws some rows of a picture at rest, counted from the bottom, as [`ViewSet::draw_rows`] does; with two waters everything at once.
    /// Returns whether it is complete.
    pub fn draw_rows(
        &mut self,
        simulation: &Simulation,
        eye: impl Fn(Part) -> Eye,
        size: (usize, usize),
        rows: std::ops::Range<usize>,
        target: &Target,
    ) -> Result<bool, GlError> {
        if simulation.other().is_some() {
            self.draw(simulation, eye, size, 1, Some(target))?;
            return Ok(true);
        }
        let eye = eye(self.parts(simulation, size)[0]);
        let water_view = WaterView::of(simulation);
        self.view_sets[0].draw_rows(&water_view, &eye, size, rows, || target.draw_here())
    }

    /// Prepares a frame of every water, as [`ViewSet::prepare`] does.
    pub fn prepare(
        &mut self,
        simulation: &Simulation,
        eye: impl Fn(Part) -> Eye,
        size: (usize, usize),
        samples: usize,
    ) -> Result<(), GlError> {
        let parts = self.parts(simulation, size);
        let (first, second) = self.view_sets.split_at_mut(1);
        second[0].follow(&first[0]);
        for (index, part) in parts.into_iter().enumerate() {
            let Some(water_view) = water_view(simulation, index) else {
                break;
            };
            let eye = eye(part).scaled(camera_metre(simulation, water_view.water));
            self.view_sets[index].prepare(&water_view, &eye, part.size(), samples)?;
        }
        Ok(())
    }

    /// Draws every water in its part, into `target` or else the window, of `size` pixels, with up to `samples` samples a pixel.
    pub fn draw(
        &mut self,
        simulation: &Simulation,
        eye: impl Fn(Part) -> Eye,
        size: (usize, usize),
        samples: usize,
        target: Option<&Target>,
    ) -> Result<(), GlError> {
        let parts = self.parts(simulation, size);
        let gl = self.gl()?.clone();
        let choose = || match target {
            Some(target) => target.draw_here(),
            None => gl.draw_to_window(size.0, size.1),
        };
        let several = samples.min(gl.capability().max_samples) > 1;
        if simulation.other().is_none() {
            self.canvases[1] = None;
            if !several {
                self.canvases[0] = None;
                let eye = eye(parts[0]);
                self.view_sets[0].draw(&WaterView::of(simulation), &eye, size, 1, choose)?;
                self.drawn = Some(size);
                return Ok(());
            }
        }
        self.drawn = None;
        self.draw_parts(simulation, &eye, parts, samples)?;
        if let Some(full) = self.shared_scale(simulation) {
            let set = |views: &mut Self, range: f32| {
                let settings = views.view_set_mut().view_mut().settings_mut();
                // A view in colours has this parameter.
                let _ = settings.set("colour_range", Value::Real(range.into()));
            };
            set(self, full);
            let drawn = self.draw_parts(simulation, &eye, parts, samples);
            set(self, 0.0);
            drawn?;
        }
        choose();
        gl.clear(LINE.map(|channel| f32::from(channel) / 255.0));
        for (canvas, part) in self.canvases.iter().zip(parts) {
            if let Some(canvas) = canvas {
                canvas.finished().copy_to(target, part.left);
            }
        }
        Ok(())
    }

    /// Whether [`SideBySide::redraw`] can draw the last complete picture, of so many pixels: on a software rasteriser one water that was
    /// drawn at a lower resolution and scaled up.
    pub fn can_redraw(&self, size: (usize, usize)) -> bool {
        self.drawn == Some(size) && self.view_sets[0].can_redraw()
    }

    /// Scales the last complete picture up once more, to the current target, without the waterline on the lens.
    pub fn redraw(&self) -> Result<(), GlError> {
        self.view_sets[0].redraw()
    }

    /// Draws every water into a canvas of its own.
    fn draw_parts(
        &mut self,
        simulation: &Simulation,
        eye: impl Fn(Part) -> Eye,
        parts: [Part; 2],
        samples: usize,
    ) -> Result<(), GlError> {
        let gl = self.gl()?.clone();
        let (first, second) = self.view_sets.split_at_mut(1);
        second[0].follow(&first[0]);
        for (index, part) in parts.into_iter().enumerate() {
            let Some(water_view) = water_view(simulation, index) else {
                break;
            };
            let canvas = Canvas::sized(&mut self.canvases[index], &gl, part.size(), samples)?;
            let eye = eye(part).scaled(camera_metre(simulation, water_view.water));
            self.view_sets[index].draw(&water_view, &eye, part.size(), samples, || {
                canvas.draw_here();
            })?;
        }
        Ok(())
    }
}

/// Whether all water shown is open.
pub(super) fn is_at_sea(simulation: &Simulation) -> bool {
    simulation.waters().all(|water| water.model().is_open())
}

/// Length of the pool, or of the first of two, metres; 2 without a pool.
pub(super) fn pool_length(simulation: &Simulation) -> f64 {
    let pool = simulation.waters().find(|water| !water.model().is_open());
    pool.map_or(2.0, Water::length)
}

/// Metres of a water per metre of the camera's world: 1, but next to a pool a sea is scaled so that its patch is as long as the pool.
pub(super) fn camera_metre(simulation: &Simulation, water: &dyn Water) -> f32 {
    match water.model().is_open() && !is_at_sea(simulation) {
        true => (water.length() / pool_length(simulation)) as f32,
        false => 1.0,
    }
}

/// The water of a part, with its walls.
fn water_view(simulation: &Simulation, index: usize) -> Option<WaterView<'_>> {
    match index {
        0 => Some(WaterView::of(simulation)),
        _ => WaterView::compared(simulation),
    }
}
