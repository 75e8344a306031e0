//! Uneven floors: shoaling by Green's law, and conservation of volume.

use super::{SHALLOW, choose, courant, heights, highest, pool, put, wall};
use waterlab_core::grid::Grid;
use waterlab_core::pool::{Disturbance, Fraction};
use waterlab_core::water::Water;

/// The growth of a crest over a gentle slope to a quarter of the depth.
fn growth(form: &str) -> f64 {
    let mut water = pool(1800, 3, SHALLOW, "free");
    choose(&mut water, "form", form);
    let map = Grid::from_fn(1800, 3, |column, _| {
        1.0 - 0.75 * ((column as f32 - 300.0) / 1000.0).clamp(0.0, 1.0)
    });
    water.set_map("depth_map", Some(&map)).expect("a map");
    let speed = courant(&water, SHALLOW).sqrt();
    put(&mut water, |column, _, time| {
        let x = column - 150.0 - speed * time;
        1e-3 * (-x * x / (2.0 * 20.0 * 20.0)).exp()
    });
    // 150 cells at full speed, 1000 on the slope, which take as long as 4000/3 at full speed, and 250 at half speed.
    let cells = 150.0 + 4000.0 / 3.0 + 500.0;
    for _ in 0..(cells / speed) as usize {
        water.step();
    }
    let heights = heights(&water);
    let shallow = &heights.row(1)[1400..1700];
    f64::from(shallow.iter().fold(0.0_f32, |max, &h| max.max(h))) / 1e-3
}

#[test]
fn a_wave_grows_over_a_slope_by_greens_law() {
    // Green (1838): the amplitude is proportional to p^(−1/4).
    let (got, expected) = (growth("conservative"), 4_f64.powf(0.25));
    assert!((got / expected - 1.0).abs() < 0.02, "{got} for {expected}");
}

#[test]
fn the_printed_form_shrinks_a_wave_by_the_same_factor() {
    let (got, expected) = (growth("printed"), 4_f64.powf(-0.25));
    assert!((got / expected - 1.0).abs() < 0.02, "{got} for {expected}");
}

#[test]
fn the_volume_is_conserved_over_slopes_dry_land_and_walls() {
    let mut water = pool(96, 80, 0.04, "free");
    let map = Grid::from_fn(96, 80, |column, row| {
        (1.2 - (column as f32 + 0.4 * row as f32) / 80.0).clamp(0.0, 1.0)
    });
    water.set_map("depth_map", Some(&map)).expect("a map");
    wall(&mut water, 40..43, |row| !(30..50).contains(&row));
    for (u, v) in [(0.2, 0.3), (0.5, 0.5), (0.7, 0.1)] {
        let at = Fraction::clamped(u, v);
        water.disturb(&Disturbance::stone(at, 5.0, 100.0));
    }
    let sum = |grid: &Grid<f32>| grid.cells().iter().map(|&h| f64::from(h)).sum::<f64>();
    let first = heights(&water);
    let volume = sum(&water.depth().expect("a depth"));
    let stones: f64 = first.cells().iter().map(|&h| f64::from(h.abs())).sum();
    for step in 1..=400 {
        water.step();
        if step % 50 == 0 {
            let gained = sum(&heights(&water)) - sum(&first);
            assert!(
                gained.abs() < 1e-6 * volume,
                "step {step}: {gained} of {volume}"
            );
        }
    }
    // The printed form does not conserve the volume.
    choose(&mut water, "form", "printed");
    for _ in 0..200 {
        water.step();
    }
    assert!((sum(&heights(&water)) - sum(&first)).abs() > 0.05 * stones);
    assert!(highest(&water) > 1e-4);
}

#[test]
fn dry_land_is_a_fixed_end_in_the_printed_form_and_a_free_one_otherwise() {
    for (form, expected) in [("printed", -1.0), ("conservative", 1.0)] {
        let mut water = pool(100, 3, SHALLOW, "free");
        choose(&mut water, "form", form);
        let map = Grid::from_fn(100, 3, |column, _| f32::from(column < 90));
        water.set_map("depth_map", Some(&map)).expect("a map");
        let speed = courant(&water, SHALLOW).sqrt();
        put(&mut water, |column, _, time| {
            let x = column - 45.0 - speed * time;
            if x.abs() < 40.0 {
                1e-3 * (-x * x / 72.0).exp()
            } else {
                0.0
            }
        });
        for _ in 0..(89.0 / speed) as usize {
            water.step();
        }
        let crest = heights(&water).row(1)[40..50]
            .iter()
            .map(|&h| f64::from(h))
            .sum::<f64>()
            / 10.0;
        assert!((crest / 1e-3 - expected).abs() < 0.2, "{form}: {crest}");
    }
}
