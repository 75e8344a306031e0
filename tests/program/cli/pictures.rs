//! `render`: pictures and clips.

use crate::support::{self, RunResult, TempFolder, check_refusal};
use image::AnimationDecoder;
use image::codecs::gif::GifDecoder;
use std::fs;
use std::io::Cursor;

#[test]
fn the_same_scene_gives_the_same_bytes_twice() {
    let folder = TempFolder::new();
    let rain = "--set rain.drops_per_second=50 --set rain.seed=11";
    let twice = |arguments: &str, a: &str, b: &str| {
        for out in [a, b] {
            let arguments = format!("{arguments} --out {out} {rain}");
            folder.succeeds(&arguments);
        }
        assert_eq!(folder.read(a), folder.read(b), "{a}");
    };
    twice("field --steps 200", "a.npy", "b.npy");
    twice("field --steps 50", "a.exr", "b.exr");
    twice(
        "render --view picture --gl none --size 90x60",
        "a.png",
        "b.png",
    );
    twice(
        "render --view picture --size 90x60 --seconds 0.2",
        "a.gif",
        "b.gif",
    );
}

#[test]
fn a_picture_has_the_size_asked_for_in_every_format() {
    let folder = TempFolder::new();
    for extension in [
        "png", "jpg", "jpeg", "webp", "bmp", "tga", "tiff", "tif", "qoi", "ppm", "gif", "PNG",
    ] {
        let out = format!("a.{extension}");
        folder.succeeds(&format!(
            "render --view picture --size 33x21 --steps 3 --out {out}"
        ));
        let picture =
            image::open(folder.path(&out)).unwrap_or_else(|error| panic!("{out}: {error}"));
        assert_eq!((picture.width(), picture.height()), (33, 21), "{out}");
        let picture = picture.into_rgb8();
        assert!(
            picture
                .pixels()
                .any(|pixel| pixel != picture.get_pixel(0, 0)),
            "{out} is of one colour"
        );
    }
}

#[test]
fn numbered_pictures_show_the_water_at_their_times() {
    let folder = TempFolder::new();
    let common = "--view picture --size 64x48 --set water.steps_per_second=90";
    let clip = "render --out frames/%03d.png --seconds 0.25 --fps 20";
    folder.succeeds(&format!("{clip} {common} --steps 30"));
    let names = support::names(&folder.path("frames"));
    assert_eq!(
        names,
        ["000.png", "001.png", "002.png", "003.png", "004.png"]
    );
    // 90 steps and 20 pictures per second: 4.5 steps per picture, from step 30.
    for (name, steps) in names.iter().zip(["30", "35", "39", "44", "48"]) {
        folder.succeeds(&format!("render --out one.png --steps {steps} {common}"));
        assert_eq!(
            folder.read(&format!("frames/{name}")),
            folder.read("one.png"),
            "{name}"
        );
    }
}

#[test]
fn a_gif_has_the_requested_duration_and_loops() {
    let folder = TempFolder::new();
    let clip = "render --view picture --size 16x12 --out c.gif";
    folder.succeeds(&format!("{clip} --seconds 1.1 --fps 30"));
    let bytes = folder.read("c.gif");
    let frames = GifDecoder::new(Cursor::new(&bytes)).unwrap().into_frames();
    let frames = frames.collect_frames().unwrap();
    assert_eq!(frames.len(), 33);
    let milliseconds: u32 = frames
        .iter()
        .map(|frame| frame.delay().numer_denom_ms().0)
        .sum();
    assert_eq!(milliseconds, 1100);
    let at = bytes
        .windows(11)
        .position(|window| window == b"NETSCAPE2.0")
        .expect("it loops");
    assert_eq!(bytes[at + 11..at + 15], [3, 1, 0, 0]);
}

#[test]
fn an_mp4_of_odd_size_is_encoded_if_ffmpeg_is_installed() {
    if std::process::Command::new("ffmpeg")
        .arg("-version")
        .output()
        .is_err()
    {
        return;
    }
    let folder = TempFolder::new();
    folder.succeeds("render --view picture --size 33x21 --out c.mp4 --seconds 0.5 --fps 10");
    let bytes = folder.read("c.mp4");
    assert_eq!(&bytes[4..8], b"ftyp");
    let find = |name: &[u8]| bytes.windows(4).position(|window| window == name);
    assert!(find(b"moov") < find(b"mdat"), "the index comes first");
    assert_eq!(folder.names(), ["c.mp4"]);
}

#[test]
fn without_ffmpeg_an_mp4_is_refused_with_install_commands() {
    let folder = TempFolder::new();
    let arguments = "render --view picture --size 8x8 --out c.mp4 --seconds 0.1";
    let result: RunResult = folder
        .command(arguments)
        .env("PATH", "/nowhere")
        .output()
        .unwrap()
        .into();
    check_refusal(
        1,
        &result,
        &["ffmpeg", "apt install", "dnf install", "pacman -S"],
    );
    assert_eq!(folder.names(), [""; 0]);
}

/// Renders a clip with a shell script in place of ffmpeg.
#[cfg(unix)]
fn clip_with_ffmpeg(folder: &TempFolder, script: &str, options: &str) -> RunResult {
    use std::os::unix::fs::PermissionsExt;
    let version = "[ \"$1\" != -version ] || exit 0";
    folder.write("ffmpeg", format!("#!/bin/sh\n{version}\n{script}"));
    fs::set_permissions(folder.path("ffmpeg"), PermissionsExt::from_mode(0o755)).unwrap();
    let mut command = folder.command(&format!("render --view picture --out c.mp4 {options}"));
    let output = command.env("PATH", folder.path("")).output();
    output.expect("it runs").into()
}

#[cfg(unix)]
#[test]
fn when_ffmpeg_fails_its_last_line_is_the_error() {
    let folder = TempFolder::new();
    folder.write("c.mp4", "old");
    for script in [
        "/bin/cat > /dev/null\necho first >&2\necho 'no such codec' >&2\nexit 1\n",
        "echo first >&2\necho 'no such codec' >&2\nexit 1\n",
    ] {
        let result = clip_with_ffmpeg(&folder, script, "--size 640x480 --seconds 0.3");
        check_refusal(1, &result, &["ffmpeg", "no such codec"]);
        assert_eq!(folder.names(), ["c.mp4", "ffmpeg"]);
        assert_eq!(folder.read("c.mp4"), b"old");
    }
}

#[cfg(unix)]
#[test]
fn an_ffmpeg_that_writes_nothing_keeps_the_old_clip() {
    let folder = TempFolder::new();
    folder.write("c.mp4", "old");
    let script = "/bin/cat > /dev/null\n";
    let result = clip_with_ffmpeg(&folder, script, "--size 8x8 --seconds 0.1");
    check_refusal(1, &result, &["ffmpeg", "nothing"]);
    assert_eq!(folder.read("c.mp4"), b"old");
}

#[cfg(unix)]
#[test]
fn a_truncated_mp4_is_an_error_even_if_ffmpeg_reports_success() {
    let folder = TempFolder::new();
    folder.write("c.mp4", "old");
    let box_of = |kind: &str, length: u32| {
        let [a, b, c, d] = length.to_be_bytes().map(|byte| format!("\\{byte:03o}"));
        format!("{a}{b}{c}{d}{kind}")
    };
    // As on a full disk: boxes without the index, and a truncated index.
    let bare = format!("{}{}", box_of("ftyp", 8), box_of("mdat", 8));
    let cut = format!("{}{}", box_of("ftyp", 8), box_of("moov", 500));
    for (bytes, whole) in [(bare, false), (cut, false), (box_of("moov", 8), true)] {
        let script =
            format!("/bin/cat > /dev/null\nfor out; do :; done\nprintf '{bytes}' > \"$out\"\n");
        let result = clip_with_ffmpeg(&folder, &script, "--size 8x8 --seconds 0.1");
        if whole {
            let length = folder.read("c.mp4").len();
            assert_eq!((result.code, length), (0, 8), "{result:?}");
        } else {
            check_refusal(1, &result, &["can't write c.mp4", "disk full"]);
            assert_eq!(folder.read("c.mp4"), b"old");
        }
        assert_eq!(folder.names(), ["c.mp4", "ffmpeg"]);
    }
}

#[test]
fn a_gif_is_limited_to_50_frames_per_second() {
    let folder = TempFolder::new();
    let clip = |fps: &str| {
        let result = folder.run(&format!(
            "render --view picture --gl none --size 8x8 --seconds 0.4 --fps {fps} --out c.gif"
        ));
        assert_eq!(result.code, 0, "{result:?}");
        let gif = GifDecoder::new(Cursor::new(folder.read("c.gif"))).unwrap();
        let frames = gif.into_frames().collect_frames().unwrap();
        let delays = frames.iter().map(|frame| frame.delay().numer_denom_ms());
        (
            delays.map(|(ms, of)| ms / of).collect::<Vec<_>>(),
            result.err,
        )
    };
    let (delays, stderr) = clip("60");
    assert_eq!(delays, [20; 20]);
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    for needle in ["warning: ", "60", "50", ".mp4"] {
        assert!(stderr.contains(needle), "{stderr}");
    }
    assert_eq!(clip("50"), (vec![20; 20], String::new()));
}

#[test]
fn a_coloured_field_prints_its_scale_and_needs_gl() {
    let folder = TempFolder::new();
    let colours = "--set view.colours=height --set view.colour_range=0.02";
    for view in ["mesh", "picture"] {
        let picture = format!("render --view {view} --size 60x40 --steps 9 --out");
        let legend = folder.succeeds(&format!("{picture} a.png {colours}"));
        assert_eq!(
            legend, "height, cm: colours from −2.0000 to 2.0000\n",
            "{view}"
        );
        assert_eq!(folder.succeeds(&format!("{picture} b.png")), "");
    }
    let without = "render --view picture --gl none --out c.png";
    folder.fails(
        &format!("{without} {colours}"),
        &["OpenGL", "view.colours=none"],
    );
}

#[test]
fn views_in_3d_without_gl_are_refused_with_an_alternative() {
    let folder = TempFolder::new();
    for view in ["lit", "mesh"] {
        let arguments = format!("render --view {view} --gl none --out a.png");
        folder.fails(&arguments, &[view, "--view picture"]);
    }
}

#[test]
fn a_shared_clip_equals_the_clip_of_one_process() {
    let folder = TempFolder::new();
    for (view, end) in [("picture", "png"), ("mesh", "png"), ("lit", "exr")] {
        let clip = |out: &str, frames: &str| {
            let out = format!("{view}-{out}/%03d.{end}");
            let clip = format!(
                "render --out {out} --view {view} --size 64x48 --seconds 0.5 --fps 12 --steps 7"
            );
            folder.succeeds(&format!("{clip} {frames}"));
        };
        clip("whole", "");
        // Out of order into one folder, at frames between whole steps.
        for frames in ["4..6", "0..1", "1..4"] {
            clip("shared", &format!("--frames {frames}"));
        }
        let [whole, shared] = ["whole", "shared"].map(|out| folder.path(&format!("{view}-{out}")));
        let names = support::names(&whole);
        assert_eq!(names.len(), 6);
        assert_eq!(support::names(&shared), names);
        for name in &names {
            let [one, other] =
                [&whole, &shared].map(|folder| fs::read(folder.join(name)).expect("a file"));
            assert!(one == other, "{view}, {name}");
        }
    }
}

#[test]
fn in_a_clip_the_sun_is_where_it_stands_at_that_hour() {
    let folder = TempFolder::new();
    let picture = |out: &str, rest: &str| {
        folder.succeeds(&format!(
            "render --view lit --size 64x36 --set water.size=[32,32] --set sky.clouds=0 --out {out} {rest}"
        ));
    };
    let hour = |hour: f64| format!("--set sky.hour={hour}");
    picture(
        "%d.png",
        &format!(
            "--seconds 1.5 --fps 2 {} --set sky.hours_per_second=1.5",
            hour(18.0)
        ),
    );
    for (frame, at) in [(0, 18.0), (1, 18.75), (2, 19.5)] {
        picture("still.png", &format!("--steps {} {}", 30 * frame, hour(at)));
        assert!(
            folder.read(&format!("{frame}.png")) == folder.read("still.png"),
            "{frame}"
        );
    }
    assert_ne!(folder.read("0.png"), folder.read("2.png"));
    // The same share of a clip from another process, with clouds.
    let clip = "render --view lit --size 64x36 --set water.size=[32,32] --set sky.hours_per_second=1.5 --set sky.clouds=0.5 --seconds 1.5 --fps 2";
    folder.succeeds(&format!("{clip} --out all%d.png"));
    folder.succeeds(&format!("{clip} --out some%d.png --frames 1..3"));
    for frame in [1, 2] {
        let [all, some] = ["all", "some"].map(|name| folder.read(&format!("{name}{frame}.png")));
        assert!(all == some, "{frame}");
    }
}

#[test]
fn an_eye_low_above_the_water_sees_a_dry_beach_as_sand() {
    let folder = TempFolder::new();
    folder.succeeds(&[
        "render",
        "beach",
        "--size",
        "320x180",
        "--set",
        "camera.eye=[4, 1.2, 3]",
        "--set",
        "camera.target=[10, 0.6, 0]",
        "--out",
        "beach.png",
    ]);
    let picture = image::open(folder.path("beach.png")).unwrap().into_rgb8();
    let sum = |channel: usize| -> u32 {
        (50..270)
            .map(|column| u32::from(picture.get_pixel(column, 90)[channel]))
            .sum()
    };
    let (red, blue) = (sum(0), sum(2));
    assert!(10 * red > 11 * blue && red > 220 * 100, "{red} {blue}");
}

#[test]
fn thumbnails_of_bundled_scenes_are_up_to_date() {
    check_thumbnails(3);
}

#[test]
#[ignore = "all of them: run by `make test-long`"]
fn all_thumbnails_of_bundled_scenes_are_up_to_date() {
    check_thumbnails(1);
}

/// Renders every so many thumbnails of the scene picker again. The message has the command that updates one.
fn check_thumbnails(every: usize) {
    let folder = TempFolder::new();
    for scene in waterlab::scene::BUNDLED.iter().step_by(every) {
        let out = format!("{}.png", scene.name);
        folder.succeeds(&[
            "render", scene.name, "--steps", "150", "--size", "208x117", "--out", &out,
        ]);
        let rendered = image::open(folder.path(&out))
            .expect("a picture")
            .into_rgb8();
        let thumbnail = image::load_from_memory(scene.thumbnail).expect("a picture");
        let thumbnail = thumbnail.into_rgb8();
        assert_eq!(
            thumbnail.dimensions(),
            rendered.dimensions(),
            "{}",
            scene.name
        );
        let pairs = thumbnail.as_raw().iter().zip(rendered.as_raw());
        let apart: u64 = pairs.map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
        let mean = apart as f64 / thumbnail.as_raw().len() as f64;
        assert!(
            mean < 6.0,
            "{}: {mean} levels apart: waterlab render {} --steps 150 --size 208x117 --out scenes/thumbnails/{}.jpg",
            scene.name,
            scene.name,
            scene.name
        );
    }
}

#[test]
fn a_preset_selects_its_model() {
    let folder = TempFolder::new();
    let height = |arguments: &str, out: &str| {
        let rest = format!("--what height --steps 1 --out {out}");
        folder.succeeds(&format!("field {arguments} {rest}"));
        folder.read(out)
    };
    let size = "--set water.size=[64,64]";
    let storm = "--model sea --set water.preset=storm";
    let by_name = height(&format!("{size} {storm}"), "a.npy");
    assert_eq!(
        by_name,
        height(&format!("{size} --set water.preset=storm"), "b.npy")
    );
    let calm = "--model sea --set water.preset=calm";
    assert_ne!(by_name, height(&format!("{size} {calm}"), "c.npy"));
    let misspelt = "--steps 1 --out d.npy";
    let misspelt = format!("field --set water.preset=strom {misspelt}");
    folder.fails(&misspelt, &["strom", "storm"]);
}
