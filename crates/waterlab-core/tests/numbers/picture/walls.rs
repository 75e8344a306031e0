//! Walls over the picture, compared with hand-calculated values and their formula.

use super::support::{LOOKS, Picture, drawn, map, ripple, weights};
use waterlab_core::grid::Grid;
use waterlab_core::light::{Fit, Look};
use waterlab_core::pool::{Fraction, Obstacle, Obstruction, Size};
use waterlab_core::surface::Surface;

/// The colour of walls.
const STONE: [f64; 3] = [188.0, 180.0, 164.0];

/// A pool of 12 × 8 cells with a block in columns 3 to 6 and rows 2 to 4, and a half-open cell, which is not solid.
fn block() -> Grid<f32> {
    let mut open = Grid::from_fn(12, 8, |column, row| {
        f32::from(!((3..7).contains(&column) && (2..5).contains(&row)))
    });
    open[(10, 6)] = 0.5;
    open[(5, 3)] = 0.49;
    open
}

fn among<'a>(counts: &'a Grid<i16>, walls: &'a Grid<f32>) -> Surface<'a> {
    Surface::from(weights(counts)).among(Some(walls))
}

#[test]
fn in_the_nearest_look_a_wall_is_lit_from_the_north_west() {
    let (counts, walls) = (Grid::new(12, 8, 0), block());
    let picture = map(24, 16);
    let nearest = ripple(Look::Nearest, Fit::Cover);
    let output = drawn(&nearest, &picture, among(&counts, &walls), (24, 16));
    for y in 0..16 {
        for x in 0..24 {
            let add = match (x / 2, y / 2) {
                // Two corners are both lit and shaded.
                (3, 4) | (6, 2) => 0,
                (3, 2..=4) | (3..=6, 2) => 32,
                (6, 2..=4) | (3..=6, 4) => -32,
                (3..=6, 2..=4) => 0,
                _ => {
                    assert_eq!(output[(x, y)], picture[(x, y)], "water at ({x}, {y})");
                    continue;
                }
            };
            let stone = [188 + add, 180 + add, 164 + add, 255].map(|channel| channel as u8);
            let stone = [stone[0], stone[1], stone[2], 255];
            assert_eq!(output[(x, y)], stone, "({x}, {y})");
        }
    }
}

#[test]
fn a_wall_at_the_edge_of_the_pool_continues_outside() {
    let counts = Grid::new(6, 6, 0);
    let walls = Grid::from_fn(6, 6, |column, _| f32::from(column > 1));
    let output = drawn(
        &ripple(Look::Nearest, Fit::Cover),
        &map(6, 6),
        among(&counts, &walls),
        (6, 6),
    );
    assert_eq!(output[(0, 0)], [188, 180, 164, 255], "lit from outside");
    assert_eq!(
        output[(1, 3)],
        [156, 148, 132, 255],
        "not shaded in the east"
    );
}

/// The formula in 64 bits, over a uniform water.
fn reference(walls: &Grid<f32>, water: [u8; 4], (x, y): (f64, f64), sharpness: f64) -> [f64; 3] {
    // The quadratic B-spline as a function of the distance.
    let kernel = |t: f64| match t.abs() {
        t if t < 0.5 => 0.75 - t * t,
        t if t < 1.5 => 0.5 * (1.5 - t) * (1.5 - t),
        _ => 0.0,
    };
    let solid = |by: f64| {
        let mut sum = 0.0;
        for row in (y + by) as i64 - 4..(y + by) as i64 + 5 {
            for column in (x + by) as i64 - 4..(x + by) as i64 + 5 {
                let share = kernel(x + by - column as f64) * kernel(y + by - row as f64);
                sum += share * f64::from(u8::from(walls.clamped(column, row) < 0.5));
            }
        }
        sum
    };
    let cover = ((solid(0.0) - 0.5) * sharpness + 0.5).clamp(0.0, 1.0);
    [0, 1, 2].map(|n| {
        let stone = STONE[n] + 64.0 * (solid(1.25) - solid(-1.25));
        let water = f64::from(water[n]) * (1.0 - 0.55 * solid(-1.25));
        water + (stone - water) * cover
    })
}

#[test]
fn blended_walls_have_soft_edges_a_bevel_and_a_shadow() {
    let (counts, walls) = (Grid::new(12, 8, 0), block());
    let water = [40, 90, 130, 255];
    let picture = Grid::new(24, 16, water);
    for look in [Look::Smooth, Look::Bilinear, Look::Glint] {
        for size in [(240, 160), (77, 61), (12, 8), (5, 4)] {
            let ripple = ripple(look, Fit::Letterbox);
            let output = drawn(&ripple, &picture, among(&counts, &walls), size);
            let rect = ripple.fit.rect((24, 16), size);
            let sharpness = (rect.width as f64 / 12.0)
                .min(rect.height as f64 / 8.0)
                .max(1.0);
            for y in 0..size.1 {
                for x in 0..size.0 {
                    let Some((u, v)) = rect.fraction(x as f64 + 0.5, y as f64 + 0.5) else {
                        continue;
                    };
                    let place = (u * 12.0 - 0.5, v * 8.0 - 0.5);
                    let want = reference(&walls, water, place, sharpness);
                    for channel in 0..3 {
                        let got = f64::from(output[(x, y)][channel]);
                        assert!(
                            (got - want[channel]).abs() < 0.52,
                            "{look:?} {size:?} ({x}, {y}): {:?} for {want:?}",
                            output[(x, y)]
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn open_walls_change_no_look() {
    let counts = Grid::from_fn(12, 8, |column, row| (column * row % 7) as i16);
    let walls = Grid::new(30, 5, 1.0);
    for look in LOOKS {
        let ripple = ripple(look, Fit::Cover);
        let picture: Picture = map(24, 16);
        let bare = drawn(&ripple, &picture, weights(&counts), (53, 41));
        let open = drawn(&ripple, &picture, among(&counts, &walls), (53, 41));
        assert_eq!(bare, open, "{look:?}");
    }
}

#[test]
fn pictures_and_models_agree_on_solid_cells() {
    let size = Size::new(41, 30).unwrap();
    let mut obstruction = Obstruction::open(size);
    let greys = Grid::from_fn(9, 7, |column, row| (column * 7 + row) as f32 / 62.0);
    obstruction.add(&Obstacle::Mask(std::sync::Arc::new(greys)));
    obstruction.add(&Obstacle::Disc {
        at: Fraction::new(0.8, 0.4).unwrap(),
        radius: 4.0,
    });
    let counts = Grid::new(41, 30, 0);
    let black: Picture = Grid::new(41, 30, [0, 0, 0, 255]);
    let nearest = ripple(Look::Nearest, Fit::Cover);
    let output = drawn(
        &nearest,
        &black,
        among(&counts, obstruction.cells()),
        (41, 30),
    );
    let mut solid = 0;
    for row in 0..30 {
        for column in 0..41 {
            let stone = output[(column, row)] != [0, 0, 0, 255];
            assert_eq!(
                stone,
                obstruction.is_solid(column, row),
                "({column}, {row})"
            );
            solid += usize::from(stone);
        }
    }
    assert!((100..1100).contains(&solid));
}
