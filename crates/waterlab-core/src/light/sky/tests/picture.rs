//! Tests of the table: positions in it, no seam and no line, and extreme conditions.

use super::*;

#[test]
fn the_brightest_column_is_the_suns() {
    for (azimuth, column) in [(0.0, 256.0), (90.0, 384.0), (180.0, 512.0), (270.0, 128.0)] {
        let sky = sky(azimuth, 20.0, 0.0);
        let light =
            |column: usize| -> f32 { (0..128).map(|row| sky.table()[(column, row)][1]).sum() };
        let brightest = (0..512)
            .max_by(|a, b| light(*a).total_cmp(&light(*b)))
            .unwrap();
        // Column c covers the azimuths around c + ½; the sun stands on the border of two.
        let away = (brightest as f32 + 0.5 - column + 256.0).rem_euclid(512.0) - 256.0;
        assert!(away.abs() <= 1.0, "{azimuth}°: {brightest}");
    }
}

#[test]
fn without_clouds_the_table_is_the_clear_atmosphere() {
    let air = Atmosphere::new(2.0);
    let sun = sun_at(33.0, 40.0);
    let sky = Sky::of(
        &air,
        &SkyConditions {
            sun,
            haze: 2.0,
            clouds: 0.0,
            strength: 3.0,
            moon: None,
        },
    );
    let dome = Dome::new(&air, sun);
    for towards in [sun_at(0.0, 20.0), sun_at(200.0, 45.0), sun_at(300.0, 80.0)] {
        let ratio = sky.radiance(towards) / (3.0 * dome.radiance(towards));
        assert!(ratio.abs_diff_eq(Vec3::ONE, 5e-3), "{ratio}");
    }
}

#[test]
fn the_table_closes_round_the_sky_and_is_read_between_its_texels() {
    for clouds in [0.0, 0.3] {
        let sky = sky(170.0, 15.0, clouds);
        let step = |from: usize, to: usize| -> f32 {
            let at = |column| (0..256).map(move |row| (column, row));
            at(from)
                .zip(at(to))
                .map(|(a, b)| (sky.table()[a][1] - sky.table()[b][1]).abs())
                .sum()
        };
        let inside = (1..512)
            .map(|column| step(column - 1, column))
            .fold(0.0, f32::max);
        assert!(step(511, 0) <= inside, "{clouds}");
        let [east, west] = [1e-4, -1e-4].map(|x| sky.radiance(Vec3::new(x, 0.3, 1.0)));
        assert!(
            east.abs_diff_eq(west, 1e-3 * east.max_element()),
            "{east}, {west}"
        );
        let texel = |column: usize, row: usize| Vec3::from_slice(&sky.table()[(column, row)]);
        let middle = from_uv(Vec2::new(301.0 / 512.0, 88.0 / 256.0));
        let mean = (texel(300, 87) + texel(301, 87) + texel(300, 88) + texel(301, 88)) / 4.0;
        assert!((sky.radiance(middle) / mean).abs_diff_eq(Vec3::ONE, 1e-3));
        assert!(
            (sky.radiance(towards((77.0, 40.0), (COLUMNS, ROWS))) / texel(77, 40))
                .abs_diff_eq(Vec3::ONE, 1e-3)
        );
    }
}

#[test]
fn there_is_no_line_at_the_horizon_and_the_ground_is_darker() {
    for (elevation, clouds) in [(60.0, 0.0), (6.0, 0.3), (-3.0, 0.2), (40.0, 1.0)] {
        let sky = sky(0.0, elevation, clouds);
        for azimuth in (0..360).step_by(15) {
            let at = |degrees: f32| luminance(sky.radiance(sun_at(azimuth as f32, degrees)));
            let horizon = at(0.0);
            assert!(
                (at(0.05) - at(-0.05)).abs() < 0.05 * horizon,
                "{elevation}° {azimuth}°"
            );
            // A kink would show as a second difference as large as the first.
            let bend = at(0.2) - 2.0 * horizon + at(-0.2);
            assert!(
                bend.abs() < 0.04 * horizon,
                "{elevation}° {azimuth}°: {}",
                bend / horizon
            );
            assert!(at(-90.0) < 0.7 * horizon && at(-30.0) < 0.8 * horizon);
        }
    }
}

#[test]
fn whatever_the_conditions_light_is_finite_and_not_negative() {
    let mut state = 7_u32;
    let mut random = |low: f32, high: f32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        low + (high - low) * (state >> 8) as f32 / (1 << 24) as f32
    };
    let clear = SkyConditions::default();
    let mut all = vec![
        SkyConditions {
            sun: Vec3::ZERO,
            ..clear
        },
        SkyConditions {
            sun: Vec3::Y,
            haze: 0.0,
            ..clear
        },
        SkyConditions {
            sun: Vec3::NEG_Y,
            clouds: 1.0,
            ..clear
        },
        SkyConditions {
            sun: Vec3::X,
            haze: 1e9,
            clouds: 0.99,
            ..clear
        },
        SkyConditions {
            sun: Vec3::NAN,
            strength: f32::NAN,
            haze: f32::NAN,
            clouds: f32::NAN,
            moon: None,
        },
        SkyConditions {
            strength: f32::INFINITY,
            clouds: -3.0,
            ..clear
        },
        SkyConditions {
            clouds: 1e-7,
            strength: -1.0,
            ..clear
        },
    ];
    all.extend((0..12).map(|_| SkyConditions {
        sun: sun_at(random(-180.0, 180.0), random(-20.0, 90.0)),
        strength: random(0.0, 10.0),
        haze: random(0.0, 20.0),
        clouds: random(0.0, 1.0),
        moon: None,
    }));
    for conditions in all {
        let sky = Sky::new(&conditions);
        let right = |light: Vec3| light.is_finite() && light.cmpge(Vec3::ZERO).all();
        let mut cells = sky.table().cells().iter().flatten();
        assert!(cells.all(|v| v.is_finite() && *v >= 0.0), "{conditions:?}");
        assert!(right(sky.sun_irradiance()) && right(sky.sun_disc_radiance(1.0)));
        for towards in all_round(100) {
            assert!(
                right(sky.irradiance(towards)) && right(sky.radiance(towards)),
                "{conditions:?}"
            );
        }
    }
}
