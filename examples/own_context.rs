//! Water in a program that has an OpenGL context of its own: `cargo run --example own_context -- water.png`
//!
//! The program here is the smallest there can be: a context without a window, a picture to draw into, and one triangle.
//! What matters is in `Water`: made from the program's own `glow` context, it draws the pool wherever the program is
//! drawing, and the program goes on from there. In a window it is the same: only the context comes from elsewhere.

use glam::Vec3;
use glow::HasContext;
use glutin::api::egl;
use glutin::config::{ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::{ContextApi, ContextAttributesBuilder, Version};
use glutin::display::GlDisplay;
use std::error::Error;
use std::sync::Arc;
use waterlab::gl::{Gl, GlError};
use waterlab::light::SkyConditions;
use waterlab::pool::{Disturbance, Fraction, Size};
use waterlab::session::textures::Textures;
use waterlab::view::{
    Eye, Frame, Level, Materials, MeshView, Profiler, SkyLight, SurfaceTextures, View, Walls,
};
use waterlab::water::Model;

const WIDTH: usize = 960;
const HEIGHT: usize = 540;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let file = std::env::args().nth(1).unwrap_or("water.png".to_owned());
    with_a_context(|gl| {
        let host = Host::new(gl)?;
        let mut water = Water::new(gl)?;
        for (u, v) in [(0.35, 0.4), (0.6, 0.65)] {
            let stone = Disturbance::stone(Fraction::new(u, v)?, 8.0, 120.0);
            water.pool.disturb(&stone);
        }
        for _ in 0..70 {
            water.pool.step();
        }
        water.prepare()?;
        host.begin();
        water.draw()?;
        host.draw_triangle();
        image::save_buffer(
            &file,
            &host.pixels(),
            WIDTH as u32,
            HEIGHT as u32,
            image::ColorType::Rgba8,
        )?;
        println!("saved {file}");
        Ok(())
    })
}

/// A pool and a view of it, in another program's context.
struct Water {
    pool: Box<dyn waterlab::water::Water>,
    gl: Gl,
    view: MeshView,
    surface: SurfaceTextures,
    walls: Walls,
    materials: Materials,
    sky: SkyLight,
    eye: Eye,
}

impl Water {
    fn new(context: &Arc<glow::Context>) -> Result<Self> {
        // SAFETY: the context is current on this thread, and `with_a_context` keeps it so until all of this is dropped.
        let gl = unsafe { Gl::share(context.clone()) }?;
        let model = Model::named("wave").ok_or("this version has no wave equation")?;
        let position = Vec3::new(0.0, 1.2, 1.6);
        Ok(Self {
            pool: model.create(Size::new(192, 192)?),
            view: MeshView::new(),
            surface: SurfaceTextures::new(&gl),
            walls: Walls::new(&gl),
            materials: Textures::built_in().materials(&gl)?,
            sky: SkyLight::new(&gl, SkyConditions::default()),
            eye: Eye::new(
                position,
                glam::camera::rh::view::look_at_mat4(position, Vec3::ZERO, Vec3::Y),
                glam::camera::rh::proj::opengl::perspective(
                    45_f32.to_radians(),
                    WIDTH as f32 / HEIGHT as f32,
                    0.1,
                    200.0,
                ),
            ),
            gl,
        })
    }

    /// Draws what is needed beforehand, into targets of the view's own.
    fn prepare(&mut self) -> Result<()> {
        self.each(|view, frame| view.prepare(frame).map(drop))
    }

    /// Draws into whatever the program draws into now.
    fn draw(&mut self) -> Result<()> {
        self.each(|view, frame| view.draw(frame))
    }

    fn each(
        &mut self,
        draw: impl FnOnce(&mut MeshView, &Frame) -> std::result::Result<(), GlError>,
    ) -> Result<()> {
        let frame = Frame {
            gl: &self.gl,
            surface: &self
                .surface
                .show(self.pool.surface(), self.pool.revision(), &self.walls),
            eye: &self.eye,
            materials: &self.materials,
            sky: &self.sky,
            size: (WIDTH, HEIGHT),
            shown_size: (WIDTH, HEIGHT),
            samples: 1,
            radiance: false,
            level: Level::HIGH,
            in_steps: false,
            profiler: &Profiler::default(),
        };
        Ok(draw(&mut self.view, &frame)?)
    }
}

/// The program that was there before: a picture to draw into, and a triangle.
struct Host {
    gl: Arc<glow::Context>,
    framebuffer: glow::Framebuffer,
    textures: [glow::Texture; 2],
    program: glow::Program,
    vertices: glow::VertexArray,
}

const VERTEX: &str = "#version 330 core
void main() {
    vec2 corner = vec2(gl_VertexID == 1, gl_VertexID == 2);
    gl_Position = vec4(-0.95 + 0.3 * corner.x, -0.9 + 0.5 * corner.y, 0.0, 1.0);
}";

const FRAGMENT: &str = "#version 330 core
out vec4 colour;
void main() { colour = vec4(1.0, 0.75, 0.2, 1.0); }";

// SAFETY of everything below: the context is current on this thread while the host lives, and each object is its own.
impl Host {
    fn new(gl: &Arc<glow::Context>) -> Result<Self> {
        unsafe {
            let framebuffer = gl.create_framebuffer()?;
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
            let attach = |point, format, channels, kind| -> Result<glow::Texture> {
                let texture = gl.create_texture()?;
                gl.bind_texture(glow::TEXTURE_2D, Some(texture));
                let (width, height) = (WIDTH as i32, HEIGHT as i32);
                let nothing = glow::PixelUnpackData::Slice(None);
                gl.tex_image_2d(
                    glow::TEXTURE_2D,
                    0,
                    format as i32,
                    width,
                    height,
                    0,
                    channels,
                    kind,
                    nothing,
                );
                gl.framebuffer_texture_2d(
                    glow::FRAMEBUFFER,
                    point,
                    glow::TEXTURE_2D,
                    Some(texture),
                    0,
                );
                Ok(texture)
            };
            let colour = attach(
                glow::COLOR_ATTACHMENT0,
                glow::RGBA8,
                glow::RGBA,
                glow::UNSIGNED_BYTE,
            )?;
            let depth = attach(
                glow::DEPTH_ATTACHMENT,
                glow::DEPTH_COMPONENT24,
                glow::DEPTH_COMPONENT,
                glow::UNSIGNED_INT,
            )?;
            let program = gl.create_program()?;
            for (kind, text) in [
                (glow::VERTEX_SHADER, VERTEX),
                (glow::FRAGMENT_SHADER, FRAGMENT),
            ] {
                let shader = gl.create_shader(kind)?;
                gl.shader_source(shader, text);
                gl.compile_shader(shader);
                gl.attach_shader(program, shader);
                gl.delete_shader(shader);
            }
            gl.link_program(program);
            if !gl.get_program_link_status(program) {
                return Err(gl.get_program_info_log(program).into());
            }
            Ok(Self {
                gl: gl.clone(),
                framebuffer,
                textures: [colour, depth],
                program,
                vertices: gl.create_vertex_array()?,
            })
        }
    }

    /// Makes the picture the one drawn to.
    fn begin(&self) {
        unsafe {
            self.gl
                .bind_framebuffer(glow::FRAMEBUFFER, Some(self.framebuffer));
            self.gl.viewport(0, 0, WIDTH as i32, HEIGHT as i32);
        }
    }

    /// Draws over the water; the host sets all the state that it counts on, since the water has left its own.
    fn draw_triangle(&self) {
        unsafe {
            self.gl.disable(glow::DEPTH_TEST);
            self.gl.disable(glow::BLEND);
            self.gl.use_program(Some(self.program));
            self.gl.bind_vertex_array(Some(self.vertices));
            self.gl.draw_arrays(glow::TRIANGLES, 0, 3);
        }
    }

    /// The picture, RGBA, row 0 at the top.
    fn pixels(&self) -> Vec<u8> {
        let mut pixels = vec![0; 4 * WIDTH * HEIGHT];
        let into = glow::PixelPackData::Slice(Some(&mut pixels));
        unsafe {
            let (width, height) = (WIDTH as i32, HEIGHT as i32);
            self.gl
                .read_pixels(0, 0, width, height, glow::RGBA, glow::UNSIGNED_BYTE, into);
        }
        let rows = pixels.chunks_exact(4 * WIDTH).rev();
        rows.flatten().copied().collect()
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        unsafe {
            self.gl.delete_framebuffer(self.framebuffer);
            for texture in self.textures {
                self.gl.delete_texture(texture);
            }
            self.gl.delete_program(self.program);
            self.gl.delete_vertex_array(self.vertices);
        }
    }
}

/// Runs a program with a context without any window, on the first device that has one.
fn with_a_context(program: impl FnOnce(&Arc<glow::Context>) -> Result<()>) -> Result<()> {
    // SAFETY: no native handles are passed; the context is current until this function ends, after all that uses it.
    unsafe {
        for device in egl::device::Device::query_devices()? {
            let Ok(display) = egl::display::Display::with_device(&device, None) else {
                continue;
            };
            let template = ConfigTemplateBuilder::new()
                .with_surface_type(ConfigSurfaceTypes::empty())
                .build();
            let Some(config) = display.find_configs(template)?.next() else {
                continue;
            };
            let version = ContextApi::OpenGl(Some(Version::new(3, 3)));
            let attributes = ContextAttributesBuilder::new()
                .with_context_api(version)
                .build(None);
            let Ok(context) = display.create_context(&config, &attributes) else {
                continue;
            };
            let _current = context.make_current_surfaceless()?;
            let gl =
                glow::Context::from_loader_function_cstr(|name| display.get_proc_address(name));
            #[allow(clippy::arc_with_non_send_sync)] // what glow's other users ask for
            return program(&Arc::new(gl));
        }
    }
    Err("no device has OpenGL 3.3".into())
}
