//! Every view, and a sea, against the golden pictures in `tests/golden`, on core and on ES.
//!
//! Drivers differ in the last bits of a filter and in the edges of triangles. A picture passes when its channels differ by 1.5
//! of 255 on average at most, and when at most 0.5 % of its pixels have a channel that differs by more than 24.
//!
//! After an intended change of the pictures, look at them and make them the golden ones:
//!
//! ```text
//! WATERLAB_BLESS=1 cargo test --test gl golden
//! ```
//!
//! A picture that fails is saved in `target/tmp`.

use super::made_sea::Sea;
use super::support::{Difference, Picture, Studio, difference, silent};
use glam::Vec3;
use image::{ImageFormat, RgbaImage};
use std::path::Path;
use waterlab::desktop::Offscreen;
use waterlab::desktop::disk::load;
use waterlab::gl::ApiChoice;
use waterlab::light::Pyramid;
use waterlab::scene::{Edit, Scene, Simulation};
use waterlab::session::textures::Textures;
use waterlab::session::{FlyCamera, ViewSet, WaterView};
use waterlab::view::{Materials, MeshView, Pictures};

const MEAN: f64 = 1.5;
const FAR: u8 = 24;
const FAR_SHARE: f64 = 0.005;

/// Water with waves of many wavelengths, half a second after stones and a stroke.
pub const WATER: [&str; 13] = [
    "water.size=[160, 120]",
    "water.length=6",
    "water.damping=7",
    "water.fraction_bits=4",
    "drop.0.at=[0.3, 0.35]",
    "drop.0.radius=6",
    "drop.0.weight=110",
    "drop.1.at=[0.72, 0.55]",
    "drop.1.step=18",
    "drop.1.radius=4",
    "stroke.0.from=[0.15, 0.8]",
    "stroke.0.to=[0.5, 0.7]",
    "stroke.0.step=12",
];
const STEPS: u64 = 40;

/// Draws the water as the program does.
fn draw(view: &[&str], size: (usize, usize), samples: usize, choice: ApiChoice) -> Picture {
    draw_scene(&[&WATER, view].concat(), size, samples, choice)
}

/// Draws a scene of these settings as the program does.
pub fn draw_scene(
    edits: &[&str],
    size: (usize, usize),
    samples: usize,
    choice: ApiChoice,
) -> Picture {
    let edits: Vec<_> = edits
        .iter()
        .map(|edit| Edit::parse(edit).unwrap_or_else(|error| panic!("{edit}: {error}")))
        .collect();
    let scene = Scene::from_edits(&edits).unwrap_or_else(|error| panic!("{error}"));
    let mut simulation = Simulation::new(&scene);
    simulation.advance_by(STEPS);
    assert!(!simulation.water().is_calm());
    let mut stage = Offscreen::open(size, samples, choice)
        .unwrap_or_else(|error| panic!("this test needs a {choice:?} context: {error}"));
    let debug = stage.gl().debug().clone();
    let mut view_set =
        ViewSet::of_scene(Some(stage.gl()), &scene).unwrap_or_else(|error| panic!("{error}"));
    let eye = FlyCamera::of_scene(&scene).eye(size.0 as f32 / size.1 as f32);
    stage
        .draw(&mut view_set, &WaterView::of(&simulation), &eye)
        .expect("drawn");
    let drawn = stage.read().clone();
    drop((view_set, stage));
    assert!(debug.is_listening());
    assert_eq!(debug.complaints(), 0);
    drawn
}

fn save(picture: &Picture, file: &Path) {
    let (width, height) = (picture.columns() as u32, picture.rows() as u32);
    let bytes = picture.cells().concat();
    let image = RgbaImage::from_raw(width, height, bytes).expect("all of its pixels");
    // All pixels are opaque: the file needs no alpha.
    image::DynamicImage::from(image)
        .to_rgb8()
        .save_with_format(file, ImageFormat::Png)
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
}

fn check(name: &str, draw: impl Fn(ApiChoice) -> Picture) {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name);
    if std::env::var_os("WATERLAB_BLESS").is_some() {
        save(&draw(ApiChoice::Core), &golden);
    }
    let expected = load(&golden)
        .unwrap_or_else(|error| panic!("{error}; WATERLAB_BLESS=1 makes the golden pictures"));
    for choice in [ApiChoice::Core, ApiChoice::Es] {
        let drawn = draw(choice);
        let found @ Difference { mean, beyond, .. } = difference(&drawn, &expected, FAR);
        if mean > MEAN || beyond > FAR_SHARE {
            let failed = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{choice:?}-{name}"));
            save(&drawn, &failed);
            panic!(
                "{name} on {choice:?} is not the golden picture: {found:?}; compare {} with {}",
                failed.display(),
                golden.display()
            );
        }
    }
}

#[test]
fn the_mesh_view_matches_its_golden_pictures() {
    check("mesh.png", |choice| {
        draw(
            &["view.kind=\"mesh\"", "water.depth=1.65"],
            (320, 180),
            4,
            choice,
        )
    });
}

#[test]
fn the_lit_view_matches_its_golden_pictures() {
    check("lit.png", |choice| {
        draw(
            &["view.kind=\"lit\"", "view.caustics=512", "sky.clouds=0.4"],
            (320, 180),
            4,
            choice,
        )
    });
}

#[test]
fn the_picture_view_matches_its_golden_pictures() {
    check("picture.png", |choice| {
        draw(&["view.kind=\"picture\""], (240, 150), 1, choice)
    });
}

/// A sea of four sines and a patch of foam, toward the sun.
fn draw_sea(choice: ApiChoice) -> Picture {
    let size = (320, 180);
    let gl = &*silent(choice);
    let textures = Textures::of(&Scene::default());
    let picture = |texture: Result<_, _>| -> Picture { texture.expect("a picture") };
    let pictures = Pictures {
        picture: &Pyramid::new(picture(textures.picture())),
        tiles: &picture(textures.floor()),
        sky: &picture(textures.sky()),
        deck: &picture(textures.deck()),
        panorama: &picture(textures.panorama()),
    };
    let mut studio = Studio::bare(gl);
    studio.materials = Materials::new(gl, pictures).expect("textures");
    let cascades = Sea::new().uploaded(gl);
    let (from, to) = (Vec3::new(-0.6, 0.22, -1.3), Vec3::new(0.1, 0.0, 0.1));
    let eye = FlyCamera::new(from, to, 45.0)
        .eye(size.0 as f32 / size.1 as f32)
        .scaled(50.0);
    let mut view = MeshView::new();
    studio.draw_cascades(&mut view, &eye, size, Some(&cascades))
}

#[test]
fn a_sea_matches_its_golden_picture() {
    check("sea.png", draw_sea);
}
