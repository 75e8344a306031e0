//! `Surface`: the surface of a water as views, charts and exports read it.
//!
//! A *bounded* surface is a height field with edges: a pool, which may contain walls. An *open* surface has no edge: it is the sum
//! of [`Cascades`], which repeat periodically, and its height field covers one patch. Readers of a `Surface` do not depend on the
//! model that produced it. See `docs/architecture.md` for the two kinds, `docs/models.md` §0 for units and §9 for λD.
//!
//! ```
//! use waterlab_core::grid::Grid;
//! use waterlab_core::heights::Heights;
//! use waterlab_core::surface::Surface;
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
    /// The surface of a pool.
    Bounded(Bounded<'a>),
    /// The surface of a sea.
    Open(Open<'a>),
}

/// The surface of a pool: a height field with edges.
#[derive(Clone, Copy)]
pub struct Bounded<'a> {
    /// Heights and derived fields.
    pub field: HeightField<'a>,
    /// How open each cell is, from 0 (solid) to 1 (open), on a grid of any size; `None` without walls.
    pub walls: Option<&'a Grid<f32>>,
    /// From the rest level down to the floor, metres: at its deepest, if it is uneven.
    pub depth: f64,
}

/// The surface of open water, which has no edge.
#[derive(Clone, Copy)]
pub struct Open<'a> {
    /// Heights and derived fields within the first cascade's patch.
    pub field: HeightField<'a>,
    /// The cascades whose sum is the surface.
    pub cascades: Cascades<'a>,
}

/// The height field and derived fields that both kinds of surface have.
#[derive(Clone, Copy)]
pub struct HeightField<'a> {
    /// Heights above the rest level.
    pub heights: Heights<'a>,
    /// Columns and rows of square cells, which define the aspect ratio; the heights may have fewer cells, spread evenly over them.
    pub cells: (usize, usize),
    /// Size along x and z, metres.
    pub size: [f64; 2],
    /// Further fields, computed on request.
    pub others: &'a dyn FieldSource,
}

/// Fields of a surface other than its heights, computed on request.
pub trait FieldSource {
    /// Vertical velocity of the surface, metres per step; see [`HeightField::velocity`].
    fn velocity(&self) -> Cow<'_, Grid<f32>>;

    /// Like [`FieldSource::velocity`], for each cascade separately: one grid per cascade, of the size of its heights; empty for a pool.
    fn cascade_velocities(&self) -> Vec<Grid<f32>> {
        Vec::new()
    }

    /// Still-water depth of each cell, metres, if the model has one.
    fn depth(&self) -> Option<Cow<'_, Grid<f32>>> {
        None
    }

    /// What covers ground that can rise out of the water; its depths are negative on land.
    fn ground_cover(&self) -> Option<GroundCover<'_>> {
        None
    }

    /// Whether the ground can rise out of the water and is uneven. The lit view shows such ground, and the water on it, as high as they
    /// are.
    fn has_uneven_ground(&self) -> bool {
        self.ground_cover().is_some() && self.depth_revision() != 0
    }

    /// Identifies the depths as fractions of the maximum depth: equal numbers mean equal depths, in any water. 0 if the depth is uniform
    /// or unknown. See [`new_depth_revision`].
    fn depth_revision(&self) -> u64 {
        0
    }
}

/// What covers ground that can rise out of the water.
#[derive(Clone, Copy, Debug)]
pub struct GroundCover<'a> {
    /// Wetness of the ground and foam on the water, 0 to 1; velocity of the water along x and z, m/s. As many cells as the heights.
    pub cells: &'a Grid<[f32; 4]>,
    /// Time of the water, seconds.
    pub seconds: f64,
    /// Gravity, m/s².
    pub gravity: f32,
    /// Roughness of the ground: Manning's n, s/m^⅓.
    pub manning: f32,
}

/// Foam coverage (whitecaps), computed on read: it depends on the preceding time span, which costs far more than the waves.
pub trait FoamSource {
    /// Coverage, 0 to 1, row-major, as many cells as the first cascade.
    fn coverage(&self) -> &Grid<f32>;
}

/// A grid of coverage is its own source.
impl FoamSource for Grid<f32> {
    fn coverage(&self) -> &Grid<f32> {
        self
    }
}

/// Returns a number for [`FieldSource::depth_revision`] that has not been used before.
pub fn new_depth_revision() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    1 + LAST.fetch_add(1, Ordering::Relaxed)
}

/// A velocity grid is the source of a surface whose depth is unknown.
impl FieldSource for Grid<f32> {
    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        Cow::Borrowed(self)
    }
}

/// The source of a surface that does not move and whose depth is unknown: a velocity grid of one cell.
struct Still;

impl FieldSource for Still {
    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        Cow::Owned(Grid::new(1, 1, 0.0))
    }
}

impl<'a> Surface<'a> {
    /// Heights and derived fields.
    pub fn field(&self) -> &HeightField<'a> {
        match self {
            Self::Bounded(bounded) => &bounded.field,
            Self::Open(open) => &open.field,
        }
    }

    /// The walls, if there are any.
    pub fn walls(&self) -> Option<&'a Grid<f32>> {
        match self {
            Self::Bounded(bounded) => bounded.walls,
            Self::Open(_) => None,
        }
    }

    /// The cascades of open water; `None` for a pool.
    pub fn cascades(&self) -> Option<&Cascades<'a>> {
        match self {
            Self::Bounded(_) => None,
            Self::Open(open) => Some(&open.cascades),
        }
    }

    /// The factor that makes the longer side of the surface 2 m: with it a weight is [`METRES_PER_WEIGHT`](crate::heights::METRES_PER_WEIGHT).
    pub fn scale(&self) -> f32 {
        match self {
            Self::Bounded(bounded) => bounded.field.scale(),
            Self::Open(open) => open.cascades.scale(),
        }
    }

    /// The same surface with a floor this deep, metres; open water ignores it.
    pub fn deep(self, depth: f64) -> Self {
        match self {
            Self::Bounded(bounded) => Self::Bounded(Bounded { depth, ..bounded }),
            open => open,
        }
    }

    /// The same surface with these walls; open water ignores them.
    pub fn among(self, walls: Option<&'a Grid<f32>>) -> Self {
        match self {
            Self::Bounded(bounded) => Self::Bounded(Bounded { walls, ..bounded }),
            open => open,
        }
    }
}

impl<'a> HeightField<'a> {
    /// Vertical velocity of the surface, metres per step, as many cells as the heights.
    pub fn velocity(&self) -> Cow<'a, Grid<f32>> {
        let velocity = self.others.velocity();
        let (columns, rows) = (self.heights.columns(), self.heights.rows());
        match (velocity.columns(), velocity.rows()) == (columns, rows) {
            true => velocity,
            false => Cow::Owned(velocity.resampled(columns, rows)),
        }
    }

    /// A height field without velocity: a pool of square cells whose longer side is 2 m.
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

    /// The same heights over an area whose longer side is `length` metres.
    pub fn sized(self, length: f64) -> Self {
        let longer = self.size[0].max(self.size[1]);
        Self {
            size: self.size.map(|side| side * length / longer),
            ..self
        }
    }

    /// See [`Surface::scale`].
    pub fn scale(&self) -> f32 {
        (2.0 / self.size[0].max(self.size[1])) as f32
    }

    /// The same heights with this vertical velocity, metres per step.
    pub fn rising(self, velocity: &'a Grid<f32>) -> Self {
        Self {
            others: velocity,
            ..self
        }
    }

    /// The same heights, spread over this many (columns, rows) of cells.
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

/// A pool without walls, 1.6 m deep.
impl<'a> From<HeightField<'a>> for Bounded<'a> {
    fn from(field: HeightField<'a>) -> Self {
        Self {
            field,
            walls: None,
            depth: 1.6,
        }
    }
}

impl<'a> From<HeightField<'a>> for Surface<'a> {
    fn from(field: HeightField<'a>) -> Self {
        Self::Bounded(field.into())
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

/// An unbounded surface: the sum of cascades, each periodic along x and z. All cascades have a cell at the corner (0, 0).
#[derive(Clone, Copy)]
pub struct Cascades<'a> {
    /// The cascades, largest first. The first one is displayed at the size of a pool.
    pub cascades: CascadeList<'a>,
    /// λ = −choppiness, dimensionless: a point of the surface lies at x + λD.
    pub lambda: f32,
    /// Foam coverage of the first cascade.
    pub foam: &'a dyn FoamSource,
    /// Slope variances of ∂h/∂x and ∂h/∂z and their covariance, for waves too short for any cascade.
    pub unresolved: [f32; 3],
    /// Wind direction (downwind), radians from +x toward +z.
    pub heading: f32,
    /// How the pattern of the foam moves.
    pub foam_drift: FoamDrift,
    /// How the cascades are tiled to hide their repetition; `None` if they simply repeat.
    pub tiling: Option<Tiling>,
    /// How many of the cascades are tiled. The cascades after them repeat, except the last one if there is a window.
    pub tiled: usize,
    /// Where disturbances and ripples are: the cascade after the tiled ones covers this window once. `None` puts them on the first cascade.
    pub window: Option<Window>,
    /// Water depth in the dispersion relation, metres; `None` for deep water.
    pub depth: Option<f32>,
    /// The depth around the middle as a fraction of the full depth, 0 to 1, over the length of the first cascade; toward the border of the
    /// map the floor descends to the full depth. `None` for a level floor.
    pub depth_map: Option<&'a Grid<f32>>,
}

/// Motion of the pattern of foam downwind, over which its coverage is laid.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FoamDrift {
    /// Speed of old foam, which lies on water that the wind drags along, and of fresh foam, which runs with the crests, m/s.
    pub speeds: [f64; 2],
    /// The time, seconds.
    pub seconds: f64,
    /// The time after which the sea repeats, seconds, if it does.
    pub period: Option<f64>,
}

/// Speed of old foam relative to the wind's (Wu 1975).
pub const WIND_DRIFT: f64 = 0.03;

impl FoamDrift {
    /// Speed of the wind, m/s; 0 for a sea without one.
    pub fn wind(&self) -> f64 {
        self.speeds[0] / WIND_DRIFT
    }

    /// The distances that old and fresh foam have moved, in metres, 0 to `length`, in a pattern that repeats after `length`. Where the sea
    /// repeats, so do they: the speeds are rounded.
    ///
    /// ```
    /// use waterlab_core::surface::FoamDrift;
    ///
    /// let drift = FoamDrift { speeds: [0.5, 9.0], seconds: 10.0, period: None };
    /// assert_eq!(drift.distances(64.0), [5.0, 26.0]);
    /// let looped = FoamDrift { period: Some(20.0), ..drift };
    /// assert_eq!(looped.distances(64.0), [0.0, 32.0], "a crest runs 64 m three times in 20 s");
    /// ```
    pub fn distances(&self, length: f64) -> [f64; 2] {
        self.speeds.map(|speed| self.distance(speed, length))
    }

    /// The same for a pattern that moves with this speed, m/s.
    pub fn distance(&self, speed: f64, length: f64) -> f64 {
        let speed = match self.period {
            Some(period) => (speed * period / length).round() * length / period,
            None => speed,
        };
        (speed * self.seconds).rem_euclid(length)
    }
}

/// A rectangle on the surface of open water.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Centre relative to the middle of the first cascade, x and z, metres.
    pub centre: [f64; 2],
    /// Extent along x and z, metres.
    pub length: [f64; 2],
}

impl Window {
    /// The position of `place` within the window, as fractions; 0 to 1 inside. Coordinates as for the centre.
    pub fn fraction(&self, place: [f64; 2]) -> (f64, f64) {
        let along = |axis: usize| (place[axis] - self.centre[axis]) / self.length[axis] + 0.5;
        (along(0), along(1))
    }

    /// The place at a fraction of the window.
    pub fn place(&self, (u, v): (f64, f64)) -> [f64; 2] {
        let along =
            |axis: usize, fraction: f64| self.centre[axis] + (fraction - 0.5) * self.length[axis];
        [along(0, u), along(1, v)]
    }
}

/// One or more cascades with the same number of cells. The list allocates nothing, so that every frame can build one.
#[derive(Clone, Copy, Debug)]
pub struct CascadeList<'a> {
    cascades: [Cascade<'a>; CascadeList::MAX],
    count: usize,
}

impl<'a> CascadeList<'a> {
    /// Maximum number of cascades: those of a sea, and its ripples.
    pub const MAX: usize = 5;

    /// Collects up to [`CascadeList::MAX`] cascades; `None` if there are none, or if the sizes of their grids differ.
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

    /// The same cascades with `heights` in place of their own; `None` unless there is one grid of matching size for each.
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
    /// Sums the field that `of` selects over all periodic cascades, at the cells of the first. A shorter cascade repeats a whole number
    /// of times on the first, so that every cell of the first is one of its cells.
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
    /// Depth of a floor that reflects visible light, metres; `None` without one.
    pub fn floor(&self) -> Option<f32> {
        self.depth.filter(|&depth| depth < Self::DEEPEST)
    }

    /// Depth of the floor at a place, metres; x and z from the middle of the first cascade. `None` where [`Cascades::floor`] is.
    pub fn floor_at(&self, place: [f64; 2]) -> Option<f32> {
        let floor = self.floor()?;
        let (Some(map), Some(first)) = (self.depth_map, self.cascades.first()) else {
            return Some(floor);
        };
        Some(floor * depth_factor(map, first.length.map(f64::from), place))
    }

    /// The largest depth of a visible floor, metres: even in the clearest water less than a hundredth of the blue light returns from deeper.
    pub const DEEPEST: f32 = 300.0;

    /// The display scale: the factor that makes the longer side of the first cascade 2 m, the length of a pool.
    pub fn scale(&self) -> f32 {
        let longer = |cascade: &Cascade| cascade.length[0].max(cascade.length[1]);
        2.0 / self
            .cascades
            .first()
            .map_or(2.0, longer)
            .max(f32::MIN_POSITIVE)
    }
}

/// The fraction of [`Cascades::depth_map`] along each edge over which the floor descends to the full depth.
const BORDER: f32 = 0.1;

/// The fraction of the full depth at a place, for a map `length` metres long; x and z from its middle.
pub fn depth_factor(map: &Grid<f32>, length: [f64; 2], place: [f64; 2]) -> f32 {
    let [u, v] = [0, 1].map(|axis| (place[axis] / length[axis] + 0.5).clamp(0.0, 1.0) as f32);
    let within = (u.min(1.0 - u).min(v).min(1.0 - v) / BORDER).min(1.0);
    let weight = within * within * (3.0 - 2.0 * within);
    1.0 + weight * (Heights::Metres(map).bilinear(u, v) - 1.0)
}

/// One cascade. Its grids have the same size and are row-major; cell (i, j) is the point (i/columns, j/rows) of the cascade.
#[derive(Clone, Copy, Debug)]
pub struct Cascade<'a> {
    /// Length along x and z, metres.
    pub length: [f32; 2],
    /// Height above the rest level, metres.
    pub height: &'a Grid<f32>,
    /// Slope ∂h/∂x, ∂h/∂z, dimensionless.
    pub slope: [&'a Grid<f32>; 2],
    /// Horizontal displacement D along x and z, metres; with the height, this is a displacement map.
    pub displacement: [&'a Grid<f32>; 2],
    /// Derivatives of the displacement: ∂Dx/∂x, ∂Dz/∂z, ∂Dx/∂z, dimensionless.
    pub strain: [&'a Grid<f32>; 3],
}
