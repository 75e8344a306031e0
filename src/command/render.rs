//! `waterlab render`: a picture, a clip or its sound to a file.

use super::arguments::{Common, Render};
use super::clip::{self, Clip, Numbering, SoundFile};
use super::interrupt::{self, Interrupted};
use super::output::{self, Output};
use super::renderer::{GlPicture, Renderer, open_renderer};
use super::sound_track::{self, Part};
use super::timing::{FPS, Timing};
use super::{WrongUsage, finite, named, picture_file, radiance, tour};
use crate::parameter::excerpt;
use crate::scene::{Camera, Scene, Simulation};
use crate::session::begin;
use anyhow::{Context, Result, bail};
use image::ImageFormat;
use indicatif::{ProgressBar, ProgressStyle};
use std::ops::Range;
use std::path::Path;

/// Default number of steps before a picture: one second, so that waves are visible.
const PICTURE_STEPS: u64 = 60;
/// Steps between two updates of the progress bar and checks for an interrupt.
const CHUNK: u64 = 8;
/// Maximum frame rate of a GIF: browsers slow frames of less than 2/100 s down to 10/100 s.
const GIF_FPS: f64 = 50.0;

/// The type of output, by its name.
enum Target {
    Picture(ImageFormat),
    Clip(ClipTarget),
    Wav,
    Radiance,
    NumberedRadiance(Numbering),
}

/// The type of a clip.
enum ClipTarget {
    Gif,
    Mp4,
    Numbered(Numbering, ImageFormat),
}

/// Runs the command.
pub fn render(task: &Render, common: &Common) -> Result<()> {
    let out = output::named_by(&task.out, "png")?;
    let out = out.as_path();
    let target = target(task, out)?;
    let mut fps = task.fps.unwrap_or(FPS);
    if let Target::Clip(ClipTarget::Gif) = target
        && fps > GIF_FPS
    {
        log::warn!(
            "browsers play a GIF of {fps} pictures a second slowly: it is written with {GIF_FPS}; an .mp4 holds more"
        );
        fps = GIF_FPS;
    }
    if task.tour {
        return render_tour(target, out, common, fps);
    }
    let scene = common.scene_or_show(task.scene.as_ref())?;
    let timing = Timing::of(task.seconds, fps, task.frames.as_ref(), &scene)?;
    let path = path(task, &scene)?;
    interrupt::listen()?;
    // The output is checked before the water is created.
    let output = match target {
        Target::Clip(ClipTarget::Numbered(..)) | Target::NumberedRadiance(_) => None,
        _ => Some(Output::create(out)?),
    };
    let single = "a single file";
    let mut simulation = begin(&scene);
    let open = || open_renderer(&scene, common.size, common.gl());
    let light = || GlPicture::of_radiance(&scene, common.size, common.gl());
    let warm_up = task.steps.unwrap_or(0);
    let heard = |seconds| Part {
        scene: &scene,
        warm_up,
        seconds,
        follows_path: task.follow_path,
    };
    let size = match target {
        Target::Picture(format) => {
            let output = output.context(single)?;
            let steps = task.steps.unwrap_or(PICTURE_STEPS);
            picture(output, format, &mut *open()?, &mut simulation, steps)?
        }
        Target::Radiance => {
            let output = output.context(single)?;
            let mut renderer = light()?;
            let steps = task.steps.unwrap_or(PICTURE_STEPS);
            advance(&mut simulation, steps, &progress(steps, "steps"))?;
            radiance::picture(output, &mut renderer, &mut simulation)?;
            renderer.size()
        }
        Target::NumberedRadiance(numbering) => {
            let mut renderer = light()?;
            timing.warm_up(&mut simulation, warm_up)?;
            let to_frame = |renderer: &mut GlPicture, simulation: &mut Simulation, k| {
                if let Some(path) = &path {
                    renderer.look_from(&path(timing.seconds(k)));
                }
                timing.advance_to(k, simulation, warm_up);
            };
            radiance::numbered(
                &numbering,
                timing.frames.clone(),
                &mut renderer,
                &mut simulation,
                to_frame,
            )?;
            renderer.size()
        }
        Target::Clip(kind) => {
            let mut renderer = open()?;
            let pictures = timing.frames.end - timing.frames.start;
            let sound = match kind {
                ClipTarget::Mp4 => sound_track::track(&[heard(pictures as f64 / fps)], out)?,
                _ => None,
            };
            let first = timing.frames.start;
            let open_clip = |size| open_clip(kind, output, first, size, fps, sound);
            film(
                &mut *renderer,
                &mut simulation,
                warm_up,
                &timing,
                path,
                open_clip,
            )?
        }
        Target::Wav => {
            let seconds = task.seconds.unwrap_or_default();
            let output = output.context(single)?;
            sound_track::wav(output, &[heard(seconds)])?;
            super::wrote(out, format_args!("{seconds} s of sound"));
            return Ok(());
        }
    };
    let pixels = format!("{} × {} pixels", size.0, size.1);
    match task.seconds {
        None => super::wrote(out, pixels),
        Some(_) => {
            let Range { start, end } = timing.frames;
            super::wrote(
                out,
                format_args!("{} pictures of {pixels}, {fps} a second", end - start),
            );
        }
    }
    Ok(())
}

fn target(task: &Render, out: &Path) -> Result<Target> {
    let usage =
        |message: String| Err(WrongUsage(format!("--out {}: {message}", named(out))).into());
    let is_clip = task.seconds.is_some() || task.tour;
    let extension = out
        .extension()
        .map(|extension| extension.to_ascii_lowercase());
    let extension = extension.as_ref().and_then(|extension| extension.to_str());
    if let Some(numbering) = Numbering::of(out)
        .map_err(|message| WrongUsage(format!("--out {}: {message}", named(out))))?
    {
        return match picture_file::format(out) {
            _ if !is_clip => {
                usage("numbered pictures are a clip: tell its length with --seconds".into())
            }
            _ if radiance::is_asked_for(out) => Ok(Target::NumberedRadiance(numbering)),
            Some(format) => Ok(Target::Clip(ClipTarget::Numbered(numbering, format))),
            None if extension == Some("mp4") => usage(
                "a number in the name makes pictures, and an .mp4 is one file: leave the number out, or name pictures as in frames/%04d.png".into(),
            ),
            None => usage(unknown(out)),
        };
    }
    if task.frames.is_some() {
        return usage(
            "--frames shares out numbered pictures: name them as in frames/%04d.png".into(),
        );
    }
    let is_picture = picture_file::format(out).is_some() || radiance::is_asked_for(out);
    match (extension, picture_file::format(out)) {
        (Some("gif"), _) if is_clip => Ok(Target::Clip(ClipTarget::Gif)),
        (Some("mp4"), _) if is_clip => Ok(Target::Clip(ClipTarget::Mp4)),
        (Some("wav"), _) if is_clip && task.fps.is_some() => {
            usage("--fps is for pictures: leave it out".into())
        }
        (Some("wav"), _) if is_clip => Ok(Target::Wav),
        (Some("wav"), _) => usage("a sound needs its length: add --seconds".into()),
        (Some("mp4"), _) => usage("a clip needs its length: add --seconds".into()),
        _ if is_clip && is_picture => usage(
            "--seconds makes a clip, but this is one picture: name a .gif, an .mp4, or numbered pictures as in frames/%04d.png".into(),
        ),
        _ if is_picture && task.fps.is_some() => {
            usage("--fps is for clips: leave it out, or add --seconds and name a clip".into())
        }
        (_, Some(format)) => Ok(Target::Picture(format)),
        _ if is_picture => Ok(Target::Radiance),
        (_, None) => usage(unknown(out)),
    }
}

fn unknown(out: &Path) -> String {
    let extension = match out.extension() {
        Some(extension) => format!(
            "the extension .{} is none that can be written",
            excerpt(&extension.to_string_lossy())
        ),
        None => "the name has no extension, which selects the format".to_owned(),
    };
    format!(
        "{extension}; use one of {} for a picture, .exr for radiance, .gif .mp4 for a clip, .wav for its sound",
        picture_file::EXTENSIONS
    )
}

fn picture(
    mut output: Output,
    format: ImageFormat,
    renderer: &mut dyn Renderer,
    simulation: &mut Simulation,
    steps: u64,
) -> Result<(usize, usize)> {
    let (width, height) = renderer.size();
    picture_file::check_size(format, width, height)?;
    let progress = progress(steps, "steps");
    advance(simulation, steps, &progress)?;
    finite::check_simulation(simulation)?;
    let frame = renderer.frame(simulation)?;
    output.write(|to| picture_file::encode(format, frame, to))?;
    let to = output.name().to_path_buf();
    output.commit()?;
    for line in renderer.legend(simulation) {
        super::say_after(&to, format_args!("{line}"))?;
    }
    Ok((width, height))
}

/// Opens a clip of pictures of `size`; numbered ones begin with `first`.
fn open_clip(
    kind: ClipTarget,
    output: Option<Output>,
    first: u64,
    size: (usize, usize),
    fps: f64,
    sound: Option<SoundFile>,
) -> Result<Box<dyn Clip>> {
    let output = || output.context("a single file");
    match kind {
        ClipTarget::Gif => clip::gif(output()?, size, fps),
        ClipTarget::Mp4 => clip::mp4(output()?, size, fps, sound),
        ClipTarget::Numbered(numbering, format) => {
            picture_file::check_size(format, size.0, size.1)?;
            clip::numbered(numbering, first, format)
        }
    }
}

/// Renders the tour as a clip.
fn render_tour(target: Target, out: &Path, common: &Common, fps: f64) -> Result<()> {
    interrupt::listen()?;
    let kind = match target {
        Target::Clip(kind) => kind,
        Target::Wav => {
            let output = Output::create(out)?;
            let seconds = tour::sound(common, fps, output)?;
            super::wrote(out, format_args!("{seconds} s of sound"));
            return Ok(());
        }
        _ => {
            let usage = "--tour makes a clip: name a .gif, an .mp4, a .wav, or numbered pictures as in frames/%04d.png";
            return Err(WrongUsage(usage.into()).into());
        }
    };
    let output = match kind {
        ClipTarget::Numbered(..) => None,
        _ => Some(Output::create(out)?),
    };
    let sound_of = matches!(kind, ClipTarget::Mp4).then_some(out);
    let open = |size, sound| open_clip(kind, output, 0, size, fps, sound);
    let frames = tour::film(common, fps, sound_of, open)?;
    super::wrote(out, format_args!("{frames} pictures, {fps} a second"));
    Ok(())
}

/// The camera along the path of a scene at a time in seconds, if the clip follows it.
fn path<'a>(task: &Render, scene: &'a Scene) -> Result<Option<impl Fn(f64) -> Camera + 'a>> {
    if !task.follow_path {
        return Ok(None);
    }
    let kind = scene.view.kind;
    if !kind.has_eye {
        bail!(
            "the {} view has no camera to move: omit --follow-path, or use --view lit",
            kind.name
        );
    }
    match &scene.camera_path {
        Some(path) => Ok(Some(|seconds| path.camera(seconds, scene.camera.fov))),
        None => bail!("the scene has no path to follow: add two [[camera.path]] tables or more"),
    }
}

/// Renders the clip: frame k shows the water round(k · steps per second / fps) steps after the warm-up.
fn film(
    renderer: &mut dyn Renderer,
    simulation: &mut Simulation,
    warm_up: u64,
    timing: &Timing,
    path: Option<impl Fn(f64) -> Camera>,
    open: impl FnOnce((usize, usize)) -> Result<Box<dyn Clip>>,
) -> Result<(usize, usize)> {
    let mut clip = open(renderer.size())?;
    timing.warm_up(simulation, warm_up)?;
    let progress = progress(timing.frames.end - timing.frames.start, "pictures");
    for k in timing.frames.clone() {
        interrupt::check()?;
        timing.advance_to(k, simulation, warm_up);
        finite::check_simulation(simulation)?;
        if let Some(path) = &path {
            renderer.look_from(&path(timing.seconds(k)));
        }
        clip.push(renderer.frame(simulation)?)?;
        progress.inc(1);
    }
    progress.finish_and_clear();
    clip.finish()?;
    Ok(renderer.size())
}

/// Advances by `steps`, with progress.
pub(super) fn advance(
    simulation: &mut Simulation,
    steps: u64,
    progress: &ProgressBar,
) -> Result<(), Interrupted> {
    let end = simulation.step() + steps;
    let start = simulation.step();
    while simulation.step() < end {
        interrupt::check()?;
        simulation.advance_by(
            if simulation.is_idle() { end } else { CHUNK }.min(end - simulation.step()),
        );
        progress.set_position(simulation.step() - start);
    }
    progress.finish_and_clear();
    Ok(())
}

/// A progress bar on stderr; hidden if that is not a terminal.
pub(super) fn progress(length: u64, of: &'static str) -> ProgressBar {
    let template = format!("{{bar:40}} {{pos}}/{{len}} {of}, {{eta}} left");
    let style =
        ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style)
}
