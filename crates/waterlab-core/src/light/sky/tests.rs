//! Tests of the sky against independently computed values.

mod picture;

use super::*;

fn sun_at(azimuth: f32, elevation: f32) -> Vec3 {
    let (azimuth, elevation) = (azimuth.to_radians(), elevation.to_radians());
    let level = elevation.cos();
    Vec3::new(
        level * azimuth.sin(),
        elevation.sin(),
        -level * azimuth.cos(),
    )
}

fn sky(azimuth: f32, elevation: f32, clouds: f32) -> Sky {
    Sky::new(&SkyConditions {
        sun: sun_at(azimuth, elevation),
        clouds,
        ..SkyConditions::default()
    })
}

fn luminance(colour: Vec3) -> f32 {
    colour.dot(Vec3::new(0.2126, 0.7152, 0.0722))
}

/// Directions evenly over the sphere: Fibonacci's spiral.
fn all_round(count: usize) -> impl Iterator<Item = Vec3> {
    (0..count).map(move |i| {
        let y = 1.0 - (2.0 * i as f64 + 1.0) / count as f64;
        let (level, turn) = ((1.0 - y * y).sqrt(), i as f64 * 2.399_963_229_728_653);
        Vec3::new(
            (level * turn.cos()) as f32,
            y as f32,
            (level * turn.sin()) as f32,
        )
    })
}

#[test]
fn at_noon_the_zenith_is_bluer_and_darker_than_the_horizon() {
    let sky = sky(0.0, 60.0, 0.0);
    let (zenith, horizon) = (sky.radiance(Vec3::Y), sky.radiance(sun_at(120.0, 1.0)));
    assert!(zenith.z / zenith.x > 2.0 * horizon.z / horizon.x);
    assert!(luminance(zenith) < 0.5 * luminance(horizon));
}

#[test]
fn near_sunset_the_horizon_is_redder_toward_the_sun() {
    let sky = sky(250.0, 1.0, 0.0);
    let (toward, away) = (
        sky.radiance(sun_at(250.0, 2.0)),
        sky.radiance(sun_at(70.0, 2.0)),
    );
    assert!(
        toward.x / toward.z > 1.2 * away.x / away.z,
        "{toward}, {away}"
    );
    assert!(luminance(toward) > 5.0 * luminance(away));
}

#[test]
fn daylight_of_a_clear_day_is_as_strong_and_as_blue_as_it_is_known_to_be() {
    // Of 1 outside, a clear noon lets about 0.8 through at a high sun; the sky gives a tenth to a fifth of the whole.
    let sky = sky(0.0, 60.0, 0.0);
    let direct = luminance(sky.sun_irradiance()) * 60_f32.to_radians().sin();
    let diffuse = luminance(sky.irradiance(Vec3::Y));
    assert!((0.6..0.8).contains(&direct), "{direct}");
    assert!(
        (0.08..0.25).contains(&(diffuse / (direct + diffuse))),
        "{diffuse}"
    );
}

#[test]
fn nine_numbers_agree_with_the_sum_over_the_sky() {
    for (elevation, clouds) in [(50.0, 0.0), (8.0, 0.4), (30.0, 1.0)] {
        let sky = sky(200.0, elevation, clouds);
        let normals = [
            Vec3::Y,
            Vec3::NEG_Y,
            Vec3::X,
            Vec3::NEG_X,
            Vec3::Z,
            Vec3::NEG_Z,
        ];
        let leaning = Vec3::new(0.6, 0.64, -0.48);
        let normals = normals.into_iter().chain([leaning]);
        let count = 60_000;
        let pairs: Vec<_> = normals
            .map(|normal| {
                let light = |d: Vec3| sky.radiance(d) * d.dot(normal).max(0.0);
                let sum = all_round(count).map(light).sum::<Vec3>() * 4.0 * PI / count as f32;
                (normal, sum, sky.irradiance(2.0 * normal))
            })
            .collect();
        let brightest = pairs
            .iter()
            .map(|(_, sum, _)| sum.max_element())
            .fold(0.0, f32::max);
        for (normal, sum, found) in pairs {
            let error = (found - sum).abs().max_element() / brightest;
            assert!(
                error < 0.05,
                "{elevation}° {clouds} {normal}: {sum}, {found}"
            );
        }
    }
}

#[test]
fn the_disc_holds_the_irradiance_of_the_sun() {
    let sky = sky(10.0, 20.0, 0.0);
    // Rings of the disc, their width in the sine of the angle.
    let rim = f64::from(SUN_DISC_RADIUS).sin();
    let steps = 2000;
    let sum: f64 = (0..steps)
        .map(|step| {
            let sine = (f64::from(step) + 0.5) / f64::from(steps) * rim;
            let cosine = (1.0 - sine * sine).sqrt();
            let area = 2.0 * std::f64::consts::PI * sine * rim / f64::from(steps);
            f64::from(sky.sun_disc_radiance(cosine as f32).x) * area
        })
        .sum();
    let whole = f64::from(sky.sun_irradiance().x);
    assert!((sum / whole - 1.0).abs() < 0.01, "{sum}, {whole}");
}

#[test]
fn in_twilight_the_sun_is_gone_and_the_sky_is_not() {
    let sky = sky(90.0, -4.0, 0.0);
    assert_eq!(sky.sun_irradiance(), Vec3::ZERO);
    assert_eq!(sky.sun_disc_radiance(1.0), Vec3::ZERO);
    assert!(sky.radiance(Vec3::Y).min_element() > 1e-5);
    assert!(luminance(sky.radiance(sun_at(90.0, 3.0))) > 1e-3);
}

#[test]
fn the_setting_disc_fades_through_half_at_the_horizon() {
    let air = Atmosphere::new(1.0);
    let at = |elevation| {
        let sun = sun_at(0.0, elevation);
        Sky::of(
            &air,
            &SkyConditions {
                sun,
                clouds: 0.0,
                ..Default::default()
            },
        )
        .sun_irradiance()
        .x
    };
    let half = at(0.0) / air.transmittance(0.0, 0.0).x;
    assert!((half - 0.5).abs() < 0.01, "{half}");
    assert!(at(0.3) > at(0.1) && at(0.1) > at(0.0) && at(0.0) > at(-0.1) && at(-0.1) > 0.0);
    assert_eq!(at(-0.3), 0.0);
}

#[test]
fn an_overcast_is_grey_darker_and_without_a_sun() {
    let (clear, grey) = (sky(0.0, 50.0, 0.0), sky(0.0, 50.0, 1.0));
    assert_eq!(grey.sun_irradiance(), Vec3::ZERO);
    let zenith = grey.radiance(Vec3::Y);
    assert!(
        zenith.max_element() < 1.15 * zenith.min_element(),
        "{zenith}"
    );
    let whole = clear.sun_irradiance() * 50_f32.to_radians().sin() + clear.irradiance(Vec3::Y);
    let part = luminance(grey.irradiance(Vec3::Y)) / luminance(whole);
    assert!((0.15..0.25).contains(&part), "{part}");
    let air = Atmosphere::new(1.0);
    let sun = |clouds| {
        Sky::of(
            &air,
            &SkyConditions {
                clouds,
                ..Default::default()
            },
        )
        .sun_irradiance()
        .y
    };
    assert_eq!(sun(0.0), sun(0.7));
    assert!(sun(0.7) > sun(0.8) && sun(0.8) > sun(0.9) && sun(0.9) > sun(0.97));
}

#[test]
fn strength_scales_everything_and_0_is_black() {
    let of = |strength| {
        Sky::new(&SkyConditions {
            strength,
            ..Default::default()
        })
    };
    let (none, one, five) = (of(0.0), of(1.0), of(5.0));
    assert!(
        none.table()
            .cells()
            .iter()
            .all(|cell| cell[..3] == [0.0; 3])
    );
    assert_eq!(none.sun_irradiance(), Vec3::ZERO);
    assert_eq!(none.irradiance(Vec3::X), Vec3::ZERO);
    let towards = Vec3::new(0.3, 0.5, -0.2);
    assert!((five.radiance(towards) / one.radiance(towards)).abs_diff_eq(Vec3::splat(5.0), 1e-4));
    assert!((five.sun_irradiance() / one.sun_irradiance()).abs_diff_eq(Vec3::splat(5.0), 1e-4));
}

#[test]
fn a_low_moon_does_not_redden_the_night_as_a_low_sun_reddens_the_day() {
    let redness = |moon: Option<Moon>, sun| {
        let conditions = SkyConditions {
            sun,
            moon,
            ..SkyConditions::default()
        };
        let light = Sky::new(&conditions).sun_irradiance();
        light.x / light.z
    };
    let low = sun_at(90.0, 3.0);
    let by_day = redness(None, low);
    let moon = Moon {
        toward: low,
        light: 1.0,
    };
    let by_night = redness(Some(moon), sun_at(270.0, -30.0));
    assert!(by_day > 5.0, "{by_day}");
    // Three quarters of the light are seen by rods: bluish, whatever its colour.
    assert!((0.5..2.0).contains(&by_night), "{by_night}");
}
