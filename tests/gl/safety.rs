//! Safe code cannot make the GL layer access memory out of bounds, whatever its arguments and the state that others set.

use super::support::{GREY, confetti, on_both, open, plain, silent};
use glow::HasContext;
use glutin::api::egl;
use glutin::display::GlDisplay;
use std::ffi::{c_char, c_void};
use std::ptr::null;
use std::rc::Rc;
use waterlab::gl::{
    ApiChoice, Blend, Depth, Filter, Format, Gl, GlError, HeightTexture, Layers, Layout, Primitive,
    Profile, Program, Target, Texture, Wrap, assemble, capture_points,
};
use waterlab::grid::Grid;
use waterlab::heights::Heights;

/// A triangle over the whole target, and captured variables: four numbers that identify vertex and instance.
const VERTEX: &str = "
    out vec3 v_which;
    out float v_half;
    void main() {
        vec2 corner = vec2(gl_VertexID % 2, gl_VertexID / 2);
        v_which = vec3(gl_VertexID, gl_InstanceID, 7.0);
        v_half = 0.5 * float(gl_VertexID);
        gl_Position = vec4(4.0 * corner - 1.0, 0.0, 1.0);
    }";
const WHITE: &str = "out vec4 o_colour; void main() { o_colour = vec4(1.0); }";
/// The texel at the pixel, and for a texture of counts its count as a colour.
const TEXEL: &str = "
    uniform sampler2D u_it;
    out vec4 o_colour;
    void main() { o_colour = texelFetch(u_it, ivec2(gl_FragCoord.xy), 0); }";
const LAYER: &str = "
    uniform sampler2DArray u_it;
    out vec4 o_colour;
    void main() { o_colour = texelFetch(u_it, ivec3(ivec2(gl_FragCoord.xy), 1), 0); }";
const COUNT: &str = "
    uniform isampler2D u_it;
    out vec4 o_colour;
    void main() { o_colour = vec4(vec3(texelFetch(u_it, ivec2(gl_FragCoord.xy), 0).r) / 255.0, 1.0); }";

fn program(gl: &Gl, fragment: &str, captured: &[&str]) -> Result<Program, GlError> {
    let text = |text| assemble(gl.capability().profile, &[], &[], text);
    // SAFETY: there are no arrays.
    unsafe { Program::new(gl, "it", &text(VERTEX), &text(fragment), captured) }
}

/// Draws a triangle over a small target with the textures that `bind` binds. Returns its pixels.
fn draw(
    gl: &Gl,
    program: &Program,
    (columns, rows): (usize, usize),
    bind: impl FnOnce(),
) -> Grid<[u8; 4]> {
    let target = Target::texture(gl, columns, rows, false).expect("a target");
    target.draw_here();
    bind();
    gl.state(Blend::Off, Depth::Off);
    gl.draw(program, Primitive::Triangles, 3, 1);
    let mut picture = Grid::new(columns, rows, [0; 4]);
    target.read(&mut picture);
    picture
}

#[test]
fn a_capture_has_as_many_points_as_the_shader_emits() {
    on_both(|gl| {
        let program = program(gl, WHITE, &["v_which", "v_half"]).expect("a program");
        let numbers = capture_points(gl, &program, 3, 2).expect("captured");
        let expected =
            [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)].map(|(vertex, instance): (u8, u8)| {
                let vertex = f32::from(vertex);
                [vertex, f32::from(instance), 7.0, 0.5 * vertex]
            });
        assert_eq!(numbers, expected.as_flattened());
        for (vertices, instances) in [(0, 5), (5, 0), (0, usize::MAX)] {
            let none = capture_points(gl, &program, vertices, instances);
            assert_eq!(none.expect("nothing to do"), [0.0; 0]);
        }
    });
}

#[test]
fn more_points_than_a_buffer_holds_are_refused() {
    on_both(|gl| {
        let program = program(gl, WHITE, &["v_which", "v_half"]).expect("a program");
        // At 16 bytes per point these are 2³² + 16, 2³¹, 2⁶⁴ + 16 and more bytes.
        for (vertices, instances) in [
            ((1 << 28) + 1, 1),
            (1 << 20, 1 << 7),
            ((1 << 60) + 1, 1),
            (usize::MAX, 1),
            (usize::MAX, usize::MAX),
        ] {
            let refused = capture_points(gl, &program, vertices, instances);
            let Err(error @ GlError::Exhausted { .. }) = refused else {
                panic!("{vertices} × {instances}: {refused:?}");
            };
            assert!(error.to_string().contains(&vertices.to_string()), "{error}");
        }
    });
}

#[test]
fn a_program_without_captured_variables_returns_no_points() {
    on_both(|gl| {
        let program = program(gl, WHITE, &[]).expect("a program");
        assert_eq!(
            capture_points(gl, &program, 3, 2).expect("no error"),
            [0.0; 0]
        );
    });
}

#[test]
fn an_unknown_captured_variable_is_refused() {
    // The driver does complain here.
    for choice in [ApiChoice::Core, ApiChoice::Es] {
        let gl = &open(choice);
        for name in ["v_wh\0ich", "v_nothing"] {
            let refused = program(gl, WHITE, &[name]).err();
            assert!(
                matches!(refused, Some(GlError::Shader { .. })),
                "{refused:?}"
            );
        }
    }
}

#[cfg(target_pointer_width = "64")]
#[test]
fn a_text_longer_than_gl_can_count_is_refused() {
    // Refused before any call of the driver, so on one API alone.
    let gl = &*silent(ApiChoice::Core);
    // Pages of zeros that are only read cost no memory.
    let long = String::from_utf8(vec![0; 1 << 31]).expect("UTF-8").into();
    let fragment = assemble(gl.capability().profile, &[], &[], WHITE);
    // SAFETY: there are no arrays.
    let program = unsafe { Program::new(gl, "it", &long, &fragment, &[]) };
    let Err(GlError::Shader { name, log, .. }) = program else {
        panic!("it was taken");
    };
    assert_eq!(name, "it.vertex");
    assert!(log.contains("too long"), "{log}");
}

#[cfg(target_pointer_width = "64")]
#[test]
fn counts_beyond_those_of_gl_draw_nothing() {
    on_both(|gl| {
        let program = program(gl, WHITE, &[]).expect("a program");
        let target = Target::texture(gl, 4, 3, false).expect("a target");
        target.draw_here();
        gl.clear([0.0, 0.0, 0.0, 1.0]);
        gl.state(Blend::Off, Depth::Off);
        // Truncated to 32 bits these would be three vertices and one instance.
        for (vertices, instances) in [((1 << 32) + 3, 1), (3, (1 << 32) + 1), (usize::MAX, 1)] {
            gl.draw(&program, Primitive::Triangles, vertices, instances);
        }
        let mut picture = Grid::new(4, 3, [9; 4]);
        target.read(&mut picture);
        assert_eq!(picture, Grid::new(4, 3, [0, 0, 0, 255]));
    });
}

#[test]
fn a_copy_outside_the_target_does_nothing() {
    on_both(|gl| {
        let [from, to] = [1.0, 0.0].map(|grey| {
            let target = Target::texture(gl, 4, 3, false).expect("a target");
            target.draw_here();
            gl.clear([grey, grey, grey, 1.0]);
            target
        });
        let mut picture = Grid::new(4, 3, [9; 4]);
        for x in [4, i32::MAX as usize, usize::MAX] {
            from.copy_to(Some(&to), x);
            to.read(&mut picture);
            assert_eq!(picture, Grid::new(4, 3, [0, 0, 0, 255]), "{x}");
        }
        from.copy_to(Some(&to), 3);
        to.read(&mut picture);
        assert_eq!([picture[(2, 1)][0], picture[(3, 1)][0]], [0, 255]);
    });
}

/// Sets pixel-store state and buffers as a program that streams parts of large pictures does.
fn set_pixel_state(gl: &Gl) {
    let raw = gl.raw();
    // SAFETY: the context is current; no pixels are copied here.
    unsafe {
        for target in [glow::PIXEL_UNPACK_BUFFER, glow::PIXEL_PACK_BUFFER] {
            let buffer = raw.create_buffer().expect("a buffer");
            raw.bind_buffer(target, Some(buffer));
            raw.buffer_data_size(target, 64, glow::STREAM_DRAW);
        }
        for (name, value) in [
            (glow::UNPACK_ALIGNMENT, 8),
            (glow::UNPACK_ROW_LENGTH, 5000),
            (glow::UNPACK_SKIP_ROWS, 70),
            (glow::UNPACK_SKIP_PIXELS, 30),
            (glow::PACK_ALIGNMENT, 8),
            (glow::PACK_ROW_LENGTH, 5000),
            (glow::UNPACK_IMAGE_HEIGHT, 90),
            (glow::UNPACK_SKIP_IMAGES, 3),
            (glow::PACK_SKIP_ROWS, 70),
            (glow::PACK_SKIP_PIXELS, 30),
        ] {
            raw.pixel_store_i32(name, value);
        }
        if gl.capability().profile == Profile::Core {
            raw.pixel_store_i32(glow::UNPACK_SWAP_BYTES, 1);
            raw.pixel_store_i32(glow::PACK_SWAP_BYTES, 1);
        }
    }
}

#[test]
fn uploads_and_reads_are_independent_of_the_pixel_state() {
    on_both(|gl| {
        // Odd widths, so that rows have every alignment.
        let size = (7, 5);
        let upside_down =
            |texel: &dyn Fn(usize, usize) -> [u8; 4]| Grid::from_fn(7, 5, |x, y| texel(x, 4 - y));
        let program = |fragment| program(gl, fragment, &[]).expect("a program");
        let (colours, counts) = (program(TEXEL), program(COUNT));

        let picture = confetti(7, 5, 3);
        set_pixel_state(gl);
        let texture = Texture::new(gl, &picture, Wrap::Clamp, Filter::Linear).expect("a texture");
        set_pixel_state(gl);
        let drawn = draw(gl, &colours, size, || colours.set("u_it", &texture));
        assert_eq!(drawn, upside_down(&|x, y| picture[(x, y)]));

        let grid = Grid::from_fn(7, 5, |x, y| (20 * x + 3 * y) as i16);
        let surface = Heights::Counts {
            counts: &grid,
            unit: 1.0,
        };
        let mut heights = HeightTexture::new(gl).expect("a texture");
        // As a new texture, and in place.
        for _ in 0..2 {
            set_pixel_state(gl);
            heights.upload(&surface).expect("uploaded");
        }
        let drawn = draw(gl, &counts, size, || {
            counts.set("u_it", heights.texture().expect("uploaded"));
        });
        let grey = |x, y| {
            let level = grid[(x, y)] as u8;
            [level, level, level, 255]
        };
        assert_eq!(drawn, upside_down(&grey));

        let bytes = Grid::from_fn(7, 5, |x, y| (30 * x + y) as u8);
        set_pixel_state(gl);
        let cells = Texture::empty(gl, Layout::new(Format::R8, size)).expect("a texture");
        set_pixel_state(gl);
        cells.upload(0, 0, &bytes).expect("uploaded");
        let drawn = draw(gl, &colours, size, || colours.set("u_it", &cells));
        let red = |x, y| [bytes[(x, y)], 0, 0, 255];
        assert_eq!(drawn, upside_down(&red));
        // One of several layers.
        let layout = Layout {
            layers: Layers::Array(2),
            ..Layout::new(Format::R8, size)
        };
        let layers = Texture::empty(gl, layout).expect("a texture");
        set_pixel_state(gl);
        layers.upload(0, 1, &bytes).expect("uploaded");
        let of_layer = program(LAYER);
        let drawn = draw(gl, &of_layer, size, || of_layer.set("u_it", &layers));
        assert_eq!(drawn, upside_down(&red));
        // A large target needs no memory of the program, nor a buffer.
        set_pixel_state(gl);
        assert!(Target::texture(gl, 300, 200, true).is_ok());
    });
}

#[test]
fn reading_a_target_is_independent_of_the_pack_state() {
    on_both(|gl| {
        let target = Target::texture(gl, 7, 5, false).expect("a target");
        target.draw_here();
        gl.clear([1.0, 0.0, 0.0, 1.0]);
        let mut picture = plain(GREY);
        set_pixel_state(gl);
        target.read(&mut picture);
        assert_eq!(picture, Grid::new(7, 5, [255, 0, 0, 255]));
    });
}

#[test]
fn without_a_context_loading_is_an_error() {
    extern "system" fn nothing(_: u32) -> *const c_char {
        null()
    }
    let loaders: [fn() -> *const c_void; 2] = [null, || nothing as *const c_void];
    for loader in loaders {
        // SAFETY: null where there is no function, or one that answers as glGetString does without a context; no other is
        // called then.
        let gl = unsafe { Gl::load(|_| loader(), Rc::new(())) };
        let error = gl.err().expect("no context");
        assert!(matches!(error, GlError::NoContext { .. }), "{error}");
    }
}

/// The current context of this thread, or null.
fn current() -> *const c_void {
    let mut devices = egl::device::Device::query_devices().expect("EGL");
    let device = devices.next().expect("a device");
    // SAFETY: no native display is passed.
    let display = unsafe { egl::display::Display::with_device(&device, None) }.expect("a display");
    let function = display.get_proc_address(c"eglGetCurrentContext");
    assert!(!function.is_null());
    // SAFETY: this is its signature, and it may be called at any time.
    unsafe {
        let current: unsafe extern "system" fn() -> *const c_void = std::mem::transmute(function);
        current()
    }
}

#[test]
fn a_dropped_context_is_not_current() {
    assert_eq!(current(), null());
    let gl = open(ApiChoice::Auto);
    assert_ne!(current(), null());
    let texture = Texture::new(&gl, &plain(GREY), Wrap::Clamp, Filter::Linear);
    drop(gl);
    assert_ne!(current(), null(), "the texture needs it");
    drop(texture);
    assert_eq!(current(), null());
}
