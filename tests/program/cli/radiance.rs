//! `render --out a.exr`: linear radiance under a panorama.

use crate::support::Room;
use image::{ExtendedColorType, ImageFormat, Rgb32FImage};

const SIZE: (u32, u32) = (96, 64);

/// A pool of ink under a panorama in the file `sky`, without a sun.
fn ink(room: &Room, sky: &str) {
    let scene = format!(
        "[view]\nkind = \"lit\"\nwater = \"ink\"\n[sky]\nsun = 0\npanorama = \"{sky}\"\n[camera]\neye = [0, 1.9, 1.0]\ntarget = [0, 0, 0]\n"
    );
    room.write("ink.toml", scene);
}

/// An even panorama as OpenEXR.
fn even(room: &Room, name: &str, light: [f32; 3]) {
    let pixels = Rgb32FImage::from_pixel(64, 32, image::Rgb(light));
    pixels.save(room.path(name)).expect("written");
}

fn radiance(room: &Room, name: &str) -> Rgb32FImage {
    let mut bytes = std::io::Cursor::new(room.read(name));
    let reader = image::ImageReader::with_format(&mut bytes, ImageFormat::OpenExr);
    reader.decode().expect("an exr").into_rgb32f()
}

/// Fresnel's law for unpolarised light into water of this index, by the angles.
fn reflectance(cos_incidence: f64, index: f64) -> f64 {
    let incidence = cos_incidence.acos();
    let refraction = (incidence.sin() / index).asin();
    let (sum, difference) = (incidence + refraction, incidence - refraction);
    let square = |one: f64, other: f64| (one / other).powi(2);
    0.5 * (square(difference.sin(), sum.sin()) + square(difference.tan(), sum.tan()))
}

fn render(room: &Room, out: &str, more: &[&str]) {
    let size = format!("{}x{}", SIZE.0, SIZE.1);
    let steps = if more.contains(&"--steps") {
        [].as_slice()
    } else {
        &["--steps", "0"]
    };
    let arguments = ["render", "ink.toml", "--size", &size, "--out", out];
    room.succeeds(&[&arguments[..], steps, more].concat());
}

#[test]
fn ink_under_an_even_panorama_shows_its_reflectance_in_the_panorama_s_units() {
    let room = Room::new();
    ink(&room, "even.exr");
    // Brighter than white, and not grey.
    even(&room, "even.exr", [8.0, 4.0, 0.25]);
    render(&room, "a.exr", &[]);
    let seen = radiance(&room, "a.exr");
    assert_eq!(seen.dimensions(), SIZE);
    // From the default field of view, 45°, at the middle of the picture and up and down from it; the eye looks down by atan 1.9.
    let middle_down = 1.9_f64.atan();
    for row in [20, 26, 32, 40] {
        let offset = (f64::from(row) + 0.5) / 32.0 - 1.0;
        let down = middle_down + (offset * 22.5_f64.to_radians().tan()).atan();
        let wanted = reflectance(down.sin(), 1.3343);
        // Half a pixel beside the middle turns the ray a little further off; too little to count.
        let [red, green, blue] = seen.get_pixel(SIZE.0 / 2, row).0;
        for (found, light) in [(red, 8.0), (green, 4.0), (blue, 0.25)] {
            let found = f64::from(found) / light;
            assert!(
                (found / wanted - 1.0).abs() < 0.01,
                "{row}: {found}, {wanted}"
            );
        }
    }
}

#[test]
fn radiance_is_what_it_is_whatever_the_exposure_and_twice_the_same() {
    let room = Room::new();
    ink(&room, "even.exr");
    even(&room, "even.exr", [1.0, 1.0, 1.0]);
    render(&room, "a.exr", &[]);
    render(
        &room,
        "b.exr",
        &["--set", "view.exposure=3", "--set", "view.adapt=false"],
    );
    assert_eq!(room.read("a.exr"), room.read("b.exr"));
    // Twice the light is twice the radiance, and a picture is decoded from sRGB.
    even(&room, "even.exr", [2.0, 2.0, 2.0]);
    render(&room, "c.exr", &[]);
    let grey = image::RgbImage::from_pixel(64, 32, image::Rgb([188; 3]));
    grey.save(room.path("grey.png")).expect("written");
    render(&room, "d.exr", &["--set", "sky.panorama=grey.png"]);
    let at = |name: &str| radiance(&room, name).get_pixel(48, 30).0[1];
    assert!((at("c.exr") / at("a.exr") - 2.0).abs() < 1e-3);
    let half = ((188.0_f32 / 255.0 + 0.055) / 1.055).powf(2.4);
    assert!((at("d.exr") / at("a.exr") - half).abs() < 1e-3);
    // What is named for all views goes before the scene's own.
    render(&room, "e.exr", &["--sky", "grey.png"]);
    assert_eq!(room.read("e.exr"), room.read("d.exr"));
}

#[test]
fn an_eye_within_stone_sees_no_numbers_that_are_none() {
    let room = Room::new();
    ink(&room, "even.exr");
    even(&room, "even.exr", [1.0, 1.0, 1.0]);
    let inside = [
        "--set",
        "obstacle.0.disc={at=[0.5,0.5],radius=40}",
        "--set",
        "camera.eye=[0,0.02,0]",
        "--set",
        "camera.target=[1,-0.1,0]",
    ];
    render(&room, "a.exr", &inside);
    let seen = radiance(&room, "a.exr");
    assert!(seen.iter().all(|light| light.is_finite() && *light >= 0.0));
}

#[test]
fn numbered_pictures_of_radiance_are_a_clip() {
    let room = Room::new();
    ink(&room, "even.exr");
    even(&room, "even.exr", [1.0, 1.0, 1.0]);
    render(
        &room,
        "frames/%02d.exr",
        &["--seconds", "0.1", "--fps", "20", "--set", "rain.seed=1"],
    );
    let names = crate::support::names(&room.path("frames"));
    assert_eq!(names, ["00.exr", "01.exr"]);
}

#[test]
fn what_can_t_be_radiance_and_what_is_no_panorama_is_told_in_one_line() {
    let room = Room::new();
    ink(&room, "square.png");
    let square = vec![255; 3 * 32 * 32];
    let name = room.path("square.png");
    image::save_buffer(name, &square, 32, 32, ExtendedColorType::Rgb8).expect("written");
    room.write("text.exr", "no picture");
    let out = ["--steps", "0", "--out", "a.exr"];
    let fails = |arguments: &[&str], needles: &[&str]| {
        room.fails(&[&["render"], arguments, &out].concat(), needles);
    };
    fails(&["ink.toml"], &["square.png", "twice as wide", "32 × 32"]);
    let other = |file: &'static str| ["ink.toml", "--set", file];
    fails(&other("sky.panorama=text.exr"), &["text.exr"]);
    fails(
        &other("sky.panorama=none.exr"),
        &["none.exr", "no such file"],
    );
    fails(&["--view", "mesh"], &["mesh", "--view lit"]);
    fails(&["--view", "lit", "--gl", "none"], &["OpenGL"]);
    fails(
        &["--view", "lit", "--set", "compare.model=wave"],
        &["one water", "compare"],
    );
    for (key, needle) in [
        ("sky.hour=25", "24"),
        ("sky.latitude=200", "90"),
        ("sky.elevation=nan", "elevation"),
        ("view.water=soup", "soup"),
    ] {
        room.refuses(1, &["render", "--set", key, "--out", "a.png"], &[needle]);
    }
    fails(
        &["--view", "lit", "--sky", "square.png"],
        &["square.png", "twice as wide"],
    );
    assert!(!room.names().contains(&"a.exr".to_owned()));
}

#[test]
fn a_flat_sea_of_ink_shows_its_reflectance_too() {
    let room = Room::new();
    even(&room, "even.exr", [2.0, 1.0, 0.5]);
    room.write(
        "ink.toml",
        "[water]\nmodel = \"sea\"\nwind = 0\nsize = [32, 32]\n[view]\nkind = \"lit\"\nwater = \"ink\"\n[sky]\nsun = 0\npanorama = \"even.exr\"\n[camera]\neye = [0, 5, 0]\ntarget = [0, 0, -6]\n",
    );
    render(&room, "a.exr", &[]);
    let seen = radiance(&room, "a.exr");
    let middle_down = (5.0_f64 / 6.0).atan();
    for row in [12, 24, 40, 60] {
        let offset = (f64::from(row) + 0.5) / 32.0 - 1.0;
        let down = middle_down + (offset * 22.5_f64.to_radians().tan()).atan();
        // Of sea water, for green light.
        let wanted = reflectance(down.sin(), 1.3408);
        for (channel, light) in [2.0, 1.0, 0.5].into_iter().enumerate() {
            let found = f64::from(seen.get_pixel(SIZE.0 / 2, row)[channel]) / light;
            assert!(
                (found - wanted).abs() < 0.01 * wanted + 4e-4,
                "row {row}: {found} for {wanted}"
            );
        }
    }
}

#[test]
fn under_water_as_black_as_ink_nothing_is_seen_whatever_the_waves() {
    let room = Room::new();
    even(&room, "even.exr", [1.0; 3]);
    room.write(
        "ink.toml",
        "[water]\nmodel = \"ripple\"\nsize = [128, 128]\n[[drop]]\nstep = 0\nat = [0.4, 0.5]\nradius = 6\nweight = 60\n[view]\nkind = \"lit\"\nwater = \"ink\"\n[sky]\nelevation = 40\npanorama = \"even.exr\"\n[camera]\neye = [0.5, -0.1, 0.5]\ntarget = [0, -0.05, 0]\n",
    );
    for steps in ["2", "20", "60"] {
        render(&room, "a.exr", &["--steps", steps]);
        let most = radiance(&room, "a.exr")
            .pixels()
            .map(|pixel| pixel[0])
            .fold(0.0, f32::max);
        assert!(most < 1e-3, "after {steps} steps: {most}");
    }
}
