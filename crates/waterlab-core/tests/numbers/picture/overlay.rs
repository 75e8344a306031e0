//! Overlays float on the water and are not displaced by waves.

use super::support::{LOOKS, Picture, at, map, ripple, weights};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use waterlab_core::grid::Grid;
use waterlab_core::light::{Fit, Look, Pyramid};
use waterlab_core::surface::Surface;

/// Waves that displace the picture by several pixels.
fn waves(seed: u64) -> Grid<i16> {
    let mut chance = Pcg64Mcg::seed_from_u64(seed);
    Grid::from_fn(24, 18, |_, _| chance.random_range(-9..=9))
}

/// An overlay with straight alpha of every value.
fn layer(columns: usize, rows: usize, seed: u64) -> Picture {
    let mut chance = Pcg64Mcg::seed_from_u64(seed);
    let mut byte = || chance.random_range(0..=255_u8);
    Grid::from_fn(columns, rows, |column, row| {
        let cover = match (column / 3 + row / 2) % 4 {
            0 | 1 => 0,
            2 => 255,
            _ => byte(),
        };
        [byte(), byte(), byte(), cover]
    })
}

fn drawn(
    pyramid: &Pyramid,
    look: Look,
    fit: Fit,
    waves: &Grid<i16>,
    size: (usize, usize),
) -> Picture {
    let mut output = Grid::new(size.0, size.1, [1, 2, 3, 4]);
    ripple(look, fit).render(pyramid, weights(waves), &mut output);
    output
}

/// A channel of the overlay blended over the water, without rounding.
fn over(water: u8, layer: [u8; 4], channel: usize) -> f64 {
    let cover = f64::from(layer[3]) / 255.0;
    f64::from(water) * (1.0 - cover) + f64::from(layer[channel]) * cover
}

#[test]
fn an_overlay_is_blended_over_the_displaced_picture() {
    // Picture, overlay and output have the same size, so the pixels correspond.
    let picture = Pyramid::new(map(48, 36));
    let layer = layer(48, 36, 1);
    for seed in 0..4 {
        let waves = waves(seed);
        let bent = drawn(&picture, Look::Nearest, Fit::Cover, &waves, (48, 36));
        let both = picture.clone().with_overlay(layer.clone());
        let found = drawn(&both, Look::Nearest, Fit::Cover, &waves, (48, 36));
        for (index, &pixel) in found.cells().iter().enumerate() {
            let leaf = layer.cells()[index];
            for channel in 0..3 {
                let expected = over(bent.cells()[index][channel], leaf, channel);
                let found = f64::from(pixel[channel]);
                // Colour and alpha are rounded separately.
                assert!((found - expected).abs() <= 1.0, "{found} for {expected}");
                if leaf[3] == 255 {
                    assert_eq!(pixel[channel], leaf[channel]);
                }
                if leaf[3] == 0 {
                    assert_eq!(pixel[channel], bent.cells()[index][channel]);
                }
            }
            assert_eq!(pixel[3], 255);
        }
    }
}

#[test]
fn an_opaque_overlay_is_unaffected_by_waves_in_every_look() {
    let picture = Pyramid::new(map(64, 48));
    for (columns, rows) in [(64, 48), (16, 12), (7, 31)] {
        // The left half is opaque.
        let layer = Grid::from_fn(columns, rows, |column, row| {
            let leaf = 2 * column < columns;
            [20, 30 * (row % 8) as u8, 250, if leaf { 255 } else { 0 }]
        });
        let both = picture.clone().with_overlay(layer);
        for look in LOOKS.into_iter().filter(|&look| look != Look::Heights) {
            for fit in [Fit::Cover, Fit::Letterbox] {
                let size = (96, 60);
                let calm = drawn(&both, look, fit, &Grid::new(24, 18, 0), size);
                let moved = drawn(&both, look, fit, &waves(3), size);
                let rect = fit.rect((64, 48), size);
                let mut others = 0;
                for row in 0..size.1 {
                    for column in 0..size.0 {
                        let at = (column as f64 + 0.5, row as f64 + 0.5);
                        let Some((u, _)) = rect.fraction(at.0, at.1) else {
                            continue;
                        };
                        // A texel of the overlay away from the blended boundary.
                        if u < 0.5 - 1.01 / columns as f64 {
                            assert_eq!(calm[(column, row)], moved[(column, row)], "{look:?}");
                        } else if u > 0.5 + 1.01 / columns as f64 {
                            others += usize::from(calm[(column, row)] != moved[(column, row)]);
                        }
                    }
                }
                assert!(others > 500, "{look:?}: the water beside it does not move");
            }
        }
    }
}

#[test]
fn an_overlay_of_any_size_is_sampled_without_displacement() {
    // Independent formula: premultiplied colours, interpolated between the pixels of the overlay, over a uniform water.
    let water = [120, 40, 220, 255];
    let picture = Pyramid::new(Grid::new(8, 8, water));
    for (columns, rows) in [(9, 5), (1, 1), (40, 30)] {
        let layer = layer(columns, rows, 6);
        let both = picture.clone().with_overlay(layer.clone());
        let size = (40, 40);
        let found = drawn(&both, Look::Smooth, Fit::Cover, &Grid::new(12, 12, 0), size);
        let clamp = |at: i64, count: usize| at.clamp(0, count as i64 - 1) as usize;
        for (row, column) in
            (0..size.1).flat_map(|row| (0..size.0).map(move |column| (row, column)))
        {
            let place =
                |index: usize, count: usize| (index as f64 + 0.5) / 40.0 * count as f64 - 0.5;
            let (x, y) = (place(column, columns), place(row, rows));
            let value = |of: &dyn Fn([u8; 4]) -> f64| {
                at(x, y, |i, j| of(layer[(clamp(i, columns), clamp(j, rows))]))
            };
            let cover = value(&|texel| f64::from(texel[3]) / 255.0);
            for channel in 0..3 {
                let colour =
                    value(&|texel| f64::from(texel[channel]) * f64::from(texel[3]) / 255.0);
                let expected = f64::from(water[channel]) * (1.0 - cover) + colour;
                let found = f64::from(found[(column, row)][channel]);
                assert!((found - expected).abs() <= 1.1, "{found} for {expected}");
            }
        }
    }
}

#[test]
fn walls_cover_the_overlay_and_the_heights_look_has_none() {
    let picture = Pyramid::new(map(32, 32));
    let leaf = picture
        .clone()
        .with_overlay(Grid::new(1, 1, [1, 2, 3, 255]));
    let flat = Grid::new(16, 16, 0);
    let walls = Grid::from_fn(16, 16, |column, _| if column < 8 { 0.0 } else { 1.0 });
    let mut output = Grid::new(32, 32, [0; 4]);
    let shown = Surface::from(weights(&flat)).among(Some(&walls));
    ripple(Look::Nearest, Fit::Cover).render(&leaf, shown, &mut output);
    assert_eq!(output[(28, 9)], [1, 2, 3, 255]);
    assert_eq!(output[(4, 9)][..3], waterlab_core::light::STONE);
    let bare = drawn(&picture, Look::Heights, Fit::Cover, &waves(2), (32, 32));
    assert_eq!(
        drawn(&leaf, Look::Heights, Fit::Cover, &waves(2), (32, 32)),
        bare
    );
}
