//! `Surface`: what a water shows of itself, one of two kinds with all that belongs to it.
//!
//! A *bounded* surface is a height field with an edge: a pool, in which walls may stand. *Open* water has none: it is the sum of
//! [`Cascades`], which repeat for ever, and its heights are only what lies within one patch. Whoever shows water reads this and
//! never learns which model it came from. `docs/architecture.md` tells of the two kinds, `docs/models.md` §0 of units, §9 of λD.
//!
//! ```
//! use waterlab::grid::Grid;
//! use waterlab::heights::Heights;
//! use waterlab::surface::Surface;
//!
//! let heights = Grid::new(64, 32, 0.0_f32);
//! let surface = Surface::from(Heights::Metres(&heights));
//! assert_eq!(surface.field().cells, (64, 32));
//! assert_eq!(surface.field().size, [2.0, 1.0]);
//! ```

use crate::grid::Grid;
use crate::heights::Heights;
use crate::tiling::Tiling;
use std::borrow::Cow;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};

/// The surface of a water.
#[allow(clippy::large_enum_variant)] // lives for a frame, on the stack
#[derive(Clone, Copy)]
pub enum Surface<'a> {
    /// Of a pool.
    Bounded(Bounded<'a>),
    /// Of a sea.
    Open(Open<'a>),
}

/// A height field with an edge.
#[derive(Clone, Copy)]
pub struct Bounded<'a> {
    /// The heights, and what belongs to them.
    pub field: HeightField<'a>,
    /// How open each cell is, 1 open and 0 solid, of any number of cells; without it, nothing stands in the water.
    pub walls: Option<&'a Grid<f32>>,
}

/// A surface without end.
#[derive(Clone, Copy)]
pub struct Open<'a> {
    /// The heights within the first cascade's patch, and what belongs to them.
    pub field: HeightField<'a>,
    /// What the surface is the sum of.
    pub cascades: Cascades<'a>,
}

/// What both kinds have.
#[derive(Clone, Copy)]
pub struct HeightField<'a> {
    /// Metres above the rest level.
    pub heights: Heights<'a>,
    /// Columns and rows in square cells, which give the surface its shape; the heights may be fewer, spread over it evenly.
    pub cells: (usize, usize),
    /// Metres along x and z.
    pub size: [f64; 2],
    /// Other fields, worked out when somebody asks.
    pub others: &'a dyn FieldSource,
}

/// Fields of a surface beside its heights, which nobody works out before somebody asks.
pub trait FieldSource {
    /// Vertical velocity: how fast the surface rises, metres a step; see [`HeightField::velocity`].
    fn velocity(&self) -> Cow<'_, Grid<f32>>;

    /// As [`FieldSource::velocity`], of each cascade alone: a grid for each, as many cells as its heights; none of a pool.
    fn cascade_velocities(&self) -> Vec<Grid<f32>> {
        Vec::new()
    }

    /// Still depth in metres of each cell, where it is known.
    fn depth(&self) -> Option<Cow<'_, Grid<f32>>> {
        None
    }

    /// Names the depths as parts of the deepest: the same number is the same depths, of whatever water; 0 where they are even or not
    /// known. See [`new_depth_revision`].
    fn depth_revision(&self) -> u64 {
        0
    }
}

/// Coverage by foam (whitecaps), computed when it is read: it depends on the time before, which costs far more than the waves.
pub trait FoamSource {
    /// 0 to 1, as many cells as the first cascade, row-major.
    fn coverage(&self) -> &Grid<f32>;
}

/// The coverage itself.
impl FoamSource for Grid<f32> {
    fn coverage(&self) -> &Grid<f32> {
        self
    }
}

/// A number for [`FieldSource::depth_revision`] that no depths have had yet.
pub fn new_depth_revision() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    1 + LAST.fetch_add(1, Ordering::Relaxed)
}

/// The velocity itself, of water whose depth is not known.
impl FieldSource for Grid<f32> {
    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        Cow::Borrowed(self)
    }
}

/// Of water that does not move and whose depth is not known: a velocity of one cell.
struct Still;

impl FieldSource for Still {
    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        Cow::Owned(Grid::new(1, 1, 0.0))
    }
}

impl<'a> Surface<'a> {
    /// The heights, and what belongs to them.
    pub fn field(&self) -> &HeightField<'a> {
        match self {
            Self::Bounded(bounded) => &bounded.field,
            Self::Open(open) => &open.field,
        }
    }

    /// What stands in the water, if anything does.
    pub fn walls(&self) -> Option<&'a Grid<f32>> {
        match self {
            Self::Bounded(bounded) => bounded.walls,
            Self::Open(_) => None,
        }
    }

    /// What it is the sum of, of open water.
    pub fn cascades(&self) -> Option<&Cascades<'a>> {
        match self {
            Self::Bounded(_) => None,
            Self::Open(open) => Some(&open.cascades),
        }
    }

    /// How large a metre of the surface is shown: a pool's as it is, a sea's so that its patch is as long as a pool; see
    /// [`Cascades::scale`].
    pub fn scale(&self) -> f32 {
        match self {
            Self::Bounded(_) => 1.0,
            Self::Open(open) => open.cascades.scale(),
        }
    }

    /// The same surface, which flows among these walls if it has an edge; open water knows none.
    pub fn among(self, walls: Option<&'a Grid<f32>>) -> Self {
        match self {
            Self::Bounded(bounded) => Self::Bounded(Bounded { walls, ..bounded }),
            open => open,
        }
    }
}

impl<'a> HeightField<'a> {
    /// How fast it rises, metres a step, as many cells as the heights.
    pub fn velocity(&self) -> Cow<'a, Grid<f32>> {
        let velocity = self.others.velocity();
        let (columns, rows) = (self.heights.columns(), self.heights.rows());
        match (velocity.columns(), velocity.rows()) == (columns, rows) {
            true => velocity,
            false => Cow::Owned(velocity.resampled(columns, rows)),
        }
    }

    /// Heights alone: a pool whose cells they are, 2 m long on its longer side, whose water does not move.
    pub fn still(heights: Heights<'a>) -> Self {
        let cells = (heights.columns(), heights.rows());
        let longer = cells.0.max(cells.1) as f64;
        Self {
            heights,
            cells,
            size: [cells.0, cells.1].map(|side| 2.0 * side as f64 / longer),
            others: &Still,
        }
    }

    /// The same heights, which rise as fast as `velocity` says, metres a step.
    pub fn rising(self, velocity: &'a Grid<f32>) -> Self {
        Self {
            others: velocity,
            ..self
        }
    }

    /// The same heights, spread over so many (columns, rows) of cells.
    pub fn over(self, cells: (usize, usize)) -> Self {
        let longer = cells.0.max(cells.1).max(1) as f64;
        let side = |side: usize| self.size[0].max(self.size[1]) * side as f64 / longer;
        Self {
            cells,
            size: [side(cells.0), side(cells.1)],
            ..self
        }
    }
}

impl<'a> From<HeightField<'a>> for Surface<'a> {
    fn from(field: HeightField<'a>) -> Self {
        Self::Bounded(Bounded { field, walls: None })
    }
}

impl<'a> From<Heights<'a>> for Surface<'a> {
    fn from(heights: Heights<'a>) -> Self {
        HeightField::still(heights).into()
    }
}

impl<'a> From<&Heights<'a>> for Surface<'a> {
    fn from(heights: &Heights<'a>) -> Self {
        (*heights).into()
    }
}

/// A surface without end: the sum of cascades, each of which repeats along x and along z. All have a cell at the corner (0, 0).
#[derive(Clone, Copy)]
pub struct Cascades<'a> {
    /// The largest first: it fills the pool in which the surface is shown, drawn as large as any pool.
    pub cascades: CascadeList<'a>,
    /// A point of the surface lies at x + λD, with λ = −choppiness, dimensionless.
    pub lambda: f32,
    /// Foam on the first cascade.
    pub foam: &'a dyn FoamSource,
    /// Variance of the slopes ∂h/∂x and ∂h/∂z, and their covariance, of waves that are too short for any cascade.
    pub unresolved: [f32; 3],
    /// Where the wind blows, radians from +x toward +z.
    pub heading: f32,
    /// How the cascades are laid so that they do not repeat; without, each repeats.
    pub tiling: Option<Tiling>,
    /// How many of the cascades are laid so: those after them repeat, but for the last where there is a window.
    pub tiled: usize,
    /// Where pokes and ripples are: what comes after the tiled cascades lies there once. Without, they are on the first cascade.
    pub window: Option<Window>,
    /// How deep the water is by which its waves run, metres; `None` without end.
    pub depth: Option<f32>,
    /// What of that depth the floor leaves about the middle, 0 to 1, over as much of it as the first cascade is long; toward the edge of
    /// that it goes down to the full depth. `None` where it is level.
    pub depth_map: Option<&'a Grid<f32>>,
}

/// A rectangle of open water.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// x and z from the middle of the first cascade, metres.
    pub centre: [f64; 2],
    /// Along x and z, metres.
    pub length: [f64; 2],
}

impl Window {
    /// The fraction of it at a place, x and z as the centre's: within it, 0 to 1.
    pub fn fraction(&self, place: [f64; 2]) -> (f64, f64) {
        let along = |axis: usize| (place[axis] - self.centre[axis]) / self.length[axis] + 0.5;
        (along(0), along(1))
    }

    /// The place of a fraction.
    pub fn place(&self, (u, v): (f64, f64)) -> [f64; 2] {
        let along =
            |axis: usize, fraction: f64| self.centre[axis] + (fraction - 0.5) * self.length[axis];
        [along(0, u), along(1, v)]
    }
}

/// A few cascades, one at least, all of as many cells. It takes no memory of its own, so that every frame may ask for them.
#[derive(Clone, Copy, Debug)]
pub struct CascadeList<'a> {
    cascades: [Cascade<'a>; CascadeList::MAX],
    count: usize,
}

impl<'a> CascadeList<'a> {
    /// Cascades that there can be: those of a sea, and its ripples.
    pub const MAX: usize = 5;

    /// As many of `cascades` as there can be; `None` if there are none, or their grids are not all of as many cells.
    pub fn of(cascades: impl IntoIterator<Item = Cascade<'a>>) -> Option<Self> {
        let mut cascades = cascades.into_iter().take(Self::MAX);
        let mut list = Self {
            cascades: [cascades.next()?; CascadeList::MAX],
            count: 1,
        };
        let size = |cascade: &Cascade| (cascade.height.columns(), cascade.height.rows());
        for cascade in cascades {
            if size(&cascade) != size(&list.cascades[0]) {
                return None;
            }
            list.cascades[list.count] = cascade;
            list.count += 1;
        }
        Some(list)
    }

    /// The same, each with another field in the place of its heights; `None` unless there is one of as many cells for each.
    pub fn with_heights(&self, heights: &'a [Grid<f32>]) -> Option<Self> {
        if heights.len() != self.count {
            return None;
        }
        let of = |(cascade, height): (&Cascade<'a>, &'a Grid<f32>)| Cascade { height, ..*cascade };
        Self::of(self.iter().zip(heights).map(of))
    }
}

impl<'a> Deref for CascadeList<'a> {
    type Target = [Cascade<'a>];

    fn deref(&self) -> &[Cascade<'a>] {
        &self.cascades[..self.count]
    }
}

impl<'a, 'b> IntoIterator for &'b CascadeList<'a> {
    type Item = &'b Cascade<'a>;
    type IntoIter = std::slice::Iter<'b, Cascade<'a>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a> Cascades<'a> {
    /// The sum over all cascades that repeat of what `of` takes from each, at the points of the first. Cascades that are shorter repeat
    /// on it: a whole number of times, so that every point of the first is one of theirs.
    pub fn sum(&self, of: impl Fn(&Cascade<'a>) -> &'a Grid<f32>) -> Grid<f32> {
        let Some(first) = self.cascades.first() else {
            return Grid::new(1, 1, 0.0);
        };
        let (columns, rows) = (first.height.columns(), first.height.rows());
        let mut sum = Grid::new(columns, rows, 0.0);
        let repeating = match self.window {
            Some(_) => self.tiled,
            None => self.cascades.len(),
        };
        for cascade in self.cascades.iter().take(repeating) {
            let grid = of(cascade);
            let ratios =
                [0, 1].map(|axis| (first.length[axis] / cascade.length[axis]).round() as usize);
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

impl Cascades<'_> {
    /// Depth of a floor that light may come back from, metres: `None` where there is none.
    pub fn floor(&self) -> Option<f32> {
        self.depth.filter(|&depth| depth < Self::DEEPEST)
    }

    /// As [`Cascades::floor`], where it has a floor: its depth at a place, x and z from the middle of the first cascade, metres.
    pub fn floor_at(&self, place: [f64; 2]) -> Option<f32> {
        let floor = self.floor()?;
        let (Some(map), Some(first)) = (self.depth_map, self.cascades.first()) else {
            return Some(floor);
        };
        Some(floor * left_of_depth(map, first.length.map(f64::from), place))
    }

    /// Of a floor deeper than this, metres, nothing is seen: through the clearest water less than a hundredth of the blue comes back.
    pub const DEEPEST: f32 = 300.0;

    /// How large a metre of the surface is shown: the first cascade is 2 m long on its longer side, as a pool is.
    pub fn scale(&self) -> f32 {
        let longer = |cascade: &Cascade| cascade.length[0].max(cascade.length[1]);
        2.0 / self
            .cascades
            .first()
            .map_or(2.0, longer)
            .max(f32::MIN_POSITIVE)
    }
}

/// The part of a map as [`Cascades::depth_map`] along each of its edges over which the floor goes down to the full depth.
const BORDER: f32 = 0.1;

/// What such a map, so many metres long, leaves of the depth at a place, x and z from its middle.
pub(crate) fn left_of_depth(map: &Grid<f32>, length: [f64; 2], place: [f64; 2]) -> f32 {
    let [u, v] = [0, 1].map(|axis| (place[axis] / length[axis] + 0.5).clamp(0.0, 1.0) as f32);
    let within = (u.min(1.0 - u).min(v).min(1.0 - v) / BORDER).min(1.0);
    let weight = within * within * (3.0 - 2.0 * within);
    1.0 + weight * (Heights::Metres(map).bilinear(u, v) - 1.0)
}

/// One cascade, its grids all of as many cells, row-major; cell (i, j) is the point (i/columns, j/rows) of the cascade.
#[derive(Clone, Copy, Debug)]
pub struct Cascade<'a> {
    /// Metres along x and along z.
    pub length: [f32; 2],
    /// Height above the rest level in metres.
    pub height: &'a Grid<f32>,
    /// Slope ∂h/∂x, ∂h/∂z, dimensionless.
    pub slope: [&'a Grid<f32>; 2],
    /// Horizontal displacement D along x and z in metres; with the height, a displacement map.
    pub displacement: [&'a Grid<f32>; 2],
    /// Derivatives of the displacement: ∂Dx/∂x, ∂Dz/∂z, ∂Dx/∂z, dimensionless.
    pub strain: [&'a Grid<f32>; 3],
}
