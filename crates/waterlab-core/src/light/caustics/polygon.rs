//! A small convex polygon that lines cut in two, after Sutherland and Hodgman 1974, keeping both parts.

/// Maximum number of corners: those of a triangle cut by four lines, and one to spare.
const MAX: usize = 8;

/// A point of a plane.
pub(super) type Point = [f64; 2];

/// A convex polygon in a plane; fewer than three corners are nothing.
#[derive(Clone, Copy)]
pub(super) struct Polygon {
    corners: [Point; MAX],
    count: usize,
}

impl Polygon {
    /// No corners.
    pub(super) const NOTHING: Self = Self {
        corners: [[0.0; 2]; MAX],
        count: 0,
    };

    /// The polygon of three corners.
    pub(super) fn triangle(corners: [Point; 3]) -> Self {
        let mut all = Self::NOTHING;
        all.corners[..3].copy_from_slice(&corners);
        all.count = 3;
        all
    }

    /// The part where `side` is at most 0 and the part where it is at least 0. `side` is affine in the point: the cut is found by linear
    /// interpolation between two corners.
    #[inline]
    pub(super) fn split(&self, side: impl Fn(Point) -> f64) -> (Self, Self) {
        let (mut below, mut above) = (Self::NOTHING, Self::NOTHING);
        let Some(&last) = self.corners().last() else {
            return (below, above);
        };
        let (mut from, mut from_side) = (last, side(last));
        for &to in self.corners() {
            let to_side = side(to);
            if from_side * to_side < 0.0 {
                let share = from_side / (from_side - to_side);
                let cut = [0, 1].map(|axis| from[axis] + share * (to[axis] - from[axis]));
                below.push(cut);
                above.push(cut);
            }
            if to_side <= 0.0 {
                below.push(to);
            }
            if to_side >= 0.0 {
                above.push(to);
            }
            (from, from_side) = (to, to_side);
        }
        (below, above)
    }

    /// The triangles from the first corner to each side.
    pub(super) fn fan(&self) -> impl Iterator<Item = [Point; 3]> {
        let first = self.corners[0];
        let sides = self.corners().windows(2).skip(1);
        sides.map(move |side| [first, side[0], side[1]])
    }

    fn corners(&self) -> &[Point] {
        &self.corners[..self.count]
    }

    #[inline]
    fn push(&mut self, corner: Point) {
        // Never full: no convex polygon here is cut more than four times.
        if let Some(place) = self.corners.get_mut(self.count) {
            *place = corner;
            self.count += 1;
        }
    }
}

/// The area of a triangle, negative for the opposite orientation.
#[inline]
pub(super) fn signed_area([a, b, c]: [Point; 3]) -> f64 {
    0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(polygon: &Polygon) -> f64 {
        polygon.fan().map(signed_area).sum::<f64>().abs()
    }

    #[test]
    fn both_parts_of_a_split_triangle_add_up() {
        let triangle = Polygon::triangle([[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]]);
        assert_eq!(area(&triangle), 6.0);
        let (left, right) = triangle.split(|[x, _]| x - 2.0);
        // Half as long and half as high: a quarter of the area.
        assert_eq!((area(&left), area(&right)), (4.5, 1.5));
    }

    #[test]
    fn a_line_outside_or_along_a_side_cuts_nothing() {
        let triangle = Polygon::triangle([[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]]);
        for at in [-1.0, 0.0] {
            let (left, right) = triangle.split(|[x, _]| x - at);
            assert_eq!((area(&left), area(&right)), (0.0, 6.0));
        }
        let (nothing, _) = triangle.split(|_| 1.0);
        let (still_nothing, nor_here) = nothing.split(|[x, _]| x);
        assert_eq!((area(&still_nothing), area(&nor_here)), (0.0, 0.0));
    }

    #[test]
    fn four_cuts_clip_a_large_triangle_to_a_square() {
        let mut rest = Polygon::triangle([[-9.0, -9.0], [12.0, -9.0], [-9.0, 12.0]]);
        for axis in [0, 1] {
            for side in [-1.0, 1.0] {
                (rest, _) = rest.split(|point| side * point[axis] - 1.0);
            }
        }
        assert!((area(&rest) - 4.0).abs() < 1e-12);
    }
}
