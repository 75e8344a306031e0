//! Tiles of different size hold every wave once, and their sum is the sea.

use super::plain_sea::{dft, eight, wave};
use waterlab::parameter::{Settings, Value};
use waterlab::sea::{Folding, KINDS, Moment, Sea};

fn cascaded(count: i64, ratio: i64, side: usize, values: &[(&str, Value)]) -> Sea {
    let kind = KINDS[1];
    let mut settings = Settings::new(kind.parameters);
    let own = [
        ("cascades", Value::Integer(count)),
        ("cascade_ratio", Value::Integer(ratio)),
        ("patch", Value::Real(200.0)),
    ];
    for (key, value) in own.iter().chain(values) {
        settings.set(key, *value).expect("a value");
    }
    kind.create(&settings, side, side).expect("a sea")
}

fn at(sea: &Sea, time: f64) -> Moment {
    let mut moment = sea.moment();
    sea.compute_with_foam(time, &mut moment);
    moment
}

/// The least and the greatest |k| of waves that a tile has.
fn reach(sea: &Sea, moment: &Moment, tile: usize) -> (f64, f64) {
    let patch = sea.waves().patches()[tile];
    let modes = dft(&moment.patches()[tile].height);
    let most = modes
        .cells()
        .iter()
        .map(|mode| mode.norm())
        .fold(0.0, f64::max);
    let (mut least, mut greatest) = (f64::INFINITY, 0.0_f64);
    for row in 0..patch.rows {
        for column in 0..patch.columns {
            if modes[(column, row)].norm() > 1e-5 * most {
                let (kx, kz) = wave(&patch, column, row);
                least = least.min(kx.hypot(kz));
                greatest = greatest.max(kx.hypot(kz));
            }
        }
    }
    (least, greatest)
}

#[test]
fn every_wave_number_lies_on_one_tile_and_none_between() {
    let sea = cascaded(3, 4, 32, &[]);
    let moment = at(&sea, 2.0);
    let patches = sea.waves().patches();
    assert_eq!(patches.len(), 3);
    for tile in 0..2 {
        assert!((patches[tile].length_x / patches[tile + 1].length_x - 4.0).abs() < 1e-9);
        let (_, end) = reach(&sea, &moment, tile);
        let (begin, _) = reach(&sea, &moment, tile + 1);
        assert!(
            end < begin,
            "tile {tile} ends at {end}, the next begins at {begin}"
        );
        // The waves next to the edge are the nearest that the tiles have.
        let step = |tile: usize| std::f64::consts::TAU / patches[tile].length_x;
        assert!(
            begin - end < step(tile) + step(tile + 1),
            "{end} to {begin}"
        );
        // The larger has waves as short as these in every direction.
        assert!(end <= 16.0 * step(tile));
    }
}

#[test]
fn tiles_together_hold_as_much_as_one_fine_grid() {
    let fine = cascaded(1, 4, 256, &[]);
    let tiles = cascaded(2, 4, 64, &[]);
    let (fine, tiles) = (
        fine.waves().significant_height(),
        tiles.waves().significant_height(),
    );
    assert!((tiles / fine - 1.0).abs() < 0.01, "{tiles} for {fine}");
    let alone = cascaded(1, 4, 64, &[("cutoff", Value::Real(0.0))]);
    assert!(alone.waves().significant_height() < fine);
}

#[test]
fn the_surface_is_the_sum_at_the_points_of_the_largest_tile() {
    for (count, ratio, side) in [(2, 4, 32), (3, 5, 42), (4, 3, 24)] {
        let sea = cascaded(count, ratio, side, &[]);
        let moment = at(&sea, 5.0);
        let tiles: Vec<_> = moment.patches().iter().map(eight).collect();
        for (field, sum) in eight(moment.surface()).into_iter().enumerate() {
            for row in 0..side {
                for column in 0..side {
                    let mut wanted = 0.0;
                    let mut times = 1;
                    for tile in &tiles {
                        let cell = (column * times % side, row * times % side);
                        wanted += f64::from(tile[field][cell]);
                        times *= ratio as usize;
                    }
                    let error = (f64::from(sum[(column, row)]) - wanted).abs();
                    assert!(error < 1e-6, "{field}, {column}, {row}");
                }
            }
        }
        for cell in 0..side * side {
            let strain = moment
                .surface()
                .strain
                .each_ref()
                .map(|grid| grid.cells()[cell]);
            let folding = Folding::new(strain, -sea.choppiness() as f32);
            assert_eq!(moment.jacobian().cells()[cell], folding.jacobian);
            assert_eq!(moment.least().cells()[cell], folding.least);
        }
    }
}

#[test]
fn tiles_foam_together() {
    let storm = [
        ("wind", Value::Real(20.0)),
        ("foam_threshold", Value::Real(0.8)),
    ];
    let sea = cascaded(2, 4, 32, &storm);
    let mut moment = sea.moment();
    for time in [0.0, 0.5, 7.0, 1.0] {
        sea.compute_with_foam(time, &mut moment);
        assert!(moment.foam().cells().iter().any(|&foam| foam > 0.1));
        assert!(moment.foam() == at(&sea, time).foam(), "{time}");
    }
}

#[test]
fn a_further_tile_changes_no_other_and_repeats_none() {
    let [two, three] = [2, 3].map(|count| at(&cascaded(count, 2, 32, &[]), 0.0));
    for tile in 0..2 {
        assert!(tile == 1 || two.patches()[tile] == three.patches()[tile]);
    }
    // From the same draws, modes that two tiles both have would have the same phase.
    let [first, second] = [0, 1].map(|tile| dft(&three.patches()[tile].height));
    let (mut both, mut alike) = (0, 0);
    for (first, second) in first.cells().iter().zip(second.cells()) {
        if first.norm() > 1e-6 && second.norm() > 1e-6 {
            both += 1;
            alike += usize::from((first.arg() - second.arg()).abs() < 0.01);
        }
    }
    assert!(both > 20 && alike < both / 5, "{alike} of {both}");
}
