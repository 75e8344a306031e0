//! Foam on the water and wet ground: where they come from, where they go.

use super::pool;
use waterlab_core::grid::Grid;
use waterlab_core::pool::{Disturbance, Fraction};
use waterlab_core::shallow::Shallow;
use waterlab_core::water::Water;

/// Wetness and foam along the middle row.
fn along(water: &Shallow) -> Vec<[f32; 2]> {
    let cells: &Grid<[f32; 4]> = water.ground_cover().expect("it has ground").cells;
    let row = cells.row(cells.rows() / 2);
    row.iter().map(|&[wet, foam, ..]| [wet, foam]).collect()
}

#[test]
fn a_bore_foams_and_gentle_waves_do_not() {
    let mut gentle = pool((200, 5), 20.0, |_, _| -0.5, |x, _| 0.02 * (0.6 * x).cos());
    let mut bore = pool(
        (200, 5),
        20.0,
        |_, _| -0.5,
        |x, _| if x < 6.0 { 0.5 } else { 0.0 },
    );
    for _ in 0..90 {
        gentle.step();
        bore.step();
    }
    assert!(along(&gentle).iter().all(|&[_, foam]| foam == 0.0));
    let foam = along(&bore);
    let front = (0..200).rev().find(|&column| foam[column][1] > 0.3);
    // The front: s = √(g·h₂(h₁ + h₂)/2h₁) with the depth of 0.72 m that Stoker's conditions give, over 1.5 s.
    let speed = f64::sqrt(9.81 * 0.721 * (0.5 + 0.721) / (2.0 * 0.5));
    let expected = (6.0 + 1.5 * speed) / 0.1;
    let front = front.expect("foam") as f64;
    assert!((front - expected).abs() < 4.0, "{front} {expected}");
    // Ahead of it there is none.
    assert!(
        foam[expected as usize + 6..]
            .iter()
            .all(|&[_, foam]| foam == 0.0)
    );
}

#[test]
fn ground_that_the_water_left_dries() {
    let mut water = pool((80, 9), 8.0, |x, _| 0.05 * x - 0.2, |_, _| 0.0);
    let wet = along(&water);
    // The shore lies at 4 m.
    assert!(
        wet[36][0] == 1.0 && wet[44][0] == 0.0,
        "{:?} {:?}",
        wet[36],
        wet[44]
    );
    let all = Disturbance::stroke(
        Fraction::new(0.0, 0.5).unwrap(),
        Fraction::new(1.0, 0.5).unwrap(),
        20.0,
        0.0,
    );
    water.pour(&all, -1e6);
    water.step();
    assert!(water.volume() < 1e-4, "{}", water.volume());
    let left = along(&water)[20][0];
    assert!(left > 0.98, "{left}");
    // A puff keeps the calm water going.
    for step in 0..40 * 60 {
        if step % 60 == 0 {
            let at = Fraction::new(0.02, 0.5).unwrap();
            water.pour(&Disturbance::stone(at, 2.0, 0.0), 1e-6);
        }
        water.step();
    }
    let dried = along(&water)[30][0] / left;
    assert!((dried - 0.368).abs() < 0.03, "{dried}");
}
