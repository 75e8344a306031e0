//! Draws the small pictures of the built-in bodies, in a row, as the panel shows them:
//! `cargo run --example shapes -- textures/shapes.png`.

use anyhow::{Context, Result, anyhow};
use std::path::Path;
use waterlab::desktop::Offscreen;
use waterlab::gl::ApiChoice;
use waterlab::grid::Grid;
use waterlab::scene::{Scene, shape_names};
use waterlab::session::Session;

/// Pixels along a side of a picture, and how many are drawn for each.
const SIDE: usize = 96;
const FINER: usize = 4;

fn main() -> Result<()> {
    let file = std::env::args().nth(1).context("the file to write")?;
    let names = shape_names();
    let size = (FINER * SIDE, FINER * SIDE);
    let stage = Offscreen::open(size, 1, ApiChoice::Auto)?;
    let mut row = Grid::new(SIDE * names.len(), SIDE, [0; 4]);
    for (index, name) in names.into_iter().enumerate() {
        let picture = picture(&stage, name, size)?;
        for (y, x) in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (y, x))) {
            let mut sum = [0; 4];
            for (dy, dx) in (0..FINER).flat_map(|dy| (0..FINER).map(move |dx| (dy, dx))) {
                let texel = picture[(FINER * x + dx, FINER * y + dy)];
                sum = std::array::from_fn(|channel| sum[channel] + usize::from(texel[channel]));
            }
            row[(SIDE * index + x, y)] = sum.map(|sum| (sum / (FINER * FINER)) as u8);
        }
    }
    let bytes = row.cells().as_flattened();
    let [width, height] = [row.columns(), row.rows()].map(|side| side as u32);
    image::save_buffer(file, bytes, width, height, image::ColorType::Rgba8)?;
    Ok(())
}

/// A body at rest in calm water.
fn picture(stage: &Offscreen, name: &str, size: (usize, usize)) -> Result<Grid<[u8; 4]>> {
    // What sinks is shown above the water.
    let height = match name {
        "stone" => 0.12,
        "pot" => 0.14,
        "parasol" => 0.3,
        _ => 0.0,
    };
    // Longest side, metres: of a size in the picture.
    let size_of_body = match name {
        "box" | "crate" => 0.34,
        "boat" => 0.7,
        "stone" => 0.58,
        "pot" => 0.6,
        "parasol" => 0.64,
        "duck" => 0.48,
        "buoy" => 0.45,
        _ => 0.5,
    };
    // With its beak toward the eye.
    let yaw = if name == "duck" { -40 } else { 65 };
    let text = format!(
        "[water]\nmodel = \"wave\"\nlength = 4\nsize = [128, 128]\n\
         [view]\nkind = \"lit\"\nsetting = \"open\"\nlamp = \"off\"\n\
         [sky]\nelevation = 50\nazimuth = 140\nclouds = 0\n\
         [camera]\neye = [0.35, 0.62, 0.95]\ntarget = [0, 0.1, 0]\nfov = 32\n\
         [[body]]\nshape = \"{name}\"\nsize = {size_of_body}\nyaw = {yaw}\nat = [0, {height}, 0]\n"
    );
    let scene = Scene::read(&text, Path::new("shape.toml"), &[])?;
    let mut session = Session::new(stage.gl(), scene, false)?;
    if height == 0.0 {
        session.simulation.advance_by(240);
    }
    session.picture(size).map_err(|error| anyhow!("{error}"))
}
