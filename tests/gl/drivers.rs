//! Drivers that will not do: the program says so in one line that names what it found, what it needs and how to get it.

use super::room::{RunResult, TempFolder, check_refusal};
use super::support::on;
use waterlab::gl::{ApiChoice, GlError, Surfaceless};

/// What to install, on three families of systems.
const WAY_OUT: [&str; 6] = [
    "OpenGL 3.3",
    "OpenGL ES 3.0",
    "apt install libegl1",
    "dnf install mesa-libEGL",
    "pacman -S mesa",
    "Mesa",
];

/// Renders the mesh view under the given environment.
fn render(room: &TempFolder, gl: &str, environment: &[(&str, &str)]) -> RunResult {
    let arguments = [
        "render", "--view", "mesh", "--gl", gl, "--steps", "1", "--size", "32x32", "--out", "a.png",
    ];
    let output = room
        .command(&arguments)
        .envs(environment.iter().copied())
        .output();
    output.expect("it runs").into()
}

#[test]
fn an_old_driver_is_named_with_what_is_needed_and_how_to_get_it() {
    let room = TempFolder::new();
    let old = [
        ("MESA_GL_VERSION_OVERRIDE", "2.1"),
        ("MESA_GLES_VERSION_OVERRIDE", "2.0"),
    ];
    for (gl, found) in [
        ("auto", "found OpenGL 2.1"),
        ("core", "found OpenGL 2.1"),
        ("es", "found OpenGL ES 2.0"),
    ] {
        let ran = render(&room, gl, &old);
        check_refusal(1, &ran, &WAY_OUT);
        check_refusal(1, &ran, &[found]);
        assert!(room.names().is_empty(), "nothing is left behind");
    }
}

#[test]
fn where_opengl_is_too_old_but_opengl_es_is_not_that_one_draws() {
    let room = TempFolder::new();
    let ran = render(&room, "auto", &[("MESA_GL_VERSION_OVERRIDE", "2.1")]);
    assert_eq!((ran.code, &*ran.err), (0, ""));
    assert_eq!(room.names(), ["a.png"]);
}

#[test]
fn without_a_driver_at_all_the_program_says_how_to_get_one() {
    let room = TempFolder::new();
    let none = [("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent")];
    for gl in ["auto", "core", "es"] {
        let ran = render(&room, gl, &none);
        check_refusal(1, &ran, &WAY_OUT);
        assert!(room.names().is_empty());
    }
}

#[test]
fn a_thread_has_one_context_at_a_time_and_another_when_that_is_gone() {
    for _ in 0..3 {
        on(ApiChoice::Auto, |_gl| {
            let second = Surfaceless::open(ApiChoice::Auto).err();
            assert!(matches!(second, Some(GlError::Taken)), "{second:?}");
        });
    }
}

#[test]
fn threads_draw_side_by_side() {
    let draws = || {
        on(ApiChoice::Auto, |gl| {
            use super::support::{Studio, counted, eye_above, noise};
            let mut studio = Studio::bare(gl);
            studio.show(&counted(&noise(20, 20, 50, 6)));
            let mut view = waterlab::view::MeshView::new();
            studio.draw(&mut view, &eye_above((50, 50)), (50, 50))
        })
    };
    let pictures: Vec<_> = std::thread::scope(|scope| {
        let threads = [(); 3].map(|()| scope.spawn(draws));
        threads.map(|thread| thread.join().expect("drawn")).into()
    });
    assert!(pictures.iter().all(|picture| picture == &pictures[0]));
}

#[test]
fn a_driver_without_targets_of_floats_shows_the_lit_view_as_the_mesh_view_and_says_so_once() {
    let room = TempFolder::new();
    let picture = |view: &str, out: &str, without: &str| {
        let arguments = [
            "render", "--view", view, "--gl", "es", "--steps", "20", "--size", "64x48", "--out",
            out,
        ];
        let output = room
            .command(&arguments)
            .env("MESA_EXTENSION_OVERRIDE", without)
            .output();
        RunResult::from(output.expect("it runs"))
    };
    let neither = "-GL_EXT_color_buffer_float -GL_EXT_color_buffer_half_float";
    let ran = picture("lit", "lit.png", neither);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    assert!(ran.err.contains("textures of floats") && ran.err.contains("mesh view"));
    assert_eq!(picture("mesh", "mesh.png", neither).code, 0);
    let bytes = |name: &str| std::fs::read(room.path(name)).expect("a picture");
    assert!(bytes("lit.png") == bytes("mesh.png"));

    // Half floats will do.
    let ran = picture("lit", "half.png", "-GL_EXT_color_buffer_float");
    assert_eq!((ran.code, &*ran.err), (0, ""));
    assert!(bytes("half.png") != bytes("mesh.png"));

    let ran = picture("lit", "lit.exr", neither);
    assert_eq!((ran.code, ran.err.lines().count()), (1, 1), "{}", ran.err);
    assert!(ran.err.contains("textures of floats"), "{}", ran.err);
}

/// Extensions of OpenGL ES 3.0 that the lit view uses where they are there.
const OPTIONAL: [&str; 6] = [
    "GL_EXT_float_blend",
    "GL_EXT_color_buffer_float",
    "GL_EXT_color_buffer_half_float",
    "GL_OES_texture_float_linear",
    "GL_EXT_texture_filter_anisotropic",
    "GL_EXT_disjoint_timer_query",
];

#[test]
fn the_lit_view_looks_alike_without_any_one_of_the_optional_extensions() {
    let room = TempFolder::new();
    for (name, options) in [
        ("pool", &["--set", "sky.hour=14"][..]),
        (
            "dusk",
            &["--set", "sky.hour=20.5", "--set", "view.lamp=on"][..],
        ),
        (
            "tank",
            &["--set", "view.setting=tank", "--set", "view.water=II"][..],
        ),
        (
            "sea",
            &["--model", "sea", "--set", "water.size=[64,64]"][..],
        ),
    ] {
        let picture = |without: Option<&str>, out: &str| {
            let arguments = [
                "render", "--view", "lit", "--gl", "es", "--steps", "20", "--size", "96x64",
                "--out", out,
            ];
            let mut command = room.command(&[&arguments[..], options].concat());
            if let Some(extension) = without {
                command.env("MESA_EXTENSION_OVERRIDE", format!("-{extension}"));
            }
            let ran = RunResult::from(command.output().expect("it runs"));
            // Mesa says so itself where it goes on to do what it no longer lists.
            let of_mesa = |line: &&str| line.ends_with("cannot be disabled");
            let said: Vec<_> = ran.err.lines().filter(|line| !of_mesa(line)).collect();
            assert_eq!(
                (ran.code, &*said),
                (0, &[][..]),
                "{name} without {without:?}"
            );
            let picture = image::open(room.path(out)).expect("a picture");
            picture.into_rgb8()
        };
        let whole = picture(None, "whole.png");
        for extension in OPTIONAL {
            let found = picture(Some(extension), "without.png");
            let differs = |(one, other): &(&image::Rgb<u8>, &image::Rgb<u8>)| {
                (0..3).any(|channel| one[channel].abs_diff(other[channel]) > 4)
            };
            let wrong = whole.pixels().zip(found.pixels()).filter(differs).count();
            // Half floats bend light slightly differently, which shows in glints: one pixel in 500.
            let most = match extension {
                "GL_EXT_color_buffer_float" | "GL_OES_texture_float_linear" => 96 * 64 / 500,
                _ => 0,
            };
            assert!(wrong <= most, "{name} without {extension}: {wrong} pixels");
        }
    }
}

#[test]
fn radiance_is_written_where_floats_cannot_be_blended_into() {
    let room = TempFolder::new();
    let arguments = [
        "render",
        "--view",
        "lit",
        "--gl",
        "es",
        "--steps",
        "20",
        "--size",
        "96x64",
        "--set",
        "view.setting=tank",
        "--out",
        "a.exr",
    ];
    let output = room
        .command(&arguments)
        .env("MESA_EXTENSION_OVERRIDE", "-GL_EXT_float_blend")
        .output();
    let ran = RunResult::from(output.expect("it runs"));
    assert_eq!((ran.code, &*ran.err), (0, ""));
    assert_eq!(room.names(), ["a.exr"]);
}

#[test]
fn a_driver_without_anisotropic_filtering_is_not_asked_for_its_limit() {
    let room = TempFolder::new();
    let without = [(
        "MESA_EXTENSION_OVERRIDE",
        "-GL_EXT_texture_filter_anisotropic",
    )];
    for gl in ["core", "es"] {
        let ran = render(&room, gl, &without);
        assert_eq!((ran.code, &*ran.err), (0, ""), "{gl}");
    }
}
