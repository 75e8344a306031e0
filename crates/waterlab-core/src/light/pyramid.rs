//! `Pyramid`: a picture with its box-filtered mip levels, for both picture ripples, on CPU and GPU.

use crate::grid::{Grid, mean_of_bytes};

/// The colour of the bars beside a letterboxed picture, and under a transparent one: RGBA, 0 to 255.
pub const BAR: [u8; 4] = [16, 18, 22, 255];

/// A picture and its mip levels (mipmaps) down to 1 × 1. Level n has max(1, ⌊side/2ⁿ⌋) pixels a side, as GL requires; every
/// pixel is the mean of the area that it covers one level up. All pixels are opaque, except those of the overlay.
#[derive(Clone, Debug)]
pub struct Pyramid {
    /// The picture itself.
    picture: Grid<[u8; 4]>,
    /// From half the size down.
    halvings: Vec<Grid<[u8; 4]>>,
    /// The overlay that floats on the water, premultiplied.
    overlay: Option<Box<Pyramid>>,
}

impl Pyramid {
    /// The pyramid of `picture`, RGBA with straight alpha. Where it is transparent, [`BAR`] shows through.
    pub fn new(mut picture: Grid<[u8; 4]>) -> Self {
        for pixel in picture
            .cells_mut()
            .iter_mut()
            .filter(|pixel| pixel[3] != 255)
        {
            *pixel = over_bar(*pixel);
        }
        Self::of(picture)
    }

    fn of(picture: Grid<[u8; 4]>) -> Self {
        Self {
            halvings: picture.halvings(mean_of_bytes),
            picture,
            overlay: None,
        }
    }

    /// Adds an overlay that floats on the water and is not refracted: RGBA with straight alpha, of any size, stretched
    /// over the picture.
    pub fn with_overlay(self, mut layer: Grid<[u8; 4]>) -> Self {
        for [colour @ .., alpha] in layer.cells_mut() {
            for channel in colour {
                *channel = ((u32::from(*channel) * u32::from(*alpha) + 127) / 255) as u8;
            }
        }
        Self {
            overlay: Some(Box::new(Self::of(layer))),
            ..self
        }
    }

    /// The overlay that floats on the water, if any: RGBA, premultiplied.
    pub fn overlay(&self) -> Option<&Self> {
        self.overlay.as_deref()
    }

    /// The picture itself.
    pub fn picture(&self) -> &Grid<[u8; 4]> {
        &self.picture
    }

    /// (columns, rows) of the picture itself.
    pub fn size(&self) -> (usize, usize) {
        (self.picture.columns(), self.picture.rows())
    }

    /// A mip level, the picture halved `level` times; the smallest one beyond it.
    pub fn level(&self, level: usize) -> &Grid<[u8; 4]> {
        match level {
            0 => &self.picture,
            _ => self
                .halvings
                .get(level - 1)
                .or(self.halvings.last())
                .unwrap_or(&self.picture),
        }
    }

    /// All mip levels, from the picture itself down to 1 × 1.
    pub fn levels(&self) -> impl Iterator<Item = &Grid<[u8; 4]>> {
        std::iter::once(&self.picture).chain(&self.halvings)
    }

    /// The mip level whose pixels are nearest in size to the output's when the picture is drawn `width` pixels wide:
    /// round(log₂(max(1, columns/width))), at most the last.
    pub fn level_for(&self, width: i64) -> usize {
        level_for(self.size(), width)
    }
}

/// Like [`Pyramid::level_for`], from the picture's (columns, rows) alone.
pub fn level_for((columns, rows): (usize, usize), width: i64) -> usize {
    let shrink = columns as f64 / width.max(1) as f64;
    let last = columns.max(rows).max(1).ilog2();
    (shrink.max(1.0).log2().round() as usize).min(last as usize)
}

/// A straight-alpha pixel laid over [`BAR`], rounded to the nearest.
fn over_bar(pixel: [u8; 4]) -> [u8; 4] {
    let alpha = u32::from(pixel[3]);
    let mut opaque = BAR;
    for (under, over) in opaque.iter_mut().zip(pixel).take(3) {
        *under = ((u32::from(over) * alpha + u32::from(*under) * (255 - alpha) + 127) / 255) as u8;
    }
    opaque
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey(level: u8) -> [u8; 4] {
        [level, level, level, 255]
    }

    #[test]
    fn even_sides_average_four_pixels_and_odd_sides_share_the_middle() {
        let even = Grid::from_cells(2, 2, [0, 10, 20, 31].map(grey).to_vec()).unwrap();
        assert_eq!(Pyramid::new(even).level(1).cells(), [grey(15)]);
        // Five pixels become two of 2½ each.
        let odd = Grid::from_cells(5, 1, [10, 20, 100, 50, 60].map(grey).to_vec()).unwrap();
        assert_eq!(
            Pyramid::new(odd).level(1).cells(),
            [grey(32), grey(64)],
            "(10 + 20 + 50)/2.5 and (50 + 50 + 60)/2.5"
        );
    }

    #[test]
    fn levels_halve_down_to_one_pixel_for_any_size() {
        for (columns, rows, count) in [(1, 1, 1), (1, 9, 4), (30_000, 1, 15), (640, 480, 10)] {
            let pyramid = Pyramid::new(Grid::new(columns, rows, grey(7)));
            assert_eq!(pyramid.levels().count(), count);
            let last = pyramid.level(99);
            assert_eq!((last.columns(), last.rows()), (1, 1));
            assert!(
                pyramid
                    .levels()
                    .all(|level| level.cells().iter().all(|&pixel| pixel == grey(7)))
            );
        }
    }

    #[test]
    fn transparency_is_blended_with_the_bar_colour() {
        let cells = vec![[200, 100, 0, 0], [200, 100, 0, 255], [216, 118, 22, 51]];
        let pyramid = Pyramid::new(Grid::from_cells(3, 1, cells).unwrap());
        assert_eq!(
            pyramid.picture().cells(),
            [BAR, [200, 100, 0, 255], [56, 38, 22, 255]]
        );
    }

    #[test]
    fn an_overlay_of_any_size_is_premultiplied() {
        let layer = Grid::from_cells(
            3,
            1,
            vec![[200, 100, 0, 0], [200, 100, 0, 255], [200, 101, 3, 51]],
        );
        let pyramid = Pyramid::new(Grid::new(8, 8, grey(9))).with_overlay(layer.unwrap());
        let overlay = pyramid.overlay().unwrap();
        assert_eq!(
            overlay.picture().cells(),
            [[0, 0, 0, 0], [200, 100, 0, 255], [40, 20, 1, 51]]
        );
        assert_eq!((overlay.size(), pyramid.size()), ((3, 1), (8, 8)));
    }

    #[test]
    fn the_level_follows_the_minification() {
        let pyramid = Pyramid::new(Grid::new(1024, 16, grey(0)));
        let level = |width| pyramid.level_for(width);
        assert_eq!([level(4096), level(1024), level(800)], [0, 0, 0]);
        assert_eq!([level(700), level(512), level(1)], [1, 1, 10]);
        assert_eq!(level(0), 10);
    }
}
