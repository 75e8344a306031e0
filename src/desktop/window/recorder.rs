//! Records clips of the window at a constant frame rate while the simulation runs: pictures go to a writer thread, each with the number of
//! frames for which it is shown. If the writer does not keep up, a picture is shown for longer; the clip has the duration of the recording.
//! Optionally the last seconds are buffered, to be saved as a clip afterwards.

mod replay;

use super::WindowError;
use crate::gl::{Gl, GlError, Target};
use crate::grid::Grid;
use replay::Replay;
pub(super) use replay::SECONDS;
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// Maximum number of queued pictures.
const WAITING: usize = 24;

/// Frames per second.
pub(super) const RATE: f64 = 25.0;

/// The format of a clip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClipFormat {
    /// H.264, by ffmpeg.
    #[default]
    Mp4,
    /// An endless GIF.
    Gif,
    /// Numbered pictures in a folder.
    Pictures,
}

impl ClipFormat {
    /// All formats, with their titles.
    pub(super) const ALL: [(Self, &'static str); 3] = [
        (Self::Mp4, "MP4"),
        (Self::Gif, "GIF"),
        (Self::Pictures, "Pictures"),
    ];
}

/// A clip to be written.
pub struct Film {
    /// The format.
    pub format: ClipFormat,
    /// Pixels, columns and rows.
    pub size: (usize, usize),
    /// Frames a second.
    pub fps: f64,
    /// Its pictures, opaque RGBA, row 0 at the top, each with its duration in frames; the clip ends when the channel closes.
    pub pictures: Receiver<(Arc<Grid<[u8; 4]>>, u64)>,
}

/// Writes a clip and returns its path, or an error. Called on its own thread.
pub type WriteFilm =
    Arc<dyn Fn(Film) -> Result<PathBuf, Box<dyn Error + Send + Sync>> + Send + Sync>;

/// The current recording, and clips still being written.
pub(super) struct Recorder {
    write: WriteFilm,
    /// The render target while pictures are needed.
    target: Option<Target>,
    running: Option<Running>,
    past: Option<Replay>,
    finishing: Vec<JoinHandle<Written>>,
}

/// Queue of pictures, each with its duration in frames.
type Pictures = SyncSender<(Arc<Grid<[u8; 4]>>, u64)>;

type Written = Result<PathBuf, Box<dyn Error + Send + Sync>>;

struct Running {
    size: (usize, usize),
    pictures: Pictures,
    thread: JoinHandle<Written>,
    since: Instant,
    /// Frames passed to the writer.
    sent: u64,
    last: Option<Arc<Grid<[u8; 4]>>>,
}

impl Running {
    /// Frames due and not yet passed to the writer.
    fn due(&self) -> u64 {
        let all = (self.since.elapsed().as_secs_f64() * RATE) as u64 + 1;
        all - self.sent.min(all)
    }
}

impl Recorder {
    pub(super) fn new(write: WriteFilm) -> Self {
        Self {
            write,
            target: None,
            running: None,
            past: None,
            finishing: Vec::new(),
        }
    }

    /// Starts a clip of pictures of `size` pixels.
    pub(super) fn start(&mut self, format: ClipFormat, size: (usize, usize)) {
        let (pictures, thread) = self.begin(format, size);
        self.running = Some(Running {
            size,
            pictures,
            thread,
            since: Instant::now(),
            sent: 0,
            last: None,
        });
    }

    /// Starts a writer.
    fn begin(&self, format: ClipFormat, size: (usize, usize)) -> (Pictures, JoinHandle<Written>) {
        let (sender, pictures) = sync_channel(WAITING);
        let film = Film {
            format,
            size,
            fps: RATE,
            pictures,
        };
        let write = self.write.clone();
        (sender, thread::spawn(move || write(film)))
    }

    /// Whether the last seconds are buffered.
    pub(super) fn keeps(&self) -> bool {
        self.past.is_some()
    }

    /// Starts or stops buffering the last seconds of pictures of `size`.
    pub(super) fn keep(&mut self, keeps: bool, size: (usize, usize)) {
        self.past = match keeps {
            true => self.past.take().or_else(|| Some(Replay::new(size))),
            false => None,
        };
    }

    /// Saves a clip of the last seconds. Returns whether there was anything.
    pub(super) fn write_past(&mut self, format: ClipFormat) -> bool {
        let Some(packed) = self.past.as_ref().and_then(Replay::pictures) else {
            return false;
        };
        let (pictures, thread) = self.begin(format, packed.size());
        // A writer that failed reports its own error.
        thread::spawn(move || {
            packed.unpack(|picture, frames| pictures.send((picture, frames)).is_ok());
        });
        self.finishing.push(thread);
        true
    }

    /// Stops the clip at the current time.
    pub(super) fn stop(&mut self) {
        let Some(running) = self.running.take() else {
            return;
        };
        if let Some(last) = &running.last
            && running.due() > 0
        {
            let last = (last.clone(), running.due());
            let pictures = running.pictures;
            // Waits for a slow writer on another thread; a writer that failed reports its own error.
            thread::spawn(move || drop(pictures.send(last)));
        }
        self.finishing.push(running.thread);
    }

    /// The render target of the next frame, if it is to be recorded; a change of size ends the clip, and restarts the buffer.
    pub(super) fn target(
        &mut self,
        gl: &Gl,
        size: (usize, usize),
    ) -> Result<Option<&Target>, GlError> {
        if self
            .running
            .as_ref()
            .is_some_and(|running| running.size != size)
        {
            self.stop();
        }
        if self.past.as_ref().is_some_and(|past| past.size() != size) {
            self.past = Some(Replay::new(size));
        }
        if self.running.is_none() && self.past.is_none() {
            self.target = None;
        } else if self.target.as_ref().is_none_or(|have| have.size() != size) {
            self.target = None;
            match Target::texture(gl, size.0, size.1, true) {
                Ok(target) => self.target = Some(target),
                Err(error) => {
                    self.stop();
                    self.past = None;
                    return Err(error);
                }
            }
        }
        Ok(self.target.as_ref())
    }

    /// Drops what it has on the graphics card, until the next frame; the clip goes on.
    pub(super) fn leave_context(&mut self) {
        self.target = None;
    }

    /// Takes the picture drawn into [`Recorder::target`], if a frame is due.
    pub(super) fn take(&mut self) {
        let due = self.running.as_ref().map_or(0, Running::due);
        let past = self.past.as_mut().filter(|past| past.is_due());
        let Some(target) = self.target.as_ref().filter(|_| due > 0 || past.is_some()) else {
            return;
        };
        let mut picture = Grid::new(1, 1, [0; 4]);
        target.read(&mut picture);
        let picture = Arc::new(picture);
        if let Some(past) = past {
            past.take(&picture);
        }
        if let Some(running) = self.running.as_mut().filter(|_| due > 0) {
            // If the writer is behind, the next picture makes up for it.
            if running.pictures.try_send((picture.clone(), due)).is_ok() {
                running.sent += due;
            }
            running.last = Some(picture);
        }
    }

    /// Seconds recorded so far, while recording.
    pub(super) fn seconds(&self) -> Option<u64> {
        let running = self.running.as_ref()?;
        Some(running.since.elapsed().as_secs())
    }

    /// Whether clips are still being written.
    pub(super) fn is_busy(&self) -> bool {
        self.running.is_some() || !self.finishing.is_empty()
    }

    /// The result of a clip that has finished since the last call.
    pub(super) fn written(&mut self) -> Option<Written> {
        // A failed writer ends the recording.
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

    /// Stops the clip and waits until all are written.
    pub(super) fn finish(&mut self) -> Result<(), WindowError> {
        self.stop();
        for thread in self.finishing.drain(..) {
            joined(thread).map_err(|error| WindowError(anyhow::anyhow!("{error}")))?;
        }
        Ok(())
    }
}

impl Drop for Recorder {
    /// However the window ends, recorded clips are written.
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
        assert!(recorder.target(&gl, (8, 6)).unwrap().is_none());
        recorder.start(ClipFormat::Gif, (8, 6));
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(300) {
            let target = recorder.target(&gl, (8, 6)).unwrap();
            let target = target.expect("it records");
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
        recorder.start(ClipFormat::Mp4, (8, 6));
        assert!(recorder.target(&gl, (8, 7)).unwrap().is_none());
        let error = recorder.finish().unwrap_err().to_string();
        assert_eq!(error, "no room");
    }

    #[test]
    fn what_was_shown_before_becomes_a_clip_and_another_size_begins_anew() {
        let gl = Surfaceless::open(ApiChoice::Core).unwrap_or_else(|error| panic!("{error}"));
        let shown = Arc::new(Mutex::new(Vec::new()));
        let noted = shown.clone();
        let mut recorder = Recorder::new(Arc::new(move |film: Film| {
            for (picture, count) in film.pictures {
                assert_eq!((picture.columns(), picture.rows()), film.size);
                noted.lock().unwrap().push((picture[(0, 0)][0], count));
            }
            Ok("clip".into())
        }));
        assert!(!recorder.write_past(ClipFormat::Gif), "nothing is kept");
        recorder.keep(true, (8, 6));
        let begun = Instant::now();
        let mut step = 0;
        // As slow as it likes: until three pictures of different grey have been packed.
        while step < 3 {
            let target = recorder.target(&gl, (8, 6)).unwrap();
            target.expect("it keeps").draw_here();
            gl.clear([0.25 * (step + 1) as f32; 4]);
            let past = recorder.past.as_ref().expect("it keeps");
            let before = past.taken;
            recorder.take();
            if recorder.past.as_ref().expect("it keeps").taken != before {
                step += 1;
            }
        }
        while recorder
            .past
            .as_ref()
            .and_then(Replay::pictures)
            .is_none_or(|packed| packed.count() < 3)
        {
            thread::yield_now();
        }
        assert!(recorder.write_past(ClipFormat::Gif));
        let most = (begun.elapsed().as_secs_f64() * RATE) as u64 + 1;
        recorder.finish().unwrap();
        let clip = shown.lock().unwrap().clone();
        assert_eq!(
            clip.iter().map(|(grey, _)| *grey).collect::<Vec<_>>(),
            [64, 128, 191]
        );
        let frames: u64 = clip.iter().map(|(_, count)| count).sum();
        assert!((3..=most).contains(&frames), "{frames} of {most}");
        // Another size.
        assert!(recorder.target(&gl, (4, 4)).unwrap().is_some());
        assert!(
            !recorder.write_past(ClipFormat::Gif),
            "nothing of this size yet"
        );
        recorder.keep(false, (4, 4));
        assert!(recorder.target(&gl, (4, 4)).unwrap().is_none());
    }
}
