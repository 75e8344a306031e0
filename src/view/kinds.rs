//! The views by name, each with the one description of its parameters. No GL: the scene file and the command line read
//! this without a context.
//!
//! All views share the `[view]` table of a scene, so a key belongs to one view only.

use crate::parameter::{Parameter, Preset, Range, Value};

/// A way to look at water: what it is called and what can be adjusted.
pub struct ViewKind {
    /// The name in scene files and on the command line.
    pub name: &'static str,
    /// The name in the panel.
    pub title: &'static str,
    /// One sentence: what it shows.
    pub about: &'static str,
    /// What can be adjusted.
    pub parameters: &'static [Parameter],
    /// Sets of values worth a look.
    pub presets: &'static [Preset],
}

impl ViewKind {
    /// The view called `name`.
    pub fn named(name: &str) -> Option<&'static Self> {
        VIEWS.iter().copied().find(|view| view.name == name)
    }
}

/// Every view of this version, in the order in which Tab goes through them.
pub static VIEWS: [&ViewKind; 2] = [&MESH, &PICTURE];

/// The kind of `MeshView`.
pub(super) static MESH: ViewKind = ViewKind {
    name: "mesh",
    title: "Water in 3D",
    about: "The classic mesh: normals bend the background and look up the sky, blended over the pool; a sea goes on to the horizon.",
    parameters: &MESH_PARAMETERS,
    presets: &MESH_PRESETS,
};

/// The kind of `PictureView`.
pub(super) static PICTURE: ViewKind = ViewKind {
    name: "picture",
    title: "Picture in 2D",
    about: "The classic picture ripple: slopes shift the pixels of a picture.",
    parameters: &PICTURE_PARAMETERS,
    presets: &PICTURE_PRESETS,
};

static MESH_PARAMETERS: [Parameter; 12] = [
    Parameter {
        key: "refraction",
        title: "Refraction",
        about: "How far a normal bends the background, in widths of the pool.",
        unit: "",
        range: Range::Real {
            min: 0.0,
            max: 0.5,
            default: 0.05,
        },
    },
    Parameter {
        key: "environment",
        title: "Sky spread",
        about: "How far a normal reaches from the middle of the sky map toward its rim.",
        unit: "",
        range: Range::Real {
            min: 0.0,
            max: 0.5,
            default: 0.45,
        },
    },
    Parameter {
        key: "background_alpha",
        title: "Background alpha",
        about: "How much of the bent background covers the straight view of the pool.",
        unit: "",
        range: Range::Real {
            min: 0.0,
            max: 1.0,
            default: 0.92,
        },
    },
    Parameter {
        key: "environment_alpha",
        title: "Sky alpha",
        about: "Strength of the sky in the water; the sky map's own alpha is multiplied by it.",
        unit: "",
        range: Range::Real {
            min: 0.0,
            max: 2.0,
            default: 1.0,
        },
    },
    Parameter {
        key: "background",
        title: "Background",
        about: "What the normals bend: the pool as seen through the surface, or the deep of a sea; or the picture laid on it.",
        unit: "",
        range: Range::Choice {
            options: &["pool", "picture"],
            default: 0,
        },
    },
    Parameter {
        key: "height_scale",
        title: "Height scale",
        about: "Exaggerates the waves; 1 is their true height.",
        unit: "×",
        range: Range::Real {
            min: 0.0,
            max: 20.0,
            default: 1.0,
        },
    },
    Parameter {
        key: "depth",
        title: "Depth",
        about: "From the rest level down to the floor; the pool is 2 m wide.",
        unit: "m",
        range: Range::Real {
            min: 0.1,
            max: 2.0,
            default: 0.55,
        },
    },
    Parameter {
        key: "wall_height",
        title: "Wall height",
        about: "How far walls stand out of the water, from the rest level up.",
        unit: "m",
        range: Range::Real {
            min: 0.01,
            max: 0.5,
            default: 0.07,
        },
    },
    Parameter {
        key: "focusing",
        title: "Light on the floor",
        about: "How strongly the waves gather the sun on the floor; 1 is the first-order law, 0 is even light.",
        unit: "×",
        range: Range::Real {
            min: 0.0,
            max: 3.0,
            default: 1.0,
        },
    },
    Parameter {
        key: "detail",
        title: "Detail",
        about: "Most mesh vertices along the longer side of the pool; of a sea, eight times those from the eye to where they lie twice as far apart.",
        unit: "",
        range: Range::Integer {
            min: 16,
            max: 2048,
            default: 192,
        },
    },
    Parameter {
        key: "wireframe",
        title: "Wireframe",
        about: "Draws the lines of the mesh.",
        unit: "",
        range: Range::Switch { default: false },
    },
    Parameter {
        key: "height_colours",
        title: "Heights in colour",
        about: "Blue for troughs, white for the rest level, red for crests.",
        unit: "",
        range: Range::Switch { default: false },
    },
];

static PICTURE_PARAMETERS: [Parameter; 6] = [
    Parameter {
        key: "displacement",
        title: "Displacement",
        about: "Pixels that a slope of one unit of weight shifts the picture, at one pixel a cell.",
        unit: "px",
        range: Range::Real {
            min: 0.0,
            max: 16.0,
            default: 1.0,
        },
    },
    Parameter {
        key: "look",
        title: "Look",
        about: "Nearest: the classic, in whole numbers; smooth: blended; bilinear: the classic coarse ripple; glint: fast water \
                shines; heights: no picture, but grey levels.",
        unit: "",
        range: Range::Choice {
            options: &["nearest", "smooth", "bilinear", "glint", "heights"],
            default: 1,
        },
    },
    Parameter {
        key: "fit",
        title: "Fit",
        about: "Cover fills the window and cuts the picture; letterbox shows all of it between bars.",
        unit: "",
        range: Range::Choice {
            options: &["cover", "letterbox"],
            default: 0,
        },
    },
    Parameter {
        key: "shine",
        title: "Shine",
        about: "Light on slopes toward the upper left, shade on the others.",
        unit: "",
        range: Range::Real {
            min: 0.0,
            max: 1.0,
            default: 0.25,
        },
    },
    Parameter {
        key: "glint",
        title: "Glint",
        about: "In the glint look, how much of the picture water hides that rises or falls one weight a step; 0.15 is the source's.",
        unit: "",
        range: Range::Real {
            min: 0.0,
            max: 1.0,
            default: 0.15,
        },
    },
    Parameter {
        key: "gain",
        title: "Gain",
        about: "In the heights look, the brightness that a metre of height adds; 1 goes from black to white.",
        unit: "1/m",
        range: Range::Real {
            min: 0.0,
            max: 1000.0,
            default: 12.0,
        },
    },
];

static MESH_PRESETS: [Preset; 5] = [
    Preset {
        title: "Pool",
        values: &[],
    },
    Preset {
        title: "Picture on the water",
        values: &[
            ("background", Value::Choice(1)),
            ("background_alpha", Value::Real(1.0)),
        ],
    },
    Preset {
        title: "Mirror",
        values: &[
            ("environment_alpha", Value::Real(2.0)),
            ("refraction", Value::Real(0.02)),
        ],
    },
    Preset {
        title: "Heights in colour",
        values: &[
            ("height_colours", Value::Switch(true)),
            ("height_scale", Value::Real(2.0)),
        ],
    },
    Preset {
        title: "Wireframe",
        values: &[("wireframe", Value::Switch(true))],
    },
];

static PICTURE_PRESETS: [Preset; 7] = [
    Preset {
        title: "Smooth",
        values: &[],
    },
    Preset {
        title: "Classic",
        values: &[("look", Value::Choice(0)), ("shine", Value::Real(0.0))],
    },
    Preset {
        title: "Whole picture",
        values: &[("fit", Value::Choice(1))],
    },
    Preset {
        title: "Glass",
        values: &[
            ("displacement", Value::Real(2.5)),
            ("shine", Value::Real(0.6)),
        ],
    },
    Preset {
        title: "Coarse ripple",
        values: &[("look", Value::Choice(2)), ("shine", Value::Real(0.0))],
    },
    Preset {
        title: "Glint",
        values: &[
            ("look", Value::Choice(3)),
            ("shine", Value::Real(0.0)),
            ("glint", Value::Real(0.004)),
        ],
    },
    Preset {
        title: "Heights",
        values: &[("look", Value::Choice(4))],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameter::Settings;

    #[test]
    fn every_preset_can_be_applied() {
        for view in VIEWS {
            for preset in view.presets {
                let applied = Settings::new(view.parameters).apply(preset);
                assert_eq!(applied, Ok(()), "{} {}", view.name, preset.title);
            }
        }
    }

    #[test]
    fn no_two_views_share_a_key() {
        let mut keys: Vec<_> = VIEWS
            .iter()
            .flat_map(|view| view.parameters.iter().map(|p| p.key))
            .collect();
        let all = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all);
    }
}
