//! The bodies of a simulation: each floats in every water.

use super::{Simulation, new_history};
use crate::parameter::Settings;
use crate::surface::Surface;
use crate::view::{LOOSE_PROPS, LoosePropsThere, Setting, terrace_props};
use crate::water::Water;
use glam::DVec2;
use waterlab_bodies::{
    Bodies, Body, BodyId, BodyState, Floating, Grip, Prop, Surroundings, TooManyBodies,
};

/// The surroundings of a pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Site {
    /// What it stands in.
    pub setting: Setting,
    /// Which of [`LOOSE_PROPS`] are on its terrace; `None` without one.
    pub loose_props: Option<LoosePropsThere>,
}

impl Site {
    /// Reads it from the first view that has the key `setting`. A panorama replaces the terrace.
    pub fn of<'a>(mut settings: impl Iterator<Item = &'a Settings>, has_panorama: bool) -> Self {
        let lit = settings.find(|settings| settings.get("setting").is_some());
        let setting = lit.map_or(Setting::Terrace, |lit| lit.choice("setting"));
        let has_terrace = setting == Setting::Terrace && !has_panorama;
        let loose_props = lit.filter(|_| has_terrace);
        let loose_props = loose_props.map(|lit| LOOSE_PROPS.map(|prop| lit.switch(prop.key)));
        Self {
            setting,
            loose_props,
        }
    }
}

/// The props on the terraces of both waters.
#[derive(Default)]
pub(super) struct Terraces(Vec<Terrace>);

/// The props on a terrace, and what they depend on.
struct Terrace {
    /// Half extents of the pool, metres.
    half: DVec2,
    there: LoosePropsThere,
    props: Vec<Prop>,
}

impl Terraces {
    /// The props on the terrace of a water at a site, which are placed again when that has changed.
    fn props(&mut self, surface: &Surface, site: Site) -> Vec<Prop> {
        let Surface::Bounded(pool) = surface else {
            return Vec::new();
        };
        let Some(there) = site.loose_props else {
            return Vec::new();
        };
        let half = 0.5 * DVec2::from(pool.field.size);
        let is_known = |terrace: &&Terrace| (terrace.half, terrace.there) == (half, there);
        if let Some(known) = self.0.iter().find(is_known) {
            return known.props.clone();
        }
        let placed = terrace_props(half.as_vec2(), there).into_iter();
        let prop = |(vertices, triangles): (Vec<_>, _)| Prop::new(&vertices, triangles);
        let props: Vec<_> = placed.filter_map(prop).collect();
        // One for each water.
        self.0.truncate(1);
        let terrace = Terrace {
            half,
            there,
            props: props.clone(),
        };
        self.0.insert(0, terrace);
        props
    }
}

/// What stands around the bodies in a water, without props.
pub(super) fn surroundings(water: &dyn Water, setting: Setting) -> Surroundings {
    let surroundings = Surroundings::of(water);
    match setting.ground(&water.surface()) {
        Some(ground) => Surroundings {
            rim: ground.rim.into(),
            ground: ground.outside.into(),
            ..surroundings
        },
        None => surroundings,
    }
}

impl Simulation {
    /// The bodies in the water, or in the `compared` one.
    pub fn bodies(&self, compared: bool) -> &Bodies {
        &self.bodies[usize::from(compared)]
    }

    /// Adds a body to every water, with the same name in each.
    pub fn add_body(&mut self, body: Body) -> Result<BodyId, TooManyBodies> {
        let [bodies, others] = &mut self.bodies;
        let is_first = bodies.is_empty();
        let id = bodies.add(body.clone())?;
        others.put_back(id, body)?;
        if is_first {
            // Without bodies, surroundings are not kept up to date.
            self.surround_bodies();
        }
        Ok(id)
    }

    /// Puts back a body that was taken out, under its name.
    pub fn put_back_body(&mut self, id: BodyId, body: &Body) -> Result<(), TooManyBodies> {
        let [bodies, others] = &mut self.bodies;
        let is_first = bodies.is_empty();
        bodies.put_back(id, body.clone())?;
        others.put_back(id, body.clone())?;
        if is_first {
            self.surround_bodies();
        }
        Ok(())
    }

    /// Takes a body out of every water.
    pub fn remove_body(&mut self, id: BodyId) -> Option<Body> {
        let [own, _] = self.bodies.each_mut().map(|bodies| bodies.remove(id));
        own
    }

    /// Takes all bodies out.
    pub fn clear_bodies(&mut self) {
        let ids: Vec<_> = self.bodies(false).iter().map(Floating::id).collect();
        for id in ids {
            self.remove_body(id);
        }
    }

    /// Sets place and motion of a body in every water.
    pub fn set_body_state(&mut self, id: BodyId, state: BodyState) {
        for bodies in &mut self.bodies {
            bodies.set_state(id, state);
        }
    }

    /// Holds bodies by springs, in every water, from the next step on; releases all others.
    pub fn hold_bodies(&mut self, grips: &[Grip]) {
        for bodies in &mut self.bodies {
            bodies.hold(grips);
        }
    }

    /// Sets the surroundings of a pool: what bodies outside of it lie on and bump into.
    pub fn set_site(&mut self, site: Site) {
        if std::mem::replace(&mut self.site, site) != site {
            self.surround_bodies();
        }
    }

    /// Lets the bodies continue in waters that were replaced or reset, whose surfaces may include what they displace.
    pub(super) fn enter_bodies(&mut self, includes_them: [bool; 2]) {
        self.history = new_history();
        let [bodies, others] = &mut self.bodies;
        if bodies.is_empty() {
            return;
        }
        bodies.enter(&*self.water, includes_them[0]);
        if let Some(other) = &self.other {
            others.enter(&**other, includes_them[1]);
        }
    }

    /// Tells the bodies what stands around them.
    pub(super) fn surround_bodies(&mut self) {
        let waters = [&*self.water, self.other.as_deref().unwrap_or(&*self.water)];
        for (bodies, water) in self.bodies.iter_mut().zip(waters) {
            if !bodies.is_empty() {
                bodies.set_surroundings(Surroundings {
                    props: self.terraces.props(&water.surface(), self.site),
                    ..surroundings(water, self.site.setting)
                });
            }
        }
    }
}
