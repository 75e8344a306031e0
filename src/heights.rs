//! `Heights`: the surface that a water model shows of itself.
//!
//! A model stores what suits its arithmetic (the ripple's 16-bit counts, the float models' metres); whoever looks at the
//! water sees a borrowed grid with its unit beside it, and never learns which model it came from.

use crate::grid::Grid;
use std::ops::Deref;

/// Metres that a weight of 1 stands for: a stone of weight 100 dents the surface by about 5 cm of a pool 2 m wide.
pub const METRES_PER_WEIGHT: f32 = 1.0 / 2048.0;

/// The heights of a surface above the rest level, `columns × rows`, row-major.
#[derive(Clone, Copy, Debug)]
pub enum Heights<'a> {
    /// Whole numbers; one of them is `unit` metres.
    Counts {
        /// The stored numbers.
        counts: &'a Grid<i16>,
        /// Metres per stored 1; positive.
        unit: f32,
    },
    /// Metres.
    Metres(&'a Grid<f32>),
}

impl Heights<'_> {
    /// Number of cells along x.
    pub fn columns(&self) -> usize {
        match self {
            Self::Counts { counts, .. } => counts.columns(),
            Self::Metres(grid) => grid.columns(),
        }
    }

    /// Number of cells along z.
    pub fn rows(&self) -> usize {
        match self {
            Self::Counts { counts, .. } => counts.rows(),
            Self::Metres(grid) => grid.rows(),
        }
    }

    /// Height in metres at the cell nearest to (column, row).
    pub fn metres(&self, column: i64, row: i64) -> f32 {
        match self {
            Self::Counts { counts, unit } => f32::from(counts.clamped(column, row)) * unit,
            Self::Metres(grid) => grid.clamped(column, row),
        }
    }

    /// Height in metres at the fraction (u, v) of the pool, bilinear between cell centres, constant beyond the outermost.
    pub fn bilinear(&self, u: f32, v: f32) -> f32 {
        let x = u * self.columns() as f32 - 0.5;
        let z = v * self.rows() as f32 - 0.5;
        let (column, row) = (x.floor() as i64, z.floor() as i64);
        let (s, t) = (x - x.floor(), z - z.floor());
        let near = self.metres(column, row) * (1.0 - s) + self.metres(column + 1, row) * s;
        let far = self.metres(column, row + 1) * (1.0 - s) + self.metres(column + 1, row + 1) * s;
        near * (1.0 - t) + far * t
    }

    /// The lowest and the highest height in metres.
    pub fn range(&self) -> (f32, f32) {
        match self {
            Self::Counts { counts, unit } => {
                let (low, high) = counts
                    .cells()
                    .iter()
                    .fold((i16::MAX, i16::MIN), |(low, high), &count| {
                        (low.min(count), high.max(count))
                    });
                (f32::from(low) * unit, f32::from(high) * unit)
            }
            Self::Metres(grid) => grid.cells().iter().fold(
                (f32::INFINITY, f32::NEG_INFINITY),
                |(low, high), &height| (low.min(height), high.max(height)),
            ),
        }
    }
}

/// What a view or a picture shows of a water.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The surface.
    pub heights: Heights<'a>,
    /// Columns and rows of the pool in square cells, which give it its shape; the heights may be fewer, spread over it evenly.
    pub cells: (usize, usize),
    /// How fast it rises, metres a step; without it, nothing is taken to move.
    pub velocity: Option<&'a Grid<f32>>,
    /// How open each cell is, 1 open and 0 solid, of any number of cells; without it, nothing stands in the water.
    pub walls: Option<&'a Grid<f32>>,
    /// What the surface is laid together from, if it goes on beyond the pool; the heights are then only what lies within.
    pub tiles: Option<&'a Tiles<'a>>,
}

/// A surface without end: the sum of tiles, each of which repeats along x and along z. All have a cell at the corner (0, 0).
#[derive(Clone, Debug)]
pub struct Tiles<'a> {
    /// The largest first: it fills the pool in which the surface is shown, drawn as large as any pool.
    pub tiles: TileList<'a>,
    /// A point of the surface lies at x + λD.
    pub lambda: f32,
    /// How much of the surface is foam, 0 to 1, on the first tile.
    pub foam: &'a Grid<f32>,
}

/// A few tiles, one at least. It takes no memory of its own, so that every frame may ask for them.
#[derive(Clone, Copy, Debug)]
pub struct TileList<'a> {
    tiles: [Tile<'a>; TileList::MOST],
    count: usize,
}

impl<'a> TileList<'a> {
    /// Tiles that there can be: those of a sea, and its ripples.
    pub const MOST: usize = 5;

    /// As many of `tiles` as there can be; `None` if there are none.
    pub fn of(tiles: impl IntoIterator<Item = Tile<'a>>) -> Option<Self> {
        let mut tiles = tiles.into_iter().take(Self::MOST);
        let mut list = Self {
            tiles: [tiles.next()?; TileList::MOST],
            count: 1,
        };
        for tile in tiles {
            list.tiles[list.count] = tile;
            list.count += 1;
        }
        Some(list)
    }
}

impl<'a> Deref for TileList<'a> {
    type Target = [Tile<'a>];

    fn deref(&self) -> &[Tile<'a>] {
        &self.tiles[..self.count]
    }
}

impl<'a, 'b> IntoIterator for &'b TileList<'a> {
    type Item = &'b Tile<'a>;
    type IntoIter = std::slice::Iter<'b, Tile<'a>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a> Tiles<'a> {
    /// The sum over all tiles of what `of` takes from each, at the points of the first. Tiles that are shorter repeat on it: a
    /// whole number of times, so that every point of the first is one of theirs.
    pub fn sum(&self, of: impl Fn(&Tile<'a>) -> &'a Grid<f32>) -> Grid<f32> {
        let Some(first) = self.tiles.first() else {
            return Grid::new(1, 1, 0.0);
        };
        let (columns, rows) = (first.height.columns(), first.height.rows());
        let mut sum = Grid::new(columns, rows, 0.0);
        for tile in &self.tiles {
            let grid = of(tile);
            let ratios =
                [0, 1].map(|axis| (first.length[axis] / tile.length[axis]).round() as usize);
            for row in 0..rows {
                let own = grid.row(row * ratios[1] % rows);
                for (column, cell) in sum.row_mut(row).iter_mut().enumerate() {
                    *cell += own[column * ratios[0] % columns];
                }
            }
        }
        sum
    }
}

impl Tiles<'_> {
    /// How large a metre of the surface is shown: the first tile is 2 m long on its longer side, as a pool is.
    pub fn scale(&self) -> f32 {
        let longer = |tile: &Tile| tile.length[0].max(tile.length[1]);
        2.0 / self
            .tiles
            .first()
            .map_or(2.0, longer)
            .max(f32::MIN_POSITIVE)
    }
}

impl Shown<'_> {
    /// How large a metre of the surface is shown; see [`Tiles::scale`].
    pub fn scale(&self) -> f32 {
        self.tiles.map_or(1.0, Tiles::scale)
    }
}

/// One tile, its grids all of as many cells, row-major; cell (i, j) is the point (i/columns, j/rows) of the tile.
#[derive(Clone, Copy, Debug)]
pub struct Tile<'a> {
    /// Metres along x and along z.
    pub length: [f32; 2],
    /// Metres.
    pub height: &'a Grid<f32>,
    /// ∂h/∂x, ∂h/∂z.
    pub slope: [&'a Grid<f32>; 2],
    /// D along x and z in metres.
    pub displacement: [&'a Grid<f32>; 2],
    /// ∂Dx/∂x, ∂Dz/∂z, ∂Dx/∂z.
    pub strain: [&'a Grid<f32>; 3],
}

impl<'a> From<Heights<'a>> for Shown<'a> {
    fn from(heights: Heights<'a>) -> Self {
        Self {
            heights,
            cells: (heights.columns(), heights.rows()),
            velocity: None,
            walls: None,
            tiles: None,
        }
    }
}

impl<'a> From<&Heights<'a>> for Shown<'a> {
    fn from(heights: &Heights<'a>) -> Self {
        (*heights).into()
    }
}

/// Whether a cell that is `open` (1 open, 0 solid) is a wall to whoever knows only walls and water.
pub fn is_solid(open: f32) -> bool {
    open < 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bilinear_meets_the_cells_at_their_centres_and_the_mean_between_them() {
        let counts = Grid::from_cells(2, 1, vec![10, 30]).unwrap();
        let heights = Heights::Counts {
            counts: &counts,
            unit: 0.5,
        };
        assert_eq!(heights.bilinear(0.25, 0.5), 5.0);
        assert_eq!(heights.bilinear(0.75, 0.5), 15.0);
        assert_eq!(heights.bilinear(0.5, 0.5), 10.0);
        assert_eq!(heights.bilinear(0.0, 0.0), 5.0);
        assert_eq!(heights.bilinear(1.0, 1.0), 15.0);
        assert_eq!(heights.range(), (5.0, 15.0));
    }
}
