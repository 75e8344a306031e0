//! Sub-steps of the whole pool by Heun's method (docs/models.md §17): tile by tile, bands of tiles in parallel.
//!
//! ```text
//! U¹ = U + Δt·L(U)        Uⁿ⁺¹ = ½·U + ½·(U¹ + Δt·L(U¹))
//! ```
//!
//! A tile at rest, with tiles at rest around it, is not computed: dry land and still lakes cost nothing. The time step follows from the
//! Courant number. A sub-step that would take more water out of a cell than there is, or meet waves that are faster than those before,
//! is made again in halves. It therefore conserves water to rounding and leaves no depth below 0.

use super::edges::{self, Edge};
use super::ground::{Ground, reflected};
use super::kernel::{self, Place, Stage, Summary, TILE};
use super::layer::{FIELDS, Layer, MARGIN};
use crate::pool::Patch;
use crate::threads;

/// The distance that the fastest waves run along an axis in a sub-step, cells.
pub(super) const COURANT: f64 = 0.45;

/// The distance with which a stage may still be stable.
const LARGEST_COURANT: f32 = 0.6;

/// How often a sub-step is halved at most.
const HALVINGS: u32 = 6;

/// Rows of a tile.
const TILE_ROWS: usize = 64;

/// What does not change during a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Model {
    /// Distance of cells, metres.
    pub(super) spacing: f64,
    /// Linear damping, 1/s.
    pub(super) damping: f64,
    /// The constants; time step, ratio, kept and share are set for each stage.
    pub(super) stage: Stage,
    /// West, east, north, south.
    pub(super) edges: [Edge; 4],
}

/// The state of a pool and what a sub-step needs besides.
#[derive(Clone, Debug)]
pub(super) struct Sweep {
    columns: usize,
    rows: usize,
    /// The water now.
    now: Layer,
    /// After the first stage.
    middle: Layer,
    /// After the second stage.
    next: Layer,
    bands: Vec<Band>,
    /// Pressure on the surface as metres of water, in rows as long as those of a layer; empty if there is none.
    pressure: Vec<f32>,
    /// Whether the summaries are those of the water now.
    is_surveyed: bool,
}

/// A row of tiles.
#[derive(Clone, Debug)]
struct Band {
    tiles: Vec<Tile>,
}

#[derive(Clone, Copy, Debug)]
struct Tile {
    /// Of the water now.
    summary: Summary,
    /// After the last stage.
    staged: Summary,
    /// Whether this sub-step leaves it as it is.
    is_at_rest: bool,
    /// Whether it is the same in all layers.
    is_copied: bool,
}

impl Sweep {
    pub(super) fn new(columns: usize, rows: usize) -> Self {
        let layer = Layer::new(columns, rows);
        let tile = Tile {
            summary: Summary::NONE,
            staged: Summary::NONE,
            is_at_rest: false,
            is_copied: false,
        };
        let band = Band {
            tiles: vec![tile; columns.div_ceil(TILE)],
        };
        Self {
            columns,
            rows,
            now: layer.clone(),
            middle: layer.clone(),
            next: layer,
            bands: vec![band; rows.div_ceil(TILE_ROWS)],
            pressure: Vec::new(),
            is_surveyed: false,
        }
    }

    /// Lets these pressures act until they are replaced.
    pub(super) fn press(&mut self, patches: &[Patch]) {
        self.pressure.clear();
        if patches.is_empty() {
            return;
        }
        let stride = self.now.stride();
        self.pressure.resize(stride * (self.rows + 2 * MARGIN), 0.0);
        for patch in patches {
            patch.for_each((self.columns, self.rows), |column, row, metres| {
                self.pressure[(row + MARGIN) * stride + column + MARGIN] += metres;
            });
        }
        // What lies beyond a wall is the mirror image.
        for row in 0..self.rows + 2 * MARGIN {
            let from = MARGIN + reflected(row, self.rows);
            for column in 0..self.columns + 2 * MARGIN {
                let source = from * stride + MARGIN + reflected(column, self.columns);
                self.pressure[row * stride + column] = self.pressure[source];
            }
        }
    }

    /// The water now.
    pub(super) fn water(&self) -> &Layer {
        &self.now
    }

    /// The water now, to be changed.
    pub(super) fn water_mut(&mut self) -> &mut Layer {
        self.is_surveyed = false;
        &mut self.now
    }

    /// Advances by this many seconds. Returns the number of sub-steps.
    pub(super) fn advance(&mut self, model: &Model, ground: &Ground, seconds: f64) -> u32 {
        if !self.is_surveyed {
            self.survey(model, ground);
        }
        let mut remaining = seconds;
        let mut sub_steps = 0;
        while remaining > 1e-6 * seconds {
            let speed = f64::from(self.summary().speed.max(outside_speed(model, ground)));
            let count = (remaining * speed / (COURANT * model.spacing))
                .ceil()
                .max(1.0);
            let mut time_step = remaining / count;
            self.find_rest(model);
            for halving in 0..=HALVINGS {
                if self.sub_step(model, ground, time_step) || halving == HALVINGS {
                    break;
                }
                time_step *= 0.5;
            }
            self.accept();
            remaining -= time_step;
            sub_steps += 1;
        }
        sub_steps
    }

    /// Whether no water moves.
    pub(super) fn is_at_rest(&self) -> bool {
        self.is_surveyed
            && self.summary().flow == 0.0
            && self
                .bands
                .iter()
                .all(|band| band.tiles.iter().all(|tile| tile.is_at_rest))
    }

    /// The largest velocity along an axis, m/s.
    pub(super) fn flow(&self) -> f32 {
        self.summary().flow
    }

    /// Stops all flow.
    pub(super) fn stop(&mut self) {
        let layer = self.water_mut();
        layer.stop();
    }

    /// The summary of all tiles.
    fn summary(&self) -> Summary {
        let tiles = self.bands.iter().flat_map(|band| &band.tiles);
        tiles.fold(Summary::NONE, |all, tile| all.and(tile.summary))
    }

    /// Looks at all cells after a change from outside.
    fn survey(&mut self, model: &Model, ground: &Ground) {
        let gravity = model.stage.gravity;
        for (band, tiles) in self.bands.iter_mut().enumerate() {
            for (index, tile) in tiles.tiles.iter_mut().enumerate() {
                let mut summary = Summary::NONE;
                let rows = band * TILE_ROWS..((band + 1) * TILE_ROWS).min(self.rows);
                let columns = index * TILE..((index + 1) * TILE).min(self.columns);
                for row in rows.map(|row| row + MARGIN) {
                    let [levels, residuals, u, v] = self.now.row(row);
                    for column in columns.clone().map(|column| column + MARGIN) {
                        if ground.is_solid(row, column) {
                            continue;
                        }
                        let bed = ground.at(row, column);
                        let depth = (levels[column] - bed) + residuals[column];
                        let flow = u[column].abs().max(v[column].abs());
                        let is_dry = depth <= 0.0;
                        let level = levels[column];
                        summary = summary.and(Summary {
                            speed: flow + (gravity * depth.max(0.0)).sqrt(),
                            flow,
                            levels: match is_dry {
                                true => Summary::NONE.levels,
                                false => [level, level],
                            },
                            dry: if is_dry { bed } else { f32::INFINITY },
                            lowest: depth,
                        });
                    }
                }
                tile.summary = summary;
                tile.is_copied = false;
            }
        }
        self.is_surveyed = true;
    }

    /// Finds the tiles that the next sub-step leaves as they are.
    fn find_rest(&mut self, model: &Model) {
        let (bands, tiles) = (self.bands.len(), self.columns.div_ceil(TILE));
        let [west, east, north, south] = model.edges;
        for band in 0..bands {
            for tile in 0..tiles {
                let mut around = self.bands[band].tiles[tile].summary;
                let mut include = |edge: Edge, neighbour: Option<(usize, usize)>| {
                    let other = match neighbour {
                        Some((band, tile)) => self.bands[band].tiles[tile].summary,
                        None => match edge {
                            Edge::Wall => Summary::NONE,
                            Edge::Outside { level, swell } => Summary {
                                flow: swell.abs(),
                                levels: [level, level],
                                ..Summary::NONE
                            },
                            Edge::Held { level } => Summary {
                                levels: [level, level],
                                ..Summary::NONE
                            },
                            Edge::Inflow { discharge, .. } => Summary {
                                flow: discharge,
                                ..Summary::NONE
                            },
                        },
                    };
                    around = around.and(other);
                };
                include(west, tile.checked_sub(1).map(|tile| (band, tile)));
                include(east, (tile + 1 < tiles).then_some((band, tile + 1)));
                include(north, band.checked_sub(1).map(|band| (band, tile)));
                include(south, (band + 1 < bands).then_some((band + 1, tile)));
                self.bands[band].tiles[tile].is_at_rest =
                    self.pressure.is_empty() && around.is_at_rest();
            }
        }
    }

    /// Computes both stages. Returns whether the result is valid.
    fn sub_step(&mut self, model: &Model, ground: &Ground, time_step: f64) -> bool {
        let ratio = (time_step / model.spacing) as f32;
        let is_valid =
            |summary: Summary| summary.lowest >= 0.0 && summary.speed * ratio <= LARGEST_COURANT;
        let mut stage = Stage {
            time_step: time_step as f32,
            ratio,
            kept: (-model.damping * time_step).exp() as f32,
            share: 1.0,
            ..model.stage
        };
        let size = (self.columns, self.rows);
        let beyond = |layer: &mut Layer| {
            edges::surround(layer, ground, size, model.edges, stage.gravity);
        };
        beyond(&mut self.now);
        let layers = [&self.now, &self.now];
        let after = run(
            &stage,
            (ground, &self.pressure),
            layers,
            &mut self.middle,
            &mut self.bands,
            size,
        );
        if !is_valid(after) {
            return false;
        }
        stage.share = 0.5;
        beyond(&mut self.middle);
        let layers = [&self.middle, &self.now];
        is_valid(run(
            &stage,
            (ground, &self.pressure),
            layers,
            &mut self.next,
            &mut self.bands,
            size,
        ))
    }

    /// Makes the result of the last sub-step the water now.
    fn accept(&mut self) {
        std::mem::swap(&mut self.now, &mut self.next);
        for tile in self.bands.iter_mut().flat_map(|band| &mut band.tiles) {
            tile.is_copied = tile.is_at_rest;
            if !tile.is_at_rest {
                tile.summary = tile.staged;
            }
        }
    }
}

/// Computes a stage. Returns the summary of all tiles that were computed.
fn run(
    stage: &Stage,
    (ground, pressure): (&Ground, &[f32]),
    [from, base]: [&Layer; 2],
    out: &mut Layer,
    bands: &mut [Band],
    (columns, rows): (usize, usize),
) -> Summary {
    let stride = out.stride();
    let len = TILE_ROWS * FIELDS * stride;
    threads::each_band(1 << 16, len, out.pool_mut(), bands, |index, out, band| {
        let first = index * TILE_ROWS;
        let rows = TILE_ROWS.min(rows - first);
        for (tile, state) in band.tiles.iter_mut().enumerate() {
            let column = tile * TILE;
            let place = Place {
                column,
                columns: TILE.min(columns - column),
                row: MARGIN + first,
                rows,
                bed: ground.bed(),
                pressure,
                solid: ground.solid_near(tile, MARGIN + first, rows),
            };
            if !state.is_at_rest {
                state.staged = kernel::advance(stage, place, [from, base], out);
            } else if !state.is_copied {
                copy(base, place, out);
            }
        }
    });
    let tiles = bands.iter().flat_map(|band| &band.tiles);
    tiles
        .filter(|tile| !tile.is_at_rest)
        .fold(Summary::NONE, |all, tile| all.and(tile.staged))
}

/// Copies a tile.
fn copy(from: &Layer, place: Place, out: &mut [f32]) {
    let stride = from.stride();
    let cells = place.column + MARGIN..place.column + MARGIN + place.columns;
    for row in 0..place.rows {
        for (field, source) in from.row(place.row + row).into_iter().enumerate() {
            let out = &mut out[(row * FIELDS + field) * stride..][cells.clone()];
            out.copy_from_slice(&source[cells.clone()]);
        }
    }
}

/// The speed of waves beyond open edges, m/s.
fn outside_speed(model: &Model, ground: &Ground) -> f32 {
    let gravity = model.stage.gravity;
    let speed = |edge: &Edge| match *edge {
        Edge::Wall => 0.0,
        Edge::Outside { level, swell } => {
            (gravity * (ground.deepest() + level + swell.max(0.0)).max(0.0)).sqrt()
        }
        Edge::Held { level } => (gravity * (ground.deepest() + level).max(0.0)).sqrt(),
        // Of a critical inflow, velocity and waves together; of a faster one, its velocity.
        Edge::Inflow { discharge, depth } => {
            let critical = 2.0 * (gravity * discharge).cbrt();
            let waves = (gravity * depth).sqrt();
            critical.max(if depth > 0.0 {
                discharge / depth + waves
            } else {
                0.0
            })
        }
    };
    model.edges.iter().map(speed).fold(0.0, f32::max)
}
