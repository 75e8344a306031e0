//! How much memory the pictures of one scene may take: all of them together, while they are read and while they are shown.
//!
//! Masks and maps are brought to the size of the pool as soon as they are read, and no file is read twice for them; what they
//! leave is shared out to the pictures that views show. Those count twice: as they are here and as the driver has them.

use super::Scene;
use crate::grid::Grid;
use crate::pool::Obstacle;
use std::sync::Arc;

/// Memory for pictures.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Bytes for those of views.
    whole: u64,
    /// Bytes that nothing has been read into yet.
    left: u64,
}

/// How large a picture may be that a view shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// The one that ripples, with its mip levels.
    Picture,
    /// One of those that are seen in and around the pool.
    Texture,
}

impl Memory {
    /// Bytes for all pictures of a scene.
    pub const ALL: u64 = 1_000_000_000;

    /// All of it.
    pub fn new() -> Self {
        Self {
            whole: Self::ALL,
            left: Self::ALL,
        }
    }

    /// So many bytes.
    #[cfg(test)]
    pub(super) fn of(bytes: u64) -> Self {
        Self {
            whole: bytes,
            left: bytes,
        }
    }

    /// What is left while other pictures of the scene are shown.
    pub fn halved(self) -> Self {
        Self {
            left: self.left / 2,
            ..self
        }
    }

    /// What the masks and maps of a scene leave.
    pub fn beside(scene: &Scene) -> Self {
        let masks = scene
            .obstacles
            .iter()
            .filter_map(|obstacle| match obstacle {
                Obstacle::Mask(mask) => Some(mask),
                _ => None,
            });
        let maps = scene.waters().flat_map(|recipe| &recipe.maps);
        let mut grids: Vec<&Arc<Grid<f32>>> = masks.chain(maps.map(|(_, map)| map)).collect();
        grids.sort_by_key(|grid| Arc::as_ptr(grid));
        grids.dedup_by(|a, b| Arc::ptr_eq(a, b));
        let surfaces = scene.start.surfaces.iter().flatten();
        let surfaces = surfaces.flat_map(|state| [&state.heights, &state.velocity]);
        let hidden = scene.start.hidden.iter().flatten().map(Arc::as_ref);
        let grids = grids
            .into_iter()
            .map(Arc::as_ref)
            .chain(surfaces)
            .chain(hidden);
        let taken = grids.map(|grid| size_of_val(grid.cells()) as u64);
        let whole = Self::ALL.saturating_sub(taken.sum());
        Self { whole, left: whole }
    }

    /// Bytes that are left to read a picture with.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Notes that this grid is kept.
    pub fn keep<T>(&mut self, grid: &Grid<T>) {
        self.left = self.left.saturating_sub(size_of_val(grid.cells()) as u64);
    }

    /// Most pixels of a picture that is kept with this share. Half of the memory holds fifty million of the picture, and a
    /// fifth twenty million of another.
    pub fn pixels(&self, share: Share) -> u64 {
        // Halvings are a third more. The driver keeps them of every picture.
        match share {
            Share::Picture => self.whole * 56 / 100 * 3 / 32,
            Share::Texture => self.whole * 20 / 100 * 3 / 28,
        }
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_counts_once_and_leaves_less_for_others() {
        // 8 MB, twice the same; and one more.
        let mask = Arc::new(Grid::new(2000, 1000, 1.0_f32));
        let other = Arc::new(Grid::new(1000, 1000, 1.0_f32));
        let masks = [&mask, &mask, &other].map(|mask| Obstacle::Mask(mask.clone()));
        let mut scene = Scene {
            obstacles: masks.into(),
            ..Scene::default()
        };
        scene.water.maps = vec![("depth_map", mask)];
        assert_eq!(Memory::beside(&scene).left(), 988_000_000);
    }

    #[test]
    fn all_pictures_of_views_fit_together_here_and_in_the_driver() {
        let memory = Memory::new();
        let bytes = |share: Share, levels: f64| 4.0 * levels * memory.pixels(share) as f64;
        // With halvings here and there; without here, with there; floor and sky alike.
        let mipmapped = 4.0 / 3.0;
        let picture = bytes(Share::Picture, 2.0 * mipmapped);
        let textures = 2.0 * bytes(Share::Texture, 1.0 + mipmapped);
        let whole = Memory::ALL as f64;
        assert!(
            (0.9 * whole..whole).contains(&(picture + textures)),
            "{picture} {textures}"
        );
        // Pictures of cameras: 8160 × 6144, 5472 × 3648.
        assert!(memory.pixels(Share::Picture) > 8160 * 6144);
        assert!(memory.pixels(Share::Texture) > 5472 * 3648);
    }
}
