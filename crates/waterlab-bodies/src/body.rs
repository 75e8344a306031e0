//! `Body`: shape, density, place and motion of a rigid body.

use crate::hull::{Hull, HullError};
use crate::rope::Rope;
use glam::{DQuat, DVec3, Vec3};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Place and motion of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BodyState {
    /// Of the centroid, metres from the middle of the rest level.
    pub position: DVec3,
    /// From the axes of the hull to those of the world.
    pub rotation: DQuat,
    /// Of the centroid, m/s.
    pub velocity: DVec3,
    /// Angular velocity, rad/s.
    pub spin: DVec3,
}

impl BodyState {
    /// Whether all numbers are finite.
    pub fn is_finite(&self) -> bool {
        let vectors = [self.position, self.velocity, self.spin];
        vectors.iter().all(|vector| vector.is_finite()) && self.rotation.is_finite()
    }
}

/// A vertex of what is seen of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// In the coordinates of the mesh, metres.
    pub position: Vec3,
    /// Unit vector out of the surface.
    pub normal: Vec3,
    /// Linear: red, green and blue from 0 to 1.
    pub albedo: Vec3,
    /// Share of what varnish mirrors, 0 to 1.
    pub gloss: f32,
}

/// What is seen of a mesh: triangles of any number, closed or not, counter-clockwise as seen from outside.
#[derive(Clone, Debug, Default)]
pub struct Skin {
    /// Corners of triangles.
    pub vertices: Vec<Vertex>,
    /// Indices of the corners of each triangle.
    pub triangles: Vec<[u32; 3]>,
}

/// A closed mesh of triangles.
#[derive(Clone, Debug)]
pub struct Mesh {
    name: String,
    hull: Hull,
    /// The middle of the mesh in its own coordinates, which is the origin of the hull.
    centroid: DVec3,
    has_holes: bool,
    skin: Option<Skin>,
}

impl Mesh {
    /// The mesh with this name: vertices in metres, triangles counter-clockwise as seen from outside. A mesh with holes is replaced by its
    /// convex hull.
    pub fn new(
        name: impl Into<String>,
        vertices: &[DVec3],
        triangles: &[[u32; 3]],
    ) -> Result<Self, HullError> {
        let made = Hull::from_triangles(vertices, triangles);
        let has_holes = matches!(made, Err(HullError::Open { .. }));
        let (hull, centroid) = match has_holes {
            true => Hull::convex(vertices)?,
            false => made?,
        };
        Ok(Self {
            name: name.into(),
            hull,
            centroid,
            has_holes,
            skin: None,
        })
    }

    /// Whether it has holes, and floats as its convex hull.
    pub fn has_holes(&self) -> bool {
        self.has_holes
    }

    /// The mesh with what is seen of it, in place of its hull.
    pub fn with_skin(mut self, skin: Skin) -> Self {
        self.skin = Some(skin);
        self
    }

    /// What is seen of it; `None` for its hull.
    pub fn skin(&self) -> Option<&Skin> {
        self.skin.as_ref()
    }

    /// Its name: of a built-in shape, or of a file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its closed surface, of the mesh's own size.
    pub fn hull(&self) -> &Hull {
        &self.hull
    }

    /// The place in the mesh of the hull's origin.
    pub fn centroid(&self) -> DVec3 {
        self.centroid
    }
}

/// The shape of a body; lengths in metres.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A ball.
    Ball {
        /// Diameter.
        diameter: f64,
    },
    /// A box.
    Box {
        /// Sides along x, y and z.
        size: DVec3,
    },
    /// A cylinder along y with half balls at its ends.
    Capsule {
        /// Length with the ends.
        length: f64,
        /// Diameter.
        diameter: f64,
    },
    /// A mesh, scaled.
    Mesh {
        /// The mesh.
        mesh: Arc<Mesh>,
        /// Length of its longest side.
        size: f64,
    },
}

/// The reason why there can't be such a body.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BodyError {
    /// Too small or too large.
    #[error("a body must be {} to {} m long; this one is {size}", Body::SIZES.start(), Body::SIZES.end())]
    Size {
        /// Metres.
        size: f64,
    },
    /// Too light or too heavy.
    #[error("the density of a body must be {} to {} kg/m³; this one is {density}", Body::DENSITIES.start(), Body::DENSITIES.end())]
    Density {
        /// kg/m³.
        density: f64,
    },
    /// A capsule that is shorter than a ball.
    #[error(
        "a capsule must be at least as long as its diameter of {diameter} m; this one is {length} m long"
    )]
    Capsule {
        /// Metres.
        length: f64,
        /// Metres.
        diameter: f64,
    },
    /// A rope that is too short or too long.
    #[error("a rope must be {} to {} m long; this one is {length} m long", Rope::LENGTHS.start(), Rope::LENGTHS.end())]
    Rope {
        /// Metres.
        length: f64,
    },
    /// Place or motion that is not a number, or far too large.
    #[error("place and motion of a body must be numbers up to {}", Body::MAX_STATE)]
    State,
}

/// A rigid body of uniform density.
#[derive(Clone, Debug)]
pub struct Body {
    shape: Shape,
    density: f64,
    hull: Arc<Hull>,
    /// Colour, sRGB; `None` for that of the shape.
    pub colour: Option<[u8; 3]>,
    /// Thrust of its motor toward its bow, which is at +x, N. It acts horizontally while the stern is in the water.
    pub thrust: f64,
    /// Angle of its rudder, radians: the thrust turns the body clockwise as seen from above, or, below 0, anticlockwise.
    pub rudder: f64,
    /// The rope that holds or tows it by its bow.
    pub rope: Option<Rope>,
    /// Place and motion.
    pub state: BodyState,
}

impl Body {
    /// Lengths of bodies, metres.
    pub const SIZES: RangeInclusive<f64> = 0.01..=100.0;
    /// Densities, kg/m³.
    pub const DENSITIES: RangeInclusive<f64> = 10.0..=20_000.0;
    /// Largest coordinate, metres, and speed, m/s.
    pub const MAX_STATE: f64 = 1e5;

    /// A body of this density, kg/m³, at rest in the middle.
    pub fn new(shape: Shape, density: f64) -> Result<Self, BodyError> {
        if !Self::DENSITIES.contains(&density) {
            return Err(BodyError::Density { density });
        }
        let check = |size: f64| match Self::SIZES.contains(&size) {
            true => Ok(()),
            false => Err(BodyError::Size { size }),
        };
        let hull = match &shape {
            Shape::Ball { diameter } => {
                check(*diameter)?;
                Hull::ball(0.5 * diameter)
            }
            Shape::Box { size } => {
                size.to_array().into_iter().try_for_each(check)?;
                Hull::cuboid(*size)
            }
            &Shape::Capsule { length, diameter } => {
                check(diameter)?;
                check(length)?;
                if length < diameter {
                    return Err(BodyError::Capsule { length, diameter });
                }
                Hull::capsule(length, 0.5 * diameter)
            }
            Shape::Mesh { mesh, size } => {
                check(*size)?;
                mesh.hull.scaled(size / mesh.hull.size().max_element())
            }
        };
        Ok(Self {
            shape,
            density,
            hull: Arc::new(hull),
            colour: None,
            thrust: 0.0,
            rudder: 0.0,
            rope: None,
            state: BodyState {
                rotation: DQuat::IDENTITY,
                ..BodyState::default()
            },
        })
    }

    /// The body at a place: x, y and z, metres from the middle of the rest level.
    pub fn at(mut self, place: [f64; 3]) -> Self {
        self.state.position = place.into();
        self
    }

    /// The body with a place and a motion; an error if they are not finite.
    pub fn with_state(mut self, state: BodyState) -> Result<Self, BodyError> {
        let vectors = [state.position, state.velocity, state.spin];
        let is_small = |vector: &DVec3| vector.abs().max_element() <= Self::MAX_STATE;
        if !state.is_finite() || !vectors.iter().all(is_small) {
            return Err(BodyError::State);
        }
        self.state = state;
        self.state.rotation = state.rotation.normalize();
        Ok(self)
    }

    /// The shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// kg/m³.
    pub fn density(&self) -> f64 {
        self.density
    }

    /// The surface.
    pub fn hull(&self) -> &Hull {
        &self.hull
    }

    /// m³.
    pub fn volume(&self) -> f64 {
        self.hull.volume()
    }

    /// kg.
    pub fn mass(&self) -> f64 {
        self.density * self.hull.volume()
    }
}
