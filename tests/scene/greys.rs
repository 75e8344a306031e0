//! Masks and maps: pictures as numbers.

use image::{DynamicImage, ImageBuffer, Luma, LumaA, Rgb, Rgba};
use waterlab::desktop::disk::load_grey;

#[track_caller]
fn greys(picture: impl Into<DynamicImage>, name: &str) -> Vec<f32> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let picture = picture.into();
    let cells = (picture.width() as usize, picture.height() as usize);
    picture.save(&path).unwrap();
    load_grey(&path, cells)
        .unwrap_or_else(|error| panic!("{error}"))
        .into_cells()
}

#[test]
fn greys_of_8_and_16_bits_keep_every_level() {
    let eight = ImageBuffer::from_fn(256, 1, |x, _| Luma([x as u8]));
    for name in ["a.png", "a.bmp", "a.tiff"] {
        assert_steps(&greys(eight.clone(), name), 255);
    }
    let sixteen = ImageBuffer::from_fn(256, 256, |x, y| Luma([(256 * y + x) as u16]));
    for name in ["a.png", "a.tiff"] {
        assert_steps(&greys(sixteen.clone(), name), 65_535);
    }
}

/// Checks that `greys` go from 0 to 1 in `white` steps, within two bits of a float.
#[track_caller]
fn assert_steps(greys: &[f32], white: usize) {
    assert_eq!(greys.len(), white + 1);
    assert_eq!((greys[0], greys[white]), (0.0, 1.0));
    for (step, grey) in greys.iter().enumerate() {
        let expected = step as f32 / white as f32;
        assert!(
            (grey - expected).abs() <= 2e-7 * expected,
            "{grey} for {expected}"
        );
    }
}

#[test]
fn floats_are_clamped_to_black_and_white() {
    let light = [0.0, 1e-6, 0.123_456_79, 1.0, 7.0, -3.0];
    let picture = ImageBuffer::from_fn(6, 1, |x, _| Rgb([light[x as usize]; 3]));
    let expected = [0.0, 1e-6, 0.123_456_79, 1.0, 1.0, 0.0];
    assert_eq!(greys(picture, "a.exr"), expected);
}

#[test]
fn a_colour_is_converted_to_its_luminance() {
    let picture = ImageBuffer::from_fn(3, 1, |x, _| {
        let mut channels = [0_u8; 3];
        channels[x as usize] = 255;
        Rgb(channels)
    });
    for (grey, weight) in greys(picture, "a.png").iter().zip([0.2126, 0.7152, 0.0722]) {
        assert!((grey - weight).abs() < 1e-6, "{grey} for {weight}");
    }
}

#[test]
fn transparency_is_blended_with_white() {
    let glass = ImageBuffer::from_fn(3, 1, |x, _| LumaA([0_u8, [0, 51, 255][x as usize]]));
    let [clear, fifth, solid] = greys(glass, "a.png")[..] else {
        panic!("three pixels")
    };
    assert_eq!((clear, solid), (1.0, 0.0));
    assert!((fifth - 0.8).abs() < 1e-6, "{fifth}");
    // Transparent NaN pixels, as some programs write them.
    let holes = ImageBuffer::from_fn(2, 1, |x, _| {
        if x == 0 {
            Rgba([f32::NAN, f32::NAN, f32::NAN, 1.0])
        } else {
            Rgba([f32::NAN, 0.0, f32::INFINITY, 0.0])
        }
    });
    assert_eq!(greys(holes, "a.exr"), [1.0, 1.0]);
}

#[test]
fn rows_start_at_the_top() {
    let picture = ImageBuffer::from_fn(2, 3, |x, y| Luma([(10 * y + x) as u8]));
    let steps: Vec<_> = greys(picture, "a.png")
        .iter()
        .map(|grey| (grey * 255.0).round() as u8)
        .collect();
    assert_eq!(steps, [0, 1, 10, 11, 20, 21]);
}
