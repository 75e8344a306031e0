//! Where the light of a facet lands: on the floor, or on the walls that its rays hit first.
//!
//! A facet is cut where its image on the plane of the floor crosses the edge of the floor; the part beyond is traced to the
//! wall instead, each point along its own ray. Cuts are made in the facet's own (barycentric) plane, where flux is uniform: a part
//! has the fraction of the flux that it has of that area, however its image folds, and the parts add up to the whole.

use super::map::Map;
use super::polygon::{Point, Polygon, signed_area};
use super::surface::{Facet, Ray};

/// The two ends of an axis.
const ENDS: [f64; 2] = [-1.0, 1.0];

/// The whole facet, in its own plane: the corners of [`at`].
const WHOLE: [Point; 3] = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];

/// The receivers: floor and walls.
pub(super) struct Maps {
    /// Half the lengths of the pool along x and z, in metres.
    pub(super) half: Point,
    /// Height of the floor, in metres.
    pub(super) bottom: f64,
    /// The floor, over x and z.
    pub(super) floor: Map,
    /// The walls at −x, +x, −z and +z, over z or x, and the height.
    pub(super) walls: [Map; 4],
}

impl Maps {
    /// Adds the light of a facet.
    pub(super) fn add(&mut self, facet: &Facet) {
        let landed = facet.rays.map(|ray| ray.floor);
        let beyond = |point: &Point| (0..2).any(|axis| point[axis].abs() > self.half[axis]);
        if !landed.iter().any(beyond) {
            self.floor.add(landed, facet.flux);
            return;
        }
        let mut inside = Polygon::triangle(WHOLE);
        for end in ENDS {
            let beyond;
            (inside, beyond) = self.cut(facet, &inside, 0, end);
            self.add_beyond_x(facet, beyond, end);
        }
        for end in ENDS {
            let beyond;
            (inside, beyond) = self.cut(facet, &inside, 1, end);
            for part in beyond.fan() {
                self.add_to_wall(facet, part, 1, end);
            }
        }
        for part in inside.fan() {
            let image = part.map(|point| ray_at(facet, point).floor);
            self.floor.add(image, share(part) * facet.flux);
        }
    }

    /// Cuts part of a facet into the part that lands on this side of a wall and the part that passes through it, on the plane of the floor.
    fn cut(&self, facet: &Facet, part: &Polygon, axis: usize, end: f64) -> (Polygon, Polygon) {
        if facet
            .rays
            .iter()
            .all(|ray| end * ray.floor[axis] <= self.half[axis])
        {
            return (*part, Polygon::NOTHING);
        }
        part.split(|point| end * ray_at(facet, point).floor[axis] - self.half[axis])
    }

    /// Adds the part that passes through a wall of x: to that wall, or to one of z if its rays hit that first.
    fn add_beyond_x(&mut self, facet: &Facet, mut beyond: Polygon, x_end: f64) {
        for z_end in ENDS {
            let corner;
            (beyond, corner) = self.cut(facet, &beyond, 1, z_end);
            for part in corner.fan() {
                // Which wall is hit first is not affine in the point; between a triangle's corners it is interpolated.
                let lead = part.map(|point| self.lead(&ray_at(facet, point), x_end, z_end));
                let (to_x, to_z) = Polygon::triangle(WHOLE).split(|point| at(lead, point));
                for (pieces, axis, end) in [(to_x, 0, x_end), (to_z, 1, z_end)] {
                    for piece in pieces.fan() {
                        let piece =
                            piece.map(|point| [0, 1].map(|i| at(part.map(|c| c[i]), point)));
                        self.add_to_wall(facet, piece, axis, end);
                    }
                }
            }
        }
        for part in beyond.fan() {
            self.add_to_wall(facet, part, 0, x_end);
        }
    }

    /// Negative if a ray that passes through both walls hits that of x first.
    fn lead(&self, ray: &Ray, x_end: f64, z_end: f64) -> f64 {
        let (to_x, run_x) = self.distances(ray, 0, x_end);
        let (to_z, run_z) = self.distances(ray, 1, z_end);
        to_x * run_z - to_z * run_x
    }

    /// The distance of a ray from a wall where it enters the water, and its travel in that direction until the floor.
    fn distances(&self, ray: &Ray, axis: usize, end: f64) -> (f64, f64) {
        let from = end * ray.surface[2 * axis];
        (self.half[axis] - from, end * ray.floor[axis] - from)
    }

    /// Adds a triangular part of a facet to the wall at this end of an axis.
    fn add_to_wall(&mut self, facet: &Facet, part: [Point; 3], axis: usize, end: f64) {
        let image = part.map(|point| {
            let ray = ray_at(facet, point);
            let (distance, run) = self.distances(&ray, axis, end);
            // A ray parallel to the wall hits it over the whole depth.
            let fraction = match run > 0.0 {
                true => (distance / run).clamp(0.0, 1.0),
                false => 1.0,
            };
            let [x, y, z] = ray.surface;
            let (across, across_floor) = match axis {
                0 => (z, ray.floor[1]),
                _ => (x, ray.floor[0]),
            };
            [
                across + fraction * (across_floor - across),
                y + fraction * (self.bottom - y),
            ]
        });
        let wall = 2 * axis + usize::from(end > 0.0);
        self.walls[wall].add(image, share(part) * facet.flux);
    }
}

/// A value given at a facet's corners, interpolated at a point of its plane.
fn at([a, b, c]: [f64; 3], [u, v]: Point) -> f64 {
    a + u * (b - a) + v * (c - a)
}

/// The ray from a point of a facet's own plane.
fn ray_at(facet: &Facet, point: Point) -> Ray {
    let rays = &facet.rays;
    Ray {
        surface: [0, 1, 2].map(|axis| at(rays.map(|ray| ray.surface[axis]), point)),
        floor: [0, 1].map(|axis| at(rays.map(|ray| ray.floor[axis]), point)),
    }
}

/// The fraction of a facet that a part of it is.
fn share(part: [Point; 3]) -> f64 {
    2.0 * signed_area(part).abs()
}
