//! The tour of the bundled scenes: in a window, or as a clip with the same fades and captions.

use super::WrongUsage;
use super::arguments::Common;
use super::clip::{Clip, SoundFile};
use super::finite;
use super::interrupt;
use super::output::Output;
use super::render::progress;
use super::renderer::{GlPicture, Renderer};
use super::run;
use super::sound_track::{self, Part};
use super::timing::Timing;
use crate::desktop::{CardPainter, Disk};
use crate::scene::{BUNDLED, BundledScene, CameraPath, Scene};
use crate::session::tour::shade;
use crate::session::{Tour, TourCard, begin};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Opens a window with the tour.
pub fn run(common: &Common) -> Result<()> {
    if !common.edits().is_empty() {
        let usage = "a tour in a window shows the bundled scenes as they are: omit --set and the options that change a scene";
        return Err(WrongUsage(usage.into()).into());
    }
    let [first, ..] = &BUNDLED;
    let scene = first.read(Arc::new(Disk))?;
    run::run(&scene, Some(&PathBuf::from(first.name)), true, common)
}

/// A scene of the tour as a part of a clip.
struct Stop {
    bundled: &'static BundledScene,
    scene: Scene,
    path: CameraPath,
    timing: Timing,
}

/// The scenes of the film, with changes to each.
fn stops(common: &Common, fps: f64) -> Result<Vec<Stop>> {
    let mut stops = Vec::new();
    let in_film = |scene: &Scene| scene.tour.as_ref().is_none_or(|tour| tour.in_film);
    for bundled in Tour::stops() {
        let scene = match bundled.read_with(&common.edits(), Arc::new(Disk)) {
            // A scene outside the film need not allow the changes.
            Err(_) if !in_film(&bundled.read(Arc::new(Disk))?) => continue,
            read => read?,
        };
        if !in_film(&scene) {
            continue;
        }
        let kind = scene.view.kind;
        if !kind.has_eye {
            bail!(
                "the {} view has no camera to move: use --view lit",
                kind.name
            );
        }
        let path = scene.camera_path.clone();
        let path = path.context("a scene of the tour has no path")?;
        let timing = Timing::of(Some(path.seconds()), fps, None, &scene)?;
        stops.push(Stop {
            bundled,
            scene,
            path,
            timing,
        });
    }
    if stops.is_empty() {
        bail!("no scene is in the film: omit --set tour.film=false");
    }
    Ok(stops)
}

/// What is heard of each.
fn parts(stops: &[Stop]) -> Vec<Part<'_>> {
    let part = |stop| {
        let Stop { scene, timing, .. }: &Stop = stop;
        Part {
            scene,
            warm_up: 0,
            seconds: timing.seconds(timing.frames.end),
            follows_path: true,
        }
    };
    stops.iter().map(part).collect()
}

/// Writes the sound of the tour. Returns its length, seconds.
pub fn sound(common: &Common, fps: f64, output: Output) -> Result<f64> {
    let stops = stops(common, fps)?;
    let parts = parts(&stops);
    sound_track::wav(output, &parts)?;
    Ok(parts.iter().map(|part| part.seconds).sum())
}

/// Renders the tour as a clip of `fps` pictures a second, with changes to every scene, and with sound for the file `sound_of`. Returns the
/// number of pictures.
pub fn film(
    common: &Common,
    fps: f64,
    sound_of: Option<&Path>,
    open: impl FnOnce((usize, usize), Option<SoundFile>) -> Result<Box<dyn Clip>>,
) -> Result<u64> {
    if common.gl().api().is_none() {
        bail!("the tour can't be drawn without OpenGL: omit --gl none");
    }
    let stops = stops(common, fps)?;
    let sound = match sound_of {
        Some(out) => sound_track::track(&parts(&stops), out)?,
        None => None,
    };
    let all = stops.iter().map(|stop| stop.timing.frames.end).sum();
    let progress = progress(all, "pictures");
    let mut opening = Some((open, sound));
    let mut clip = None;
    for (index, stop) in stops.iter().enumerate() {
        let Stop {
            scene,
            path,
            timing,
            ..
        } = stop;
        let mut picture = GlPicture::new(scene, common.size, common.gl())?;
        let mut painter = CardPainter::new(picture.context())?;
        let mut card = card(stop, [index + 1, stops.len()]);
        // The size is known with the first picture.
        if let Some((open, sound)) = opening.take() {
            clip = Some(open(picture.size(), sound)?);
        }
        let clip = clip.as_mut().context("the clip is open")?;
        let mut simulation = begin(scene);
        for k in timing.frames.clone() {
            interrupt::check()?;
            timing.advance_to(k, &mut simulation, 0);
            finite::check_simulation(&simulation)?;
            let time = timing.seconds(k);
            picture.look_from(&path.camera(time, scene.camera.fov));
            card.shade = shade(time, path.seconds());
            let paint = |size| painter.paint(size, &card);
            clip.push(picture.frame_under(&simulation, paint)?)?;
            progress.inc(1);
        }
    }
    progress.finish_and_clear();
    clip.context("the film has no scenes")?.finish()?;
    Ok(all)
}

/// The card of a scene in a running tour.
fn card(stop: &Stop, [number, count]: [usize; 2]) -> TourCard {
    let text = stop.scene.tour.clone();
    let (caption, hint) = text.map_or_else(Default::default, |text| (text.caption, text.hint));
    TourCard {
        title: stop.bundled.title(),
        caption,
        hint,
        number,
        count,
        is_running: true,
        shade: 1.0,
    }
}
