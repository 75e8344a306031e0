//! The part of a sea where pokes act and ripples are simulated: a [`Window`] near the eye that moves with it. Its size follows the visible
//! area, so that ripples have their true size and can be seen (docs/models.md §9e).
//!
//! The window extends farther ahead of the eye than behind it. Its side is a power of two, at least eight heights of the eye. A poke
//! outside moves it there, where it stays as long as its ripples last or the eye comes near.

use super::FlyCamera;
use super::side_by_side::is_at_sea;
use crate::pool::Size;
use crate::scene::{RippleSquare, Scene, Simulation};
use crate::surface::Window;
use crate::view::ViewKind;
use glam::DVec2;

/// Minimum side, metres: cells of an eighth of a metre on 256 cells.
const LEAST: f64 = 32.0;

/// Maximum side, metres.
const LARGEST: f64 = 8192.0;

/// Heights of the eye along a side.
const HEIGHTS: f64 = 8.0;

/// Factor of the height below which the window shrinks again.
const SLACK: f64 = 0.8;

/// Distance of the centre ahead of the eye, in sides.
const AHEAD: f64 = 0.25;

/// It moves in steps of about this fraction of a side, in whole cells.
const STRIDES: f64 = 16.0;

/// Distances, in sides, between which a window moved by a poke stays; beyond them it returns to the eye.
const AWAY: (f64, f64) = (0.35, 3.0);

/// A scene at its start, with its window where its camera looks.
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
    // In the window ripples have another dispersion relation than on the patch, on which the simulation began.
    if simulation.ripple_window().is_some() {
        simulation.take_surfaces(&scene.start);
    }
    simulation
}

/// Moves the window with the eye. A view without a camera shows the patch, and so does a sea next to a pool.
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
    // Also if it stays: a compared water that was just added has none.
    simulation.set_ripple_window(if stays { before } else { Some(wanted) });
}

/// Moves the window to a place, given as a fraction of it, if that is outside or in its fading border.
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

/// The window for an eye; `before` is the previous one.
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

/// A window around a place, with as many cells as the water.
fn window(centre: DVec2, side: f64, size: Size) -> Window {
    let cells = DVec2::new(size.columns() as f64, size.rows() as f64);
    let count = cells.max_element();
    let stride = (count / STRIDES).round().max(1.0) * side / count;
    Window {
        centre: ((centre / stride).round() * stride).to_array(),
        length: (side * cells / count).to_array(),
    }
}

/// The position of the eye on the water.
fn place(camera: &FlyCamera) -> DVec2 {
    camera.eye(1.0).place()
}

fn longer(window: &Window) -> f64 {
    window.length[0].max(window.length[1])
}

fn power_of_two(min: f64) -> f64 {
    min.max(1.0).log2().ceil().exp2()
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
        // Slightly below the height at which it grew, it keeps its size.
        let camera = at(Vec3::new(0.0, 33.0, 0.0), Vec3::X);
        follow(&mut simulation, &camera, lit());
        assert_eq!(longer(&simulation.ripple_window().unwrap()), 512.0);
        let camera = at(Vec3::new(0.0, 20.0, 0.0), Vec3::X);
        follow(&mut simulation, &camera, lit());
        assert_eq!(longer(&simulation.ripple_window().unwrap()), 256.0);
        // Far from the origin of the world, which has moved.
        let camera = at(Vec3::new(5e5, 2.0, -3e5), Vec3::X);
        follow(&mut simulation, &camera, lit());
        let window = simulation.ripple_window().unwrap();
        assert!((window.centre[0] - 5e5 - 8.0).abs() <= 1.0, "{window:?}");
        assert_eq!(window.centre[0] % 0.5, 0.0);
        // Also with a number of cells that is not a multiple of 16.
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
        simulation.poke(&Disturbance::stone(at, 3.0, 20.0));
        simulation.advance();
        follow(&mut simulation, &camera, lit());
        assert_eq!(simulation.ripple_window(), Some(far));
        simulation.reset();
        follow(&mut simulation, &camera, lit());
        assert_eq!(simulation.ripple_window(), Some(near));
    }
}
