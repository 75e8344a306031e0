//! The sound of a scene as a file: a WAV of its own, or the track of a clip.
//!
//! The scene runs once for its sound, from its start, apart from its pictures: so a clip has the same samples as a WAV of it.

use super::clip::{self, SoundFile};
use super::finite;
use super::interrupt;
use super::named;
use super::output::{Output, TEMPORARY};
use super::render::{advance, progress};
use crate::scene::Scene;
use crate::session::sound::{WaterSound, listener};
use crate::session::{FlyCamera, begin};
use crate::sound::{SAMPLE_RATE, Soundscape};
use anyhow::{Context, Result, bail};
use hound::{SampleFormat, WavSpec, WavWriter};
use std::io::{BufWriter, Seek, Write};
use std::path::Path;

/// Seed of the bubbles and of the noise.
const SEED: u64 = 1;

/// Stereo, in integers of 24 bits.
const FORMAT: WavSpec = WavSpec {
    channels: 2,
    sample_rate: SAMPLE_RATE,
    bits_per_sample: 24,
    sample_format: SampleFormat::Int,
};

/// The sample of 1.
const HIGHEST: f32 = (1 << 23) as f32 - 1.0;

/// Seconds of such samples in the 4 GiB of a WAV, rounded down.
const MAX_SECONDS: f64 = 14_900.0;

/// Steps between two checks of the numbers and for an interrupt.
const CHUNK: u64 = 30;

/// The part of a scene that is heard.
pub struct Part<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Steps before the part.
    pub warm_up: u64,
    /// Length, seconds.
    pub seconds: f64,
    /// Whether the listener follows the scene's camera path.
    pub follows_path: bool,
}

/// Writes the sound alone, of these parts in turn.
pub fn wav(mut output: Output, parts: &[Part]) -> Result<()> {
    check_length(parts)?;
    output.write(|to| write(to, parts).map(drop))?;
    output.commit()
}

/// The track of the clip `out` of these parts in turn, in a temporary file; `None` if it is silent.
pub fn track(parts: &[Part], out: &Path) -> Result<Option<SoundFile>> {
    let is_mute = |part: &Part| part.scene.sound.real("volume") == 0.0;
    if parts.iter().all(is_mute) {
        return Ok(None);
    }
    check_length(parts)?;
    clip::check_ffmpeg()?;
    let mut builder = tempfile::Builder::new();
    let file = builder.prefix(TEMPORARY).suffix(".wav").tempfile();
    let mut file = file.context("can't make a temporary file for the sound")?;
    let mut buffer = BufWriter::new(file.as_file_mut());
    let file_of = || format!("can't write the sound of {}", named(out));
    let is_heard = write(&mut buffer, parts).with_context(file_of)?;
    buffer.flush().with_context(file_of)?;
    drop(buffer);
    Ok(is_heard.then_some(SoundFile(file)))
}

/// An error if a WAV has no room for these parts.
fn check_length(parts: &[Part]) -> Result<()> {
    let seconds: f64 = parts.iter().map(|part| part.seconds).sum();
    if seconds > MAX_SECONDS {
        bail!(
            "{seconds} s of sound do not fit into a .wav, which holds {MAX_SECONDS} s: use a smaller --seconds, or --set sound.volume=0 for a clip without"
        );
    }
    Ok(())
}

/// Writes the samples. Returns whether any of them is not 0.
fn write(to: &mut (impl Write + Seek), parts: &[Part]) -> Result<bool> {
    let mut wav = WavWriter::new(to, FORMAT)?;
    let mut is_heard = false;
    for part in parts {
        render(part, |samples| {
            for &sample in samples {
                let sample = (sample * HIGHEST).round() as i32;
                is_heard |= sample != 0;
                wav.write_sample(sample)?;
            }
            Ok(())
        })?;
    }
    wav.finalize()?;
    Ok(is_heard)
}

/// Runs the scene and passes its samples on, in order.
fn render(part: &Part, mut heard: impl FnMut(&[f32]) -> Result<()>) -> Result<()> {
    let Part { scene, warm_up, .. } = *part;
    let mut simulation = begin(scene);
    advance(&mut simulation, warm_up, &progress(warm_up, "steps"))?;
    let path = scene.camera_path.as_ref().filter(|_| part.follows_path);
    let mut camera = FlyCamera::of_scene(scene);
    let mut sound = WaterSound::to(Soundscape::new(SEED));
    let volume = scene.sound.real("volume");
    sound.ear().set_volume(volume);
    sound.hear(&mut simulation, &Default::default(), 0.0);
    let rate = f64::from(SAMPLE_RATE);
    let all = (part.seconds * rate).round() as usize;
    let end = all.saturating_sub(Soundscape::FADE + 1);
    let step = 1.0 / simulation.steps_per_second();
    let progress = progress((all as f64 / rate / step).ceil() as u64, "steps of sound");
    let mut samples = Vec::new();
    let (mut done, mut steps) = (0, 0);
    while done < all {
        if steps % CHUNK == 0 {
            interrupt::check()?;
            finite::check_simulation(&simulation)?;
        }
        simulation.advance();
        steps += 1;
        if let Some(path) = path {
            camera.look_from(&path.camera(steps as f64 * step, scene.camera.fov));
        }
        camera.ride(&simulation, 1.0);
        let ear = listener(&simulation, &camera, scene.view.kind);
        sound.hear(&mut simulation, &ear, step);
        let until = ((steps as f64 * step * rate).round() as usize).min(all);
        while done < until {
            if done >= end {
                sound.ear().fade(false);
            }
            let next = if done < end { until.min(end) } else { until };
            samples.resize(2 * (next - done), 0.0);
            sound.ear().render(&mut samples);
            heard(&samples)?;
            done = next;
        }
        progress.set_position(steps);
    }
    progress.finish_and_clear();
    Ok(())
}
