//! A frame: its inputs, its passes in order, and the scene colour that the passes of a view with physical light write.

use super::{Eye, Level, Materials, Shown, SkyLight};
use crate::gl::{Format, Gl, GlError, Program};
use std::rc::Rc;

/// The inputs of a frame.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// The GL context.
    pub gl: &'a Gl,
    /// The surface, bounded or open.
    pub surface: &'a Shown<'a>,
    /// The eye.
    pub eye: &'a Eye,
    /// Textures.
    pub materials: &'a Materials,
    /// The sky.
    pub sky: &'a SkyLight,
    /// Width and height of the target in pixels.
    pub size: (usize, usize),
    /// Pixels of the picture in which it is shown: as many, or more at a reduced level of detail.
    pub shown_size: (usize, usize),
    /// Samples a pixel of the target of [`View::draw`](super::View::draw); 1 without multisampling.
    pub samples: usize,
    /// Whether scene colour is the radiance itself, for a program to read, instead of exposed for [`Post`](super::Post).
    pub radiance: bool,
    /// Level of detail; `size` is already reduced accordingly.
    pub level: Level,
    /// Whether slow work may be spread over frames while [`Prepared::is_working`](super::Prepared::is_working) is true.
    pub in_steps: bool,
    /// Times the passes.
    pub profiler: &'a Profiler,
}

/// The passes of a frame of the lit view, in the order in which they run. A frame has each of them at most once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pass {
    /// The water's heights or cascades, to the GPU.
    Upload,
    /// Shadows of the bodies.
    Bodies,
    /// Tables of the sky.
    Sky,
    /// Rings of rain, in a patch that repeats.
    RainRings,
    /// Baked parts of the surroundings.
    Surroundings,
    /// Light on floor and walls.
    Caustics,
    /// Which part of the surface is visible at each pixel, for deferred shading.
    SurfaceDepth,
    /// Light shafts in the water.
    Shafts,
    /// Terrace or table, walls and obstacles, and for an eye in the water the floor.
    Ground,
    /// The surface.
    Water,
    /// Sky and distant country.
    Backdrop,
    /// A ship and a lighthouse far out at sea, from dusk on.
    DistantLights,
    /// Water that the wind tears off the crests of a sea.
    Spindrift,
    /// Drops in the air, and the foam where something fell in.
    Particles,
    /// Rain in the air, and its splashes.
    Rain,
    /// The panes of a tank.
    Panes,
    /// Everything under a sea.
    Underwater,
    /// Glare around bright things.
    Glare,
    /// The exposure by the picture's histogram.
    Metering,
    /// From scene colour to display colours, where neither of the next two passes does it.
    ToneMap,
    /// Smoothing of edges.
    EdgeSmoothing,
    /// From a reduced resolution to that of the target.
    Upscale,
    /// The waterline on the lens.
    Waterline,
}

impl Pass {
    /// The name of the pass, for tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Upload => "upload",
            Self::Bodies => "bodies",
            Self::Sky => "sky",
            Self::RainRings => "rain rings",
            Self::Surroundings => "surroundings",
            Self::Caustics => "caustics",
            Self::SurfaceDepth => "surface depth",
            Self::Shafts => "shafts",
            Self::Ground => "ground",
            Self::Water => "water",
            Self::Backdrop => "backdrop",
            Self::DistantLights => "distant lights",
            Self::Spindrift => "spindrift",
            Self::Particles => "particles",
            Self::Rain => "rain",
            Self::Panes => "panes",
            Self::Underwater => "underwater",
            Self::Glare => "glare",
            Self::Metering => "metering",
            Self::ToneMap => "tone map",
            Self::EdgeSmoothing => "edge smoothing",
            Self::Upscale => "upscale",
            Self::Waterline => "waterline",
        }
    }
}

/// Times the passes of frames: it is notified of the end of each one. By default it does nothing.
#[derive(Clone, Default)]
pub struct Profiler(Option<Rc<dyn Fn(Pass)>>);

impl Profiler {
    /// A profiler that calls `ended` after the draw calls of each pass.
    pub fn new(ended: impl Fn(Pass) + 'static) -> Self {
        Self(Some(Rc::new(ended)))
    }

    /// Runs a pass: its draw calls, and the notification of its end.
    pub(super) fn run<T>(
        &self,
        pass: Pass,
        draw: impl FnOnce() -> Result<T, GlError>,
    ) -> Result<T, GlError> {
        let drawn = draw()?;
        if let Some(ended) = &self.0 {
            ended(pass);
        }
        Ok(drawn)
    }
}

/// Largest finite half float.
const MAX_HALF: f32 = 65504.0;

/// The scene colour c at which its code is a half; see [`SceneColour::code`].
const CODE: f32 = 0.15;

/// How the passes of a frame store scene colour, as in `lib/scene_colour.glsl`.
#[derive(Clone, Copy, Debug)]
pub(super) struct SceneColour {
    /// Whether it is multiplied by the exposure.
    is_exposed: bool,
    /// The largest value stored.
    max: f32,
    /// 0: scene colour c is stored linearly. Otherwise as code/(code + c), which is close to one minus the display colour. The driver
    /// averages the samples of a pixel, and edges are smoothed, before the tone map: of linear colours a single bright sample would
    /// outshine the others, and edges against the sky would have steps.
    code: f32,
}

impl SceneColour {
    /// The scene colour of a frame: exposed and coded, or the radiance itself.
    pub(super) fn new(radiance: bool) -> Self {
        // Whatever is brighter is white at any rate; infinity would spoil what is blended with it.
        let (max, code) = match radiance {
            true => (f32::MAX, 0.0),
            false => (MAX_HALF, CODE),
        };
        Self {
            is_exposed: !radiance,
            max,
            code,
        }
    }

    /// The format of its target: half floats, or 32-bit floats for radiance.
    pub(super) fn format(gl: &Gl, radiance: bool) -> Format {
        match radiance {
            true => gl.capability().finest_blended_into(),
            false => Format::Rgba16F,
        }
    }

    /// The colour to which its target is cleared: black.
    pub(super) fn black(&self) -> [f32; 4] {
        let black = if self.is_exposed { 1.0 } else { 0.0 };
        [black, black, black, 1.0]
    }

    /// Sets the uniforms of `lib/scene_colour.glsl`.
    pub(super) fn set(&self, program: &Program, exposure: f32) {
        let exposure = if self.is_exposed { exposure } else { 1.0 };
        program.set_where_known("u_exposure", exposure);
        program.set_where_known("u_max_colour", self.max);
        self.set_code(program);
    }

    /// Sets the uniform for reading it.
    pub(super) fn set_code(&self, program: &Program) {
        program.set_where_known("u_colour_code", self.code);
    }
}

impl Frame<'_> {
    /// Runs a pass of this frame; see [`Profiler`].
    pub(super) fn run<T>(
        &self,
        pass: Pass,
        draw: impl FnOnce() -> Result<T, GlError>,
    ) -> Result<T, GlError> {
        self.profiler.run(pass, draw)
    }

    /// The share of instances that this driver can draw: a software rasteriser works on vertices with one thread only.
    pub(super) fn vertex_share(&self) -> f32 {
        match self.gl.capability().is_software() {
            true => 0.6,
            false => 1.0,
        }
    }

    /// Whether deferred shading of a mesh pays: on a software rasteriser, with one sample a pixel. (With several, each sample at an edge
    /// may see another point.)
    pub(super) fn defers_shading(&self) -> bool {
        self.gl.capability().is_software() && self.samples == 1
    }

    /// How this frame stores scene colour.
    pub(super) fn scene_colour(&self) -> SceneColour {
        SceneColour::new(self.radiance)
    }
}
