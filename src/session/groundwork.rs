//! The tools for ground and the water on it: raise, dig, dam, pour and drain. They act for as long as the pointer is held.

use super::drags::Drag;
use super::{Session, config};
use crate::grid::Grid;
use crate::pool::{Disturbance, Earthwork, Fraction, GroundChange};
use crate::scene::{Tool, WaterConfig};
use crate::shallow::BED_MAP;
use crate::surface::Surface;
use crate::view::VIEWS;
use crate::water::Water;
use std::f64::consts::PI;
use std::sync::Arc;

/// Seconds for which a press acts, however short it is.
const PRESS: f64 = 0.1;

/// Gravity of a water that has none of its own, m/s².
const GRAVITY: f64 = 9.81;

impl Session {
    /// Whether some water is over ground that can rise out of it.
    pub fn knows_ground(&self) -> bool {
        self.simulation.waters().any(|water| water.model().ground)
    }

    /// Whether the view shown is the lit one over uneven ground, which does not exaggerate heights.
    pub(super) fn shows_true_heights(&self) -> bool {
        let is_uneven = |water: &dyn Water| match water.surface() {
            Surface::Bounded(pool) => pool.field.others.has_uneven_ground(),
            Surface::Open(_) => false,
        };
        VIEWS[self.views.shown()].name == "lit" && self.simulation.waters().any(is_uneven)
    }

    /// The tools that some water knows.
    pub fn tools(&self) -> impl Iterator<Item = Tool> {
        let (walls, ground) = (self.knows_walls(), self.knows_ground());
        let tools = [
            Tool::Poke,
            Tool::Source,
            Tool::Walls,
            Tool::Erase,
            Tool::Raise,
            Tool::Dig,
            Tool::Dam,
            Tool::Pour,
            Tool::Drain,
        ];
        let is_known =
            move |tool: &Tool| (walls || !tool.is_of_walls()) && (ground || !tool.is_of_ground());
        tools.into_iter().filter(is_known)
    }

    /// Selects the next tool for ground, or the one before; after the last the pointer pokes.
    pub(super) fn next_ground_tool(&mut self, backward: bool) {
        let mut tools: Vec<_> = self.tools().filter(|tool| tool.is_of_ground()).collect();
        if backward {
            tools.reverse();
        }
        let now = tools.iter().position(|&tool| tool == self.poke.tool);
        let next = now.map_or(0, |now| now + 1);
        self.poke.tool = tools.get(next).copied().unwrap_or(Tool::Poke);
        self.drag = None;
    }

    /// Whether a tool is at work as long as the pointer is held.
    pub(super) fn is_working_ground(&self) -> bool {
        let is_on_water =
            matches!(self.drag, Some(Drag::Water { touched, .. }) if touched.is_some());
        is_on_water && self.poke.tool.is_of_ground()
    }

    /// Applies the tool for some seconds along the path of the drag since the last time.
    pub(super) fn apply_ground_tool(&mut self, seconds: f64) {
        let tool = self.poke.tool;
        let Some(Drag::Water {
            part,
            touched,
            worked,
            crest,
            ..
        }) = &mut self.drag
        else {
            return;
        };
        let Some(to) = *touched else {
            *worked = None;
            return;
        };
        if !tool.is_of_ground() {
            return;
        }
        let water = self
            .simulation
            .waters()
            .nth(*part)
            .filter(|water| water.model().ground);
        let Some(water) =
            water.or_else(|| self.simulation.waters().find(|water| water.model().ground))
        else {
            return;
        };
        let seconds = if worked.is_none() {
            seconds.max(PRESS)
        } else {
            seconds
        };
        let from = worked.replace(to).unwrap_or(to);
        let cells = water.size().columns().max(water.size().rows());
        let radius = self.poke.ground_radius;
        let metres = radius.max(1.0) * water.length() / cells as f64;
        // A jet as wide as the brush that has fallen from half its radius.
        let gravity = water
            .ground_cover()
            .map_or(GRAVITY, |cover| f64::from(cover.gravity));
        let volume = PI * metres * metres * (gravity * metres).sqrt() * seconds;
        let raised = (metres * seconds) as f32;
        let crest = *crest.get_or_insert_with(|| level(water, to) + metres as f32);
        let work = |change| Earthwork {
            from,
            to,
            radius,
            change,
        };
        let line = Disturbance::stroke(from, to, radius.max(1.0), 0.0);
        match tool {
            Tool::Raise => self
                .simulation
                .shape_ground(&work(GroundChange::Raise(raised))),
            Tool::Dig => self
                .simulation
                .shape_ground(&work(GroundChange::Raise(-raised))),
            Tool::Dam => self
                .simulation
                .shape_ground(&work(GroundChange::Dam(crest))),
            Tool::Pour => self.simulation.pour(&line, volume),
            Tool::Drain => self.simulation.pour(&line, -volume),
            Tool::Poke | Tool::Walls | Tool::Erase | Tool::Source => {}
        }
    }

    /// Stores the ground of each water with its settings, for saving, undo, and for when the model is selected again.
    pub(super) fn store_ground(&mut self) {
        let size = self.scene.size;
        let waters = self.simulation.waters().zip(&mut self.configs);
        for ((water, configs), known) in waters.zip(&mut self.known_grounds) {
            // Large grounds take long to compare.
            let revision = (water.model().name, water.depth_revision());
            if !water.model().ground || *known == Some(revision) {
                continue;
            }
            *known = Some(revision);
            let mut now = config(configs, water.model(), size);
            if with_ground(&mut now, water) {
                now.settings = water.settings().clone();
                configs.retain(|config| config.model.name != now.model.name);
                configs.push(now);
            }
        }
    }

    /// The ground of each water as it was kept last, where it is a map.
    pub(super) fn grounds(&self) -> Vec<Option<Arc<Grid<f32>>>> {
        let waters = self.simulation.waters().zip(&self.configs);
        waters
            .map(|(water, configs)| {
                let known = |config: &&WaterConfig| config.model.name == water.model().name;
                configs.iter().find(known).and_then(ground_of).cloned()
            })
            .collect()
    }

    /// The model of each water with its ground.
    pub(super) fn grounds_by_model(&mut self) -> Vec<(&'static str, Option<Arc<Grid<f32>>>)> {
        self.store_ground();
        let models = self.simulation.waters().map(|water| water.model().name);
        models.zip(self.grounds()).collect()
    }

    /// Gives each water the ground that a water of the same model had in its place.
    pub(super) fn set_grounds_by_model(
        &mut self,
        before: &[(&'static str, Option<Arc<Grid<f32>>>)],
    ) {
        let mut grounds = self.grounds();
        let models = self.simulation.waters().map(|water| water.model().name);
        for ((model, ground), (name, before)) in models.zip(&mut grounds).zip(before) {
            if model == *name {
                ground.clone_from(before);
            }
        }
        self.set_grounds(&grounds);
    }

    /// Gives the waters these grounds; a model without ground is left as it is.
    pub(super) fn set_grounds(&mut self, grounds: &[Option<Arc<Grid<f32>>>]) {
        self.store_ground();
        let size = self.scene.size;
        let there = self.grounds();
        for (index, (ground, there)) in grounds.iter().zip(&there).enumerate() {
            let water = self.simulation.waters().nth(index);
            let Some(model) = water.map(Water::model).filter(|model| model.ground) else {
                continue;
            };
            if same(ground.as_ref(), there.as_ref()) {
                continue;
            }
            let configs = &mut self.configs[index];
            let mut now = config(configs, model, size);
            set_ground(&mut now, ground.clone());
            configs.retain(|config| config.model.name != model.name);
            configs.push(now);
            self.simulation.set_ground(index > 0, ground.as_deref());
        }
    }

    /// Whether the ground is another one than that of the scene.
    pub fn has_other_ground(&self) -> bool {
        let own = [Some(&self.scene.water), self.scene.compare.as_ref()];
        let waters = self.simulation.waters().zip(own);
        let mut differ = waters.map(|(water, own)| {
            let own = own.filter(|own| own.model.name == water.model().name);
            own.and_then(ground_of).map(|map| &**map) != water.ground()
        });
        differ.any(|differs| differs)
    }

    /// Gives the waters the ground of the scene again.
    pub fn restore_ground(&mut self) {
        let own = [Some(&self.scene.water), self.scene.compare.as_ref()];
        let waters = self.simulation.waters().zip(own);
        let grounds: Vec<_> = waters
            .map(|(water, own)| {
                let own = own.filter(|own| own.model.name == water.model().name);
                own.and_then(ground_of).cloned()
            })
            .collect();
        self.set_grounds(&grounds);
    }
}

/// Whether two maps are the same one.
pub(super) fn same(one: Option<&Arc<Grid<f32>>>, other: Option<&Arc<Grid<f32>>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (None, None) => true,
        _ => false,
    }
}

/// Gives the configuration of a water its ground as it is now. Returns whether that is another one.
pub(super) fn with_ground(config: &mut WaterConfig, water: &dyn Water) -> bool {
    let is_other = water.model().ground && ground_of(config).map(|map| &**map) != water.ground();
    if is_other {
        let ground = water.ground().map(|ground| Arc::new(ground.clone()));
        set_ground(config, ground);
    }
    is_other
}

fn ground_of(config: &WaterConfig) -> Option<&Arc<Grid<f32>>> {
    let known = config.maps.iter().find(|(key, _)| *key == BED_MAP);
    known.map(|(_, map)| map)
}

fn set_ground(config: &mut WaterConfig, ground: Option<Arc<Grid<f32>>>) {
    config.maps.retain(|(key, _)| *key != BED_MAP);
    config.maps.extend(ground.map(|ground| (BED_MAP, ground)));
}

/// Level of the water at a place, or of the ground where it is dry, metres.
fn level(water: &dyn Water, at: Fraction) -> f32 {
    let (column, row) = water.size().cell(at);
    water.heights().metres(column as i64, row as i64)
}
