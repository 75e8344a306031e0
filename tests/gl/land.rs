//! Land in the mesh and the picture view, and the fields of its flow in colours.

use super::support::{Picture, core, draw_view_set_from, eye_above, plain};
use glam::Vec3;
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::light::Pyramid;
use waterlab::parameter::{Range, Settings, Value};
use waterlab::pool::{Obstruction, Size};
use waterlab::session::{ViewSet, WaterView};
use waterlab::view::{Colours, Materials, Pictures, Weather};
use waterlab::water::{Model, Water};

/// Cells, and 4 × 4 pixels of the picture view for each.
const CELLS: (usize, usize) = (80, 60);
const SIZE: (usize, usize) = (320, 240);

/// The mesh view and the picture view.
const VIEWS: [usize; 2] = [0, 1];

const BLUE: [u8; 4] = [20, 40, 230, 255];
const DEPTH: f64 = 0.1;

/// A view set with this sky and this colour of everything else.
fn view_set(gl: &Gl, sky: [u8; 4], colour: [u8; 4]) -> ViewSet {
    // As many pixels as cells, so that it has the shape of the pool.
    let picture = Grid::new(CELLS.0, CELLS.1, colour);
    let colour = plain(colour);
    let pictures = Pictures {
        picture: &Pyramid::new(picture),
        tiles: &colour,
        sky: &plain(sky),
        deck: &colour,
        panorama: &colour,
    };
    ViewSet::new(gl, Materials::new(gl, pictures).expect("textures"))
}

/// Shallow water, 2 m long, over ground of this shape.
fn water(bed: &str) -> Box<dyn Water> {
    let model = Model::named("shallow").expect("a model");
    let mut settings = Settings::new(model.parameters);
    settings.set("depth", Value::Real(DEPTH)).expect("a depth");
    settings.set("bed_high", Value::Real(0.1)).expect("land");
    let beds = settings.parameters().iter().find(|of| of.key == "bed");
    let Some(Range::Choice { options, .. }) = beds.map(|of| &of.range) else {
        panic!("shapes of the ground");
    };
    let index = options.iter().position(|name| *name == bed);
    let index = Value::Choice(index.expect("a shape"));
    settings.set("bed", index).expect("a shape");
    let size = Size::new(CELLS.0 as i64, CELLS.1 as i64).expect("a size");
    model.create_with(&settings, size).expect("a water")
}

/// The same, of which all flows at u and v in m/s, a step later. Far from the edges and from land the flow is uniform.
fn flow(bed: &str, [u, v]: [f32; 2]) -> Box<dyn Water> {
    let mut water = water(bed);
    let (columns, rows) = CELLS;
    let hidden = Grid::from_fn(columns, 3 * rows + 1, |_, row| match row / rows {
        1 => u,
        2 => v,
        _ => 0.0,
    });
    water.set_hidden_state(&hidden);
    water.step();
    water
}

fn drawn(gl: &Gl, view_set: &mut ViewSet, view: usize, water: &dyn Water) -> Picture {
    view_set.show(view);
    let water_view = WaterView {
        water,
        walls: &Obstruction::open(water.size()),
        walls_revision: 0,
        bodies: None,
        weather: Weather::default(),
    };
    draw_view_set_from(gl, view_set, &water_view, &eye_above(SIZE), SIZE)
}

/// The pixel at the middle of a cell whose ground or water is at this height, metres.
fn pixel(view: usize, (column, row): (usize, usize), height: f32) -> (usize, usize) {
    if view == 1 {
        return (4 * column + 2, 4 * row + 2);
    }
    let cell = 2.0 / CELLS.0 as f32;
    let x = (column as f32 + 0.5) * cell - 1.0;
    let z = (row as f32 + 0.5) * cell - cell * CELLS.1 as f32 / 2.0;
    let clip = eye_above(SIZE)
        .view_projection()
        .project_point3(Vec3::new(x, height, z));
    let across = (0.5 + 0.5 * clip.x) * SIZE.0 as f32;
    let down = (0.5 - 0.5 * clip.y) * SIZE.1 as f32;
    (across as usize, down as usize)
}

fn set(view_set: &mut ViewSet, key: &str, value: Value) {
    let settings = view_set.view_mut().settings_mut();
    settings.set(key, value).expect("a parameter");
}

/// Largest difference of a channel.
fn apart(one: [u8; 4], other: [u8; 4]) -> u8 {
    let channels = one.iter().zip(other).take(3);
    channels
        .map(|(one, other)| one.abs_diff(other))
        .max()
        .unwrap_or(0)
}

#[test]
fn dry_cells_show_ground_and_wet_ones_water() {
    let gl = &*core();
    let (island, flat) = (water("island"), water("flat"));
    let depth = island.depth().expect("a depth").into_owned();
    let wet = island.water_depth().expect("a depth");
    for view in VIEWS {
        // Two skies and two pictures: only water mirrors the one and shows the other.
        let skies = [[200, 200, 200, 128], [20, 20, 20, 128]];
        let [first, second] = [0, 1].map(|index| {
            let picture = [BLUE, [230, 40, 220, 255]][index];
            let mut view_set = view_set(gl, skies[index], picture);
            drawn(gl, &mut view_set, view, &*island)
        });
        let level = drawn(gl, &mut view_set(gl, skies[0], BLUE), view, &*flat);
        let mut counts = [0, 0];
        for row in 3..CELLS.1 - 3 {
            for column in 3..CELLS.0 - 3 {
                let ground = -depth[(column, row)];
                // Away from the shoreline, and from the pool's walls, which cast a shadow.
                if ground.abs() < 0.015 || column > CELLS.0 - 8 {
                    continue;
                }
                let is_dry = wet[(column, row)] == 0.0;
                assert_eq!(is_dry, ground > 0.0);
                let at = pixel(view, (column, row), ground.max(0.0));
                let what = format!("view {view}, cell {column} {row}: {:?}", first[at]);
                let changed = apart(first[at], second[at]);
                let [red, green, blue, _] = first[at];
                counts[usize::from(is_dry)] += 1;
                if is_dry {
                    assert_eq!(changed, 0, "{what}");
                    assert!(red > blue && green > blue, "{what}");
                    assert!(apart(first[at], level[at]) > 30, "{what}");
                } else {
                    assert!(changed > 20, "{what}");
                }
            }
        }
        assert!(counts.iter().all(|&count| count > 150), "{counts:?}");
    }
}

#[test]
fn ground_far_below_the_water_changes_no_colour_of_the_picture_at_the_shore() {
    let gl = &*core();
    let mut view_set = view_set(gl, [0; 4], BLUE);
    let beach = drawn(gl, &mut view_set, 1, &*water("beach"));
    // The shore is halfway up the slope, at 0.65 of the pool; in front of it the picture is hardly darker.
    let column = |part: f64| (part * SIZE.0 as f64) as usize;
    let near = beach[(column(0.63), 120)];
    assert!(apart(near, BLUE) < 12, "{near:?}");
    // In the deepest water it is darker, by the factors 0.43, 0.64 and 0.70 at most.
    let [red, green, blue, _] = beach[(column(0.2), 120)];
    assert!(red < BLUE[0] && green < BLUE[1] && blue < BLUE[2] && blue > 150);
}

/// The colour of the cell in the middle of a uniform flow.
fn coloured(
    gl: &Gl,
    view: usize,
    bed: &str,
    velocity: [f32; 2],
    (colours, range): (Colours, f64),
) -> [u8; 4] {
    let mut view_set = view_set(gl, [0; 4], BLUE);
    view_set.show(view);
    set(&mut view_set, "colours", Value::Choice(colours as usize));
    set(&mut view_set, "colour_range", Value::Real(range));
    let water = flow(bed, velocity);
    // On the beach the ground is level up to 0.35 of the length.
    let cell = (14, 30);
    drawn(gl, &mut view_set, view, &*water)[pixel(view, cell, 0.0)]
}

fn is_near(shown: [u8; 4], expected: [f32; 3], what: &str) {
    let expected = expected.map(|part| (255.0 * part).round() as u8);
    let [red, green, blue] = expected;
    let far = apart(shown, [red, green, blue, 255]);
    assert!(far <= 3, "{what}: {shown:?}, expected {expected:?}");
}

#[test]
fn froude_numbers_are_blue_below_1_and_red_above() {
    let gl = &*core();
    let celerity = (9.81 * DEPTH).sqrt() as f32;
    let field = (Colours::Froude, 0.0);
    for view in VIEWS {
        for bed in ["flat", "beach"] {
            let colour = |froude: f32| coloured(gl, view, bed, [0.0, froude * celerity], field);
            let what = format!("view {view}, {bed}");
            is_near(colour(0.0), [0.05, 0.14, 0.42], &what);
            // Halfway from (0.05, 0.14, 0.42) to (0.63, 0.83, 0.97).
            is_near(colour(0.5), [0.34, 0.485, 0.695], &what);
            // Halfway from (1.00, 0.80, 0.46) at 1 to (0.60, 0.03, 0.07) at 2.
            is_near(colour(1.5), [0.80, 0.415, 0.265], &what);
            let [red, _, blue, _] = colour(0.97);
            assert!(blue > red + 40, "{what}");
            let [red, _, blue, _] = colour(1.03);
            assert!(red > blue + 40, "{what}");
        }
    }
}

#[test]
fn the_direction_of_a_flow_is_a_hue_and_its_speed_a_brightness() {
    let gl = &*core();
    let speed = 0.4;
    let hues = [
        ([speed, 0.0], [1.0, 0.15, 0.15]),
        ([-speed, 0.0], [0.0, 0.85, 0.85]),
        ([0.0, speed], [0.5, 1.0, 0.0]),
        ([0.0, -speed], [0.5, 0.0, 1.0]),
    ];
    for view in VIEWS {
        for (velocity, hue) in hues {
            for share in [1.0, 0.25] {
                let field = (Colours::Direction, f64::from(speed) / share);
                let shown = coloured(gl, view, "beach", velocity, field);
                // The brightness is the root of the share.
                let expected = hue.map(|part: f32| part * share.sqrt() as f32);
                is_near(
                    shown,
                    expected,
                    &format!("view {view}, {velocity:?}, {share}"),
                );
            }
        }
    }
}

#[test]
fn the_speed_of_a_flow_is_on_the_scale_of_the_legend() {
    let gl = &*core();
    for view in VIEWS {
        // Half of the range is the third of five colours.
        let field = (Colours::Speed, 0.8);
        let shown = coloured(gl, view, "beach", [0.24, -0.32], field);
        is_near(shown, [0.128, 0.567, 0.551], &format!("view {view}"));
    }
}

#[test]
fn dry_land_is_grey_in_every_field() {
    let gl = &*core();
    for view in VIEWS {
        for colours in 1..=8 {
            let mut view_set = view_set(gl, [0; 4], BLUE);
            view_set.show(view);
            set(&mut view_set, "colours", Value::Choice(colours));
            let picture = drawn(gl, &mut view_set, view, &*water("island"));
            let [red, green, blue, _] = picture[pixel(view, (40, 30), 0.1)];
            let what = format!("view {view}, field {colours}: {red} {green} {blue}");
            assert!(
                red == green && green == blue && (90..200).contains(&red),
                "{what}"
            );
        }
    }
}

#[test]
fn rough_ground_is_gravel_in_the_mesh_view_at_once() {
    let gl = &*core();
    let mut view_set = view_set(gl, BLUE, BLUE);
    let mut water = water("beach");
    let before = drawn(gl, &mut view_set, VIEWS[0], &*water);
    let mut settings = water.settings().clone();
    settings
        .set("manning", Value::Real(0.03))
        .expect("a roughness");
    water.apply_settings(&settings).expect("allowed");
    assert!(drawn(gl, &mut view_set, VIEWS[0], &*water) != before);
    settings
        .set("manning", Value::Real(0.0))
        .expect("a roughness");
    water.apply_settings(&settings).expect("allowed");
    assert!(drawn(gl, &mut view_set, VIEWS[0], &*water) == before);
}
