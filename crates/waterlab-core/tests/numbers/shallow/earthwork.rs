//! Ground that is raised and lowered under a brush while there is water on it.

use super::{pool, run};
use waterlab_core::grid::Grid;
use waterlab_core::parameter::Value;
use waterlab_core::pool::{Earthwork, Fraction, GroundChange, Obstacle, Obstruction};
use waterlab_core::shallow::Shallow;
use waterlab_core::water::Water;

fn work(from: (f64, f64), to: (f64, f64), radius: f64, change: GroundChange) -> Earthwork {
    let place = |(u, v)| Fraction::new(u, v).unwrap();
    Earthwork {
        from: place(from),
        to: place(to),
        radius,
        change,
    }
}

fn bed(water: &Shallow) -> Grid<f32> {
    water.ground().expect("a map").clone()
}

#[test]
fn ground_rises_by_the_square_of_what_is_left_to_the_edge_and_takes_its_water_along() {
    let mut water = pool((50, 40), 5.0, |_, _| -0.4, |_, _| 0.0);
    let before = water.volume();
    // Column 25, row 20.
    let raised = work((0.51, 0.51), (0.51, 0.51), 6.0, GroundChange::Raise(0.25));
    water.shape_ground(&raised);
    let (bed, heights) = (bed(&water), water.heights().to_metres());
    for row in 0..40 {
        for column in 0..50 {
            let away = (column as f64 - 25.0).hypot(row as f64 - 20.0) / 6.0;
            let rise = 0.25 * (1.0 - away * away).max(0.0).powi(2);
            let at = (column, row);
            assert!((f64::from(bed[at]) + 0.4 - rise).abs() < 1e-6, "{at:?}");
            assert!((f64::from(heights[at]) - rise).abs() < 1e-6, "{at:?}");
        }
    }
    assert!((water.volume() / before - 1.0).abs() < 1e-6);
    // The hump of water runs off, and the hill stays.
    water.set("damping", Value::Real(1.0)).unwrap();
    run(&mut water, 60.0);
    assert!((water.volume() / before - 1.0).abs() < 1e-6);
    let rest = water.heights().to_metres();
    let (low, high) = rest
        .cells()
        .iter()
        .fold((1.0_f32, -1.0_f32), |(low, high), &level| {
            (low.min(level), high.max(level))
        });
    assert!(high - low < 0.02, "{low} to {high}");
    assert_eq!(water.ground(), Some(&bed));
}

#[test]
fn a_hole_dug_on_land_is_dry_until_water_reaches_it() {
    // Land in the east.
    let slope = |x: f64, _| if x < 3.0 { -0.3 } else { 0.2 };
    let mut water = pool((60, 20), 6.0, slope, |_, _| 0.0);
    let before = water.volume();
    let dug = |from, to| work(from, to, 3.0, GroundChange::Raise(-0.6));
    water.shape_ground(&dug((0.8, 0.5), (0.8, 0.5)));
    let depth = |water: &Shallow| water.water_depth().expect("it has ground");
    assert!((bed(&water)[(48, 10)] + 0.4).abs() < 1e-6);
    assert!(depth(&water).cells()[..].iter().all(|&depth| depth < 0.31));
    assert_eq!(depth(&water)[(48, 10)], 0.0);
    run(&mut water, 2.0);
    assert_eq!(depth(&water)[(48, 10)], 0.0, "nothing reaches it");
    // A trench to the sea.
    water.shape_ground(&dug((0.45, 0.5), (0.8, 0.5)));
    run(&mut water, 30.0);
    assert!(depth(&water)[(48, 10)] > 0.5, "{}", depth(&water)[(48, 10)]);
    assert!((water.volume() / before - 1.0).abs() < 1e-6);
}

#[test]
fn a_dam_is_as_high_as_its_crest_however_often_it_is_built_and_holds_water_back() {
    let level = |x: f64, _| if x < 2.0 { 0.0 } else { -1.0 };
    let mut water = pool((80, 40), 4.0, |_, _| -0.2, level);
    let dam = work((0.5, 0.0), (0.5, 1.0), 5.0, GroundChange::Dam(0.05));
    // Just in time.
    water.shape_ground(&dam);
    let built = bed(&water);
    water.shape_ground(&dam);
    assert_eq!(bed(&water), built);
    for row in 0..40 {
        assert_eq!(built[(40, row)], 0.05, "the crest");
        assert_eq!(built[(42, row)], 0.05, "two fifths of the radius wide");
        assert!(built[(43, row)] < 0.05 && built[(43, row)] > built[(44, row)]);
        assert_eq!(built[(45, row)], -0.2, "its foot");
    }
    // What lay on the dam runs off to both sides; then nothing passes.
    run(&mut water, 20.0);
    let behind = |water: &Shallow| {
        let depth = water.water_depth().expect("it has ground");
        (0..40)
            .flat_map(|row| &depth.row(row)[46..])
            .map(|&depth| f64::from(depth))
            .sum::<f64>()
    };
    let seeped = behind(&water);
    run(&mut water, 10.0);
    assert!(behind(&water) <= seeped * (1.0 + 1e-6) + 1e-6);
    // Broken, it lets the lake out.
    water.shape_ground(&work(
        (0.5, 0.5),
        (0.5, 0.5),
        8.0,
        GroundChange::Raise(-0.3),
    ));
    run(&mut water, 10.0);
    assert!(
        behind(&water) > seeped + 10.0,
        "{seeped} {}",
        behind(&water)
    );
}

#[test]
fn ground_stays_within_half_the_length_unless_it_was_beyond() {
    let mut water = pool(
        (20, 20),
        2.0,
        |x, _| if x < 1.0 { -3.0 } else { 0.0 },
        |_, _| 0.0,
    );
    for metres in [1e9, -1e9, f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
        for crest in [GroundChange::Raise(metres), GroundChange::Dam(metres)] {
            water.shape_ground(&work((0.0, 0.5), (1.0, 0.5), 30.0, crest));
            let bed = bed(&water);
            assert!(
                bed.cells().iter().all(|&bed| (-3.0..=1.0).contains(&bed)),
                "{crest:?}"
            );
            let depth = water.water_depth().expect("it has ground");
            assert!(
                depth
                    .cells()
                    .iter()
                    .all(|&depth| (0.0..10.0).contains(&depth))
            );
        }
    }
    for radius in [f64::NAN, f64::INFINITY, -1.0, 0.0] {
        water.shape_ground(&work(
            (0.2, 0.2),
            (0.9, 0.4),
            radius,
            GroundChange::Raise(0.01),
        ));
        water.step();
        assert!(water.heights().to_metres().is_finite(), "{radius}");
    }
}

#[test]
fn other_models_have_no_ground_to_shape() {
    let size = waterlab_core::pool::Size::new(16, 16).unwrap();
    for model in waterlab_core::water::MODELS
        .iter()
        .filter(|model| !model.ground)
    {
        let mut water = model.create(size);
        let before = water.heights().to_metres();
        water.shape_ground(&work((0.5, 0.5), (0.5, 0.5), 4.0, GroundChange::Raise(1.0)));
        assert_eq!(water.ground(), None, "{}", model.name);
        assert_eq!(water.heights().to_metres(), before, "{}", model.name);
    }
}

#[test]
fn another_map_neither_floods_dry_ground_nor_moves_a_lake() {
    // A lake in the west below a dam, dry ground below the rest level in the east.
    let bed = |x: f64, _| match x {
        2.8..3.2 => 0.5,
        _ => -0.4,
    };
    let level = |x: f64, _| if x < 3.0 { 0.3 } else { -1.0 };
    let mut water = pool((60, 20), 6.0, bed, level);
    run(&mut water, 1.0);
    let (before, volume) = (water.heights().to_metres(), water.volume());
    let mut higher = water.ground().expect("a map").clone();
    higher[(50, 10)] = -0.2;
    let lower = water.ground().expect("a map").clone();
    for map in [&higher, &lower] {
        water.set_map("bed_map", Some(map)).unwrap();
        water.step();
        assert!((water.volume() / volume - 1.0).abs() < 1e-6);
    }
    assert_eq!(water.heights().to_metres(), before);
    // Water at the rest level is there in any ground.
    let mut water = pool((60, 20), 6.0, |_, _| -0.4, |_, _| 0.0);
    water.set_map("bed_map", Some(&higher)).unwrap();
    water
        .set_map("bed_map", Some(&Grid::new(60, 20, -0.2)))
        .unwrap();
    assert!(
        water
            .heights()
            .to_metres()
            .cells()
            .iter()
            .all(|&level| level == 0.0)
    );
}

#[test]
fn a_wall_that_is_erased_beside_running_water_leaves_no_water() {
    let level = |x: f64, _| if x < 2.0 { 0.3 } else { -1.0 };
    let mut water = pool((60, 20), 6.0, |_, _| -0.4, level);
    let size = water.size();
    let mut walls = Obstruction::open(size);
    walls.add(&Obstacle::Wall {
        from: Fraction::new(0.9, 0.0).unwrap(),
        to: Fraction::new(0.9, 1.0).unwrap(),
        thickness: 4.0,
    });
    water.set_obstacles(&walls);
    run(&mut water, 0.2);
    let before = water.volume();
    water.set_obstacles(&Obstruction::open(size));
    assert!((water.volume() / before - 1.0).abs() < 1e-6);
}
