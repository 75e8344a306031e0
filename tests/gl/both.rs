//! OpenGL ES draws what OpenGL core draws: every kind of surface, floor, light and eye, by the same shader sources.

use super::golden::draw;
use super::support::difference;
use waterlab::gl::ApiChoice;

/// Scenes that together use every program of every view.
const SCENES: [(&str, &[&str]); 12] = [
    (
        "terrace with walls at noon",
        &[
            "view.kind=\"lit\"",
            "obstacle.0.disc={at=[0.3, 0.3], radius=8}",
        ],
    ),
    (
        "lamp at night",
        &["view.kind=\"lit\"", "sky.hour=23", "view.lamp=\"on\""],
    ),
    (
        "open ground, no clouds",
        &[
            "view.kind=\"lit\"",
            "view.setting=\"open\"",
            "sky.clouds=0.0",
        ],
    ),
    ("tank", &["view.kind=\"lit\"", "view.setting=\"tank\""]),
    (
        "under the pool's surface",
        &[
            "view.kind=\"lit\"",
            "camera.eye=[0.5, -0.2, 0.5]",
            "camera.target=[0.0, 0.0, 0.0]",
        ],
    ),
    (
        "lit sea with foam",
        &[
            "water.model=\"sea\"",
            "water.wind=18",
            "view.kind=\"lit\"",
            "camera.eye=[0.0, 0.3, 0.8]",
        ],
    ),
    (
        "sea floor from above",
        &[
            "water.model=\"sea\"",
            "water.depth=4",
            "water.wind=5",
            "view.kind=\"lit\"",
            "view.water=\"IB\"",
        ],
    ),
    (
        "under the sea",
        &[
            "water.model=\"sea\"",
            "water.depth=8",
            "view.kind=\"lit\"",
            "view.water=\"IB\"",
            "camera.eye=[0.0, -0.05, 0.1]",
            "camera.target=[0.0, -0.04, -0.2]",
        ],
    ),
    (
        "mesh of a pool, plastic",
        &["view.kind=\"mesh\"", "view.shading=\"plastic\""],
    ),
    (
        "mesh of a sea, Tessendorf",
        &[
            "water.model=\"sea\"",
            "view.kind=\"mesh\"",
            "view.shading=\"tessendorf\"",
        ],
    ),
    (
        "picture with walls",
        &[
            "view.kind=\"picture\"",
            "view.look=\"glint\"",
            "obstacle.0.disc={at=[0.3, 0.3], radius=8}",
        ],
    ),
    (
        "picture, integers",
        &["view.kind=\"picture\"", "view.look=\"nearest\""],
    ),
];

#[test]
fn es_draws_what_core_draws() {
    for (name, edits) in SCENES {
        let [core, es] =
            [ApiChoice::Core, ApiChoice::Es].map(|choice| draw(edits, (160, 100), 1, choice));
        let found = difference(&core, &es, 2);
        println!("{name}: {found:?}");
        // A vertex that rounds otherwise moves an edge by a pixel here and there.
        assert!(
            found.mean < 0.05 && found.beyond < 0.002,
            "{name}: {found:?}"
        );
    }
}
