//! What a rough lit sea mirrors of the sky and of bodies: a pixel shows the mean over the facets in it.

use super::made_sea::{Made, Sea, Sine};
use super::support::{Studio, core};
use glam::Vec3;
use waterlab::bodies::{Body, Shape};
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::light::SunPosition;
use waterlab::session::FlyCamera;
use waterlab::view::LitView;

/// Size in pixels, and how many smaller ones each side of a pixel has in the picture that it is compared with.
const SIZE: (usize, usize) = (64, 48);
const FINER: usize = 6;

/// A sea with waves of 0.4 to 2 m.
fn rough() -> Sea {
    let sine = |index: usize| -> Sine {
        let (turn, part) = (2.4 * index as f64, index as f64 / 30.0);
        let waves = 8.0 * 5.0_f64.powf(part);
        let steepness = 0.028 * 16.0 / (std::f64::consts::TAU * waves);
        let [n, m] = [turn.cos(), turn.sin()].map(|side| (waves * side).round());
        (steepness, n, m, 7.0 * turn)
    };
    let sines: Vec<Sine> = (0..30).map(sine).collect();
    Sea {
        made: vec![Made::new((256, 256), [16.0; 2], &sines)],
        foam: Grid::new(256, 256, 0.0),
        choppiness: 0.0,
    }
}

/// The pixels of the finer picture whose mean a pixel shows.
fn within((column, row): (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
    let all = (0..FINER).flat_map(|y| (0..FINER).map(move |x| (x, y)));
    all.map(move |(x, y)| (FINER * column + x, FINER * row + y))
}

/// The pixels of the lower half.
fn lower_half() -> impl Iterator<Item = (usize, usize)> {
    (SIZE.1 / 2..SIZE.1).flat_map(|row| (0..SIZE.0).map(move |column| (column, row)))
}

const SUN: SunPosition = SunPosition {
    elevation: 40.0,
    azimuth: 180.0,
};

#[test]
fn a_coarse_picture_of_a_rough_sea_is_the_mean_of_a_fine_one() {
    let gl = &*core();
    let cascades = rough().uploaded(gl);
    let studio = Studio::in_sun(gl, SUN.direction());
    // With the sun behind the eye, aside, and before it: 0.34, 0.29 and 0.56, as a share of the deviation of the fine picture.
    for (toward, bound) in [
        (Vec3::new(0.0, 0.0, 20.0), 0.365),
        (Vec3::new(14.0, 0.0, 26.0), 0.31),
        (Vec3::new(0.0, 0.0, 50.0), 0.6),
    ] {
        let eye = FlyCamera::new(Vec3::new(0.0, 5.0, 40.0), toward, 12.0);
        let eye = eye.eye(SIZE.0 as f32 / SIZE.1 as f32);
        let [coarse, fine] = [1, FINER].map(|finer| {
            let size = (finer * SIZE.0, finer * SIZE.1);
            studio.radiance_of_sea(&mut LitView::new(), &eye, size, &cascades)
        });
        let green = |picture: &Grid<[f32; 4]>, at| f64::from(picture[at][1]);
        let means: Vec<f64> = lower_half()
            .map(|at| within(at).map(|at| green(&fine, at)).sum::<f64>() / (FINER * FINER) as f64)
            .collect();
        let middle = means.iter().sum::<f64>() / means.len() as f64;
        let square: f64 = means.iter().map(|mean| (mean - middle).powi(2)).sum();
        let difference: f64 = (lower_half().zip(&means))
            .map(|(at, mean)| (green(&coarse, at) - mean).powi(2))
            .sum();
        let share = (difference / square).sqrt();
        assert!(share < bound, "{toward}: {share}");
    }
}

/// Red light that a ball of this diameter, metres, adds to a picture of a rough sea, 40 m from the eye.
fn added_by_a_ball(gl: &Gl, diameter: f64, size: (usize, usize)) -> Grid<f64> {
    let cascades = rough().uploaded(gl);
    let mut studio = Studio::in_sun(gl, SUN.direction());
    let eye = FlyCamera::new(Vec3::new(0.0, 5.0, 40.0), Vec3::new(0.0, 0.0, 4.0), 24.0);
    let eye = eye.eye(SIZE.0 as f32 / SIZE.1 as f32);
    let mut draw = |bodies: Vec<Body>| {
        studio.bodies = bodies;
        studio.radiance_of_sea(&mut LitView::new(), &eye, size, &cascades)
    };
    let length = diameter;
    let ball = Body::new(Shape::Capsule { length, diameter }, 300.0).expect("a ball");
    let mut ball = ball.at([0.0, 1.5, 4.0 - 2.0 * diameter]);
    ball.colour = Some([230, 0, 0]);
    let (with, without) = (draw(vec![ball]), draw(Vec::new()));
    Grid::from_fn(size.0, size.1, |column, row| {
        let [with, without] = [&with, &without].map(|picture| picture[(column, row)]);
        f64::from(with[0] - with[2] - without[0] + without[2])
    })
}

#[test]
fn a_coarse_picture_of_a_mirrored_ball_is_the_mean_of_a_fine_one() {
    let gl = &*core();
    // Waves of single pixels scatter what they mirror of the small one.
    for (diameter, bound) in [(4.0, 0.6), (0.8, 1.5)] {
        let coarse = added_by_a_ball(gl, diameter, SIZE);
        let fine = added_by_a_ball(gl, diameter, (FINER * SIZE.0, FINER * SIZE.1));
        let (mut difference, mut square, mut sums) = (0.0, 0.0, [0.0; 2]);
        // Below the ball.
        for at in lower_half() {
            let mean = within(at).map(|at| fine[at]).sum::<f64>() / (FINER * FINER) as f64;
            difference += (coarse[at] - mean).powi(2);
            square += mean * mean;
            sums[0] += coarse[at];
            sums[1] += mean;
        }
        let share = (difference / square).sqrt();
        println!(
            "{diameter}: share {share} sums {sums:?} {}",
            sums[0] / sums[1]
        );
        // 0.72 of the large one with a single ray for each pixel.
        assert!(share < bound, "{diameter}: {share}");
        let sum = sums[0] / sums[1];
        assert!((0.4..1.6).contains(&sum), "{diameter}: {sum}");
    }
}
