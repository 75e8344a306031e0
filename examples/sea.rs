//! A sea in a program of your own, without a window: `cargo run --no-default-features --example sea -- 14 30 out.csv`
//!
//! Takes the wind in m/s, a time in seconds, and a file; all can be left out. Draws the waves of that wind, tells what they are like,
//! prints the surface as a picture of characters, and saves its heights in metres, a line for each row of cells.

use std::error::Error;
use waterlab::parameter::Settings;
use waterlab::sea::{SeaKind, beaufort};

/// From the deepest trough to the highest crest; foam is drawn as such.
const SHADES: [char; 7] = ['█', '▓', '▒', '░', ' ', '.', ':'];
const FOAM: char = '@';

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: f64| -> Result<f64, Box<dyn Error>> {
        let Some(text) = arguments.next() else {
            return Ok(default);
        };
        Ok(text.parse().map_err(|_| format!("`{text}` is no number"))?)
    };
    let (wind, seconds) = (number(12.0)?, number(0.0)?);

    let kind = SeaKind::named("sea").ok_or("this version has no sea")?;
    let mut settings = Settings::new(kind.parameters);
    settings.set("wind", wind)?;
    settings.set("choppiness", 1.5)?;
    let sea = kind.create(&settings, 160, 96)?;
    let mut state = sea.new_state();
    sea.compute_with_foam(seconds, &mut state);

    let (height, foam) = (&state.surface().height, state.foam());
    let most = height
        .cells()
        .iter()
        .fold(1e-9_f32, |most, h| most.max(h.abs()));
    for row in (0..height.rows()).step_by(4) {
        let line = (0..height.columns()).step_by(2).map(|column| {
            let share = height[(column, row)] / most;
            let shade = ((share + 1.0) / 2.0 * (SHADES.len() - 1) as f32).round();
            match foam[(column, row)] {
                0.5.. => FOAM,
                _ => SHADES[shade as usize],
            }
        });
        println!("{}", line.collect::<String>());
    }
    println!(
        "wind {wind} m/s (Beaufort {}): significant height {:.2} m, {:.1} % foam after {seconds} s",
        beaufort(wind),
        sea.waves().significant_height(),
        100.0 * foam.mean()
    );
    if let Some(file) = arguments.next() {
        let line = |row| {
            height
                .row(row)
                .iter()
                .map(f32::to_string)
                .collect::<Vec<_>>()
                .join(",")
        };
        let table: Vec<String> = (0..height.rows()).map(line).collect();
        std::fs::write(&file, table.join("\n") + "\n")
            .map_err(|error| format!("can't write {file}: {error}"))?;
        println!("saved {file}");
    }
    Ok(())
}
