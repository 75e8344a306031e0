//! The renderers of `render`: one trait for the CPU and for GL.

use super::arguments::{Gl, PixelSize};
use crate::desktop::Offscreen;
use crate::gl::GlError;
use crate::grid::Grid;
use crate::light::{PictureFit, PictureRipple, Pyramid};
use crate::scene::{Camera, Scene, Simulation, Sky, WaterConfig};
use crate::session::textures::Textures;
use crate::session::{FlyCamera, LINE, Legend, Part, SideBySide, Split, ViewSet, WaterView};
use crate::view::{Colours, LitView, Pass, picture_crop, picture_ripple};
use anyhow::{Result, anyhow, bail};

/// Default size of pictures of the mesh view.
const MESH_SIZE: (usize, usize) = (1280, 720);
/// Samples a pixel of the mesh view's pictures.
const SAMPLES: usize = 4;

/// Renders pictures of a simulation.
pub trait Renderer {
    /// The current picture: opaque RGBA, row 0 at the top.
    fn frame(&mut self, simulation: &Simulation) -> Result<&Grid<[u8; 4]>>;

    /// Moves the camera, in a view that has one.
    fn look_from(&mut self, camera: &Camera) {
        let _ = camera;
    }

    /// The legends of colour scales in the last picture, a line for each water.
    fn legend(&self, simulation: &Simulation) -> Vec<String> {
        let _ = simulation;
        Vec::new()
    }

    /// Width and height of the pictures in pixels.
    fn size(&self) -> (usize, usize);
}

/// The renderer for the view of `scene`. Without a `size`, the picture view has that of its picture.
pub fn open_renderer(scene: &Scene, size: Option<PixelSize>, gl: Gl) -> Result<Box<dyn Renderer>> {
    let kind = scene.view.kind.name;
    let in_colour = || {
        let settings = scene.view.settings_of(scene.view.kind);
        settings.choice::<Colours>("colours") != Colours::None
    };
    let has_land = scene.waters().any(WaterConfig::has_land);
    match (kind, gl) {
        ("picture", Gl::None) if in_colour() => bail!(
            "a field in colours can't be drawn without OpenGL: omit --gl none, or use --set view.colours=none"
        ),
        ("picture", Gl::None) if !scene.bodies.is_empty() => {
            bail!("bodies can't be drawn without OpenGL: omit --gl none")
        }
        ("picture", Gl::None) if has_land => {
            bail!("land can't be drawn without OpenGL: omit --gl none")
        }
        ("picture", Gl::Auto | Gl::None)
            if !in_colour() && scene.bodies.is_empty() && !has_land =>
        {
            Ok(Box::new(CpuPicture::new(scene, size)?))
        }
        (_, Gl::None) => bail!(
            "the {kind} view can't be drawn without OpenGL: omit --gl none, or use --view picture"
        ),
        _ => Ok(Box::new(GlPicture::new(scene, size, gl)?)),
    }
}

/// Any view, on an off-screen GL context.
pub struct GlPicture {
    views: SideBySide,
    camera: FlyCamera,
    sky: Sky,
    stage: Offscreen,
}

impl GlPicture {
    /// Creates a context and loads the scene's pictures.
    pub fn new(scene: &Scene, size: Option<PixelSize>, gl: Gl) -> Result<Self> {
        // The 2D view computes every pixel exactly; multisampling has no effect.
        let samples = if scene.view.kind.name == "picture" {
            1
        } else {
            SAMPLES
        };
        Self::with_samples(scene, size, gl, samples)
    }

    /// As [`GlPicture::new`], with `samples` samples a pixel.
    pub fn with_samples(
        scene: &Scene,
        size: Option<PixelSize>,
        gl: Gl,
        samples: usize,
    ) -> Result<Self> {
        let size = match size {
            Some(size) => (size.width() as usize, size.height() as usize),
            None if scene.view.kind.name == "picture" => {
                let picture = Textures::of(scene).picture()?;
                own_size(scene, (picture.columns(), picture.rows()))
            }
            None => MESH_SIZE,
        };
        let api = gl.api().unwrap_or_default();
        let stage = Offscreen::open(size, samples, api).map_err(smaller)?;
        Self::on(stage, scene)
    }

    /// The lit view of a scene, as linear radiance for [`GlPicture::radiance`], one sample at the centre of each pixel.
    pub fn of_radiance(scene: &Scene, size: Option<PixelSize>, gl: Gl) -> Result<Self> {
        let kind = scene.view.kind.name;
        if kind != "lit" {
            bail!(
                "the {kind} view has no physical light to write as radiance: use --view lit, or a .png"
            );
        }
        if scene.compare.is_some() {
            bail!(
                "radiance is written of one water at a time: remove the scene's [compare], or use a .png"
            );
        }
        let Some(api) = gl.api() else {
            bail!("radiance can't be drawn without OpenGL: omit --gl none");
        };
        let size = size.map_or(MESH_SIZE, |size| {
            (size.width() as usize, size.height() as usize)
        });
        let stage = Offscreen::open(size, 1, api).map_err(smaller)?;
        if !LitView::is_able(stage.gl()) {
            bail!("this driver can't draw into textures of floats, which radiance needs");
        }
        Self::on(stage, scene)
    }

    fn on(stage: Offscreen, scene: &Scene) -> Result<Self> {
        let view_set = ViewSet::of_scene(Some(stage.gl()), scene)?;
        Ok(Self {
            views: SideBySide::new(Some(stage.gl()), view_set, Split::new(scene.split)),
            camera: FlyCamera::of_scene(scene),
            sky: scene.sky.clone(),
            stage,
        })
    }

    /// The current radiance in red, green and blue, before exposure and tone mapping, and 1; row 0 at the top.
    pub fn radiance(&mut self, simulation: &Simulation) -> Result<Grid<[f32; 4]>> {
        self.ride(simulation);
        let (width, height) = self.stage.size();
        let eye = self.camera.eye(width as f32 / height as f32);
        let view_set = self.views.view_set_mut();
        let water_view = WaterView::of(simulation);
        Ok(self.stage.radiance(view_set, &water_view, &eye)?)
    }

    /// Draws without waiting for the GPU or reading the picture back.
    pub fn draw(&mut self, simulation: &Simulation) -> Result<()> {
        self.ride(simulation);
        let camera = &self.camera;
        let eye = |(width, height): (usize, usize)| camera.eye(width as f32 / height as f32);
        if simulation.other().is_some() {
            let eye = |part: Part| eye(part.size());
            return Ok(self
                .stage
                .draw_side_by_side(&mut self.views, simulation, eye)?);
        }
        let eye = eye(self.stage.size());
        let view_set = self.views.view_set_mut();
        Ok(self
            .stage
            .draw(view_set, &WaterView::of(simulation), &eye)?)
    }

    /// Moves the camera with the water, and the sun to where it is at the time of the simulation.
    fn ride(&mut self, simulation: &Simulation) {
        self.camera.ride(simulation, self.views.height_scale());
        let rate = self.sky.hours_per_second();
        if rate > 0.0 && self.sky.panorama.is_none() {
            let sky = (self.sky).after(simulation.step() as f64 / simulation.steps_per_second());
            let view_set = self.views.view_set_mut();
            view_set.set_turning(sky.turning(rate));
            view_set.set_sky(sky.conditions());
        }
    }

    /// Draws the picture and lets a painter draw over it, on the context of [`GlPicture::context`].
    pub fn frame_under(
        &mut self,
        simulation: &Simulation,
        paint: impl FnOnce((usize, usize)),
    ) -> Result<&Grid<[u8; 4]>> {
        self.draw(simulation)?;
        self.stage.paint_over(paint);
        Ok(self.stage.read())
    }

    /// Waits until everything is drawn.
    pub fn finish(&mut self) {
        self.stage.read();
    }

    /// Calls `ended` after the draw calls of each pass of a frame.
    pub fn watch(&mut self, ended: impl Fn(Pass) + 'static) {
        self.views.view_set_mut().watch(ended);
    }

    /// The GL context.
    pub fn context(&self) -> &crate::gl::Gl {
        self.stage.gl()
    }

    /// The name of the GL renderer.
    pub fn renderer_name(&self) -> &str {
        &self.stage.gl().capability().renderer
    }
}

impl Renderer for GlPicture {
    fn frame(&mut self, simulation: &Simulation) -> Result<&Grid<[u8; 4]>> {
        self.draw(simulation)?;
        Ok(self.stage.read())
    }

    fn look_from(&mut self, camera: &Camera) {
        self.camera.look_from(camera);
    }

    fn legend(&self, simulation: &Simulation) -> Vec<String> {
        let legends = Legend::all(&self.views, simulation);
        legends.iter().map(Legend::line).collect()
    }

    fn size(&self) -> (usize, usize) {
        self.stage.size()
    }
}

/// The picture view on the CPU, of one water or of two side by side.
pub struct CpuPicture {
    picture: Pyramid,
    ripple: PictureRipple,
    output: Grid<[u8; 4]>,
    /// The part of each of two waters, with its own canvas.
    parts: Option<[(Part, Grid<[u8; 4]>); 2]>,
}

impl CpuPicture {
    /// Loads the picture of the scene.
    pub fn new(scene: &Scene, size: Option<PixelSize>) -> Result<Self> {
        let picture = Textures::of(scene).rippled()?;
        let (width, height) = match size {
            Some(size) => (size.width() as usize, size.height() as usize),
            None => own_size(scene, picture.size()),
        };
        let parts = scene.compare.is_some().then(|| {
            let parts = Split::new(scene.split).parts((width, height));
            parts.map(|part| (part, Grid::new(part.width, part.height, LINE)))
        });
        Ok(Self {
            picture,
            ripple: picture_ripple(scene.view.settings_of(scene.view.kind)),
            output: Grid::new(width, height, LINE),
            parts,
        })
    }
}

impl Renderer for CpuPicture {
    fn frame(&mut self, simulation: &Simulation) -> Result<&Grid<[u8; 4]>> {
        let Self {
            picture,
            ripple,
            output,
            parts,
        } = self;
        let waters =
            std::iter::once(WaterView::of(simulation)).chain(WaterView::compared(simulation));
        match parts {
            None => draw(ripple, picture, &WaterView::of(simulation), output),
            Some(parts) => {
                for (water_view, (part, drawn)) in waters.zip(parts) {
                    draw(ripple, picture, &water_view, drawn);
                    for row in 0..part.height {
                        let into = &mut output.row_mut(row)[part.left..];
                        let count = part.width.min(into.len());
                        into[..count].copy_from_slice(&drawn.row(row)[..count]);
                    }
                }
            }
        }
        Ok(&self.output)
    }

    fn size(&self) -> (usize, usize) {
        (self.output.columns(), self.output.rows())
    }
}

/// Draws one water over all of `output`.
fn draw(
    ripple: &PictureRipple,
    picture: &Pyramid,
    water_view: &WaterView,
    output: &mut Grid<[u8; 4]>,
) {
    ripple.render(picture, water_view.surface(), output);
}

/// Adds the option that reduces the size to an error.
fn smaller(error: GlError) -> anyhow::Error {
    match error {
        GlError::NoRoom {
            fits: Some((width, height)),
            ..
        } => anyhow!("{error}: use --size {width}x{height} or smaller"),
        error => error.into(),
    }
}

/// The size at which the pool shows a picture of `size`, reduced to the maximum size of an output.
fn own_size(scene: &Scene, size: (usize, usize)) -> (usize, usize) {
    let settings = scene.view.settings_of(scene.view.kind);
    let cells = scene.size;
    let cells = (cells.columns(), cells.rows());
    let crop = picture_crop(settings, size, cells);
    let (mut width, mut height) = (crop.width as usize, crop.height as usize);
    if (width, height) == cells {
        let whole = PictureFit::Cover.crop(size, cells);
        (width, height) = (whole.width as usize, whole.height as usize);
    }
    let most = PixelSize::MAX as usize;
    let longer = width.max(height);
    if longer <= most {
        return (width, height);
    }
    let fit = |side: usize| (side * most / longer).max(1);
    (fit(width), fit(height))
}
