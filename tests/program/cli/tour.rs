//! `render --tour`, and clips along a camera path.

use crate::support::{TempFolder, names};
use image::RgbImage;

const SIZE: &str = "--size 192x108 --set view.quality=low";

fn picture(folder: &TempFolder, name: &str) -> RgbImage {
    image::open(folder.path(name)).expect(name).into_rgb8()
}

/// Mean of all channels, 0 to 255.
fn mean(picture: &RgbImage) -> f64 {
    let all = picture.as_raw();
    all.iter().map(|channel| f64::from(*channel)).sum::<f64>() / all.len() as f64
}

/// Maximum difference of two pictures in their upper halves, which captions leave free.
fn difference(one: &RgbImage, other: &RgbImage) -> u8 {
    let half = one.as_raw().len() / 2;
    let both = one.as_raw()[..half].iter().zip(other.as_raw());
    both.map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
}

#[test]
fn the_tour_as_a_clip_shows_each_scene_along_its_path_between_fades_with_a_caption() {
    let folder = TempFolder::new();
    folder.succeeds(&format!("render --tour --fps 0.2 {SIZE} --out t/%03d.png"));
    let count = names(&folder.path("t")).len();
    assert!((20..=24).contains(&count), "{count} pictures");
    // Each scene begins in black, but for the card.
    let first = picture(&folder, "t/000.png");
    let black = RgbImage::new(192, 108);
    assert_eq!(difference(&first, &black), 0);
    assert!(mean(&first) > 1.0, "the card is shown on black");
    folder.succeeds(&format!(
        "render pool --follow-path --seconds 10 --fps 0.2 {SIZE} --out p/%03d.png"
    ));
    let [seen, bare] = ["t/001.png", "p/001.png"].map(|name| picture(&folder, name));
    assert_eq!(difference(&seen, &bare), 0);
    assert!(seen.as_raw() != bare.as_raw(), "there is a caption");
    let scenes = (0..count).map(|number| picture(&folder, &format!("t/{number:03}.png")));
    let bright = scenes.filter(|picture| mean(picture) > 30.0).count();
    assert!(2 * bright >= count - 1, "{bright} of {count}");
}

#[test]
fn a_clip_along_a_path_is_made_of_the_pictures_from_its_places() {
    let folder = TempFolder::new();
    let scene = |camera: &str| {
        format!(
            "[water]\nsize = [32, 32]\n[[drop]]\nradius = 4\nweight = 60\n[view]\nkind = \"mesh\"\n{camera}"
        )
    };
    let path = "[[camera.path]]\neye = [0, 1, 2]\n[[camera.path]]\ntime = 2\neye = [2, 3, 4]\n";
    folder.write("path.toml", scene(path));
    // Halfway in time is halfway along a path that starts and ends at rest.
    folder.write("still.toml", scene("[camera]\neye = [1, 2, 3]\n"));
    folder.succeeds(&format!(
        "render path.toml --follow-path --seconds 2 --fps 1 {SIZE} --out p%d.png"
    ));
    folder.succeeds(&format!("render still.toml --steps 60 {SIZE} --out s.png"));
    let [clip, still] = ["p1.png", "s.png"].map(|name| picture(&folder, name));
    assert!(clip.as_raw() == still.as_raw());
}

#[test]
fn options_that_do_not_fit_a_tour_or_a_path_are_refused() {
    let folder = TempFolder::new();
    for arguments in [
        "--tour pool",
        "--tour --set view.quality=low",
        "--tour render --out a.mp4",
        "render --tour --out a.png",
        "render --tour --out a.exr",
        "render pool --tour --out a.mp4",
        "render --tour --seconds 3 --out a.mp4",
        "render pool --follow-path --out a.png",
    ] {
        let result = folder.run(arguments);
        assert_eq!(result.code, 2, "{arguments}: {result:?}");
        assert!(result.err.starts_with("error: "), "{arguments}: {result:?}");
    }
    let clip = "--follow-path --seconds 1 --out a.gif";
    folder.write("still.toml", "");
    let without = format!("render still.toml {clip}");
    folder.refuses(1, &without, &["[[camera.path]]"]);
    let picture = format!("render pool --view picture {clip}");
    folder.refuses(1, &picture, &["picture view", "--view lit"]);
    folder.refuses(1, "render --tour --gl none --out a.gif", &["--gl none"]);
    let empty = "render --tour --set tour.film=false --out";
    for out in ["a.gif", "a.wav"] {
        folder.refuses(1, &format!("{empty} {out}"), &["tour.film"]);
    }
    assert_eq!(folder.names(), ["still.toml"]);
}
