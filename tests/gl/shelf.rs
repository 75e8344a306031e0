//! The GL layer: formats, layers, targets, blending, units, debug messages, timers.

use super::support::{on_both, open, silent};
use waterlab::gl::{
    ApiChoice, Blend, Depth, Filter, Format, Gl, GlError, Layers, Layout, Primitive, Program,
    Target, Texture, Timer, assemble, assemble_file,
};
use waterlab::grid::Grid;

const CHOICES: [ApiChoice; 2] = [ApiChoice::Core, ApiChoice::Es];

/// A triangle over the whole target.
const SCREEN: &str = "void main() {
    gl_Position = vec4(4.0 * vec2(gl_VertexID % 2, gl_VertexID / 2) - 1.0, 0.0, 1.0);
}";

fn program(gl: &Gl, fragment: &str) -> Program {
    let text = |text| assemble(gl.capability().profile, &[], &[], text);
    // SAFETY: there are no arrays.
    let program = unsafe { Program::new(gl, "it", &text(SCREEN), &text(fragment), &[]) };
    program.expect("a program")
}

fn draw(gl: &Gl, program: &Program, target: &Target, blend: Blend) {
    target.draw_here();
    gl.state(blend, Depth::Off);
    gl.draw(program, Primitive::Triangles, 3, 1);
}

#[test]
fn floats_are_read_back_exactly_and_half_floats_within_11_bits() {
    on_both(|gl| {
        let fragment = "out vec4 o_it; void main() {
            o_it = vec4(-1234.567, 1e-5, gl_FragCoord.x, gl_FragCoord.y);
        }";
        let program = program(gl, fragment);
        for (format, digits) in [(Format::Rgba32F, 24), (Format::Rgba16F, 11)] {
            assert!(gl.capability().renders(format));
            let target = Target::with_formats(gl, &[format], (3, 2), false).expect("a target");
            draw(gl, &program, &target, Blend::Off);
            let read = target.read_floats(0);
            for row in 0..2 {
                for column in 0..3 {
                    // Row 0 is the top row, where GL's y is largest.
                    let expected = [-1234.567, 1e-5, column as f32 + 0.5, 1.5 - row as f32];
                    for (read, expected) in read[(column, row)].into_iter().zip(expected) {
                        // Drivers may round either way; the smallest half float is 2⁻²⁴.
                        let error = 2.0 * expected.abs() * 0.5_f32.powi(digits) + 2.0_f32.powi(-24);
                        assert!((read - expected).abs() <= error, "{read} for {expected}");
                    }
                }
            }
        }
    });
}

#[test]
fn one_draw_writes_several_textures_of_different_formats() {
    on_both(|gl| {
        let fragment = "layout(location = 0) out vec4 o_colour;
            layout(location = 1) out ivec4 o_count;
            layout(location = 2) out vec4 o_number;
            void main() {
                o_colour = vec4(1.0, 0.0, 0.0, 1.0);
                o_count = ivec4(-30000, 0, 0, 0);
                o_number = vec4(2.5, -3.0, 4.0, 5.0);
            }";
        let program = program(gl, fragment);
        let formats = [Format::Rgba8, Format::R16I, Format::Rgba32F];
        let target = Target::with_formats(gl, &formats, (4, 4), true).expect("a target");
        draw(gl, &program, &target, Blend::Off);
        let mut colours = Grid::new(1, 1, [0; 4]);
        target.read(&mut colours);
        assert_eq!(colours, Grid::new(4, 4, [255, 0, 0, 255]));
        let counts = target.read_integers(1);
        assert!(counts.cells().iter().all(|count| count[0] == -30_000));
        let numbers = target.read_floats(2);
        assert!(numbers.cells().iter().all(|n| *n == [2.5, -3.0, 4.0, 5.0]));
        target.clear_integers(1, [7, 0, 0, 0]);
        let counts = target.read_integers(1);
        assert!(counts.cells().iter().all(|count| count[0] == 7));
    });
}

#[test]
fn added_light_is_the_sum_in_every_channel() {
    on_both(|gl| {
        let fragment = "uniform vec4 u_light; out vec4 o_it; void main() { o_it = u_light; }";
        let program = program(gl, fragment);
        let target = Target::with_formats(gl, &[Format::Rgba16F], (2, 2), false).expect("a target");
        target.draw_here();
        gl.clear([1.0, 2.0, 3.0, 0.5]);
        for _ in 0..3 {
            program.set("u_light", glam::Vec4::new(0.5, 8.0, -1.0, 0.25));
            draw(gl, &program, &target, Blend::Add);
        }
        assert_eq!(target.read_floats(0)[(1, 1)], [2.5, 26.0, 0.0, 1.25]);
    });
}

#[test]
fn layers_and_faces_have_separate_texels_drawn_or_uploaded() {
    on_both(|gl| {
        let array = Layout {
            layers: Layers::Array(3),
            ..Layout::new(Format::R32F, (2, 2))
        };
        let cube = Layout {
            layers: Layers::Cube,
            ..array
        };
        let read_array = program(
            gl,
            "uniform sampler2DArray u_it; uniform int u_layer; out vec4 o_it;
            void main() { o_it = texelFetch(u_it, ivec3(0, 0, u_layer), 0); }",
        );
        let read_cube = program(
            gl,
            "uniform samplerCube u_it; uniform vec3 u_toward; out vec4 o_it;
            void main() { o_it = texture(u_it, u_toward); }",
        );
        let fill = program(
            gl,
            "uniform float u_value; out vec4 o_it; void main() { o_it = vec4(u_value); }",
        );
        let pixel = Target::with_formats(gl, &[Format::R32F], (1, 1), false).expect("a target");
        let drawn = |program: &Program| {
            draw(gl, program, &pixel, Blend::Off);
            pixel.read_floats(0)[(0, 0)][0]
        };
        for (layout, layers) in [(array, 3), (cube, 6)] {
            let texture = Texture::empty(gl, layout).expect("a texture");
            for layer in 0..layers {
                let value = 10.0 + layer as f32;
                if layer % 2 == 0 {
                    let grid = Grid::new(2, 2, value);
                    texture.upload(0, layer, &grid).expect("uploaded");
                } else {
                    let onto = vec![(texture.clone(), 0, layer)];
                    let target = Target::onto(gl, onto, false).expect("a target");
                    fill.set("u_value", value);
                    draw(gl, &fill, &target, Blend::Off);
                }
            }
            for layer in 0..layers {
                let found = if layers == 3 {
                    read_array.set("u_it", &texture);
                    read_array.set("u_layer", layer as i32);
                    drawn(&read_array)
                } else {
                    let mut toward = glam::Vec3::ZERO;
                    toward[layer / 2] = 1.0 - 2.0 * (layer % 2) as f32;
                    read_cube.set("u_it", &texture);
                    read_cube.set("u_toward", toward);
                    drawn(&read_cube)
                };
                assert_eq!(found, 10.0 + layer as f32);
            }
        }
    });
}

#[test]
fn samplers_read_their_textures_in_any_order_until_they_are_dropped() {
    on_both(|gl| {
        let fragment = "uniform sampler2D u_a; uniform sampler2D u_b; out vec4 o_it;
            void main() { o_it = vec4(texelFetch(u_a, ivec2(0), 0).r, texelFetch(u_b, ivec2(0), 0).r, 0.0, 1.0); }";
        let (one, other) = (program(gl, fragment), program(gl, fragment));
        let texture = |value: f32| {
            let texture = Texture::empty(gl, Layout::new(Format::R32F, (1, 1))).expect("a texture");
            let grid = Grid::new(1, 1, value);
            texture.upload(0, 0, &grid).expect("uploaded");
            texture
        };
        let (a, b, c) = (texture(1.0), texture(2.0), texture(3.0));
        let target = Target::with_formats(gl, &[Format::Rgba32F], (1, 1), false).expect("a target");
        one.set("u_b", &b);
        other.set("u_b", &a);
        one.set("u_a", &a);
        other.set("u_a", &c);
        // A texture created in between changes no binding.
        drop(texture(9.0));
        for (program, expected) in [(&one, [1.0, 2.0]), (&other, [3.0, 1.0]), (&one, [1.0, 2.0])] {
            draw(gl, program, &target, Blend::Off);
            assert_eq!(target.read_floats(0)[(0, 0)][..2], expected);
        }
        // A dropped texture reads as black without an error.
        drop(b);
        draw(gl, &one, &target, Blend::Off);
        assert_eq!(target.read_floats(0)[(0, 0)][..2], [1.0, 0.0]);
    });
}

#[test]
fn missing_and_unset_uniforms_and_wrong_texture_kinds_are_complaints() {
    for choice in CHOICES {
        let gl = &open(choice);
        let fragment =
            "uniform sampler2D u_it; uniform float u_much; uniform float u_unused; out vec4 o_it;
            void main() { o_it = u_much * texelFetch(u_it, ivec2(0), 0); }";
        let program = program(gl, fragment);
        let complaints = || gl.debug().complaints();
        assert_eq!(complaints(), 0);
        // Declared, but removed by the compiler as unused.
        program.set("u_unused", 1.0);
        assert_eq!(complaints(), 0);
        program.set("u_mch", 1.0);
        assert_eq!(complaints(), 1);
        let array = Layout {
            layers: Layers::Array(2),
            ..Layout::new(Format::R8, (1, 1))
        };
        program.set("u_it", &Texture::empty(gl, array).expect("a texture"));
        assert_eq!(complaints(), 2);
        let target = Target::texture(gl, 1, 1, false).expect("a target");
        draw(gl, &program, &target, Blend::Off);
        assert_eq!(complaints(), 3, "u_much");
        draw(gl, &program, &target, Blend::Off);
        assert_eq!(complaints(), 3, "once");
    }
}

#[test]
fn driver_errors_name_file_and_line() {
    for choice in CHOICES {
        let gl = &open(choice);
        let includes = [("shared.glsl", "float f() {\n    return nothing;\n}")];
        let profile = gl.capability().profile;
        let vertex = assemble(profile, &[], &[], SCREEN);
        for (text, expected) in [
            (
                "#include \"shared.glsl\"\nout vec4 o_it;\nvoid main() { o_it = vec4(f()); }",
                "shared.glsl:2",
            ),
            (
                "float g() { return 1.0; }\n\nout vec4 o_it;\nvoid main() { o_it = here; }",
                "own.frag:4",
            ),
        ] {
            let fragment = assemble_file(profile, &["ANY"], &includes, ("own.frag", text));
            // SAFETY: there are no arrays.
            let refused = unsafe { Program::new(gl, "it", &vertex, &fragment, &[]) };
            let Err(GlError::Shader { log, .. }) = refused else {
                panic!("it was taken");
            };
            assert!(log.starts_with(expected), "{log}");
        }
    }
}

#[test]
fn impossible_targets_are_errors() {
    on_both(|gl| {
        let max = gl.capability().max_colours;
        let too_many = vec![Format::Rgba8; max + 1];
        let unsupported = |target: Result<Target, GlError>| {
            assert!(matches!(target.err(), Some(GlError::Unsupported { .. })));
        };
        unsupported(Target::with_formats(gl, &too_many, (2, 2), false));
        unsupported(Target::onto(gl, Vec::new(), false));
        let texture = |size| {
            let layout = Layout::new(Format::Rgba8, size);
            (Texture::empty(gl, layout).expect("a texture"), 0, 0)
        };
        unsupported(Target::onto(
            gl,
            vec![texture((2, 2)), texture((2, 3))],
            false,
        ));
    });
}

#[test]
fn mip_levels_filled_by_the_caller_are_sampled() {
    on_both(|gl| {
        let layout = Layout {
            levels: Layout::all_levels((5, 3)),
            filter: Filter::Levels,
            ..Layout::new(Format::Rgba8, (5, 3))
        };
        let sizes: Vec<_> = (0..layout.levels)
            .map(|level| layout.size_of(level))
            .collect();
        assert_eq!(sizes, [(5, 3), (2, 1), (1, 1)]);
        let texture = Texture::empty(gl, layout).expect("a texture");
        for (level, (columns, rows)) in sizes.into_iter().enumerate() {
            let grid = Grid::new(columns, rows, [10 * level as u8, 0, 0, 255]);
            texture.upload(level, 0, &grid).expect("uploaded");
        }
        let fragment = "uniform sampler2D u_it; uniform float u_level; out vec4 o_it;
            void main() { o_it = textureLod(u_it, vec2(0.5), u_level); }";
        let program = program(gl, fragment);
        let target = Target::texture(gl, 1, 1, false).expect("a target");
        for level in 0..3_u8 {
            program.set("u_it", &texture);
            program.set("u_level", f32::from(level));
            draw(gl, &program, &target, Blend::Off);
            let mut picture = Grid::new(1, 1, [0; 4]);
            target.read(&mut picture);
            assert_eq!(picture[(0, 0)][0], 10 * level);
        }
    });
}

#[test]
fn a_timer_measures_a_draw_if_the_driver_supports_it() {
    for choice in CHOICES {
        let gl = &*silent(choice);
        let timer = Timer::new(gl).expect("no error");
        assert_eq!(timer.is_some(), gl.capability().times);
        let Some(timer) = timer else {
            continue;
        };
        assert_eq!(timer.take(), None, "nothing was begun");
        let fragment = "out vec4 o_it; void main() { o_it = sqrt(gl_FragCoord); }";
        let program = program(gl, fragment);
        let target = Target::texture(gl, 256, 256, false).expect("a target");
        timer.begin();
        draw(gl, &program, &target, Blend::Off);
        timer.end();
        // Reading waits for the draw calls.
        target.read(&mut Grid::new(1, 1, [0; 4]));
        let took = timer.take().expect("it is done");
        assert!(!took.is_zero());
        assert_eq!(timer.take(), None, "taken");
    }
}
