//! Rigid bodies in the water of [waterlab](https://docs.rs/waterlab): they float, sink, are thrown, and move the water (docs/models.md
//! §16).
//!
//! Bodies and water meet in two ways: the water gives height and velocity at a place, and bodies give it the volume that they displace.
//! [`Bodies`] has all that is in a water: it computes the water's forces on each [`Hull`] facet by facet, moves the bodies, resolves
//! contacts with rapier3d, and raises the water by what they displace.
//!
//! ```
//! use waterlab_bodies::{Bodies, Body, Shape, Surroundings};
//! use waterlab_core::{parameter::Value, pool::Size, water::Model};
//!
//! let mut water = Model::named("wave").ok_or("no such model")?.create(Size::new(64, 64)?);
//! water.set("depth", Value::Real(1.6))?;
//! let mut bodies = Bodies::new(Surroundings::of(&*water));
//! let ball = bodies.add(Body::new(Shape::Ball { diameter: 0.3 }, 300.0)?.at([0.2, 0.5, 0.0]))?;
//! for _ in 0..600 {
//!     bodies.step(&mut *water, 1.0 / 60.0);
//! }
//! let floating = bodies.get(ball).ok_or("it is still there")?;
//! assert!((floating.immersion().volume / floating.body().volume() - 0.3).abs() < 0.02);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]
#![forbid(unsafe_code)]

mod body;
mod contacts;
mod displacement;
mod floating;
mod force;
mod ground;
mod hull;
mod level;
mod local_water;
mod rope;
mod splash;
mod surroundings;
mod world;

pub use body::{Body, BodyError, BodyState, Mesh, Shape, Skin, Vertex};
pub use displacement::{Cells, Displacement};
pub use floating::{BodyId, Floating, Grip};
pub use force::{
    ADDED_MASS, FORM_DRAG, Immersion, SKIN_FRICTION, WATER_DENSITY, immersion, place_vertices,
};
pub use hull::{Hull, HullError, MAX_FACETS, MAX_TRIANGLES};
pub use rope::{Rope, RopeEnd, RopeSpan};
pub use surroundings::{Prop, Surroundings};
pub use world::{Bodies, MAX_BODIES, TooManyBodies};
