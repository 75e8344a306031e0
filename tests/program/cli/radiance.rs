//! `render --out a.exr`: linear radiance under a panorama.

use crate::support::TempFolder;
use image::{ExtendedColorType, ImageFormat, Rgb32FImage};

const SIZE: (u32, u32) = (96, 64);

/// Writes the scene of a pool of ink under the panorama `sky`, without a sun.
fn ink(folder: &TempFolder, sky: &str) {
    let scene = format!(
        "[view]\nkind = \"lit\"\nwater = \"ink\"\n[sky]\nsun = 0\npanorama = \"{sky}\"\n[camera]\neye = [0, 1.9, 1.0]\ntarget = [0, 0, 0]\n"
    );
    folder.write("ink.toml", scene);
}

/// Writes a uniform panorama as OpenEXR.
fn uniform(folder: &TempFolder, name: &str, light: [f32; 3]) {
    let pixels = Rgb32FImage::from_pixel(64, 32, image::Rgb(light));
    pixels.save(folder.path(name)).expect("written");
}

fn radiance(folder: &TempFolder, name: &str) -> Rgb32FImage {
    let mut bytes = std::io::Cursor::new(folder.read(name));
    let reader = image::ImageReader::with_format(&mut bytes, ImageFormat::OpenExr);
    reader.decode().expect("an exr").into_rgb32f()
}

/// Fresnel reflectance of unpolarised light for a refractive index, from the angles.
fn reflectance(cos_incidence: f64, index: f64) -> f64 {
    let incidence = cos_incidence.acos();
    let refraction = (incidence.sin() / index).asin();
    let (sum, difference) = (incidence + refraction, incidence - refraction);
    let square = |one: f64, other: f64| (one / other).powi(2);
    0.5 * (square(difference.sin(), sum.sin()) + square(difference.tan(), sum.tan()))
}

fn render(folder: &TempFolder, out: &str, more: &str) {
    let (width, height) = SIZE;
    let steps = if more.contains("--steps") {
        ""
    } else {
        "--steps 0"
    };
    folder.succeeds(&format!(
        "render ink.toml --size {width}x{height} --out {out} {steps} {more}"
    ));
}

#[test]
fn ink_under_a_uniform_panorama_shows_its_reflectance_in_the_units_of_the_panorama() {
    let folder = TempFolder::new();
    ink(&folder, "even.exr");
    // Brighter than white, and coloured.
    uniform(&folder, "even.exr", [8.0, 4.0, 0.25]);
    render(&folder, "a.exr", "");
    let seen = radiance(&folder, "a.exr");
    assert_eq!(seen.dimensions(), SIZE);
    // The field of view is 45°, and the eye looks down by atan 1.9.
    let middle_down = 1.9_f64.atan();
    for row in [20, 26, 32, 40] {
        let offset = (f64::from(row) + 0.5) / 32.0 - 1.0;
        let down = middle_down + (offset * 22.5_f64.to_radians().tan()).atan();
        let expected = reflectance(down.sin(), 1.3343);
        // The column is half a pixel beside the middle, which is negligible.
        let [red, green, blue] = seen.get_pixel(SIZE.0 / 2, row).0;
        for (found, light) in [(red, 8.0), (green, 4.0), (blue, 0.25)] {
            let found = f64::from(found) / light;
            assert!(
                (found / expected - 1.0).abs() < 0.01,
                "{row}: {found} for {expected}"
            );
        }
    }
}

#[test]
fn radiance_is_independent_of_the_exposure_and_linear_in_the_panorama() {
    let folder = TempFolder::new();
    ink(&folder, "even.exr");
    uniform(&folder, "even.exr", [1.0, 1.0, 1.0]);
    render(&folder, "a.exr", "");
    render(
        &folder,
        "b.exr",
        "--set view.exposure=3 --set view.adapt=false",
    );
    assert_eq!(folder.read("a.exr"), folder.read("b.exr"));
    // Twice the light gives twice the radiance, and a picture is decoded from sRGB.
    uniform(&folder, "even.exr", [2.0, 2.0, 2.0]);
    render(&folder, "c.exr", "");
    let grey = image::RgbImage::from_pixel(64, 32, image::Rgb([188; 3]));
    grey.save(folder.path("grey.png")).expect("written");
    render(&folder, "d.exr", "--set sky.panorama=grey.png");
    let at = |name: &str| radiance(&folder, name).get_pixel(48, 30).0[1];
    assert!((at("c.exr") / at("a.exr") - 2.0).abs() < 1e-3);
    let half = ((188.0_f32 / 255.0 + 0.055) / 1.055).powf(2.4);
    assert!((at("d.exr") / at("a.exr") - half).abs() < 1e-3);
    // `--sky` overrides the panorama of the scene.
    render(&folder, "e.exr", "--sky grey.png");
    assert_eq!(folder.read("e.exr"), folder.read("d.exr"));
}

#[test]
fn an_eye_inside_a_wall_sees_finite_radiance() {
    let folder = TempFolder::new();
    ink(&folder, "even.exr");
    uniform(&folder, "even.exr", [1.0, 1.0, 1.0]);
    let inside = "--set obstacle.0.disc={at=[0.5,0.5],radius=40} --set camera.eye=[0,0.02,0] --set camera.target=[1,-0.1,0]";
    render(&folder, "a.exr", inside);
    let seen = radiance(&folder, "a.exr");
    assert!(seen.iter().all(|light| light.is_finite() && *light >= 0.0));
}

#[test]
fn numbered_pictures_can_be_radiance() {
    let folder = TempFolder::new();
    ink(&folder, "even.exr");
    uniform(&folder, "even.exr", [1.0, 1.0, 1.0]);
    render(
        &folder,
        "frames/%02d.exr",
        "--seconds 0.1 --fps 20 --set rain.seed=1",
    );
    let names = crate::support::names(&folder.path("frames"));
    assert_eq!(names, ["00.exr", "01.exr"]);
}

#[test]
fn impossible_radiance_and_bad_panoramas_are_one_line_of_error() {
    let folder = TempFolder::new();
    ink(&folder, "square.png");
    let square = vec![255; 3 * 32 * 32];
    let name = folder.path("square.png");
    image::save_buffer(name, &square, 32, 32, ExtendedColorType::Rgb8).expect("written");
    folder.write("text.exr", "no picture");
    let fails = |arguments: &str, needles: &[&str]| {
        folder.fails(
            &format!("render {arguments} --steps 0 --out a.exr"),
            needles,
        );
    };
    fails("ink.toml", &["square.png", "twice as wide", "32 × 32"]);
    fails("ink.toml --set sky.panorama=text.exr", &["text.exr"]);
    fails(
        "ink.toml --set sky.panorama=none.exr",
        &["none.exr", "no such file"],
    );
    fails("--view mesh", &["mesh", "--view lit"]);
    fails("--view lit --gl none", &["OpenGL"]);
    fails(
        "--view lit --set compare.model=wave",
        &["one water", "compare"],
    );
    for (key, needle) in [
        ("sky.hour=25", "24"),
        ("sky.latitude=200", "90"),
        ("sky.elevation=nan", "elevation"),
        ("view.water=soup", "soup"),
    ] {
        folder.refuses(1, &format!("render --set {key} --out a.png"), &[needle]);
    }
    fails(
        "--view lit --sky square.png",
        &["square.png", "twice as wide"],
    );
    assert!(!folder.names().contains(&"a.exr".to_owned()));
}

#[test]
fn under_ink_nothing_is_visible_whatever_the_waves() {
    let folder = TempFolder::new();
    uniform(&folder, "even.exr", [1.0; 3]);
    folder.write(
        "ink.toml",
        "[water]\nmodel = \"ripple\"\nsize = [128, 128]\n[[drop]]\nstep = 0\nat = [0.4, 0.5]\nradius = 6\nweight = 60\n[view]\nkind = \"lit\"\nwater = \"ink\"\n[sky]\nelevation = 40\npanorama = \"even.exr\"\n[camera]\neye = [0.5, -0.1, 0.5]\ntarget = [0, -0.05, 0]\n",
    );
    for steps in ["2", "20", "60"] {
        render(&folder, "a.exr", &format!("--steps {steps}"));
        let brightest = radiance(&folder, "a.exr")
            .pixels()
            .map(|pixel| pixel[0])
            .fold(0.0, f32::max);
        assert!(brightest < 1e-3, "after {steps} steps: {brightest}");
    }
}
