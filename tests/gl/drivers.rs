//! Unsuitable drivers: the program prints one line that names what it found, what it needs and how to get it.

use super::program::{RunResult, TempFolder, check_refusal};
use super::support::silent;
use waterlab::gl::{ApiChoice, GlError, Surfaceless};

/// The packages to install on three families of systems.
const WAY_OUT: [&str; 6] = [
    "OpenGL 3.3",
    "OpenGL ES 3.0",
    "apt install libegl1",
    "dnf install mesa-libEGL",
    "pacman -S mesa",
    "Mesa",
];

/// Renders the mesh view under the given environment.
fn render(folder: &TempFolder, gl: &str, environment: &[(&str, &str)]) -> RunResult {
    let arguments = [
        "render", "--view", "mesh", "--gl", gl, "--steps", "1", "--size", "32x32", "--out", "a.png",
    ];
    let output = folder
        .command(&arguments)
        .envs(environment.iter().copied())
        .output();
    output.expect("it runs").into()
}

#[test]
fn an_old_driver_is_an_error_with_the_required_version_and_a_solution() {
    let folder = TempFolder::new();
    let old = [
        ("MESA_GL_VERSION_OVERRIDE", "2.1"),
        ("MESA_GLES_VERSION_OVERRIDE", "2.0"),
    ];
    for (gl, found) in [
        ("auto", "found OpenGL 2.1"),
        ("core", "found OpenGL 2.1"),
        ("es", "found OpenGL ES 2.0"),
    ] {
        let ran = render(&folder, gl, &old);
        check_refusal(1, &ran, &WAY_OUT);
        check_refusal(1, &ran, &[found]);
        assert!(folder.names().is_empty(), "files remain");
    }
}

#[test]
fn where_opengl_is_too_old_opengl_es_is_used() {
    let folder = TempFolder::new();
    let ran = render(&folder, "auto", &[("MESA_GL_VERSION_OVERRIDE", "2.1")]);
    assert_eq!((ran.code, &*ran.err), (0, ""));
    assert_eq!(folder.names(), ["a.png"]);
}

#[test]
fn without_a_driver_the_error_names_packages_to_install() {
    let folder = TempFolder::new();
    let none = [("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent")];
    for gl in ["auto", "core", "es"] {
        let ran = render(&folder, gl, &none);
        check_refusal(1, &ran, &WAY_OUT);
        assert!(folder.names().is_empty());
    }
}

#[test]
fn a_thread_has_one_context_at_a_time() {
    for _ in 0..3 {
        let _first = silent(ApiChoice::Auto);
        let second = Surfaceless::open(ApiChoice::Auto).err();
        assert!(matches!(second, Some(GlError::Taken)), "{second:?}");
    }
}

#[test]
fn several_threads_can_draw_at_once() {
    let draws = || {
        let gl = &*silent(ApiChoice::Auto);
        use super::support::{Studio, counted, eye_above, noise};
        let mut studio = Studio::bare(gl);
        studio.show(&counted(&noise(20, 20, 50, 6)));
        let mut view = waterlab::view::MeshView::new();
        studio.draw(&mut view, &eye_above((50, 50)), (50, 50))
    };
    let pictures: Vec<_> = std::thread::scope(|scope| {
        let threads = [(); 3].map(|()| scope.spawn(draws));
        threads.map(|thread| thread.join().expect("drawn")).into()
    });
    assert!(pictures.iter().all(|picture| picture == &pictures[0]));
}

#[test]
fn without_float_targets_the_lit_view_falls_back_to_the_mesh_view_with_one_message() {
    let folder = TempFolder::new();
    let picture = |view: &str, out: &str, without: &str| {
        let arguments = [
            "render", "--view", view, "--gl", "es", "--steps", "20", "--size", "64x48", "--out",
            out,
        ];
        let output = folder
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
    let bytes = |name: &str| std::fs::read(folder.path(name)).expect("a picture");
    assert!(bytes("lit.png") == bytes("mesh.png"));

    // Half floats are sufficient.
    let ran = picture("lit", "half.png", "-GL_EXT_color_buffer_float");
    assert_eq!((ran.code, &*ran.err), (0, ""));
    assert!(bytes("half.png") != bytes("mesh.png"));

    let ran = picture("lit", "lit.exr", neither);
    assert_eq!((ran.code, ran.err.lines().count()), (1, 1), "{}", ran.err);
    assert!(ran.err.contains("textures of floats"), "{}", ran.err);
}

/// Extensions of OpenGL ES 3.0 that the lit view uses if they are available. Half floats are needed where full ones are missing.
const OPTIONAL: [&str; 6] = [
    "-GL_EXT_color_buffer_half_float",
    "-GL_EXT_float_blend",
    "-GL_EXT_color_buffer_float",
    "-GL_OES_texture_float_linear",
    "-GL_EXT_texture_filter_anisotropic",
    "-GL_EXT_disjoint_timer_query",
];

#[test]
fn the_lit_view_needs_none_of_the_optional_extensions() {
    let folder = TempFolder::new();
    let picture = |options: &str, without: &str| {
        let mut command = folder.command(&format!(
            "render --view lit --gl es --steps 20 --size 96x64 --out a.png {options}"
        ));
        command.env("MESA_EXTENSION_OVERRIDE", without);
        let ran = RunResult::from(command.output().expect("it runs"));
        // Mesa warns where it still supports an extension that it no longer lists.
        let of_mesa = |line: &&str| line.ends_with("cannot be disabled");
        let messages: Vec<_> = ran.err.lines().filter(|line| !of_mesa(line)).collect();
        assert_eq!((ran.code, &*messages), (0, &[][..]), "{options}: {without}");
        let picture = image::open(folder.path("a.png")).expect("a picture");
        picture.into_rgb8()
    };
    // Each alone with a pool, and together with scenes that use other programs.
    let together = OPTIONAL[1..].join(" ");
    for (options, sets) in [
        ("--set sky.hour=14", &OPTIONAL[..]),
        ("--set sky.hour=20.5 --set view.lamp=on", &[&*together]),
        ("--set view.setting=tank --set view.water=II", &[&*together]),
        ("--model sea --set water.size=[64,64]", &[&*together]),
    ] {
        let whole = picture(options, "");
        for without in sets {
            let found = picture(options, without);
            let differs = |(one, other): &(&image::Rgb<u8>, &image::Rgb<u8>)| {
                (0..3).any(|channel| one[channel].abs_diff(other[channel]) > 4)
            };
            let wrong = whole.pixels().zip(found.pixels()).filter(differs).count();
            // With half floats refraction differs slightly, which is visible in glints: one pixel in 500.
            let is_coarse = ["_buffer_float", "_float_linear"];
            let max = match is_coarse.iter().any(|name| without.contains(name)) {
                true => 96 * 64 / 500,
                false => 0,
            };
            assert!(wrong <= max, "{options}: {without}: {wrong} pixels");
        }
    }
}

#[test]
fn radiance_needs_no_blending_of_floats() {
    let folder = TempFolder::new();
    let arguments =
        "render --view lit --gl es --steps 20 --size 96x64 --set view.setting=tank --out a.exr";
    let output = folder
        .command(arguments)
        .env("MESA_EXTENSION_OVERRIDE", "-GL_EXT_float_blend")
        .output();
    let ran = RunResult::from(output.expect("it runs"));
    assert_eq!((ran.code, &*ran.err), (0, ""));
    assert_eq!(folder.names(), ["a.exr"]);
}

#[test]
fn without_anisotropic_filtering_its_limit_is_not_queried() {
    let folder = TempFolder::new();
    let without = [(
        "MESA_EXTENSION_OVERRIDE",
        "-GL_EXT_texture_filter_anisotropic",
    )];
    for gl in ["core", "es"] {
        let ran = render(&folder, gl, &without);
        assert_eq!((ran.code, &*ran.err), (0, ""), "{gl}");
    }
}

/// The mean difference of two pictures, of 255.
fn difference(one: &[u8], other: &[u8]) -> f64 {
    let [one, other] = [one, other].map(|file| {
        image::load_from_memory(file)
            .expect("a picture")
            .into_rgb8()
    });
    assert_eq!(one.dimensions(), other.dimensions());
    let channels = one.as_raw().iter().zip(other.as_raw());
    let sum: u64 = channels.map(|(&a, &b)| u64::from(a.abs_diff(b))).sum();
    sum as f64 / one.as_raw().len() as f64
}

#[test]
#[ignore = "make test-drivers: softpipe takes minutes"]
fn other_drivers_draw_the_same_pictures() {
    let folder = TempFolder::new();
    let scenes = [
        ("mesh", "storm"),
        ("mesh", "pool"),
        ("lit", "tank"),
        ("lit", "sea"),
        ("picture", "pond"),
    ];
    for (view, scene) in scenes {
        let draw = |driver: &str| {
            let arguments = [
                "render",
                scene,
                "--view",
                view,
                "--steps",
                "20",
                "--size",
                "64x48",
                "--gl",
                "core",
                "--set",
                "view.quality=low",
                "--out",
                "a.png",
            ];
            let mut command = folder.command(&arguments);
            command
                .env("GALLIUM_DRIVER", driver)
                .env("LIBGL_ALWAYS_SOFTWARE", "1");
            command
                .env("RUST_LOG", "waterlab=info")
                .env("XDG_RUNTIME_DIR", folder.path("."));
            let output = command.output().expect("it runs");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.success() && said.contains(driver),
                "{driver}, {view} of {scene}: {said}"
            );
            folder.read("a.png")
        };
        let expected = draw("llvmpipe");
        for driver in ["softpipe", "zink"] {
            let difference = difference(&expected, &draw(driver));
            println!("{driver}: {view} of {scene}: {difference:.2} of 255");
            assert!(
                difference < 4.0,
                "{driver}, {view} of {scene}: {difference}"
            );
        }
    }
}
