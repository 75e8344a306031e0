//! Energy is conserved, and level water casts the shadows of plane geometry.

use std::f64::consts::PI;

use super::*;

/// A standing wave between the walls: slopes end at 0 there, as the surface's do. Modes count half waves along x and z.
#[derive(Clone, Copy)]
struct Mode {
    amplitude: f64,
    along: [f64; 2],
}

/// A sum of modes with its slopes.
struct Waves<'a> {
    half: [f64; 2],
    modes: &'a [Mode],
}

impl Waves<'_> {
    /// Height, ∂h/∂x and ∂h/∂z.
    fn at(&self, x: f64, z: f64) -> [f64; 3] {
        let mut sum = [0.0; 3];
        for mode in self.modes {
            let k = [0, 1].map(|axis| PI * mode.along[axis] / (2.0 * self.half[axis]));
            let (sin_x, cos_x) = (k[0] * (x + self.half[0])).sin_cos();
            let (sin_z, cos_z) = (k[1] * (z + self.half[1])).sin_cos();
            sum[0] += mode.amplitude * cos_x * cos_z;
            sum[1] -= mode.amplitude * k[0] * sin_x * cos_z;
            sum[2] -= mode.amplitude * k[1] * cos_x * sin_z;
        }
        sum
    }

    /// ∫∫ T(θ)·max(0, sun.y − ∂h/∂x·sun.x − ∂h/∂z·sun.z)/sun.y dx dz, by midpoints.
    fn flux(&self, sun: [f64; 3]) -> f64 {
        const POINTS: usize = 400;
        let [half_x, half_z] = self.half;
        let place = |half: f64, i: usize| half * ((2 * i + 1) as f64 / POINTS as f64 - 1.0);
        let mut sum = 0.0;
        for row in 0..POINTS {
            for column in 0..POINTS {
                let [_, slope_x, slope_z] = self.at(place(half_x, column), place(half_z, row));
                let facing = sun[1] - slope_x * sun[0] - slope_z * sun[2];
                if facing > 0.0 {
                    let cos = facing / (1.0 + slope_x * slope_x + slope_z * slope_z).sqrt();
                    sum += textbook_transmittance(cos.min(1.0 - 1e-9).acos()) * facing / sun[1];
                }
            }
        }
        sum * 4.0 * half_x * half_z / (POINTS * POINTS) as f64
    }
}

/// Gentle, and strong enough to fold the light many times.
const GENTLE: [Mode; 3] = [
    Mode {
        amplitude: 0.01,
        along: [2.0, 1.0],
    },
    Mode {
        amplitude: 0.006,
        along: [3.0, 4.0],
    },
    Mode {
        amplitude: 0.004,
        along: [5.0, 0.0],
    },
];
const STRONG: [Mode; 4] = [
    Mode {
        amplitude: 0.05,
        along: [2.0, 3.0],
    },
    Mode {
        amplitude: 0.03,
        along: [5.0, 1.0],
    },
    Mode {
        amplitude: 0.02,
        along: [4.0, 5.0],
    },
    Mode {
        amplitude: 0.02,
        along: [0.0, 6.0],
    },
];

#[test]
fn no_light_is_lost_or_made_whatever_the_waves_the_sun_and_the_pool() {
    let wide = (basin(1.0, 1.0, 0.5), (96, 96));
    let oblong = (basin(1.0, 0.6, 0.9), (120, 72));
    for (name, (basin, cells), modes, elevation, azimuth) in [
        ("gentle, overhead", wide, &GENTLE[..], 90.0, 0.0),
        ("gentle, high", wide, &GENTLE, 60.0, 20.0),
        ("gentle, low", wide, &GENTLE, 15.0, 200.0),
        ("oblong, low", oblong, &GENTLE, 20.0, 135.0),
        ("strong, overhead", wide, &STRONG, 90.0, 0.0),
        ("strong, high", oblong, &STRONG, 50.0, -50.0),
        ("strong, into a corner", oblong, &STRONG, 35.0, 45.0),
        ("strong, low", wide, &STRONG, 20.0, 100.0),
    ] {
        let waves = Waves {
            half: basin.half,
            modes,
        };
        let heights = sampled(&basin, cells, |x, z| waves.at(x, z)[0]);
        let sun = sun(elevation, azimuth);
        let light = Caustics::trace(&heights, &basin, sun, INDEX, (100, 70));
        let (found, expected) = (all_flux(&light), waves.flux(sun));
        let error = found / expected - 1.0;
        // What is left is that facets are flat: it falls with the square of their size.
        let bound = if modes.len() == GENTLE.len() {
            2e-4
        } else {
            2e-3
        };
        assert!(error.abs() < bound, "{name}: {found} of {expected}");
    }
}

/// The flux through the facets of a surface, by textbook: Heron's area, the cosine between two normals, Fresnel by angles.
fn flux_of_facets(heights: &Grid<f32>, basin: &Basin, sun: [f64; 3]) -> f64 {
    let mut sum = 0.0;
    surface::for_each_facet(heights, basin, sun, INDEX, |facet| {
        let [a, b, c] = facet.rays.map(|ray| ray.surface);
        let less = |p: [f64; 3], q: [f64; 3]| [0, 1, 2].map(|axis| p[axis] - q[axis]);
        let sides = [less(b, a), less(c, b), less(a, c)];
        let lengths = sides.map(|side| dot(side, side).sqrt());
        let half = lengths.iter().sum::<f64>() / 2.0;
        let area = lengths
            .iter()
            .fold(half, |product, side| product * (half - side))
            .sqrt();
        // The normal (−∂h/∂x, 1, −∂h/∂z), the plane's slopes by Cramer's rule.
        let [u, v, _] = sides;
        let ground = u[0] * v[2] - u[2] * v[0];
        let slope_x = (u[1] * v[2] - u[2] * v[1]) / ground;
        let slope_z = (u[0] * v[1] - u[1] * v[0]) / ground;
        let facing = dot([-slope_x, 1.0, -slope_z], sun);
        let cos = facing / (1.0 + slope_x * slope_x + slope_z * slope_z).sqrt();
        // The rays tell their angles: T is the mean of that at the corners.
        let corners = facet.rays.map(|ray| {
            let down = ray.surface[1] + basin.depth;
            let along = [
                ray.floor[0] - ray.surface[0],
                -down,
                ray.floor[1] - ray.surface[2],
            ];
            let length = dot(along, along).sqrt();
            // Sun and ray lie in a plane with the normal: n·ray + sun is along it.
            let normal = [0, 1, 2].map(|axis| -INDEX * along[axis] / length - sun[axis]);
            let size = dot(normal, normal).sqrt();
            let cos = -dot(normal, sun) / size;
            textbook_transmittance(cos.abs().min(1.0 - 1e-12).acos())
        });
        sum += corners.iter().sum::<f64>() / 3.0 * area * cos / sun[1];
    });
    sum
}

#[test]
fn cutting_and_sharing_loses_less_than_rounding_shows() {
    for (name, half, depth, cells, amplitude) in [
        ("narrow and deep", [0.1, 4.0 / 3.0], 1.0, (3, 40), 0.02),
        ("deeper than five widths", [0.05, 0.05], 0.6, (20, 20), 0.01),
        ("one cell", [1.0, 0.5], 0.3, (1, 1), 0.1),
        ("one row", [1.0, 0.1], 0.3, (40, 1), 0.05),
        ("rough", [1.0, 1.0], 0.4, (24, 24), 0.06),
        ("shallow", [1.0, 1.0], 0.02, (24, 24), 0.06),
    ] {
        let basin = basin(half[0], half[1], depth);
        let mut seed = 7_u32;
        let heights = Grid::from_fn(cells.0, cells.1, |_, _| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            amplitude * ((seed >> 8) as f32 / 8_388_608.0 - 1.0)
        });
        for (elevation, azimuth) in [
            (90.0, 0.0),
            (70.0, 33.0),
            (45.0, 45.0),
            (45.0, 90.0),
            (30.0, -135.0),
            (5.0, 180.0),
            (1.0, 100.0),
        ] {
            let sun = sun(elevation, azimuth);
            let light = Caustics::trace(&heights, &basin, sun, INDEX, (33, 57));
            let found = all_flux(&light);
            let mut passed = 0.0;
            surface::for_each_facet(&heights, &basin, sun, INDEX, |facet| passed += facet.flux);
            let context = format!("{name}, sun at {elevation}°, {azimuth}°");
            assert!(
                (found / passed - 1.0).abs() < 1e-6,
                "{context}: {found} of {passed}"
            );
            for receiver in light.walls.iter().chain([&light.floor]) {
                let dim = |&e: &f32| e < 0.0 || !e.is_finite();
                assert!(!receiver.irradiance.cells().iter().any(dim), "{context}");
            }
            // Where no height is cut off at the floor and no corner turned away, textbook says the same.
            if elevation > 60.0 && name != "shallow" && name != "rough" {
                let textbook = flux_of_facets(&heights, &basin, sun);
                assert!(
                    (passed / textbook - 1.0).abs() < 1e-6,
                    "{context}: {textbook}"
                );
            }
        }
    }
}

#[test]
fn level_water_gives_its_transmittance_where_the_sun_reaches_and_darkness_elsewhere() {
    let basin = basin(1.0, 0.75, 0.6);
    let level = Grid::new(20, 11, 0.0_f32);
    for (elevation, azimuth) in [
        (90.0, 0.0),
        (60.0, 0.0),
        (40.0, 63.0),
        (10.0, 250.0),
        (25.0, 135.0),
    ] {
        let sun = sun(elevation, azimuth);
        let light = Caustics::trace(&level, &basin, sun, INDEX, (40, 30));
        let incident = (90.0_f64 - elevation).to_radians();
        let expected = textbook_transmittance(incident.max(1e-6));
        let shift = 0.6 * (incident.sin() / INDEX).asin().tan();
        let shift = [
            -shift * azimuth.to_radians().cos(),
            -shift * azimuth.to_radians().sin(),
        ];
        for row in 0..30 {
            for column in 0..40 {
                // How much of the texel lies in the shifted rectangle of the surface.
                let lit = |low: f64, size: f64, half: f64, shift: f64| {
                    let (from, to) = (low.max(shift - half), (low + size).min(shift + half));
                    ((to - from) / size).max(0.0)
                };
                let share = lit(-1.0 + 0.05 * column as f64, 0.05, 1.0, shift[0])
                    * lit(-0.75 + 0.05 * row as f64, 0.05, 0.75, shift[1]);
                let found = f64::from(light.floor.irradiance[(column, row)]);
                assert!(
                    (found - share * expected).abs() < 2e-6,
                    "{elevation}°: {column}, {row}: {found}"
                );
            }
        }
    }
}

#[test]
fn level_water_lights_a_wall_by_the_slant_of_the_rays() {
    // The ray in the water is a 3-4-5 triangle: sin θt = 3/5, sin θi = 4/5. A wall gets tan θt of what a level plane gets.
    let basin = basin(1.0, 0.5, 0.6);
    let level = Grid::new(10, 10, 0.0_f32);
    let light = Caustics::trace(&level, &basin, [-0.8, 0.6, 0.0], INDEX, (40, 20));
    let passed = textbook_transmittance(0.8_f64.asin());
    let [low_x, high_x, low_z, high_z] = &light.walls;
    for (wall, expected) in [
        (low_x, 0.0),
        (high_x, 0.75 * passed),
        (low_z, 0.0),
        (high_z, 0.0),
    ] {
        for &found in wall.irradiance.cells() {
            assert!(
                (f64::from(found) - expected).abs() < 2e-6,
                "{found}, not {expected}"
            );
        }
    }
    assert_eq!(
        high_x.irradiance.rows(),
        12,
        "texels about as long as those of the floor"
    );
}

#[test]
fn a_sun_that_is_no_sun_and_heights_that_are_no_numbers_leave_it_dark() {
    let basin = basin(1.0, 1.0, 0.5);
    let level = Grid::new(8, 8, 0.0_f32);
    for sun in [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0; 3], [f64::NAN; 3]] {
        assert_eq!(
            all_flux(&Caustics::trace(&level, &basin, sun, INDEX, (8, 8))),
            0.0
        );
    }
    for bad in [f32::NAN, f32::INFINITY] {
        let mut heights = level.clone();
        heights[(3, 4)] = bad;
        let light = Caustics::trace(&heights, &basin, sun(50.0, 10.0), INDEX, (8, 8));
        let whole = all_flux(&Caustics::trace(
            &level,
            &basin,
            sun(50.0, 10.0),
            INDEX,
            (8, 8),
        ));
        let found = all_flux(&light);
        assert!(found.is_finite() && found > 0.5 * whole && found < whole);
    }
    assert_eq!(Basin::new([0.0, 1.0], 1.0), None);
    assert_eq!(Basin::new([1.0, 1.0], f64::NAN), None);
}

/// Stone from x = −0.2 to 0.2 and from z = −0.4 to 0.4 in a basin 2 m long.
fn block(cells: usize) -> Grid<f32> {
    let place = |cell: usize| (2.0 * cell as f64 + 1.0) / cells as f64 - 1.0;
    Grid::from_fn(cells, cells, |column, row| {
        let is_in = place(column).abs() < 0.2 && place(row).abs() < 0.4;
        if is_in { 0.0 } else { 1.0 }
    })
}

#[test]
fn stone_throws_the_shadow_of_plain_geometry() {
    let basin = basin(1.0, 1.0, 0.5);
    let level = Grid::new(200, 200, 0.0);
    let open = block(200);
    let stones = Stones {
        open: &open,
        height: 0.1,
    };
    // From +x, 50° high: on the surface the shadow is 0.1/tan 50° long, and on the floor 0.5·tan θ' more, toward −x.
    let sun = sun(50.0, 0.0);
    let light = Caustics::trace_among(&level, &basin, &stones, sun, INDEX, (200, 200));
    let through = textbook_transmittance(40_f64.to_radians()) as f32;
    let drift = 0.5 * (40_f64.to_radians().sin() / INDEX).asin().tan();
    let end = -0.2 - 0.1 / 50_f64.to_radians().tan() - drift;
    let row = 100;
    for column in 0..200 {
        let x = (2.0 * column as f64 + 1.0) / 200.0 - 1.0;
        let found = light.floor.irradiance[(column, row)];
        let wanted = match x {
            // What comes in over the stone lands on it; beyond the last lit facets it is a cell more or less.
            _ if x > 1.0 - drift - 0.02 => continue,
            _ if (x - 0.2).abs() < 0.03 || (x - end).abs() < 0.03 => continue,
            _ if (end..0.2).contains(&x) => 0.0,
            _ => through,
        };
        assert!((found - wanted).abs() < 1e-4, "at {x}: {found}, {wanted}");
    }
    // To the side of the stone nothing stands in the way.
    assert!((light.floor.irradiance[(80, 20)] - through).abs() < 1e-4);
}

#[test]
fn what_stone_stops_and_what_lands_are_all_that_entered() {
    let basin = basin(1.0, 1.0, 0.5);
    let heights = sampled(&basin, (128, 128), |x, z| {
        0.01 * (9.0 * x + 2.0 * z).sin() + 0.008 * (8.0 * z).cos()
    });
    let open = block(128);
    // No higher than the lowest water, it throws no shadow on the surface.
    let stones = Stones {
        open: &open,
        height: -0.1,
    };
    for (elevation, azimuth) in [(80.0, 30.0), (45.0, 200.0), (20.0, 100.0)] {
        let sun = sun(elevation, azimuth);
        let total = |light: &Caustics| {
            light.floor.flux() + light.walls.iter().map(Receiver::flux).sum::<f64>()
        };
        let free = Caustics::trace(&heights, &basin, sun, INDEX, (64, 64));
        let among = Caustics::trace_among(&heights, &basin, &stones, sun, INDEX, (64, 64));
        // Where stone is, no water is; 0.4 × 0.8 of 2 × 2 m.
        let taken = total(&free) - total(&among) - among.stopped;
        let covered = 0.08 * total(&free);
        assert!(
            (taken / covered - 1.0).abs() < 0.08,
            "{elevation}°: {taken} {covered}"
        );
        assert!(among.stopped > 0.0);
        let none = Stones {
            open: &Grid::new(1, 1, 1.0),
            height: 0.1,
        };
        let same = Caustics::trace_among(&heights, &basin, &none, sun, INDEX, (64, 64));
        assert_eq!(same, free);
    }
}
