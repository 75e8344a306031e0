//! `plot`: charts as SVG and PNG.

use crate::support::TempFolder;
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

/// The chart that the program writes by default.
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

/// The trimmed texts of an SVG file.
fn texts(svg: &str) -> Vec<String> {
    let bodies = svg.split("<text").skip(1).filter_map(|text| {
        let body = text.split_once('>')?.1;
        Some(body.split_once("</text>")?.0.trim().replace("&apos;", "'"))
    });
    bodies.collect()
}

#[test]
fn every_chart_labels_its_axes_with_units_and_its_curves() {
    let folder = TempFolder::new();
    for name in NAMES {
        let file = format!("{name}.svg");
        assert_eq!(folder.succeeds(&format!("plot {name} --out {file}")), "");
        let svg = String::from_utf8(folder.read(&file)).expect("UTF-8");
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
        // A white background, and no font that a machine may lack.
        assert!(svg.contains("#FFFFFF") && !svg.contains("url("), "{name}");
        assert!(
            svg.matches("font-family=\"sans-serif\"").count() == texts.len(),
            "{name}"
        );
    }
}

#[test]
fn a_chart_as_png_has_the_requested_size_and_a_white_background() {
    let folder = TempFolder::new();
    folder.succeeds("plot kernel --size 700x350 --out k.PNG");
    let picture =
        image::load_from_memory_with_format(&folder.read("k.PNG"), image::ImageFormat::Png);
    let picture = picture.expect("a PNG").to_rgb8();
    assert_eq!(picture.dimensions(), (700, 350));
    let corner = picture.get_pixel(1, 1).0;
    assert_eq!(corner, [255; 3]);
    let dark = picture
        .pixels()
        .filter(|pixel| pixel.0.iter().all(|&part| part < 60));
    let share = dark.count() as f64 / (700.0 * 350.0);
    assert!(share > 0.003 && share < 0.1, "{share}");
    // Curves have colours.
    let red = picture
        .pixels()
        .filter(|pixel| pixel.0[0] > 150 && pixel.0[2] < 80);
    assert!(red.count() > 50);
}

#[test]
fn the_same_chart_has_the_same_bytes() {
    let folder = TempFolder::new();
    for name in ["dispersion", "caustics"] {
        for ending in ["svg", "png"] {
            let files = [format!("{name}-1.{ending}"), format!("{name}-2.{ending}")];
            for file in &files {
                folder.succeeds(&format!("plot {name} --size 480x480 --out {file}"));
            }
            assert!(
                folder.read(&files[0]) == folder.read(&files[1]),
                "{name} {ending}"
            );
        }
    }
}

#[test]
fn a_chart_as_svg_has_the_requested_size_in_tenths_of_a_pixel() {
    let folder = TempFolder::new();
    folder.succeeds("plot fresnel --size 1200x500 --out f.svg");
    let svg = String::from_utf8(folder.read("f.svg")).expect("UTF-8");
    let start = "<svg width=\"1200\" height=\"500\" viewBox=\"0 0 12000 5000\"";
    assert!(svg.starts_with(start), "{}", &svg[..80]);
}

#[test]
fn an_unknown_chart_extension_is_refused_and_the_old_file_is_kept() {
    let folder = TempFolder::new();
    folder.write("f.jpg", "old");
    folder.write("f.svg", "old");
    for file in ["f.jpg", "f", "svg", "f.svgz"] {
        folder.fails(&format!("plot fresnel --out {file}"), &[".svg or .png"]);
    }
    let needles = ["can't write", "nowhere"];
    folder.fails("plot fresnel --out nowhere/f.svg", &needles);
    // Errors are found before anything is written.
    for wrong in [
        "--size 100x400",
        "--size 5000x400",
        "--set water.nothing=1",
        "--set water.model=\"gerstner\"",
    ] {
        folder.fails(&format!("plot spectrum --out f.svg {wrong}"), &[]);
    }
    assert_eq!(folder.read("f.svg"), b"old");
    folder.succeeds("plot fresnel --out f.svg");
    assert!(folder.read("f.svg").starts_with(b"<svg"));
}

#[test]
fn wrong_usage_of_plot_is_refused_with_the_names_of_the_charts() {
    let folder = TempFolder::new();
    for wrong in ["plot", "plot fresnel", "plot fresnell --out f.svg"] {
        let result = folder.run(wrong);
        assert_eq!((result.code, &*result.out), (2, ""), "{result:?}");
        assert!(result.err.starts_with("error: "), "{result:?}");
    }
    assert!(
        folder
            .run("plot fresnell --out f.svg")
            .err
            .contains("fresnel")
    );
    let help = folder.succeeds("plot --help");
    for word in NAMES
        .into_iter()
        .chain(["--out", "--size", ".svg", ".png", "Examples:"])
    {
        assert!(help.contains(word), "no {word} in {help}");
    }
}

#[test]
fn charts_of_seas_are_refused_for_pools_with_a_suggestion() {
    let folder = TempFolder::new();
    for name in ["spectrum", "caustics", "looping", "profile"] {
        let line = format!("plot {name} --model iwave --out s.svg");
        folder.fails(&line, &["iwave", "--model", "sea"]);
    }
}

#[test]
fn charts_of_waters_follow_the_scene_and_the_options() {
    let folder = TempFolder::new();
    let svg = |name: &str, more: &str| {
        folder.succeeds(&format!("plot {name} --out c.svg {more}"));
        String::from_utf8(folder.read("c.svg")).expect("UTF-8")
    };
    let gale = svg("spectrum", "--set water.wind=17");
    assert!(gale.contains("under 17 m/s"), "the wind is in the title");
    folder.write(
        "sea.toml",
        "[water]\nmodel = \"sea\"\nwind = 11\npatch = 50\n",
    );
    assert!(svg("spectrum", "sea.toml").contains("under 11 m/s"));
    assert!(svg("caustics", "sea.toml").contains("A patch of 50 m under 11 m/s"));
    assert!(svg("caustics", "--set water.wind=3").contains("A patch of 30 m under 3 m/s"));
    let floor = svg("caustics", "--depths 1,5,20");
    for depth in ["1 m below", "5 m below", "20 m below"] {
        assert!(floor.contains(depth), "{depth}");
    }
    assert!(svg("looping", "--set water.period=12.5").contains("repeats after 12.5 s"));
    assert!(svg("profile", "--set water.choppiness=0.25").contains("choppiness 0.25"));
    assert!(svg("profile", "--model gerstner").contains("choppiness 1"));
    assert!(svg("attenuation", "--set view.water=1C") != svg("attenuation", ""));
    assert!(svg("attenuation", "--set view.water=3C").contains("Coast, Jerlov 3C"));
    assert!(svg("fresnel", "--model sea") != svg("fresnel", ""));
    for wrong in [
        "plot caustics --depths 0",
        "plot caustics --depths -1",
        "plot caustics --depths 1,x",
    ] {
        let result = folder.run(&format!("{wrong} --out x.svg"));
        assert_eq!(result.code, 2, "{result:?}");
        assert!(result.err.contains("metres above 0"), "{result:?}");
    }
    let many = "plot caustics --depths 1,2,3,4,5 --out x.svg";
    folder.fails(many, &["--depths", "4"]);
    folder.fails("plot kernel --depths 1 --out x.svg", &["caustics"]);
    for name in ["dispersion", "energy"] {
        let plain = svg(name, "");
        let more = "--model spring --set water.spread=0.05";
        assert_ne!(plain, svg(name, more), "{name}");
    }
}

#[test]
fn a_flat_sea_has_charts() {
    let folder = TempFolder::new();
    for name in ["spectrum", "caustics"] {
        folder.succeeds(&format!("plot {name} --set water.wind=0 --out flat.svg"));
    }
}
