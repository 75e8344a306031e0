//! The times of the frames of a clip, and of the files of a sequence: frame k shows the water round(k · steps per second / fps) steps
//! after the warm-up.

use super::WrongUsage;
use super::arguments::FrameRange;
use super::interrupt::Interrupted;
use super::render::{advance, progress};
use crate::scene::{Scene, Simulation};
use anyhow::Result;
use std::ops::Range;

/// Default number of frames per second.
pub const FPS: f64 = 30.0;

/// The times of the frames of a clip.
pub struct Timing {
    /// The frames to write.
    pub frames: Range<u64>,
    fps: f64,
    steps_per_frame: f64,
    /// The initial step of the scene.
    begin: u64,
}

impl Timing {
    /// All frames of a clip of this length, or those that are asked for. Without a length one, at the end of the warm-up.
    pub fn of(
        seconds: Option<f64>,
        fps: f64,
        frames: Option<&FrameRange>,
        scene: &Scene,
    ) -> Result<Self> {
        let all = ((seconds.unwrap_or(0.0) * fps).round() as u64).max(1);
        let frames = match frames {
            Some(FrameRange(frames)) => u64::from(frames.start)..u64::from(frames.end),
            None => 0..all,
        };
        if frames.end > all {
            return Err(WrongUsage(format!(
                "--frames {}..{}: there are {all} pictures, 0..{all}",
                frames.start, frames.end
            ))
            .into());
        }
        Ok(Self {
            frames,
            fps,
            steps_per_frame: scene.steps_per_second / fps,
            begin: scene.start.step,
        })
    }

    /// Advances the simulation to the first frame, with progress.
    pub fn warm_up(&self, simulation: &mut Simulation, warm_up: u64) -> Result<(), Interrupted> {
        let steps = warm_up + self.steps_before(self.frames.start);
        advance(simulation, steps, &progress(steps, "steps"))
    }

    /// Time of frame k, seconds after the first frame.
    pub fn seconds(&self, k: u64) -> f64 {
        k as f64 / self.fps
    }

    /// Advances the simulation to frame k.
    pub fn advance_to(&self, k: u64, simulation: &mut Simulation, warm_up: u64) {
        simulation.advance_by(self.begin + warm_up + self.steps_before(k) - simulation.step());
    }

    /// Steps from the first frame to frame k.
    fn steps_before(&self, k: u64) -> u64 {
        (k as f64 * self.steps_per_frame).round() as u64
    }
}
