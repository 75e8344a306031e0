//! Different kernels and numbers of threads compute the same bits.

use super::{choose, heights, pool};
use waterlab_core::grid::Grid;
use waterlab_core::pool::{
    Disturbance, Fraction, Obstacle, Obstruction, RowKernel, Size, State, Wave,
};
use waterlab_core::water::Water;

fn bits(grid: &Grid<f32>) -> Vec<u32> {
    grid.cells().iter().map(|cell| cell.to_bits()).collect()
}

/// Drops several stones and advances.
fn disturb(water: &mut Wave, steps: u32) {
    for i in 0..8 {
        let place = |factor: u32| f64::from(i * factor % 17 + 1) / 19.0;
        let at = Fraction::clamped(place(5), place(11));
        water.disturb(&Disturbance::stone(at, 3.5, f32::from(60 - 20 * i as i16)));
        for _ in 0..steps {
            water.step();
        }
    }
}

#[test]
fn plain_and_vector_kernels_agree() {
    for edges in ["free", "fixed", "absorbing"] {
        for (columns, rows) in [(67, 40), (3, 3), (18, 5)] {
            let run = |kernel: RowKernel| {
                let size = Size::new(columns, rows).expect("a size");
                let mut water = Wave::with_kernel(size, kernel);
                choose(&mut water, "edges", edges);
                disturb(&mut water, 20);
                bits(&heights(&water))
            };
            assert!(run(RowKernel::Plain) == run(RowKernel::Vector), "{edges}");
        }
    }
}

#[test]
fn a_free_wall_is_a_free_edge_and_a_fixed_wall_a_fixed_one() {
    // The same pool as a part of a larger one, with walls in the additional cells.
    let mut corner = Obstruction::open(Size::new(65, 51).expect("a size"));
    for (from, to) in [((64.5, 0.0), (64.5, 51.0)), ((0.0, 50.5), (65.0, 50.5))] {
        let at = |(x, z): (f64, f64)| Fraction::clamped(x / 65.0, z / 51.0);
        corner.add(&Obstacle::Wall {
            from: at(from),
            to: at(to),
            thickness: 1.0,
        });
    }
    // A fixed edge is the outermost row of cells, and the wall covers the same cells.
    let mut ring = Obstruction::open(Size::new(64, 50).expect("a size"));
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)];
    let corners = corners.map(|(u, v)| Fraction::clamped(u, v));
    for side in corners.windows(2) {
        ring.add(&Obstacle::Stroke {
            from: side[0],
            to: side[1],
            radius: 0.5,
        });
    }
    for (kind, walls) in [("free", corner), ("fixed", ring)] {
        let mut whole = pool(64, 50, 0.04, kind);
        let (columns, rows) = (walls.size().columns(), walls.size().rows());
        let mut part = pool(columns as i64, rows as i64, 0.04, "free");
        choose(&mut part, "walls", kind);
        part.set_obstacles(&walls);
        let at = Fraction::clamped(20.5 / 64.0, 30.5 / 50.0);
        whole.disturb(&Disturbance::stone(at, 5.0, 100.0));
        let dent = heights(&whole);
        part.set_state(&State {
            heights: Grid::from_fn(columns, rows, |column, row| match column < 64 && row < 50 {
                true => dent[(column, row)],
                false => 0.0,
            }),
            velocity: Grid::new(columns, rows, 0.0),
            length: part.length(),
        });
        for water in [&mut whole, &mut part] {
            for _ in 0..300 {
                water.step();
            }
        }
        let (whole, part) = (heights(&whole), heights(&part));
        for row in 0..50 {
            assert_eq!(whole.row(row), &part.row(row)[..64], "{kind}, row {row}");
        }
    }
}

#[cfg(feature = "rayon")]
#[test]
fn one_thread_and_several_agree() {
    // Reflecting pools compute both sub-steps in one pass, absorbing ones separately.
    for (edges, walls) in [
        ("free", "free"),
        ("fixed", "fixed"),
        ("absorbing", "free"),
        ("free", "absorbing"),
    ] {
        let run = |threads: usize| {
            let threads = rayon::ThreadPoolBuilder::new().num_threads(threads);
            threads.build().expect("threads").install(|| {
                let mut water = pool(512, 300, 0.04, edges);
                super::set(&mut water, "damping", 0.2);
                choose(&mut water, "walls", walls);
                super::wall(&mut water, 200..204, |row| !(120..140).contains(&row));
                let map = Grid::from_fn(4, 30, |_, row| 1.0 - row as f32 / 40.0);
                water.set_map("depth_map", Some(&map)).expect("a map");
                disturb(&mut water, 15);
                bits(&heights(&water))
            })
        };
        let one = run(1);
        for threads in [2, 3, 7] {
            assert!(run(threads) == one, "{edges}, {walls}, {threads} threads");
        }
    }
}
