//! Reflectance of a level surface by angle, from above and from below (docs/models.md §10a), and
//! Schlick's approximation (1994):
//!
//! ```text
//! R ≈ R0 + (1 − R0)(1 − cos θ)⁵        R0 = ((n − 1)/(n + 1))²
//! ```

use super::{Axis, Chart, Colour, Corner, Panel, Stroke, even};
use crate::light::{polarised_reflectance, reflectance};

/// Points per degree, so that the steep end of each curve is smooth.
const PER_DEGREE: usize = 4;

/// Reflectance by angle of incidence in degrees, from air onto water of refractive `index`, above 1, and from water onto
/// air: unpolarised, for both polarisations, and by Schlick, with Brewster's angle and the critical angle.
pub fn fresnel(index: f64) -> Chart {
    let brewster = index.atan().to_degrees();
    let critical = (1.0 / index).asin().to_degrees();
    let air = panel("From air", index, Some(Corner::UpperLeft))
        .marked(brewster, format!("Brewster {brewster:.1}°"));
    let water =
        panel("From water", 1.0 / index, None).marked(critical, format!("critical {critical:.1}°"));
    Chart {
        title: "Fresnel: how much of the light a water surface mirrors".to_owned(),
        panels: vec![air, water],
        columns: 2,
        note: format!(
            "Refractive index {index:.4}. Past the critical angle all is mirrored: Schlick, used from below as it stands, knows nothing of it."
        ),
    }
}

/// One side of the surface; `index` is that of the far side over that of the near side.
fn panel(title: &str, index: f64, legend: Option<Corner>) -> Panel {
    let x = Axis::linear("angle of incidence", "°", 0.0, 90.0);
    let y = Axis::linear("reflectance", "", 0.0, 1.0);
    let curve = |of: &dyn Fn(f64) -> f64| -> Vec<[f64; 2]> {
        even(0.0, 90.0, 90 * PER_DEGREE + 1)
            .map(|degrees| [degrees, of(degrees.to_radians().cos())])
            .collect()
    };
    Panel::new(title, x, y, legend)
        .with(
            "unpolarised, exact",
            (Colour::Ink, Stroke::Heavy),
            curve(&|cos| reflectance(cos, index)),
        )
        .with(
            "across the plane (s)",
            (Colour::Blue, Stroke::Solid),
            curve(&|cos| polarised_reflectance(cos, index)[0]),
        )
        .with(
            "in the plane (p)",
            (Colour::Green, Stroke::Dotted),
            curve(&|cos| polarised_reflectance(cos, index)[1]),
        )
        .with(
            "Schlick",
            (Colour::Red, Stroke::Dashed),
            curve(&|cos| schlick(cos, index)),
        )
}

/// Schlick's approximation of R, by the cosine of the angle of incidence.
fn schlick(cos: f64, index: f64) -> f64 {
    let straight = ((index - 1.0) / (index + 1.0)).powi(2);
    straight + (1.0 - straight) * (1.0 - cos).powi(5)
}
