//! `plot`: charts for learners, as SVG and PNG.

use crate::support::Room;
use waterlab::chart::{self, Chart};
use waterlab::light::FRESH_WATER_INDEX;
use waterlab::parameter::Settings;
use waterlab::sea::SPECTRAL;

const NAMES: [&str; 9] = [
    "fresnel",
    "dispersion",
    "spectrum",
    "caustics",
    "attenuation",
    "looping",
    "profile",
    "kernel",
    "energy",
];

/// The chart that the program is to write when it is told nothing else.
fn expected(name: &str) -> Chart {
    let sea = Settings::new(SPECTRAL.parameters);
    let mut bay = sea.clone();
    for (key, value) in chart::BAY {
        bay.set(key, value).expect("a value");
    }
    match name {
        "fresnel" => chart::fresnel(FRESH_WATER_INDEX[1]),
        "dispersion" => chart::dispersion(&sea),
        "spectrum" => chart::spectrum(&sea).expect("a sea"),
        "caustics" => chart::caustics(&bay, &[2.0, 10.0]).expect("a sea"),
        "attenuation" => chart::attenuation(&chart::SHOWN_WATERS, 40.0),
        "looping" => chart::looping(&sea),
        "profile" => chart::profile(&SPECTRAL.create(&sea, 256, 256).expect("a sea"), 0.0),
        "kernel" => chart::kernel(),
        "energy" => chart::energy(&sea),
        other => panic!("no chart {other}"),
    }
}

/// The texts of a vector file, each without the space around it.
fn texts(svg: &str) -> Vec<String> {
    let bodies = svg.split("<text").skip(1).filter_map(|text| {
        let body = text.split_once('>')?.1;
        Some(body.split_once("</text>")?.0.trim().replace("&apos;", "'"))
    });
    bodies.collect()
}

#[test]
fn every_chart_names_its_axes_with_their_units_and_each_of_its_curves() {
    let room = Room::new();
    for name in NAMES {
        let file = format!("{name}.svg");
        assert_eq!(room.succeeds(&["plot", name, "--out", &file]), "");
        let svg = String::from_utf8(room.read(&file)).expect("UTF-8");
        assert!(
            svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"),
            "{name}"
        );
        let texts = texts(&svg);
        let chart = expected(name);
        assert!(texts.contains(&chart.title), "{name}: {texts:?}");
        for panel in &chart.panels {
            for words in [&panel.title, &panel.x.title(), &panel.y.title()] {
                assert!(texts.contains(words), "{name}: no {words} in {texts:?}");
            }
            for words in panel.curves.iter().map(|curve| &curve.name) {
                assert!(texts.contains(words), "{name}: no {words} in {texts:?}");
            }
            for words in panel.marks.iter().map(|mark| &mark.name) {
                assert!(texts.contains(words), "{name}: no {words} in {texts:?}");
            }
        }
        // Print: a white ground, and no font that a machine may lack.
        assert!(svg.contains("#FFFFFF") && !svg.contains("url("), "{name}");
        assert!(
            svg.matches("font-family=\"sans-serif\"").count() == texts.len(),
            "{name}"
        );
    }
}

#[test]
fn a_png_has_the_size_that_was_asked_for_and_ink_on_white() {
    let room = Room::new();
    room.succeeds(&["plot", "kernel", "--size", "700x350", "--out", "k.PNG"]);
    let picture = image::load_from_memory_with_format(&room.read("k.PNG"), image::ImageFormat::Png);
    let picture = picture.expect("a PNG").to_rgb8();
    assert_eq!(picture.dimensions(), (700, 350));
    let corner = picture.get_pixel(1, 1).0;
    assert_eq!(corner, [255; 3]);
    let dark = picture
        .pixels()
        .filter(|pixel| pixel.0.iter().all(|&part| part < 60));
    let share = dark.count() as f64 / (700.0 * 350.0);
    assert!(share > 0.003 && share < 0.1, "{share}");
    // Curves of the same darkness are still of different colours.
    let red = picture
        .pixels()
        .filter(|pixel| pixel.0[0] > 150 && pixel.0[2] < 80);
    assert!(red.count() > 50);
}

#[test]
fn the_same_question_has_the_same_bytes_for_an_answer() {
    let room = Room::new();
    for name in ["dispersion", "caustics"] {
        for ending in ["svg", "png"] {
            let files = [format!("{name}-1.{ending}"), format!("{name}-2.{ending}")];
            for file in &files {
                room.succeeds(&["plot", name, "--size", "480x480", "--out", file]);
            }
            assert!(
                room.read(&files[0]) == room.read(&files[1]),
                "{name} {ending}"
            );
        }
    }
}

#[test]
fn an_svg_is_shown_as_large_as_asked_and_drawn_in_tenths() {
    let room = Room::new();
    room.succeeds(&["plot", "fresnel", "--size", "1200x500", "--out", "f.svg"]);
    let svg = String::from_utf8(room.read("f.svg")).expect("UTF-8");
    let start = "<svg width=\"1200\" height=\"500\" viewBox=\"0 0 12000 5000\"";
    assert!(svg.starts_with(start), "{}", &svg[..80]);
}

#[test]
fn an_ending_that_is_no_chart_is_refused_and_what_was_there_stays() {
    let room = Room::new();
    room.write("f.jpg", "old");
    room.write("f.svg", "old");
    for file in ["f.jpg", "f", "svg", "f.svgz"] {
        room.fails(&["plot", "fresnel", "--out", file], &[".svg or .png"]);
    }
    let needles = ["can't write", "nowhere"];
    room.fails(&["plot", "fresnel", "--out", "nowhere/f.svg"], &needles);
    // Found wrong before anything is written.
    for wrong in [
        &["--size", "100x400"][..],
        &["--size", "5000x400"],
        &["--set", "water.nothing=1"],
        &["--set", "water.model=\"gerstner\""],
    ] {
        room.fails(
            &[&["plot", "spectrum", "--out", "f.svg"][..], wrong].concat(),
            &[],
        );
    }
    assert_eq!(room.read("f.svg"), b"old");
    room.succeeds(&["plot", "fresnel", "--out", "f.svg"]);
    assert!(room.read("f.svg").starts_with(b"<svg"));
}

#[test]
fn wrong_usage_is_told_with_the_charts_there_are() {
    let room = Room::new();
    for wrong in [
        &["plot"][..],
        &["plot", "fresnel"],
        &["plot", "fresnell", "--out", "f.svg"],
    ] {
        let ran = room.run(wrong);
        assert_eq!((ran.code, &*ran.out), (2, ""), "{ran:?}");
        assert!(ran.err.starts_with("error: "), "{ran:?}");
    }
    assert!(
        room.run(&["plot", "fresnell", "--out", "f.svg"])
            .err
            .contains("fresnel")
    );
    let help = room.succeeds(&["plot", "--help"]);
    for word in NAMES
        .into_iter()
        .chain(["--out", "--size", ".svg", ".png", "Examples:"])
    {
        assert!(help.contains(word), "no {word} in {help}");
    }
}

#[test]
fn a_pool_has_no_spectrum_and_the_way_out_is_told() {
    let room = Room::new();
    for name in ["spectrum", "caustics", "looping", "profile"] {
        let line = ["plot", name, "--model", "iwave", "--out", "s.svg"];
        room.fails(&line, &["iwave", "--model", "sea"]);
    }
}

#[test]
fn charts_of_waters_obey_the_scene_and_the_options() {
    let room = Room::new();
    let svg = |name: &str, more: &[&str]| {
        room.succeeds(&[&["plot", name, "--out", "c.svg"][..], more].concat());
        String::from_utf8(room.read("c.svg")).expect("UTF-8")
    };
    let gale = svg("spectrum", &["--set", "water.wind=17"]);
    assert!(gale.contains("under 17 m/s"), "the wind is in the title");
    room.write(
        "sea.toml",
        "[water]\nmodel = \"sea\"\nwind = 11\npatch = 50\n",
    );
    assert!(svg("spectrum", &["sea.toml"]).contains("under 11 m/s"));
    assert!(svg("caustics", &["sea.toml"]).contains("A patch of 50 m under 11 m/s"));
    assert!(svg("caustics", &["--set", "water.wind=3"]).contains("A patch of 30 m under 3 m/s"));
    let floor = svg("caustics", &["--depths", "1,5,20"]);
    for depth in ["1 m below", "5 m below", "20 m below"] {
        assert!(floor.contains(depth), "{depth}");
    }
    assert!(svg("looping", &["--set", "water.period=12.5"]).contains("repeats after 12.5 s"));
    assert!(svg("profile", &["--set", "water.choppiness=0.25"]).contains("choppiness 0.25"));
    assert!(svg("profile", &["--model", "gerstner"]).contains("choppiness 1"));
    assert!(svg("attenuation", &["--set", "view.water=1C"]) != svg("attenuation", &[]));
    assert!(svg("attenuation", &["--set", "view.water=3C"]).contains("Coast, Jerlov 3C"));
    assert!(svg("fresnel", &["--model", "sea"]) != svg("fresnel", &[]));
    for wrong in [
        &["plot", "caustics", "--depths", "0"][..],
        &["plot", "caustics", "--depths", "-1"],
        &["plot", "caustics", "--depths", "1,x"],
    ] {
        let ran = room.run(&[wrong, &["--out", "x.svg"]].concat());
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains("metres above 0"), "{ran:?}");
    }
    let many = [
        "plot",
        "caustics",
        "--depths",
        "1,2,3,4,5",
        "--out",
        "x.svg",
    ];
    room.fails(&many, &["--depths", "4"]);
    room.fails(
        &["plot", "kernel", "--depths", "1", "--out", "x.svg"],
        &["caustics"],
    );
    for name in ["dispersion", "energy"] {
        let plain = svg(name, &[]);
        let more = ["--model", "spring", "--set", "water.spread=0.05"];
        assert_ne!(plain, svg(name, &more), "{name}");
    }
}

#[test]
fn a_flat_sea_has_a_chart_too() {
    let room = Room::new();
    for name in ["spectrum", "caustics"] {
        room.succeeds(&["plot", name, "--set", "water.wind=0", "--out", "flat.svg"]);
    }
}
