//! Pictures below the water: all formats, and unreadable files.

use crate::support::TempFolder;
use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageFormat, RgbaImage};
use std::io::Cursor;

/// The picture view of calm water at the size of the picture, which shows the picture pixel for pixel.
#[track_caller]
fn shown(folder: &TempFolder, file: &str) -> RgbaImage {
    folder.write(
        "calm.toml",
        "[view]\nkind = \"picture\"\nlook = \"nearest\"\npicture_fit = \"stretch\"",
    );
    let out = "shown.png";
    folder.succeeds(&format!(
        "render calm.toml --picture {file} --gl none --steps 2 --out {out}"
    ));
    image::open(folder.path(out)).unwrap().into_rgba8()
}

#[test]
fn pictures_of_every_format_and_bit_depth_are_shown_unchanged() {
    let folder = TempFolder::new();
    let colour = |x: u32, y: u32| [(x * 20) as u8, (y * 30) as u8, (x * y) as u8, 255];
    let picture = RgbaImage::from_fn(12, 7, |x, y| image::Rgba(colour(x, y)));
    let rgb = image::DynamicImage::from(picture.clone()).into_rgb8();
    for name in [
        "a.png", "a.bmp", "a.tga", "a.tiff", "a.webp", "a.qoi", "a.ppm",
    ] {
        rgb.save(folder.path(name)).unwrap();
        assert_eq!(shown(&folder, name), picture, "{name}");
    }
    // The format is detected by the content, not by the name.
    std::fs::copy(folder.path("a.qoi"), folder.path("b.jpg")).unwrap();
    assert_eq!(shown(&folder, "b.jpg"), picture);

    let deep = image::ImageBuffer::from_fn(12, 7, |x, y| {
        image::Rgb(
            colour(x, y)
                .first_chunk::<3>()
                .unwrap()
                .map(|byte| u16::from(byte) * 257),
        )
    });
    deep.save(folder.path("deep.png")).unwrap();
    assert_eq!(shown(&folder, "deep.png"), picture);

    let grey = image::GrayImage::from_fn(12, 7, |x, y| image::Luma([(x * 9 + y) as u8]));
    grey.save(folder.path("grey.png")).unwrap();
    let expected = image::DynamicImage::from(grey).into_rgba8();
    assert_eq!(shown(&folder, "grey.png"), expected);

    let frames = [[200, 0, 0, 255], [0, 200, 0, 255]]
        .map(|colour| image::Frame::new(RgbaImage::from_pixel(5, 4, image::Rgba(colour))));
    let mut bytes = Vec::new();
    image::codecs::gif::GifEncoder::new(&mut bytes)
        .encode_frames(frames)
        .unwrap();
    folder.write("two.gif", bytes);
    assert_eq!(
        shown(&folder, "two.gif"),
        RgbaImage::from_pixel(5, 4, image::Rgba([200, 0, 0, 255]))
    );

    let light = image::Rgb32FImage::from_pixel(3, 2, image::Rgb([0.5, 0.0, 7.0]));
    for name in ["light.exr", "light.hdr"] {
        light.save(folder.path(name)).unwrap();
        let image::Rgba([red, green, blue, alpha]) = *shown(&folder, name).get_pixel(1, 1);
        // A radiance of 0.5 is 188 of 255 in sRGB.
        assert_eq!([red, green, blue, alpha], [188, 0, 255, 255], "{name}");
    }
}

#[test]
fn a_transparent_picture_is_blended_over_the_background_colour() {
    let folder = TempFolder::new();
    let glass = |alpha| RgbaImage::from_pixel(2, 2, image::Rgba([200, 100, 50, alpha]));
    glass(0).save(folder.path("glass.png")).unwrap();
    assert_eq!(
        *shown(&folder, "glass.png").get_pixel(0, 0),
        image::Rgba([16, 18, 22, 255])
    );
    glass(255).save(folder.path("glass.png")).unwrap();
    assert_eq!(
        *shown(&folder, "glass.png").get_pixel(0, 0),
        image::Rgba([200, 100, 50, 255])
    );
}

#[test]
fn pictures_of_one_pixel_one_row_and_great_width_work() {
    let folder = TempFolder::new();
    for (width, height) in [(1, 1), (1, 9), (9, 1), (1, 3000), (16000, 2)] {
        let picture = RgbaImage::from_fn(width, height, |x, y| {
            image::Rgba([x as u8, y as u8, 7, 255])
        });
        picture.save(folder.path("a.png")).unwrap();
        assert_eq!(shown(&folder, "a.png"), picture, "{width}×{height}");
    }
    let wide = RgbaImage::from_pixel(30_000, 3, image::Rgba([9, 8, 7, 255]));
    wide.save(folder.path("a.png")).unwrap();
    // An output is at most 16384 pixels wide.
    assert_eq!(shown(&folder, "a.png").dimensions(), (16_384, 1));
    folder.succeeds("render calm.toml --picture a.png --size 50x40 --out b.png");
    assert_eq!(
        image::image_dimensions(folder.path("b.png")).unwrap(),
        (50, 40)
    );
}

#[test]
fn a_photo_is_rotated_by_its_exif_orientation() {
    let folder = TempFolder::new();
    let mut bytes = Vec::new();
    let photo = image::RgbImage::from_fn(16, 8, |x, _| {
        image::Rgb(if x < 8 { [255; 3] } else { [0; 3] })
    });
    JpegEncoder::new_with_quality(&mut bytes, 100)
        .encode(&photo, 16, 8, ExtendedColorType::Rgb8)
        .unwrap();
    // An EXIF segment with the orientation 6: rotate clockwise.
    let exif =
        b"\xff\xe1\x00\x22Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
    bytes.splice(2..2, exif.iter().copied());
    folder.write("photo.jpg", bytes);
    let upright = shown(&folder, "photo.jpg");
    assert_eq!(upright.dimensions(), (8, 16));
    assert!(upright.get_pixel(4, 2).0[0] > 200 && upright.get_pixel(4, 13).0[0] < 50);
}

#[test]
fn an_unreadable_picture_is_one_line_of_error() {
    let folder = TempFolder::new();
    let picture = RgbaImage::from_fn(64, 64, |x, y| {
        image::Rgba([(x * y) as u8, (x ^ y) as u8, 90, 255])
    });
    let picture = image::DynamicImage::from(picture).into_rgb8();
    // All formats except JPEG, of which the part that exists is shown.
    for format in ["png", "gif", "bmp", "tga", "tiff", "webp", "qoi", "ppm"] {
        let mut bytes = Cursor::new(Vec::new());
        let kind = ImageFormat::from_extension(format).unwrap();
        picture.write_to(&mut bytes, kind).unwrap();
        let bytes = bytes.into_inner();
        for (share, cut) in [("half", bytes.len() / 2), ("start", 24)] {
            let name = format!("{share}.{format}");
            folder.write(&name, &bytes[..cut]);
            refuse_picture(&folder, &name, &[&name]);
        }
    }
    folder.write("empty.png", "");
    refuse_picture(&folder, "empty.png", &["empty.png", "empty"]);
    folder.write(
        "text.png",
        "This is no picture at all, whatever its name says.",
    );
    refuse_picture(&folder, "text.png", &["text.png"]);
    folder.write("text", "This is no picture at all.");
    refuse_picture(&folder, "text", &["text", "PNG, JPEG"]);
    // Nor is it reported as a truncated JPEG.
    folder.write("text.jpg", "This is no picture at all.");
    refuse_picture(&folder, "text.jpg", &["text.jpg", "no JPEG"]);
    folder.write("one.png", [0x89]);
    refuse_picture(&folder, "one.png", &["one.png"]);
    std::fs::create_dir(folder.path("folder")).unwrap();
    refuse_picture(&folder, "folder", &["folder", "is a folder"]);
    refuse_picture(&folder, "missing.png", &["missing.png", "no such file"]);
    folder.write("icon.ico", b"\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0");
    refuse_picture(&folder, "icon.ico", &["icon.ico", "PNG, JPEG"]);
    // A header of 4·10¹² pixels.
    folder.write("bomb.qoi", b"qoif\x00\x20\x00\x00\x00\x20\x00\x00\x04\x00");
    refuse_picture(&folder, "bomb.qoi", &["bomb.qoi"]);
    folder.write("large.ppm", "P6\n60000 60000\n255\n");
    refuse_picture(&folder, "large.ppm", &["large.ppm", "smaller"]);
}

#[cfg(unix)]
#[test]
fn a_picture_that_is_a_pipe_or_a_device_is_refused_without_blocking() {
    let folder = TempFolder::new();
    folder.mkfifo("pipe.png");
    refuse_picture(&folder, "pipe.png", &["pipe.png", "pipe", "to a file"]);
    let mask = "--set obstacle.0.mask=pipe.png --out h.npy";
    folder.fails(
        &format!("field --steps 1 {mask}"),
        &["pipe.png", "pipe", "to a file"],
    );
    // By its name a JPEG, whose end would be searched for.
    std::os::unix::fs::symlink("/dev/zero", folder.path("zero.jpg")).unwrap();
    refuse_picture(&folder, "zero.jpg", &["zero.jpg", "device", "to a file"]);
}

#[track_caller]
fn refuse_picture(folder: &TempFolder, picture: &str, needles: &[&str]) {
    let arguments = format!("render --view picture --gl none --picture {picture} --out a.png");
    folder.fails(&arguments, needles);
}

#[test]
fn a_picture_of_a_scene_is_relative_to_the_scene_file() {
    let folder = TempFolder::new();
    std::fs::create_dir(folder.path("scenes")).unwrap();
    let picture = RgbaImage::from_pixel(6, 4, image::Rgba([1, 2, 3, 255]));
    picture.save(folder.path("scenes/a.png")).unwrap();
    folder.write(
        "scenes/s.toml",
        "[view]\nkind = \"picture\"\npicture = \"a.png\"\npicture_fit = \"stretch\"",
    );
    folder.succeeds("render scenes/s.toml --out b.png");
    assert_eq!(
        image::open(folder.path("b.png")).unwrap().into_rgba8(),
        picture
    );
    folder.fails(
        "render scenes/s.toml --picture a.png --out c.png",
        &["picture a.png"],
    );
}
