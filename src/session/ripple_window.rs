//! Where on a sea pokes land and ripples run: a [`Window`] about the eye that is carried along, as large as what is seen near it, so that
//! ripples have their true size and can be seen (docs/models.md §9e).
//!
//! The window reaches ahead of the eye more than behind it. Its side is a power of two, eight heights of the eye or more. A poke beyond it brings it
//! there, where it stays as long as its ripples last or the eye comes near.

use super::FlyCamera;
use super::side_by_side::is_at_sea;
use crate::pool::Size;
use crate::scene::{RippleSquare, Scene, Simulation};
use crate::surface::Window;
use crate::view::ViewKind;
use glam::DVec2;

/// The least side, metres: cells of an eighth of a metre, where there are 256.
const LEAST: f64 = 32.0;

/// The largest.
const LARGEST: f64 = 8192.0;

/// Heights of the eye along a side.
const HEIGHTS: f64 = 8.0;

/// How much lower the eye must be for the window to become smaller again.
const SLACK: f64 = 0.8;

/// How far ahead of the eye the middle is, in sides.
const AHEAD: f64 = 0.25;

/// It moves by about so many parts of a side, in whole cells.
const STRIDES: f64 = 16.0;

/// From so many sides away a window that was brought there stays; from farther it comes back.
const AWAY: (f64, f64) = (0.35, 3.0);

/// A scene at its beginning, with its window where its camera looks.
pub fn begin(scene: &Scene) -> Simulation {
    let mut simulation = Simulation::new(scene);
    if let Some(RippleSquare { centre, side }) = scene.start.ripples {
        let size = simulation.water().size();
        simulation.set_ripple_window(Some(window(centre.into(), side, size)));
    }
    follow(
        &mut simulation,
        &FlyCamera::of_scene(scene),
        scene.view.kind,
    );
    // In the window they run by another law than on the patch, on which the play began.
    if simulation.ripple_window().is_some() {
        simulation.take_surfaces(&scene.start);
    }
    simulation
}

/// Brings the window along with the eye. A view without an eye shows the patch, and so does a sea beside a pool.
pub(super) fn follow(simulation: &mut Simulation, camera: &FlyCamera, view: &ViewKind) {
    if !(view.has_eye && is_at_sea(simulation)) {
        simulation.set_ripple_window(None);
        return;
    }
    let before = simulation.ripple_window();
    let wanted = about(camera, before.as_ref(), simulation.water().size());
    let stays = simulation.has_ripples()
        && before.is_some_and(|before| {
            let away = place(camera).distance(before.centre.into()) / longer(&before);
            (AWAY.0..AWAY.1).contains(&away)
        });
    // Also where it stays: a water that has come beside this one has none.
    simulation.set_ripple_window(if stays { before } else { Some(wanted) });
}

/// Brings the window to a place, as a fraction of it, if that is beyond it, or where it fades.
pub(super) fn reach(simulation: &mut Simulation, camera: &FlyCamera, (u, v): (f64, f64)) {
    let inside = 0.125..0.875;
    let Some(before) = simulation.ripple_window() else {
        return;
    };
    if inside.contains(&u) && inside.contains(&v) {
        return;
    }
    let poked = DVec2::from(before.place((u, v)));
    let away = place(camera).distance(poked);
    let side = power_of_two((1.25 * away).max(longer(&before))).min(LARGEST);
    simulation.set_ripple_window(Some(window(poked, side, simulation.water().size())));
}

/// The window for an eye; `before` it there was another.
fn about(camera: &FlyCamera, before: Option<&Window>, size: Size) -> Window {
    let height = f64::from(camera.position().y.abs());
    let mut side = power_of_two(HEIGHTS * height).clamp(LEAST, LARGEST);
    let eased = power_of_two(HEIGHTS * height / SLACK).clamp(LEAST, LARGEST);
    if before.is_some_and(|before| longer(before) == eased) {
        side = eased;
    }
    let forward = camera.forward().as_dvec3();
    let ahead = DVec2::new(forward.x, forward.z).normalize_or_zero();
    window(place(camera) + AHEAD * side * ahead, side, size)
}

/// About a place, with as many cells as the water.
fn window(centre: DVec2, side: f64, size: Size) -> Window {
    let cells = DVec2::new(size.columns() as f64, size.rows() as f64);
    let count = cells.max_element();
    let stride = (count / STRIDES).round().max(1.0) * side / count;
    Window {
        centre: ((centre / stride).round() * stride).to_array(),
        length: (side * cells / count).to_array(),
    }
}

/// Where the eye is on the water.
fn place(camera: &FlyCamera) -> DVec2 {
    camera.eye(1.0).place()
}

fn longer(window: &Window) -> f64 {
    window.length[0].max(window.length[1])
}

fn power_of_two(least: f64) -> f64 {
    least.max(1.0).log2().ceil().exp2()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::{Disturbance, Fraction};
    use crate::scene::{Bundle, Edit};
    use crate::view::VIEWS;
    use glam::Vec3;
    use std::sync::Arc;

    fn shown(edits: &[Edit]) -> Scene {
        Scene::show_with(edits, Arc::new(Bundle::default())).unwrap()
    }

    fn sea() -> Simulation {
        let edits = [
            Edit::name("model", ["water", "model"], "sea"),
            Edit::parse("water.size=[64,64]").unwrap(),
            Edit::parse("water.cascades=1").unwrap(),
        ];
        begin(&shown(&edits))
    }

    fn at(eye: Vec3, ahead: Vec3) -> FlyCamera {
        FlyCamera::at_sea(eye, eye + ahead, 50.0)
    }

    fn lit() -> &'static ViewKind {
        ViewKind::named("lit").unwrap()
    }

    #[test]
    fn the_window_is_as_large_as_the_eye_is_high_and_lies_ahead_of_it_on_whole_cells() {
        let mut simulation = sea();
        for (height, side) in [(0.5, 32.0), (4.0, 32.0), (5.0, 64.0), (60.0, 512.0)] {
            simulation.set_ripple_window(None);
            let camera = at(Vec3::new(0.0, height, 0.0), Vec3::new(1.0, -0.2, 0.0));
            follow(&mut simulation, &camera, lit());
            let window = simulation.ripple_window().unwrap();
            assert_eq!(window.length, [side; 2], "{height}");
            assert_eq!(window.centre, [0.25 * side, 0.0]);
        }
        // A little lower than where it grew, it stays as large.
        let camera = at(Vec3::new(0.0, 33.0, 0.0), Vec3::X);
        follow(&mut simulation, &camera, lit());
        assert_eq!(longer(&simulation.ripple_window().unwrap()), 512.0);
        let camera = at(Vec3::new(0.0, 20.0, 0.0), Vec3::X);
        follow(&mut simulation, &camera, lit());
        assert_eq!(longer(&simulation.ripple_window().unwrap()), 256.0);
        // Far from the middle of the world, where its origin has come along.
        let camera = at(Vec3::new(5e5, 2.0, -3e5), Vec3::X);
        follow(&mut simulation, &camera, lit());
        let window = simulation.ripple_window().unwrap();
        assert!((window.centre[0] - 5e5 - 8.0).abs() <= 1.0, "{window:?}");
        assert_eq!(window.centre[0] % 0.5, 0.0);
        // Of a number of cells that has no sixteenth, too.
        let size = Size::new(100, 50).unwrap();
        let odd = super::window(DVec2::new(77.7, -13.3), 32.0, size);
        let cells = odd.centre[0] / (32.0 / 100.0);
        assert!((cells - cells.round()).abs() < 1e-6, "{odd:?}");
        assert_eq!(odd.length, [32.0, 16.0]);
    }

    #[test]
    fn views_without_an_eye_and_pools_have_none() {
        let mut simulation = sea();
        assert!(simulation.ripple_window().is_some());
        let camera = at(Vec3::new(0.0, 2.0, 0.0), Vec3::X);
        for view in VIEWS {
            follow(&mut simulation, &camera, view);
            assert_eq!(simulation.ripple_window().is_some(), view.has_eye);
        }
        let mut pool = begin(&shown(&[]));
        follow(&mut pool, &FlyCamera::default(), lit());
        assert_eq!(pool.ripple_window(), None);
    }

    #[test]
    fn a_poke_far_off_brings_the_window_there_until_its_ripples_are_gone() {
        let mut simulation = sea();
        let camera = at(Vec3::new(0.0, 3.0, 0.0), Vec3::X);
        follow(&mut simulation, &camera, lit());
        let near = simulation.ripple_window().unwrap();
        reach(&mut simulation, &camera, near.fraction([14.0, 3.0]));
        assert_eq!(simulation.ripple_window(), Some(near), "near enough");
        let place = [150.0, 30.0];
        reach(&mut simulation, &camera, near.fraction(place));
        let far = simulation.ripple_window().unwrap();
        let (u, v) = far.fraction(place);
        assert!((u - 0.5).abs() < 0.04 && (v - 0.5).abs() < 0.04, "{far:?}");
        assert_eq!(longer(&far), 256.0);
        let at = Fraction::new(u, v).unwrap();
        simulation.poke(&Disturbance::stone(at, 3.0, 20));
        simulation.advance();
        follow(&mut simulation, &camera, lit());
        assert_eq!(simulation.ripple_window(), Some(far));
        simulation.reset();
        follow(&mut simulation, &camera, lit());
        assert_eq!(simulation.ripple_window(), Some(near));
    }
}
