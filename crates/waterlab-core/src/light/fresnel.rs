//! Reflection, refraction and transmission at a smooth surface (docs/models.md §10a), exactly and from both sides.
//!
//! ```text
//! sin θi = n·sin θt                                 Snell; n is the index of the far side over that of the near side
//! rs = (cos θi − n·cos θt)/(cos θi + n·cos θt)      across the plane of incidence
//! rp = (n·cos θi − cos θt)/(n·cos θi + cos θt)      in the plane of incidence
//! R = ½(rs² + rp²)    T = 1 − R                     Fresnel 1823, unpolarised light
//! ```
//!
//! This is the form of §10 without its 0/0 at θ = 0. Where sin θt would exceed 1 there is total reflection: R is 1, and there is no
//! refracted ray. Into water n is 4/3, out of it 3/4.

/// A direction or a point in space: x, y up, z.
type Vector = [f64; 3];

/// Reflectance R of unpolarised light, 0 to 1, for the cosine of the angle of incidence (clamped to 0..1) and the refractive
/// `index` of the far side over that of the near side, above 0. Exactly 1 at grazing, and past the critical angle.
///
/// ```
/// use waterlab_core::light::reflectance;
///
/// assert!((reflectance(1.0, 4.0 / 3.0) - 1.0 / 49.0).abs() < 1e-12, "straight down 2 % is mirrored");
/// assert_eq!(reflectance(0.6, 3.0 / 4.0), 1.0, "from below, 53° is past the critical angle");
/// ```
pub fn reflectance(cos_incidence: f64, index: f64) -> f64 {
    let [across, within] = polarised_reflectance(cos_incidence, index);
    0.5 * (across + within)
}

/// Reflectance of light polarised perpendicular to the plane of incidence, rs² (s), and parallel to it, rp² (p), each 0 to
/// 1; unpolarised light has their mean. Arguments as for [`reflectance`].
pub fn polarised_reflectance(cos_incidence: f64, index: f64) -> [f64; 2] {
    let cos = cos_incidence.clamp(0.0, 1.0);
    let Some(cos_beyond) = cos_beyond((1.0 - cos) * (1.0 + cos), index) else {
        return [1.0; 2];
    };
    let across = (cos - index * cos_beyond) / (cos + index * cos_beyond);
    let within = (index * cos - cos_beyond) / (index * cos + cos_beyond);
    [across * across, within * within]
}

/// Transmittance T = 1 − R, 0 to 1: the transmitted fraction of the light. Arguments as for [`reflectance`].
pub fn transmittance(cos_incidence: f64, index: f64) -> f64 {
    1.0 - reflectance(cos_incidence, index)
}

/// The refracted direction of a ray of unit `direction` at a surface of unit `normal`, a unit vector; `None` for total reflection.
/// The normal points to the side from which the ray comes; an opposite one is reversed. `index` as
/// for [`reflectance`].
pub fn refracted(direction: Vector, normal: Vector, index: f64) -> Option<Vector> {
    let along = dot(direction, normal);
    let sideways = [0, 1, 2].map(|axis| direction[axis] - along * normal[axis]);
    let cos_beyond = cos_beyond(dot(sideways, sideways), index)?;
    Some([0, 1, 2].map(|axis| sideways[axis] / index - cos_beyond * normal[axis]))
}

/// The reflected direction of a ray of `direction` i at a mirror of unit `normal` N, on either side of it: i − 2(i·N)·N.
pub fn reflected(direction: Vector, normal: Vector) -> Vector {
    let along = dot(direction, normal);
    [0, 1, 2].map(|axis| direction[axis] - 2.0 * along * normal[axis])
}

/// cos θt by Snell's law from sin²θi; `None` past the critical angle.
fn cos_beyond(sin_squared: f64, index: f64) -> Option<f64> {
    let sin_squared_beyond = sin_squared / (index * index);
    (sin_squared_beyond < 1.0).then(|| (1.0 - sin_squared_beyond).sqrt())
}

/// a·b.
pub(super) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTO: f64 = 4.0 / 3.0;
    const OUT: f64 = 3.0 / 4.0;

    fn at(degrees: f64, index: f64) -> f64 {
        reflectance(degrees.to_radians().cos(), index)
    }

    /// R by the formula of §10 with differences and sums of angles, not for θ = 0.
    fn by_angles(incident: f64, index: f64) -> f64 {
        let refracted = (incident.sin() / index).asin();
        let (less, more) = (refracted - incident, refracted + incident);
        0.5 * ((less.sin() / more.sin()).powi(2) + (less.tan() / more.tan()).powi(2))
    }

    #[test]
    fn reflectance_agrees_with_tables() {
        for (degrees, index, expected, digits) in [
            (0.0, INTO, 1.0 / 49.0, 1e-12),
            (60.0, INTO, 0.0600, 3e-4),
            (85.0, INTO, 0.58, 5e-3),
            (0.0, OUT, 1.0 / 49.0, 1e-12),
            (45.0, OUT, 0.140, 5e-4),
        ] {
            let found = at(degrees, index);
            assert!((found - expected).abs() < digits, "{degrees}°: {found}");
        }
    }

    #[test]
    fn reflectance_is_fresnels_sine_and_tangent_law() {
        for index in [INTO, OUT, 1.3313, 1.5] {
            for step in 1..900 {
                let incident = (f64::from(step) / 10.0).to_radians();
                if incident.sin() < 0.9999 * index {
                    let found = reflectance(incident.cos(), index);
                    assert!((found - by_angles(incident, index)).abs() < 1e-9);
                }
            }
        }
    }

    #[test]
    fn reflection_is_total_beyond_the_critical_angle_and_at_grazing_incidence() {
        for degrees in [48.5904, 49.0, 60.0, 89.0, 90.0] {
            assert_eq!(at(degrees, OUT), 1.0, "{degrees}°");
            assert_eq!(transmittance(degrees.to_radians().cos(), OUT), 0.0);
        }
        assert!(at(48.5903, OUT) < 1.0);
        for index in [INTO, OUT, 1.0] {
            assert_eq!(reflectance(0.0, index), 1.0);
        }
    }

    #[test]
    fn a_cosine_slightly_out_of_range_is_clamped() {
        assert_eq!(reflectance(1.0 + 1e-9, INTO), reflectance(1.0, INTO));
        assert_eq!(reflectance(-1e-9, INTO), 1.0);
    }

    #[test]
    fn transmission_is_the_same_in_both_directions() {
        for degrees in 0..90 {
            let incident = f64::from(degrees).to_radians();
            let refracted = (incident.sin() / INTO).asin();
            let (into, out) = (
                reflectance(incident.cos(), INTO),
                reflectance(refracted.cos(), OUT),
            );
            assert!((into - out).abs() < 1e-12, "{degrees}°: {into}, {out}");
            assert_eq!(into + transmittance(incident.cos(), INTO), 1.0);
        }
    }

    #[test]
    fn at_brewsters_angle_only_s_polarised_light_is_reflected() {
        // There θi + θt = 90°, and the reflectance is ½cos²(2θt) with tan θt = 1/n.
        let half = 0.5 * (2.0 * (1.0 / INTO).atan()).cos().powi(2);
        let cos = INTO.atan().cos();
        assert!((reflectance(cos, INTO) - half).abs() < 1e-12);
        let [across, within] = polarised_reflectance(cos, INTO);
        assert!((across - 2.0 * half).abs() < 1e-12 && within < 1e-24);
    }

    #[test]
    fn a_refracted_ray_obeys_snells_law_in_its_plane() {
        // 3-4-5: sin θi = 4/5 makes sin θt = 3/5.
        let found = refracted([0.8, -0.6, 0.0], [0.0, 1.0, 0.0], INTO).unwrap();
        for (found, expected) in found.into_iter().zip([0.6, -0.8, 0.0]) {
            assert!((found - expected).abs() < 1e-15);
        }
        let normal = [1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0];
        for direction in [[0.0, -1.0, 0.0], [0.6, -0.48, -0.64], [0.0, -0.28, -0.96]] {
            let there = refracted(direction, normal, INTO).unwrap();
            let sin = |a| (1.0 - dot(a, normal).powi(2)).sqrt();
            assert!((dot(there, there) - 1.0).abs() < 1e-12);
            assert!((sin(direction) - INTO * sin(there)).abs() < 1e-12);
            // The reverse ray.
            let back = refracted(there.map(|x| -x), normal.map(|x| -x), OUT).unwrap();
            for axis in 0..3 {
                assert!((back[axis] + direction[axis]).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn beyond_the_critical_angle_there_is_only_a_reflected_ray() {
        let (direction, down) = ([0.8, 0.6, 0.0], [0.0, -1.0, 0.0]);
        assert_eq!(refracted(direction, down, OUT), None);
        assert_eq!(reflected(direction, down), [0.8, -0.6, 0.0]);
    }
}
