//! The classic mesh's texture coordinates, vertex by vertex, against docs/models.md §2 computed here in `f64`.

use super::support::{Studio, core, counted, noise, random, set};
use rand::RngExt;
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::parameter::Value;
use waterlab::view::MeshView;

/// The maximal error of a coordinate by `f32` arithmetic.
const TOLERANCE: f64 = 1e-6;

/// Odd, even, narrow and rectangular; at full detail there is a vertex for every cell.
const SIZES: [(usize, usize); 7] = [
    (1, 1),
    (3, 3),
    (5, 4),
    (7, 13),
    (33, 17),
    (300, 2),
    (101, 150),
];

/// §2 for the vertex at cell (column, row), of a mesh with a vertex every `stride` cells: (u0, v0, u1, v1).
fn theory(
    heights: &Heights,
    (column, row): (usize, usize),
    (pool_columns, pool_rows): (usize, usize),
    stride: usize,
    [refraction, environment, scale]: [f64; 3],
) -> [f64; 4] {
    let (columns, rows) = (heights.columns(), heights.rows());
    // Metres between the neighbouring vertices: the pool's longer side is 2 m.
    let longer = pool_columns.max(pool_rows) as f64;
    let apart = [(pool_columns, columns), (pool_rows, rows)]
        .map(|(cells, heights)| 4.0 * cells as f64 / longer / heights as f64 * stride as f64);
    let step = stride as i64;
    let z = |column: i64, row: i64| f64::from(heights.metres(column, row)) * scale;
    let (i, j) = (column as i64, row as i64);
    let d = [
        (z(i - step, j) - z(i + step, j)) / apart[0],
        (z(i, j - step) - z(i, j + step)) / apart[1],
    ];
    let length = (d[0] * d[0] + d[1] * d[1] + 1.0).sqrt();
    let n = d.map(|d| d / length);
    [
        (column as f64 + 0.5) / columns as f64 + refraction * n[0],
        (row as f64 + 0.5) / rows as f64 + refraction * n[1],
        0.5 + environment * n[0],
        0.5 + environment * n[1],
    ]
}

/// The size in metres of a pool 2 m long with this many cells.
fn pool_size((columns, rows): (usize, usize)) -> [f64; 2] {
    [columns, rows].map(|cells| 2.0 * cells as f64 / columns.max(rows) as f64)
}

/// Captures the output of the shader for every vertex and compares it with the theory.
fn check(
    view: &MeshView,
    studio: &Studio,
    gl: &Gl,
    heights: &Heights,
    stride: usize,
    parameters: [f64; 3],
) {
    let pool = studio.cells.unwrap_or(studio.heights().size());
    let captured = view
        .capture_coordinates(gl, studio.heights(), pool_size(pool))
        .expect("captured");
    let cells = |count: usize| -> Vec<usize> {
        let last = count - 1;
        (0..=last.div_ceil(stride))
            .map(|vertex| (vertex * stride).min(last))
            .collect()
    };
    let (columns, rows) = (cells(heights.columns()), cells(heights.rows()));
    assert_eq!(captured.len(), 4 * columns.len() * rows.len());
    let places = rows
        .iter()
        .flat_map(|&row| columns.iter().map(move |&column| (column, row)));
    for (cell, captured) in places.zip(captured.chunks_exact(4)) {
        let expected = theory(heights, cell, pool, stride, parameters);
        for (captured, expected) in captured.iter().zip(expected) {
            let error = (f64::from(*captured) - expected).abs();
            assert!(
                error <= TOLERANCE,
                "{}×{} cell {cell:?} stride {stride} {parameters:?}: {captured} for {expected}, off by {error:e}",
                heights.columns(),
                heights.rows(),
            );
        }
    }
}

#[test]
fn integer_heights_give_the_vertex_coordinates_of_the_formula() {
    let gl = &*core();
    let mut view = MeshView::new();
    set(&mut view, "detail", Value::Integer(2048));
    let mut studio = Studio::bare(gl);
    for (columns, rows) in SIZES {
        // From ripples of a millimetre to high walls of water.
        for max in [2, 100, i16::MAX] {
            let counts = noise(columns, rows, max, 11);
            let heights = counted(&counts);
            studio.show(&heights);
            check(&view, &studio, gl, &heights, 1, [0.05, 0.45, 1.0]);
        }
    }
}

#[test]
fn heights_in_metres_give_the_vertex_coordinates_of_the_formula() {
    let gl = &*core();
    let mut view = MeshView::new();
    set(&mut view, "detail", Value::Integer(2048));
    let mut studio = Studio::bare(gl);
    for (columns, rows) in SIZES {
        let mut random = random(5);
        let metres = Grid::from_fn(columns, rows, |_, _| random.random_range(-0.2..0.2_f32));
        let heights = Heights::Metres(&metres);
        studio.show(&heights);
        check(&view, &studio, gl, &heights, 1, [0.05, 0.45, 1.0]);
    }
}

#[test]
fn slopes_refer_to_the_cells_of_the_pool_not_of_the_heights() {
    let gl = &*core();
    let mut view = MeshView::new();
    set(&mut view, "detail", Value::Integer(2048));
    let mut studio = Studio::bare(gl);
    for (cells, (columns, rows)) in [((240, 150), (15, 10)), ((9, 4096), (2, 256))] {
        let counts = noise(columns, rows, 200, 8);
        let heights = counted(&counts);
        studio.cells = Some(cells);
        studio.show(&heights);
        check(&view, &studio, gl, &heights, 1, [0.05, 0.45, 1.0]);
    }
}

#[test]
fn slopes_include_the_unit_of_the_counts_and_the_height_scale() {
    let gl = &*core();
    let mut view = MeshView::new();
    let mut studio = Studio::bare(gl);
    let counts = noise(21, 34, 1000, 2);
    let heights = Heights::Counts {
        counts: &counts,
        unit: 1.0 / 32768.0,
    };
    studio.show(&heights);
    set(&mut view, "height_scale", Value::Real(3.5));
    check(&view, &studio, gl, &heights, 1, [0.05, 0.45, 3.5]);
}

#[test]
fn both_factors_are_parameters() {
    let gl = &*core();
    let mut view = MeshView::new();
    let mut studio = Studio::bare(gl);
    let counts = noise(19, 12, 100, 3);
    let heights = counted(&counts);
    studio.show(&heights);
    for (refraction, environment) in [(0.0, 0.0), (0.2, 0.1), (0.5, 0.5)] {
        set(&mut view, "refraction", Value::Real(refraction));
        set(&mut view, "environment", Value::Real(environment));
        let parameters = [refraction, environment, 1.0];
        check(&view, &studio, gl, &heights, 1, parameters);
    }
}

#[test]
fn a_reduced_mesh_has_slopes_between_its_vertices() {
    let gl = &*core();
    let mut view = MeshView::new();
    let mut studio = Studio::bare(gl);
    set(&mut view, "detail", Value::Integer(16));
    for (columns, rows, stride) in [(40, 23, 3), (16, 16, 1), (17, 5, 2), (100, 101, 7)] {
        let counts = noise(columns, rows, 60, 4);
        let heights = counted(&counts);
        studio.show(&heights);
        check(&view, &studio, gl, &heights, stride, [0.05, 0.45, 1.0]);
    }
}
