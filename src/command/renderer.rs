//! Who draws the pictures of `render`: one trait, so that a clip does not know whether it comes from the CPU or from GL.

use super::arguments::{Gl, PixelSize};
use crate::grid::Grid;
use crate::light::{Fit, Look, PictureRipple, Pyramid};
use crate::parameter::Settings;
use crate::scene::{Play, Scene};
use crate::stage::textures::Textures;
use anyhow::{Result, bail};

/// The size of the mesh view's pictures where none is asked for.
const MESH_SIZE: (u32, u32) = (1280, 720);

/// Draws pictures of a scene being played.
pub trait Renderer {
    /// The picture now: opaque RGBA, row 0 at the top.
    fn frame(&mut self, play: &Play) -> Result<&Grid<[u8; 4]>>;
}

/// The renderer for the view of `scene`. Without a `size`, the picture view has that of its picture.
pub fn open_renderer(scene: &Scene, size: Option<PixelSize>, gl: Gl) -> Result<Box<dyn Renderer>> {
    let kind = scene.view.kind.name;
    match (kind, gl) {
        ("picture", Gl::Auto | Gl::None) => Ok(Box::new(CpuPicture::new(scene, size)?)),
        (_, Gl::None) => bail!(
            "the {kind} view can't be drawn without OpenGL: leave out --gl none, or take --view picture"
        ),
        _ => bail!("the {kind} view is not built yet with OpenGL: take --view picture"),
    }
}

/// The pixels that a renderer of `scene` draws where no size is asked for and there is no picture to take it from.
pub fn default_size() -> (u32, u32) {
    MESH_SIZE
}

/// The picture view on the CPU.
pub struct CpuPicture {
    picture: Pyramid,
    ripple: PictureRipple,
    output: Grid<[u8; 4]>,
}

impl CpuPicture {
    /// Loads the picture of the scene.
    pub fn new(scene: &Scene, size: Option<PixelSize>) -> Result<Self> {
        let picture = Pyramid::new(Textures::of(&scene.view).picture()?);
        let (width, height) = match size {
            Some(size) => (size.width() as usize, size.height() as usize),
            None => own_size(picture.size()),
        };
        Ok(Self {
            picture,
            ripple: ripple(scene.view.settings_of(scene.view.kind)),
            output: Grid::new(width, height, [0, 0, 0, 255]),
        })
    }
}

impl Renderer for CpuPicture {
    fn frame(&mut self, play: &Play) -> Result<&Grid<[u8; 4]>> {
        self.ripple
            .render(&self.picture, &play.heights(), &mut self.output);
        Ok(&self.output)
    }
}

/// The size of the picture, made smaller where it is larger than any output can be.
fn own_size((width, height): (usize, usize)) -> (usize, usize) {
    let most = PixelSize::MAX as usize;
    let longer = width.max(height);
    if longer <= most {
        return (width, height);
    }
    let fit = |side: usize| (side * most / longer).max(1);
    (fit(width), fit(height))
}

/// The picture ripple as the parameters of the picture view describe it.
fn ripple(settings: &Settings) -> PictureRipple {
    PictureRipple {
        displacement: settings.real("displacement"),
        shine: settings.real("shine"),
        look: match settings.choice("look") {
            0 => Look::Nearest,
            _ => Look::Smooth,
        },
        fit: match settings.choice("fit") {
            0 => Fit::Cover,
            _ => Fit::Letterbox,
        },
    }
}
