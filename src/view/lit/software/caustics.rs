//! Stands for `caustics/caustics.vert` and `caustics/caustics.frag`: adds up the light of each triangle on a level floor and the walls
//! around it. A software rasteriser is built for large triangles; a loop over the few texels of each triangle takes a fraction of its
//! time. The surface is read back, which would block in a browser.
//!
//! A texel belongs to a triangle if its centre does. Both triangles of an edge compute the same crossing, so that no texel is lost or
//! counted twice, and the order of additions does not depend on threads: the result is bit-identical.

use crate::gl::{Capability, Format, Target};
use crate::grid::Grid;
use crate::light::SUN_DISC_RADIUS;
use crate::threads::{for_each_target, in_bands};
use crate::view::lit::caustics::{Cells, Followed, Receivers, SIDES};
use crate::view::lit::scene::LitScene;
use glam::{Vec2, Vec3};

/// Maximum irradiance of a texel from one triangle, as in `caustics/caustics.frag`.
pub(in crate::view) const MAX_CAUSTICS: f32 = 4000.0;

/// Maximum difference in light between the corners of a triangle that counts as uniform.
const ALIKE: f32 = 1.0 / 256.0;

/// Buffers that are reused from frame to frame.
#[derive(Default)]
pub(in crate::view::lit) struct SoftwareCaustics {
    /// The optical surface, read back: its rays, and its visibility past obstacles.
    rays: Option<Grid<[f32; 4]>>,
    clear: Option<Grid<[u8; 4]>>,
    corners: Vec<Corner>,
    light: Option<Grid<f32>>,
}

/// A corner of triangles, at the centre of a cell or, outermost, at the pool's wall.
#[derive(Clone, Copy)]
struct Corner {
    /// Landing point of its ray, in texels of the receiver.
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

/// Corners in rows, with two triangles between each four.
struct Sheet<'a> {
    columns: usize,
    corners: &'a [Corner],
    /// Area of a texel of the receiver.
    texel: f32,
}

/// Rays, and visibility past obstacles if there are any.
type Seen<'a> = (&'a Grid<[f32; 4]>, Option<&'a Grid<[u8; 4]>>);

impl SoftwareCaustics {
    /// Whether the driver is a software rasteriser and can take over the result.
    pub(in crate::view::lit) fn pays(capability: &Capability) -> bool {
        let format = Format::R32F;
        cfg!(not(target_arch = "wasm32"))
            && capability.is_software()
            && capability.renders(format)
            && capability.blends(format)
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
            let texels = Vec2::new(columns as f32, count as f32);
            follow(&mut self.corners, seen, scene, cells, onto, texels);
            let sheet = Sheet {
                columns: cells.corners()[0],
                corners: &self.corners,
                texel,
            };
            let rows = &mut light.cells_mut()[first * columns..][..count * columns];
            in_bands(rows, columns, |first, band| {
                add_sheet(&sheet, band, columns, first);
            });
        }
        Some(self.light.insert(light))
    }
}

/// Traces the light through `cells` to a receiver of this size, and returns the corners of the triangles there.
fn follow(
    corners: &mut Vec<Corner>,
    (rays, clear): Seen,
    scene: &LitScene,
    cells: Followed,
    onto: Onto,
    texels: Vec2,
) {
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
    /// Adds the light of all triangles to a band of rows that begins at row `first`.
    fn add_sheet(sheet: &Sheet, band: &mut [f32], columns: usize, first: usize) {
        let rows = sheet.corners.windows(2 * sheet.columns).step_by(sheet.columns);
        for pair in rows {
            let (upper, lower) = pair.split_at(sheet.columns);
            for (a, b) in upper.windows(2).zip(lower.windows(2)) {
                // In the order of a triangle strip.
                add(sheet.texel, band, columns, first, [&a[0], &b[0], &a[1]]);
                add(sheet.texel, band, columns, first, [&b[0], &a[1], &b[1]]);
            }
        }
    }
}

/// Signed double area of a triangle.
#[inline(always)]
fn twice_area([a, b, c]: [Vec2; 3]) -> f32 {
    (b - a).perp_dot(c - a)
}

/// The first texel whose centre is not before this place.
#[inline(always)]
fn from(place: f32) -> i32 {
    (place - 0.5).ceil() as i32
}

/// Adds the light of a triangle to a band of rows.
#[inline(always)]
fn add(texel: f32, band: &mut [f32], columns: usize, first: usize, corners: [&Corner; 3]) {
    let image = corners.map(|corner| corner.image);
    let [mut low, mut middle, mut high] = image;
    if middle.y < low.y {
        (low, middle) = (middle, low);
    }
    if high.y < middle.y {
        (middle, high) = (high, middle);
    }
    if middle.y < low.y {
        (low, middle) = (middle, low);
    }
    let rows = first as i32..(first + band.len() / columns) as i32;
    let [start, end] = [low.y, high.y].map(|y| from(y).clamp(rows.start, rows.end));
    if start >= end {
        return;
    }
    let area = twice_area(image).abs();
    // Also skips triangles with a NaN.
    if !(area > 0.0 && area.is_finite()) {
        return;
    }
    let [a, b, c] = corners.map(|corner| corner.open);
    if a.max(b).max(c) <= -1.0 {
        return;
    }
    let gathered = twice_area(corners.map(|corner| corner.ground)).abs() / (area * texel);
    let [one, two, three] = corners.map(|corner| corner.passed);
    let apart = one.max(two).max(three) - one.min(two).min(three);
    let is_even = a.min(b).min(c) >= 1.0 && apart < ALIKE;
    let light = ((one + two + three) / 3.0 * gathered).min(MAX_CAUSTICS);

    let slope = |one: Vec2, other: Vec2| (other.x - one.x) / (other.y - one.y);
    let [long, lower, upper] = [slope(low, high), slope(low, middle), slope(middle, high)];
    for row in start..end {
        let y = row as f32 + 0.5;
        let one = low.x + (y - low.y) * long;
        let other = match y < middle.y {
            true => low.x + (y - low.y) * lower,
            false => middle.x + (y - middle.y) * upper,
        };
        let [left, right] =
            [one.min(other), one.max(other)].map(|x| from(x).clamp(0, columns as i32) as usize);
        let texels = &mut band[(row - rows.start) as usize * columns..][left..right];
        if is_even {
            for sum in texels {
                *sum += light;
            }
            continue;
        }
        for (column, sum) in texels.iter_mut().enumerate() {
            let at = Vec2::new((left + column) as f32 + 0.5, y);
            *sum += (gathered * light_at(&corners, at)).min(MAX_CAUSTICS);
        }
    }
}

/// Transmitted irradiance at a place inside a triangle.
fn light_at(corners: &[&Corner; 3], at: Vec2) -> f32 {
    let [a, b, c] = corners.map(|corner| corner.image);
    let area = twice_area([a, b, c]);
    let [second, third] =
        [[a, at, c], [a, b, at]].map(|part| (twice_area(part) / area).clamp(0.0, 1.0));
    let blend = |of: fn(&Corner) -> f32| {
        let [first, ..] = corners;
        let start = of(first);
        start + second * (of(corners[1]) - start) + third * (of(corners[2]) - start)
    };
    // GLSL's smoothstep.
    let open = ((blend(|corner| corner.open) + 1.0) / 2.0).clamp(0.0, 1.0);
    blend(|corner| corner.passed) * open * open * (3.0 - 2.0 * open)
}
