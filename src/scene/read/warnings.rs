//! Warnings of what a scene allows but hardly means.

use crate::grid::Grid;
use crate::parameter::{Range, Settings, Value};
use crate::pool::Obstruction;
use crate::scene::Scene;
use crate::shallow::BED_MAP;

/// Keys of the edges of a pool over ground.
const EDGES: [&str; 4] = ["west", "east", "north", "south"];

/// Warns if a water of the scene has no water: its ground lies above the rest level, and nothing brings any.
pub(super) fn warn_of_dry_ground(scene: &Scene) {
    let pours = scene.sources.iter().any(|source| source.pour > 0.0);
    let is_filled = scene.start.surfaces.iter().any(Option::is_some) || !scene.fills.is_empty();
    if pours || is_filled || scene.rain.is_some() {
        return;
    }
    for config in scene.waters() {
        let mut beds = config.maps.iter().filter(|(key, _)| *key == BED_MAP);
        let is_high = |bed: &Grid<f32>| bed.cells().iter().all(|&height| height >= 0.0);
        // The first option of each is a wall, or what the others have.
        let is_first = |key: &str| config.settings.get(key) == Some(Value::Choice(0));
        let are_walls = is_first("edges") && EDGES.into_iter().all(is_first);
        if beds.any(|(_, bed)| is_high(bed)) && are_walls {
            log::warn!(
                "the ground of `bed_map` lies above the rest level everywhere: add [[fill]], a source with `pour`, or rain, or lower it"
            );
        }
    }
}

/// Warns of an inflow at an edge along which walls stand.
pub(super) fn warn_of_closed_inflow(scene: &Scene) {
    let over_ground = scene.waters().filter(|config| config.model.ground);
    let inflows = over_ground.flat_map(|config| {
        let is_inflow = |key: &&str| is_inflow(&config.settings, key);
        EDGES.into_iter().filter(is_inflow)
    });
    let inflows: Vec<_> = inflows.collect();
    if inflows.is_empty() {
        return;
    }
    let mut walls = Obstruction::open(scene.size);
    for obstacle in &scene.obstacles {
        walls.add(obstacle);
    }
    for key in inflows {
        if edge(&walls, key).all(|(column, row)| walls.is_solid(column, row)) {
            log::warn!(
                "a wall closes the whole {key} edge, so its inflow brings no water: open a gap in the wall"
            );
        }
    }
}

/// The cells along an edge.
fn edge(walls: &Obstruction, key: &str) -> Box<dyn Iterator<Item = (usize, usize)>> {
    let size = walls.size();
    let (columns, rows) = (size.columns(), size.rows());
    match key {
        "west" => Box::new((0..rows).map(|row| (0, row))),
        "east" => Box::new((0..rows).map(move |row| (columns - 1, row))),
        "north" => Box::new((0..columns).map(|column| (column, 0))),
        _ => Box::new((0..columns).map(move |column| (column, rows - 1))),
    }
}

/// Whether water flows in at an edge.
fn is_inflow(settings: &Settings, key: &str) -> bool {
    let named = |key: &str| {
        let (parameter, value) = settings.iter().find(|(known, _)| known.key == key)?;
        match (&parameter.range, value) {
            (Range::Choice { options, .. }, Value::Choice(option)) => options.get(option).copied(),
            _ => None,
        }
    };
    match named(key) {
        Some("same") => named("edges") == Some("inflow"),
        other => other == Some("inflow"),
    }
}
