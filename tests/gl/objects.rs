//! Every GL object has an owner that deletes it.

use super::support::{
    GREY, confetti, core, counted, default_eye, noise, on_both, open, plain, silent,
};
use glow::HasContext;
use std::num::NonZeroU32;
use waterlab::gl::{
    ApiChoice, Buffer, Gl, GlError, HeightTexture, Profile, Program, Target, assemble,
};
use waterlab::light::Pyramid;
use waterlab::parameter::Value;
use waterlab::pool::{Disturbance, Fraction, Obstacle, Obstruction, Size};
use waterlab::session::{ViewSet, WaterView};
use waterlab::view::{Materials, MeshView, Pictures, Weather};
use waterlab::water::MODELS;

/// The number of objects of each kind in the driver.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Alive {
    textures: usize,
    framebuffers: usize,
    renderbuffers: usize,
    buffers: usize,
    programs: usize,
    shaders: usize,
}

/// Drivers count names from 1. The tests use far fewer than these.
const NAMES: u32 = 2000;

fn alive(gl: &Gl) -> Alive {
    let raw = gl.raw();
    let count = |is: &dyn Fn(NonZeroU32) -> bool| {
        (1..NAMES)
            .filter_map(NonZeroU32::new)
            .filter(|&name| is(name))
            .count()
    };
    // SAFETY: the context is current, and any name may be queried. A program exists while it is in use.
    unsafe {
        raw.use_program(None);
        Alive {
            textures: count(&|name| raw.is_texture(glow::NativeTexture(name))),
            framebuffers: count(&|name| raw.is_framebuffer(glow::NativeFramebuffer(name))),
            renderbuffers: count(&|name| raw.is_renderbuffer(glow::NativeRenderbuffer(name))),
            buffers: count(&|name| raw.is_buffer(glow::NativeBuffer(name))),
            programs: count(&|name| raw.is_program(glow::NativeProgram(name))),
            shaders: count(&|name| raw.is_shader(glow::NativeShader(name))),
        }
    }
}

const NOTHING: Alive = Alive {
    textures: 0,
    framebuffers: 0,
    renderbuffers: 0,
    buffers: 0,
    programs: 0,
    shaders: 0,
};

#[test]
fn views_compile_no_program_before_their_first_frame() {
    on_both(|gl| {
        let grey = plain(GREY);
        let picture = Pyramid::new(confetti(33, 20, 1));
        let pictures = Pictures {
            picture: &picture,
            tiles: &grey,
            sky: &grey,
            deck: &grey,
            panorama: &grey,
        };
        let materials = Materials::new(gl, pictures).expect("textures");
        let view_set = ViewSet::new(gl, materials);
        let there = alive(gl);
        assert_eq!((there.programs, there.shaders), (0, 0));
        drop(view_set);
    });
}

#[test]
fn views_targets_and_textures_delete_their_objects() {
    on_both(|gl| {
        assert_eq!(alive(gl), NOTHING);
        let grey = plain(GREY);
        let picture = Pyramid::new(confetti(33, 20, 1));
        let materials = Materials::new(
            gl,
            Pictures {
                picture: &picture,
                tiles: &grey,
                sky: &grey,
                deck: &grey,
                panorama: &grey,
            },
        )
        .expect("textures");
        let mut view_set = ViewSet::new(gl, materials);
        let samples = Target::multisampled(gl, 60, 40, 4).expect("a target");
        let mut water = MODELS[0].create(Size::new(40, 30).expect("a size"));
        let middle = Fraction::new(0.5, 0.5).expect("inside");
        water.disturb(&Disturbance::stone(middle, 5.0, 100.0));
        let mut walls = Obstruction::open(water.size());
        // Every look at three sizes, with walls from the second on, so that a view recreates its own objects each time.
        for size in [(60, 40), (31, 57), (45, 45)] {
            for (view, key, value) in [
                (0, "background", Value::Choice(0)),
                (0, "background", Value::Choice(1)),
                (0, "wireframe", Value::Switch(true)),
                (0, "colours", Value::Choice(1)),
                (0, "colours", Value::Choice(2)),
                (0, "colours", Value::Choice(3)),
                (1, "colours", Value::Choice(5)),
                (1, "colours", Value::Choice(0)),
                (1, "look", Value::Choice(0)),
                (1, "look", Value::Choice(1)),
                (1, "look", Value::Choice(2)),
                (1, "look", Value::Choice(3)),
                (1, "look", Value::Choice(4)),
            ] {
                view_set.show(view);
                let settings = view_set.view_mut().settings_mut();
                settings.set(key, value).expect("a parameter");
                let eye = default_eye(size);
                let water_view = WaterView {
                    water: &*water,
                    walls: &walls,
                    walls_revision: size.0 as u64,
                    bodies: None,
                    weather: Weather::default(),
                };
                view_set
                    .draw(&water_view, &eye, size, 4, || samples.draw_here())
                    .expect("drawn");
            }
            water.step();
            walls.add(&Obstacle::Disc {
                at: middle,
                radius: 5.0,
            });
        }
        let max = alive(gl);
        assert!(max.textures >= 8 && max.programs >= 10, "{max:?}");
        assert!(max.framebuffers >= 3 && max.renderbuffers >= 3, "{max:?}");
        let new_sharing = view_set.new_sharing();
        drop((view_set, samples, new_sharing));
        assert_eq!(alive(gl), NOTHING);
    });
}

#[test]
fn capturing_coordinates_deletes_its_objects() {
    on_both(|gl| {
        let view = MeshView::new();
        let mut heights = HeightTexture::new(gl).expect("a texture");
        heights
            .upload(&counted(&noise(9, 9, 9, 9)))
            .expect("uploaded");
        view.capture_coordinates(gl, &heights, [2.0, 2.0])
            .expect("captured");
        drop((view, heights));
        assert_eq!(alive(gl), NOTHING);
    });
}

#[test]
fn a_failed_creation_deletes_its_objects() {
    // The driver does complain here.
    for choice in [ApiChoice::Core, ApiChoice::Es] {
        let gl = &open(choice);
        let text = |text| assemble(gl.capability().profile, &[], &[], text);
        let vertex =
            text("out vec2 v_it; void main() { v_it = vec2(0.0); gl_Position = vec4(0.0); }");
        let fragment = text("in vec3 v_it; out vec4 o_it; void main() { o_it = v_it.xyzz; }");
        let bad = text("void main() { not GLSL; }");
        for (vertex, fragment, named) in [
            (&bad, &fragment, "one.vertex"),
            (&vertex, &bad, "one.fragment"),
            (&vertex, &fragment, "one"),
        ] {
            // SAFETY: there are no arrays.
            let program = unsafe { Program::new(gl, "one", vertex, fragment, &[]) };
            let Err(GlError::Shader { name, log, .. }) = program else {
                panic!("{named} was taken");
            };
            assert_eq!(name, named);
            assert!(!log.is_empty() && !log.contains('\n'), "{log}");
        }
        let side = gl.capability().max_texture + 1;
        assert!(Target::texture(gl, side, side, true).is_err());
        assert_eq!(alive(gl), NOTHING);
    }
}

#[test]
fn a_core_context_is_core_and_an_es_context_is_es() {
    let profile = |gl: &Gl| gl.capability().profile;
    assert_eq!(profile(&core()), Profile::Core);
    assert_eq!(profile(&silent(ApiChoice::Auto)), Profile::Core);
    assert_eq!(profile(&silent(ApiChoice::Es)), Profile::Es);
}

#[test]
fn a_sea_deletes_its_objects() {
    on_both(|gl| {
        assert_eq!(alive(gl), NOTHING);
        let grey = plain(GREY);
        let pictures = Pictures {
            picture: &Pyramid::new(plain(GREY)),
            tiles: &grey,
            sky: &grey,
            deck: &grey,
            panorama: &grey,
        };
        let materials = Materials::new(gl, pictures).expect("textures");
        let mut view_set = ViewSet::new(gl, materials);
        let target = Target::texture(gl, 60, 40, true).expect("a target");
        let mut counts = Vec::new();
        for model in ["sea", "ripple", "gerstner", "ripple"] {
            let model = waterlab::water::Model::named(model).expect("a model");
            let water = model.create(Size::new(32, 32).expect("a size"));
            let walls = Obstruction::open(water.size());
            let water_view = WaterView {
                water: &*water,
                walls: &walls,
                walls_revision: 0,
                bodies: None,
                weather: Weather::default(),
            };
            view_set.water_changed();
            for _ in 0..2 {
                let drawn = view_set.draw(&water_view, &default_eye((60, 40)), (60, 40), 4, || {
                    target.draw_here();
                });
                drawn.expect("drawn");
            }
            counts.push(alive(gl).textures);
        }
        assert_eq!(counts[1], counts[3], "a pool keeps no cascades: {counts:?}");
        drop((view_set, target));
        assert_eq!(alive(gl), NOTHING);
    });
}

#[test]
fn a_buffer_has_triangles_of_its_own_vertices_alone_and_deletes_its_objects() {
    on_both(|gl| {
        let triangles = [[0, 1, 2], [0, 1, 3], [u32::MAX, 0, 1]];
        let buffer = Buffer::new(gl, &[2], &[0.0; 6], &triangles).expect("a buffer");
        assert_eq!(buffer.triangles(), 1);
        assert_eq!(alive(gl).buffers, NOTHING.buffers + 2);
        drop(buffer);
        assert_eq!(alive(gl), NOTHING);
    });
}
