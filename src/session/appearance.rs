//! A hash of everything that a frame of a session depends on: a frame is redrawn where it has changed. Panel and pointer are not part of
//! it.

use super::{Session, eye};
use crate::parameter::{Settings, Value};
use crate::session::Part;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

impl Session {
    /// The hash of a frame of `size` pixels. Does not allocate.
    pub fn appearance(&self, size: (usize, usize)) -> u64 {
        let mut hasher = DefaultHasher::new();
        size.hash(&mut hasher);
        self.views.shown().hash(&mut hasher);
        self.views.split.left().to_bits().hash(&mut hasher);
        hash_settings(self.views.view_set().view().settings(), &mut hasher);
        hash_settings(&self.sky.settings, &mut hasher);
        for angle in [self.sky.elevation, self.sky.azimuth] {
            angle.map(f64::to_bits).hash(&mut hasher);
        }
        for water in self.simulation.waters() {
            water.model().name.hash(&mut hasher);
            water.revision().hash(&mut hasher);
            hash_settings(water.settings(), &mut hasher);
        }
        self.simulation.walls_revision().hash(&mut hasher);
        Rc::as_ptr(&self.picture).hash(&mut hasher);
        let whole = Part {
            left: 0,
            width: size.0.max(1),
            height: size.1.max(1),
        };
        let eye = eye(&self.camera, whole);
        eye.origin.to_array().map(f64::to_bits).hash(&mut hasher);
        let matrices = [eye.view, eye.projection].map(|matrix| matrix.to_cols_array());
        for number in matrices.as_flattened() {
            number.to_bits().hash(&mut hasher);
        }
        hasher.finish()
    }
}

fn hash_settings(settings: &Settings, hasher: &mut impl Hasher) {
    for (_, value) in settings.iter() {
        match value {
            Value::Integer(number) => number.hash(hasher),
            Value::Real(number) => number.to_bits().hash(hasher),
            Value::Switch(on) => on.hash(hasher),
            Value::Choice(option) => option.hash(hasher),
        }
    }
}
