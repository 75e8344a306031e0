//! A wavy sea, and the light through its crests, against an evaluation on the CPU.

use super::lit_sea::{INDEX, SIGHT, eye};
use super::made_sea::{Made, Sea};
use super::support::{Studio, core, set};
use glam::{Vec2, Vec3};
use std::f32::consts::PI;
use waterlab::grid::Grid;
use waterlab::light::{BasinLight, Panorama, SkyConditions, SunPosition, WaterType, reflectance};
use waterlab::parameter::Value;
use waterlab::view::{LitView, SkyLight};

/// One wave along z: its amplitude, wave number and choppiness.
struct Wave {
    amplitude: f32,
    k: f32,
    choppiness: f32,
    /// Position of its first crest.
    crest: f32,
}

impl Wave {
    /// The phase of the particle that is at z.
    fn phase(&self, z: f32) -> f32 {
        let mut rest = z;
        for _ in 0..24 {
            let phase = self.k * (rest - self.crest);
            rest = z + self.choppiness * self.amplitude * phase.sin();
        }
        self.k * (rest - self.crest)
    }

    fn height(&self, phase: f32) -> f32 {
        self.amplitude * phase.cos()
    }

    /// Distance along a ray to the surface.
    fn distance(&self, from: Vec3, ray: Vec3) -> Option<f32> {
        let over = |t: f32| {
            let point = from + t * ray;
            point.y - self.height(self.phase(point.z))
        };
        let step = 0.02;
        let before = (1..800).map(|i| i as f32 * step).find(|&t| over(t) < 0.0)? - step;
        let (mut near, mut far) = (before, before + step);
        for _ in 0..30 {
            let middle = 0.5 * (near + far);
            match over(middle) > 0.0 {
                true => near = middle,
                false => far = middle,
            }
        }
        Some(far)
    }
}

fn particle_phase(turn: f32) -> f32 {
    let g = 0.924_f32;
    (1.0 - g * g) / (4.0 * PI * (1.0 + g * g - 2.0 * g * turn + 0.02).powf(1.5))
}

#[test]
fn a_wave_has_the_radiance_of_the_formula_with_light_through_its_crest() {
    let gl = &*core();
    let size = (120, 90);
    let mut studio = Studio::bare(gl);
    // Toward the sun, under a uniform sky of radiance 1.
    let sun = SunPosition {
        elevation: 35.0,
        azimuth: 0.0,
    };
    let mut sky = SkyLight::new(
        gl,
        SkyConditions {
            sun: sun.direction(),
            strength: 8.0,
            ..SkyConditions::default()
        },
    );
    sky.set_panorama(Panorama::new(&Grid::new(64, 32, [1.0; 3])));
    studio.sky = sky;
    let day = studio.sky.light().expect("light");

    let (cells, length, count) = (512, 12.0_f32, 4.0_f32);
    let wave = Wave {
        amplitude: 0.25,
        k: count * std::f32::consts::TAU / length,
        choppiness: 1.0,
        crest: -0.5 * length + 0.5 * length / cells as f32,
    };
    let amplitude = f64::from(wave.amplitude);
    let sea = Sea {
        made: vec![Made::new(
            (8, cells),
            [12.0; 2],
            &[(amplitude, 0.0, f64::from(count), 0.0)],
        )],
        foam: Grid::new(8, cells, 0.0),
        choppiness: wave.choppiness,
    };
    let cascades = sea.uploaded(gl);
    let water = WaterType::Jerlov1C;
    let mut view = LitView::new();
    set(&mut view, "water", Value::Choice(water as usize));
    set(&mut view, "detail", Value::Integer(2048));
    let from = Vec3::new(0.0, 0.9, 1.0);
    let eye = eye(from, from + Vec3::new(0.0, -0.2, -1.0), 40.0, size);
    let drawn = studio.radiance_of_sea(&mut view, &eye, size, &cascades);

    let index = INDEX as f32;
    let optics = water.optics();
    let basin = BasinLight::new(&optics, index, 1e4, Vec3::ZERO, &day);
    let entered = basin.sky_under + day.sun_level() * basin.entering;
    let upwelling = Vec3::from(optics.bulk_reflectance()) * entered / PI / (index * index);
    let (mut checked, mut through, mut wrong) = (0, 0, 0);
    for row in 0..size.1 {
        for column in (0..size.0).step_by(4) {
            let pixel = Vec2::new(column as f32, row as f32);
            let ray_of = |pixel: Vec2| eye.ray(pixel, Vec2::new(120.0, 90.0)).1;
            let ray = ray_of(pixel);
            let Some(far) = wave.distance(from, ray) else {
                continue;
            };
            // Away from the outlines of waves, where a pixel shows more than one.
            let compared =
                [-1.0, 1.0].map(|down| wave.distance(from, ray_of(pixel + Vec2::new(0.0, down))));
            let whole =
                |other: Option<f32>| other.is_some_and(|other| (other / far - 1.0).abs() < 0.12);
            if !compared.into_iter().all(whole) || far > 9.0 {
                continue;
            }
            let point = from + far * ray;
            let phase = wave.phase(point.z);
            let steep = wave.amplitude * wave.k;
            let squeezed = wave.choppiness * steep * phase.cos();
            let slope = -steep * phase.sin() / (1.0 - squeezed);
            let normal = Vec3::new(0.0, 1.0, -slope).normalize();
            let up = ray - 2.0 * ray.dot(normal) * normal;
            let half_way = (day.toward - ray).normalize();
            let glints = (half_way.y.recip() * half_way.z + slope).abs() < 0.12;
            if ray.dot(normal) > -0.12 || up.y < 0.42 || glints {
                continue;
            }
            let mirrored = reflectance(f64::from(-ray.dot(normal)), INDEX) as f32;

            let eta = 1.0 / index;
            let cosine = -ray.dot(normal);
            let deep = (1.0 - eta * eta * (1.0 - cosine * cosine)).sqrt();
            let under = eta * ray + (eta * cosine - deep) * normal;
            let level = under.x.hypot(under.z).max(1e-3);
            let climb = under.y / level;
            let ahead = -slope;
            let bend = wave.amplitude * wave.k * wave.k * phase.cos();
            let smoothstep = |a: f32, b: f32, x: f32| {
                let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
                t * t * (3.0 - 2.0 * t)
            };
            let mut body = upwelling;
            if bend > 0.02 {
                let rise = ahead - climb;
                let path = 2.0 * rise.max(0.0) / bend / level;
                let behind = ahead - 2.0 * rise;
                let out = smoothstep(0.0, 0.15, 0.05 * bend * path) * smoothstep(-0.9, -0.2, climb);
                let transmittance = (-basin.beam * path).exp();
                let turn = under.dot(basin.sun_under);
                let scattered = basin.scatter_water * 0.0622 * (1.0 + 0.835 * turn * turn)
                    + basin.scatter_particles * particle_phase(turn);
                let lit = (0.5 - 0.5 * behind).clamp(0.0, 1.0) * basin.entering;
                let added = out
                    * transmittance
                    * (day.facing * scattered * path * lit + 0.5 * transmittance);
                through += usize::from(added.y > 0.05);
                body += added;
            }
            let seen = mirrored * Vec3::ONE + (1.0 - mirrored) * body;
            let expected = Vec3::ONE.lerp(seen, (-far / SIGHT).exp());
            let found = Vec3::from_slice(&drawn[(column, row)][..3]);
            let error = (found - expected).abs().max_element();
            checked += 1;
            // The mesh is straight between its vertices, the wave is not.
            wrong += usize::from(error > 3.0 / 255.0 + 0.03 * expected.max_element());
        }
    }
    assert!(checked > 400 && through > 60, "{checked}, {through}");
    assert!(wrong * 50 < checked, "{wrong} of {checked}");
}
