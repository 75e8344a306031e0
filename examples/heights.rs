//! Water in a program of your own, without a window: `cargo run --no-default-features --example heights -- wave 120 out.csv`
//!
//! Takes the name of a model, a number of steps, and a file; all can be left out. Drops two stones, lets the steps pass,
//! prints the surface as a picture of characters, and saves its heights in metres, a line for each row of cells.

use std::error::Error;
use std::fmt::Write;
use waterlab::heights::Heights;
use waterlab::pool::{Disturbance, Fraction, Obstacle, Obstruction, Size};
use waterlab::water::{Model, pools};

/// From the deepest trough to the highest crest.
const SHADES: [char; 9] = ['█', '▓', '▒', '░', ' ', '.', ':', '+', '#'];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or("ripple".to_owned());
    let steps: u32 = arguments.next().map_or(Ok(90), |text| text.parse())?;
    let known = || pools().map(|model| model.name).collect::<Vec<_>>();
    let model = Model::named(&name)
        .ok_or_else(|| format!("there is no model `{name}`; there are {:?}", known()))?;

    let size = Size::new(160, 96)?;
    let mut water = model.create(size);
    let mut walls = Obstruction::open(size);
    walls.add(&Obstacle::Disc {
        at: Fraction::new(0.7, 0.6)?,
        radius: 9.0,
    });
    water.set_obstacles(&walls);
    for (u, v) in [(0.3, 0.4), (0.5, 0.8)] {
        water.disturb(&Disturbance::stone(Fraction::new(u, v)?, 5.0, 100.0));
    }
    for _ in 0..steps {
        water.step();
    }

    println!("{}: {}", model.title, model.about);
    println!("{}", picture(&water.heights()));
    let (low, high) = water.heights().range();
    println!(
        "after {steps} steps: from {:.1} mm to {:.1} mm",
        1e3 * low,
        1e3 * high
    );
    if let Some(file) = arguments.next() {
        std::fs::write(&file, table(&water.heights()))
            .map_err(|error| format!("can't write {file}: {error}"))?;
        println!("saved {file}");
    }
    Ok(())
}

/// Two cells across and four along to a character; small waves are stretched to the whole range of shades.
fn picture(heights: &Heights) -> String {
    let (low, high) = heights.range();
    let most = low.abs().max(high).max(1e-9);
    let mut text = String::new();
    for row in 0..24 {
        for column in 0..80 {
            let at = |index: usize, count: f32| (index as f32 + 0.5) / count;
            let height = heights.bilinear(at(column, 80.0), at(row, 24.0));
            // The root shows faint waves beside steep ones.
            let share = (height.abs() / most).sqrt() * height.signum();
            let shade = (4.0 + 4.0 * share).round() as usize;
            text.push(SHADES[shade.min(SHADES.len() - 1)]);
        }
        text.push('\n');
    }
    text
}

/// Metres, separated by commas.
fn table(heights: &Heights) -> String {
    let mut text = String::new();
    for row in 0..heights.rows() {
        for column in 0..heights.columns() {
            let comma = if column == 0 { "" } else { "," };
            let height = heights.metres(column as i64, row as i64);
            // Writing to a string can't fail.
            let _ = write!(text, "{comma}{height}");
        }
        text.push('\n');
    }
    text
}
