//! `field --what mesh`: the surface as triangles, read by readers that are not the program's.

use super::read_mesh::{Mesh, Vertex, glb, obj, ply};
use crate::support::{TempFolder, npy, npy_of_any_shape};
use std::collections::HashSet;
use std::f64::consts::TAU;

/// A pool of 24 × 15 cells of 12.5 cm, with two stones.
const POOL: &str = "[water]\nmodel = \"wave\"\nsize = [24, 15]\nlength = 3\ndepth = 0.5\n\
    [[drop]]\nat = [0.3, 0.4]\nradius = 3\nweight = 100\n[[drop]]\nat = [0.95, 0.9]\nradius = 3\nweight = 80\n";

/// Two waves of 20 m, along +x and along (0.6, 0.8), with amplitudes of 2 m and 0.8 m.
const WAVES: &str = "[water]\nmodel = \"gerstner\"\nsize = [40, 20]\npatch = 100\ndispersion = \"deep\"\n\
    [[wave]]\nlength = 20\namplitude = 2\n\
    [[wave]]\nlength = 20\namplitude = 0.8\ndirection = 53.13010235415598\n";

/// Writes the mesh of `s.toml`, and reads it.
#[track_caller]
fn mesh(folder: &TempFolder, more: &str) -> Mesh {
    let stdout = folder.succeeds(&format!("field s.toml --what mesh {more} --out m.glb"));
    assert_eq!(stdout, "");
    glb(&folder.read("m.glb"))
}

/// The numbers of a field of `s.toml`.
#[track_caller]
fn field(folder: &TempFolder, what: &str, more: &str) -> Vec<f32> {
    folder.succeeds(&format!("field s.toml --what {what} {more} --out f.npy"));
    npy_of_any_shape(&folder.read("f.npy")).1
}

#[track_caller]
fn near(got: f32, expected: f64, tolerance: f64) {
    let error = (f64::from(got) - expected).abs();
    assert!(error <= tolerance, "{got} for {expected}");
}

/// The unit normal of a surface with these slopes.
fn normal([x, z]: [f64; 2]) -> [f64; 3] {
    let length = (x * x + 1.0 + z * z).sqrt();
    [-x / length, 1.0 / length, -z / length]
}

/// Checks the vertices of a pool whose longer side is `length` metres, against heights in metres: one for each cell that `is_water`, in
/// order. Returns the numbers of their cells.
#[track_caller]
fn check_pool(
    mesh: &Mesh,
    (columns, rows): (usize, usize),
    length: f64,
    heights: &[f64],
    is_water: impl Fn(usize, usize) -> bool,
) -> Vec<usize> {
    let side = length / columns.max(rows) as f64;
    let cells: Vec<_> = (0..columns * rows)
        .filter(|cell| is_water(cell % columns, cell / columns))
        .collect();
    assert_eq!(mesh.vertices.len(), cells.len());
    for (&cell, vertex) in cells.iter().zip(&mesh.vertices) {
        let (column, row) = (cell % columns, cell / columns);
        let along = |index: usize, count: usize| side * (index as f64 + 0.5 - 0.5 * count as f64);
        near(vertex.position[0], along(column, columns), 1e-6);
        near(vertex.position[1], heights[cell], 1e-7);
        near(vertex.position[2], along(row, rows), 1e-6);
        let has = |x: usize, z: usize| x < columns && z < rows && is_water(x, z);
        let difference = |before: Option<(usize, usize)>, after: (usize, usize)| {
            let at = |(x, z): (usize, usize)| heights[z * columns + x];
            match (before.filter(|&(x, z)| has(x, z)), has(after.0, after.1)) {
                (Some(before), true) => (at(after) - at(before)) / (2.0 * side),
                (Some(before), false) => (heights[cell] - at(before)) / side,
                (None, true) => (at(after) - heights[cell]) / side,
                (None, false) => 0.0,
            }
        };
        let slopes = [
            difference(column.checked_sub(1).map(|x| (x, row)), (column + 1, row)),
            difference(row.checked_sub(1).map(|z| (column, z)), (column, row + 1)),
        ];
        for (got, expected) in vertex.normal.into_iter().zip(normal(slopes)) {
            near(got, expected, 1e-6);
        }
    }
    // Triangles join cells of one square of four.
    for &[a, b, c] in &mesh.triangles {
        let corners = [a, b, c].map(|corner| cells[corner]);
        let span = |of: &dyn Fn(usize) -> usize| {
            let places = corners.map(of);
            places.iter().max().unwrap() - places.iter().min().unwrap()
        };
        assert_eq!(
            [span(&|cell| cell % columns), span(&|cell| cell / columns)],
            [1, 1]
        );
    }
    cells
}

#[test]
fn a_mesh_of_a_pool_has_a_vertex_over_the_middle_of_each_cell() {
    let folder = TempFolder::new();
    folder.write("s.toml", POOL);
    let heights = field(&folder, "height", "--steps 40");
    assert!(heights.iter().any(|height| height.abs() > 5e-3));
    let heights: Vec<_> = heights.iter().copied().map(f64::from).collect();
    let mesh = mesh(&folder, "--steps 40");
    check_pool(&mesh, (24, 15), 3.0, &heights, |_, _| true);
    mesh.assert_faces_up();
    assert_eq!(mesh.triangles.len(), 2 * 23 * 14);
    // From the middle of the first cells to the middle of the last ones, each place once.
    let area: f64 = mesh.double_areas().iter().sum();
    assert!(
        (0.5 * area - 23.0 * 14.0 * 0.125 * 0.125).abs() < 1e-6,
        "{area}"
    );
    assert!(mesh.vertices.iter().all(|vertex| vertex.foam == 0.0));
}

#[test]
fn a_mesh_of_a_model_that_counts_is_in_metres() {
    let folder = TempFolder::new();
    folder.write(
        "s.toml",
        "[water]\nsize = [9, 13]\nlength = 4\n[[drop]]\nat = [0.4, 0.6]\nradius = 3\nweight = 300\n",
    );
    let heights = field(&folder, "height", "--steps 9");
    // A weight is 1/2048 of half the length.
    let metres: Vec<_> = heights
        .iter()
        .map(|&weights| f64::from(weights) / 2048.0 * 2.0)
        .collect();
    assert!(metres.iter().any(|height| height.abs() > 0.01));
    check_pool(
        &mesh(&folder, "--steps 9"),
        (9, 13),
        4.0,
        &metres,
        |_, _| true,
    );
    // Half as many cells along each side, over the same pool.
    let sets = "--steps 9 --model coarse --set water.size=[12,16]";
    let heights = field(&folder, "height", sets);
    let (rows, columns, _) = npy(&folder.read("f.npy"));
    assert!(columns < 12);
    let metres: Vec<_> = heights
        .iter()
        .map(|&weights| f64::from(weights) / 2048.0 * 2.0)
        .collect();
    check_pool(
        &mesh(&folder, sets),
        (columns, rows),
        4.0,
        &metres,
        |_, _| true,
    );
}

#[test]
fn the_three_formats_hold_the_same_mesh() {
    let folder = TempFolder::new();
    let gale =
        "[water]\nmodel = \"sea\"\nsize = [32, 32]\npatch = 60\nwind = 16\nchoppiness = 1.6\n";
    for (scene, when) in [(POOL, "--steps 25"), (gale, "--time 4")] {
        folder.write("s.toml", scene);
        let expected = mesh(&folder, when);
        for out in ["m.obj", "m.ply"] {
            folder.succeeds(&format!("field s.toml --what mesh {when} --out {out}"));
        }
        let (obj, ply) = (obj(&folder.read("m.obj")), ply(&folder.read("m.ply")));
        assert_eq!(ply.triangles, expected.triangles);
        assert_eq!(obj.triangles.len(), expected.triangles.len());
        let same = |(got, expected): (&Vertex, &Vertex)| {
            (got.position, got.normal) == (expected.position, expected.normal)
        };
        assert!(ply.vertices.iter().zip(&expected.vertices).all(same));
        assert!(obj.corners().iter().zip(&expected.corners()).all(same));
        // Levels of 8 bits in a .ply, four digits in an .obj.
        for (file, level) in [(&obj, 1e-4), (&ply, 1.0 / 255.0)] {
            for (got, expected) in file.corners().iter().zip(expected.corners()) {
                for (encoded, linear) in got.colour.into_iter().zip(expected.colour) {
                    let linear = f64::from(linear);
                    let srgb = match linear <= 0.003_130_8 {
                        true => 12.92 * linear,
                        false => 1.055 * linear.powf(1.0 / 2.4) - 0.055,
                    };
                    near(encoded, srgb, 0.51 * level + 1e-4);
                }
            }
        }
    }
}

#[test]
fn walls_have_no_vertices_and_no_slope() {
    let folder = TempFolder::new();
    let wall = "[[obstacle]]\nwall = { from = [0.5, 0], to = [0.5, 0.5], thickness = 3 }\n";
    folder.write("s.toml", format!("{POOL}{wall}"));
    let heights = field(&folder, "height", "--steps 40");
    let open = field(&folder, "obstruction", "--steps 40");
    let heights: Vec<_> = heights.iter().copied().map(f64::from).collect();
    let mesh = mesh(&folder, "--steps 40");
    let is_open = |x: usize, z: usize| open[z * 24 + x] == 1.0;
    let cells = check_pool(&mesh, (24, 15), 3.0, &heights, is_open);
    assert!(cells.len() < 24 * 15 - 10, "there is a wall");
    mesh.assert_faces_up();
    // Every square of open cells has two triangles; the wall's corners are square.
    let squares = (0..23 * 14).map(|square| (square % 23, square / 23));
    let corners = squares.map(|(x, z)| {
        let corners = [(x, z), (x + 1, z), (x, z + 1), (x + 1, z + 1)];
        corners.into_iter().filter(|&(x, z)| is_open(x, z)).count()
    });
    let expected: usize = corners.map(|open| open.saturating_sub(2)).sum();
    assert_eq!(mesh.triangles.len(), expected);
}

#[test]
fn dry_ground_has_no_vertices() {
    let folder = TempFolder::new();
    // A round island in a lake that a wave runs round.
    let island = "[water]\nmodel = \"shallow\"\nsize = [32, 24]\nlength = 16\ndepth = 1\nbed = \"island\"\nbed_high = 0.9\n\
        [[drop]]\nat = [0.1, 0.5]\nradius = 4\nweight = 30\n\
        [[fill]]\nfrom = [0, 0]\nto = [1, 1]\nlevel = 0.3\n";
    folder.write("s.toml", island);
    let (height, depth) = (
        field(&folder, "height", "--steps 50"),
        field(&folder, "depth", "--steps 50"),
    );
    let heights: Vec<_> = height.iter().copied().map(f64::from).collect();
    let mesh = mesh(&folder, "--steps 50");
    let cells = check_pool(&mesh, (32, 24), 16.0, &heights, |x, z| {
        depth[z * 32 + x] > 0.0
    });
    assert!(
        (100..32 * 24 - 20).contains(&cells.len()),
        "{}",
        cells.len()
    );
    mesh.assert_faces_up();
    let is_high = |vertex: &Vertex| vertex.position[1] > 0.1;
    assert!(mesh.vertices.iter().all(is_high), "bounds without 0");
    // The shore is cut along diagonals: every wet cell with two wet neighbours around a corner is part of a triangle.
    let used: HashSet<_> = mesh.triangles.as_flattened().iter().collect();
    assert!(used.len() > cells.len() - 5);
    folder.write(
        "dry.toml",
        format!("{island}[[fill]]\nfrom = [0, 0]\nto = [1, 1]\nlevel = -100\n"),
    );
    folder.write("old.glb", "old");
    folder.fails(
        "field dry.toml --what mesh --steps 0 --out old.glb",
        &["--what mesh", "no three cells side by side have water"],
    );
    assert_eq!(folder.read("old.glb"), b"old");
}

#[test]
fn water_that_breaks_has_foam() {
    let folder = TempFolder::new();
    // A dam at a third of a channel broke a second ago.
    let dam = "[water]\nmodel = \"shallow\"\nsize = [90, 9]\nlength = 18\ndepth = 0.2\n\
        [[fill]]\nfrom = [0, 0]\nto = [0.33, 1]\nlevel = 0.8\n";
    folder.write("s.toml", dam);
    let mesh = mesh(&folder, "--steps 60");
    let (is_calm, has_foam) = (0..90)
        .map(|column| mesh.vertices[4 * 90 + column].foam)
        .enumerate()
        .fold((true, false), |(is_calm, has_foam), (column, foam)| {
            assert!((0.0..=1.0).contains(&foam));
            let is_far = !(10..80).contains(&column);
            (is_calm && (!is_far || foam == 0.0), has_foam || foam > 0.2)
        });
    assert!(is_calm && has_foam);
}

/// Point and normal of the two waves of [`WAVES`] (docs/models.md §7), with these phases, of the place (x, z) at rest.
fn trochoids([first, second]: [f64; 2], [x, z]: [f64; 2]) -> [[f64; 3]; 2] {
    let k = TAU / 20.0;
    // The second wave runs along (0.6, 0.8).
    let (a, b) = ([2.0, 0.8], [0.6, 0.8]);
    let point = [
        x - a[0] * first.sin() - a[1] * b[0] * second.sin(),
        a[0] * first.cos() + a[1] * second.cos(),
        z - a[1] * b[1] * second.sin(),
    ];
    let xz = -k * a[1] * b[0] * b[1] * second.cos();
    let along_x = [
        1.0 - k * (a[0] * first.cos() + a[1] * b[0] * b[0] * second.cos()),
        -k * (a[0] * first.sin() + a[1] * b[0] * second.sin()),
        xz,
    ];
    let along_z = [
        xz,
        -k * a[1] * b[1] * second.sin(),
        1.0 - k * a[1] * b[1] * b[1] * second.cos(),
    ];
    let [u, v] = [along_z, along_x];
    let cross = [
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
    ];
    let length = cross.iter().map(|part| part * part).sum::<f64>().sqrt();
    [point, cross.map(|part| part / length)]
}

#[test]
fn a_mesh_of_gerstner_waves_satisfies_their_solution() {
    let folder = TempFolder::new();
    folder.write("s.toml", WAVES);
    let (k, omega) = (TAU / 20.0, (9.81 * TAU / 20.0).sqrt());
    for (time, is_seamless) in [(0.0, true), (0.75, true), (-3.5, true), (0.75, false)] {
        let set = format!("--set water.seamless={is_seamless}");
        let mesh = mesh(&folder, &format!("--time {time} {set}"));
        // A column and a row more than there are cells, which join the next patch.
        let (columns, rows) = if is_seamless { (41, 21) } else { (40, 20) };
        assert_eq!(mesh.vertices.len(), columns * rows);
        assert_eq!(mesh.triangles.len(), 2 * (columns - 1) * (rows - 1));
        for (index, vertex) in mesh.vertices.iter().enumerate() {
            let (column, row) = ((index % columns) as f64, (index / columns) as f64);
            // Cells are 2.5 m long, and the middle of the patch is the place (0, 0).
            let rest = [2.5 * (column - 19.5), 2.5 * (row - 9.5)];
            let first = k * 2.5 * column - omega * time;
            let second = k * 2.5 * (0.6 * column + 0.8 * row) - omega * time;
            let [point, normal] = trochoids([first, second], rest);
            for axis in 0..3 {
                near(vertex.position[axis], point[axis], 3e-5);
                near(vertex.normal[axis], normal[axis], 3e-5);
            }
        }
        mesh.assert_faces_up();
        let area: f64 = mesh.double_areas().iter().sum();
        assert!(!is_seamless || (0.5 * area - 100.0 * 50.0).abs() < 0.01);
    }
}

#[test]
fn a_mesh_of_a_sea_is_a_patch_that_joins_itself_with_foam_as_its_colour() {
    let folder = TempFolder::new();
    let sea = "[water]\nmodel = \"sea\"\nsize = [48, 32]\npatch = 60\nwind = 16\nchoppiness = 1.2\nfoam_threshold = 0.8\ncascades = 2\ncascade_ratio = 4\n";
    folder.write("s.toml", sea);
    let [heights, foam, aside] =
        ["height", "foam", "displacement"].map(|what| field(&folder, what, "--time 20"));
    assert!(foam.iter().any(|&foam| foam > 0.3) && foam.iter().any(|&foam| foam < 0.05));
    let mesh = mesh(&folder, "--time 20");
    folder.succeeds("field s.toml --what mesh --time 20 --out m.ply");
    let ply = ply(&folder.read("m.ply"));
    assert_eq!(mesh.vertices.len(), 49 * 33);
    for (index, vertex) in mesh.vertices.iter().enumerate() {
        let (column, row) = (index % 49, index / 49);
        let cell = row % 32 * 48 + column % 48;
        let along = |index: usize, count: usize| 1.25 * (index as f64 + 0.5 - 0.5 * count as f64);
        let moved = |axis: usize| -1.2 * f64::from(aside[2 * cell + axis]);
        near(vertex.position[0], along(column, 48) + moved(0), 1e-5);
        near(vertex.position[1], heights[cell].into(), 0.0);
        near(vertex.position[2], along(row, 32) + moved(1), 1e-5);
        let length: f32 = vertex.normal.iter().map(|part| part * part).sum();
        near(length, 1.0, 1e-6);
        let coverage = f64::from(foam[cell]);
        near(vertex.foam, coverage, 0.51 / 65535.0);
        assert_eq!(ply.vertices[index].foam, foam[cell]);
        // From dark water to foam that reflects 90 % of the light.
        for (channel, water) in vertex.colour.into_iter().zip([0.01, 0.06, 0.08]) {
            near(channel, water + (0.9 - water) * coverage, 0.6 / 65535.0);
        }
    }
    // The last column and row are the first ones, 60 m and 40 m further on.
    let join = |here: usize, there: usize, away: [f64; 3]| {
        let [here, there] = [here, there].map(|index| mesh.vertices[index]);
        for (axis, away) in away.into_iter().enumerate() {
            near(
                there.position[axis],
                f64::from(here.position[axis]) + away,
                1e-5,
            );
        }
        assert_eq!((here.normal, here.colour), (there.normal, there.colour));
    };
    (0..33).for_each(|row| join(row * 49, row * 49 + 48, [60.0, 0.0, 0.0]));
    (0..49).for_each(|column| join(column, 32 * 49 + column, [0.0, 0.0, 40.0]));
}
