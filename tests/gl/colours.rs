//! Coloured fields: a pixel shows the value that the probe reads there, on the scale of the legend.

use super::support::core;
use glam::Vec2;
use waterlab::gl::Gl;
use waterlab::parameter::Value;
use waterlab::scene::{Edit, Scene};
use waterlab::session::Session;
use waterlab::view::Colours;

const SIZE: (usize, usize) = (240, 160);

/// A session that shows a field of moving water in colours.
fn session(gl: &Gl, model: &str, view: &str, colours: &str, more: &[&str]) -> Session {
    let own = [
        format!("water.model={model}"),
        format!("view.kind={view}"),
        format!("view.colours={colours}"),
    ];
    let edits = [
        "water.size=[64, 64]",
        "view.detail=256",
        "view.fit=cover",
        "drop.0={at=[0.4, 0.55], radius=5, weight=150}",
        "drop.1={step=9, at=[0.7, 0.3], radius=5, weight=-120}",
    ];
    let edits = own.iter().map(String::as_str).chain(edits);
    let edits: Vec<_> = edits
        .chain(more.iter().copied())
        .map(|edit| Edit::parse(edit).unwrap_or_else(|error| panic!("{error}")))
        .collect();
    let scene = Scene::from_edits(&edits).unwrap_or_else(|error| panic!("{error}"));
    let mut session = Session::new(gl, scene, false).unwrap_or_else(|error| panic!("{error}"));
    session.simulation.advance_by(30);
    session
}

/// The number of points whose colour matches the probe's value, the number of points, and the number of different values.
fn agreement(session: &mut Session) -> (usize, usize, usize) {
    let picture = session.picture(SIZE).expect("drawn");
    let [legend] = &session.legends()[..] else {
        panic!("one legend");
    };
    let scale = legend.scale;
    let steps = session.simulation.steps_per_second() as f32;
    let mut counts = (0, 0, Vec::new());
    for row in (4..SIZE.1).step_by(6) {
        for column in (4..SIZE.0).step_by(6) {
            let Some(probe) = session.probe(Vec2::new(column as f32, row as f32), SIZE) else {
                continue;
            };
            let value = match scale.colours {
                Colours::Height => probe.height,
                Colours::Slope => probe.slope,
                Colours::Velocity => probe.velocity / steps,
                Colours::Depth => probe.depth.expect("a depth"),
                other => panic!("{other:?} is not probed"),
            };
            // In 3D the colour is shaded by the slope: compare the ratios of the channels.
            let mixture = |colour: [f32; 3]| glam::Vec3::from(colour).normalize_or_zero();
            let [red, green, blue, _] = picture[(column, row)];
            let shown = [red, green, blue].map(|channel| f32::from(channel) / 255.0);
            // The mesh is linear between its vertices, and the probe's slope is a difference over a cell.
            let is_like = (-2..=2).any(|step| {
                let expected = scale.colour(value / scale.full + 0.05 * step as f32);
                mixture(shown).distance(mixture(expected)) < 0.05
            });
            counts.0 += usize::from(is_like);
            counts.1 += 1;
            counts.2.push((16.0 * value / scale.full).round() as i32);
        }
    }
    counts.2.sort_unstable();
    counts.2.dedup();
    (counts.0, counts.1, counts.2.len())
}

#[test]
fn a_pixel_shows_what_the_probe_reads() {
    let floor = "water.depth=3";
    let cases: [(&str, &[&str], &[&str]); 4] = [
        ("ripple", &["mesh", "picture"], &[]),
        ("wave", &["mesh", "picture"], &[]),
        (
            "sea",
            &["mesh"],
            &["camera.eye=[0, 20, 0]", "camera.target=[10, 0, -14]"],
        ),
        (
            "gerstner",
            &["mesh"],
            &[
                "camera.eye=[0, 30, 0]",
                "camera.target=[20, 0, -20]",
                floor,
                "water.dispersion=depth",
            ],
        ),
    ];
    let gl = &*core();
    for (model, views, more) in cases {
        for view in views {
            for field in ["height", "slope", "velocity", "depth"] {
                if field == "depth" && ["ripple", "sea"].contains(&model) {
                    continue;
                }
                let mut session = session(gl, model, view, field, more);
                let (right, all, values) = agreement(&mut session);
                let what = format!("{model} {view} {field}: {right} of {all}, {values} values");
                assert!(all > 100, "{what}");
                assert!(field == "depth" || values > 4, "{what}");
                assert!(right as f64 > 0.9 * all as f64, "{what}");
            }
        }
    }
}

#[test]
fn the_colour_range_follows_the_waves_or_is_fixed() {
    let gl = &*core();
    let mut session = session(gl, "spring", "mesh", "height", &[]);
    let full = |session: &mut Session| {
        session.picture(SIZE).expect("drawn");
        session.legends()[0].scale.full
    };
    let heights = session.simulation.heights();
    let squares = (0..64 * 64).map(|cell| f64::from(heights.metres(cell % 64, cell / 64)).powi(2));
    let expected = 4.0 * (squares.sum::<f64>() / 4096.0).sqrt() as f32;
    let followed = full(&mut session);
    assert!(
        (followed / expected - 1.0).abs() < 1e-4,
        "{followed} {expected}"
    );
    let settings = session.views.view_set_mut().view_mut().settings_mut();
    settings
        .set("colour_range", Value::Real(0.125))
        .expect("set");
    assert_eq!(full(&mut session), 0.125);
    // Calm water is white: its last remnants are not amplified.
    let settings = session.views.view_set_mut().view_mut().settings_mut();
    settings.set("colour_range", Value::Real(0.0)).expect("set");
    session.simulation.reset();
    assert_eq!(full(&mut session), 1e-3);
}

#[test]
fn compared_waters_have_a_legend_each_and_natural_colours_none() {
    let gl = &*core();
    let mut session = session(gl, "ripple", "mesh", "foam", &["compare.model=wave"]);
    session.picture(SIZE).expect("drawn");
    let legends = session.legends();
    let titles: Vec<_> = legends.iter().map(|legend| legend.title.as_str()).collect();
    assert_eq!(titles, ["ripple: no foam", "wave: no foam"]);
    assert_eq!(legends[0].part, [0.0, 0.5]);
    assert_eq!(legends[1].part, [0.5, 1.0]);
    let settings = session.views.view_set_mut().view_mut().settings_mut();
    settings.set("colours", Value::Choice(0)).expect("set");
    session.picture(SIZE).expect("drawn");
    assert!(session.legends().is_empty());
}

#[test]
fn compared_waters_share_a_colour_scale() {
    let gl = &*core();
    for (model, colours) in [("wave", "height"), ("sea", "height"), ("wave", "depth")] {
        let compared = format!("compare.model={model}");
        let mut session = session(gl, "ripple", "picture", colours, &[&compared]);
        session.picture(SIZE).expect("drawn");
        let [first, second] = &session.legends()[..] else {
            panic!("two legends");
        };
        assert_eq!(first.scale, second.scale, "{model} {colours}");
    }
}
