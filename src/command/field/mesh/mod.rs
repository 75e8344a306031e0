//! The surface of a water as triangles, for other programs: metres, y up, right-handed, counter-clockwise as seen from above.
//!
//! Of a pool it has a vertex at the centre of each cell of water. Solid and dry cells have none, and no triangle touches them. Slopes are
//! half the difference of the two neighbours over the size of a cell; beside a wall, an edge or dry ground the whole difference to the one
//! neighbour that is water.
//!
//! Of a sea it is one patch of the first cascade, displaced to (x + λDx, h, z + λDz), with the exact normals of that surface
//! (docs/models.md §9). A row and a column more than it has cells repeat the first ones a patch further on: copies of the mesh
//! side by side join without a seam. They are missing if the waves do not fit the patch. Where the surface folds over itself, triangles and normals face down.

mod format;
mod glb;

pub use format::MeshFormat;

use crate::grid::Grid;
use crate::parameter::Value;
use crate::surface::{Bounded, Cascades, Surface};
use crate::water::Water;
use anyhow::{Result, bail};
use glam::{DVec2, DVec3, Vec3};

/// A vertex of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// Metres: x and z from the middle of the pool, or of the sea's first patch; y from the rest level.
    pub position: Vec3,
    /// The unit normal.
    pub normal: Vec3,
    /// Fraction covered by foam, 0 to 1.
    pub foam: f32,
}

/// The surface of a water.
pub struct Mesh {
    vertices: Vec<Vertex>,
    /// The number of the vertex at each point of the grid, or [`NO_VERTEX`].
    numbers: Grid<u32>,
    triangle_count: usize,
}

/// Where there is no water.
const NO_VERTEX: u32 = u32::MAX;

/// How open a cell of water is, at least: walls are drawn around the others.
const OPEN: f32 = 0.5;

/// Linear colours of water and of foam.
const COLOURS: [Vec3; 2] = [Vec3::new(0.01, 0.06, 0.08), Vec3::splat(0.9)];

impl Vertex {
    /// Linear red, green and blue: from dark water to white foam.
    pub fn colour(&self) -> Vec3 {
        let [water, foam] = COLOURS;
        water.lerp(foam, self.foam)
    }
}

impl Mesh {
    /// The current surface, whose numbers are finite. An error if it has no triangle.
    pub fn of(water: &dyn Water) -> Result<Self> {
        let (vertices, numbers) = match water.surface() {
            Surface::Open(open) => of_patch(water, &open.cascades),
            Surface::Bounded(pool) => of_pool(water, &pool),
        };
        let mut mesh = Self {
            vertices,
            numbers,
            triangle_count: 0,
        };
        mesh.triangle_count = mesh.triangles().count();
        match mesh.triangle_count {
            0 => bail!(
                "--what mesh: no three cells side by side have water now: take other steps, more water, or fewer walls"
            ),
            _ => Ok(mesh),
        }
    }

    /// The vertices, row by row.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// Number of triangles.
    pub fn triangle_count(&self) -> usize {
        self.triangle_count
    }

    /// The vertices of each triangle, counter-clockwise as seen from above.
    pub fn triangles(&self) -> impl Iterator<Item = [u32; 3]> {
        let numbers = &self.numbers;
        let squares = (1..numbers.rows()).flat_map(move |row| {
            let rows = numbers
                .row(row - 1)
                .windows(2)
                .zip(numbers.row(row).windows(2));
            rows.map(|(north, south)| [north[0], north[1], south[0], south[1]])
        });
        squares.flat_map(of_square).flatten()
    }
}

/// The triangles of a square with corners in the north-west, north-east, south-west and south-east, north being −z. Where one of them is
/// missing, the triangle of the three others.
fn of_square([nw, ne, sw, se]: [u32; 4]) -> [Option<[u32; 3]>; 2] {
    let is_missing = [nw, ne, sw, se].map(|number| number == NO_VERTEX);
    match is_missing {
        [false, false, false, false] => [Some([nw, sw, ne]), Some([ne, sw, se])],
        [true, false, false, false] => [Some([ne, sw, se]), None],
        [false, true, false, false] => [Some([nw, sw, se]), None],
        [false, false, true, false] => [Some([nw, se, ne]), None],
        [false, false, false, true] => [Some([nw, sw, ne]), None],
        _ => [None, None],
    }
}

/// The vertices of a pool, and the number of each cell's.
fn of_pool(water: &dyn Water, pool: &Bounded) -> (Vec<Vertex>, Grid<u32>) {
    let depth = water.water_depth();
    // Views let the surface of water on uneven ground go on below dry cells, which have no vertices here.
    let heights = match depth {
        Some(_) => water.heights(),
        None => pool.field.heights,
    };
    let (columns, rows) = (heights.columns(), heights.rows());
    let spacing = DVec2::from(pool.field.size) / DVec2::new(columns as f64, rows as f64);
    let open = water.obstruction();
    let cover = water.ground_cover();
    let is_water = |column: usize, row: usize| {
        let is_wet = depth
            .as_ref()
            .is_none_or(|depth| depth[(column, row)] > 0.0);
        is_wet && open[(column, row)] >= OPEN
    };
    let height =
        |(column, row): (usize, usize)| -> f64 { heights.metres(column as i64, row as i64).into() };
    let mut vertices = Vec::with_capacity(columns * rows);
    let numbers = Grid::from_fn(columns, rows, |column, row| {
        if !is_water(column, row) {
            return NO_VERTEX;
        }
        let here = (column, row);
        let slope = |before: (usize, usize), after: (usize, usize), spacing: f64| {
            let ends = [before, after].map(|at| {
                let is_inside = at.0 < columns && at.1 < rows;
                if is_inside && is_water(at.0, at.1) {
                    at
                } else {
                    here
                }
            });
            let cells = usize::from(ends[0] != here) + usize::from(ends[1] != here);
            (height(ends[1]) - height(ends[0])) / (cells.max(1) as f64 * spacing)
        };
        // One before the first column is outside, too.
        let along_x = (column.wrapping_sub(1), row);
        let along_z = (column, row.wrapping_sub(1));
        let normal = DVec3::new(
            -slope(along_x, (column + 1, row), spacing.x),
            1.0,
            -slope(along_z, (column, row + 1), spacing.y),
        );
        let place = place(here, spacing, pool.field.size.into());
        vertices.push(Vertex {
            position: DVec3::new(place.x, height(here), place.y).as_vec3(),
            normal: normal.normalize().as_vec3(),
            foam: cover.map_or(0.0, |cover| cover.cells[here][1]),
        });
        vertices.len() as u32 - 1
    });
    (vertices, numbers)
}

/// The vertices of a patch of a sea, and the number of each point's.
fn of_patch(water: &dyn Water, cascades: &Cascades) -> (Vec<Vertex>, Grid<u32>) {
    let heights = water.heights();
    let (columns, rows) = (heights.columns(), heights.rows());
    let first = cascades.cascades.first();
    let length = first.map_or(DVec2::ONE, |first| DVec2::from(first.length.map(f64::from)));
    let spacing = length / DVec2::new(columns as f64, rows as f64);
    let [aside_x, aside_z] = [0, 1].map(|axis| cascades.sum(|cascade| cascade.displacement[axis]));
    let [slope_x, slope_z] = [0, 1].map(|axis| cascades.sum(|cascade| cascade.slope[axis]));
    let [xx, zz, xz] = [0, 1, 2].map(|part| cascades.sum(|cascade| cascade.strain[part]));
    let foam = cascades.foam.coverage();
    let lambda = f64::from(cascades.lambda);
    let point = |column: usize, row: usize| {
        let cell = (column % columns, row % rows);
        let of = |grid: &Grid<f32>| f64::from(grid[cell]);
        let place = place((column, row), spacing, length);
        let height = heights.metres(cell.0 as i64, cell.1 as i64);
        let along_x = DVec3::new(1.0 + lambda * of(&xx), of(&slope_x), lambda * of(&xz));
        let along_z = DVec3::new(lambda * of(&xz), of(&slope_z), 1.0 + lambda * of(&zz));
        Vertex {
            position: DVec3::new(
                place.x + lambda * of(&aside_x),
                height.into(),
                place.y + lambda * of(&aside_z),
            )
            .as_vec3(),
            // At a cusp the surface has none.
            normal: along_z.cross(along_x).normalize_or(DVec3::Y).as_vec3(),
            foam: foam[cell],
        }
    };
    let has_seams = water.settings().get("seamless") == Some(Value::Switch(false));
    let more = usize::from(!has_seams);
    let points = Grid::from_fn(columns + more, rows + more, point);
    let numbers = Grid::from_fn(points.columns(), points.rows(), |column, row| {
        (row * points.columns() + column) as u32
    });
    (points.into_cells(), numbers)
}

/// The centre of a cell, x and z in metres from the middle of water of this size.
fn place((column, row): (usize, usize), spacing: DVec2, size: DVec2) -> DVec2 {
    (DVec2::new(column as f64, row as f64) + 0.5) * spacing - 0.5 * size
}
