//! The passes after a scene: tone map, waterline on the lens, edge smoothing, upscale. The scene is drawn into a target of their own: scene
//! colour in floats with a depth texture for views with physical light, display colours for the others (docs/models.md §14).

use super::frame::{Pass, Profiler, SceneColour};
use super::shader::{SCREEN, Slot, Wanted, glsl};
use crate::gl::{Blend, Canvas, Depth, Gl, GlError, Primitive, Program, Target, Texture};
use crate::grid::Grid;
use std::rc::Rc;

/// Samples a pixel with a graphics card. A software rasteriser would pay for each sample: it uses one, and edges are smoothed afterwards.
const SAMPLES: usize = 4;

/// Contrast threshold of an edge, relative to the brightest neighbour: with one sample a pixel; and with several, which preserves the
/// fine pattern of a sharp image.
const EDGES: [f32; 2] = [0.12, 0.25];

/// What a view draws into the scene's target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Display colours.
    Display,
    /// Scene colour, which the tone map turns into display colours.
    Scene,
    /// Scene colour without exposure, for [`Post::radiance`]; no pass follows.
    Radiance,
}

/// How a picture is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// As it is.
    Plain,
    /// Edges are smoothed, at the resolution of the target.
    Smoothed,
    /// Scaled up to the target. Edges are smoothed before, if there is one sample a pixel.
    Scaled,
}

/// A scene's target, and the passes after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The content of the target.
    pub colour: Colour,
    /// Its width and height in pixels.
    pub size: (usize, usize),
    /// Its samples a pixel.
    pub samples: usize,
    /// The passes.
    pub finish: Finish,
}

impl Plan {
    fn is_smoothed_before_scaling(&self) -> bool {
        self.finish == Finish::Scaled && self.samples == 1
    }

    fn scene_colour(&self) -> SceneColour {
        SceneColour::new(self.samples, self.colour == Colour::Radiance)
    }
}

/// The targets and programs of the passes after a scene.
pub struct Post {
    gl: Gl,
    /// Shared between instances.
    programs: Rc<Programs>,
    /// The scene's target, and what it was made for.
    scene: Option<(Canvas, Colour, usize)>,
    /// The tone-mapped picture, if passes follow.
    display: Option<Target>,
    /// The picture with smoothed edges, if it is then scaled.
    smoothed: Option<Target>,
}

#[derive(Default)]
struct Programs {
    /// Of scene colour as it is, and coded.
    tone_map: [Slot; 2],
    edge_smoothing: Slot,
    upscale: Slot,
}

impl Programs {
    fn tone_map(&self, colour: SceneColour) -> Wanted<'_> {
        let text = glsl!("post/tone_map.frag");
        let define = if colour.is_coded() { "CODED" } else { "" };
        let slot = &self.tone_map[usize::from(colour.is_coded())];
        slot.wanted("tone map", [define], SCREEN, text)
    }

    fn edge_smoothing(&self) -> Wanted<'_> {
        let text = glsl!("post/edge_smoothing.frag");
        self.edge_smoothing
            .wanted("edge smoothing", [], SCREEN, text)
    }

    fn upscale(&self) -> Wanted<'_> {
        let text = glsl!("post/upscale.frag");
        self.upscale.wanted("upscale", [], SCREEN, text)
    }
}

impl Post {
    /// Without targets yet.
    pub fn new(gl: &Gl) -> Self {
        Self {
            gl: gl.clone(),
            programs: Rc::default(),
            scene: None,
            display: None,
            smoothed: None,
        }
    }

    /// Another instance with the same programs.
    pub fn new_sharing(&self) -> Self {
        Self {
            programs: self.programs.clone(),
            ..Self::new(&self.gl)
        }
    }

    /// Samples a pixel of a picture that is scaled up.
    pub fn scaled_samples(gl: &Gl) -> usize {
        match gl.capability().is_software() {
            true => 1,
            false => SAMPLES,
        }
    }

    /// Starts the compilation of the programs that every frame of a view with light needs.
    #[cfg(feature = "session")]
    pub(crate) fn begin(&self, plan: &Plan) -> Result<(), GlError> {
        let program = self.programs.tone_map(plan.scene_colour());
        program.begin(&self.gl)
    }

    /// Binds the scene's target. Returns an error if there is no memory for it, or for the targets of the passes that follow.
    pub fn draw_here(&mut self, plan: &Plan) -> Result<(), GlError> {
        let Plan { colour, size, .. } = *plan;
        let gl = &self.gl;
        let fits = |target: &Target| target.size() == size;
        let texture = |there: Option<Target>, wanted: bool| {
            let there = there.filter(|target| wanted && fits(target));
            match wanted && there.is_none() {
                true => Target::texture(gl, size.0, size.1, false).map(Some),
                false => Ok(there),
            }
        };
        let is_mapped = colour == Colour::Scene && plan.finish != Finish::Plain;
        self.display = texture(self.display.take(), is_mapped)?;
        self.smoothed = texture(self.smoothed.take(), plan.is_smoothed_before_scaling())?;
        let is_same = |(canvas, of, samples): &(Canvas, Colour, usize)| {
            (canvas.size(), *of, *samples) == (size, colour, plan.samples)
        };
        let scene = match self.scene.take().filter(is_same) {
            Some(scene) => scene,
            None => {
                let canvas = match colour {
                    Colour::Display => Canvas::new(gl, size, plan.samples)?,
                    Colour::Scene | Colour::Radiance => {
                        let is_radiance = colour == Colour::Radiance;
                        let format = SceneColour::format(gl, plan.samples, is_radiance);
                        Canvas::of_floats(gl, format, size, plan.samples)?
                    }
                };
                (canvas, colour, plan.samples)
            }
        };
        self.scene.insert(scene).0.draw_here();
        Ok(())
    }

    /// Runs the passes after the scene. `draw_lens` draws over the tone-mapped picture; `choose_target` binds the final target, after
    /// everything else has been drawn.
    pub fn finish(
        &self,
        plan: &Plan,
        profiler: &Profiler,
        draw_lens: impl FnOnce() -> Result<(), GlError>,
        choose_target: impl FnOnce(),
    ) -> Result<(), GlError> {
        let scene = self.scene.as_ref();
        let Some(mut picture) = scene.and_then(|(canvas, ..)| canvas.finished().colour()) else {
            return Ok(());
        };
        if plan.colour == Colour::Scene {
            match &self.display {
                Some(display) => display.draw_here(),
                None => {
                    choose_target();
                    self.tone_map(plan, picture)?;
                    profiler.end(Pass::ToneMap);
                    draw_lens()?;
                    profiler.end(Pass::Waterline);
                    return Ok(());
                }
            }
            self.tone_map(plan, picture)?;
            profiler.end(Pass::ToneMap);
            draw_lens()?;
            profiler.end(Pass::Waterline);
            picture = self
                .display
                .as_ref()
                .and_then(Target::colour)
                .unwrap_or(picture);
        }
        if let Some(smoothed) = &self.smoothed {
            smoothed.draw_here();
            self.smooth_edges(EDGES[0], picture)?;
            profiler.end(Pass::EdgeSmoothing);
            picture = smoothed.colour().unwrap_or(picture);
        }
        choose_target();
        match plan.finish {
            Finish::Smoothed => {
                self.smooth_edges(EDGES[usize::from(plan.samples > 1)], picture)?;
                profiler.end(Pass::EdgeSmoothing);
            }
            Finish::Plain | Finish::Scaled => {
                self.cover(self.programs.upscale().get(&self.gl)?, picture);
                profiler.end(Pass::Upscale);
            }
        }
        Ok(())
    }

    fn tone_map(&self, plan: &Plan, scene: &Texture) -> Result<(), GlError> {
        let colour = plan.scene_colour();
        let program = self.programs.tone_map(colour).get(&self.gl)?;
        program.set("u_scene", scene);
        colour.set_code(program);
        self.gl.state(Blend::Off, Depth::Off);
        self.gl.draw(program, Primitive::Triangles, 3, 1);
        Ok(())
    }

    /// Smooths edges above a contrast threshold.
    fn smooth_edges(&self, contrast: f32, picture: &Texture) -> Result<(), GlError> {
        let program = self.programs.edge_smoothing().get(&self.gl)?;
        program.set("u_noise", contrast);
        self.cover(program, picture);
        Ok(())
    }

    /// Draws a picture over the whole current target.
    fn cover(&self, program: &Program, picture: &Texture) {
        program.set("u_picture", picture);
        self.gl.state(Blend::Off, Depth::Off);
        self.gl.draw(program, Primitive::Triangles, 3, 1);
    }

    /// Waits for the GPU and returns the scene drawn last as [`Colour::Radiance`]: red, green and blue, and 1; row 0 is the top.
    pub fn radiance(&self) -> Option<Grid<[f32; 4]>> {
        let (canvas, ..) = self.scene.as_ref()?;
        Some(canvas.target().read_floats(0))
    }

    /// The depth of the scene drawn last, 0 to 1, one value a pixel; `None` for display colours.
    pub fn depth(&self) -> Option<&Texture> {
        let (canvas, ..) = self.scene.as_ref()?;
        canvas.finished_depth()
    }

    /// Drops the targets.
    pub fn forget(&mut self) {
        self.scene = None;
        self.display = None;
        self.smoothed = None;
    }
}
