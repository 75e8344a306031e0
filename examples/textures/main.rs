//! Paints every texture that ships with the program, out of nothing but noise and geometry.
//!
//! `textures [OUT_DIR]` writes the files to OUT_DIR (default `textures`). Seeds are fixed: running it again gives the
//! same bytes. What each picture shows, and how it is meant to be looked up, is told at the top of its module.

mod blossom;
mod canvas;
mod clouds;
mod coral;
mod deck;
mod duckweed;
mod koi;
mod lilies;
mod noise;
mod panorama;
mod pebbles;
mod pond;
mod reef;
mod sky;
mod tiles;

use std::path::PathBuf;
use std::{env, fs};

use anyhow::{Context, Result, bail};

/// Bytes a picture may take, so that all of them together stay small enough to ship.
const SMALL: usize = 420_000;
const LARGE: usize = 960_000;

fn main() -> Result<()> {
    let mut arguments = env::args_os().skip(1);
    let dir = PathBuf::from(arguments.next().unwrap_or_else(|| "textures".into()));
    if let Some(extra) = arguments.next() {
        bail!("unexpected argument {extra:?}; usage: textures [OUT_DIR]");
    }
    fs::create_dir_all(&dir)
        .with_context(|| format!("could not create the folder {}", dir.display()))?;

    tiles::paint().save_jpeg(&dir.join("tiles.jpg"), SMALL)?;
    deck::paint().save_jpeg(&dir.join("deck.jpg"), SMALL)?;
    sky::paint().save_png(&dir.join("sky.png"))?;
    panorama::paint().save_jpeg(&dir.join("panorama.jpg"), SMALL)?;
    let (pond, overlay) = pond::paint();
    pond.save_jpeg(&dir.join("pond.jpg"), LARGE)?;
    overlay.save_jpeg(&dir.join("overlay.jpg"), SMALL)?;
    overlay.save_cover(&dir.join("overlay_cover.png"))?;
    coral::save(&dir.join("coral.png"))?;
    reef::save(&dir.join("reef.png"))
}
