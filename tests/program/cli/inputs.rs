//! The pictures that are put under the water: every kind, and everything that can be wrong with one.

use crate::support::Room;
use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageFormat, RgbaImage};
use std::io::Cursor;

/// The picture view of calm water at the picture's own size: the picture itself, pixel for pixel.
#[track_caller]
fn shown(room: &Room, file: &str) -> RgbaImage {
    room.write(
        "calm.toml",
        "[view]\nkind = \"picture\"\nlook = \"nearest\"\npicture_fit = \"stretch\"",
    );
    let out = "shown.png";
    room.succeeds(&[
        "render",
        "calm.toml",
        "--picture",
        file,
        "--gl",
        "none",
        "--steps",
        "2",
        "--out",
        out,
    ]);
    image::open(room.path(out)).unwrap().into_rgba8()
}

#[test]
fn pictures_of_every_kind_and_depth_are_shown_as_they_are() {
    let room = Room::new();
    let colour = |x: u32, y: u32| [(x * 20) as u8, (y * 30) as u8, (x * y) as u8, 255];
    let picture = RgbaImage::from_fn(12, 7, |x, y| image::Rgba(colour(x, y)));
    let rgb = image::DynamicImage::from(picture.clone()).into_rgb8();
    for name in [
        "a.png", "a.bmp", "a.tga", "a.tiff", "a.webp", "a.qoi", "a.ppm",
    ] {
        rgb.save(room.path(name)).unwrap();
        assert_eq!(shown(&room, name), picture, "{name}");
    }
    // The content counts, not the name.
    std::fs::copy(room.path("a.qoi"), room.path("b.jpg")).unwrap();
    assert_eq!(shown(&room, "b.jpg"), picture);

    let deep = image::ImageBuffer::from_fn(12, 7, |x, y| {
        image::Rgb(
            colour(x, y)
                .first_chunk::<3>()
                .unwrap()
                .map(|byte| u16::from(byte) * 257),
        )
    });
    deep.save(room.path("deep.png")).unwrap();
    assert_eq!(shown(&room, "deep.png"), picture);

    let grey = image::GrayImage::from_fn(12, 7, |x, y| image::Luma([(x * 9 + y) as u8]));
    grey.save(room.path("grey.png")).unwrap();
    let expected = image::DynamicImage::from(grey).into_rgba8();
    assert_eq!(shown(&room, "grey.png"), expected);

    let frames = [[200, 0, 0, 255], [0, 200, 0, 255]]
        .map(|colour| image::Frame::new(RgbaImage::from_pixel(5, 4, image::Rgba(colour))));
    let mut bytes = Vec::new();
    image::codecs::gif::GifEncoder::new(&mut bytes)
        .encode_frames(frames)
        .unwrap();
    room.write("two.gif", bytes);
    assert_eq!(
        shown(&room, "two.gif"),
        RgbaImage::from_pixel(5, 4, image::Rgba([200, 0, 0, 255]))
    );

    let light = image::Rgb32FImage::from_pixel(3, 2, image::Rgb([0.5, 0.0, 7.0]));
    for name in ["light.exr", "light.hdr"] {
        light.save(room.path(name)).unwrap();
        let image::Rgba([red, green, blue, alpha]) = *shown(&room, name).get_pixel(1, 1);
        // 0.5 of the light is 188 of 255 in sRGB.
        assert_eq!([red, green, blue, alpha], [188, 0, 255, 255], "{name}");
    }
}

#[test]
fn a_transparent_picture_lies_over_the_colour_of_the_bars() {
    let room = Room::new();
    let glass = |alpha| RgbaImage::from_pixel(2, 2, image::Rgba([200, 100, 50, alpha]));
    glass(0).save(room.path("glass.png")).unwrap();
    assert_eq!(
        *shown(&room, "glass.png").get_pixel(0, 0),
        image::Rgba([16, 18, 22, 255])
    );
    glass(255).save(room.path("glass.png")).unwrap();
    assert_eq!(
        *shown(&room, "glass.png").get_pixel(0, 0),
        image::Rgba([200, 100, 50, 255])
    );
}

#[test]
fn pictures_of_one_pixel_of_one_row_and_of_great_width_work() {
    let room = Room::new();
    for (width, height) in [(1, 1), (1, 9), (9, 1), (1, 3000), (16000, 2)] {
        let picture = RgbaImage::from_fn(width, height, |x, y| {
            image::Rgba([x as u8, y as u8, 7, 255])
        });
        picture.save(room.path("a.png")).unwrap();
        assert_eq!(shown(&room, "a.png"), picture, "{width}×{height}");
    }
    let wide = RgbaImage::from_pixel(30_000, 3, image::Rgba([9, 8, 7, 255]));
    wide.save(room.path("a.png")).unwrap();
    // An output is at most 16384 pixels wide.
    assert_eq!(shown(&room, "a.png").dimensions(), (16_384, 1));
    room.succeeds(&[
        "render",
        "calm.toml",
        "--picture",
        "a.png",
        "--size",
        "50x40",
        "--out",
        "b.png",
    ]);
    assert_eq!(
        image::image_dimensions(room.path("b.png")).unwrap(),
        (50, 40)
    );
}

#[test]
fn a_turned_photo_is_turned_back() {
    let room = Room::new();
    let mut bytes = Vec::new();
    let photo = image::RgbImage::from_fn(16, 8, |x, _| {
        image::Rgb(if x < 8 { [255; 3] } else { [0; 3] })
    });
    JpegEncoder::new_with_quality(&mut bytes, 100)
        .encode(&photo, 16, 8, ExtendedColorType::Rgb8)
        .unwrap();
    // An EXIF segment whose one entry is the orientation, 6: turn it clockwise to see it upright.
    let exif =
        b"\xff\xe1\x00\x22Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
    bytes.splice(2..2, exif.iter().copied());
    room.write("photo.jpg", bytes);
    let upright = shown(&room, "photo.jpg");
    assert_eq!(upright.dimensions(), (8, 16));
    assert!(upright.get_pixel(4, 2).0[0] > 200 && upright.get_pixel(4, 13).0[0] < 50);
}

#[test]
fn a_picture_that_cant_be_read_is_told_in_one_line() {
    let room = Room::new();
    let picture = RgbaImage::from_fn(64, 64, |x, y| {
        image::Rgba([(x * y) as u8, (x ^ y) as u8, 90, 255])
    });
    let picture = image::DynamicImage::from(picture).into_rgb8();
    // All but JPEG, of which what is there is shown.
    for format in ["png", "gif", "bmp", "tga", "tiff", "webp", "qoi", "ppm"] {
        let mut bytes = Cursor::new(Vec::new());
        let kind = ImageFormat::from_extension(format).unwrap();
        picture.write_to(&mut bytes, kind).unwrap();
        let bytes = bytes.into_inner();
        for (share, cut) in [("half", bytes.len() / 2), ("start", 24)] {
            let name = format!("{share}.{format}");
            room.write(&name, &bytes[..cut]);
            refuse_picture(&room, &name, &[&name]);
        }
    }
    room.write("empty.png", "");
    refuse_picture(&room, "empty.png", &["empty.png", "empty"]);
    room.write(
        "text.png",
        "This is no picture at all, whatever its name says.",
    );
    refuse_picture(&room, "text.png", &["text.png"]);
    room.write("text", "This is no picture at all.");
    refuse_picture(&room, "text", &["text", "PNG, JPEG"]);
    // Neither is it half a JPEG, to be fetched again.
    room.write("text.jpg", "This is no picture at all.");
    refuse_picture(&room, "text.jpg", &["text.jpg", "no JPEG"]);
    room.write("one.png", [0x89]);
    refuse_picture(&room, "one.png", &["one.png"]);
    std::fs::create_dir(room.path("folder")).unwrap();
    refuse_picture(&room, "folder", &["folder", "is a folder"]);
    refuse_picture(&room, "missing.png", &["missing.png", "no such file"]);
    room.write("icon.ico", b"\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0");
    refuse_picture(&room, "icon.ico", &["icon.ico", "PNG, JPEG"]);
    // A header that promises 4 million million pixels.
    room.write("bomb.qoi", b"qoif\x00\x20\x00\x00\x00\x20\x00\x00\x04\x00");
    refuse_picture(&room, "bomb.qoi", &["bomb.qoi"]);
    room.write("large.ppm", "P6\n60000 60000\n255\n");
    refuse_picture(&room, "large.ppm", &["large.ppm", "smaller"]);
}

#[cfg(unix)]
#[test]
fn a_picture_that_is_a_pipe_or_a_device_is_refused_before_it_is_waited_for() {
    use std::process::Command;
    let room = Room::new();
    let made = Command::new("mkfifo").arg(room.path("pipe.png")).status();
    assert!(made.unwrap().success());
    refuse_picture(&room, "pipe.png", &["pipe.png", "pipe", "to a file"]);
    let mask = ["--set", "obstacle.0.mask=pipe.png", "--out", "h.npy"];
    room.fails(
        &[&["field", "--steps", "1"], &mask[..]].concat(),
        &["pipe.png", "pipe", "to a file"],
    );
    // By its name a JPEG, which would be searched for its end.
    std::os::unix::fs::symlink("/dev/zero", room.path("zero.jpg")).unwrap();
    refuse_picture(&room, "zero.jpg", &["zero.jpg", "device", "to a file"]);
}

#[track_caller]
fn refuse_picture(room: &Room, picture: &str, needles: &[&str]) {
    let arguments = [
        "render",
        "--view",
        "picture",
        "--gl",
        "none",
        "--picture",
        picture,
        "--out",
        "a.png",
    ];
    room.fails(&arguments, needles);
}

#[test]
fn a_picture_named_in_a_scene_is_beside_the_scene() {
    let room = Room::new();
    std::fs::create_dir(room.path("scenes")).unwrap();
    let picture = RgbaImage::from_pixel(6, 4, image::Rgba([1, 2, 3, 255]));
    picture.save(room.path("scenes/a.png")).unwrap();
    room.write(
        "scenes/s.toml",
        "[view]\nkind = \"picture\"\npicture = \"a.png\"\npicture_fit = \"stretch\"",
    );
    room.succeeds(&["render", "scenes/s.toml", "--out", "b.png"]);
    assert_eq!(
        image::open(room.path("b.png")).unwrap().into_rgba8(),
        picture
    );
    room.fails(
        &[
            "render",
            "scenes/s.toml",
            "--picture",
            "a.png",
            "--out",
            "c.png",
        ],
        &["picture a.png"],
    );
}
