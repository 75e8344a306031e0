//! Open water of a few sines, independent of the models of seas.

use std::f64::consts::TAU;
use std::rc::Rc;
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::surface::{Cascade, CascadeList, Cascades, FoamDrift, Window};
use waterlab::tiling::Tiling;
use waterlab::view::CascadeTextures;

/// A wave h = a·cos(2π(n·x/X + m·z/Z) + φ) on one cascade: amplitude in metres, n, m, φ.
pub type Sine = (f64, f64, f64, f64);

/// The fields of one cascade, from sines.
pub struct Made {
    pub length: [f32; 2],
    pub height: Grid<f32>,
    pub slope: [Grid<f32>; 2],
    pub displacement: [Grid<f32>; 2],
    pub strain: [Grid<f32>; 3],
}

impl Made {
    pub fn new((columns, rows): (usize, usize), length: [f64; 2], sines: &[Sine]) -> Self {
        // Each field is a·factor·cos or sin of the phase, with the factor a function of k.
        let field = |sine: bool, factor: &dyn Fn(f64, f64) -> f64| {
            Grid::from_fn(columns, rows, |column, row| {
                let (u, v) = (column as f64 / columns as f64, row as f64 / rows as f64);
                let sum: f64 = sines
                    .iter()
                    .map(|&(a, n, m, phase)| {
                        let (kx, kz) = (TAU * n / length[0], TAU * m / length[1]);
                        let phase = TAU * (n * u + m * v) + phase;
                        let wave = if sine { phase.sin() } else { phase.cos() };
                        a * factor(kx, kz) * wave
                    })
                    .sum();
                sum as f32
            })
        };
        // docs/models.md §9: the slope is ik·h, the displacement −i(k/|k|)·h.
        let k = |x: f64, z: f64| x.hypot(z).max(1e-9);
        Self {
            length: length.map(|length| length as f32),
            height: field(false, &|_, _| 1.0),
            slope: [field(true, &|x, _| -x), field(true, &|_, z| -z)],
            displacement: [
                field(true, &|x, z| x / k(x, z)),
                field(true, &|x, z| z / k(x, z)),
            ],
            strain: [
                field(false, &|x, z| x * x / k(x, z)),
                field(false, &|x, z| z * z / k(x, z)),
                field(false, &|x, z| x * z / k(x, z)),
            ],
        }
    }

    /// Heights as a function of x and z in metres from the corner, without horizontal displacement.
    pub fn of(
        (columns, rows): (usize, usize),
        length: [f64; 2],
        height: impl Fn(f64, f64) -> f64,
    ) -> Self {
        let size = [length[0] / columns as f64, length[1] / rows as f64];
        let field = |value: &dyn Fn(f64, f64) -> f64| {
            Grid::from_fn(columns, rows, |column, row| {
                let at = |index: usize, size: f64| (index as f64 + 0.5) * size;
                value(at(column, size[0]), at(row, size[1])) as f32
            })
        };
        let none = || Grid::new(columns, rows, 0.0);
        let small = 1e-4;
        Self {
            length: length.map(|length| length as f32),
            height: field(&height),
            slope: [
                field(&|x, z| (height(x + small, z) - height(x - small, z)) / (2.0 * small)),
                field(&|x, z| (height(x, z + small) - height(x, z - small)) / (2.0 * small)),
            ],
            displacement: [none(), none()],
            strain: [none(), none(), none()],
        }
    }

    pub fn cascade(&self) -> Cascade<'_> {
        Cascade {
            length: self.length,
            height: &self.height,
            slope: self.slope.each_ref(),
            displacement: self.displacement.each_ref(),
            strain: self.strain.each_ref(),
        }
    }
}

/// Two cascades of 100 m and 25 m with waves of some metres.
pub struct Sea {
    pub made: Vec<Made>,
    pub foam: Grid<f32>,
    /// −λ.
    pub choppiness: f32,
}

impl Sea {
    pub fn new() -> Self {
        let long = [(1.6, 2.0, 1.0, 0.3), (0.7, -3.0, 4.0, 2.0)];
        let short = [(0.16, 2.0, -1.0, 1.0), (0.08, 3.0, 3.0, 0.0)];
        let cells = (64, 64);
        Self {
            made: vec![
                Made::new(cells, [100.0; 2], &long),
                Made::new(cells, [25.0; 2], &short),
            ],
            foam: Grid::from_fn(64, 64, |column, row| {
                let near = (column as f32 - 20.0).hypot(row as f32 - 40.0);
                (1.0 - near / 12.0).clamp(0.0, 1.0)
            }),
            choppiness: 0.8,
        }
    }

    pub fn cascades(&self) -> Cascades<'_> {
        shown(
            self.made.iter().map(Made::cascade),
            -self.choppiness,
            &self.foam,
        )
    }

    pub fn uploaded(&self, gl: &Gl) -> Rc<CascadeTextures> {
        uploaded(gl, &self.cascades())
    }

    /// The same, with the last cascade shown once in a window.
    pub fn uploaded_in(
        &self,
        gl: &Gl,
        tiling: Option<Tiling>,
        window: Window,
    ) -> Rc<CascadeTextures> {
        let shown = Cascades {
            tiling,
            tiled: self.made.len() - 1,
            window: Some(window),
            ..self.cascades()
        };
        uploaded(gl, &shown)
    }

    /// Over a floor at this depth in metres.
    pub fn uploaded_over(&self, gl: &Gl, depth: f32) -> Rc<CascadeTextures> {
        let shown = Cascades {
            depth: Some(depth),
            ..self.cascades()
        };
        uploaded(gl, &shown)
    }

    /// Over a floor whose depth is multiplied by a map.
    pub fn uploaded_on(&self, gl: &Gl, depth: f32, map: &Grid<f32>) -> Rc<CascadeTextures> {
        let shown = Cascades {
            depth: Some(depth),
            depth_map: Some(map),
            ..self.cascades()
        };
        uploaded(gl, &shown)
    }

    /// With unresolved slopes of these variances and covariance.
    pub fn uploaded_rough(&self, gl: &Gl, unresolved: [f32; 3]) -> Rc<CascadeTextures> {
        let shown = Cascades {
            unresolved,
            ..self.cascades()
        };
        uploaded(gl, &shown)
    }
}

/// Cascades over deep water, without unresolved slopes, tiling or window.
pub fn shown<'a>(
    cascades: impl IntoIterator<Item = Cascade<'a>>,
    lambda: f32,
    foam: &'a Grid<f32>,
) -> Cascades<'a> {
    Cascades {
        cascades: CascadeList::of(cascades).expect("cascades"),
        lambda,
        foam,
        unresolved: [0.0; 3],
        foam_drift: FoamDrift::default(),
        heading: 0.0,
        tiling: None,
        tiled: 0,
        window: None,
        depth: None,
        depth_map: None,
    }
}

pub fn uploaded(gl: &Gl, cascades: &Cascades) -> Rc<CascadeTextures> {
    let mut textures = CascadeTextures::new(gl);
    textures.upload(cascades).expect("uploaded");
    Rc::new(textures)
}
