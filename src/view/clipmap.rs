//! The mesh of open water, a geometry clipmap (Losasso and Hoppe 2004): square rings about the eye, each with cells twice as large as
//! those of the ring inside it.
//!
//! Every vertex lies on a world lattice, spacing·(i, j) with a spacing that is a power of two, so that vertices do not swim when the eye
//! moves: only the set of lattice points in use changes. A ring reaches from m to 2m of its cells from the eye. Toward its outer edge,
//! points with odd indices morph onto their even neighbours, the only ones that the next ring has: rings share their border points
//! exactly, and no point pops. The outermost ring is stretched to the horizon, at the distance that the earth's curvature gives: √(2Rh)
//! for an eye at height h.

use glam::{Mat4, Vec3, Vec4};

/// Minimum reach of the rings before the last one is stretched, metres.
const REACH: f32 = 48.0;

/// Minimum reach in eye heights.
const FAR: f32 = 4.0;

/// Minimum eye height for the mesh, metres.
const LOWEST: f32 = 1.0;

/// Radius of the earth, metres.
pub(super) const EARTH: f32 = 6.371e6;

/// The mesh for one place of the eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Clipmap {
    eye: Vec3,
    /// Cells from the centre of a ring to its inner edge.
    half: i32,
    /// Spacing of the points of the innermost square, metres.
    spacing: f32,
    /// Number of rings, including the square in the middle.
    count: i32,
}

/// A rectangle of cells of one ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Index of the ring, from the inside.
    pub(super) ring: i32,
    /// Lattice point at the corner, along x and z.
    pub(super) first: [i32; 2],
    /// Number of cells along x and z.
    pub(super) cells: [i32; 2],
}

impl Clipmap {
    /// A mesh about `eye` that reaches `reach` metres, where waves become less than a pixel high. `detail`/8 cells lie from the centre of
    /// a ring to its inner edge; no cell is smaller than `finest`.
    pub(super) fn new(eye: Vec3, reach: f32, finest: f32, detail: usize) -> Self {
        let half = (detail as i32 / 8).max(4);
        let height = eye.y.abs().max(LOWEST);
        let wanted = (height / half as f32).max(finest);
        let spacing = wanted.log2().floor().exp2();
        let reach = reach.max(REACH).max(FAR * height);
        let outermost = reach / (2.0 * half as f32 * spacing);
        Self {
            eye,
            half,
            spacing,
            count: outermost.log2().ceil().max(0.0) as i32 + 2,
        }
    }

    /// Cells from the centre of a ring to its inner edge.
    pub(super) fn half(&self) -> i32 {
        self.half
    }

    /// Minimum distance for the level of detail, metres.
    pub(super) fn height(&self) -> f32 {
        self.eye.y.abs().max(LOWEST)
    }

    /// Spacing of the points of a ring, metres.
    pub(super) fn spacing(&self, ring: i32) -> f32 {
        self.spacing * (ring as f32).exp2()
    }

    /// The stretch of the outermost ring: points farther from the eye along x or z than the first distance are stretched, so that those
    /// at the second distance reach the third; metres.
    pub(super) fn horizon(&self) -> [f32; 3] {
        let last = self.spacing(self.count - 1);
        let [from, end] = [self.half as f32 + 1.0, (2 * self.half) as f32 - 1.25];
        let to = (2.0 * EARTH * self.height()).sqrt();
        // A corner is √2 times as far.
        [from * last, end * last, to.max(1.5 * end * last)]
    }

    /// All pieces of the mesh, the innermost ring first; small enough for frustum culling.
    pub(super) fn pieces(&self) -> impl Iterator<Item = Piece> {
        let rings = *self;
        (0..self.count).flat_map(move |ring| {
            let (outer, inner) = (rings.outer(ring), rings.inner(ring));
            let [x, z] = outer;
            let [hole_x, hole_z] = inner.unwrap_or([[x[1]; 2], [z[1]; 2]]);
            // The four sides of the hole.
            let parts = [
                [x, [z[0], hole_z[0]]],
                [x, [hole_z[1], z[1]]],
                [[x[0], hole_x[0]], hole_z],
                [[hole_x[1], x[1]], hole_z],
            ];
            let step = rings.half.max(8);
            parts
                .into_iter()
                .flat_map(move |part| split(ring, part, step))
        })
    }

    /// Lattice point at the centre of a ring: even, less than two from the eye.
    fn middle(&self, ring: i32) -> [i32; 2] {
        let spacing = self.spacing(ring);
        [self.eye.x, self.eye.z].map(|eye| 2 * (eye / (2.0 * spacing)).round() as i32)
    }

    /// Range of a ring along x and z.
    fn outer(&self, ring: i32) -> [[i32; 2]; 2] {
        let reach = 2 * self.half;
        self.middle(ring)
            .map(|middle| [middle - reach, middle + reach])
    }

    /// The hole of a ring: the ring inside it, in this ring's indices.
    fn inner(&self, ring: i32) -> Option<[[i32; 2]; 2]> {
        let within = (ring > 0).then(|| self.outer(ring - 1));
        // Both ends are even in the finer lattice.
        within.map(|sides| sides.map(|side| side.map(|end| end / 2)))
    }

    /// Whether a piece may be visible. `matrix` maps places relative to the eye to clip space; `sideways` and `up` bound the
    /// displacements.
    pub(super) fn is_seen(&self, piece: &Piece, matrix: &Mat4, sideways: f32, up: f32) -> bool {
        let spacing = self.spacing(piece.ring);
        let [from, end, to] = self.horizon();
        let side = |axis: usize, eye: f32| {
            let end = piece.first[axis] + piece.cells[axis];
            let (low, high) = (
                piece.first[axis] as f32 * spacing - eye - sideways,
                end as f32 * spacing - eye + sideways,
            );
            (low, high)
        };
        let (mut x, mut z) = (side(0, self.eye.x), side(1, self.eye.z));
        let away = [x.0, x.1, z.0, z.1].map(f32::abs);
        if away.into_iter().fold(0.0, f32::max) >= from {
            for (low, high) in [&mut x, &mut z] {
                *low = low.min(*low * to / end);
                *high = high.max(*high * to / end);
            }
        }
        let square = |(low, high): (f32, f32)| (low * low).max(high * high);
        let drop = (square(x) + square(z)) / (2.0 * EARTH);
        let y = (-self.eye.y - up - drop, -self.eye.y + up);
        let rows = [matrix.row(0), matrix.row(1), matrix.row(2), matrix.row(3)];
        let planes = [
            rows[3] + rows[0],
            rows[3] - rows[0],
            rows[3] + rows[1],
            rows[3] - rows[1],
            rows[3] + rows[2],
        ];
        let inside = |plane: Vec4| {
            let farthest = |share: f32, (low, high): (f32, f32)| (share * low).max(share * high);
            farthest(plane.x, x) + farthest(plane.y, y) + farthest(plane.z, z) + plane.w >= 0.0
        };
        planes.into_iter().all(inside)
    }
}

/// Splits a rectangle, given as ranges along x and z, into pieces of up to `step` cells a side.
fn split(ring: i32, [x, z]: [[i32; 2]; 2], step: i32) -> impl Iterator<Item = Piece> {
    let cuts = move |[from, to]: [i32; 2]| {
        let starts = (from..to).step_by(step as usize);
        starts.map(move |start| (start, step.min(to - start)))
    };
    cuts(z).flat_map(move |(first_z, rows)| {
        cuts(x).map(move |(first_x, columns)| Piece {
            ring,
            first: [first_x, first_z],
            cells: [columns, rows],
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn eyes() -> impl Iterator<Item = Vec3> {
        let places = [0.0, 0.013, -0.4, 1.0, 7.77, -49.9];
        places
            .into_iter()
            .flat_map(move |x| [0.05, 3.0, 50.0, 500.0].map(|y| Vec3::new(x, y, 0.7 * x - 0.11)))
    }

    #[test]
    fn every_place_is_covered_once() {
        for eye in eyes() {
            let rings = Clipmap::new(eye, 100.0, 0.004, 64);
            // Cells of the finest lattice that the pieces of each ring cover; a coarser cell covers a square of them.
            let mut area = 0.0_f64;
            for piece in rings.pieces() {
                let spacing = f64::from(rings.spacing(piece.ring));
                area += f64::from(piece.cells[0] * piece.cells[1]) * spacing * spacing;
            }
            let last = rings.count - 1;
            let side = f64::from(4 * rings.half) * f64::from(rings.spacing(last));
            assert!((area - side * side).abs() < 1e-6 * area, "{eye}");
            // No two pieces of a ring overlap, and none lies in the hole.
            let mut seen = HashMap::new();
            for piece in rings.pieces() {
                for i in 0..piece.cells[0] {
                    for j in 0..piece.cells[1] {
                        let cell = (piece.ring, piece.first[0] + i, piece.first[1] + j);
                        assert_eq!(seen.insert(cell, ()), None);
                        let finer = (piece.ring - 1, 2 * cell.1, 2 * cell.2);
                        assert!(!seen.contains_key(&finer), "{eye} {cell:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_eye_is_about_the_middle_and_the_edge_far_away() {
        for eye in eyes() {
            let rings = Clipmap::new(eye, 3000.0, 0.004, 192);
            for ring in 0..rings.count {
                let spacing = rings.spacing(ring);
                for (side, eye) in rings.outer(ring).into_iter().zip([eye.x, eye.z]) {
                    let [low, high] = side.map(|end| end as f32 * spacing - eye);
                    // The morph of the vertex shader relies on this distance.
                    let reach = (2 * rings.half - 1) as f32 * spacing * 0.9999;
                    assert!(low <= -reach && high >= reach, "{eye} {ring}");
                }
                if let Some(hole) = rings.inner(ring) {
                    for (side, eye) in hole.into_iter().zip([eye.x, eye.z]) {
                        let most = (rings.half + 1) as f32 * spacing * 1.0001;
                        let reach = side.map(|end| (end as f32 * spacing - eye).abs());
                        assert!(reach.into_iter().all(|reach| reach <= most));
                    }
                }
            }
            let reach = 2.0 * rings.half as f32 * rings.spacing(rings.count - 1);
            assert!(reach >= 3000.0_f32.max(4.0 * eye.y));
            let spacing = rings.spacing(0);
            assert!(spacing.log2().fract() == 0.0);
        }
    }

    #[test]
    fn the_horizon_is_where_the_height_of_the_eye_puts_it() {
        // From 2 m 5.05 km, from 20 m 15.96 km, from 500 m 79.8 km.
        for (height, metres) in [(2.0, 5048.0), (20.0, 15_964.0), (500.0, 79_819.0)] {
            let rings = Clipmap::new(Vec3::new(0.0, height, 0.0), 400.0, 0.01, 192);
            let [.., far] = rings.horizon();
            assert!((far - metres).abs() < 1e-3 * metres, "{height}: {far}");
        }
    }
}
