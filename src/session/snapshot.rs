//! The current state as a scene: for saving, and for starting from it.

use super::groundwork::with_ground;
use super::{Session, config};
use crate::pool::Obstacle;
use crate::scene::{Poke, Scene, View};
use crate::view::VIEWS;
use std::rc::Rc;
use std::sync::Arc;
use waterlab_bodies::{Body, BodyId, Rope, RopeEnd};

impl Session {
    /// The scene with all changes by the user: waters and their settings, walls, rain, view, sky, camera, brush. It starts from the
    /// beginning.
    pub fn scene_now(&self) -> Scene {
        let scene = &self.scene;
        let mut waters = self
            .simulation
            .waters()
            .zip(&self.configs)
            .map(|(water, configs)| {
                let mut config = config(configs, water.model(), scene.size);
                config.settings = water.settings().clone();
                with_ground(&mut config, water);
                config
            });
        let water = waters.next().unwrap_or_else(|| scene.water.clone());
        let compare = waters.next();
        drop(waters);
        let view_set = self.views.view_set();
        Scene {
            water,
            compare,
            split: self.views.split.left(),
            obstacles: self.obstacles_now(),
            bodies: self.bodies_at_start(),
            rain: self
                .simulation
                .is_raining()
                .then(|| self.simulation.rain_settings().clone()),
            view: View {
                kind: VIEWS[self.views.shown()],
                picture: self.picture.file.clone(),
                settings: view_set.settings().cloned().collect(),
                ..scene.view.clone()
            },
            sky: self.sky.clone(),
            camera: self.camera.to_scene(),
            sound: self.sound.clone(),
            // A saved scene starts with the tool of the original scene.
            poke: Poke {
                tool: scene.poke.tool,
                ..self.poke
            },
            ..scene.clone()
        }
    }

    /// The same scene, starting from the current state of the water.
    pub fn scene_from_now(&self) -> Scene {
        Scene {
            start: self.simulation.to_start(),
            bodies: self.bodies_as(|_, body| body),
            ..self.scene_now()
        }
    }

    /// The bodies that are there: those of the scene where it puts them, others where they are.
    fn bodies_at_start(&self) -> Vec<Body> {
        self.bodies_as(|id, body| self.scene.bodies.get(id.number() as usize).unwrap_or(body))
    }

    /// The bodies that are there, each as `of` says, with the ropes between them.
    fn bodies_as<'a>(&'a self, of: impl Fn(BodyId, &'a Body) -> &'a Body) -> Vec<Body> {
        let bodies = self.simulation.bodies(false);
        // The names in a scene are the numbers of its bodies.
        let tied = |mut rope: Rope| match rope.to {
            RopeEnd::Point(_) => Some(rope),
            RopeEnd::Body(id) => {
                let index = bodies.iter().position(|floating| floating.id() == id)?;
                rope.to = RopeEnd::Body(BodyId::after(index as u64));
                Some(rope)
            }
        };
        let written = bodies.iter().map(|floating| {
            let mut body = of(floating.id(), floating.body()).clone();
            body.rope = body.rope.and_then(tied);
            body
        });
        written.collect()
    }

    /// The obstacles of the scene if they still make the current walls; otherwise a mask.
    fn obstacles_now(&self) -> Vec<Obstacle> {
        let walls = self.simulation.walls();
        // A scene of seas alone can have none; they return with a pool.
        if !self.knows_walls() {
            return Vec::new();
        }
        if *walls == *self.first_walls {
            return self.scene.obstacles.clone();
        }
        match walls.is_open() {
            true => Vec::new(),
            false => vec![Obstacle::Mask(Arc::new(walls.cells().clone()))],
        }
    }

    /// Records that the scene has been saved; walls are not saved where no water has walls.
    pub fn saved(&mut self) {
        if self.knows_walls() {
            self.saved_walls = Rc::new(self.simulation.walls().clone());
        }
    }

    /// Whether there are painted walls that have not been saved.
    pub fn has_unsaved_walls(&self) -> bool {
        *self.simulation.walls() != *self.saved_walls
    }
}
