//! The passes after a scene: the tone map against its formula, and the scene colour that it reads.

use super::support::{Studio, counted, eye_above, noise, on_both};
use glam::Vec3;
use waterlab::desktop::Offscreen;
use waterlab::gl::ApiChoice;
use waterlab::gl::{Blend, Depth, Format, Gl, Primitive, Program, Target, assemble};
use waterlab::grid::Grid;
use waterlab::scene::{Edit, Scene, Simulation};
use waterlab::session::{FlyCamera, ViewSet, WaterView};
use waterlab::view::{Colour, Curve, Finish, LitView, Metering, Plan, Post, Profiler, ToneMapping};

const SIDE: usize = 64;

const SCREEN: &str = "void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(corner * 2.0 - 1.0, 0.5, 1.0);
}";

/// Draws over the whole target, at depth ¾, by a fragment shader.
fn cover(gl: &Gl, fragment: &str, set: impl Fn(&Program), depth: Depth) {
    let text = |text| assemble(gl.capability().profile, &[], &[], text);
    // SAFETY: the texts read and write nothing but the picture and a texture.
    let program = unsafe { Program::new(gl, "cover", &text(SCREEN), &text(fragment), &[]) };
    let program = program.expect("a program");
    set(&program);
    gl.state(Blend::Off, depth);
    gl.draw(&program, Primitive::Triangles, 3, 1);
}

/// The display value of a scene colour, 0 to 255: Narkowicz's curve, and sRGB by IEC 61966-2-1.
fn display(x: f64) -> f64 {
    let filmic = x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
    let linear = filmic.clamp(0.0, 1.0);
    255.0
        * match linear < 0.0031308 {
            true => 12.92 * linear,
            false => 1.055 * linear.powf(1.0 / 2.4) - 0.055,
        }
}

/// Scene colour c is stored as 0.15/(0.15 + c).
fn stored(colour: f64) -> f64 {
    0.15 / (0.15 + colour)
}

fn plan(finish: Finish) -> Plan {
    Plan {
        colour: Colour::Scene,
        size: (SIDE, SIDE),
        samples: 1,
        finish,
        tone_mapping: ToneMapping::default(),
        glare: 0.0,
        scale: 1.0,
    }
}

#[test]
fn the_tone_map_is_the_filmic_curve_in_srgb_and_dithers_between_two_steps() {
    // Worked out by hand: 0.18 is 0.2669 after the curve, 1 is 0.8038, 10 is more than 1.
    for (colour, expected) in [(0.01, 12.27), (0.18, 141.1), (1.0, 231.6), (10.0, 255.0)] {
        assert!((display(colour) - expected).abs() < 0.1, "{colour}");
    }
    on_both(|gl| {
        for finish in [Finish::Plain, Finish::Smoothed, Finish::Scaled] {
            for colour in [0.0, 0.003, 0.01, 0.18, 1.0, 10.0, 65504.0] {
                let plan = plan(finish);
                let mut post = Post::new(gl);
                post.draw_here(&plan).expect("a target");
                let text = format!(
                    "out vec4 o;\nvoid main() {{ o = vec4(vec3({:?}), 1.0); }}",
                    stored(colour)
                );
                cover(gl, &text, |_| (), Depth::Off);
                let target = Target::texture(gl, SIDE, SIDE, false).expect("a target");
                let bind = || target.draw_here();
                post.finish(&plan, &Profiler::default(), |_| Ok(()), bind)
                    .expect("finished");
                let mut picture = Grid::new(1, 1, [0; 4]);
                target.read(&mut picture);
                let (mut sum, mut low, mut high) = (0.0, 255, 0);
                for [red, green, blue, alpha] in picture.cells() {
                    assert_eq!((red, green, *alpha), (green, blue, 255));
                    sum += f64::from(*red);
                    (low, high) = (low.min(*red), high.max(*red));
                }
                let mean = sum / (SIDE * SIDE) as f64;
                let expected = display(colour);
                // The curve of the shader is an approximation within 0.21.
                assert!(
                    (mean - expected).abs() < 0.4,
                    "{colour}: {mean}, {expected}"
                );
                assert!(high - low <= 1, "{colour}: {low} to {high}");
            }
        }
    });
}

/// The mean display colour, 0 to 255, of a scene colour.
fn shown(gl: &Gl, plan: &Plan, colour: [f64; 3]) -> [f64; 3] {
    let mut post = Post::new(gl);
    post.draw_here(plan).expect("a target");
    let [red, green, blue] = colour.map(stored);
    let text =
        format!("out vec4 o;\nvoid main() {{ o = vec4({red:?}, {green:?}, {blue:?}, 1.0); }}");
    cover(gl, &text, |_| (), Depth::Off);
    let target = Target::texture(gl, SIDE, SIDE, false).expect("a target");
    let bind = || target.draw_here();
    let finished = post.finish(plan, &Profiler::default(), |_| Ok(()), bind);
    finished.expect("finished");
    let mut picture = Grid::new(1, 1, [0; 4]);
    target.read(&mut picture);
    [0, 1, 2].map(|channel| {
        let sum: f64 = picture
            .cells()
            .iter()
            .map(|texel| f64::from(texel[channel]))
            .sum();
        sum / (SIDE * SIDE) as f64
    })
}

/// The plan of a picture that is metered.
fn metered(finish: Finish) -> Plan {
    Plan {
        tone_mapping: ToneMapping {
            metering: Metering::Picture,
            ..ToneMapping::default()
        },
        ..plan(finish)
    }
}

/// The display value of a grey of so many stops that is metered, if it fills the middle of the histogram: half of what it lacks to 2.2
/// stops below 1, and two stops at most.
fn metered_display(stops: f64, middle: f64) -> f64 {
    let factor = (0.5 * (-2.2 - middle)).clamp(-2.0, 2.0);
    display((stops + factor).exp2())
}

#[test]
fn a_metered_picture_makes_up_for_half_of_what_it_lacks_up_to_two_stops() {
    on_both(|gl| {
        for finish in [Finish::Plain, Finish::Smoothed, Finish::Scaled] {
            for stops in [-9.5, -5.0, -3.3, -2.2, -1.1, 0.4, 3.0] {
                let found = shown(gl, &metered(finish), [f64::exp2(stops); 3])[0];
                let expected = metered_display(stops, stops);
                // An eighth of a stop is the width of a bin.
                let step = metered_display(stops, stops + 0.0625) - expected;
                assert!(
                    (found - expected).abs() < 0.5 + step.abs(),
                    "{stops}: {found}, {expected}"
                );
            }
        }
    });
}

#[test]
fn the_darkest_and_the_brightest_of_a_picture_do_not_count_for_its_exposure() {
    // A grey of 3 stops below 1 with a quarter of black and a sun; without glare.
    on_both(|gl| {
        let plan = Plan {
            glare: 0.0,
            size: (256, 256),
            ..metered(Finish::Plain)
        };
        let mut post = Post::new(gl);
        post.draw_here(&plan).expect("a target");
        let text = format!(
            "out vec4 o;\nvoid main() {{ o = vec4(vec3(gl_FragCoord.x < 64.0 ? 1.0 : distance(gl_FragCoord.xy, vec2(160.0)) < 6.0 ? 1e-4 : {:?}), 1.0); }}",
            stored(f64::exp2(-3.0))
        );
        cover(gl, &text, |_| (), Depth::Off);
        let target = Target::texture(gl, 256, 256, false).expect("a target");
        let bind = || target.draw_here();
        let finished = post.finish(&plan, &Profiler::default(), |_| Ok(()), bind);
        finished.expect("finished");
        let mut picture = Grid::new(1, 1, [0; 4]);
        target.read(&mut picture);
        let [grey, ..] = picture[(200, 100)];
        let expected = metered_display(-3.0, -3.0);
        assert!(
            (f64::from(grey) - expected).abs() < 2.0,
            "{grey} {expected}"
        );
    });
}

#[test]
fn the_exposure_of_a_metered_sea_does_not_flicker() {
    let means = |metering: &str| {
        let edits = [
            "water.model=\"sea\"",
            "water.size=[64, 64]",
            "water.wind=14",
            "view.kind=\"lit\"",
            &format!("view.metering=\"{metering}\""),
            "camera.eye=[0, 4, 0]",
            "camera.target=[0, 2, -20]",
        ];
        let edits = edits.map(|edit| Edit::parse(edit).expect("an edit"));
        let scene = Scene::from_edits(&edits).expect("a scene");
        let mut simulation = Simulation::new(&scene);
        let mut stage = Offscreen::open((160, 100), 1, ApiChoice::Core).expect("a context");
        let mut view_set = ViewSet::of_scene(Some(stage.gl()), &scene).expect("views");
        let eye = FlyCamera::of_scene(&scene).eye(1.6);
        let mut mean = || {
            simulation.advance();
            stage
                .draw(&mut view_set, &WaterView::of(&simulation), &eye)
                .expect("drawn");
            let levels = stage.read().cells().iter().map(|cell| f64::from(cell[1]));
            levels.sum::<f64>() / 16_000.0
        };
        [(); 12].map(|()| mean())
    };
    let [light, picture] = ["light", "picture"].map(means);
    assert!((picture[0] / light[0] - 1.0).abs() > 0.02, "it is metered");
    for (frame, pair) in picture.windows(2).enumerate() {
        assert!((pair[1] / pair[0] - 1.0).abs() < 0.01, "{frame}: {pair:?}");
    }
}

#[test]
fn a_metered_exposure_has_no_steps_where_a_grey_crosses_a_bin() {
    on_both(|gl| {
        // Sixteenths of a stop, half of which the exposure takes back: bins without sharing would show all of a step, and then none.
        let grey = |step: usize| f64::exp2(step as f64 / 16.0 - 3.0);
        let plan = metered(Finish::Plain);
        let greys: Vec<f64> = (0..9)
            .map(|step| shown(gl, &plan, [grey(step); 3])[0])
            .collect();
        let mean = (greys[8] - greys[0]) / 8.0;
        for pair in greys.windows(2) {
            let step = pair[1] - pair[0];
            assert!((0.5..1.5).contains(&(step / mean)), "{greys:?}");
        }
    });
}

#[test]
fn exposure_compensation_is_not_metered_away_and_not_a_number_is_dark() {
    on_both(|gl| {
        let plan = |stops: f32| {
            let mut plan = metered(Finish::Plain);
            plan.tone_mapping.stops = stops;
            plan
        };
        // A scene colour that contains the compensation.
        let found = shown(gl, &plan(1.0), [f64::exp2(-3.0 + 1.0); 3])[0];
        let expected = metered_display(-2.0, -3.0);
        assert!((found - expected).abs() < 1.5, "{found} {expected}");

        let mut post = Post::new(gl);
        let plan = plan(0.0);
        post.draw_here(&plan).expect("a target");
        let text = format!(
            "uniform float u_zero;\nout vec4 o;\nvoid main() {{ o = vec4(vec3(gl_FragCoord.x < 1.0 ? u_zero / u_zero : {:?}), 1.0); }}",
            stored(f64::exp2(-3.0))
        );
        cover(gl, &text, |program| program.set("u_zero", 0.0), Depth::Off);
        let target = Target::texture(gl, SIDE, SIDE, false).expect("a target");
        let bind = || target.draw_here();
        let finished = post.finish(&plan, &Profiler::default(), |_| Ok(()), bind);
        finished.expect("finished");
        let mut picture = Grid::new(1, 1, [0; 4]);
        target.read(&mut picture);
        let [grey, ..] = picture[(60, 30)];
        let expected = metered_display(-3.0, -3.0);
        assert!(
            (f64::from(grey) - expected).abs() < 3.0,
            "{grey} {expected}"
        );
    });
}

/// The hue of display colours, degrees: 0 is red, 60 yellow.
fn hue([red, green, blue]: [f64; 3]) -> f64 {
    60.0 * (green - blue) / (red - blue)
}

#[test]
fn agx_keeps_the_hue_of_a_bright_sunset_and_greys_grey() {
    on_both(|gl| {
        for finish in [Finish::Plain, Finish::Smoothed, Finish::Scaled] {
            let [filmic, agx] = [Curve::Filmic, Curve::Agx].map(|curve| Plan {
                tone_mapping: ToneMapping {
                    curve,
                    ..ToneMapping::default()
                },
                ..plan(finish)
            });
            // An orange that gets brighter by three stops turns yellow on film.
            let orange = |stops: f64| [1.0, 0.45, 0.15].map(|part| part * 0.3 * stops.exp2());
            let turned = |plan: &Plan| {
                let [dark, bright] = [0.0, 3.0].map(|stops| hue(shown(gl, plan, orange(stops))));
                bright - dark
            };
            let (on_film, by_agx) = (turned(&filmic), turned(&agx));
            assert!(on_film > 12.0, "{on_film}");
            assert!(by_agx.abs() < 0.5 * on_film, "{by_agx} {on_film}");
            // Greys are grey, brighter ones brighter, and as bright as on film in the middle.
            let mut last = -1.0;
            for stops in [-8.0, -4.0, -2.0, 0.0, 2.0, 4.0] {
                let grey = [0.18 * f64::exp2(stops); 3];
                let [red, green, blue] = shown(gl, &agx, grey);
                assert!(
                    (red - green).abs() < 0.6 && (blue - green).abs() < 0.6,
                    "{stops}"
                );
                assert!(green > last, "{stops}: {green} after {last}");
                last = green;
            }
            let middle = [0.18; 3];
            let apart = shown(gl, &agx, middle)[1] - shown(gl, &filmic, middle)[1];
            assert!(apart.abs() < 14.0, "{apart}");
        }
    });
}

#[test]
fn scene_colour_is_the_radiance_times_an_exposure_and_the_picture_is_its_tone_map() {
    on_both(|gl| {
        let size = (48, 48);
        let mut studio = Studio::in_sun(gl, Vec3::new(0.3, 0.8, 0.2).normalize());
        studio.show(&counted(&noise(64, 64, 50, 6)));
        let eye = eye_above((64, 64));
        let mut view = LitView::new();
        let radiance = studio.radiance(&mut view, &eye, size);
        let scene = studio.scene_colour(&mut view, &eye, size);
        let picture = studio.draw(&mut view, &eye, size);
        let exposure = 0.15 * (1.0 / scene[(24, 24)][1] - 1.0) / radiance[(24, 24)][1];
        assert!(exposure > 0.1 && (exposure - 1.0).abs() > 0.01);
        for at in (0..48).flat_map(|row| (0..48).map(move |column| (column, row))) {
            for channel in 0..3 {
                let colour = radiance[at][channel] * exposure;
                let expected = stored(colour.into()) as f32;
                assert!((scene[at][channel] - expected).abs() <= 1e-6, "{at:?}");
                let shown = f64::from(picture[at][channel]);
                let expected = display(colour.into());
                // Half a level of dither, half a level of rounding, and the approximation.
                assert!(
                    (shown - expected).abs() <= 1.3,
                    "{at:?}: {shown}, {expected}"
                );
            }
        }
    });
}

#[test]
fn several_samples_of_one_colour_average_to_it() {
    on_both(|gl| {
        let size = (48, 48);
        let mut studio = Studio::in_sun(gl, Vec3::new(0.3, 0.8, 0.2).normalize());
        studio.show(&counted(&noise(64, 64, 50, 6)));
        let eye = eye_above((64, 64));
        let mut view = LitView::new();
        let one = studio.draw(&mut view, &eye, size);
        studio.samples = 4;
        let several = studio.draw(&mut view, &eye, size);
        // Inside the pool, away from edges of geometry, where a pixel has one colour.
        let inside = (16..32).flat_map(|row| (16..32).map(move |column| (column, row)));
        for at in inside {
            let differs = |channel: usize| one[at][channel].abs_diff(several[at][channel]);
            assert!((0..3).all(|channel| differs(channel) <= 2), "{at:?}");
        }
    });
}

#[test]
fn the_scene_depth_can_be_read_with_any_number_of_samples() {
    on_both(|gl| {
        for samples in [1, 4] {
            let plan = Plan {
                samples,
                ..plan(Finish::Plain)
            };
            let mut post = Post::new(gl);
            post.draw_here(&plan).expect("a target");
            gl.clear([0.0; 4]);
            let white = "out vec4 o;\nvoid main() { o = vec4(1.0); }";
            cover(gl, white, |_| (), Depth::Write);
            let target = Target::with_formats(gl, &[Format::Rgba32F], (SIDE, SIDE), false);
            let target = target.expect("a target of floats");
            let depth = post.depth().expect("a depth texture");
            target.draw_here();
            let read = "out vec4 o;\nuniform sampler2D u_depth;
                void main() { o = texelFetch(u_depth, ivec2(gl_FragCoord.xy), 0); }";
            cover(
                gl,
                read,
                |program| program.set("u_depth", depth),
                Depth::Off,
            );
            let depths = target.read_floats(0);
            // 0.5 in clip space is ¾.
            assert!(
                depths
                    .cells()
                    .iter()
                    .all(|depth| (depth[0] - 0.75).abs() < 1e-5)
            );
        }
    });
}

/// The display colours of a scene of this scene colour at each pixel, with that much glare; as if it were then scaled up by 1/`scale`.
fn with_glare(gl: &Gl, size: usize, (glare, scale): (f32, f32), colour: &str) -> Grid<[u8; 4]> {
    let plan = Plan {
        size: (size, size),
        glare,
        scale,
        ..plan(Finish::Plain)
    };
    let mut post = Post::new(gl);
    post.draw_here(&plan).expect("a target");
    let text = format!(
        "out vec4 o;\nvoid main() {{ vec2 at = gl_FragCoord.xy; float c = {colour}; o = vec4(vec3(0.15 / (0.15 + c)), 1.0); }}"
    );
    cover(gl, &text, |_| (), Depth::Off);
    let target = Target::texture(gl, size, size, false).expect("a target");
    let bind = || target.draw_here();
    let finished = post.finish(&plan, &Profiler::default(), |_| Ok(()), bind);
    finished.expect("finished");
    let mut picture = Grid::new(1, 1, [0; 4]);
    target.read(&mut picture);
    picture
}

/// The scene colour of a display value: the inverse of [`display`], by bisection.
fn undisplayed(value: f64) -> f64 {
    let (mut low, mut high) = (0.0, 100.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        match display(middle) < value {
            true => low = middle,
            false => high = middle,
        }
    }
    low
}

#[test]
fn glare_falls_with_the_square_of_the_angle_and_leaves_even_light_as_it_is() {
    on_both(|gl| {
        let [full, scaled] = [1.0, 0.5].map(|scale| rings_of_glare(gl, scale));
        // Near the source the finest level is missing.
        for (full, scaled) in full.into_iter().zip(scaled).skip(2) {
            assert!((scaled / full - 1.0).abs() < 0.1, "{full} {scaled}");
        }
    });
}

/// The mean glare at 12, 24, 48 and 96 pixels from a small source in a scene of 720 rows that is then scaled up by 1/`scale`.
fn rings_of_glare(gl: &Gl, scale: f32) -> [f64; 4] {
    let even = "0.4";
    let [without, with] = [0.0, 5.0].map(|glare| with_glare(gl, 256, (glare, scale), even));
    let off = without.cells().iter().zip(with.cells());
    let max = off.map(|(a, b)| a[0].abs_diff(b[0])).max();
    assert!(max <= Some(1), "{max:?}");
    // A disc of 3 pixels in the dark, as bright as the sun against a landscape.
    const SIDE: usize = 720;
    let sun = "distance(at, vec2(360.0)) < 3.0 ? 4000.0 : 0.0";
    let drawn = with_glare(gl, SIDE, (1.0, scale), sun);
    let at = |x: f64, y: f64| {
        let pixel = |at: f64| (360.0 + at).round() as usize;
        let mut sum = 0.0;
        for row in -1..=1 {
            for column in -1..=1 {
                let place = (pixel(x + f64::from(column)), pixel(y + f64::from(row)));
                sum += undisplayed(f64::from(drawn[place][0]));
            }
        }
        sum / 9.0
    };
    let ring = |radius: f64| {
        let of = |turn: i32| (f64::from(turn) * std::f64::consts::FRAC_PI_8).sin_cos();
        let values: Vec<f64> = (0..16)
            .map(|turn| at(radius * of(turn).0, radius * of(turn).1))
            .collect();
        let mean = values.iter().sum::<f64>() / 16.0;
        // Round: no square of the pyramid's texels.
        for value in &values {
            assert!((value / mean - 1.0).abs() < 0.35, "{radius}: {values:?}");
        }
        mean
    };
    let rings = [12.0, 24.0, 48.0, 96.0].map(ring);
    for pair in rings[usize::from(scale < 1.0)..].windows(2) {
        let fall = (pair[0] / pair[1]).log2();
        assert!((1.4..2.8).contains(&fall), "{rings:?}");
    }
    assert!(rings[0] < 4.0, "a veil, not a second sun: {rings:?}");
    rings
}
