//! Stands for `caustics/caustics.vert` and `caustics/caustics.frag`: adds up the sunlight that lands on a level floor and the walls around
//! it. A software rasteriser is built for large triangles; here each cell of the surface is divided into parts whose images are as large
//! as a texel, and each part adds its light to the four texels around its image. The surface is read back, which would block in a browser.
//!
//! Between cells the refracted rays follow a Catmull–Rom spline, so that the bright lines where the surface folds the light are smooth.
//! The order of additions does not depend on threads: the result is bit-identical.

use crate::gl::{Capability, Target};
use crate::grid::Grid;
use crate::light::SUN_DISC_RADIUS;
use crate::threads::{for_each_target, in_bands};
use crate::view::lit::caustics::{Cells, Followed, Receivers, SIDES};
use crate::view::lit::scene::LitScene;
use glam::{Vec2, Vec3};

/// Maximum number of parts along a side of a cell, relative to those of level water: a cell that is spread out more than that has little
/// light.
const MAX_SPREAD: usize = 4;

/// Buffers that are reused from frame to frame.
#[derive(Default)]
pub(in crate::view::lit) struct SoftwareCaustics {
    /// The optical surface, read back: its rays, and its visibility past obstacles.
    rays: Option<Grid<[f32; 4]>>,
    clear: Option<Grid<[u8; 4]>>,
    corners: Vec<Corner>,
    rows: Vec<[f32; 2]>,
    light: Option<Grid<f32>>,
}

/// A corner of cells, at the centre of a height or, outermost, at the pool's wall.
#[derive(Clone, Copy)]
struct Corner {
    /// Where its ray lands, in texels of the receiver.
    image: Vec2,
    /// Point of entry, x and z.
    ground: Vec2,
    /// Transmitted irradiance, relative to level ground.
    passed: f32,
    /// Clearance of the rim's shadow: fully lit from 1, dark up to −1.
    open: f32,
}

/// The receiver.
#[derive(Clone, Copy)]
enum Onto {
    Floor,
    /// The wall with this outward normal.
    Wall(Vec2),
}

/// A receiver and the corners of the cells that light it, in rows.
struct Sheet<'a> {
    columns: usize,
    corners: &'a [Corner],
    /// Bounds of the images of each row of corners across the receiver's rows.
    rows: &'a [[f32; 2]],
    /// Columns and rows of the receiver, and the area of a texel, m².
    texels: [usize; 2],
    texel: f32,
    /// Maximum number of parts along a side of a cell.
    max_parts: usize,
}

impl Sheet<'_> {
    /// Bounds of the images of four rows of corners across the receiver's rows.
    fn extent(&self, rows: [usize; 4]) -> (f32, f32) {
        let last = self.rows.len() - 1;
        let start = (f32::INFINITY, f32::NEG_INFINITY);
        rows.into_iter().fold(start, |(low, high), row| {
            let [lowest, highest] = self.rows[row.min(last)];
            (low.min(lowest), high.max(highest))
        })
    }
}

/// Rays, and visibility past obstacles if there are any.
type Seen<'a> = (&'a Grid<[f32; 4]>, Option<&'a Grid<[u8; 4]>>);

impl SoftwareCaustics {
    /// Whether the driver is a software rasteriser and can take over the result.
    pub(in crate::view::lit) fn pays(capability: &Capability) -> bool {
        cfg!(not(target_arch = "wasm32")) && capability.is_software()
    }

    /// Adds up the light through a surface onto rows of `columns` texels; `None` if it can't be read. `lit` lists, for the floor and each
    /// wall, the cells that light is traced through and the area of a texel.
    pub(in crate::view::lit) fn gather(
        &mut self,
        surface: &Target,
        scene: &LitScene,
        (columns, receivers): (usize, Receivers),
        lit: impl IntoIterator<Item = (Option<usize>, Cells, f32)>,
    ) -> Option<&Grid<f32>> {
        surface.read_floats_into(0, &mut self.rays);
        match surface.colour_at(2) {
            Some(_) => surface.read_bytes_into(2, &mut self.clear),
            None => self.clear = None,
        }
        let seen = (self.rays.as_ref()?, self.clear.as_ref());
        let rows = receivers.all();
        let mut light = match self.light.take() {
            Some(light) if (light.columns(), light.rows()) == (columns, rows) => light,
            _ => Grid::new(columns, rows, 0.0),
        };
        light.cells_mut().fill(0.0);
        for (wall, cells, texel) in lit {
            let Some(cells) = cells else {
                continue;
            };
            let onto = wall.map_or(Onto::Floor, |index| Onto::Wall(SIDES[index]));
            let (first, count) = receivers.rows(wall);
            let texels = [columns, count];
            follow(&mut self.corners, seen, scene, cells, onto, texels);
            self.rows.clear();
            let lines = self.corners.chunks(cells.corners()[0]);
            self.rows.extend(lines.map(bounds));
            let longer = cells.corners().into_iter().fold(1, usize::max);
            let sheet = Sheet {
                columns: cells.corners()[0],
                corners: &self.corners,
                rows: &self.rows,
                texels,
                texel,
                max_parts: MAX_SPREAD * (columns.div_ceil(longer) + 1),
            };
            let rows = &mut light.cells_mut()[first * columns..][..count * columns];
            in_bands(rows, columns, |first, band| add_sheet(&sheet, band, first));
        }
        Some(self.light.insert(light))
    }
}

/// Traces the light through `cells` to a receiver of this size, and returns the corners of the cells there.
fn follow(
    corners: &mut Vec<Corner>,
    (rays, clear): Seen,
    scene: &LitScene,
    cells: Followed,
    onto: Onto,
    texels: [usize; 2],
) {
    let texels = Vec2::new(texels[0] as f32, texels[1] as f32);
    corners.clear();
    let size = [rays.columns(), rays.rows()];
    let last = size.map(|count| count - 1);
    let [columns, rows] = cells.corners();
    for row in 0..rows {
        for column in 0..columns {
            let [x, z] = [cells.cell(0, column, last[0]), cells.cell(1, row, last[1])];
            let [height, offset_x, offset_z, passed] = rays[(x, z)];
            let part = |cell: usize, axis: usize| match cell {
                0 => 0.0,
                cell if cell == last[axis] => 1.0,
                cell => (cell as f32 + 0.5) / size[axis] as f32,
            };
            let across = Vec2::new(part(x, 0), part(z, 1));
            let ground = (across * 2.0 - 1.0) * scene.shape.half;
            let clear = match clear {
                Some(clear) => f32::from(clear[(x, z)][0]) / 255.0,
                None => 1.0,
            };
            let entered = Vec3::new(ground.x, height, ground.y);
            let offset = Vec2::new(offset_x, offset_z);
            corners.push(Corner {
                image: (onto.hit(scene, entered, offset) * 0.5 + 0.5) * texels,
                ground,
                passed: passed * clear,
                open: clear_of_rim(scene, entered),
            });
        }
    }
}

/// Smallest and largest y of the images.
fn bounds(corners: &[Corner]) -> [f32; 2] {
    let start = [f32::INFINITY, f32::NEG_INFINITY];
    let images = corners.iter().map(|corner| corner.image.y);
    images.fold(start, |[low, high], y| [low.min(y), high.max(y)])
}

impl Onto {
    /// Place where a ray hits the receiver, from −1 to 1 along both sides; `offset` is the horizontal offset per metre of depth.
    fn hit(self, scene: &LitScene, entered: Vec3, offset: Vec2) -> Vec2 {
        let (half, depth) = (scene.shape.half, scene.shape.depth);
        let ground = Vec2::new(entered.x, entered.z);
        match self {
            Self::Floor => (ground + offset * (depth + entered.y)) / half,
            Self::Wall(outward) => {
                // A ray that leads away from the wall does not hit it: its place is far below.
                let out_of = offset.dot(outward).max(1e-4);
                let down = (half.dot(outward.abs()) - ground.dot(outward)) / out_of;
                let along = ((ground + down * offset) / half).dot(outward.perp().abs());
                let up = (entered.y - down + depth) / (depth + scene.shape.rim()) * 2.0 - 1.0;
                Vec2::new(along, up)
            }
        }
    }
}

/// Clearance of a point from the rim's shadow, as in `lib/rim_shadow.glsl`.
fn clear_of_rim(scene: &LitScene, point: Vec3) -> f32 {
    let sun = scene.light.toward;
    let up = sun.y.max(1e-3);
    let distance = (scene.shape.rim() - point.y) / up;
    let soft = (distance / up * SUN_DISC_RADIUS).max(1e-6);
    let aside = |sun: f32, at: f32, half: f32| match sun == 0.0 {
        true => half,
        false => half - distance * sun.abs() - sun.signum() * at,
    };
    let half = scene.shape.half;
    let clear = aside(sun.x, point.x, half.x).min(aside(sun.z, point.z, half.y));
    clear / soft
}

for_each_target! {
    /// Adds the light of all cells to a band of rows that begins at row `first`.
    fn add_sheet(sheet: &Sheet, band: &mut [f32], first: usize) {
        let columns = sheet.columns;
        let last = [columns, sheet.corners.len() / columns].map(|count| count - 1);
        let inner = last.map(|last| 2..last.saturating_sub(2));
        let line = |row: usize| &sheet.corners[row.min(last[1]) * columns..][..columns];
        let mut band = Band { first, rows: band.len() / sheet.texels[0], texels: band };
        for row in 0..last[1] {
            let rows = [row.saturating_sub(1), row, row + 1, row + 2];
            let (low, high) = sheet.extent(rows);
            if !band.is_reached(low, high) {
                continue;
            }
            let [above, upper, lower, below] = rows.map(line);
            // Images down a column of corners, and whether they lie near the receiver.
            let end = sheet.texels[1] as f32;
            let down = |column: usize| {
                let column = column.min(last[0]);
                let images = [above[column].image, upper[column].image, lower[column].image, below[column].image];
                let [a, b, c, d] = images;
                let (low, high) = (a.y.min(b.y).min(c.y.min(d.y)), a.y.max(b.y).max(c.y.max(d.y)));
                (spline(images), low > -end && high < 2.0 * end)
            };
            let mut splines = [down(0), down(0), down(0), down(1)];
            for column in 0..last[0] {
                splines = [splines[1], splines[2], splines[3], down(column + 2)];
                let corners = [&upper[column], &upper[column + 1], &lower[column], &lower[column + 1]];
                let [(one, one_is), (two, two_is), (three, three_is), (four, four_is)] = splines;
                // Images lie on straight lines where rays miss the receiver by far, and next to the outermost corners: these are half a
                // cell farther out, which does not fit a uniform spline.
                let is_inner = inner[1].contains(&row) && inner[0].contains(&column);
                let is_smooth = is_inner && one_is && two_is && three_is && four_is;
                add_cell(sheet, corners, [&one, &two, &three, &four], is_smooth, &mut band);
            }
        }
    }
}

/// Adds the light of the cell between four corners. The images of rays between them lie on splines down four columns of corners, or on
/// straight lines.
#[inline(always)]
fn add_cell(
    sheet: &Sheet,
    corners: [&Corner; 4],
    [west, left, right, east]: [&[Vec2; 4]; 4],
    is_smooth: bool,
    band: &mut Band,
) {
    let [a, b, c, d] = corners;
    if a.open.max(b.open).max(c.open.max(d.open)) <= -1.0
        || a.passed.max(b.passed).max(c.passed.max(d.passed)) <= 0.0
    {
        return;
    }
    let low = a.image.min(b.image).min(c.image.min(d.image));
    let high = a.image.max(b.image).max(c.image.max(d.image));
    let ends = Vec2::new(sheet.texels[0] as f32, sheet.texels[1] as f32);
    // A spline may lead a little out of the corners' bounds. A NaN lands nowhere.
    let margin = 0.5 * (high - low) + 1.0;
    if !((low - margin).cmplt(ends).all() && (high + margin).cmpgt(Vec2::ZERO).all()) {
        return;
    }
    let along = [b.image - a.image, d.image - c.image];
    let down = [c.image - a.image, d.image - b.image];
    let parts = |[one, other]: [Vec2; 2]| {
        let length = one.length_squared().max(other.length_squared()).sqrt();
        // Rounding must not divide what is a whole number of texels.
        ((length - 0.01).ceil() as usize).clamp(1, sheet.max_parts)
    };
    let (across, deep) = (parts(along), parts(down));
    let (step, line) = (1.0 / across as f32, 1.0 / deep as f32);
    // Extent of a part along the rows and the columns. Parts of a level surface cover the texels without gaps; where the surface folds the
    // light they are narrow, and blurred a little.
    let extent = 0.5 * ((along[0] + along[1]).abs() * step + (down[0] + down[1]).abs() * line);
    let narrowest = Vec2::splat((0.25 * extent.max_element()).clamp(1.0 / 64.0, 0.25));
    let sharp = extent.clamp(narrowest, Vec2::ONE).recip();
    let size = d.ground - a.ground;
    let flux = (size.x * size.y).abs() * step * line / sheet.texel;
    let is_open = a.open.min(b.open).min(c.open.min(d.open)) >= 1.0;

    for part in 0..deep {
        let v = (part as f32 + 0.5) * line;
        let [one, two, three, four] = if is_smooth {
            spline([at(west, v), at(left, v), at(right, v), at(east, v)])
        } else {
            let start = a.image + v * down[0];
            [start, b.image + v * down[1] - start, Vec2::ZERO, Vec2::ZERO]
        };
        let passed = [
            a.passed + v * (c.passed - a.passed),
            b.passed + v * (d.passed - b.passed),
        ];
        let open = [
            a.open + v * (c.open - a.open),
            b.open + v * (d.open - b.open),
        ];
        for first in (0..across).step_by(LANES) {
            let mut parts = Parts::default();
            for lane in 0..LANES {
                let u = ((first + lane) as f32 + 0.5) * step;
                let x = one.x + u * (two.x + u * (three.x + u * four.x));
                let y = one.y + u * (two.y + u * (three.y + u * four.y));
                let mut light = flux * (passed[0] + u * (passed[1] - passed[0]));
                if !is_open {
                    // GLSL's smoothstep.
                    let open = open[0] + u * (open[1] - open[0]);
                    let open = (0.5 * (open + 1.0)).clamp(0.0, 1.0);
                    light *= open * open * (3.0 - 2.0 * open);
                }
                // The nearest border between texels, and the part of the light beyond it.
                let (column, row) = (rounded(x), rounded(y));
                let across = (0.5 + (x - column) * sharp.x).clamp(0.0, 1.0);
                let down = (0.5 + (y - row) * sharp.y).clamp(0.0, 1.0);
                parts.column[lane] = column;
                parts.row[lane] = row;
                parts.across[lane] = across;
                parts.upper[lane] = light * (1.0 - down);
                parts.lower[lane] = light * down;
            }
            for lane in 0..LANES.min(across - first) {
                band.share_out(sheet.texels, &parts, lane);
            }
        }
    }
}

/// Number of parts of a cell that are computed at once.
const LANES: usize = 8;

/// Parts of a cell.
#[derive(Default)]
struct Parts {
    /// The border between columns, and between rows, that is nearest to where their light lands.
    column: [f32; LANES],
    row: [f32; LANES],
    /// Part of the light beyond the border between columns.
    across: [f32; LANES],
    /// Light before and beyond the border between rows.
    upper: [f32; LANES],
    lower: [f32; LANES],
}

/// The nearest integer of a number up to 2²². Unlike [`f32::round`] it is computed for several numbers at once.
#[inline(always)]
fn rounded(number: f32) -> f32 {
    // Numbers as large as this one have no fraction.
    const NO_FRACTION: f32 = 12_582_912.0; // 1.5 × 2²³
    (number + NO_FRACTION) - NO_FRACTION
}

/// Coefficients of the Catmull–Rom spline between the second and the third of four points.
#[inline(always)]
fn spline([a, b, c, d]: [Vec2; 4]) -> [Vec2; 4] {
    [
        b,
        0.5 * (c - a),
        a - 2.5 * b + 2.0 * c - 0.5 * d,
        1.5 * (b - c) + 0.5 * (d - a),
    ]
}

/// A point of such a spline.
#[inline(always)]
fn at([a, b, c, d]: &[Vec2; 4], part: f32) -> Vec2 {
    *a + part * (*b + part * (*c + part * *d))
}

/// Some rows of a receiver.
struct Band<'a> {
    first: usize,
    rows: usize,
    texels: &'a mut [f32],
}

impl Band<'_> {
    /// Whether light may land on it from cells whose images, with those around them, lie between these rows.
    fn is_reached(&self, low: f32, high: f32) -> bool {
        // A spline leads out of the bounds of all its points by less than that.
        let margin = 0.3 * (high - low) + 1.0;
        low - margin < (self.first + self.rows) as f32 && high + margin > self.first as f32
    }

    /// Adds light to the four texels around its place. What lies beyond the edges lands on another receiver.
    #[inline(always)]
    fn share_out(&mut self, [columns, rows]: [usize; 2], parts: &Parts, lane: usize) {
        let (column, row) = (parts.column[lane], parts.row[lane]);
        if !(column >= 0.0 && row >= 0.0 && column <= columns as f32 && row <= rows as f32) {
            return;
        }
        let (column, row) = (column as usize, row as usize);
        let (upper, lower, across) = (parts.upper[lane], parts.lower[lane], parts.across[lane]);
        let is_within = column >= 1 && column < columns;
        if is_within && row > self.first && row < self.first + self.rows {
            let start = (row - 1 - self.first) * columns + column - 1;
            let texels = &mut self.texels[start..][..columns + 2];
            texels[0] += upper * (1.0 - across);
            texels[1] += upper * across;
            texels[columns] += lower * (1.0 - across);
            texels[columns + 1] += lower * across;
            return;
        }
        for (row, light) in [(row.wrapping_sub(1), upper), (row, lower)] {
            if !(self.first..self.first + self.rows).contains(&row) {
                continue;
            }
            let texels = &mut self.texels[(row - self.first) * columns..][..columns];
            for (column, part) in [(column.wrapping_sub(1), 1.0 - across), (column, across)] {
                if let Some(texel) = texels.get_mut(column) {
                    *texel += light * part;
                }
            }
        }
    }
}
