//! The passes after a scene: edge smoothing, upscale, waterline on the lens. The scene is drawn into a target of their own: scene colour in
//! floats with a depth texture for views with physical light, display colours for the others (docs/models.md §14). The first pass reads
//! scene colour and maps tones of what it has averaged; a picture that is neither smoothed nor scaled has a tone map of its own.

mod glare;
mod metering;

use super::frame::{Pass, Profiler, SceneColour};
use super::shader::{SCREEN, Slot, Wanted, glsl};
use super::tone_mapping::{Metering, ToneMapping};
use crate::gl::{Blend, Canvas, Depth, Format, Gl, GlError, Primitive, Program, Target, Texture};
use crate::grid::Grid;
use glam::Vec2;
use glare::{Glare, GlarePrograms};
use metering::Meter;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Samples a pixel with a graphics card. A software rasteriser would pay for each sample: it uses one, and edges are smoothed afterwards.
const SAMPLES: usize = 4;

/// Contrast threshold of an edge, relative to the brightest neighbour: with one sample a pixel; and with several, which preserves the
/// fine pattern of a sharp image.
const EDGES: [f32; 2] = [0.12, 0.25];

/// Gain of fine detail before a picture of few pixels is scaled up, which blurs it.
const SHARPENING: f32 = 1.3;

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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The content of the target.
    pub colour: Colour,
    /// Its width and height in pixels.
    pub size: (usize, usize),
    /// Its samples a pixel.
    pub samples: usize,
    /// The passes.
    pub finish: Finish,
    /// How they map tones.
    pub tone_mapping: ToneMapping,
    /// Light scattered around bright things, relative to a clean lens, 0 to 10; of scene colour only.
    pub glare: f32,
    /// Width of the scene's target relative to that of the final target, 0 to 1.
    pub scale: f32,
}

impl Plan {
    fn is_smoothed_before_scaling(&self) -> bool {
        self.finish == Finish::Scaled && self.samples == 1
    }

    /// The pass that reads the scene.
    fn first_pass(&self) -> Pass {
        match self.finish {
            Finish::Smoothed => Pass::EdgeSmoothing,
            Finish::Scaled if self.samples == 1 => Pass::EdgeSmoothing,
            Finish::Plain if self.colour == Colour::Scene => Pass::ToneMap,
            Finish::Plain | Finish::Scaled => Pass::Upscale,
        }
    }
}

/// The targets and programs of the passes after a scene.
pub struct Post {
    gl: Gl,
    /// Shared between instances.
    programs: Rc<Programs>,
    /// The scene's target, and what it was made for.
    scene: Option<(Canvas, Colour, usize)>,
    /// The light scattered around bright things, of scene colour.
    glare: Option<Glare>,
    /// The exposure by its coarse levels.
    meter: Option<Meter>,
    /// The picture with smoothed edges, if it is then scaled.
    smoothed: Option<Target>,
    /// `smoothed` of the last picture, while the next one has a target of another size or none.
    previous: RefCell<Option<Target>>,
    /// Whether the last picture was scaled up from `smoothed`.
    can_redraw: Cell<bool>,
}

/// A finished scene, for what is drawn over the picture.
#[derive(Clone, Copy)]
pub struct FinishedScene<'a> {
    /// The scene colour.
    picture: &'a Texture,
    tone_mapping: ToneMapping,
    /// The factor of its exposure, where it is metered.
    metered: Option<&'a Texture>,
}

impl<'a> FinishedScene<'a> {
    /// A scene colour whose exposure is not metered.
    pub fn unmetered(picture: &'a Texture) -> Self {
        Self {
            picture,
            tone_mapping: ToneMapping::default(),
            metered: None,
        }
    }

    /// How its tones are mapped.
    pub(super) fn tone_mapping(&self) -> ToneMapping {
        self.tone_mapping
    }

    /// Sets the uniforms of a program that reads it and maps its tones.
    pub(super) fn set(&self, program: &Program) {
        program.set("u_picture", self.picture);
        if let Some(metered) = self.metered {
            program.set_where_known("u_metered", metered);
        }
    }
}

/// Edge smoothing and upscale have a variant for display colours and one for scene colour with each kind of tone mapping.
#[derive(Default)]
struct Programs {
    tone_map: [Slot; ToneMapping::COUNT],
    edge_smoothing: [Slot; 1 + ToneMapping::COUNT],
    upscale: [Slot; 1 + ToneMapping::COUNT],
    glare: GlarePrograms,
    metering: Slot,
}

impl Programs {
    /// The program of a pass that draws one picture from another; `tones` is the tone mapping of scene colour.
    fn of(&self, pass: Pass, tones: Option<ToneMapping>) -> Wanted<'_> {
        let (variant, defines) = match tones {
            None => (0, [""; 3]),
            Some(tones) => {
                let [curve, metering] = tones.defines();
                (1 + tones.variant(), ["SCENE", curve, metering])
            }
        };
        let (slot, text) = match pass {
            Pass::EdgeSmoothing => (
                &self.edge_smoothing[variant],
                glsl!("post/edge_smoothing.frag"),
            ),
            Pass::Upscale => (&self.upscale[variant], glsl!("post/upscale.frag")),
            _ => (
                &self.tone_map[variant.saturating_sub(1)],
                glsl!("post/tone_map.frag"),
            ),
        };
        slot.wanted(pass.name(), defines, SCREEN, text)
    }
}

impl Post {
    /// Without targets yet.
    pub fn new(gl: &Gl) -> Self {
        Self {
            gl: gl.clone(),
            programs: Rc::default(),
            scene: None,
            glare: None,
            meter: None,
            smoothed: None,
            previous: RefCell::default(),
            can_redraw: Cell::new(false),
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
        let program = self.programs.of(plan.first_pass(), Some(plan.tone_mapping));
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
                // Clamped to its edges: llvmpipe samples that faster than mirrored repeats.
                true => Target::with_formats(gl, &[Format::Rgba8], size, false).map(Some),
                false => Ok(there),
            }
        };
        let wants_smoothed = plan.is_smoothed_before_scaling();
        let is_kept = wants_smoothed && self.smoothed.as_ref().is_some_and(fits);
        let previous = self.previous.get_mut();
        if !is_kept && self.can_redraw.get() && previous.is_none() {
            *previous = self.smoothed.take();
        }
        self.smoothed = texture(self.smoothed.take(), wants_smoothed)?;
        let is_metered = colour == Colour::Scene && plan.tone_mapping.metering == Metering::Picture;
        let has_glare = colour == Colour::Scene && plan.glare > 0.0;
        self.glare = match has_glare || is_metered {
            true => match self
                .glare
                .take()
                .filter(|glare| glare.fits(size, plan.scale))
            {
                Some(glare) => Some(glare),
                None => Some(Glare::new(gl, size, plan.scale)?),
            },
            false => None,
        };
        self.meter = match (is_metered, self.meter.take()) {
            (true, Some(meter)) => Some(meter),
            (true, None) => Some(Meter::new(gl)?),
            (false, _) => None,
        };
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
                        let format = SceneColour::format(gl, is_radiance);
                        Canvas::of_floats(gl, format, size, plan.samples)?
                    }
                };
                (canvas, colour, plan.samples)
            }
        };
        self.scene.insert(scene).0.draw_here();
        Ok(())
    }

    /// Runs the passes after the scene. `choose_target` binds the final target, when everything else has been drawn; `draw_lens` draws
    /// over the picture there.
    pub fn finish(
        &self,
        plan: &Plan,
        profiler: &Profiler,
        draw_lens: impl FnOnce(&FinishedScene<'_>) -> Result<(), GlError>,
        choose_target: impl FnOnce(),
    ) -> Result<(), GlError> {
        let scene = self.scene.as_ref();
        let Some(scene) = scene.and_then(|(canvas, ..)| canvas.finished().colour()) else {
            return Ok(());
        };
        let is_scene = plan.colour == Colour::Scene;
        if let Some(glare) = &self.glare {
            profiler.run(Pass::Glare, || {
                let has_light = plan.glare > 0.0;
                glare.draw(&self.gl, &self.programs.glare, scene, has_light)
            })?;
            if let Some(meter) = &self.meter {
                profiler.run(Pass::Metering, || {
                    let stops = plan.tone_mapping.stops;
                    meter.draw(&self.gl, &self.programs.metering, glare.coarse(), stops)
                })?;
            }
        }
        let run = |pass, picture, is_scene| {
            profiler.run(pass, || self.cover(plan, pass, picture, is_scene))
        };
        match self
            .smoothed
            .as_ref()
            .map(|target| (target, target.colour()))
        {
            Some((target, Some(smoothed))) => {
                target.draw_here();
                run(Pass::EdgeSmoothing, scene, is_scene)?;
                self.previous.take();
                self.can_redraw.set(true);
                choose_target();
                run(Pass::Upscale, smoothed, false)?;
            }
            _ => {
                choose_target();
                run(plan.first_pass(), scene, is_scene)?;
                self.previous.take();
                self.can_redraw.set(false);
            }
        }
        match is_scene {
            true => profiler.run(Pass::Waterline, || draw_lens(&self.finished(plan, scene))),
            false => Ok(()),
        }
    }

    fn finished<'a>(&'a self, plan: &Plan, picture: &'a Texture) -> FinishedScene<'a> {
        FinishedScene {
            picture,
            tone_mapping: plan.tone_mapping,
            metered: self.meter.as_ref().and_then(Meter::factor),
        }
    }

    /// Whether the last picture was smoothed and then scaled up, so that [`Post::redraw`] can scale it again.
    #[cfg(feature = "session")]
    pub(crate) fn can_redraw(&self) -> bool {
        self.can_redraw.get()
    }

    /// Scales the last picture up once more, to the current target, without the waterline on the lens.
    #[cfg(feature = "session")]
    pub(crate) fn redraw(&self) -> Result<(), GlError> {
        let previous = self.previous.borrow();
        let smoothed = previous.as_ref().or(self.smoothed.as_ref());
        let Some(picture) = smoothed.and_then(Target::colour) else {
            return Ok(());
        };
        let program = self.programs.of(Pass::Upscale, None);
        let program = self.gl.without_interruption(|| program.get(&self.gl))?;
        program.set("u_picture", picture);
        self.gl.state(Blend::Off, Depth::Off);
        self.gl.draw(program, Primitive::Triangles, 3, 1);
        Ok(())
    }

    /// Draws a pass over the whole current target.
    fn cover(
        &self,
        plan: &Plan,
        pass: Pass,
        picture: &Texture,
        is_scene: bool,
    ) -> Result<(), GlError> {
        let tones = is_scene.then_some(plan.tone_mapping);
        let program = self.programs.of(pass, tones).get(&self.gl)?;
        self.finished(plan, picture).set(program);
        program.set_where_known("u_noise", EDGES[usize::from(plan.samples > 1)]);
        program.set_where_known("u_sharpening", SHARPENING * (1.0 - plan.scale));
        SceneColour::new(false).set_code(program);
        let glare = self.glare.as_ref().filter(|_| plan.glare > 0.0);
        let light = glare.and_then(Glare::light);
        let [scattered, of_level] = glare.map_or([0.0; 2], |glare| glare.shares(plan.glare));
        program.set_where_known("u_glare", light.unwrap_or(picture));
        program.set_where_known("u_glare_share", Vec2::new(of_level, 1.0 - scattered));
        self.gl.state(Blend::Off, Depth::Off);
        self.gl.draw(program, Primitive::Triangles, 3, 1);
        Ok(())
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
        self.glare = None;
        self.meter = None;
        self.smoothed = None;
        self.previous.take();
        self.can_redraw.set(false);
    }
}
