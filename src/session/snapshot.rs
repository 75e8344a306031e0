//! What is there now as a scene: to be saved, and to begin from again.

use super::{Session, config};
use crate::pool::Obstacle;
use crate::scene::{Poke, Scene, View};
use crate::view::VIEWS;
use std::rc::Rc;
use std::sync::Arc;

impl Session {
    /// The scene as hands have changed it: waters and their settings, walls, rain, view, sky, camera, poke. What happens in it
    /// happens from its beginning.
    pub fn scene_now(&self) -> Scene {
        let scene = &self.scene;
        let mut waters = self
            .simulation
            .waters()
            .zip(&self.configs)
            .map(|(water, configs)| {
                let mut config = config(configs, water.model(), scene.size);
                config.settings = water.settings().clone();
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
            // Who opens it begins with what the scene gives into the hand.
            poke: Poke {
                tool: scene.poke.tool,
                ..self.poke
            },
            ..scene.clone()
        }
    }

    /// That scene, beginning with the moment that there is.
    pub fn scene_from_now(&self) -> Scene {
        Scene {
            start: self.simulation.moment(),
            ..self.scene_now()
        }
    }

    /// Those of the scene while they make the walls that there are; else a mask.
    fn obstacles_now(&self) -> Vec<Obstacle> {
        let walls = self.simulation.walls();
        // A scene of seas alone can have none; they come back with a pool.
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

    /// Takes note that the scene has been saved as it is; walls are not, where no water knows any.
    pub fn saved(&mut self) {
        if self.knows_walls() {
            self.saved_walls = Rc::new(self.simulation.walls().clone());
        }
    }

    /// Whether there are walls by hand that would be lost.
    pub fn has_unsaved_walls(&self) -> bool {
        *self.simulation.walls() != *self.saved_walls
    }
}
