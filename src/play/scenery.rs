//! What a gallery shows of a scene being played: one of its waters, with the walls that stand in it.

use crate::pool::Obstruction;
use crate::scene::Play;
use crate::surface::Surface;
use crate::water::Water;

/// A water and its walls, borrowed for one frame.
#[derive(Clone, Copy)]
pub struct Scenery<'a> {
    /// The water.
    pub water: &'a dyn Water,
    /// What stands out of it, walls and dry land, in cells of [`Water::size`].
    pub walls: &'a Obstruction,
    /// Names the walls: the same number is the same walls, for as long as a gallery shows the same play.
    pub walls_revision: u64,
}

impl<'a> Scenery<'a> {
    /// The water of a play.
    pub fn of(play: &'a Play) -> Self {
        Self::with(play, play.water(), false)
    }

    /// The water beside it, where the play compares two.
    pub fn beside(play: &'a Play) -> Option<Self> {
        play.other().map(|water| Self::with(play, water, true))
    }

    /// The surface of the water, with what stands in it.
    pub fn surface(&self) -> Surface<'a> {
        let walls = (!self.walls.is_open()).then(|| self.walls.cells());
        self.water.surface().among(walls)
    }

    fn with(play: &'a Play, water: &'a dyn Water, beside: bool) -> Self {
        Self {
            water,
            walls: play.standing(beside),
            walls_revision: play.standing_revision(beside),
        }
    }
}
