//! The surroundings of a lit pool: their reflections, their transition into the sky, their shadows, and where there are none.

use super::support::{Picture, Studio, core, kind_of_water, lit_choice, set};
use glam::Vec3;
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::light::{Panorama, Sky, SkyConditions};
use waterlab::parameter::Value;
use waterlab::session::FlyCamera;
use waterlab::view::{Eye, LitView, SkyLight};

const SIZE: (usize, usize) = (160, 120);
const RIM: f32 = 0.05;

/// A noon sun in the west, so that the hedge's eastern face is lit; no clouds.
fn sky() -> SkyConditions {
    SkyConditions {
        sun: Vec3::new(-0.7, 0.7, 0.1).normalize(),
        clouds: 0.0,
        ..SkyConditions::default()
    }
}

fn view(setting: &str) -> LitView {
    let mut view = LitView::new();
    set(&mut view, "setting", lit_choice("setting", setting));
    view
}

fn eye(position: Vec3, target: Vec3, fov: f32) -> Eye {
    FlyCamera::new(position, target, fov).eye(SIZE.0 as f32 / SIZE.1 as f32)
}

fn still(gl: &Gl) -> Studio {
    let mut studio = Studio::in_sun(gl, sky().sun);
    (studio.length, studio.depth) = (6.0, 1.6);
    studio.show(&Heights::Metres(&Grid::new(64, 64, 0.0)));
    studio
}

/// Radiance, row 0 at the top.
fn radiance(studio: &Studio, view: &mut LitView, eye: &Eye) -> Grid<[f32; 4]> {
    studio.radiance(view, eye, SIZE)
}

fn rgb(texel: [f32; 4]) -> Vec3 {
    Vec3::new(texel[0], texel[1], texel[2])
}

/// The pixel that shows a point of the world.
fn pixel_of(eye: &Eye, point: Vec3) -> (usize, usize) {
    let at = eye.view_projection().project_point3(point);
    let column = (0.5 + 0.5 * at.x) * SIZE.0 as f32;
    let row = (0.5 - 0.5 * at.y) * SIZE.1 as f32;
    (column as usize, row as usize)
}

#[test]
fn the_hedge_is_reflected_at_the_mirrored_point() {
    let gl = &*core();
    let studio = still(gl);
    let mut view = view("terrace");
    set(&mut view, "water", kind_of_water("ink"));
    // The pool is 6 m long: the hedge's inner face is 8.4 m from it, a third of that in half lengths, and 1.5 m high.
    let (face, top) = (-1.0 - 8.4 / 3.0, RIM + 0.5);
    for at in [0.9, 0.7] {
        // Across the water to the far side, where the hedge is unobstructed.
        let from = Vec3::new(-0.35, 0.16, at);
        let eye = eye(from, Vec3::new(-0.35, 0.0, at - 0.9), 40.0);
        let picture = radiance(&studio, &mut view, &eye);
        // The mirror image of a point appears at the point reflected in the water plane.
        let seen = |high: f32| {
            let place = pixel_of(&eye, Vec3::new(-0.35, -high, face));
            rgb(picture[place]) / rgb(picture[place]).element_sum()
        };
        // Leaves are more green than blue, the sky is more blue than green.
        let (leaves, sky) = (seen(0.85 * top), seen(1.45 * top));
        assert!(leaves.y > 1.3 * leaves.z, "{at}: {leaves}");
        assert!(sky.z > sky.y, "{at}: {sky}");
    }
}

#[test]
fn far_ground_fades_into_the_sky() {
    let gl = &*core();
    let studio = still(gl);
    let sky = Sky::new(&sky());
    // From the corner of the camera's box, over the pool and away from it.
    for target in [Vec3::ZERO, Vec3::new(90.0, 40.0, 0.0)] {
        let from = Vec3::new(50.0, 30.0, 45.0);
        let level = Vec3::new(target.x, from.y, target.z);
        let eye = eye(from, level, 12.0);
        let picture = radiance(&studio, &mut view("terrace"), &eye);
        let toward = (level - from).normalize();
        let horizon = sky.radiance(toward);
        for below in [0.004_f32, 0.010] {
            let point = from + 100.0 * (toward - below * Vec3::Y);
            let ground = rgb(picture[pixel_of(&eye, point)]);
            let error = ((ground - horizon) / horizon).abs().max_element();
            assert!(error < 0.15, "{below} below: {ground}, {horizon}");
        }
        // The ground has no step except at the tops of hills and woods, which are no darker than half of the sky.
        let column = SIZE.0 / 2;
        for row in 1..SIZE.1 {
            let [above, here] = [row - 1, row].map(|row| rgb(picture[(column, row)]).y);
            assert!(
                (above - here).abs() < 0.35 * above.max(here),
                "{row}: {above}, {here}"
            );
        }
    }
}

#[test]
fn clouds_draw_no_streaks_on_the_haze_before_the_hills() {
    let gl = &*core();
    let mut studio = still(gl);
    studio.length = 24.0;
    studio.sky = SkyLight::new(
        gl,
        SkyConditions {
            clouds: 0.5,
            ..sky()
        },
    );
    let (mut sum, mut count) = (0.0, 0.0);
    for toward in [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z] {
        // Across the water, over the hedge, at the hills: 0.1° a pixel.
        let from = 0.05 * Vec3::Y - 0.9 * toward;
        let eye = eye(
            from,
            from + toward + 2.7_f32.to_radians().tan() * Vec3::Y,
            12.0,
        );
        let picture = radiance(&studio, &mut view("terrace"), &eye);
        let green: Vec<f32> = (0..SIZE.0)
            .map(|column| {
                let rows = SIZE.1 / 2 - 2..SIZE.1 / 2 + 2;
                rows.map(|row| picture[(column, row)][1]).sum()
            })
            .collect();
        // From one degree to the next.
        for pair in green.windows(10) {
            sum += (pair[9] / pair[0] - 1.0).abs();
            count += 1.0;
        }
    }
    let change: f32 = sum / count;
    assert!(change < 0.018, "{change}");
}

#[test]
fn clouds_over_a_pool_are_finer_than_the_table_of_the_sky() {
    let gl = &*core();
    let conditions = SkyConditions {
        clouds: 0.5,
        ..sky()
    };
    let mut studio = still(gl);
    studio.sky = SkyLight::new(gl, conditions);
    let table = Sky::new(&conditions);
    // The sum of the bends over two pixels to either side, 0.2°.
    let bends = |sky: &Grid<f32>| {
        let bends = (0..SIZE.1).flat_map(|row| {
            (2..SIZE.0 - 2).map(move |column| {
                let at = |column| sky[(column, row)];
                (at(column - 2) - 2.0 * at(column) + at(column + 2)).abs()
            })
        });
        bends.sum::<f32>()
    };
    let (mut shown, mut smooth) = (0.0, 0.0);
    for toward in [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z] {
        let from = Vec3::new(0.0, 0.5, 0.0);
        // 0.1° a pixel, where the table has 0.7° a texel.
        let eye = eye(from, from + toward + 0.6 * Vec3::Y, 12.0);
        let picture = radiance(&studio, &mut view("open"), &eye);
        let to_world = eye.view_projection().inverse();
        shown += bends(&Grid::from_fn(SIZE.0, SIZE.1, |column, row| {
            picture[(column, row)][1]
        }));
        smooth += bends(&Grid::from_fn(SIZE.0, SIZE.1, |column, row| {
            let x = (column as f32 + 0.5) / SIZE.0 as f32 * 2.0 - 1.0;
            let y = 1.0 - (row as f32 + 0.5) / SIZE.1 as f32 * 2.0;
            let [near, far] = [-1.0, 0.5].map(|z| to_world.project_point3(Vec3::new(x, y, z)));
            table.radiance(far - near).y
        }));
    }
    assert!(shown > 1.5 * smooth, "{shown} {smooth}");
}

#[test]
fn calm_water_mirrors_clouds_as_sharp_as_the_sky_shows_them() {
    let gl = &*core();
    let mut studio = still(gl);
    studio.sky = SkyLight::new(
        gl,
        SkyConditions {
            clouds: 0.5,
            ..sky()
        },
    );
    // A steep look, so that a texel of the mirrored dome is not drawn out.
    let from = Vec3::new(0.0, 0.5, 0.0);
    let up = eye(from, from + Vec3::new(1.0, 0.9, 0.2), 20.0);
    // The same rays, mirrored in the level water: the picture upside down.
    let down = eye(from, from + Vec3::new(1.0, -0.9, 0.2), 20.0);
    let [shown, mirrored] = [up, down].map(|eye| {
        let mut view = view("open");
        set(&mut view, "water", kind_of_water("ink"));
        radiance(&studio, &mut view, &eye)
    });
    // Contrast between neighbours two pixels apart, over the mean.
    let contrast = |picture: &Grid<[f32; 4]>| {
        let green = |column, row| picture[(column, row)][1];
        let cells = (0..SIZE.1).flat_map(|row| (2..SIZE.0).map(move |column| (column, row)));
        let steps: f32 = (cells.clone())
            .map(|(column, row)| (green(column, row) - green(column - 2, row)).abs())
            .sum();
        steps / cells.map(|(column, row)| green(column, row)).sum::<f32>()
    };
    let (shown, mirrored) = (contrast(&shown), contrast(&mirrored));
    assert!(mirrored > 0.8 * shown, "{shown} {mirrored}");
}

#[test]
fn surroundings_are_baked_again_when_their_picture_is_loaded() {
    let gl = &*core();
    let eye = eye(Vec3::new(1.6, 0.9, 1.8), Vec3::new(0.0, -0.1, 0.0), 60.0);
    let mut studio = still(gl);
    let stand_in = Grid::new(4, 2, [196, 186, 166, 255]);
    let chequered = Grid::from_fn(64, 64, |x, z| match (x / 8 + z / 8) % 2 {
        0 => [220, 60, 40, 255],
        _ => [30, 90, 200, 255],
    });
    let mut drafted = view("terrace");
    studio.pave(&stand_in);
    let draft = radiance(&studio, &mut drafted, &eye);
    studio.pave(&chequered);
    let finished = radiance(&studio, &mut drafted, &eye);
    let from_the_first = radiance(&studio, &mut view("terrace"), &eye);
    assert!(finished == from_the_first, "parts of the draft remain");
    // The draft has the same brightness as the placeholder's colour at full size.
    studio.pave(&Grid::new(64, 64, [196, 186, 166, 255]));
    let plain = radiance(&studio, &mut view("terrace"), &eye);
    let mean = |picture: &Grid<[f32; 4]>| {
        let sum: Vec3 = picture.cells().iter().map(|&texel| rgb(texel)).sum();
        sum / picture.cells().len() as f32
    };
    let (draft, plain) = (mean(&draft), mean(&plain));
    let error = ((draft - plain) / plain).abs().max_element();
    assert!(error < 0.02, "{draft} {plain}");
}

#[test]
fn water_above_the_rim_has_a_side() {
    let gl = &*core();
    let mut studio = Studio::in_sun(gl, sky().sun);
    // A crest along each wall, a metre above the rim in a pool 6 m long.
    for wall in 0..4 {
        let crest = Grid::from_fn(64, 64, |x, z| match [63 - z, x, z, 63 - x][wall] {
            0..6 => 1.0,
            _ => 0.0,
        });
        studio.show(&Heights::Metres(&crest));
        let out = [Vec3::Z, Vec3::NEG_X, Vec3::NEG_Z, Vec3::X][wall];
        let eye = eye(2.4 * out + 1.2 * Vec3::Y, 0.8 * out, 40.0);
        let picture = radiance(&studio, &mut view("terrace"), &eye);
        let black = picture
            .cells()
            .iter()
            .filter(|&&texel| rgb(texel) == Vec3::ZERO);
        assert_eq!(black.count(), 0, "wall {wall}");
    }
}

#[test]
fn the_lower_half_of_a_panorama_is_not_visible_at_the_horizon() {
    let gl = &*core();
    // Blue above the horizon, red below it.
    let split = Grid::from_fn(256, 128, |_, row| match row < 64 {
        true => [0.3, 0.5, 0.9],
        false => [0.9, 0.1, 0.05],
    });
    let mut studio = still(gl);
    let mut sky = SkyLight::new(gl, sky());
    sky.set_panorama(Panorama::new(&split));
    studio.sky = sky;
    for high in [0.08, 0.5, 1.5, 6.0] {
        let from = Vec3::new(0.3, high, 3.0);
        let eye = eye(from, from - Vec3::Z, 6.0);
        let picture = radiance(&studio, &mut view("open"), &eye);
        for row in 0..SIZE.1 {
            let seen = rgb(picture[(10, row)]);
            assert!(seen.z > seen.x, "{high} m up, row {row}: {seen}");
        }
    }
}

#[test]
fn without_a_setting_and_under_a_panorama_there_are_no_surroundings() {
    let gl = &*core();
    let even = Grid::new(64, 32, [0.5, 0.5, 0.5]);
    let drawn = |setting: &str, panorama: bool| -> Picture {
        let mut studio = still(gl);
        if panorama {
            let mut sky = SkyLight::new(gl, sky());
            sky.set_panorama(Panorama::new(&even));
            studio.sky = sky;
        }
        let eye = eye(Vec3::new(0.3, 0.5, 2.0), Vec3::new(0.0, 0.2, -1.0), 50.0);
        studio.draw(&mut view(setting), &eye, SIZE)
    };
    assert!(drawn("terrace", true) == drawn("open", true));
    assert!(drawn("terrace", false) != drawn("open", false));
}

#[test]
fn the_parasol_casts_a_shadow_on_the_paving() {
    let gl = &*core();
    let studio = still(gl);
    let mut view = view("terrace");
    // Straight below the parasol, and at its shadow.
    let eye = eye(Vec3::new(0.7, 3.5, -1.8), Vec3::new(0.7, 0.0, -1.85), 60.0);
    let picture = radiance(&studio, &mut view, &eye);
    let toward = sky().sun;
    let canopy = Vec3::new(1.0 - 0.8 / 3.0, RIM + 2.1 / 3.0, -1.0 - 2.55 / 3.0);
    let thrown = canopy - toward * (canopy.y - RIM) / toward.y;
    let shaded = rgb(picture[pixel_of(&eye, thrown + Vec3::new(0.2, 0.0, 0.0))]).y;
    let free = rgb(picture[pixel_of(&eye, thrown + Vec3::new(0.25, 0.0, 0.75))]).y;
    assert!(shaded < 0.5 * free, "{shaded}, {free}");
}

#[test]
fn the_parasol_casts_its_shadow_through_the_water_onto_the_floor() {
    let gl = &*core();
    // Beyond the far side, behind the parasol.
    let toward = Vec3::new(
        0.0,
        35.0_f32.to_radians().sin(),
        -35.0_f32.to_radians().cos(),
    );
    let mut studio = Studio::in_sun(gl, toward);
    (studio.length, studio.depth) = (6.0, 1.6);
    studio.show(&Heights::Metres(&Grid::new(64, 64, 0.0)));
    let eye = eye(Vec3::new(0.3, 0.8, 2.0), Vec3::new(0.0, 0.0, -1.0), 50.0);
    let floor = |setting: &str| {
        let mut view = view(setting);
        studio.draw(&mut view, &eye, SIZE);
        view.caustics().expect("a pool was drawn").floor
    };
    let (shaded, open) = (floor("terrace"), floor("open"));
    let canopy = Vec3::new(1.0 - 0.8 / 3.0, RIM + 2.1 / 3.0, -1.0 - 2.55 / 3.0);
    let entry = canopy - toward * canopy.y / toward.y;
    // The pool is 1.6 m deep and 6 m long; Snell's law.
    let sine = 35.0_f32.to_radians().cos() / 1.334;
    let shadow = entry.z + 1.6 / 3.0 * sine / (1.0 - sine * sine).sqrt();
    let at = |map: &Grid<[f32; 3]>, x: f32, z: f32| {
        let cell = |place: f32, cells: usize| ((0.5 + 0.5 * place) * cells as f32) as usize;
        map[(cell(x, map.columns()), cell(z, map.rows()))][1]
    };
    assert!(at(&open, canopy.x, shadow) > 0.8);
    assert!(at(&shaded, canopy.x, shadow) < 0.01);
    // The canopy extends 1.35 m to either side: beside its shadow the irradiance is that without surroundings.
    for x in [canopy.x - 0.55, canopy.x - 0.8] {
        let [found, expected] = [&shaded, &open].map(|map| at(map, x, shadow));
        assert!((found - expected).abs() < 0.02, "{x}: {found}, {expected}");
    }
    let light = |map: &Grid<[f32; 3]>| {
        map.cells()
            .iter()
            .map(|cell| f64::from(cell[1]))
            .sum::<f64>()
    };
    assert!(
        light(&shaded) > 0.3 * light(&open),
        "the whole pool is in shadow"
    );
}

#[test]
fn pools_of_any_length_and_shape_have_finite_surroundings() {
    let gl = &*core();
    for (length, cells) in [(0.5, (64, 64)), (6.0, (64, 16)), (500.0, (16, 64))] {
        let mut studio = Studio::in_sun(gl, sky().sun);
        studio.show(&Heights::Metres(&Grid::new(cells.0, cells.1, 0.0)));
        let mut view = view("terrace");
        studio.length = length;
        let eye = eye(Vec3::new(0.4, 0.7, 2.4), Vec3::new(0.0, 0.0, -0.4), 50.0);
        let picture = radiance(&studio, &mut view, &eye);
        let finite =
            (picture.cells().iter()).all(|texel| texel.iter().all(|part| part.is_finite()));
        assert!(finite, "{length}");
    }
}

#[test]
fn no_pixel_is_empty_from_any_eye() {
    let gl = &*core();
    let studio = still(gl);
    let mut view = view("terrace");
    let eyes = [
        // In the garden; across its edge from inside and from outside; beside its corner.
        ([-1.2, 0.25, 0.9], [0.6, 0.0, -0.4]),
        ([0.0, 1.2, 1.6], [0.0, 0.0, 0.0]),
        ([3.7, 2.0, 0.3], [9.0, 0.0, 1.0]),
        ([5.1, 2.0, 0.3], [-9.0, 0.0, 1.0]),
        ([0.0, 8.0, 30.0], [0.0, 0.0, 0.0]),
        ([4.0, 3.0, -12.0], [10.0, 5.0, 30.0]),
        ([60.0, 2.0, 60.0], [0.0, 0.0, 0.0]),
        // Below the rim, straight down, straight up.
        ([0.0, 0.02, 0.5], [0.0, 0.3, -1.0]),
        ([0.01, 20.0, 0.1], [0.0, 0.0, 0.0]),
        ([0.3, 0.6, 0.2], [0.31, 9.0, 0.2]),
    ];
    for (from, to) in eyes {
        let radiance = radiance(&studio, &mut view, &eye(from.into(), to.into(), 60.0));
        let is_dark = |texel: &&[f32; 4]| rgb(**texel).max_element() < 1e-4;
        let dark = radiance.cells().iter().filter(is_dark).count();
        assert_eq!(dark, 0, "from {from:?}");
    }
}

#[test]
fn a_ball_that_was_picked_up_leaves_neither_itself_nor_its_shadow() {
    let gl = &*core();
    let studio = still(gl);
    // The pool is 6 m long; lengths are those of a pool of 2 m.
    let ball = Vec3::new(4.25, 0.15 + 0.18, -1.9) / 3.0;
    let eye = eye(ball + Vec3::new(-0.2, 0.5, 0.4), ball, 40.0);
    let draw = |view: &mut LitView, with_ball: bool| {
        set(view, "ball", Value::Switch(with_ball));
        radiance(&studio, view, &eye)
    };
    let mut view = view("terrace");
    let with = draw(&mut view, true);
    let without = draw(&mut view, false);
    let fresh = draw(&mut self::view("terrace"), false);
    assert!(without == fresh, "all is baked again");
    let changed = with.cells().iter().zip(without.cells());
    let changed = changed.filter(|(with, without)| with != without).count();
    assert!(changed > 500, "{changed}");
    let red = |picture: &Grid<[f32; 4]>| {
        let [red, _, blue] = rgb(picture[pixel_of(&eye, ball)]).to_array();
        red / blue
    };
    assert!((red(&with) / red(&without) - 1.0).abs() > 0.2);
    assert!(draw(&mut view, true) == with);
}

#[test]
fn a_parasol_that_was_picked_up_takes_its_shade_and_its_lantern_along() {
    let gl = &*core();
    let mut studio = still(gl);
    // In front of the pole, which stands at (2.2, -5.55) by a pool of 6 m.
    let point = Vec3::new(2.2, 0.15, -4.0) / 3.0;
    let eye = eye(point + Vec3::new(0.1, 0.5, 0.9), point, 12.0);
    let mut seen = |sun: Vec3, there: bool| {
        studio.sky = SkyLight::new(gl, SkyConditions { sun, ..sky() });
        let mut view = view("terrace");
        set(&mut view, "parasol", Value::Switch(there));
        rgb(radiance(&studio, &mut view, &eye)[pixel_of(&eye, point)]).element_sum()
    };
    let night = Vec3::new(-0.7, -0.5, 0.1).normalize();
    let (with, without) = (seen(night, true), seen(night, false));
    assert!(with > 1.5 * without, "by night {with}, {without}");
    // The canvas, 2.1 m above the ground and 1.45 m in radius, is between the point and this sun.
    let shading = (Vec3::new(2.2, 2.25, -5.2) / 3.0 - point).normalize();
    let (with, without) = (seen(shading, true), seen(shading, false));
    assert!(with < 0.6 * without, "by day {with}, {without}");
}

#[test]
fn lamps_light_hedge_and_terrace_by_night_alone() {
    let gl = &*core();
    let mut studio = still(gl);
    // A lamp stands 0.5 m before the hedge every 3.8 m or so: there are six along a side, and this one is the fourth. The rim is 0.15 m high.
    let side = 3.0 + 8.4;
    let lamp = Vec3::new((7.0 / 6.0 - 1.0) * (side - 0.5), 0.15 + 0.1, -(side - 0.5));
    let on_hedge = Vec3::new(lamp.x, 0.75, -side) / 3.0;
    // The lantern hangs at (2.2, 1.68, -5.55); before it the terrace is free.
    let on_stone = Vec3::new(2.2, 0.15, -3.8) / 3.0;
    let mut seen = |lamps: &str, sun: Vec3, point: Vec3| {
        studio.sky = SkyLight::new(gl, SkyConditions { sun, ..sky() });
        let mut view = view("terrace");
        set(&mut view, "lamp", lit_choice("lamp", lamps));
        let eye = eye(point + Vec3::new(0.1, 0.5, 0.9), point, 12.0);
        rgb(radiance(&studio, &mut view, &eye)[(SIZE.0 / 2, SIZE.1 / 2)])
    };
    let night = Vec3::new(-0.7, -0.5, 0.1).normalize();
    for point in [on_hedge, on_stone] {
        let [dark, lit] = ["off", "dusk"].map(|lamps| seen(lamps, night, point));
        assert!(lit.y > 5.0 * dark.y, "{point}: {dark} {lit}");
        // Warm light on leaves or stone.
        assert!(lit.x > lit.z, "{lit}");
        let [off, day] = ["off", "dusk"].map(|lamps| seen(lamps, sky().sun, point));
        assert_eq!(off, day, "{point}");
    }
}

#[test]
fn blades_of_grass_stand_on_the_lawn_near_the_eye_and_on_no_stone() {
    let gl = &*core();
    let studio = still(gl);
    // The paving ends 4 m from the pool; the eye is 0.6 m above the ground.
    let at = |away: f32| {
        let ground = Vec3::new((3.0 + away) / 3.0, RIM, 0.0);
        let eye = eye(ground + Vec3::new(0.15, 0.2, 0.0), ground, 20.0);
        radiance(&studio, &mut view("terrace"), &eye)
    };
    // How often green changes from one pixel to the next.
    let rough = |picture: &Grid<[f32; 4]>| {
        let cells = picture.cells();
        let of = |pair: &[[f32; 4]]| (pair[0][1] / pair[1][1]).ln().abs();
        cells.windows(2).map(of).sum::<f32>() / cells.len() as f32
    };
    let [lawn, stone] = [5.0, 3.0].map(|away| rough(&at(away)));
    assert!(lawn > 3.0 * stone, "{lawn} {stone}");
}

#[test]
fn gaps_between_leaves_are_open_at_the_outline_of_a_box_tree() {
    let gl = &*core();
    let studio = still(gl);
    // The left edge of the tree of the pot at (4.75, 3.2), 0.374 m in radius, against the sky.
    let middle = Vec3::new(4.75, 0.15 + 0.93 * 0.85, 3.2);
    let [from, to] = [(0.0, -0.28, 1.0), (-0.35, 0.05, 0.0)].map(|off| middle + Vec3::from(off));
    let eye = eye(from / 3.0, to / 3.0, 12.0);
    let mut view = view("terrace");
    set(&mut view, "parasol", Value::Switch(false));
    let picture = radiance(&studio, &mut view, &eye);
    let is_leaf = |[_, green, blue, _]: &[f32; 4]| green > blue;
    let changes = |row: &[[f32; 4]]| {
        let pairs = row.windows(2);
        pairs
            .filter(|pair| is_leaf(&pair[0]) != is_leaf(&pair[1]))
            .count()
    };
    let all: usize = picture.cells().chunks(SIZE.0).map(changes).sum();
    let mean = all as f64 / SIZE.1 as f64;
    // A solid changes once.
    assert!(mean > 2.0, "{mean}");
}
