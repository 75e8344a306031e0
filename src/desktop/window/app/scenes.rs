//! Opens scenes in the window: selected, dropped, or reloaded after an editor has saved the file.

use super::{App, context, splash};
use crate::desktop::disk::as_on_disk;
use crate::desktop::window::panel::Picked;
use crate::scene::named;
use crate::scene::{Files, Scene};
use crate::session::Session;
use anyhow::{Result, anyhow};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

/// Interval between checks of the file.
const LOOK: Duration = Duration::from_millis(500);

/// Number of checks after which a missing file counts as deleted.
const GONE: u32 = 3;

/// The current scene file, and the pictures, masks and maps that it names.
pub(super) struct Watched {
    path: PathBuf,
    /// Its stamp when it was last read.
    seen: Option<Stamp>,
    /// The files that it names, with their stamps.
    others: Vec<(PathBuf, Option<Stamp>)>,
    next: Instant,
    /// Number of successive checks in which it was missing.
    missed: u32,
}

/// Modification time and length of a file.
type Stamp = (SystemTime, u64);

impl Watched {
    /// Watches the file at `path`, which has just been read, and those of `files` that it requested.
    pub(super) fn new(path: PathBuf, files: &dyn Files) -> Self {
        let path = as_on_disk(&path);
        Self {
            seen: stamp(&path),
            others: others(files),
            path,
            next: Instant::now() + LOOK,
            missed: 0,
        }
    }

    /// Records that the window itself has written a file, so that it is not reloaded.
    pub(super) fn wrote(&mut self, file: &Path) {
        let is_this = file.canonicalize().ok() == self.path.canonicalize().ok();
        if is_this {
            self.seen = stamp(&self.path);
            self.forget_changes();
        }
    }

    /// Whether any of the files that the scene names has changed.
    fn others_changed(&self) -> bool {
        self.others.iter().any(|(file, seen)| stamp(file) != *seen)
    }

    /// Updates the stamps after reading.
    fn forget_changes(&mut self) {
        for (file, seen) in &mut self.others {
            *seen = stamp(file);
        }
    }

    /// Time of the next check.
    pub(super) fn due(&self) -> Instant {
        self.next
    }
}

/// The requested files, with their current stamps.
fn others(files: &dyn Files) -> Vec<(PathBuf, Option<Stamp>)> {
    let files = files.asked_for().into_iter().map(|file| as_on_disk(&file));
    files.map(|file| (file.clone(), stamp(&file))).collect()
}

fn stamp(path: &Path) -> Option<Stamp> {
    let there = fs::metadata(path).ok()?;
    Some((there.modified().ok()?, there.len()))
}

impl App {
    /// Opens another scene. Unsaved painted walls are kept until the user opens it a second time.
    pub(super) fn open_picked(&mut self, picked: Picked) {
        if self.may_discard_walls("open the scene") {
            self.tour.interrupt(&mut self.session);
            if self.open_scene(picked, true) {
                self.tour.leave();
            }
        }
    }

    /// Whether the scene may be replaced: unsaved painted walls are kept until the user does `this` a second time.
    pub(super) fn may_discard_walls(&mut self, this: &str) -> bool {
        let walls = Some(self.session.simulation.walls_revision());
        let insists = std::mem::take(&mut self.insisted) == walls;
        let may = insists || !self.session.has_unsaved_walls();
        if !may {
            self.insisted = walls;
            self.panel.complain(format!(
                "The painted walls are not saved. Ctrl+S saves them; {this} again to discard them"
            ));
        }
        may
    }

    /// Opens another scene, with its thumbnail shown meanwhile if `shows_splash`. Returns whether that succeeded; else the current one
    /// continues.
    pub(super) fn open_scene(&mut self, picked: Picked, shows_splash: bool) -> bool {
        if shows_splash
            && let Picked::Bundled(scene) = &picked
            && let Err(error) =
                splash::show(&mut self.overlay, &self.context, &self.window, Some(scene))
        {
            log::debug!("nothing is shown while the scene is read: {error:#}");
        }
        let opened = match &picked {
            Picked::Bundled(scene) => scene
                .read(self.files.clone())
                .map_err(|error| anyhow!("{error}"))
                .and_then(|read| self.begin(read)),
            Picked::File(file) => self.read_file(file).and_then(|read| self.begin(read)),
        };
        self.refresh();
        let is_open = opened.is_ok();
        match (opened, picked) {
            (Ok(()), Picked::Bundled(scene)) => {
                self.watched = None;
                self.opening = Some(Some(scene));
                self.name_it(scene.title());
                if !self.tour.is_on() {
                    self.panel.say(scene.title());
                }
            }
            (Ok(()), Picked::File(file)) => {
                self.opening = Some(None);
                self.name_it(stem(&file));
                self.panel.say(format!("Scene: {}", named(&file)));
                self.recent.add(&file);
                self.watched = Some(Watched::new(file, &*self.session.files()));
            }
            (Err(error), _) => self.panel.complain(format!("{error:#}")),
        }
        is_open
    }

    fn read_file(&self, file: &Path) -> Result<Scene> {
        (self.read_scene)(file).map_err(|error| anyhow!("{error}"))
    }

    /// Replaces the session by a scene at its start. On an error the current one continues.
    fn begin(&mut self, scene: Scene) -> Result<()> {
        let mut session = Session::new(self.context.gl(), scene, false)?;
        context::configure_session(&mut session, &self.context, &self.pass_times);
        self.session = session;
        self.frames.restart();
        self.is_saved = false;
        self.pace.rest();
        self.panel.trouble = None;
        Ok(())
    }

    /// Reloads the scene file if it has been saved since. Returns whether anything visible has changed. Camera, pause and painted walls are
    /// kept where the scene agrees on them with the previous version.
    pub(super) fn reread(&mut self, now: Instant) -> bool {
        let Some(watched) = self.watched.as_mut().filter(|watched| watched.next <= now) else {
            return false;
        };
        watched.next = now + LOOK;
        let stamp = stamp(&watched.path);
        let path = watched.path.clone();
        if stamp.is_none() {
            watched.missed += 1;
            // An editor that replaces the file may delete it first.
            let is_gone = watched.missed == GONE;
            if is_gone {
                self.panel.suffer(format!(
                    "{} is no longer there: Ctrl+S saves the scene as it is",
                    named(&path)
                ));
            }
            return is_gone;
        }
        let was_gone = std::mem::take(&mut watched.missed) >= GONE;
        if stamp == watched.seen && !was_gone && !watched.others_changed() {
            return false;
        }
        watched.seen = stamp;
        watched.forget_changes();
        let read = self.read_file(&path).and_then(|scene| {
            let session = Session::new(self.context.gl(), scene, false)?;
            Ok(session)
        });
        match read {
            Ok(mut session) => {
                context::configure_session(&mut session, &self.context, &self.pass_times);
                session.go_on_from(&self.session);
                self.cache_last();
                self.session = session;
                self.frames.change();
                if let Some(watched) = &mut self.watched {
                    watched.others = others(&*self.session.files());
                }
                self.panel.trouble = None;
                self.panel.say(format!("Reloaded: {}", named(&path)));
            }
            Err(error) => self.panel.suffer(format!("{error:#}")),
        }
        true
    }

    /// Sets the window title from scene and model.
    pub(super) fn name_it(&mut self, scene: String) {
        self.title = scene;
        self.retitle();
    }

    /// Updates the window title if it has changed.
    pub(super) fn retitle(&mut self) {
        let models = self
            .session
            .simulation
            .waters()
            .map(|water| water.model().title);
        let models: Vec<_> = models.collect();
        let title = format!("{} - {} - waterlab", self.title, models.join(" beside "));
        if title != self.shown_title {
            self.window.set_title(&title);
            self.shown_title = title;
        }
    }
}

/// Name of a scene file without its extension.
pub(super) fn stem(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or(file.as_os_str());
    stem.to_string_lossy().into_owned()
}

/// The files of this machine.
pub(super) fn disk() -> Arc<dyn crate::scene::Files> {
    Arc::new(crate::desktop::Disk)
}
