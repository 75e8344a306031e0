//! Bodies under user control: they are dropped, taken out, dragged and thrown.

use super::drags::Drag;
use super::{Session, eye};
use crate::parameter::Value;
use crate::scene::{Tool, density_of, named_body};
use crate::session::Part;
use crate::surface::Surface;
use crate::view::{LOOSE_PROPS, LooseProp};
use crate::water::{Sampler, Water};
use glam::{DQuat, DVec2, DVec3, Vec2};
use waterlab_bodies::{Bodies, Body, BodyId, Grip, Shape};

/// Height above the water from which a body is dropped, in its sizes.
const DROP: f64 = 1.5;

/// Refractive index of water, for what is below the surface at a pixel.
const INDEX: f64 = 1.333;

/// Slope of a view direction above which a body is dragged level along the water, and not across the view.
const STEEP: f64 = 0.6;

/// Height of the eye of a view from above, metres: above all bodies.
const HIGH: f64 = 1000.0;

/// A body that is being dragged.
#[derive(Clone, Copy)]
pub(super) struct Held {
    pub(super) body: BodyId,
    /// The point of the body that is held, as in [`Grip`].
    point: DVec3,
    /// The plane of the drag: a point of it, and its normal.
    plane: (DVec3, DVec3),
    /// The distance from the eye at which it is carried instead, metres.
    distance: Option<f64>,
}

/// A ray: origin and direction.
type Ray = (DVec3, DVec3);

/// The body to drop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyChoice {
    /// One of [`shape_names`](crate::scene::shape_names).
    pub shape: &'static str,
    /// Longest side, metres.
    pub size: f64,
    /// kg/m³.
    pub density: f64,
}

impl BodyChoice {
    /// Chooses another shape, with its own density if it has one.
    pub fn choose(&mut self, shape: &'static str) {
        self.shape = shape;
        if let Some(density) = density_of(shape) {
            self.density = density;
        }
    }

    /// A ball for water of this length, metres.
    pub(super) fn for_length(length: f64) -> Self {
        Self {
            shape: "ball",
            size: 0.15 * length,
            density: 300.0,
        }
    }
}

/// The shape of the pointer: what a press would take hold of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cursor {
    /// Nothing but water.
    Water,
    /// A body.
    Grab,
    /// A body is held.
    Grabbing,
}

impl Session {
    /// The shape of the pointer at a pixel of a window of `size`.
    pub fn cursor(&self, pixel: Vec2, size: (usize, usize)) -> Cursor {
        match self.drag {
            Some(Drag::Body(_)) => Cursor::Grabbing,
            None if self.poke.tool == Tool::Poke
                && !self.views.is_on_line(&self.simulation, pixel, size)
                && (self.body_at(pixel, size).is_some()
                    || self.loose_prop_at(pixel, size).is_some()) =>
            {
                Cursor::Grab
            }
            _ => Cursor::Water,
        }
    }

    /// The ray of a pixel of a window of `size`, in the water's coordinates; straight down in a view from above.
    fn ray(&self, pixel: Vec2, size: (usize, usize)) -> Option<Ray> {
        if !self.has_eye() {
            let place = self.seen_from_above(pixel, size)?;
            return Some((DVec3::new(place.x, HIGH, place.y), DVec3::NEG_Y));
        }
        let parts = self.views.parts(&self.simulation, size);
        let part = parts[self.views.part_at(&self.simulation, pixel, size)];
        let pixel = pixel - Vec2::new(part.left as f32, 0.0);
        let eye = eye(&self.camera, part);
        let size = Vec2::new(part.width as f32, part.height as f32);
        let (from, along) = eye.ray(pixel, size);
        let origin = DVec3::new(eye.origin.x, 0.0, eye.origin.y);
        Some((origin + from.as_dvec3(), along.as_dvec3().normalize()))
    }

    /// The place at a pixel of a view without a camera, x and z, metres.
    fn seen_from_above(&self, pixel: Vec2, size: (usize, usize)) -> Option<DVec2> {
        let camera = &self.camera;
        let seen = |part: Part| eye(camera, part);
        let part = self.views.part_at(&self.simulation, pixel, size);
        let views = &self.views;
        let place = views.place_on_water(&self.simulation, part, pixel, seen, size)?;
        let surface = self.simulation.waters().nth(part)?.surface();
        Some((DVec2::from(place) - 0.5) * DVec2::from(surface.field().size))
    }

    /// The body at a pixel, and the place where the ray meets it.
    pub(super) fn body_at(&self, pixel: Vec2, size: (usize, usize)) -> Option<(BodyId, DVec3)> {
        let part = self.views.part_at(&self.simulation, pixel, size);
        let bodies = self.simulation.bodies(part > 0);
        if bodies.is_empty() {
            return None;
        }
        met(bodies, self.ray(pixel, size)?)
    }

    /// The prop on the terrace at a pixel that can be picked up: its distance from the eye, metres, the key of its setting, and it as a body.
    fn loose_prop_at(
        &self,
        pixel: Vec2,
        size: (usize, usize),
    ) -> Option<(f64, &'static str, Body)> {
        let settings = self.views.view_set().view().settings();
        let is_there = |prop: &&LooseProp| settings.get(prop.key) == Some(Value::Switch(true));
        let mut there = LOOSE_PROPS.iter().filter(is_there).peekable();
        there.peek()?;
        self.site().loose_props?;
        let surface = self.simulation.water().surface();
        let Surface::Bounded(pool) = &surface else {
            return None;
        };
        let half = (0.5 * DVec2::from(pool.field.size)).as_vec2();
        let (from, along) = self.ray(pixel, size).filter(|(from, _)| from.y >= 0.0)?;
        let near = there.filter_map(|prop| {
            let foot = prop.foot(half)?.as_dvec3();
            // Within the reach of any part of it: before its triangles are tested.
            let off = foot + DVec3::Y * (0.5 * prop.size) - from;
            let is_near = off.cross(along).length() < 0.75 * prop.size;
            let body = is_near.then(|| loose_body(prop, foot)).flatten()?;
            let back = body.state.rotation.inverse();
            let start = back * (from - body.state.position);
            let far = body.hull().hit(start, back * along, f64::INFINITY)?;
            Some((far, prop.key, body))
        });
        near.min_by(|(one, ..), (other, ..)| one.total_cmp(other))
    }

    /// Takes hold of the body at a pixel, or of a prop on the terrace, if there is one. Returns whether there is one, even if the water has
    /// no room for the prop.
    pub(super) fn hold_body(&mut self, pixel: Vec2, size: (usize, usize)) -> bool {
        let from = self.ray(pixel, size).map(|(from, _)| from);
        let (from, at) = (from.unwrap_or_default(), self.body_at(pixel, size));
        let far = at.map_or(f64::INFINITY, |(_, place)| place.distance(from));
        if let Some((near, key, body)) = self.loose_prop_at(pixel, size)
            && near < far
        {
            if let Err(error) = self.simulation.add_body(body) {
                self.refused_body = Some(error.to_string());
                return true;
            }
            let views = self.views.view_set_mut();
            views.set_in_all(key, Value::Switch(false));
            self.simulation.set_site(self.site());
        }
        let Some((body, place)) = self.body_at(pixel, size) else {
            return false;
        };
        let Some(floating) = self.simulation.bodies(false).get(body) else {
            return false;
        };
        let state = floating.body().state;
        let Some((_, along)) = self.ray(pixel, size) else {
            return false;
        };
        let normal = if along.y.abs() > STEEP {
            DVec3::Y
        } else {
            -along
        };
        self.last_body = Some(body);
        self.drag = Some(Drag::Body(Held {
            body,
            point: state.rotation.inverse() * (place - state.position),
            plane: (place, normal),
            distance: None,
        }));
        self.drag_body(pixel, size);
        true
    }

    /// Takes hold of the body in the middle of the view, if there is one, and keeps it at its distance.
    pub(super) fn hold_aimed(&mut self, size: (usize, usize)) {
        let pixel = self.middle(size);
        if self.drag.is_some() || !self.hold_body(pixel, size) {
            return;
        }
        if let Some((from, _)) = self.ray(pixel, size)
            && let Some(Drag::Body(held)) = &mut self.drag
        {
            held.distance = Some(held.plane.0.distance(from));
        }
    }

    /// Draws the held body to a pixel.
    pub(super) fn drag_body(&mut self, pixel: Vec2, size: (usize, usize)) {
        let Some(Drag::Body(held)) = self.drag else {
            return;
        };
        let Some((from, along)) = self.ray(pixel, size) else {
            return;
        };
        let (point, normal) = held.plane;
        let toward = along.dot(normal);
        let far = match held.distance {
            Some(distance) => distance,
            None => (point - from).dot(normal) / toward,
        };
        let target = match far.is_finite() && far > 0.0 {
            true => from + along * far,
            false => return,
        };
        self.simulation.hold_bodies(&[Grip {
            body: held.body,
            point: held.point,
            target,
        }]);
    }

    /// Ends a drag; a held body flies on.
    pub(super) fn let_go(&mut self) {
        if let Some(Drag::Body(_)) = self.drag.take() {
            self.simulation.hold_bodies(&[]);
        }
    }

    /// Drops the chosen body above the water at a pixel, or in the middle of the view.
    pub(super) fn drop_body(&mut self, pixel: Option<Vec2>, size: (usize, usize)) {
        let place = self.water_at(pixel.unwrap_or(self.middle(size)), size);
        let dropped = match (place, pixel) {
            (Some(place), _) => self.drop_over(&self.body_choice.clone(), place),
            (None, Some(_)) => Err("There is no water here: point at it to drop a body".into()),
            (None, None) => {
                Err("There is no water in the middle of the view: turn the camera to it".into())
            }
        };
        self.refused_body = dropped.err();
    }

    /// Drops a body above the water at a place in fractions of the pool, or of what a sea shows.
    pub fn drop_body_at(
        &mut self,
        choice: &BodyChoice,
        place: (f64, f64),
    ) -> Result<BodyId, String> {
        let water = self.simulation.water();
        let place = match self.sample(water, place) {
            Some(place) => place,
            None => {
                let at = (DVec2::from(place) - 0.5) * DVec2::from(water.surface().field().size);
                DVec3::new(at.x, 0.0, at.y)
            }
        };
        self.drop_over(choice, place)
    }

    /// Drops a body above a place of the surface.
    fn drop_over(&mut self, choice: &BodyChoice, place: DVec3) -> Result<BodyId, String> {
        let mut body = named_body(choice.shape, choice.size, choice.density)?;
        let height = place.y + DROP * body.hull().size().max_element();
        body.state.position = DVec3::new(place.x, height, place.z);
        let added = self.simulation.add_body(body);
        let id = added.map_err(|error| error.to_string())?;
        self.last_body = Some(id);
        Ok(id)
    }

    /// The place of the surface of a water at fractions of it, metres, where these name one place.
    fn sample(&self, water: &dyn Water, place: (f64, f64)) -> Option<DVec3> {
        let sampler = Sampler::new(water, self.simulation.steps_per_second());
        let sample = sampler.at_fraction(place)?;
        Some(DVec3::new(
            sample.place.x,
            sample.height.into(),
            sample.place.y,
        ))
    }

    /// Takes out the body at a pixel, or the one that was dropped or held last.
    pub(super) fn remove_body(&mut self, pixel: Option<Vec2>, size: (usize, usize)) {
        let at_pixel = pixel.and_then(|pixel| self.body_at(pixel, size));
        let id = at_pixel.map(|(id, _)| id).or(self.last_body.take());
        if let Some(id) = id {
            self.let_go();
            self.simulation.remove_body(id);
        }
    }

    /// The place of the surface at a pixel, metres.
    fn water_at(&self, pixel: Vec2, size: (usize, usize)) -> Option<DVec3> {
        let camera = &self.camera;
        let seen = |part: Part| eye(camera, part);
        let part = self.views.part_at(&self.simulation, pixel, size);
        let place = self
            .views
            .place_at(&self.simulation, part, pixel, seen, size)?;
        let water = match self.simulation.other() {
            Some(other) if part > 0 => other,
            _ => self.simulation.water(),
        };
        if let Some(place) = self.sample(water, place) {
            return Some(place);
        }
        match water.surface() {
            Surface::Bounded(pool) => {
                let at = (DVec2::from(place) - 0.5) * DVec2::from(pool.field.size);
                Some(DVec3::new(at.x, 0.0, at.y))
            }
            // A sea without a window repeats: where the ray meets its level.
            Surface::Open(_) => {
                let (from, along) = self.ray(pixel, size)?;
                let far = -from.y / along.y;
                (far > 0.0 && far.is_finite()).then(|| from + along * far)
            }
        }
    }
}

/// A prop whose foot is at a place, as a body.
fn loose_body(prop: &LooseProp, foot: DVec3) -> Option<Body> {
    let density = prop.density.or(density_of(prop.shape))?;
    let mut body = named_body(prop.shape, prop.size, density).ok()?;
    body.state.rotation = DQuat::from_rotation_y(prop.turn);
    let centroid = match body.shape() {
        Shape::Mesh { mesh, size } => mesh.centroid() * (size / mesh.hull().size().max_element()),
        _ => DVec3::Y * (0.5 * prop.size),
    };
    body.state.position = foot + body.state.rotation * centroid;
    body.colour = prop.colour;
    Some(body)
}

/// The first body on a ray, which is bent at the level of the water.
fn met(bodies: &Bodies, (from, along): Ray) -> Option<(BodyId, DVec3)> {
    let to_level = -from.y / along.y;
    let crosses = to_level > 0.0 && to_level.is_finite();
    let first = if crosses { to_level } else { f64::INFINITY };
    if let Some((body, far)) = bodies.hit(from, along, first) {
        return Some((body, from + along * far));
    }
    if !crosses {
        return None;
    }
    let surface = from + along * to_level;
    let ratio = if along.y < 0.0 { 1.0 / INDEX } else { INDEX };
    let flat = DVec2::new(along.x, along.z) * ratio;
    let rest = 1.0 - flat.length_squared();
    if rest <= 0.0 {
        return None;
    }
    let bent = DVec3::new(flat.x, rest.sqrt().copysign(along.y), flat.y);
    let (body, far) = bodies.hit(surface, bent, f64::INFINITY)?;
    Some((body, surface + bent * far))
}

#[cfg(test)]
mod tests {
    use super::*;
    use waterlab_bodies::Surroundings;
    use waterlab_core::pool::Size;

    #[test]
    fn a_body_under_water_is_met_where_refraction_shows_it() {
        let size = Size::new(32, 32).unwrap();
        let water = crate::water::MODELS[0].create(size);
        let mut bodies = Bodies::new(Surroundings::of(&*water));
        let ball = Body::new(Shape::Ball { diameter: 0.1 }, 2500.0).unwrap();
        let id = bodies.add(ball.at([0.5, -0.8, 0.0])).unwrap();
        // Down at 45°, entering at x = 0: it goes on with sin = sin 45° / 1.333.
        let along = DVec3::new(1.0, -1.0, 0.0).normalize();
        let from = DVec3::new(-1.0, 1.0, 0.0);
        let sin: f64 = 0.5_f64.sqrt() / 1.333;
        let deep = 0.8 * sin / (1.0 - sin * sin).sqrt();
        assert!((deep - 0.5).abs() < 0.01, "the place was chosen for it");
        let (met_id, place) = met(&bodies, (from, along)).unwrap();
        assert_eq!(met_id, id);
        assert!(
            place.distance(DVec3::new(0.5, -0.8, 0.0)) < 0.051,
            "{place}"
        );
        // Straight on it would be 0.8.
        assert!(met(&bodies, (from + DVec3::X * 0.3, along)).is_none());
    }
}
