//! Small pictures of the bundled scenes, drawn by a thread of its own on a context of its own while the window goes on.

use crate::gl::{ApiChoice, Gl, Surfaceless};
use crate::grid::Grid;
use crate::play::Session;
use crate::scene::{BUNDLED, Bundle, BundledScene};
use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

/// Pixels of a picture.
pub(super) const SIZE: (usize, usize) = (208, 117);

/// Steps before the picture: enough for something to be seen.
const STEPS: u64 = 150;

/// A scene's number and its picture.
type Drawn = (usize, Grid<[u8; 4]>);

/// The pictures that there are so far.
pub(super) struct Thumbnails {
    pictures: [Option<TextureHandle>; BUNDLED.len()],
    painter: Option<Painter>,
}

/// The thread.
struct Painter {
    drawn: Receiver<Drawn>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Thumbnails {
    /// None yet, and no thread.
    pub(super) fn new() -> Self {
        Self {
            pictures: [const { None }; BUNDLED.len()],
            painter: None,
        }
    }

    /// Begins to draw them, if that has not begun.
    pub(super) fn begin(&mut self) {
        self.painter.get_or_insert_with(Painter::start);
    }

    /// Takes what has been drawn since; whether there is more to come.
    pub(super) fn take(&mut self, context: &Context) -> bool {
        let Some(painter) = &self.painter else {
            return false;
        };
        // Asked first: what it sends last is taken below.
        let thread = painter.thread.as_ref();
        let goes_on = thread.is_some_and(|thread| !thread.is_finished());
        while let Ok((scene, picture)) = painter.drawn.try_recv() {
            let size = [picture.columns(), picture.rows()];
            let image = ColorImage::from_rgba_unmultiplied(size, picture.cells().as_flattened());
            let name = BUNDLED[scene].name;
            let texture = context.load_texture(name, image, TextureOptions::LINEAR);
            self.pictures[scene] = Some(texture);
        }
        goes_on
    }

    /// Of a scene by its number.
    pub(super) fn of(&self, scene: usize) -> Option<&TextureHandle> {
        self.pictures[scene].as_ref()
    }
}

impl Painter {
    fn start() -> Self {
        let (sender, drawn) = channel();
        let is_over = Arc::new(AtomicBool::new(false));
        let told = is_over.clone();
        let thread = thread::Builder::new()
            .name("thumbnails".to_owned())
            .spawn(move || paint(&sender, &told));
        Self {
            drawn,
            is_over,
            // Without a thread there are names without pictures.
            thread: thread.ok(),
        }
    }
}

impl Drop for Painter {
    /// Waits for the picture that is being drawn: a driver must not be left in the middle of it.
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn paint(sender: &Sender<Drawn>, is_over: &AtomicBool) {
    let gl = match Surfaceless::open(ApiChoice::default()) {
        Ok(gl) => gl,
        Err(error) => return log::debug!("no pictures of scenes: {error}"),
    };
    for (index, scene) in BUNDLED.iter().enumerate() {
        if is_over.load(Ordering::Relaxed) {
            return;
        }
        let drawn = picture(&gl, scene, is_over);
        let sent = drawn.map(|picture| sender.send((index, picture)).is_ok());
        match sent {
            Ok(true) => {}
            // Nobody is there to look at it.
            Ok(false) => return,
            Err(error) => log::debug!("no picture of {}: {error:#}", scene.name),
        }
    }
}

fn picture(gl: &Gl, scene: &BundledScene, is_over: &AtomicBool) -> anyhow::Result<Grid<[u8; 4]>> {
    let scene = scene.read(Arc::new(Bundle::default()))?;
    let mut session = Session::new(gl, scene, false)?;
    for _ in 0..STEPS {
        if is_over.load(Ordering::Relaxed) {
            break;
        }
        session.play.advance();
    }
    Ok(session.picture(SIZE)?)
}
