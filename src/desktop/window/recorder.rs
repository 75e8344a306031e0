//! Clips of what the window shows, at a steady rate while the play goes on: pictures go to a thread that writes them, each for as many
//! frames as have become due since the last. Where the writer does not keep up, a picture stands longer; the clip runs as long as
//! the play did.

use super::WindowError;
use crate::gl::{Gl, GlError, Target};
use crate::grid::Grid;
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// Pictures that wait for the writer, at most.
const WAITING: usize = 24;

/// Frames a second.
pub(super) const RATE: f64 = 25.0;

/// As what a clip is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClipFormat {
    /// H.264, by ffmpeg.
    #[default]
    Mp4,
    /// A GIF that plays for ever.
    Gif,
    /// Numbered pictures in a folder.
    Pictures,
}

impl ClipFormat {
    /// All of them, with what people call them.
    pub(super) const ALL: [(Self, &'static str); 3] = [
        (Self::Mp4, "MP4"),
        (Self::Gif, "GIF"),
        (Self::Pictures, "Pictures"),
    ];
}

/// A clip to be written.
pub struct Film {
    /// As what.
    pub format: ClipFormat,
    /// Pixels, columns and rows.
    pub size: (usize, usize),
    /// Frames a second.
    pub fps: f64,
    /// Its pictures, opaque RGBA, row 0 at the top, each with how many frames it stays; the clip ends when there are no more.
    pub pictures: Receiver<(Arc<Grid<[u8; 4]>>, u64)>,
}

/// Writes a clip somewhere and says where, or why not. Called on a thread of its own.
pub type WriteFilm =
    Arc<dyn Fn(Film) -> Result<PathBuf, Box<dyn Error + Send + Sync>> + Send + Sync>;

/// What is being recorded, and what is being written still.
pub(super) struct Recorder {
    write: WriteFilm,
    running: Option<Running>,
    finishing: Vec<JoinHandle<Written>>,
}

type Written = Result<PathBuf, Box<dyn Error + Send + Sync>>;

struct Running {
    target: Target,
    pictures: SyncSender<(Arc<Grid<[u8; 4]>>, u64)>,
    thread: JoinHandle<Written>,
    since: Instant,
    /// Frames that the writer was given.
    sent: u64,
    last: Option<Arc<Grid<[u8; 4]>>>,
}

impl Running {
    /// Frames that have become due and were not given to the writer.
    fn due(&self) -> u64 {
        let all = (self.since.elapsed().as_secs_f64() * RATE) as u64 + 1;
        all - self.sent.min(all)
    }
}

impl Recorder {
    pub(super) fn new(write: WriteFilm) -> Self {
        Self {
            write,
            running: None,
            finishing: Vec::new(),
        }
    }

    /// Begins a clip of pictures of `size` pixels.
    pub(super) fn start(
        &mut self,
        gl: &Gl,
        format: ClipFormat,
        size: (usize, usize),
    ) -> Result<(), GlError> {
        let target = Target::texture(gl, size.0, size.1, true)?;
        let (sender, pictures) = sync_channel(WAITING);
        let film = Film {
            format,
            size,
            fps: RATE,
            pictures,
        };
        let write = self.write.clone();
        self.running = Some(Running {
            target,
            pictures: sender,
            thread: thread::spawn(move || write(film)),
            since: Instant::now(),
            sent: 0,
            last: None,
        });
        Ok(())
    }

    /// Ends the clip, which then runs until now.
    pub(super) fn stop(&mut self) {
        let Some(running) = self.running.take() else {
            return;
        };
        if let Some(last) = &running.last
            && running.due() > 0
        {
            // A writer that gave up says why itself.
            let _ = running.pictures.send((last.clone(), running.due()));
        }
        self.finishing.push(running.thread);
    }

    /// What the next frame is to be drawn into so that it can be recorded; a window of another size ends the clip.
    pub(super) fn target(&mut self, size: (usize, usize)) -> Option<&Target> {
        if self
            .running
            .as_ref()
            .is_some_and(|running| running.target.size() != size)
        {
            self.stop();
        }
        self.running.as_ref().map(|running| &running.target)
    }

    /// Takes the picture that was drawn into [`Recorder::target`], if a frame is due.
    pub(super) fn take(&mut self) {
        let Some(running) = &mut self.running else {
            return;
        };
        let due = running.due();
        if due == 0 {
            return;
        }
        let mut picture = Grid::new(1, 1, [0; 4]);
        running.target.read(&mut picture);
        let picture = Arc::new(picture);
        // Of a writer that is behind, the next picture makes up for it.
        if running.pictures.try_send((picture.clone(), due)).is_ok() {
            running.sent += due;
        }
        running.last = Some(picture);
    }

    /// Seconds that have been recorded, while that goes on.
    pub(super) fn seconds(&self) -> Option<u64> {
        let running = self.running.as_ref()?;
        Some(running.since.elapsed().as_secs())
    }

    /// Whether there is anything to wait for.
    pub(super) fn is_busy(&self) -> bool {
        self.running.is_some() || !self.finishing.is_empty()
    }

    /// A clip that has been written since it was asked last, or why one was not.
    pub(super) fn written(&mut self) -> Option<Written> {
        // One that fails ends the recording.
        if self
            .running
            .as_ref()
            .is_some_and(|running| running.thread.is_finished())
        {
            self.stop();
        }
        let done = self.finishing.iter().position(JoinHandle::is_finished)?;
        Some(joined(self.finishing.swap_remove(done)))
    }

    /// Ends the clip and waits until all are written.
    pub(super) fn finish(&mut self) -> Result<(), WindowError> {
        self.stop();
        for thread in self.finishing.drain(..) {
            joined(thread).map_err(|error| WindowError(anyhow::anyhow!("{error}")))?;
        }
        Ok(())
    }
}

impl Drop for Recorder {
    /// Whatever ends the window, what has been recorded is written.
    fn drop(&mut self) {
        if let Err(error) = self.finish() {
            log::warn!("{error}");
        }
    }
}

fn joined(thread: JoinHandle<Written>) -> Written {
    let gone = |_| Err("the clip's writer broke down: nothing was saved".into());
    thread.join().unwrap_or_else(gone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gl::{ApiChoice, Surfaceless};
    use std::sync::Mutex;
    use std::time::Duration;

    #[test]
    fn a_clip_has_as_many_frames_as_its_time_however_few_pictures_were_drawn() {
        let gl = Surfaceless::open(ApiChoice::Core).unwrap_or_else(|error| panic!("{error}"));
        let frames = Arc::new(Mutex::new(Vec::new()));
        let noted = frames.clone();
        let mut recorder = Recorder::new(Arc::new(move |film: Film| {
            for (picture, count) in film.pictures {
                assert_eq!((picture.columns(), picture.rows()), film.size);
                noted.lock().unwrap().push(count);
            }
            Ok("clip".into())
        }));
        assert!(recorder.target((8, 6)).is_none());
        recorder.start(&gl, ClipFormat::Gif, (8, 6)).unwrap();
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(300) {
            let target = recorder.target((8, 6)).expect("it records");
            target.draw_here();
            gl.clear([0.5; 4]);
            recorder.take();
        }
        recorder.stop();
        let after = begun.elapsed().as_secs_f64();
        recorder.finish().unwrap();
        let all: u64 = frames.lock().unwrap().iter().sum();
        let most = (after * RATE) as u64 + 1;
        assert!((8..=most).contains(&all), "{all} frames in {after} s");
        assert!(!recorder.is_busy());
    }

    #[test]
    fn a_window_of_another_size_ends_the_clip_and_a_writer_that_fails_says_why() {
        let gl = Surfaceless::open(ApiChoice::Core).unwrap_or_else(|error| panic!("{error}"));
        let mut recorder = Recorder::new(Arc::new(|_| Err("no room".into())));
        recorder.start(&gl, ClipFormat::Mp4, (8, 6)).unwrap();
        assert!(recorder.target((8, 7)).is_none());
        let error = recorder.finish().unwrap_err().to_string();
        assert_eq!(error, "no room");
    }
}
