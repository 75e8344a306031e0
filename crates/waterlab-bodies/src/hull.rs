//! `Hull`: the closed surface of a body as triangles, with its volume, centre and moments (docs/models.md §16).
//!
//! Volume, centroid and second moments follow from the tetrahedra between the origin and each triangle, with their signs.

use glam::{DMat3, DVec3};
use std::collections::HashMap;
use std::f64::consts::TAU;

/// Maximum number of triangles for which forces are computed. A finer mesh is simplified.
pub const MAX_FACETS: usize = 400;

/// Maximum number of triangles of a mesh.
pub const MAX_TRIANGLES: usize = 1_000_000;

/// Maximum number of parts of a mesh that bodies touch one by one.
const MAX_PARTS: usize = 12;

/// A closed surface. Its vertices are relative to its centroid.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    volume: f64,
    moment: DMat3,
    radius: f64,
}

/// The reason why triangles do not enclose a body.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum HullError {
    /// Not a closed surface.
    #[error("it has holes: {edges} edges belong to one triangle only")]
    Open {
        /// Number of such edges.
        edges: usize,
    },
    /// No volume, or one that is not finite.
    #[error("it encloses no volume")]
    Empty,
    /// Too large.
    #[error("it has {triangles} triangles; the maximum is {MAX_TRIANGLES}")]
    TooFine {
        /// Number of triangles.
        triangles: usize,
    },
}

impl Hull {
    /// The surface of these triangles, counter-clockwise as seen from outside, and the centroid, which becomes the origin. Vertices at
    /// the same place count as one; a mesh of more than [`MAX_FACETS`] triangles is simplified and keeps its volume.
    pub fn from_triangles(
        vertices: &[DVec3],
        triangles: &[[u32; 3]],
    ) -> Result<(Self, DVec3), HullError> {
        if triangles.len() > MAX_TRIANGLES {
            return Err(HullError::TooFine {
                triangles: triangles.len(),
            });
        }
        let (low, high) = bounds(vertices);
        let size = (high - low).max_element();
        if !(size > 0.0 && size.is_finite()) {
            return Err(HullError::Empty);
        }
        let whole = merged(vertices, triangles, size * 1e-6);
        let edges = open_edges(&whole.1);
        if edges > 0 {
            return Err(HullError::Open { edges });
        }
        let volume = volume(&whole.0, &whole.1);
        if volume.is_nan() || volume <= 1e-9 * size.powi(3) {
            return Err(HullError::Empty);
        }
        let mut cells = 24.0;
        let mut simple = whole.clone();
        while simple.1.len() > MAX_FACETS && cells > 2.0 {
            simple = merged(&whole.0, &whole.1, size / cells);
            cells *= 0.85;
        }
        Ok(Self::of(simple, volume))
    }

    /// The convex hull of these points, and its centroid.
    pub fn convex(points: &[DVec3]) -> Result<(Self, DVec3), HullError> {
        let (low, high) = bounds(points);
        let size = (high - low).max_element();
        if !(size > 0.0 && size.is_finite()) {
            return Err(HullError::Empty);
        }
        let middle = 0.5 * (low + high);
        let scaled: Vec<_> = points
            .iter()
            .map(|&point| ((point - middle) / size).as_vec3().to_array().into())
            .collect();
        let (points, triangles) = rapier3d::parry::transformation::try_convex_hull(&scaled)
            .map_err(|_| HullError::Empty)?;
        let points: Vec<_> = points
            .iter()
            .map(|point| DVec3::from(point.to_array().map(f64::from)) * size + middle)
            .collect();
        Self::from_triangles(&points, &triangles)
    }

    /// The hull, scaled.
    pub fn scaled(&self, factor: f64) -> Self {
        Self {
            vertices: self
                .vertices
                .iter()
                .map(|&vertex| vertex * factor)
                .collect(),
            triangles: self.triangles.clone(),
            volume: self.volume * factor.powi(3),
            moment: self.moment * factor.powi(5),
            radius: self.radius * factor,
        }
    }

    /// The vertices of each part that is connected by triangles, relative to the centroid; all of them as one part if there are more than
    /// [`MAX_PARTS`].
    pub(crate) fn parts(&self) -> Vec<Vec<DVec3>> {
        // The first vertex of the part of each vertex, once all triangles have been joined.
        let mut first: Vec<u32> = (0..self.vertices.len() as u32).collect();
        let find = |first: &[u32], mut vertex: u32| {
            while first[vertex as usize] != vertex {
                vertex = first[vertex as usize];
            }
            vertex
        };
        for &[a, b, c] in &self.triangles {
            for other in [b, c] {
                let [one, other] = [a, other].map(|vertex| find(&first, vertex));
                first[one.max(other) as usize] = one.min(other);
            }
        }
        let mut parts: Vec<(u32, Vec<DVec3>)> = Vec::new();
        for (vertex, &at) in self.vertices.iter().enumerate() {
            let root = find(&first, vertex as u32);
            match parts.iter_mut().find(|(known, _)| *known == root) {
                Some((_, part)) => part.push(at),
                None => parts.push((root, vec![at])),
            }
        }
        match parts.len() > MAX_PARTS {
            true => vec![self.vertices.clone()],
            false => parts.into_iter().map(|(_, part)| part).collect(),
        }
    }

    /// Size along x, y and z, metres.
    pub fn size(&self) -> DVec3 {
        let (low, high) = bounds(&self.vertices);
        high - low
    }

    /// A closed surface, scaled about its centroid to a volume.
    fn of((vertices, triangles): Mesh, true_volume: f64) -> (Self, DVec3) {
        let enclosed = volume(&vertices, &triangles);
        let centroid = centroid(&vertices, &triangles) / enclosed;
        let scale = libm::cbrt(true_volume / enclosed);
        let vertices: Vec<_> = vertices
            .into_iter()
            .map(|vertex| (vertex - centroid) * scale)
            .collect();
        let radius = vertices.iter().map(|vertex| vertex.length());
        let hull = Self {
            radius: radius.fold(0.0, f64::max),
            moment: second_moments(&vertices, &triangles),
            volume: true_volume,
            vertices,
            triangles,
        };
        (hull, centroid)
    }

    /// A ball: an icosahedron whose faces are divided twice, of the ball's volume.
    pub fn ball(radius: f64) -> Self {
        let golden = 0.5 * (1.0 + 5.0_f64.sqrt());
        let mut vertices = Vec::new();
        for (a, b) in [
            (1.0, golden),
            (-1.0, golden),
            (1.0, -golden),
            (-1.0, -golden),
        ] {
            vertices.extend([
                DVec3::new(0.0, a, b),
                DVec3::new(a, b, 0.0),
                DVec3::new(b, 0.0, a),
            ]);
        }
        let edge = 2.0 + 1e-6;
        let near = |a: usize, b: usize| vertices[a].distance(vertices[b]) < edge;
        let mut triangles = Vec::new();
        for a in 0..12 {
            for b in a + 1..12 {
                for c in b + 1..12 {
                    if near(a, b) && near(b, c) && near(a, c) {
                        let [p, q, r] = [a, b, c].map(|index| vertices[index]);
                        let outward = (q - p).cross(r - p).dot(p + q + r) > 0.0;
                        let corners = if outward { [a, b, c] } else { [a, c, b] };
                        triangles.push(corners.map(|index| index as u32));
                    }
                }
            }
        }
        for _ in 0..2 {
            (vertices, triangles) = divided(&vertices, &triangles);
            for vertex in &mut vertices {
                *vertex = vertex.normalize() * radius;
            }
        }
        let mut hull = Self::of((vertices, triangles), 2.0 / 3.0 * TAU * radius.powi(3)).0;
        hull.moment = DMat3::from_diagonal(DVec3::splat(hull.volume * radius * radius / 5.0));
        hull.radius = radius;
        hull
    }

    /// A box of this size along x, y and z, with 4 × 4 squares on each side.
    pub fn cuboid(size: DVec3) -> Self {
        const SQUARES: usize = 4;
        let mut mesh: Mesh = Default::default();
        for axis in 0..3 {
            for side in [-1.0, 1.0] {
                let first = mesh.0.len();
                let at = |step: usize| step as f64 / SQUARES as f64 - 0.5;
                for row in 0..=SQUARES {
                    for column in 0..=SQUARES {
                        let mut place = [0.0; 3];
                        place[axis] = 0.5 * side;
                        place[(axis + 1) % 3] = side * at(column);
                        place[(axis + 2) % 3] = at(row);
                        mesh.0.push(DVec3::from(place) * size);
                    }
                }
                for row in 0..SQUARES {
                    for column in 0..SQUARES {
                        let a = first + row * (SQUARES + 1) + column;
                        let [a, b, c, d] = [a, a + 1, a + SQUARES + 2, a + SQUARES + 1];
                        mesh.1
                            .extend([[a, b, c], [a, c, d]].map(|abc| abc.map(|at| at as u32)));
                    }
                }
            }
        }
        let mesh = merged(&mesh.0, &mesh.1, size.max_element() * 1e-6);
        Self::of(mesh, size.element_product()).0
    }

    /// A capsule along y: a cylinder with a half ball at each end.
    ///
    /// # Panics
    ///
    /// If the length, ends included, is less than twice the radius.
    pub fn capsule(length: f64, radius: f64) -> Self {
        assert!(length >= 2.0 * radius, "a capsule is at least a ball");
        const AROUND: usize = 16;
        const RINGS: usize = 4;
        let straight = length - 2.0 * radius;
        // Height and radius of each ring, from below.
        let arc = |step: usize| 0.25 * TAU * step as f64 / RINGS as f64;
        let lower = (1..=RINGS).map(|step| {
            let angle = arc(step);
            (
                -0.5 * straight - radius * libm::cos(angle),
                radius * libm::sin(angle),
            )
        });
        let upper = (0..RINGS).map(|step| {
            let angle = arc(step);
            (
                0.5 * straight + radius * libm::sin(angle),
                radius * libm::cos(angle),
            )
        });
        let middle = (1..4).map(|step| (straight * (f64::from(step) / 4.0 - 0.5), radius));
        let middle = middle.filter(|_| straight > 0.5 * radius);
        let rings: Vec<_> = lower.chain(middle).chain(upper).collect();
        Self::lathe(&rings, AROUND, [-0.5 * length, 0.5 * length])
            .scaled_to(0.5 * TAU * radius * radius * straight + 2.0 / 3.0 * TAU * radius.powi(3))
    }

    /// A surface of revolution about y through rings of height and radius, from below, closed at two heights.
    fn lathe(rings: &[(f64, f64)], around: usize, ends: [f64; 2]) -> Self {
        let mut vertices = vec![DVec3::Y * ends[0], DVec3::Y * ends[1]];
        for &(height, radius) in rings {
            vertices.extend((0..around).map(|step| {
                let (sin, cos) = libm::sincos(TAU * step as f64 / around as f64);
                DVec3::new(radius * cos, height, radius * sin)
            }));
        }
        let at = |ring: usize, step: usize| (2 + ring * around + step % around) as u32;
        let mut triangles = Vec::new();
        for step in 0..around {
            triangles.push([0, at(0, step), at(0, step + 1)]);
            let last = rings.len() - 1;
            triangles.push([1, at(last, step + 1), at(last, step)]);
            for ring in 0..last {
                let [a, b] = [at(ring, step), at(ring, step + 1)];
                let [c, d] = [at(ring + 1, step + 1), at(ring + 1, step)];
                triangles.extend([[a, d, c], [a, c, b]]);
            }
        }
        let enclosed = volume(&vertices, &triangles);
        Self::of((vertices, triangles), enclosed).0
    }

    fn scaled_to(self, volume: f64) -> Self {
        Self::of((self.vertices, self.triangles), volume).0
    }

    /// Vertices, metres from the centroid.
    pub fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// Indices of the vertices of each triangle, counter-clockwise as seen from outside.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// Volume, m³.
    pub fn volume(&self) -> f64 {
        self.volume
    }

    /// Largest distance from the centroid, metres.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Distance at which a ray enters the hull, in lengths of the direction, below `farthest`. After Möller and Trumbore (1997).
    pub fn hit(&self, origin: DVec3, direction: DVec3, farthest: f64) -> Option<f64> {
        // No part of it lies farther from the centroid than its radius.
        let nearest = -origin.dot(direction) / direction.length_squared();
        if (origin + direction * nearest).length() > self.radius {
            return None;
        }
        let mut distance = farthest;
        let mut is_hit = false;
        for [a, b, c] in corners(&self.vertices, &self.triangles) {
            let (along_b, along_c) = (b - a, c - a);
            let across = direction.cross(along_c);
            let facing = along_b.dot(across);
            // Only where it enters.
            if facing <= 0.0 {
                continue;
            }
            let offset = origin - a;
            let u = offset.dot(across);
            let turned = offset.cross(along_b);
            let v = direction.dot(turned);
            // A ray through an edge meets one of its triangles at least.
            let slack = 1e-9 * facing;
            if u >= -slack && v >= -slack && u + v <= facing + slack {
                let hit = along_c.dot(turned) / facing;
                if hit > 0.0 && hit < distance {
                    (distance, is_hit) = (hit, true);
                }
            }
        }
        is_hit.then_some(distance)
    }

    /// The inertia about the centroid for a density of 1, m⁵.
    pub fn inertia(&self) -> DMat3 {
        let trace = self.moment.x_axis.x + self.moment.y_axis.y + self.moment.z_axis.z;
        DMat3::from_diagonal(DVec3::splat(trace)) - self.moment
    }
}

type Mesh = (Vec<DVec3>, Vec<[u32; 3]>);

fn bounds(vertices: &[DVec3]) -> (DVec3, DVec3) {
    let start = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let widen = |(low, high): (DVec3, DVec3), &at: &DVec3| (low.min(at), high.max(at));
    vertices.iter().fold(start, widen)
}

/// Moves all vertices within a cube of a lattice to their mean, and drops triangles of which nothing remains. A closed surface stays
/// closed.
fn merged(vertices: &[DVec3], triangles: &[[u32; 3]], cell: f64) -> Mesh {
    let (low, _) = bounds(vertices);
    let mut found: HashMap<[i64; 3], u32> = HashMap::new();
    let mut sums: Vec<(DVec3, f64)> = Vec::new();
    let mut place = Vec::with_capacity(vertices.len());
    for &vertex in vertices {
        let key = ((vertex - low) / cell)
            .round()
            .to_array()
            .map(|at| at as i64);
        let index = *found.entry(key).or_insert_with(|| {
            sums.push((DVec3::ZERO, 0.0));
            sums.len() as u32 - 1
        });
        let sum = &mut sums[index as usize];
        *sum = (sum.0 + vertex, sum.1 + 1.0);
        place.push(index);
    }
    let moved = triangles
        .iter()
        .map(|corners| corners.map(|corner| place[corner as usize]));
    let remains = |&[a, b, c]: &[u32; 3]| a != b && b != c && c != a;
    (
        sums.into_iter().map(|(sum, count)| sum / count).collect(),
        moved.filter(remains).collect(),
    )
}

/// Number of edges whose triangles do not pair up.
fn open_edges(triangles: &[[u32; 3]]) -> usize {
    let mut balance: HashMap<(u32, u32), i32> = HashMap::new();
    for &[a, b, c] in triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let direction = if from < to { 1 } else { -1 };
            *balance.entry((from.min(to), from.max(to))).or_default() += direction;
        }
    }
    balance.values().filter(|&&count| count != 0).count()
}

/// Every triangle as four.
fn divided(vertices: &[DVec3], triangles: &[[u32; 3]]) -> Mesh {
    let mut vertices = vertices.to_vec();
    let mut middles: HashMap<(u32, u32), u32> = HashMap::new();
    let mut finer = Vec::with_capacity(4 * triangles.len());
    for &[a, b, c] in triangles {
        let [ab, bc, ca] = [(a, b), (b, c), (c, a)].map(|(from, to)| {
            let edge = (from.min(to), from.max(to));
            *middles.entry(edge).or_insert_with(|| {
                vertices.push(0.5 * (vertices[from as usize] + vertices[to as usize]));
                vertices.len() as u32 - 1
            })
        });
        finer.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
    }
    (vertices, finer)
}

fn corners<'a>(
    vertices: &'a [DVec3],
    triangles: &'a [[u32; 3]],
) -> impl Iterator<Item = [DVec3; 3]> + 'a {
    triangles
        .iter()
        .map(|corners| corners.map(|corner| vertices[corner as usize]))
}

fn volume(vertices: &[DVec3], triangles: &[[u32; 3]]) -> f64 {
    let parts = corners(vertices, triangles).map(|[a, b, c]| a.dot(b.cross(c)) / 6.0);
    parts.sum()
}

/// The integral of the place over the volume.
fn centroid(vertices: &[DVec3], triangles: &[[u32; 3]]) -> DVec3 {
    let parts =
        corners(vertices, triangles).map(|[a, b, c]| (a + b + c) * (a.dot(b.cross(c)) / 24.0));
    parts.sum()
}

/// The integral of x·xᵀ over the volume: for a tetrahedron with the origin, det / 120 · (Σ v·vᵀ + (Σ v)(Σ v)ᵀ).
fn second_moments(vertices: &[DVec3], triangles: &[[u32; 3]]) -> DMat3 {
    let product = |v: DVec3| DMat3::from_cols(v * v.x, v * v.y, v * v.z);
    let part = |[a, b, c]: [DVec3; 3]| {
        let sum = product(a) + product(b) + product(c) + product(a + b + c);
        sum * (a.dot(b.cross(c)) / 120.0)
    };
    corners(vertices, triangles)
        .map(part)
        .fold(DMat3::ZERO, |sum, part| sum + part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(value: f64, expected: f64, part: f64) -> bool {
        (value / expected - 1.0).abs() < part
    }

    #[test]
    fn a_box_has_the_volume_and_inertia_of_the_textbook() {
        let size = DVec3::new(0.4, 0.3, 0.8);
        let hull = Hull::cuboid(size);
        assert!(is_near(
            volume(&hull.vertices, &hull.triangles),
            0.096,
            1e-12
        ));
        let inertia = hull.inertia();
        // m/12 (y² + z²) with m = 0.096 kg.
        assert!(is_near(
            inertia.x_axis.x,
            0.096 / 12.0 * (0.09 + 0.64),
            1e-12
        ));
        assert!(is_near(
            inertia.z_axis.z,
            0.096 / 12.0 * (0.16 + 0.09),
            1e-12
        ));
        assert!(inertia.x_axis.y.abs() < 1e-15);
        assert_eq!(open_edges(&hull.triangles), 0);
        assert!(is_near(hull.radius(), 0.5 * size.length(), 1e-12));
    }

    #[test]
    fn a_ball_and_a_capsule_are_closed_and_keep_their_volume() {
        let ball = Hull::ball(0.5);
        assert_eq!(ball.triangles.len(), 320);
        assert_eq!(open_edges(&ball.triangles), 0);
        assert!(is_near(
            volume(&ball.vertices, &ball.triangles),
            std::f64::consts::FRAC_PI_6,
            1e-6
        ));
        // 2/5 m r².
        assert!(is_near(
            ball.inertia().y_axis.y,
            0.4 * std::f64::consts::FRAC_PI_6 * 0.25,
            1e-6
        ));
        for (length, radius) in [(1.0, 0.2), (0.4, 0.2), (0.45, 0.2)] {
            let capsule = Hull::capsule(length, radius);
            assert_eq!(open_edges(&capsule.triangles), 0);
            let expected = std::f64::consts::PI
                * radius
                * radius
                * (length - 2.0 * radius + 4.0 / 3.0 * radius);
            let enclosed = volume(&capsule.vertices, &capsule.triangles);
            assert!(is_near(enclosed, expected, 1e-9), "{length}");
            assert!(capsule.triangles.len() <= MAX_FACETS);
        }
    }

    #[test]
    fn a_mesh_is_welded_centred_and_simplified_to_the_same_volume() {
        // Each triangle of a fine ball with vertices of its own, far from the origin.
        let ball = Hull::ball(0.3);
        let (vertices, triangles) = divided(&ball.vertices, &ball.triangles);
        let offset = DVec3::new(4.0, 5.0, -6.0);
        let apart: Vec<_> = corners(&vertices, &triangles)
            .flat_map(|corners| corners.map(|corner| corner + offset))
            .collect();
        let indices: Vec<_> = (0..triangles.len() as u32)
            .map(|index| [3 * index, 3 * index + 1, 3 * index + 2])
            .collect();
        let (hull, centroid) = Hull::from_triangles(&apart, &indices).unwrap();
        assert!(centroid.distance(offset) < 0.01);
        assert!(hull.triangles.len() <= MAX_FACETS && hull.triangles.len() > 100);
        assert_eq!(open_edges(&hull.triangles), 0);
        let expected = volume(&vertices, &triangles);
        assert!(is_near(
            volume(&hull.vertices, &hull.triangles),
            expected,
            1e-9
        ));
    }

    #[test]
    fn a_ray_meets_a_hull_where_it_enters() {
        let hull = Hull::cuboid(DVec3::new(0.4, 0.2, 0.6));
        let from = DVec3::new(0.1, 2.0, 0.05);
        let hit = hull.hit(from, DVec3::NEG_Y * 2.0, 9.0).unwrap();
        assert!((hit - 0.95).abs() < 1e-12, "{hit}");
        assert_eq!(hull.hit(from, DVec3::Y, 9.0), None);
        assert_eq!(hull.hit(from, DVec3::NEG_Y * 2.0, 0.9), None);
        assert_eq!(hull.hit(from + DVec3::X * 0.2, DVec3::NEG_Y, 9.0), None);
        let oblique = DVec3::new(-1.0, -1.0, 0.0);
        let hit = hull.hit(DVec3::new(1.1, 1.0, 0.0), oblique, 9.0).unwrap();
        assert!((hit - 0.9).abs() < 1e-12, "{hit}");
    }

    #[test]
    fn triangles_that_enclose_nothing_are_refused() {
        let corner = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        let three = [[0, 2, 1], [0, 1, 3], [0, 3, 2]];
        let open = Hull::from_triangles(&corner, &three).unwrap_err();
        assert_eq!(
            open.to_string(),
            "it has holes: 3 edges belong to one triangle only"
        );
        let flat = [[0, 1, 2], [0, 2, 1]];
        assert_eq!(Hull::from_triangles(&corner, &flat), Err(HullError::Empty));
        let inside_out = [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]];
        assert_eq!(
            Hull::from_triangles(&corner, &inside_out),
            Err(HullError::Empty)
        );
        assert_eq!(Hull::from_triangles(&[], &[]), Err(HullError::Empty));
        let many = vec![[0, 1, 2]; MAX_TRIANGLES + 1];
        let error = Hull::from_triangles(&corner, &many).unwrap_err();
        assert!(error.to_string().contains("maximum is 1000000"), "{error}");
    }
}
