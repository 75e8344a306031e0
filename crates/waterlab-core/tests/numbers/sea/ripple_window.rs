//! Ripples in a window that moves with the eye.

use super::ripples::{difference, heights, largest, open, sea, seas, stone};
use waterlab_core::grid::Grid;
use waterlab_core::pool::Size;
use waterlab_core::surface::Window;
use waterlab_core::water::{Model, Water};

/// The heights of the ripples alone, in metres.
fn ripples_of(water: &dyn Water) -> Option<Grid<f32>> {
    let surface = water.surface();
    let cascades = surface.cascades().unwrap();
    let last = cascades.cascades.get(cascades.tiled)?;
    Some(last.height.clone())
}

#[test]
fn a_stone_in_a_ripple_window_has_the_scale_of_the_window() {
    for name in seas() {
        let mut water = sea(name, 64);
        let patch = heights(&*water);
        let window = Window {
            centre: [-300.0, 40.0],
            length: [32.0; 2],
        };
        open(&mut water).set_ripple_window(Some(window));
        assert!(!open(&mut water).has_ripples());
        water.disturb(&stone(0.25, 0.5));
        assert!(open(&mut water).has_ripples());
        assert_eq!(heights(&*water), patch, "{name}: ripples are on the patch");
        // The dent of a pool of 2 m, scaled by 16 to a window of 32 m.
        let mut pool = Model::named("iwave-exact")
            .unwrap()
            .create(Size::new(64, 64).unwrap());
        pool.disturb(&stone(0.25, 0.5));
        let dent = heights(&*pool);
        let shown = ripples_of(&*water).unwrap();
        for (shown, dent) in shown.cells().iter().zip(dent.cells()) {
            assert!((shown - 16.0 * dent).abs() < 1e-5, "{shown}, {dent}");
        }
        let surface = water.surface();
        let cascades = surface.cascades().unwrap();
        assert_eq!(cascades.window, Some(window));
        let last = cascades.cascades[cascades.tiled];
        assert_eq!(last.length, [32.0; 2]);
        // Half the difference of the neighbours, at half a metre per cell.
        let (column, row) = (18, 32);
        let slope = shown[(column + 1, row)] - shown[(column - 1, row)];
        assert!((last.slope[0][(column, row)] - slope).abs() < 1e-5 && slope.abs() > 0.05);
        assert!(largest(&difference(&cascades.sum(|cascade| cascade.height), &patch)) < 1e-6);
    }
}

#[test]
fn ripples_keep_their_position_when_the_window_moves_or_grows() {
    let mut water = sea("sea", 64);
    let window = |centre: f64, side: f64| Window {
        centre: [centre, 0.0],
        length: [side; 2],
    };
    open(&mut water).set_ripple_window(Some(window(0.0, 32.0)));
    water.disturb(&stone(0.5, 0.5));
    (0..30).for_each(|_| water.step());
    let before = ripples_of(&*water).unwrap();
    // Moved by exactly eight cells of half a metre.
    open(&mut water).set_ripple_window(Some(window(4.0, 32.0)));
    let moved = ripples_of(&*water).unwrap();
    for row in 12..52 {
        for column in 12..44 {
            let (was, is) = (before[(column + 8, row)], moved[(column, row)]);
            assert!((was - is).abs() < 1e-6, "({column}, {row}): {was}, {is}");
        }
    }
    // They continue as if the window had not moved.
    let mut alone = sea("sea", 64);
    open(&mut alone).set_ripple_window(Some(window(4.0, 32.0)));
    alone.disturb(&stone(0.375, 0.5));
    (0..60).for_each(|_| alone.step());
    (0..30).for_each(|_| water.step());
    let (one, other) = (ripples_of(&*water).unwrap(), ripples_of(&*alone).unwrap());
    let apart = largest(&difference(&one, &other));
    assert!(
        apart < 0.05 * largest(&other),
        "{apart} of {}",
        largest(&other)
    );

    let now = ripples_of(&*water).unwrap();
    open(&mut water).set_ripple_window(Some(window(4.0, 64.0)));
    let larger = ripples_of(&*water).unwrap();
    // A cell of a metre is centred where four of half a metre meet.
    for row in 20..44 {
        for column in 20..44 {
            let (x, z) = (2 * column - 32, 2 * row - 32);
            let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(i, j)| now[(x + i, z + j)]);
            let mean = 0.25 * corners.iter().sum::<f32>();
            assert!((larger[(column, row)] - mean).abs() < 1e-5);
        }
    }
    // A distant window contains none of them.
    open(&mut water).set_ripple_window(Some(window(500.0, 32.0)));
    assert_eq!(largest(&ripples_of(&*water).unwrap()), 0.0);
}
