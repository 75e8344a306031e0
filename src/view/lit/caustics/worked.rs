//! Software version of `caustics/surface_rows.frag` and `caustics/surface_optics.frag`: computes the optical surface of a pool without
//! obstacles, for the software version of the additive pass. It avoids readback, which would block in a browser.

use crate::grid::Grid;
use crate::heights::Heights;
use crate::view::lit::environment::Shadow;
use crate::view::lit::scene::LitScene;
use glam::{Vec2, Vec3, Vec4};

/// Maximum slope, as in `caustics/surface_optics.frag`.
const STEEPEST: f32 = 0.75;

/// The taps of `lib/smooth.glsl` at full resolution, from the centre outward: G and X, and their derivatives.
const TAPS: [Vec4; 8] = [
    Vec4::new(0.159574, 0.077548, 0.0, 0.0),
    Vec4::new(0.147291, 0.062276, 0.023380, 0.031404),
    Vec4::new(0.115835, 0.021347, 0.036710, 0.045481),
    Vec4::new(0.077623, -0.016599, 0.036786, 0.031418),
    Vec4::new(0.044369, -0.034427, 0.027921, 0.008553),
    Vec4::new(0.021742, -0.033001, 0.017126, -0.007682),
    Vec4::new(0.009375, -0.023370, 0.009261, -0.014472),
    Vec4::new(0.003980, -0.015000, 0.005709, -0.017941),
];

/// The taps at half resolution.
const HALVED_TAPS: [Vec4; 5] = [
    Vec4::new(0.319096, 0.159398, 0.0, 0.0),
    Vec4::new(0.231758, 0.042151, 0.148214, 0.175513),
    Vec4::new(0.088716, -0.069422, 0.113393, 0.025886),
    Vec4::new(0.017985, -0.042783, 0.034476, -0.047204),
    Vec4::new(0.001992, -0.009644, 0.005393, -0.021419),
];

/// The smoothing filters are even, their derivatives odd.
const ODD: Vec4 = Vec4::new(1.0, 1.0, -1.0, -1.0);

/// The optical surface.
pub(super) struct SurfaceOptics {
    /// Shown heights, metres.
    heights: Grid<f32>,
    /// Row filter along constant z: G and X of the slope as one sum and G alone; the same of the heights.
    lines: Grid<Vec4>,
    /// A row of heights, mirrored beyond both ends; the sums of a row of cells.
    line: Vec<f32>,
    sums: Vec<Vec4>,
    /// Height; horizontal offset of the refracted ray along x and z per metre of depth; transmitted irradiance relative to level ground.
    pub(super) rays: Grid<[f32; 4]>,
    /// Slope along x and z.
    pub(super) slopes: Grid<[f32; 2]>,
}

impl Default for SurfaceOptics {
    fn default() -> Self {
        Self {
            heights: Grid::new(1, 1, 0.0),
            lines: Grid::new(1, 1, Vec4::ZERO),
            line: Vec::new(),
            sums: Vec::new(),
            rays: Grid::new(1, 1, [0.0; 4]),
            slopes: Grid::new(1, 1, [0.0; 2]),
        }
    }
}

impl SurfaceOptics {
    /// Computes the surface of a pool whose heights are scaled by `scale`.
    pub(super) fn work_out(
        &mut self,
        heights: &Heights,
        scale: f32,
        scene: &LitScene,
        shadow: Option<&Shadow>,
    ) {
        self.take(heights, scale, scene.is_halved);
        let (columns, rows) = (self.heights.columns(), self.heights.rows());
        if (self.lines.columns(), self.lines.rows()) != (columns, rows) {
            self.lines = Grid::new(columns, rows, Vec4::ZERO);
            self.rays = Grid::new(columns, rows, [0.0; 4]);
            self.slopes = Grid::new(columns, rows, [0.0; 2]);
        }
        let taps: &[Vec4] = match scene.is_halved {
            true => &HALVED_TAPS,
            false => &TAPS,
        };
        self.smooth_along_x(taps);
        let sun = Sun::new(scene);
        for row in 0..rows {
            self.smooth_along_z(row, taps);
            let ground_z = place(row, rows) * scene.shape.half.y;
            for (column, sum) in self.sums.iter().enumerate() {
                let ground_x = place(column, columns) * scene.shape.half.x;
                // The surface is no lower than the floor.
                let here = self.heights[(column, row)].max(-scene.shape.depth);
                let slope = Vec2::new(sum.x + sum.y, sum.z + sum.w) / scene.shape.spacing;
                let slope = slope / (1.0 + slope.length_squared() / (STEEPEST * STEEPEST)).sqrt();
                let (offset, mut passed) = sun.through(slope);
                if let Some(shadow) = shadow {
                    passed *= shadow.sun_at(Vec3::new(ground_x, here, ground_z));
                }
                self.rays[(column, row)] = [here, offset.x, offset.y, passed];
                self.slopes[(column, row)] = slope.to_array();
            }
        }
    }

    /// Copies the heights, or means of four of them.
    fn take(&mut self, heights: &Heights, scale: f32, is_halved: bool) {
        let shrunk = 1 + usize::from(is_halved);
        let [columns, rows] = [heights.columns(), heights.rows()].map(|side| side.div_ceil(shrunk));
        if (self.heights.columns(), self.heights.rows()) != (columns, rows) {
            self.heights = Grid::new(columns, rows, 0.0);
        }
        let cells = self.heights.cells_mut();
        match (heights, is_halved) {
            (Heights::Counts { counts, unit }, false) => {
                let unit = unit * scale;
                for (cell, count) in cells.iter_mut().zip(counts.cells()) {
                    *cell = f32::from(*count) * unit;
                }
            }
            (Heights::Metres(grid), false) => {
                for (cell, height) in cells.iter_mut().zip(grid.cells()) {
                    *cell = height * scale;
                }
            }
            (_, true) => {
                for (index, cell) in cells.iter_mut().enumerate() {
                    let first = [index % columns, index / columns].map(|at| 2 * at as i64);
                    let [column, row] = first;
                    let four = [(0, 0), (1, 0), (0, 1), (1, 1)];
                    let sum: f32 = four
                        .into_iter()
                        .map(|(x, z)| heights.metres(column + x, row + z))
                        .sum();
                    *cell = 0.25 * sum * scale;
                }
            }
        }
    }

    fn smooth_along_x(&mut self, taps: &[Vec4]) {
        let columns = self.heights.columns();
        let reach = taps.len() - 1;
        self.line.resize(columns + 2 * reach, 0.0);
        let lines = self.lines.cells_mut().chunks_exact_mut(columns);
        for (heights, smoothed) in self.heights.cells().chunks_exact(columns).zip(lines) {
            for (index, height) in self.line.iter_mut().enumerate() {
                *height = heights[mirrored(index as i64 - reach as i64, columns)];
            }
            for (column, cell) in smoothed.iter_mut().enumerate() {
                let middle = column + reach;
                let mut sum = taps[0] * self.line[middle];
                for (off, tap) in taps.iter().enumerate().skip(1) {
                    let [after, before] =
                        [middle + off, middle - off].map(|at| Vec4::splat(self.line[at]));
                    sum += *tap * (after + ODD * before);
                }
                *cell = Vec4::new(sum.z + sum.w, sum.z, sum.x + sum.y, sum.x);
            }
        }
    }

    fn smooth_along_z(&mut self, row: usize, taps: &[Vec4]) {
        let columns = self.lines.columns();
        let line = |row: i64| {
            let row = mirrored(row, self.lines.rows());
            &self.lines.cells()[row * columns..][..columns]
        };
        let sums = &mut self.sums;
        sums.clear();
        sums.extend(line(row as i64).iter().map(|middle| taps[0] * *middle));
        for (off, tap) in taps.iter().enumerate().skip(1) {
            let after = line((row + off) as i64);
            let before = line(row as i64 - off as i64);
            for ((sum, after), before) in sums.iter_mut().zip(after).zip(before) {
                *sum += *tap * (*after + ODD * *before);
            }
        }
    }
}

/// Position of the centre of a cell, from −1 to 1.
fn place(cell: usize, count: usize) -> f32 {
    (cell as f32 + 0.5) / count as f32 * 2.0 - 1.0
}

/// The cell that mirrors one beyond either end, as a wave reflects there.
fn mirrored(cell: i64, count: usize) -> usize {
    let count = count as i64;
    let inside = match cell {
        ..0 => -1 - cell,
        cell if cell < count => cell,
        _ => 2 * count - 1 - cell,
    };
    inside.clamp(0, count - 1) as usize
}

/// Refraction of the sun at a surface.
struct Sun {
    /// Unit vector toward the sun.
    toward: Vec3,
    /// Refractive index of the water.
    index: f32,
    /// Sine of its elevation.
    high: f32,
}

impl Sun {
    fn new(scene: &LitScene) -> Self {
        let toward = scene.light.toward;
        Self {
            toward,
            index: scene.index,
            high: toward.y.max(1e-4),
        }
    }

    /// Horizontal offset of the refracted ray along x and z per metre of depth, at a surface of this slope, and the transmitted
    /// irradiance relative to level ground.
    fn through(&self, slope: Vec2) -> (Vec2, f32) {
        let normal = Vec3::new(-slope.x, 1.0, -slope.y).normalize();
        let facing = normal.dot(self.toward);
        // Snell's law in vector form.
        let bent = 1.0 / self.index;
        let beyond = (1.0 - bent * bent * (1.0 - facing * facing))
            .max(0.0)
            .sqrt();
        let ray = -bent * self.toward + (bent * facing - beyond) * normal;
        let offset = Vec2::new(ray.x, ray.z) / (-ray.y).max(1e-3);
        let facing = facing.max(0.0);
        let passed = (1.0 - reflectance(facing, self.index)) * facing / (normal.y * self.high);
        (offset, if self.toward.y > 0.0 { passed } else { 0.0 })
    }
}

/// Reflectance, as in `lib/fresnel.glsl` for light that enters denser water.
fn reflectance(facing: f32, index: f32) -> f32 {
    let c = facing.min(1.0);
    let g = (index * index - 1.0 + c * c).sqrt();
    let a = (g - c) / (g + c);
    let b = (c * (g + c) - 1.0) / (c * (g - c) + 1.0);
    0.5 * a * a * (1.0 + b * b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::light;
    use crate::view::shader::glsl;

    #[test]
    fn the_taps_are_those_of_the_shader() {
        let (_, text) = glsl!("lib/smooth.glsl");
        let tables = |name: &str| -> Vec<Vec<f32>> {
            let lines = text
                .lines()
                .filter(|line| line.contains(&format!("vec2 {name}[")));
            let numbers = |line: &str| {
                let line = line.split_once("](").map_or("", |(_, numbers)| numbers);
                let numbers = line.split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-');
                numbers
                    .filter(|number| number.contains('.'))
                    .map(|number| number.parse().expect("a number"))
                    .collect()
            };
            lines.map(numbers).collect()
        };
        let (smooth, slope) = (tables("SMOOTH"), tables("SLOPE"));
        for (table, taps) in [&HALVED_TAPS[..], &TAPS[..]].into_iter().enumerate() {
            let of = |part: fn(&Vec4) -> [f32; 2]| taps.iter().flat_map(part).collect::<Vec<f32>>();
            assert_eq!(of(|tap| [tap.x, tap.y]), smooth[table]);
            assert_eq!(of(|tap| [tap.z, tap.w]), slope[table]);
        }
    }

    #[test]
    fn the_sun_passes_by_snells_and_fresnels_laws() {
        let toward = Vec3::new(0.3, 0.8, -0.4).normalize();
        let sun = Sun {
            toward,
            index: 1.334,
            high: toward.y,
        };
        for slope in [Vec2::ZERO, Vec2::new(0.2, -0.1), Vec2::new(-0.5, 0.4)] {
            let (offset, passed) = sun.through(slope);
            let normal = Vec3::new(-slope.x, 1.0, -slope.y).normalize();
            let exact = |vector: Vec3| vector.to_array().map(f64::from);
            let [x, y, z] =
                light::refracted(exact(-toward), exact(normal), 1.334).expect("into water");
            let wanted = Vec2::new((x / -y) as f32, (z / -y) as f32);
            assert!((offset - wanted).length() < 1e-5, "{offset}, {wanted}");
            let facing = f64::from(normal.dot(toward));
            let part = light::transmittance(facing, 1.334) * facing;
            let wanted = part as f32 / (normal.y * toward.y);
            assert!((passed - wanted).abs() < 1e-5, "{passed}, {wanted}");
        }
    }

    #[test]
    fn beyond_an_edge_lies_what_is_mirrored_there() {
        assert_eq!(
            [-2, -1, 0, 3, 4, 6].map(|cell| mirrored(cell, 4)),
            [1, 0, 0, 3, 3, 1]
        );
        assert_eq!([-3, 3].map(|cell| mirrored(cell, 1)), [0, 0]);
    }
}
