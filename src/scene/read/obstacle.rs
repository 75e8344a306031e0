//! Obstacles in the water: `[[obstacle]]`, each a wall, a disc or a mask.

use super::Written;
use super::fields::Fields;
use super::maps::Maps;
use crate::pool::{Obstacle, Size};
use crate::scene::keys::{
    Braces, DISC, DISC_AT, OBSTACLE_DISC, OBSTACLE_MASK, OBSTACLE_WALL, Special, WALL, WALL_FROM,
    WALL_TO,
};
use crate::scene::tree::{Content, Entry, Node, Origin};
use crate::scene::{Scene, SceneError};
use crate::water::Model;

/// The shapes of an obstacle, as keys.
const SHAPES: [&str; 3] = [OBSTACLE_WALL.name, OBSTACLE_DISC.name, OBSTACLE_MASK.name];

/// Reads all obstacles. Only pools have walls: without one they are rejected, but they are skipped if an option has replaced the pool of
/// the file by a sea.
pub(super) fn obstacles(
    scene: &mut Scene,
    tables: Vec<Fields>,
    written: &Written,
    maps: &mut Maps,
) -> Result<(), SceneError> {
    let no_walls = !scene.waters().any(|config| config.model.walls);
    let left_out = no_walls && written.names(|model: &Model| model.walls);
    for fields in tables {
        let origin = fields.origin.clone();
        let obstacle = obstacle(fields, maps, scene.size)?;
        if no_walls && (!left_out || matches!(origin, Origin::Option(_))) {
            return Err(origin.error(format_args!(
                "a sea has no walls, and `water.model` is {}: remove [[obstacle]], or name a model of a pool",
                scene.water.model.name
            )));
        }
        if !left_out {
            scene.obstacles.push(obstacle);
        }
    }
    Ok(())
}

fn obstacle(mut fields: Fields, maps: &mut Maps, size: Size) -> Result<Obstacle, SceneError> {
    let shape = |entry: &&Entry| SHAPES.contains(&&*entry.key);
    let shapes: Vec<_> = fields.entries.iter().filter(shape).collect();
    if let [first, second, ..] = shapes[..] {
        return Err(second.origin.error(format_args!(
            "an obstacle is one of `wall`, `disc` and `mask`, but this has `{}` and `{}`: \
             begin another [[obstacle]] for one of them",
            first.key, second.key
        )));
    }
    let obstacle = match fields.take(OBSTACLE_WALL.name) {
        Some(node) => Some(wall(node)?),
        None => match fields.take(OBSTACLE_DISC.name) {
            Some(node) => Some(disc(node)?),
            None => maps
                .take(&mut fields, OBSTACLE_MASK.name, size)?
                .map(Obstacle::Mask),
        },
    };
    let origin = fields.origin.clone();
    // A misspelt key is reported before the missing one.
    fields.finish()?;
    obstacle.ok_or_else(|| {
        origin.error("an obstacle is one of `wall`, `disc` and `mask`, but this has none of them")
    })
}

fn wall(node: Node) -> Result<Obstacle, SceneError> {
    let example = "{ from = [0, 0.5], to = [0.4, 0.5], thickness = 2 }";
    let mut fields = braces(node, &OBSTACLE_WALL, example)?;
    let from = fields.place(&WALL_FROM)?;
    let to = fields.place(&WALL_TO)?;
    let thickness = fields.settings(&WALL)?.real("thickness");
    fields.finish()?;
    Ok(Obstacle::Wall {
        from,
        to,
        thickness,
    })
}

fn disc(node: Node) -> Result<Obstacle, SceneError> {
    let example = "{ at = [0.5, 0.5], radius = 8 }";
    let mut fields = braces(node, &OBSTACLE_DISC, example)?;
    let at = fields.place(&DISC_AT)?;
    let radius = fields.settings(&DISC)?.real("radius");
    fields.finish()?;
    Ok(Obstacle::Disc { at, radius })
}

/// The keys of an inline table.
pub(super) fn braces(
    node: Node,
    key: &Special<Braces>,
    example: &str,
) -> Result<Fields, SceneError> {
    match node.content {
        Content::Table(_) => Fields::of(node, key.default.0),
        _ => Err(node.wrong(key.name, &format!("a table in braces, as in {example}"))),
    }
}
