//! `waterlab bench`: benchmarks simulation and rendering, as a table or as JSON.

mod bodies;
mod measure;
mod models;
mod seas;
mod sound;

use super::arguments::{Bench, Common};
use super::renderer::{CpuPicture, GlPicture, Renderer};
use crate::pool::{Disturbance, Fraction, Ripple, RowKernel, Size};
use crate::scene::{Edit, Scene, Simulation};
use crate::session::begin;
use crate::water::Water;
use anyhow::{Context, Result};
use measure::seconds;
use serde::Serialize;
use std::cell::RefCell;
use std::fmt::Write as _;
use std::io::Write as _;
use std::rc::Rc;
use std::time::Instant;

/// One measurement.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// What was measured.
    pub name: String,
    /// Repetitions per second.
    pub per_second: f64,
    /// Duration of one repetition.
    pub milliseconds: f64,
    /// Work per second, in the unit `what`.
    pub rate: f64,
    /// The unit of `rate`.
    pub what: &'static str,
    /// Speed relative to `than`.
    pub ratio: Option<f64>,
    /// The reference of `ratio`.
    pub than: Option<String>,
}

impl Row {
    /// A measurement of work that takes `seconds` and amounts to `amount` of `what`.
    pub fn new(name: impl Into<String>, seconds: f64, amount: f64, what: &'static str) -> Self {
        Self {
            name: name.into(),
            per_second: 1.0 / seconds,
            milliseconds: 1e3 * seconds,
            rate: amount / seconds,
            what,
            ratio: None,
            than: None,
        }
    }

    /// With a comparison.
    pub fn compared(mut self, ratio: f64, than: impl Into<String>) -> Self {
        self.ratio = Some(ratio);
        self.than = Some(than.into());
        self
    }
}

/// Sides of the square pools measured.
const SIDES: [i64; 3] = [256, 1024, 4096];
/// Steps between two disturbances: their time is negligible, and no row comes to rest.
const STIR: u32 = 64;
/// Frames that are drawn before the benchmark waits for the GPU.
const FRAMES: u32 = 8;

/// Frames whose passes are timed.
const WATCHED: usize = 15;
/// Memory traffic of a step of the ripple for each cell, bytes: it reads two grids of 16 bits and writes one.
const STEP_BYTES: f64 = 6.0;
/// Memory traffic of a copy of a grid for each cell, bytes: it reads one and writes one.
const COPY_BYTES: f64 = 4.0;

/// Runs the command.
pub fn bench(task: &Bench, common: &Common) -> Result<()> {
    let edits = common.edits();
    let scene = match &task.scene {
        None if edits.is_empty() => None,
        file => Some(common.scene_or_show(file.as_ref())?),
    };
    let mut rows = Vec::new();
    if let (Some(scene), true) = (&scene, common.view.is_some()) {
        rows.extend(frames(scene, "", common)?);
        return tell(&rows, task.json);
    }
    ripples(&mut rows)?;
    let alone = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .context("can't start a thread to measure with")?;
    models::models(&alone, &mut rows)?;
    rows.push(bodies::step()?);
    measuring("sound");
    rows.push(sound::measure());
    picture(&mut rows)?;
    views(&mut rows, common);
    if let Some(scene) = scene {
        if let Some(sea) = scene.water.sea(scene.size) {
            let name = format!("scene's {}", scene.water.model.name);
            measuring(&name);
            seas::measure(&name, &sea?, true, &alone, &mut rows);
        }
        rows.push(own(&scene));
    }
    tell(&rows, task.json)
}

/// Reports on stderr what is measured next: the whole benchmark takes minutes.
fn measuring(name: &str) {
    // Without stderr only the results are written.
    let _ = writeln!(std::io::stderr(), "measuring {name}");
}

/// Prints the measurements.
fn tell(rows: &[Row], json: bool) -> Result<()> {
    if json {
        let text = serde_json::to_string_pretty(rows).context("can't print the results")?;
        super::say(format_args!("{text}"))
    } else {
        super::say(format_args!("{}", table(rows)))
    }
}

/// The step of the ripple with either kernel, compared with each other and with copying memory.
fn ripples(rows: &mut Vec<Row>) -> Result<()> {
    for side in SIDES {
        let cells = (side * side) as f64;
        measuring(&format!("ripple step {side}×{side}"));
        let name = |kernel: &str| format!("ripple step {side}×{side}, {kernel}");
        let plain = step(side, RowKernel::Plain)?;
        let vector = step(side, RowKernel::Vector)?;
        let copy = copy(side);
        let kernel = RowKernel::Vector.name();
        rows.push(Row::new(name("plain"), plain, cells / 1e6, "Mcells/s"));
        rows.push(
            Row::new(name(kernel), vector, cells / 1e6, "Mcells/s")
                .compared(plain / vector, "plain"),
        );
        let gigabytes = STEP_BYTES * cells / 1e9;
        let share = STEP_BYTES / vector / (COPY_BYTES / copy);
        rows.push(
            Row::new(name("memory traffic"), vector, gigabytes, "GB/s").compared(share, "copy"),
        );
        let copied = COPY_BYTES * cells / 1e9;
        rows.push(Row::new(
            format!("copy {side}×{side}"),
            copy,
            copied,
            "GB/s",
        ));
    }
    Ok(())
}

/// Seconds of a step of moving water.
fn step(side: i64, kernel: RowKernel) -> Result<f64> {
    let mut water = Ripple::with_kernel(Size::new(side, side)?, kernel);
    let (corner, opposite) = (Fraction::clamped(0.0, 0.0), Fraction::clamped(1.0, 1.0));
    let mut steps = 0;
    Ok(seconds(|| {
        // Rows at rest are skipped: all of them are disturbed now and then.
        if steps % STIR == 0 {
            water.disturb(&Disturbance::stroke(corner, opposite, 1.5, 100.0));
        }
        steps += 1;
        water.step();
    }))
}

/// Seconds of a copy of a grid.
fn copy(side: i64) -> f64 {
    let from = vec![1_i16; (side * side) as usize];
    let mut to = from.clone();
    seconds(|| std::hint::black_box(&mut to).copy_from_slice(std::hint::black_box(&from)))
}

/// The picture view on the CPU, both looks.
fn picture(rows: &mut Vec<Row>) -> Result<()> {
    const SIZE: &str = "1280x720";
    for look in ["nearest", "smooth"] {
        let edits = [
            Edit::name("view", ["view", "kind"], "picture"),
            Edit::name("look", ["view", "look"], look),
        ];
        measuring(&format!("picture {SIZE}, {look}"));
        let scene = Scene::show(&edits)?;
        let size = SIZE.parse().ok();
        let mut renderer = CpuPicture::new(&scene, size)?;
        let mut simulation = Simulation::new(&scene);
        simulation.advance_by(60);
        renderer.frame(&simulation)?;
        let taken = seconds(|| {
            // Drawing on the CPU can't fail once the picture is loaded.
            let _ = renderer.frame(&simulation);
        });
        let name = format!("picture {SIZE}, {look}, CPU");
        rows.push(Row::new(name, taken, 1280.0 * 720.0 / 1e6, "Mpixels/s"));
    }
    Ok(())
}

/// Frames of each view on GL, off screen; skipped on a machine without GL.
fn views(rows: &mut Vec<Row>, common: &Common) {
    for (view, detail, edit) in [
        ("lit", "", None),
        ("lit", ", 16 bodies", Some(bodies::edit())),
        ("mesh", "", None),
        (
            "mesh",
            ", a vertex a cell",
            Some("view.detail=2048".to_owned()),
        ),
        ("picture", "", None),
    ] {
        match view_frame(view, detail, edit.as_deref(), common) {
            Ok(row) => rows.extend(row),
            Err(error) => log::warn!("the {view} view is not measured: {error:#}"),
        }
    }
}

/// A frame of a view of moving water, including its step and the upload of its heights.
fn view_frame(view: &str, detail: &str, edit: Option<&str>, common: &Common) -> Result<Vec<Row>> {
    let mut edits = vec![Edit::name("view", ["view", "kind"], view)];
    if let Some(edit) = edit {
        edits.push(Edit::parse(edit).map_err(anyhow::Error::msg)?);
    }
    frames(&Scene::show(&edits)?, detail, common)
}

/// Frames of the view of a scene, as [`view_frame`].
fn frames(scene: &Scene, detail: &str, common: &Common) -> Result<Vec<Row>> {
    let size = common.size.or_else(|| "1280x720".parse().ok());
    let view = scene.view.kind.name;
    measuring(&format!("{view} view{detail}"));
    let mut renderer = GlPicture::with_samples(scene, size, common.gl(), 1)?;
    let mut simulation = begin(scene);
    simulation.advance_by(60);
    renderer.frame(&simulation)?;
    let taken = seconds(|| {
        // A batch is drawn before waiting, as in a window.
        for _ in 0..FRAMES {
            simulation.advance();
            // What was drawn once can be drawn again.
            let _ = renderer.draw(&simulation);
        }
        renderer.finish();
    }) / f64::from(FRAMES);
    let (columns, rows) = (scene.size.columns(), scene.size.rows());
    let on = renderer.renderer_name();
    let (width, height) = renderer.size();
    let name = format!("{view} view {width}x{height}, {columns}×{rows}{detail}, {on}");
    let mut rows = vec![Row::new(name, taken, 1.0, "frames/s")];
    let frame = taken;
    for (pass, taken) in passes(&mut renderer, &mut simulation) {
        let name = format!("{view} view{detail}, {pass}");
        rows.push(Row::new(name, taken, 1.0, "passes/s").compared(taken / frame, "its frame"));
    }
    Ok(rows)
}

/// Seconds of each pass of a frame, each finished before the next one begins, for views that report passes; the median over the frames.
fn passes(renderer: &mut GlPicture, simulation: &mut Simulation) -> Vec<(&'static str, f64)> {
    struct Watch {
        since: Instant,
        /// Of one frame.
        taken: Vec<(&'static str, f64)>,
    }
    let watch = Rc::new(RefCell::new(Watch {
        since: Instant::now(),
        taken: Vec::new(),
    }));
    let gl = renderer.context().clone();
    let watched = watch.clone();
    let note = move |pass: &'static str| {
        gl.finish();
        let mut watch = watched.borrow_mut();
        let taken = watch.since.elapsed().as_secs_f64();
        match watch.taken.iter_mut().find(|(known, _)| *known == pass) {
            Some((_, sum)) => *sum += taken,
            None => watch.taken.push((pass, taken)),
        }
        watch.since = Instant::now();
    };
    let end = note.clone();
    renderer.watch(move |pass| end(pass.name()));
    let mut frames: Vec<(&'static str, Vec<f64>)> = Vec::new();
    for _ in 0..WATCHED {
        watch.borrow_mut().since = Instant::now();
        simulation.advance();
        note("simulation");
        // What was drawn once can be drawn again.
        let _ = renderer.draw(simulation);
        renderer.finish();
        for (pass, taken) in watch.borrow_mut().taken.drain(..) {
            match frames.iter_mut().find(|(known, _)| *known == pass) {
                Some((_, all)) => all.push(taken),
                None => frames.push((pass, vec![taken])),
            }
        }
    }
    renderer.watch(|_| {});
    if frames.len() < 2 {
        return Vec::new();
    }
    let median = |(pass, mut all): (_, Vec<f64>)| {
        all.sort_unstable_by(f64::total_cmp);
        (pass, all[all.len() / 2])
    };
    frames.into_iter().map(median).collect()
}

/// The scene's own steps, with all of its events.
fn own(scene: &Scene) -> Row {
    measuring("the scene's step");
    let mut simulation = Simulation::new(scene);
    let cells = (scene.size.columns() * scene.size.rows()) as f64;
    let taken = seconds(|| {
        simulation.advance();
        // A sea is only computed when it is read.
        std::hint::black_box(simulation.heights());
    });
    let name = format!("scene step {}×{}", scene.size.columns(), scene.size.rows());
    Row::new(name, taken, cells / 1e6, "Mcells/s")
        .compared(1.0 / taken / scene.steps_per_second, "real time")
}

/// The rows as text, in columns.
fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.name.chars().count()).max();
    let width = width.unwrap_or(0);
    let mut text = format!(
        "{:<width$}  {:>11}  {:>11}  {:>10}",
        "what", "per second", "ms", "rate"
    );
    for row in rows {
        let _ = write!(
            text,
            "\n{:<width$}  {:>11.1}  {:>11.4}  {:>10.1} {:<9}",
            row.name, row.per_second, row.milliseconds, row.rate, row.what
        );
        if let (Some(ratio), Some(than)) = (row.ratio, &row.than) {
            let _ = write!(text, "  {ratio:.2} × {than}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_lines_up_and_tells_comparisons() {
        let rows = [
            Row::new("a", 0.5, 3.0, "Mcells/s"),
            Row::new("longer", 0.001, 1.0, "GB/s").compared(2.5, "a"),
        ];
        let text = table(&rows);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(
            lines[1].find("2.0"),
            lines[0].find("second").map(|at| at + 3)
        );
        assert!(
            lines[1].contains("500.0000") && lines[1].contains("6.0 Mcells/s"),
            "{text}"
        );
        assert!(lines[2].ends_with("2.50 × a"), "{text}");
    }
}
