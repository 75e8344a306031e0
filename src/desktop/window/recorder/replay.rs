//! Buffers the last seconds of the window, for a clip that is saved afterwards.
//!
//! Pictures go to a thread that compresses them without loss (QOI); pictures older than [`SECONDS`], or beyond [`MAX`] bytes, are dropped.
//! A picture that arrives while the thread is busy is skipped, and the previous one is shown for longer.

use super::RATE;
use crate::grid::Grid;
use image::codecs::qoi::{QoiDecoder, QoiEncoder};
use image::{DynamicImage, ExtendedColorType, ImageEncoder};
use std::collections::VecDeque;
use std::io::Cursor;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// Length of the buffer.
pub(in crate::desktop::window) const SECONDS: u64 = 10;

/// Maximum number of bytes of compressed pictures.
const MAX: usize = 600 << 20;

/// Maximum number of queued pictures.
const WAITING: usize = 3;

/// A picture with its first frame.
type Taken = (u64, Arc<Grid<[u8; 4]>>);

/// The buffered pictures, each with its first frame.
pub(super) struct Replay {
    size: (usize, usize),
    since: Instant,
    /// Frame of the last picture.
    pub(super) taken: Option<u64>,
    pictures: Option<SyncSender<Taken>>,
    kept: Arc<Mutex<Kept>>,
    packer: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Kept {
    pictures: VecDeque<(u64, Arc<[u8]>)>,
    bytes: usize,
}

/// Compressed pictures of a clip, each with its duration in frames.
pub(super) struct Packed {
    size: (usize, usize),
    pictures: Vec<(Arc<[u8]>, u64)>,
}

impl Replay {
    /// Starts buffering pictures of this size.
    pub(super) fn new(size: (usize, usize)) -> Self {
        let kept = Arc::new(Mutex::new(Kept::default()));
        let (sender, pictures) = sync_channel::<Taken>(WAITING);
        let shelf = kept.clone();
        let packer = thread::spawn(move || {
            for (frame, picture) in pictures {
                if let Some(packed) = packed(&picture) {
                    let mut kept = shelf.lock().unwrap_or_else(PoisonError::into_inner);
                    kept.push(frame, packed);
                }
            }
        });
        Self {
            size,
            since: Instant::now(),
            taken: None,
            pictures: Some(sender),
            kept,
            packer: Some(packer),
        }
    }

    pub(super) fn size(&self) -> (usize, usize) {
        self.size
    }

    fn frame(&self) -> u64 {
        (self.since.elapsed().as_secs_f64() * RATE) as u64
    }

    /// Whether a picture is due.
    pub(super) fn is_due(&self) -> bool {
        self.taken.is_none_or(|taken| self.frame() > taken)
    }

    /// Takes a picture of its size.
    pub(super) fn take(&mut self, picture: &Arc<Grid<[u8; 4]>>) {
        let frame = self.frame();
        let sent = self
            .pictures
            .as_ref()
            .is_some_and(|pictures| pictures.try_send((frame, picture.clone())).is_ok());
        if sent {
            self.taken = Some(frame);
        }
    }

    /// The pictures of the last seconds, if there are any.
    pub(super) fn pictures(&self) -> Option<Packed> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.until(self.frame() + 1).map(|pictures| Packed {
            size: self.size,
            pictures,
        })
    }
}

impl Drop for Replay {
    fn drop(&mut self) {
        self.pictures = None;
        if let Some(packer) = self.packer.take() {
            // A failed thread has reported its own error.
            let _ = packer.join();
        }
    }
}

impl Kept {
    fn push(&mut self, frame: u64, picture: Arc<[u8]>) {
        self.bytes += picture.len();
        self.pictures.push_back((frame, picture));
        let first = frame.saturating_sub(frames());
        // The picture shown at the start of the interval is part of it.
        while self.pictures.get(1).is_some_and(|(next, _)| *next <= first)
            || (self.bytes > MAX && self.pictures.len() > 1)
        {
            if let Some((_, old)) = self.pictures.pop_front() {
                self.bytes -= old.len();
            }
        }
    }

    /// Each with its duration in frames within the interval that ends before the frame `end`.
    fn until(&self, end: u64) -> Option<Vec<(Arc<[u8]>, u64)>> {
        let first = end.saturating_sub(frames());
        let begins = |index: usize| self.pictures.get(index).map_or(end, |(frame, _)| *frame);
        let stood = |(index, (frame, picture)): (usize, &(u64, Arc<[u8]>))| {
            let stood = begins(index + 1).saturating_sub((*frame).max(first));
            (stood > 0).then(|| (picture.clone(), stood))
        };
        let pictures: Vec<_> = self.pictures.iter().enumerate().filter_map(stood).collect();
        (!pictures.is_empty()).then_some(pictures)
    }
}

impl Packed {
    pub(super) fn size(&self) -> (usize, usize) {
        self.size
    }

    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.pictures.len()
    }

    /// Decompresses the pictures, until `send` returns false.
    pub(super) fn unpack(self, mut send: impl FnMut(Arc<Grid<[u8; 4]>>, u64) -> bool) {
        for (packed, frames) in self.pictures {
            let Some(picture) = unpacked(&packed, self.size) else {
                continue;
            };
            if !send(Arc::new(picture), frames) {
                return;
            }
        }
    }
}

fn frames() -> u64 {
    (SECONDS as f64 * RATE) as u64
}

fn packed(picture: &Grid<[u8; 4]>) -> Option<Arc<[u8]>> {
    let (columns, rows) = (
        u32::try_from(picture.columns()).ok()?,
        u32::try_from(picture.rows()).ok()?,
    );
    let mut bytes = Vec::new();
    QoiEncoder::new(&mut bytes)
        .write_image(
            picture.cells().as_flattened(),
            columns,
            rows,
            ExtendedColorType::Rgba8,
        )
        .ok()?;
    Some(bytes.into())
}

fn unpacked(bytes: &[u8], (columns, rows): (usize, usize)) -> Option<Grid<[u8; 4]>> {
    let decoder = QoiDecoder::new(Cursor::new(bytes)).ok()?;
    let image = DynamicImage::from_decoder(decoder).ok()?.into_rgba8();
    let cells = image.as_raw().as_chunks().0.to_vec();
    Grid::from_cells(columns, rows, cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(frames: impl IntoIterator<Item = u64>) -> Kept {
        let mut kept = Kept::default();
        for frame in frames {
            kept.push(frame, vec![frame as u8; 3].into());
        }
        kept
    }

    #[test]
    fn as_many_frames_are_kept_as_the_time_has_however_the_pictures_came() {
        let whole = 10 * 25;
        for (frames, end, all, first) in [
            // One for each frame, for 20 s.
            ((0..500).collect::<Vec<_>>(), 500, whole, 250),
            // Every seventh: the first that is left stood when the time began.
            ((0..500).step_by(7).collect(), 500, whole, 245),
            // It has only run for 2 s.
            ((0..50).collect(), 50, 50, 0),
            // One picture has stood for a minute.
            (vec![3], 1500, whole, 3),
        ] {
            let kept = kept(frames);
            let pictures = kept.until(end).expect("pictures");
            assert_eq!(pictures.iter().map(|(_, stood)| stood).sum::<u64>(), all);
            assert_eq!(pictures[0].0[0], first as u8);
            let bytes: usize = kept.pictures.iter().map(|(_, bytes)| bytes.len()).sum();
            assert_eq!(kept.bytes, bytes);
            assert!(kept.pictures.len() <= 251);
        }
        assert!(kept([]).until(10).is_none());
    }

    #[test]
    fn a_picture_comes_back_bit_for_bit() {
        let picture = Grid::from_fn(37, 21, |column, row| {
            [
                (column * 7) as u8,
                (row * 11) as u8,
                (column ^ row) as u8,
                255,
            ]
        });
        let packed = packed(&picture).expect("packed");
        assert_eq!(unpacked(&packed, (37, 21)), Some(picture));
        assert_eq!(unpacked(&packed[..20], (37, 21)), None);
    }
}
