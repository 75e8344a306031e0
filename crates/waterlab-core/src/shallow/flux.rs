//! The flux of water and momentum through the face between two cells (docs/models.md §17).
//!
//! Both sides of a face have a surface level w, a depth h and a velocity, so a bed b = w − h. *Hydrostatic reconstruction* (Audusse et
//! al. 2004) lets only the water above the higher of the two beds pass:
//!
//! ```text
//! b* = max(b_L, b_R)      h*_L = max(0, w_L − b*)      h*_R = max(0, w_R − b*)
//! ```
//!
//! Between h*_L and h*_R acts the flux of Harten, Lax and van Leer with the one-sided speeds of Kurganov and Petrova (2007), and the flow
//! along the face is taken from the side from which the water comes (HLLC). Momentum is returned without the pressure g·h*²/2 of the cell
//! that receives it; the cell adds the pressure of its own slope. In still water each term is then exactly zero.

/// One side of a face; the velocities are across the face and along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) level: f32,
    pub(super) depth: f32,
    pub(super) across: f32,
    pub(super) along: f32,
}

impl Side {
    /// The other side of a face that is a wall.
    #[inline(always)]
    pub(super) fn mirrored(self) -> Self {
        Self {
            across: -self.across,
            ..self
        }
    }
}

/// What passes a face in a second, for each metre of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flux {
    /// Water, m²/s.
    pub(super) mass: f32,
    /// Momentum across the face without the pressure of the left cell, m³/s².
    pub(super) left: f32,
    /// Momentum across the face without the pressure of the right cell.
    pub(super) right: f32,
    /// Momentum along the face.
    pub(super) along: f32,
}

#[inline(always)]
pub(super) fn min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[inline(always)]
pub(super) fn max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The flux from `left` to `right` under this gravity. Mirroring the sides changes the signs and no bit.
#[inline(always)]
pub(super) fn flux(gravity: f32, left: Side, right: Side) -> Flux {
    let bed = max(left.level - left.depth, right.level - right.depth);
    let depths = [max(0.0, left.level - bed), max(0.0, right.level - bed)];
    let celerities = [(gravity * depths[0]).sqrt(), (gravity * depths[1]).sqrt()];
    let fast_left = min(
        min(left.across - celerities[0], right.across - celerities[1]),
        0.0,
    );
    let fast_right = max(
        max(left.across + celerities[0], right.across + celerities[1]),
        0.0,
    );
    let flows = [depths[0] * left.across, depths[1] * right.across];
    let pressure = (0.5 * gravity) * (depths[1] * depths[1] - depths[0] * depths[0]);
    let advected = [flows[0] * left.across, flows[1] * right.across];
    let both = fast_left * fast_right;
    // Where both sides are dry and still there is nothing to divide.
    let inverse = 1.0 / max(fast_right - fast_left, 1e-30);
    let mass =
        ((fast_right * flows[0] - fast_left * flows[1]) + both * (depths[1] - depths[0])) * inverse;
    let exchange = both * (flows[1] - flows[0]);
    let momentum =
        |left: f32, right: f32| ((fast_right * left - fast_left * right) + exchange) * inverse;
    Flux {
        mass,
        left: momentum(advected[0], advected[1] + pressure),
        right: momentum(advected[0] - pressure, advected[1]),
        along: mass * if mass > 0.0 { left.along } else { right.along },
    }
}

/// The slope of a quantity across a cell, per cell, from its values in the cell before it, in itself and in the one after it: the
/// generalised minmod limiter. `theta` is from 0 (first order) to 2 (steepest); no face lies outside of the neighbours' values.
#[inline(always)]
pub(super) fn slope(theta: f32, before: f32, here: f32, after: f32) -> f32 {
    let (backward, forward) = (theta * (here - before), theta * (after - here));
    let centred = 0.5 * (after - before);
    let lowest = min(min(backward, forward), centred);
    let highest = max(max(backward, forward), centred);
    max(lowest, 0.0) + min(highest, 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn side() -> impl Strategy<Value = Side> {
        let depth = prop_oneof![Just(0.0_f32), 0.0..3.0_f32];
        (-1.0..1.0_f32, depth, -4.0..4.0_f32, -4.0..4.0_f32).prop_map(
            |(level, depth, across, along)| Side {
                level,
                depth,
                across: if depth > 0.0 { across } else { 0.0 },
                along,
            },
        )
    }

    proptest! {
        #[test]
        fn a_mirrored_face_has_the_mirrored_flux(left in side(), right in side()) {
            let one = flux(9.81, left, right);
            let other = flux(9.81, right.mirrored(), left.mirrored());
            prop_assert_eq!(one.mass, -other.mass);
            prop_assert_eq!(one.left, other.right);
            prop_assert_eq!(one.right, other.left);
            prop_assert!(one.along == -other.along || one.mass == 0.0);
        }

        #[test]
        fn nothing_passes_a_wall_or_still_water(left in side()) {
            prop_assert_eq!(flux(9.81, left, left.mirrored()).mass, 0.0);
            let still = Side { across: 0.0, ..left };
            let deeper = Side { depth: left.depth + 1.0, ..still };
            let none = flux(9.81, still, deeper);
            prop_assert_eq!([none.mass, none.left, none.right, none.along], [0.0; 4]);
        }

        #[test]
        fn equal_sides_have_the_flux_of_the_equations(left in side()) {
            let exact = left.depth * left.across;
            let flux = flux(9.81, left, left);
            let close = |a: f32, b: f32| (a - b).abs() <= 1e-5 * (1.0 + b.abs()) * 30.0;
            prop_assert!(close(flux.mass, exact));
            prop_assert!(close(flux.left, exact * left.across));
            prop_assert!(close(flux.along, exact * left.along));
        }

        #[test]
        fn faces_stay_between_the_neighbours(
            before in -2.0..2.0_f32, here in -2.0..2.0_f32, after in -2.0..2.0_f32, theta in 0.0..2.0_f32,
        ) {
            let slope = slope(theta, before, here, after);
            let (low, high) = (before.min(here).min(after), before.max(here).max(after));
            for face in [here - 0.5 * slope, here + 0.5 * slope] {
                prop_assert!((low - 1e-6..=high + 1e-6).contains(&face));
            }
        }
    }
}
