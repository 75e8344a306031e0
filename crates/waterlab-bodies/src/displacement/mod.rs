//! `Displacement`: the water that bodies displace, cell by cell, and how it reaches a height field (docs/models.md §16).
//!
//! With b the height of the bodies below the reference level in each column, the surface of water and bodies together obeys
//! h_t = b_t − ∇·q: each step raises the heights by what b has changed. Water that bodies press down stands beside them, and the mean level
//! is up by what they displace. A volume V at depth d below the surface reaches it spread out, as its waves e^(−kd) are: here by
//! 3V/πs²·(1 − r²/s²)² with s = √6·d, which is as high above the body as the source's exact V·d/2π(r² + d²)^(3/2).

mod areas;
mod deep;
mod over_ground;

use crate::body::BodyState;
use crate::force::clipped;
use crate::hull::Hull;
use areas::{Area, Areas};
use deep::{Deep, Source};
use glam::DVec3;
use waterlab_core::grid::Grid;
use waterlab_core::pool::Patch;
use waterlab_core::surface::Window;
use waterlab_core::water::{RippledSea, Water};

/// What bodies displace of a pool, or of the window of a sea's ripples.
#[derive(Clone, Debug)]
pub struct Displacement {
    /// Metres at each cell.
    now: Grid<f32>,
    deep: Deep,
    /// What the water was raised by.
    applied: Grid<f32>,
    cells: Cells,
    /// Where bodies displace something.
    covered: Areas,
    /// Where that may differ from what the water was raised by.
    changed: Areas,
}

/// The cells over which bodies displace water.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cells {
    /// Number along x.
    pub columns: usize,
    /// Number along z.
    pub rows: usize,
    /// Length of a side of each, metres.
    pub size: f64,
    /// The middle (x, z) of a window on unbounded water, metres: bodies outside of it count for nothing.
    pub window: Option<[f64; 2]>,
}

impl Cells {
    /// Those of a pool, or of the window of a sea's ripples.
    pub fn of(water: &dyn Water) -> Self {
        let size = water.size();
        let window = water.open_water().and_then(RippledSea::ripple_window);
        let length = match window {
            Some(Window { length: [x, z], .. }) => x.max(z),
            None => water.length(),
        };
        Self {
            columns: size.columns(),
            rows: size.rows(),
            size: length / size.columns().max(size.rows()) as f64,
            window: window.map(|window| window.centre),
        }
    }

    /// Column and row of a place, as fractions of cells from the first centre.
    pub(crate) fn column_row(self, x: f64, z: f64) -> [f64; 2] {
        let Self {
            columns,
            rows,
            size,
            window,
        } = self;
        let [across, along] = window.unwrap_or_default();
        [
            (x - across) / size + 0.5 * columns as f64 - 0.5,
            (z - along) / size + 0.5 * rows as f64 - 0.5,
        ]
    }

    /// Whether a place lies over its cells.
    fn holds(self, place: DVec3) -> bool {
        let Self { columns, rows, .. } = self;
        let [x, z] = self.column_row(place.x, place.z);
        (0.0..columns as f64).contains(&x) && (0.0..rows as f64).contains(&z)
    }

    /// The cells of the pool within a rectangle in cells; at least the nearest one.
    fn within(self, low: [f64; 2], high: [f64; 2]) -> Area {
        let Self { columns, rows, .. } = self;
        let first = |at: f64, count: usize| at.ceil().clamp(0.0, (count - 1) as f64) as usize;
        let last = |at: f64, count: usize| at.floor().clamp(0.0, (count - 1) as f64) as usize;
        let west = first(low[0], columns);
        let north = first(low[1], rows);
        [
            west,
            last(high[0], columns).max(west),
            north,
            last(high[1], rows).max(north),
        ]
    }

    /// Adds columns over cells, scaled to the volume; what lies outside the pool counts for the cells inside.
    fn add_patch(
        self,
        metres: &mut Grid<f32>,
        patch: &Grid<f32>,
        [west, north]: [usize; 2],
        volume: f64,
    ) {
        let sum = sum(patch.cells());
        let area = self.size * self.size;
        if sum * area <= 1e-3 * volume {
            // Smaller than a cell.
            let middle = (west + patch.columns() / 2, north + patch.rows() / 2);
            metres[middle] += (volume / area) as f32;
            return;
        }
        let scale = (volume / (sum * area)) as f32;
        for row in 0..patch.rows() {
            let cells = &mut metres.row_mut(north + row)[west..];
            for (cell, &displaced) in cells.iter_mut().zip(patch.row(row)) {
                *cell += scale * displaced;
            }
        }
    }
}

/// Number of times that the columns of a body, and the surface that it feels, are smoothed by the mean of four neighbours: a body that
/// moves across cells makes no steps.
pub(crate) const SMOOTHINGS: usize = 2;

impl Displacement {
    /// Nothing displaced.
    pub fn none(cells: Cells) -> Self {
        Self {
            now: Grid::new(cells.columns, cells.rows, 0.0),
            deep: Deep::none(cells),
            applied: Grid::new(cells.columns, cells.rows, 0.0),
            cells,
            covered: Areas::default(),
            changed: Areas::default(),
        }
    }

    /// The cells.
    pub fn cells(&self) -> Cells {
        self.cells
    }

    /// The displaced height of each cell that [`Displacement::change`] has handed out so far, metres.
    pub fn applied(&self) -> &Grid<f32> {
        &self.applied
    }

    /// Takes what another one of the same cells has now as handed out before: the surface around bodies that are put in at rest. Returns
    /// its volume, m³.
    pub(crate) fn assume(&mut self, other: &Self) -> f64 {
        let pairs = self.applied.cells_mut().iter_mut().zip(other.now.cells());
        let mut sum = 0.0;
        for (applied, &now) in pairs {
            *applied += now;
            sum += f64::from(now);
        }
        other.covered.iter().for_each(|area| self.changed.add(area));
        sum * self.cells.size * self.cells.size
    }

    /// Forgets all bodies; what was handed out stays.
    pub fn clear(&mut self) {
        for area @ [west, east, north, south] in self.covered.drain() {
            self.changed.add(area);
            for row in north..=south {
                let deep = &self.deep.metres().row(row)[west..=east];
                self.now.row_mut(row)[west..=east].copy_from_slice(deep);
            }
        }
        self.deep.clear();
    }

    /// Adds a body of `volume` below the level, m³, whose vertices lie at `places` and the level at `levels` above each. Once all bodies
    /// are there, [`Displacement::settle`] must be called.
    pub fn add(
        &mut self,
        hull: &Hull,
        state: &BodyState,
        places: &[DVec3],
        levels: &[f64],
        volume: f64,
    ) {
        if volume <= 0.0 || self.cells.window.is_some() && !self.cells.holds(state.position) {
            return;
        }
        let depths = places.iter().zip(levels);
        let [shallowest, deepest] = ends(depths.map(|(place, level)| level - place.y));
        let middle = 0.5 * (shallowest.max(0.0) + deepest);
        let radius = 0.5 * (deepest - shallowest);
        // From columns at the surface to a spread source a radius below it.
        let part = (shallowest / radius.max(1e-9)).clamp(0.0, 1.0);
        let spread = part * part * (3.0 - 2.0 * part);
        if spread < 1.0 {
            self.add_columns(hull, places, levels, volume * (1.0 - spread));
        }
        if spread > 0.0 {
            let reach = (6.0_f64.sqrt() * middle).max(3.0 * self.cells.size);
            let source = Source {
                place: state.position,
                reach,
                volume: volume * spread,
            };
            match spread < 1.0 {
                true => {
                    let area = source.add_to(&mut self.now, self.cells);
                    self.cover(area);
                }
                false => self.deep.add(source),
            }
        }
    }

    /// Recomputes what deep bodies displace if one was added, removed or moved.
    pub fn settle(&mut self) {
        if self.deep.is_settled() {
            return;
        }
        let (before, after) = self.deep.settle(self.cells, &mut self.now);
        for area in before.iter().chain(after.iter()) {
            self.cover(area);
        }
    }

    fn cover(&mut self, area: Area) {
        self.covered.add(area);
        self.changed.add(area);
    }

    fn add_columns(&mut self, hull: &Hull, places: &[DVec3], levels: &[f64], volume: f64) {
        let vertices = places.iter().zip(levels).map(|(place, level)| {
            let [x, z] = self.cells.column_row(place.x, place.z);
            [x, z, level - place.y]
        });
        let vertices: Vec<[f64; 3]> = vertices.collect();
        let margin = SMOOTHINGS as f64 + 0.5;
        let [x, z] = [0, 1].map(|axis| ends(vertices.iter().map(|at| at[axis])));
        let low = [x, z].map(|[low, _]| low - margin);
        let high = [x, z].map(|[_, high]| high + margin);
        let area @ [west, east, north, south] = self.cells.within(low, high);
        self.cover(area);
        let mut patch = Grid::new(east - west + 1, south - north + 1, 0.0_f32);
        for corners in hull.triangles() {
            let points = corners.map(|corner| {
                let [x, z, depth] = vertices[corner as usize];
                [x - west as f64, z - north as f64, depth]
            });
            draw_triangle(&mut patch, points);
        }
        for _ in 0..SMOOTHINGS {
            patch = smoothed(&patch);
        }
        self.cells
            .add_patch(&mut self.now, &patch, [west, north], volume);
    }

    /// What the heights are to be raised by, in whole multiples of `resolution`, metres; the rest is kept until what bodies displace in
    /// these cells may have changed again. Patches have no common cells.
    pub fn change(&mut self, resolution: f32) -> Vec<Patch> {
        let (now, applied) = (&self.now, &mut self.applied);
        let patch = |[west, east, north, south]: Area| {
            let mut metres = Grid::new(east - west + 1, south - north + 1, 0.0);
            let mut changes = false;
            for row in north..=south {
                let now = &now.row(row)[west..=east];
                let applied = &mut applied.row_mut(row)[west..=east];
                let raised = metres.row_mut(row - north);
                for ((&now, applied), raised) in now.iter().zip(applied).zip(raised) {
                    *raised = rounded((now - *applied) / resolution) * resolution;
                    *applied += *raised;
                    changes |= *raised != 0.0;
                }
            }
            changes.then_some(Patch {
                column: west as i64,
                row: north as i64,
                metres,
            })
        };
        self.changed.drain().filter_map(patch).collect()
    }
}

/// The nearest integer of a number up to 2²², the even one of two. Unlike a call of [`f32::round`] or a conversion to an integer, it is
/// computed for many cells at once.
fn rounded(number: f32) -> f32 {
    // Numbers as large as this one have no fraction.
    const NO_FRACTION: f32 = 12_582_912.0; // 1.5 × 2²³
    (number + NO_FRACTION) - NO_FRACTION
}

/// Maximum number of parts along a side of a triangle, which bounds the work for a body that is much larger than the cells.
const MAX_PARTS: usize = 64;

/// Adds the signed volume between a triangle and the level, by the triangle's depth: facets that face down add, those that face up
/// subtract. Lengths are in cells, apart from the depth.
///
/// Its parts, at most a cell long, are shared out among the four nearest cells as the surface that a body feels is read there. So the
/// columns follow a motion far below the size of a cell; sampled at the middles of cells they stayed and jumped, which made waves.
fn draw_triangle(patch: &mut Grid<f32>, corners: [[f64; 3]; 3]) {
    let corners = corners.map(|corner| (DVec3::from(corner), corner[2]));
    clipped(corners, |wet| {
        let [a, b, c] = wet.map(|(place, _)| place.as_vec3());
        let (along, across) = (b - a, c - a);
        // Positive for facets that face down, with x to the right and z down the rows.
        let area = 0.5 * (along.x * across.y - along.y * across.x);
        if area == 0.0 {
            return;
        }
        let sides = [along, across, c - b].map(|side| side.truncate().abs().max_element());
        let longest = sides.into_iter().fold(0.0, f32::max);
        let count = (longest as usize + 1).min(MAX_PARTS);
        let part = 1.0 / count as f32;
        let (area, along, across) = (area * part * part, along * part, across * part);
        let (diagonal, thirds) = (along + across, [1.0 / 3.0, 2.0 / 3.0]);
        for i in 0..count {
            let first = a + along * i as f32;
            // Every second part of a row points the other way.
            for j in 0..2 * (count - i) - 1 {
                let corner = first + across * (j / 2) as f32;
                let middle = corner + diagonal * thirds[j % 2];
                share_out(patch, middle.x, middle.y, area * middle.z);
            }
        }
    });
}

/// Adds to the four cells around a place, bilinearly. Outside of the grid nothing is added.
#[inline(always)] // a call takes as long as the rest
fn share_out(patch: &mut Grid<f32>, x: f32, y: f32, amount: f32) {
    let (columns, rows) = (patch.columns(), patch.rows());
    // Rounds down, as neither is negative where it counts.
    let (column, row) = (x as i32, y as i32);
    let (across, down) = (x - column as f32, y - row as f32);
    let (column, row) = (column as usize, row as usize);
    if x >= 0.0 && y >= 0.0 && column + 1 < columns && row + 1 < rows {
        let cells = &mut patch.cells_mut()[row * columns + column..][..columns + 2];
        let (upper, lower) = (amount * (1.0 - down), amount * down);
        cells[0] += upper * (1.0 - across);
        cells[1] += upper * across;
        cells[columns] += lower * (1.0 - across);
        cells[columns + 1] += lower * across;
        return;
    }
    let last = [columns, rows].map(|count| (count - 1) as f32);
    let is_in = |at: f32, last: f32| (-0.5..=last + 0.5).contains(&at);
    if is_in(x, last[0]) && is_in(y, last[1]) {
        share_out_at_edge(patch, x, y, amount);
    }
}

/// As [`share_out`], for a place within half a cell of the edge.
#[cold]
fn share_out_at_edge(patch: &mut Grid<f32>, x: f32, y: f32, amount: f32) {
    let (columns, rows) = (patch.columns(), patch.rows());
    let split = |at: f32, count: usize| {
        let at = at.clamp(0.0, (count - 1) as f32);
        let first = at as usize;
        (first, at - first as f32)
    };
    let ((column, across), (row, down)) = (split(x, columns), split(y, rows));
    let [east, south] = [
        usize::from(column + 1 < columns),
        usize::from(row + 1 < rows),
    ];
    let cells = patch.cells_mut();
    for (row, down) in [(row, 1.0 - down), (row + south, down)] {
        let row = &mut cells[row * columns..][..columns];
        row[column] += amount * down * (1.0 - across);
        row[column + east] += amount * down * across;
    }
}

/// The smallest and the largest of some numbers. (`f64::min` and `f64::max` take longer, since they heed what is not a number.)
fn ends(numbers: impl Iterator<Item = f64>) -> [f64; 2] {
    numbers.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], number| {
        let low = if number < low { number } else { low };
        [low, if number > high { number } else { high }]
    })
}

/// The sum of cells, in parts that the processor adds at once.
fn sum(cells: &[f32]) -> f64 {
    let (chunks, rest) = cells.as_chunks::<8>();
    let mut parts = [0.0; 8];
    for chunk in chunks {
        for (part, &cell) in parts.iter_mut().zip(chunk) {
            *part += f64::from(cell);
        }
    }
    parts.into_iter().sum::<f64>() + rest.iter().map(|&cell| f64::from(cell)).sum::<f64>()
}

/// Half of each cell and an eighth of each of its neighbours; nothing leaves the grid.
pub(crate) fn smoothed(grid: &Grid<f32>) -> Grid<f32> {
    let (columns, rows) = (grid.columns(), grid.rows());
    let mut smoothed = grid.clone();
    for (row, cells) in smoothed.cells_mut().chunks_mut(columns).enumerate() {
        let (above, here) = (grid.row(row.saturating_sub(1)), grid.row(row));
        let below = grid.row((row + 1).min(rows - 1));
        let mut smooth = |column: usize, west: usize, east: usize| {
            let around = here[west] + here[east] + above[column] + below[column];
            cells[column] = 0.5 * here[column] + 0.125 * around;
        };
        let last = columns - 1;
        smooth(0, 0, last.min(1));
        smooth(last, last.saturating_sub(1), last);
        // All others, of which the processor computes several at once.
        let inner = cells.iter_mut().skip(1).zip(here.windows(3));
        let beside = above.iter().zip(below).skip(1);
        for ((cell, here), (above, below)) in inner.zip(beside) {
            *cell = 0.5 * here[1] + 0.125 * (here[0] + here[2] + above + below);
        }
    }
    smoothed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::place_vertices;
    use glam::DQuat;

    fn displaced(hull: &Hull, position: DVec3, volume: f64) -> Displacement {
        let mut displacement = Displacement::none(Cells {
            columns: 64,
            rows: 48,
            size: 2.0 / 64.0,
            window: None,
        });
        add(&mut displacement, hull, position, volume);
        displacement
    }

    fn add(displacement: &mut Displacement, hull: &Hull, position: DVec3, volume: f64) {
        let state = BodyState {
            position,
            rotation: DQuat::from_rotation_y(0.3),
            ..BodyState::default()
        };
        let mut places = Vec::new();
        place_vertices(hull, &state, &mut places);
        let levels = vec![0.0; places.len()];
        displacement.add(hull, &state, &places, &levels, volume);
        displacement.settle();
    }

    fn sum(patch: &Patch) -> f64 {
        let cells = patch.metres.cells().iter().map(|&cell| f64::from(cell));
        cells.sum::<f64>() * (2.0 / 64.0_f64).powi(2)
    }

    #[test]
    fn numbers_are_rounded_to_the_nearest_integer() {
        for (number, nearest) in [
            (0.4, 0.0),
            (0.5, 0.0),
            (0.6, 1.0),
            (-1.4, -1.0),
            (1.5, 2.0),
            (-1.5, -2.0),
            (4_194_303.0, 4_194_303.0),
            (-4_194_303.0, -4_194_303.0),
        ] {
            assert_eq!(rounded(number), nearest, "{number}");
        }
    }

    #[test]
    fn what_is_handed_out_is_the_volume_at_the_surface_below_it_and_at_an_edge() {
        let hull = Hull::ball(0.2);
        for position in [
            DVec3::new(0.1, 0.05, 0.0),
            DVec3::new(0.1, -0.3, 0.0),
            DVec3::new(0.1, -0.9, 0.2),
            DVec3::new(0.95, -0.05, 0.7),
        ] {
            let patch = displaced(&hull, position, 0.02).change(1e-7).remove(0);
            assert!((sum(&patch) / 0.02 - 1.0).abs() < 1e-3, "{position}");
        }
    }

    #[test]
    fn columns_move_with_a_body_by_less_than_a_cell() {
        let hull = Hull::cuboid(DVec3::new(0.3, 0.2, 0.4));
        let middle = |x: f64| {
            let columns = displaced(&hull, DVec3::new(x, 0.05, 0.0), 0.01).now;
            let moment = |weight: &dyn Fn(usize) -> f64| -> f64 {
                let cells = columns.cells().iter().enumerate();
                cells
                    .map(|(index, &cell)| weight(index % 64) * f64::from(cell))
                    .sum()
            };
            moment(&|column| column as f64) / moment(&|_| 1.0)
        };
        // In cells of 2/64 m.
        for step in 0..20 {
            let moved = f64::from(step) * 0.05;
            let expected = 31.5 + moved;
            let at = middle(moved * 2.0 / 64.0);
            assert!((at - expected).abs() < 1e-3, "{at} {expected}");
        }
    }

    #[test]
    fn the_columns_of_a_box_are_as_high_as_its_draught() {
        let hull = Hull::cuboid(DVec3::new(0.5, 0.4, 0.5));
        // The underside at −0.15.
        let volume = 0.25 * 0.15;
        let patch = displaced(&hull, DVec3::new(0.0, 0.05, 0.0), volume);
        let mut patch = patch;
        patch.change(1e-7);
        let middle = patch.applied()[(32, 24)];
        assert!((middle - 0.15).abs() < 0.006, "{middle}");
        assert_eq!(patch.applied()[(4, 4)], 0.0);
    }

    #[test]
    fn a_deep_source_is_as_high_above_it_as_theory_says() {
        let depth = 0.4;
        let hull = Hull::ball(0.08);
        let mut displacement = displaced(&hull, DVec3::new(0.0, -depth, 0.0), hull.volume());
        displacement.change(1e-8);
        // V / 2πd²
        let expected = hull.volume() / (std::f64::consts::TAU * depth * depth);
        let height = f64::from(displacement.applied()[(32, 24)]);
        assert!(
            (height / expected - 1.0).abs() < 0.15,
            "{height} {expected}"
        );
    }

    #[test]
    fn a_deep_body_takes_along_what_it_displaces_and_leaves_nothing_behind() {
        let hull = Hull::ball(0.08);
        let at = |x: f64| DVec3::new(x, -0.4, 0.1);
        let mut displacement = displaced(&hull, at(-0.3), hull.volume());
        let sum_of = |displacement: &mut Displacement| -> f64 {
            displacement.change(1e-8).iter().map(sum).sum()
        };
        let mut volume = sum_of(&mut displacement);
        // By a third of what it may move before it counts.
        for step in 1..=100 {
            displacement.clear();
            add(
                &mut displacement,
                &hull,
                at(-0.3 + 0.006 * f64::from(step)),
                hull.volume(),
            );
            volume += sum_of(&mut displacement);
            assert!((volume / hull.volume() - 1.0).abs() < 1e-3, "{step}");
        }
        let mut there = displaced(&hull, at(0.3), hull.volume());
        there.change(1e-8);
        let pairs = displacement.applied().cells().iter();
        let pairs = pairs.zip(there.applied().cells());
        let apart = pairs.map(|(one, other)| (one - other).abs());
        let high = there.applied().cells().iter().fold(0.0, |a, &b| b.max(a));
        let apart = apart.fold(0.0, f32::max);
        assert!(apart < 0.06 * high, "{apart} of {high}");
        displacement.clear();
        displacement.settle();
        volume += sum_of(&mut displacement);
        assert!(volume.abs() < 1e-4 * hull.volume(), "{volume}");
        let left = displacement.applied().cells().iter();
        assert!(left.fold(0.0, |a: f32, b| a.max(b.abs())) < 2e-8);
    }

    #[test]
    fn a_resting_body_changes_nothing_and_a_removed_one_takes_its_volume_along() {
        let hull = Hull::ball(0.2);
        let mut displacement = displaced(&hull, DVec3::new(0.1, -0.1, 0.0), 0.02);
        let added = displacement.change(1e-4).remove(0);
        displacement.clear();
        add(&mut displacement, &hull, DVec3::new(0.1, -0.1, 0.0), 0.02);
        assert_eq!(displacement.change(1e-4), []);
        displacement.clear();
        let removed = displacement.change(1e-4).remove(0);
        assert!((sum(&added) + sum(&removed)).abs() < 1e-9);
        assert!(
            displacement
                .applied()
                .cells()
                .iter()
                .all(|&cell| cell == 0.0)
        );
        assert_eq!(displacement.change(1e-4), []);
    }

    #[test]
    fn whole_multiples_are_handed_out_and_the_rest_is_kept() {
        let hull = Hull::ball(0.2);
        let mut displacement = displaced(&hull, DVec3::new(0.1, -0.1, 0.0), 1e-4);
        let unit = 2.0_f32.powi(-12);
        // A ten-thousandth of a cubic metre in fractions of a unit a step, as a slow body displaces it.
        let mut handed = 0.0;
        for part in 1..=100 {
            displacement.clear();
            add(
                &mut displacement,
                &hull,
                DVec3::new(0.1, -0.1, 0.0),
                0.02 * f64::from(part) / 100.0,
            );
            for patch in displacement.change(unit) {
                for &cell in patch.metres.cells() {
                    assert_eq!((cell / unit).fract(), 0.0);
                }
                handed += sum(&patch);
            }
        }
        assert!((handed / 0.02 - 1.0).abs() < 5e-3, "{handed}");
    }
}
