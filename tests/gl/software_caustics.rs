//! Caustics that the CPU sums on floor and walls with a software rasteriser, compared with the driver's rendering of the same light.

use super::support::{Studio, core, eye_above, kind_of_water, lit_choice, set};
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::light::SunPosition;
use waterlab::parameter::Value;
use waterlab::view::{CausticMaps, LitView, Quality};

const SIZE: (usize, usize) = (32, 32);

/// Texels along a side of the squares whose means are compared: both divide cells of the surface into parts, but not alike.
const SQUARE: usize = 4;

/// A pool and its light.
struct Case {
    name: &'static str,
    /// Of the sun, degrees.
    elevation: f64,
    azimuth: f64,
    quality: Quality,
    water: &'static str,
    setting: &'static str,
    is_walled: bool,
    /// Height of the waves, relative to the usual.
    waves: f32,
    /// Texels of the floor's map along the pool.
    texels: i64,
    cells: (usize, usize),
}

const NOON: Case = Case {
    name: "noon",
    elevation: 62.0,
    azimuth: 130.0,
    quality: Quality::High,
    water: "pool",
    setting: "open",
    is_walled: false,
    waves: 1.0,
    texels: 512,
    cells: (160, 128),
};

fn surface(high: f32, (columns, rows): (usize, usize)) -> Grid<f32> {
    Grid::from_fn(columns, rows, |column, row| {
        let (x, z) = (column as f32 / 128.0, row as f32 / 128.0);
        high * (0.006 * (19.0 * x + 7.0 * z).sin() + 0.004 * (31.0 * z - 15.0 * x).cos())
    })
}

/// Walls as high as the deck in a part of the pool.
fn stone() -> Grid<f32> {
    Grid::from_fn(160, 128, |column, row| {
        let is_stone = (50..70).contains(&column) && (40..90).contains(&row);
        f32::from(u8::from(!is_stone))
    })
}

fn maps(gl: &Gl, case: &Case, by_driver: bool) -> CausticMaps {
    maps_of(gl, case, &surface(case.waves, case.cells), by_driver)
}

fn maps_of(gl: &Gl, case: &Case, heights: &Grid<f32>, by_driver: bool) -> CausticMaps {
    let position = SunPosition {
        elevation: case.elevation,
        azimuth: case.azimuth,
    };
    let mut studio = Studio::in_sun(gl, position.direction());
    studio.depth = 0.5;
    studio.show(&Heights::Metres(heights));
    if case.is_walled {
        studio.walls.upload(&stone()).expect("uploaded");
    }
    let mut view = LitView::new();
    if by_driver {
        view.leave_caustics_to_driver();
    }
    let settings = [
        ("quality", Value::Choice(case.quality as usize)),
        ("water", kind_of_water(case.water)),
        ("setting", lit_choice("setting", case.setting)),
        ("caustics", Value::Integer(case.texels)),
    ];
    for (key, value) in settings {
        set(&mut view, key, value);
    }
    studio.draw(&mut view, &eye_above(SIZE), SIZE);
    view.caustics().expect("a pool was drawn")
}

/// The mean of a map and the mean difference of another from it, over all channels, of squares of this many texels.
fn compared(map: &Grid<[f32; 3]>, other: &Grid<[f32; 3]>, square: usize) -> [f64; 2] {
    assert_eq!((map.columns(), map.rows()), (other.columns(), other.rows()));
    let [columns, rows] = [map.columns(), map.rows()].map(|side| side / square);
    let mean = |map: &Grid<[f32; 3]>, column: usize, row: usize, channel: usize| {
        let texels = (0..square * square).map(|texel| {
            let place = (
                square * column + texel % square,
                square * row + texel / square,
            );
            f64::from(map[place][channel])
        });
        texels.sum::<f64>() / (square * square) as f64
    };
    let (mut sum, mut apart) = (0.0, 0.0);
    for row in 0..rows {
        for column in 0..columns {
            for channel in 0..3 {
                let [one, other] = [map, other].map(|map| mean(map, column, row, channel));
                sum += one;
                apart += (one - other).abs();
            }
        }
    }
    [sum, apart].map(|of| of / (3 * columns * rows) as f64)
}

#[test]
fn light_added_up_on_the_cpu_equals_that_blended_on_the_gpu() {
    let cases = [
        NOON,
        Case {
            name: "a low sun, the rim's shadow",
            elevation: 14.0,
            azimuth: 250.0,
            ..NOON
        },
        Case {
            name: "a sun straight along x",
            elevation: 30.0,
            azimuth: 90.0,
            ..NOON
        },
        // Triangles whose corners transmit equally are filled uniformly.
        Case {
            name: "hardly any waves",
            waves: 0.02,
            ..NOON
        },
        Case {
            name: "every other cell",
            quality: Quality::Low,
            ..NOON
        },
        // If texels are smaller than the blur of the sun's disc, every other one is read.
        Case {
            name: "texels finer than the penumbra",
            texels: 1024,
            ..NOON
        },
        Case {
            name: "such texels of a narrow pool, in odd numbers",
            texels: 1001,
            cells: (72, 117),
            ..NOON
        },
        Case {
            name: "particles",
            water: "pond",
            ..NOON
        },
        Case {
            name: "a parasol before the sun",
            elevation: 35.0,
            azimuth: 340.0,
            setting: "terrace",
            ..NOON
        },
        Case {
            name: "a parasol before a high sun, on every other cell",
            elevation: 45.0,
            azimuth: 20.0,
            setting: "terrace",
            quality: Quality::Low,
            ..NOON
        },
        Case {
            name: "stone",
            is_walled: true,
            elevation: 40.0,
            ..NOON
        },
    ];
    let gl = &*core();
    for case in &cases {
        let name = case.name;
        let [drawn, added] = [true, false].map(|by_driver| maps(gl, case, by_driver));
        // The driver's sums are rounded differently.
        let is_software = gl.capability().is_software();
        assert_eq!(added == drawn, !is_software, "{name}: who drew");
        let [lit, apart] = compared(&drawn.floor, &added.floor, SQUARE);
        assert!(lit > 0.1, "{name}: the floor is lit, {lit}");
        let max = 0.01 * lit;
        assert!(apart < max, "{name}: {apart} of {lit} on the floor");
        for (index, (wall, other)) in drawn.walls.iter().zip(&added.walls).enumerate() {
            let [lit, apart] = compared(wall, other, SQUARE);
            let max = max.max(0.01 * lit);
            assert!(apart < max, "{name}: {apart} of {lit} on wall {index}");
        }
    }
}

#[test]
fn the_light_of_a_straight_wave_is_the_same_all_along_its_crests() {
    let gl = &*core();
    // Crests lead three rows on for each column, so that each part of them crosses the cells in another way.
    let crest = (1, 3);
    let wave = |column: usize, row: usize| {
        let across = (3.0 * column as f32 - row as f32) / 10.0_f32.sqrt();
        0.03 * (across * 0.22).sin()
    };
    let wave = Grid::from_fn(NOON.cells.0, NOON.cells.1, wave);
    for by_driver in [true, false] {
        let floor = maps_of(gl, &NOON, &wave, by_driver).floor;
        // Away from the walls, where crests end.
        let [columns, rows] = [floor.columns(), floor.rows()];
        let inner = (rows / 3..2 * rows / 3)
            .flat_map(|row| (columns / 3..2 * columns / 3).map(move |column| (column, row)));
        let (mut lit, mut apart) = (0.0, 0.0);
        for (column, row) in inner {
            let here = floor[(column, row)][1];
            lit += here;
            apart += (here - floor[(column + crest.0, row + crest.1)][1]).abs();
        }
        // Two triangles for each cell made it a tenth.
        assert!(apart < 0.05 * lit, "{by_driver}: {apart} of {lit}");
    }
}
