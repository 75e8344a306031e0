//! The tour of the bundled scenes: in a window, or as a clip with the same fades and captions.

use super::WrongUsage;
use super::arguments::Common;
use super::clip::Clip;
use super::finite;
use super::interrupt;
use super::render::progress;
use super::renderer::{GlPicture, Renderer};
use super::run;
use super::timing::Timing;
use crate::desktop::{CardPainter, Disk};
use crate::scene::{BundledScene, Scene};
use crate::session::tour::shade;
use crate::session::{Tour, TourCard, begin};
use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::sync::Arc;

/// Opens a window with the tour.
pub fn run(common: &Common) -> Result<()> {
    if !common.edits().is_empty() {
        let usage =
            "a tour in a window shows the bundled scenes as they are: omit --set and its like";
        return Err(WrongUsage(usage.into()).into());
    }
    let stops = Tour::stops();
    let first = stops.first().context("no bundled scene has a [tour]")?;
    let scene = first.read(Arc::new(Disk))?;
    run::run(&scene, Some(&PathBuf::from(first.name)), true, common)
}

/// Renders the tour as a clip of `fps` pictures a second, with changes to every scene. Returns the number of pictures.
pub fn film(
    common: &Common,
    fps: f64,
    open: impl FnOnce((usize, usize)) -> Result<Box<dyn Clip>>,
) -> Result<u64> {
    if common.gl().api().is_none() {
        bail!("the tour can't be drawn without OpenGL: omit --gl none");
    }
    let read = |stop: &'static BundledScene| {
        let scene = stop.read_with(&common.edits(), Arc::new(Disk))?;
        let seconds = scene.camera_path.as_ref().map(|path| path.seconds());
        let timing = Timing::of(seconds, fps, None, &scene)?;
        Ok((stop, scene, timing))
    };
    let stops = Tour::stops().into_iter().map(read);
    let stops = stops.collect::<Result<Vec<_>>>()?;
    let count = stops.len();
    let all = stops.iter().map(|(_, _, timing)| timing.frames.end).sum();
    let progress = progress(all, "pictures");
    let mut open = Some(open);
    let mut clip = None;
    for (index, (stop, scene, timing)) in stops.into_iter().enumerate() {
        let mut picture = GlPicture::new(&scene, common.size, common.gl())?;
        let mut painter = CardPainter::new(picture.context())?;
        let mut card = card(stop, &scene, [index + 1, count]);
        let clip = match &mut clip {
            Some(clip) => clip,
            None => {
                let open = open.take().context("a clip is opened once")?;
                clip.insert(open(picture.size())?)
            }
        };
        let Some(path) = &scene.camera_path else {
            continue;
        };
        let mut simulation = begin(&scene);
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
    clip.context("no bundled scene has a [tour]")?.finish()?;
    Ok(all)
}

/// The card of a scene in a running tour.
fn card(stop: &BundledScene, scene: &Scene, [number, count]: [usize; 2]) -> TourCard {
    let text = scene.tour.clone();
    let (caption, hint) = text.map_or_else(Default::default, |text| (text.caption, text.hint));
    TourCard {
        title: stop.title(),
        caption,
        hint,
        number,
        count,
        is_running: true,
        shade: 1.0,
    }
}
