//! Disturbances at places in metres, for programs that know no cells.

use super::Water;
use crate::pool::{Disturbance, Fraction};
use crate::surface::Surface;

/// A stone at the place (x, z), metres from the middle of the pool, or of the first patch of a sea, on which ripples repeat unless they have
/// a [window](super::RippledSea::set_ripple_window); its radius in metres, its weight as in [`Disturbance::stone`]. `None` outside of the pool or the window.
///
/// ```
/// use waterlab_core::pool::Size;
/// use waterlab_core::water::{Model, Sampler, stone_at};
///
/// let mut pool = Model::named("wave").ok_or("no such model")?.create(Size::new(64, 64)?);
/// let stone = stone_at(&*pool, [0.5, -0.25], 0.1, 100.0).ok_or("outside")?;
/// pool.disturb(&stone);
/// let sampler = Sampler::new(&*pool, 60.0);
/// assert!(sampler.height_at(0.5, -0.25) < Some(-0.03));
/// assert_eq!(sampler.height_at(0.5, -0.1), Some(0.0));
/// assert!(stone_at(&*pool, [1.5, 0.0], 0.1, 100.0).is_none(), "the pool is 2 m long");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn stone_at(
    water: &dyn Water,
    place: [f64; 2],
    radius: f64,
    weight: f32,
) -> Option<Disturbance> {
    let cells = water.size();
    let window = water.open_water().and_then(|sea| sea.ripple_window());
    let (fraction, length) = match (window, water.surface()) {
        (Some(window), _) => (window.fraction(place), window.length),
        (None, surface) => {
            let [x, z] = surface.field().size;
            let fraction = [place[0] / x + 0.5, place[1] / z + 0.5];
            let [u, v] = match surface {
                Surface::Open(_) => fraction.map(|part| part.rem_euclid(1.0)),
                Surface::Bounded(_) => fraction,
            };
            ((u, v), [x, z])
        }
    };
    let at = Fraction::new(fraction.0, fraction.1).ok()?;
    let cell = length[0] / cells.columns() as f64;
    Some(Disturbance::stone(at, radius / cell, weight))
}
