//! `waterlab [SCENE]`: opens the window, or renders a picture if there is no display.

use super::arguments::{Common, bundled};
use super::clip::{self, Numbering};
use super::output::Output;
use super::renderer::{GlPicture, Renderer};
use super::{finite, interrupt, picture_file, say};
use crate::desktop::disk::is_stdin;
use crate::desktop::window::{self, ClipFormat, Film, WindowError, WindowOptions};
use crate::grid::Grid;
use crate::scene::{BundledScene, Scene, image_file};
use crate::session::begin;
use anyhow::{Context, Result, bail};
use image::ImageFormat;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Steps before the picture that replaces the window: enough for rings to meet.
const PICTURE_STEPS: u64 = 150;

/// Opens a window with the scene, and returns when it is closed. The scene is that of the `file`, or else the default scene; with `tour`, a
/// tour begins with it.
pub fn run(scene: &Scene, file: Option<&PathBuf>, tour: bool, options: &Common) -> Result<()> {
    let started = Instant::now();
    let Some(api) = options.gl().api() else {
        bail!("a window needs OpenGL: omit --gl none, or use `waterlab render`");
    };
    interrupt::listen()?;
    let named = file.and_then(|file| bundled(file));
    let own = if scene.is_at_sea() { "sea" } else { "pool" };
    let opened = window::open(WindowOptions {
        scene: scene.clone(),
        is_show: file.is_none(),
        tour,
        bundled: match file {
            Some(_) => named,
            None => BundledScene::named(own),
        },
        // A scene from stdin can't be read again.
        file: file
            .filter(|file| named.is_none() && !is_stdin(file))
            .cloned(),
        read_scene: {
            // The options apply to the first scene whenever it is reloaded.
            let (first, options) = (file.cloned(), options.clone());
            Box::new(move |file| {
                let read = match first.as_deref() == Some(file) {
                    true => options.scene_or_show(first.as_ref()),
                    false => Scene::load(file, &[]),
                };
                read.map_err(Into::into)
            })
        },
        size: options.size.map(|size| (size.width(), size.height())),
        api,
        save_picture: Box::new(|picture| {
            save(picture).map_err(|error| format!("{error:#}").into())
        }),
        save_scene: {
            let mut kept = None;
            Box::new(move |scene, again| {
                if !again {
                    kept = None;
                }
                save_scene_in(Path::new(""), scene, &mut kept)
                    .map_err(|error| format!("{error:#}").into())
            })
        },
        write_film: {
            let have = Mutex::new(Vec::new());
            Arc::new(move |film| {
                write_film(film, &have).map_err(|error| format!("{error:#}").into())
            })
        },
        on_start: Box::new(interrupt::on_interrupt),
        started,
    });
    interrupt::check()?;
    match opened {
        Err(error) if error.is_for_want_of_a_display() => instead(scene, options, &error),
        opened => Ok(opened?),
    }
}

/// Without a display: renders a picture off screen and reports its file.
fn instead(scene: &Scene, options: &Common, reason: &WindowError) -> Result<()> {
    let mut simulation = begin(scene);
    simulation.advance_by(PICTURE_STEPS);
    let file = finite::check_simulation(&simulation)
        .and_then(|()| GlPicture::new(scene, options.size, options.gl()))
        .and_then(|mut picture| save(picture.frame(&simulation)?))
        .with_context(|| format!("{reason}, and no picture in place of a window"))?;
    // The picture is written even if stderr is closed.
    let _ = writeln!(
        std::io::stderr(),
        "{reason}: rendered a picture in place of a window"
    );
    say(format_args!("{}", file.display()))
}

/// Writes a clip to the working directory, under the first numbered name that is free and not reserved in `have`.
fn write_film(film: Film, have: &Mutex<Vec<PathBuf>>) -> Result<PathBuf> {
    let ending = match film.format {
        ClipFormat::Mp4 => ".mp4",
        ClipFormat::Gif => ".gif",
        ClipFormat::Pictures => "",
    };
    let file = {
        let mut have = have.lock().unwrap_or_else(PoisonError::into_inner);
        let file = (1..10_000)
            .map(|number| PathBuf::from(format!("waterlab-{number:04}{ending}")))
            .find(|name| !name.exists() && !have.contains(name))
            .context("there are waterlab-0001 to waterlab-9999 already: move some away")?;
        have.push(file.clone());
        file
    };
    let output = || Output::create(&file);
    let mut clip = match film.format {
        ClipFormat::Mp4 => clip::mp4(output()?, film.size, film.fps, None)?,
        ClipFormat::Gif => clip::gif(output()?, film.size, film.fps)?,
        ClipFormat::Pictures => {
            let numbering = Numbering::of(&file.join("%04d.png")).map_err(anyhow::Error::msg)?;
            let numbering = numbering.context("the name has a number in it")?;
            clip::numbered(numbering, 0, ImageFormat::Png)?
        }
    };
    for (picture, frames) in film.pictures {
        for _ in 0..frames {
            clip.push(&picture)?;
        }
    }
    clip.finish()?;
    Ok(file)
}

/// A saved scene.
struct Kept {
    /// The common stem of its files.
    stem: String,
    /// All files written under that stem.
    files: Vec<PathBuf>,
}

/// Writes a scene and its pictures to a folder: under the `kept` name of the previous save, or else, also if another program has created a
/// file of that name meanwhile, under the first free number.
fn save_scene_in(folder: &Path, scene: &Scene, kept: &mut Option<Kept>) -> Result<PathBuf> {
    let saved = |stem: &str| {
        let saved = scene.saved(stem, &|file| file.display().to_string());
        let names = saved.pictures.iter().map(|(name, _)| folder.join(name));
        let names: Vec<_> = names.chain([folder.join(format!("{stem}.toml"))]).collect();
        (saved, names)
    };
    // The scene file itself is checked first, which is faster.
    let is_free = |stem: &String| {
        !folder.join(format!("{stem}.toml")).exists()
            && saved(stem).1.iter().all(|name| !name.exists())
    };
    let again = kept.as_ref().filter(|kept| {
        let is_ours = |name: &PathBuf| kept.files.contains(name) || !name.exists();
        saved(&kept.stem).1.iter().all(is_ours)
    });
    let stem = match again {
        Some(again) => again.stem.clone(),
        None => (1..10_000)
            .map(|number| format!("waterlab-{number:04}"))
            .find(is_free)
            .context(
                "there are waterlab-0001.toml to waterlab-9999.toml already: move some away",
            )?,
    };
    let (scene, names) = saved(&stem);
    let mut outputs = Vec::new();
    for (name, (_, picture)) in names.iter().zip(&scene.pictures) {
        let mut output = Output::create(name)?;
        output.write(|to| Ok(image_file::write_grey(name, picture, to)?))?;
        outputs.push(output);
    }
    let file = folder.join(format!("{stem}.toml"));
    let mut output = Output::create(&file)?;
    output.write(|to| Ok(to.write_all(scene.text.as_bytes())?))?;
    // The scene file last, so that the files that it names exist.
    for output in outputs.into_iter().chain([output]) {
        output.commit()?;
    }
    let mut files = again.map_or_else(Vec::new, |again| again.files.clone());
    files.extend(names);
    *kept = Some(Kept { stem, files });
    Ok(file)
}

/// Writes a picture to the working directory, under the first numbered name that is free.
fn save(picture: &Grid<[u8; 4]>) -> Result<PathBuf> {
    let mut output = Output::unnamed(Path::new("."), "waterlab-0001.png")?;
    output.write(|to| picture_file::encode(ImageFormat::Png, picture, to))?;
    let names = (1..10_000).map(|number| PathBuf::from(format!("waterlab-{number:04}.png")));
    output
        .commit_as(names)?
        .context("there are waterlab-0001.png to waterlab-9999.png already: move some away")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::Obstacle;
    use std::sync::Arc;

    #[test]
    fn a_scene_saved_again_spares_what_somebody_else_has_put_beside_it() {
        let room = tempfile::tempdir().expect("a folder");
        let name = |name: &str| room.path().join(name);
        let mut scene = Scene::default();
        let mut kept = None;
        let first = save_scene_in(room.path(), &scene, &mut kept).expect("saved");
        assert_eq!(first, name("waterlab-0001.toml"));
        // The next has walls, and there is a picture of the name that they would have.
        std::fs::write(name("waterlab-0001-walls.png"), "mine").expect("written");
        let mask = Grid::from_fn(64, 64, |column, _| f32::from(column != 5));
        scene.obstacles = vec![Obstacle::Mask(Arc::new(mask))];
        let second = save_scene_in(room.path(), &scene, &mut kept).expect("saved");
        assert_eq!(second, name("waterlab-0002.toml"));
        assert!(name("waterlab-0002-walls.png").exists());
        assert_eq!(
            std::fs::read(name("waterlab-0001-walls.png")).expect("kept"),
            b"mine"
        );
        // Its own it replaces.
        let third = save_scene_in(room.path(), &scene, &mut kept).expect("saved");
        assert_eq!(third, second);
    }
}
