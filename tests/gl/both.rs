//! OpenGL ES draws the pictures of OpenGL core: every kind of surface, floor, light and eye, from the same shader sources.

use super::golden::{WATER, draw_scene};
use super::support::difference;
use waterlab::gl::ApiChoice;

/// Views of a pool that together use the programs of pools.
const POOLS: [(&str, &str); 8] = [
    (
        "terrace with walls at noon",
        "view.kind=lit sky.clouds=0 obstacle.0.disc={at=[0.3,0.3],radius=8}",
    ),
    (
        "lamp at night",
        "view.kind=lit sky.clouds=0 sky.hour=23 view.lamp=on",
    ),
    (
        "open ground, no clouds",
        "view.kind=lit view.setting=open sky.clouds=0",
    ),
    ("tank", "view.kind=lit view.setting=tank sky.clouds=0"),
    (
        "under the pool's surface",
        "view.kind=lit view.setting=open camera.eye=[0.5,-0.2,0.5] camera.target=[0,0,0]",
    ),
    (
        "mesh of a pool, plastic",
        "view.kind=mesh view.shading=plastic",
    ),
    (
        "picture with walls",
        "view.kind=picture view.look=glint obstacle.0.disc={at=[0.3,0.3],radius=8}",
    ),
    ("picture, integers", "view.kind=picture view.look=nearest"),
];

/// Seas, as [`POOLS`].
const SEAS: [(&str, &str); 4] = [
    (
        "lit sea with foam",
        "water.wind=18 view.kind=lit camera.eye=[0.0,0.3,0.8]",
    ),
    (
        "sea floor from above",
        "water.depth=4 water.wind=5 view.kind=lit view.water=IB",
    ),
    (
        "under the sea",
        "water.depth=8 view.kind=lit view.water=IB camera.eye=[0.0,-0.05,0.1] camera.target=[0.0,-0.04,-0.2]",
    ),
    (
        "mesh of a sea, Tessendorf",
        "view.kind=mesh view.shading=tessendorf",
    ),
];

fn check(name: &str, water: &[&str], edits: &str) {
    let edits: Vec<_> = water.iter().copied().chain(edits.split(' ')).collect();
    let [core, es] =
        [ApiChoice::Core, ApiChoice::Es].map(|choice| draw_scene(&edits, (160, 100), 1, choice));
    let found = difference(&core, &es, 1);
    assert!(found.max <= 1, "{name}: {found:?}");
}

#[test]
fn pools_are_identical_on_core_and_es() {
    for (name, view) in POOLS {
        check(name, &WATER, view);
    }
}

#[test]
fn seas_are_identical_on_core_and_es() {
    for (name, view) in SEAS {
        check(name, &["water.model=sea", "water.size=[64,64]"], view);
    }
}
