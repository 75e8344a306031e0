//! Undo and redo of changes by the user to waters, walls, ground, views, sky, rain and picture, step by step. The surface, the camera and
//! the choice of view are not part of it.
//!
//! Changes are not reported: whenever input pauses, the current state is compared with that of the last pause.

use super::Session;
use super::groundwork::same;
use crate::grid::Grid;
use crate::parameter::{ParameterError, Settings};
use crate::pool::Obstruction;
use crate::scene::{Scene, Sky};
use crate::session::ViewSet;
use crate::view::{PictureRole, RippledPicture};
use crate::water::{MODELS, Model};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use waterlab_bodies::{Bodies, Body, BodyId};

/// Maximum number of steps, and of cells of walls and ground in them, at 4 bytes each.
const STEPS: usize = 100;
const CELLS: usize = 1 << 25;

/// Undo and redo steps.
pub(super) struct History {
    now: Document,
    /// Value of [`Simulation::walls_revision`](crate::scene::Simulation::walls_revision) at that time.
    walls_revision: u64,
    past: Vec<Document>,
    future: Vec<Document>,
}

/// Everything that can be undone, at one time.
#[derive(Clone)]
struct Document {
    /// Of the first water and the compared one.
    waters: Vec<(&'static Model, Settings)>,
    /// Shared while the walls do not change.
    walls: Rc<Obstruction>,
    /// Of each water, where it is a map.
    grounds: Vec<Option<Arc<Grid<f32>>>>,
    views: Vec<Settings>,
    sky: Sky,
    rain: Settings,
    picture: Rc<KeptPicture>,
    /// The bodies that are there, each where it was at that time.
    bodies: Vec<(BodyId, Body)>,
}

/// The picture of the 2D view.
pub(super) struct KeptPicture {
    /// `None` is the built-in one.
    pub(super) file: Option<PathBuf>,
    /// `None` if it is loaded when it is next needed, and without a GL context.
    pub(super) textures: Option<RippledPicture>,
}

impl KeptPicture {
    /// The picture with which a scene starts.
    pub(super) fn of(scene: &Scene, view_set: &ViewSet) -> Rc<Self> {
        let is_named = scene.view.picture.is_some() || scene.view.overlay.is_some();
        Rc::new(Self {
            file: scene.view.picture.clone(),
            textures: view_set.picture().filter(|_| is_named),
        })
    }

    /// Whether the user changed it: the built-in picture follows the model.
    fn is_other(self: &Rc<Self>, other: &Rc<Self>) -> bool {
        !Rc::ptr_eq(self, other) && (self.file.is_some() || other.file.is_some())
    }
}

impl History {
    /// An empty history.
    pub(super) fn new(parts: &Parts) -> Self {
        Self {
            now: parts.document(parts.known_walls),
            walls_revision: parts.walls_revision,
            past: Vec::new(),
            future: Vec::new(),
        }
    }
}

/// The parts of a document.
pub(super) struct Parts<'a> {
    pub(super) waters: Vec<(&'static Model, Settings)>,
    pub(super) walls: &'a Obstruction,
    pub(super) walls_revision: u64,
    /// Walls that may be equal to the current ones.
    pub(super) known_walls: &'a Rc<Obstruction>,
    pub(super) grounds: Vec<Option<Arc<Grid<f32>>>>,
    pub(super) views: Vec<Settings>,
    pub(super) sky: &'a Sky,
    pub(super) rain: &'a Settings,
    pub(super) picture: &'a Rc<KeptPicture>,
    pub(super) bodies: &'a Bodies,
}

impl Parts<'_> {
    /// Reuses the previous walls if they are equal.
    fn document(&self, before: &Rc<Obstruction>) -> Document {
        let walls = Some(before.clone()).filter(|walls| **walls == *self.walls);
        self.document_with(walls)
    }

    fn document_with(&self, walls: Option<Rc<Obstruction>>) -> Document {
        Document {
            waters: self.waters.clone(),
            walls: walls.unwrap_or_else(|| Rc::new(self.walls.clone())),
            grounds: self.grounds.clone(),
            views: self.views.clone(),
            sky: self.sky.clone(),
            rain: self.rain.clone(),
            picture: self.picture.clone(),
            bodies: self
                .bodies
                .iter()
                .map(|floating| (floating.id(), floating.body().clone()))
                .collect(),
        }
    }
}

impl Document {
    /// Names of the parts that differ from `other`; empty if none does.
    fn apart(&self, other: &Self) -> Vec<&'static str> {
        let models = |document: &Self| {
            let names = document.waters.iter().map(|(model, _)| model.name);
            names.collect::<Vec<_>>()
        };
        let differs = [
            ("the model", models(self) != models(other)),
            ("settings", self.settings_differ(other)),
            ("walls", !Rc::ptr_eq(&self.walls, &other.walls)),
            ("the ground", self.ground_differs(other)),
            ("the view", self.views != other.views),
            ("the sky", self.sky != other.sky),
            ("the rain", self.rain != other.rain),
            ("the picture", self.picture.is_other(&other.picture)),
            ("a body", !self.body_ids().eq(other.body_ids())),
        ];
        let named = differs.into_iter().filter(|(_, differs)| *differs);
        named.map(|(name, _)| name).collect()
    }

    fn body_ids(&self) -> impl Iterator<Item = BodyId> {
        self.bodies.iter().map(|(id, _)| *id)
    }

    /// Whether a water that both have is over other ground.
    fn ground_differs(&self, other: &Self) -> bool {
        let of = |document: &Self, index: usize| {
            let (model, _) = document.waters.get(index)?;
            Some((model.name, document.grounds.get(index)?.clone()))
        };
        (0..2).any(|index| match (of(self, index), of(other, index)) {
            (Some((model, own)), Some((other, others))) => {
                model == other && !same(own.as_ref(), others.as_ref())
            }
            _ => false,
        })
    }

    fn settings_differ(&self, other: &Self) -> bool {
        let mut pairs = self.waters.iter().zip(&other.waters);
        pairs.any(|((a, own), (b, others))| a.name == b.name && own != others)
    }
}

impl Session {
    fn parts(&self) -> Parts<'_> {
        Parts {
            waters: self
                .simulation
                .waters()
                .map(|water| (water.model(), water.settings().clone()))
                .collect(),
            walls: self.simulation.walls(),
            walls_revision: self.simulation.walls_revision(),
            known_walls: &self.first_walls,
            grounds: self.grounds(),
            views: self.views.view_set().settings().cloned().collect(),
            sky: &self.sky,
            rain: self.simulation.rain_settings(),
            picture: &self.picture,
            bodies: self.simulation.bodies(false),
        }
    }

    /// Whether there is a step to undo, as of the last checkpoint.
    pub fn can_undo(&self) -> bool {
        self.history
            .as_ref()
            .is_some_and(|history| !history.past.is_empty())
    }

    /// Whether there is a step to redo.
    pub fn can_redo(&self) -> bool {
        self.history
            .as_ref()
            .is_some_and(|history| !history.future.is_empty())
    }

    /// Starts with an empty history.
    pub(super) fn begin_history(&mut self) {
        self.history = Some(History::new(&self.parts()));
    }

    /// Records the changes by the user since the last checkpoint as one undo step. Call it whenever input pauses.
    pub fn checkpoint(&mut self) {
        let Some(mut history) = self.history.take() else {
            return;
        };
        self.store_ground();
        let parts = self.parts();
        // Large pools have many cells to compare.
        let document = match parts.walls_revision == history.walls_revision {
            true => parts.document_with(Some(history.now.walls.clone())),
            false => parts.document(&history.now.walls),
        };
        history.walls_revision = parts.walls_revision;
        if !document.apart(&history.now).is_empty() {
            let before = std::mem::replace(&mut history.now, document);
            history.past.push(before);
            history.future.clear();
            history.forget();
        }
        self.history = Some(history);
    }

    /// Undoes the last step, or, with `again`, redoes the last undone one. Returns its description, if there is one.
    pub(super) fn take_back(&mut self, again: bool) -> Result<Option<String>, ParameterError> {
        // Ends a stroke in progress.
        self.let_go();
        self.checkpoint();
        let Some(mut history) = self.history.take() else {
            return Ok(None);
        };
        let from = if again {
            &mut history.future
        } else {
            &mut history.past
        };
        let Some(wanted) = from.pop() else {
            self.history = Some(history);
            return Ok(None);
        };
        let what = wanted.apart(&history.now).join(", ");
        if let Err(refused) = self.restore(&wanted) {
            from.push(wanted);
            // The previous state was valid.
            let back = self.restore(&history.now);
            self.history = Some(history);
            return back.and(Err(refused));
        }
        let before = std::mem::replace(&mut history.now, wanted);
        match again {
            true => history.past.push(before),
            false => history.future.push(before),
        }
        self.history = Some(history);
        Ok(Some(what))
    }

    /// Lets some hours pass in the sky of every step, so that undo does not turn back the clock.
    pub(super) fn pass_in_history(&mut self, hours: f64) {
        if let Some(History {
            now, past, future, ..
        }) = &mut self.history
        {
            let all = past.iter_mut().chain(future).chain([now]);
            all.for_each(|document| document.sky.pass(hours));
        }
    }

    fn restore(&mut self, wanted: &Document) -> Result<(), ParameterError> {
        let index = |model: &Model| MODELS.iter().position(|other| other.name == model.name);
        let there: Vec<_> = self
            .simulation
            .waters()
            .map(|water| water.model().name)
            .collect();
        if let Some((model, _)) = wanted.waters.first()
            && there.first() != Some(&model.name)
            && let Some(index) = index(model)
        {
            self.set_model(index);
        }
        let compared = wanted.waters.get(1).map(|(model, _)| *model);
        if compared.map(|model| model.name) != there.get(1).copied() {
            self.compare_with(compared);
        }
        for (position, (_, settings)) in wanted.waters.iter().enumerate() {
            self.simulation.apply_settings(position > 0, settings)?;
        }
        self.set_grounds(&wanted.grounds);
        if *self.simulation.walls() != *wanted.walls {
            self.simulation.set_walls(&wanted.walls);
        }
        self.views.view_set_mut().apply_all_settings(&wanted.views);
        self.set_sky(wanted.sky.clone());
        if *self.simulation.rain_settings() != wanted.rain {
            self.simulation.apply_rain(&wanted.rain);
        }
        let there = self.simulation.bodies(false).iter();
        let there: Vec<_> = there.map(|floating| floating.id()).collect();
        for &id in &there {
            if !wanted.body_ids().any(|other| other == id) {
                self.simulation.remove_body(id);
            }
        }
        for (id, body) in &wanted.bodies {
            if !there.contains(id) {
                // No more than there were.
                let _ = self.simulation.put_back_body(*id, body);
            }
        }
        if !Rc::ptr_eq(&self.picture, &wanted.picture) {
            self.picture = wanted.picture.clone();
            match &wanted.picture.textures {
                Some(textures) => self.views.view_set().put_picture(textures.clone()),
                None => self.invalidate_picture(PictureRole::Picture),
            }
        }
        Ok(())
    }
}

impl History {
    /// Drops the oldest steps if there are too many.
    fn forget(&mut self) {
        let mut cells = 0;
        let mut last: Option<&Rc<Obstruction>> = None;
        let mut grounds: &[Option<Arc<Grid<f32>>>] = &[];
        let kept = self.past.iter().rev().take(STEPS).take_while(|document| {
            if last.is_none_or(|last| !Rc::ptr_eq(last, &document.walls)) {
                cells += document.walls.cells().cells().len();
            }
            last = Some(&document.walls);
            for (index, ground) in document.grounds.iter().enumerate() {
                if !same(ground.as_ref(), grounds.get(index).and_then(Option::as_ref)) {
                    cells += ground.as_ref().map_or(0, |ground| ground.cells().len());
                }
            }
            grounds = &document.grounds;
            cells <= CELLS
        });
        let kept = kept.count();
        self.past.drain(..self.past.len() - kept);
    }
}
