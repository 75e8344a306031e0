//! The pass of the classic mesh (docs/models.md §2): background, environment as a decal, and the blend over the pool.

use super::support::{
    GREY, Picture, Studio, confetti, core, counted, default_eye, difference, eye_above, noise,
    plain, set,
};
use glam::Vec2;
use waterlab::gl::{Filter, Gl, Texture, Wrap};
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::light::Pyramid;
use waterlab::parameter::Value;
use waterlab::view::{Eye, Materials, MeshView, Pictures, View};

const SIZE: (usize, usize) = (160, 100);

/// Few and large cells, so that an error of half a cell is visible.
fn calm() -> Grid<i16> {
    Grid::new(16, 12, 0)
}

/// A studio whose pool has tiles of many colours, under uniform light.
fn tiled(gl: &Gl) -> (Studio, MeshView) {
    let grey = plain(GREY);
    let sky = plain([255, 0, 0, 128]);
    let tiles = confetti(16, 16, 3);
    let mut studio = Studio::bare(gl);
    let picture = Pyramid::new(plain(GREY));
    studio.materials = Materials::new(
        gl,
        Pictures {
            picture: &picture,
            tiles: &tiles,
            sky: &sky,
            deck: &grey,
            panorama: &grey,
        },
    )
    .expect("textures");
    let mut view = MeshView::new();
    set(&mut view, "focusing", Value::Real(0.0));
    (studio, view)
}

fn alphas(view: &mut MeshView, background: f64, environment: f64) {
    set(view, "background_alpha", Value::Real(background));
    set(view, "environment_alpha", Value::Real(environment));
}

/// Whether the pixel `index` shows water at least a tenth of the pool from the walls.
fn shows_water(
    index: usize,
    view: &MeshView,
    eye: &Eye,
    heights: &Heights,
    studio: &Studio,
) -> bool {
    let pixel = Vec2::new((index % SIZE.0) as f32, (index / SIZE.0) as f32);
    let inside = |fraction: f64| (0.1..0.9).contains(&fraction);
    view.place_at(&studio.query(SIZE, eye, &heights.into()), pixel)
        .is_some_and(|(u, v)| inside(u) && inside(v))
}

/// The indices of all pixels that show water.
fn water(view: &MeshView, eye: &Eye, heights: &Heights, studio: &Studio) -> Vec<usize> {
    let indices: Vec<_> = (0..SIZE.0 * SIZE.1)
        .filter(|&index| shows_water(index, view, eye, heights, studio))
        .collect();
    assert!(
        indices.len() > SIZE.0 * SIZE.1 / 10,
        "the pool is in the picture"
    );
    indices
}

#[track_caller]
fn check_near(picture: &Picture, index: usize, expected: [f64; 3], tolerance: f64) {
    let cell = picture.cells()[index];
    for (channel, expected) in expected.into_iter().enumerate() {
        let error = (f64::from(cell[channel]) - expected).abs();
        assert!(
            error <= tolerance,
            "pixel ({}, {}): {cell:?} for {expected:?} in channel {channel}",
            index % SIZE.0,
            index / SIZE.0
        );
    }
}

#[test]
fn calm_water_without_a_sky_shows_the_pool_where_it_is() {
    let gl = &*core();
    let (mut studio, mut view) = tiled(gl);
    studio.show(&counted(&calm()));
    for eye in [default_eye(SIZE), eye_above(SIZE)] {
        alphas(&mut view, 0.0, 0.0);
        let pool = studio.draw(&mut view, &eye, SIZE);
        alphas(&mut view, 1.0, 0.0);
        let through_water = studio.draw(&mut view, &eye, SIZE);
        // The edge of the water covers part of an edge pixel in one picture and all of it in the other.
        let difference = difference(&pool, &through_water, 2);
        assert!(difference.beyond <= 0.004, "{difference:?}");
    }
}

#[test]
fn without_background_alpha_only_the_pool_is_visible() {
    let gl = &*core();
    let (mut studio, mut view) = tiled(gl);
    let eye = default_eye(SIZE);
    alphas(&mut view, 0.0, 0.0);
    studio.show(&counted(&calm()));
    let pool = studio.draw(&mut view, &eye, SIZE);
    alphas(&mut view, 0.0, 2.0);
    studio.show(&counted(&noise(16, 12, 90, 1)));
    let below_waves = studio.draw(&mut view, &eye, SIZE);
    assert_eq!(difference(&pool, &below_waves, 0).max, 0);
    alphas(&mut view, 1.0, 2.0);
    let waves = studio.draw(&mut view, &eye, SIZE);
    assert!(
        difference(&pool, &waves, 24).beyond > 0.2,
        "the waves would show"
    );
}

#[test]
fn the_background_alpha_blends_between_pool_and_water() {
    let gl = &*core();
    let (mut studio, mut view) = tiled(gl);
    // From above no wave hides another: every pixel is blended once.
    let eye = eye_above(SIZE);
    studio.show(&counted(&noise(16, 12, 30, 2)));
    let mut drawn = |background| {
        alphas(&mut view, background, 1.0);
        studio.draw(&mut view, &eye, SIZE)
    };
    let [pool, quarter, all] = [drawn(0.0), drawn(0.25), drawn(1.0)];
    assert!(difference(&pool, &all, 24).beyond > 0.2);
    for index in 0..SIZE.0 * SIZE.1 {
        let of = |picture: &Picture, channel| f64::from(picture.cells()[index][channel]);
        let expected = [0, 1, 2].map(|c| 0.75 * of(&pool, c) + 0.25 * of(&all, c));
        check_near(&quarter, index, expected, 1.5);
    }
}

#[test]
fn the_sky_is_a_decal_over_the_background() {
    let gl = &*core();
    let (mut studio, mut view) = tiled(gl);
    let eye = eye_above(SIZE);
    let calm = calm();
    let heights = counted(&calm);
    studio.show(&heights);
    alphas(&mut view, 1.0, 0.0);
    let pool = studio.draw(&mut view, &eye, SIZE);
    // The sky is red with an alpha of 128/255; beyond 1 only the sky is visible.
    for (alpha, share) in [(0.5, 0.5 * 128.0 / 255.0), (1.0, 128.0 / 255.0), (2.0, 1.0)] {
        alphas(&mut view, 1.0, alpha);
        let drawn = studio.draw(&mut view, &eye, SIZE);
        for index in water(&view, &eye, &heights, &studio) {
            let below = pool.cells()[index].map(f64::from);
            let mix = |channel: usize, sky: f64| below[channel] * (1.0 - share) + sky * share;
            let expected = [mix(0, 255.0), mix(1, 0.0), mix(2, 0.0)];
            check_near(&drawn, index, expected, 1.5);
        }
    }
}

#[test]
fn the_environment_map_is_looked_up_by_the_normal() {
    let gl = &*core();
    let (mut studio, mut view) = tiled(gl);
    let eye = eye_above(SIZE);
    // Opaque; red increases with x and green with y over 256 texels.
    let ramp = Grid::from_fn(256, 256, |x, y| [x as u8, y as u8, 0, 255]);
    studio.materials.sky = Texture::new(gl, &ramp, Wrap::Clamp, Filter::Linear).expect("a sky");
    alphas(&mut view, 1.0, 1.0);
    // An inclined plane has the same normal everywhere except at the walls.
    let delta = 2.0 / 60.0;
    for (slope_x, slope_z) in [(0.0, 0.0), (0.1, 0.0), (0.0, -0.2), (-0.15, 0.1)] {
        let plane = Grid::from_fn(60, 40, |x, z| {
            (x as f32 - 30.0) * delta * slope_x + (z as f32 - 20.0) * delta * slope_z
        });
        let heights = Heights::Metres(&plane);
        studio.show(&heights);
        let drawn = studio.draw(&mut view, &eye, SIZE);
        let (gx, gz) = (f64::from(slope_x), f64::from(slope_z));
        let length = (1.0 + gx * gx + gz * gz).sqrt();
        let texel = |n: f64| (0.5 + 0.45 * n) * 256.0 - 0.5;
        let expected = [texel(-gx / length), texel(-gz / length), 0.0];
        for index in water(&view, &eye, &heights, &studio) {
            check_near(&drawn, index, expected, 1.5);
        }
    }
}

#[test]
fn an_overlay_on_a_picture_covers_the_water_and_the_background() {
    // One colour covers a half opaquely, another a quarter at half opacity, over water that transmits half of the pool.
    let layer = Grid::from_fn(4, 4, |column, row| match (column, row) {
        (0..2, _) => [10, 200, 30, 255],
        (_, 0..2) => [250, 0, 100, 128],
        _ => [0; 4],
    });
    let gl = &*core();
    let (mut studio, mut view) = tiled(gl);
    let eye = eye_above(SIZE);
    let wavy = noise(40, 40, 30, 5);
    let heights = counted(&wavy);
    studio.show(&heights);
    set(&mut view, "background", Value::Choice(1));
    set(&mut view, "refraction", Value::Real(0.0));
    alphas(&mut view, 0.5, 0.0);
    let plain = |gl: &Gl, overlay: bool| {
        let picture = Pyramid::new(Grid::new(8, 8, [90, 60, 160, 255]));
        let picture = match overlay {
            true => picture.with_overlay(layer.clone()),
            false => picture,
        };
        Materials::picture(gl, &picture).expect("a picture")
    };
    studio.materials.picture = plain(gl, false);
    let bare = studio.draw(&mut view, &eye, SIZE);
    studio.materials.picture = plain(gl, true);
    let drawn = studio.draw(&mut view, &eye, SIZE);
    let mut seen = [0; 3];
    for index in water(&view, &eye, &heights, &studio) {
        let pixel = Vec2::new((index % SIZE.0) as f32, (index / SIZE.0) as f32);
        let (u, v) = view
            .place_at(&studio.query(SIZE, &eye, &heights.into()), pixel)
            .expect("it shows water");
        // Far enough from the borders, where texels are interpolated.
        let is_even = |share: f64| (0.05..0.3).contains(&share) || (0.7..0.95).contains(&share);
        if !is_even(u) || !is_even(v) {
            continue;
        }
        let under = bare.cells()[index].map(f64::from);
        let (kind, over, cover) = match (u < 0.5, v < 0.5) {
            (true, _) => (0, [10.0, 200.0, 30.0], 1.0),
            (false, true) => (1, [250.0, 0.0, 100.0], 128.0 / 255.0),
            (false, false) => (2, [0.0; 3], 0.0),
        };
        seen[kind] += 1;
        let expected: [f64; 3] =
            std::array::from_fn(|n| over[n] * cover + under[n] * (1.0 - cover));
        check_near(&drawn, index, expected, 2.0);
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn a_picture_can_be_the_background() {
    let gl = &*core();
    let (mut studio, mut view) = tiled(gl);
    let eye = eye_above(SIZE);
    let ramp = Grid::from_fn(200, 200, |x, y| [x as u8, y as u8, 77, 255]);
    studio.materials.picture = Materials::picture(gl, &Pyramid::new(ramp)).expect("a picture");
    set(&mut view, "background", Value::Choice(1));
    alphas(&mut view, 1.0, 0.0);
    let calm = calm();
    let heights = counted(&calm);
    studio.show(&heights);
    let drawn = studio.draw(&mut view, &eye, SIZE);
    for index in water(&view, &eye, &heights, &studio) {
        let pixel = Vec2::new((index % SIZE.0) as f32, (index / SIZE.0) as f32);
        let (u, v) = view
            .place_at(&studio.query(SIZE, &eye, &heights.into()), pixel)
            .expect("it shows water");
        let expected = [200.0 * u - 0.5, 200.0 * v - 0.5, 77.0];
        check_near(&drawn, index, expected, 2.0);
    }
}
