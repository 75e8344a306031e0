//! Frames of the seas. A step of a sea does no work until the sea is read: the time of a read is measured.

use super::Row;
use super::measure::{once, seconds};
use crate::sea::Sea;
use rayon::ThreadPool;
use std::sync::Arc;
use waterlab_transform::num_complex::Complex32;
use waterlab_transform::{Fft, inverse_fourier};

/// Frames in a second.
const FRAMES: f64 = 60.0;
/// Seconds to a time that shares no foam with the first one.
const FAR: f64 = 1003.7;
/// Maximum number of cells for which foam at any time is measured by default; more take long.
const MAX_FOAM: usize = 1 << 16;
/// Side of the blocks in which lines are turned.
const BLOCK: usize = 16;
/// Complex transforms for the eight real fields of a cascade.
const TRANSFORMS: usize = 4;

/// Measures `sea`, with the title `name`; `alone` has one thread. Slow measurements are left out unless the sea was `asked` for.
pub(super) fn measure(name: &str, sea: &Sea, asked: bool, alone: &ThreadPool, rows: &mut Vec<Row>) {
    let Some(patch) = sea.waves().patches().first() else {
        return;
    };
    let (width, height) = (patch.columns, patch.rows);
    let cells = (width * height) as f64 / 1e6;
    let row = |what: &str, taken: f64| {
        Row::new(
            format!("{name} {what} {width}×{height}"),
            taken,
            cells,
            "Mcells/s",
        )
    };
    let single = alone.install(|| frame(sea));
    let taken = frame(sea);
    rows.push(row("frame", taken).compared(single / taken, "one thread"));
    // Gerstner waves have no spectrum, and are not transformed.
    if sea.waves().density(0).is_some() {
        let mut planes = Planes::new(width, height);
        let bare = sea.waves().patches().len() as f64 * planes.transforms();
        let share = bare / single;
        rows.push(row("transforms alone, one thread,", bare).compared(share, "its frame"));
    }
    let foam = sea.foam_parameters();
    if foam.growth > 0.0 && foam.decay > 0.0 && (asked || width * height <= MAX_FOAM) {
        let far = far(sea);
        rows.push(row("frame with the foam of any time", far).compared(far / taken, "a frame"));
    }
}

/// Seconds of a frame in sequence.
fn frame(sea: &Sea) -> f64 {
    let mut state = sea.new_state();
    let mut frames = 0.0;
    seconds(|| {
        frames += 1.0;
        sea.compute_with_foam(frames / FRAMES, &mut state);
        // Data that a view reads in addition to the cascades.
        std::hint::black_box(state.height());
    })
}

/// Seconds of a frame far from the previous one in time.
fn far(sea: &Sea) -> f64 {
    let mut state = sea.new_state();
    sea.compute(0.0, &mut state);
    once(|| sea.compute_with_foam(FAR, &mut state))
}

/// Modes of four complex fields, and buffers for their transforms.
struct Planes {
    columns: usize,
    rows: usize,
    along_x: Arc<dyn Fft<f32>>,
    along_z: Arc<dyn Fft<f32>>,
    planes: Vec<[Vec<Complex32>; 4]>,
}

impl Planes {
    fn new(columns: usize, rows: usize) -> Self {
        let [along_x, along_z] = inverse_fourier([columns, rows]);
        let scratch = along_x
            .get_immutable_scratch_len()
            .max(along_z.get_immutable_scratch_len());
        let number = Complex32::new(0.5, -0.25);
        let plane = || vec![number; columns * rows];
        let planes = (0..TRANSFORMS).map(|_| [plane(), plane(), plane(), vec![number; scratch]]);
        Self {
            planes: planes.collect(),
            columns,
            rows,
            along_x,
            along_z,
        }
    }

    /// Seconds of the transforms of a cascade, one after the other.
    fn transforms(&mut self) -> f64 {
        let (columns, rows) = (self.columns, self.rows);
        let (along_x, along_z) = (&self.along_x, &self.along_z);
        let planes = &mut self.planes;
        seconds(|| {
            for [modes, lines, turned, scratch] in &mut *planes {
                along_z.process_immutable_with_scratch(modes, lines, scratch);
                turn(lines, rows, turned, columns);
                along_x.process_immutable_with_scratch(turned, lines, scratch);
            }
        })
    }
}

/// Transposes lines of `length` numbers to lines of `count`.
fn turn(from: &[Complex32], length: usize, to: &mut [Complex32], count: usize) {
    for top in (0..count).step_by(BLOCK) {
        for left in (0..length).step_by(BLOCK) {
            for line in top..(top + BLOCK).min(count) {
                for place in left..(left + BLOCK).min(length) {
                    to[place * count + line] = from[line * length + place];
                }
            }
        }
    }
}
