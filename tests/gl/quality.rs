//! Quality: the same pool with fewer pixels and coarser caustics; automatic quality.

use super::support::{
    Picture, Studio, core, draw_view_set, eye_above, lit_in_the_open, set, view_set,
};
use waterlab::gl::{Blend, Depth, Gl, Primitive, Program, Target, assemble};
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::light::SunPosition;
use waterlab::parameter::Value;
use waterlab::pool::{Disturbance, Fraction, Obstruction, Size};
use waterlab::session::WaterView;
use waterlab::view::{
    CausticMaps, Colour, Finish, Level, Plan, Post, Profiler, Quality, ToneMapping, VIEWS, Weather,
};
use waterlab::water::MODELS;

const SIZE: (usize, usize) = (240, 180);

/// Caustics of waves of a tenth of the pool and longer.
fn caustics(gl: &Gl, quality: Quality, (columns, rows): (usize, usize)) -> CausticMaps {
    let surface = Grid::from_fn(columns, rows, |column, row| {
        let (x, z) = (column as f32 / 128.0, row as f32 / 128.0);
        0.006 * (19.0 * x + 7.0 * z).sin() + 0.004 * (31.0 * z - 15.0 * x).cos()
    });
    let position = SunPosition {
        elevation: 55.0,
        azimuth: 130.0,
    };
    let mut studio = Studio::in_sun(gl, position.direction());
    studio.depth = 0.5;
    studio.show(&Heights::Metres(&surface));
    let mut view = lit_in_the_open();
    set(&mut view, "quality", Value::Choice(quality as usize));
    set(&mut view, "caustics", Value::Integer(512));
    studio.draw(&mut view, &eye_above((32, 32)), (32, 32));
    view.caustics().expect("a pool was drawn")
}

fn mean(map: &Grid<[f32; 3]>) -> f32 {
    let sum: f64 = map.cells().iter().map(|light| f64::from(light[1])).sum();
    (sum / map.cells().len() as f64) as f32
}

/// Means over 32 × 32 parts of the floor.
fn parts(map: &Grid<[f32; 3]>) -> Grid<f32> {
    let place = |part: usize, side: usize| part * side / 32;
    Grid::from_fn(32, 32, |column, row| {
        let mut sum = 0.0;
        let mut count = 0.0;
        for row in place(row, map.rows())..place(row + 1, map.rows()) {
            for column in place(column, map.columns())..place(column + 1, map.columns()) {
                sum += map[(column, row)][1];
                count += 1.0;
            }
        }
        sum / count
    })
}

#[test]
fn every_quality_has_the_same_distribution_of_light() {
    let gl = &*core();
    // Sizes that can be halved along both sides, and others.
    for size in [(128, 128), (128, 96), (127, 90)] {
        let high = caustics(gl, Quality::High, size);
        let expected = parts(&high.floor);
        let level = mean(&high.floor);
        let spread = |of: &dyn Fn(usize, usize) -> f32| {
            let squares = (0..1024).map(|cell| of(cell % 32, cell / 32).powi(2));
            (squares.sum::<f32>() / 1024.0).sqrt()
        };
        let pattern = spread(&|column, row| expected[(column, row)] - level);
        assert!(pattern > 0.1 * level, "there are caustics: {pattern}");
        for quality in [Quality::Low, Quality::Medium, Quality::Ultra] {
            let maps = caustics(gl, quality, size);
            let ratio = mean(&maps.floor) / level;
            assert!((ratio - 1.0).abs() < 0.01, "{size:?} {quality:?}: {ratio}");
            let found = parts(&maps.floor);
            let error = spread(&|column, row| found[(column, row)] - expected[(column, row)]);
            assert!(
                error < 0.2 * pattern,
                "{size:?} {quality:?}: {error} of {pattern}"
            );
            let lit = high.walls.iter().filter(|wall| mean(wall) > 0.05 * level);
            assert!(lit.count() > 0, "light falls on some wall");
            for (wall, like) in maps.walls.iter().zip(&high.walls) {
                let (wall, like) = (mean(wall), mean(like));
                assert!(
                    (wall - like).abs() < 0.02 * level,
                    "{quality:?}: {wall} {like}"
                );
            }
        }
    }
}

/// The lit view at a quality, where `auto` is the level of automatic quality.
fn drawn(gl: &Gl, quality: Quality, auto: Option<Level>) -> Picture {
    let mut view_set = view_set(gl);
    let lit = VIEWS.iter().position(|view| view.name == "lit");
    view_set.show(lit.expect("a lit view"));
    let settings = view_set.view_mut().settings_mut();
    settings
        .set("quality", Value::Choice(quality as usize))
        .expect("a quality");
    if let Some(level) = auto {
        view_set.set_auto(level);
    }
    let mut water = MODELS[0].create(Size::new(64, 64).expect("a size"));
    water.disturb(&Disturbance::stone(Fraction::clamped(0.4, 0.5), 6.0, 60.0));
    (0..20).for_each(|_| water.step());
    let walls = Obstruction::open(water.size());
    let water_view = WaterView {
        water: &*water,
        walls: &walls,
        walls_revision: 0,
        bodies: None,
        weather: Weather::default(),
    };
    draw_view_set(gl, &mut view_set, &water_view, SIZE)
}

/// Mean difference of two pictures, in levels of 255.
fn difference(one: &Picture, other: &Picture) -> f64 {
    let pairs = one
        .cells()
        .iter()
        .flatten()
        .zip(other.cells().iter().flatten());
    let sum: f64 = pairs.map(|(&a, &b)| f64::from(a.abs_diff(b))).sum();
    sum / (4 * one.cells().len()) as f64
}

#[test]
fn a_picture_of_fewer_pixels_fills_the_target_with_the_same_pool() {
    let gl = &*core();
    let high = drawn(gl, Quality::High, None);
    let low = drawn(gl, Quality::Low, None);
    assert_eq!((low.columns(), low.rows()), SIZE);
    assert!(low.cells().iter().all(|pixel| pixel[3] == 255), "opaque");
    let (none, found) = (difference(&high, &high), difference(&high, &low));
    assert!(none == 0.0 && found > 0.3, "it is coarser: {found}");
    assert!(found < 5.0, "it is the same: {found}");
    // It is neither shifted nor flipped: it differs more from itself upside down or shifted by a few pixels.
    let error = |shift: usize, flip: bool| {
        let moved = Grid::from_fn(SIZE.0, SIZE.1, |column, row| {
            let row = if flip { SIZE.1 - 1 - row } else { row };
            low[((column + shift).min(SIZE.0 - 1), row)]
        });
        difference(&high, &moved)
    };
    assert!(
        error(2, false) > found && error(0, true) > 2.0 * found,
        "{found}"
    );
}

#[test]
fn automatic_quality_is_high_until_it_is_measured() {
    let gl = &*core();
    let high = drawn(gl, Quality::High, None);
    assert_eq!(drawn(gl, Quality::Auto, None), high);
    let low = Level::LADDER[Level::LOW_STEP];
    let by_itself = drawn(gl, Quality::Auto, Some(low));
    assert_eq!(by_itself, drawn(gl, Quality::Low, None));
    assert_eq!(drawn(gl, Quality::High, Some(low)), high);
}

/// One colour to the right of a line with a slope of one pixel in eight, another to its left.
fn leaning(left: &str, right: &str) -> String {
    format!(
        "precision highp float;
out vec4 o_colour;
void main() {{ o_colour = vec4(vec3(gl_FragCoord.x > 20.0 + gl_FragCoord.y / 8.0 ? {right} : {left}), 1.0); }}"
    )
}
const SCREEN: &str = "void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}";

/// What a program draws by a plan, after its passes, in a target of the same size.
fn finished(gl: &Gl, post: &mut Post, plan: &Plan, program: &Program) -> Grid<[u8; 4]> {
    post.draw_here(plan).expect("a picture");
    gl.state(Blend::Off, Depth::Off);
    gl.draw(program, Primitive::Triangles, 3, 1);
    let (width, height) = plan.size;
    let target = Target::texture(gl, width, height, false).expect("a target");
    let finished = post.finish(
        plan,
        &Profiler::default(),
        |_| Ok(()),
        || target.draw_here(),
    );
    finished.expect("finished");
    let mut picture = Grid::new(1, 1, [0; 4]);
    target.read(&mut picture);
    picture
}

#[test]
fn edge_smoothing_removes_steps_and_leaves_uniform_areas() {
    let gl = &*core();
    const SIDE: usize = 64;
    let profile = gl.capability().profile;
    let text = |text: &str| assemble(profile, &[], &[], text);
    // Black and white; scene colour c is stored as 0.15/(0.15 + c), and 50 is far beyond white.
    let colours = [
        (Colour::Display, leaning("0.0", "1.0")),
        (Colour::Scene, leaning("1.0", "0.15 / 50.15")),
    ];
    let programs = colours.map(|(colour, leaning)| {
        // SAFETY: neither text reads or writes anything but the picture.
        let program = unsafe { Program::new(gl, "edge", &text(SCREEN), &text(&leaning), &[]) };
        (colour, program.expect("a program"))
    });
    let mut post = Post::new(gl);
    // In a picture of fewer pixels, and in a full one without multisampling.
    let plans = [
        (Finish::Scaled, 1),
        (Finish::Smoothed, 1),
        (Finish::Smoothed, 4),
    ];
    let all = programs
        .iter()
        .flat_map(|program| plans.map(|plan| (program, plan)));
    for ((colour, program), (finish, samples)) in all {
        let plan = Plan {
            colour: *colour,
            size: (SIDE, SIDE),
            samples,
            finish,
            tone_mapping: ToneMapping::default(),
            glare: 0.0,
            scale: 1.0,
        };
        let picture = finished(gl, &mut post, &plan, program);
        // The white length of each row in pixels: by theory it grows by an eighth of a pixel per row.
        let white = |row: usize| {
            picture
                .row(row)
                .iter()
                .map(|pixel| f64::from(pixel[0]) / 255.0)
                .sum::<f64>()
        };
        for row in 8..SIDE - 8 {
            let step = (white(row + 1) - white(row)).abs();
            assert!(step < 0.6, "{colour:?}, {finish:?}, row {row}: {step}");
        }
        let ends = [(2, 0), (SIDE - 2, 255)];
        assert!(
            ends.iter()
                .all(|&(column, grey)| (0..SIDE).all(|row| picture[(column, row)][0] == grey))
        );
    }
}

#[test]
fn fine_detail_is_sharpened_in_a_picture_of_few_pixels_alone() {
    let gl = &*core();
    const SIDE: usize = 64;
    let text = |text: &str| assemble(gl.capability().profile, &[], &[], text);
    // Stripes with a period of 4 pixels in the left half, too faint for edges.
    let stripes = "precision highp float;
out vec4 o_colour;
void main() {
    float stripe = gl_FragCoord.x < 32.0 ? 0.02 * sin(1.5707963 * gl_FragCoord.x) : 0.0;
    o_colour = vec4(vec3(0.5 + stripe), 1.0);
}";
    // SAFETY: neither text reads or writes anything but the picture.
    let program = unsafe { Program::new(gl, "stripes", &text(SCREEN), &text(stripes), &[]) };
    let program = program.expect("a program");
    let mut post = Post::new(gl);
    let mut levels = |scale: f32| {
        let plan = Plan {
            colour: Colour::Display,
            size: (SIDE, SIDE),
            samples: 1,
            finish: Finish::Scaled,
            tone_mapping: ToneMapping::default(),
            glare: 0.0,
            scale,
        };
        let picture = finished(gl, &mut post, &plan, &program);
        let range = |columns: std::ops::Range<usize>| {
            let levels = picture.row(SIDE / 2)[columns].iter().map(|pixel| pixel[0]);
            levels.clone().max().unwrap_or(0) - levels.min().unwrap_or(0)
        };
        (range(4..28), range(36..60))
    };
    let (whole, scaled) = (levels(1.0), levels(0.4));
    // A wave of that period is half as high in the mean of the neighbours: 1 + 1.3·0.6·½ = 1.39.
    let gain = f32::from(scaled.0) / f32::from(whole.0);
    assert!((1.2..1.6).contains(&gain), "{whole:?} {scaled:?}");
    assert_eq!((whole.1, scaled.1), (0, 0));
}
