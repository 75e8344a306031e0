//! The list of views with their names and parameters. No GL: the scene reader and the command line use it without a context.
//!
//! All views share the `[view]` table of a scene: a key that several views have is the same parameter in each.

use super::{Colours, Curve, Metering, Quality, Setting};
use crate::light::{Fit, LampHours, Look, PictureFit, WallLook, WaterType};
use crate::parameter::{Parameter, Preset, SurfaceKind, Value, choices};

/// Description of a view: its names and parameters.
#[non_exhaustive]
pub struct ViewKind {
    /// Name in scene files and on the command line.
    pub name: &'static str,
    /// Title in the panel.
    pub title: &'static str,
    /// One sentence about what it shows.
    pub about: &'static str,
    /// Whether it has a camera; otherwise it looks straight down on a whole pool, or on a sea's patch.
    pub has_eye: bool,
    /// Whether it can show a sea from below.
    pub dives: bool,
    /// Whether it uses the sky of the scene.
    pub has_sky: bool,
    /// Whether it has physical light: it draws scene colour, of which tones are then mapped, and not display colours.
    pub has_physical_light: bool,
    /// The pictures that it draws with.
    pub pictures: &'static [PictureRole],
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// Its presets.
    pub presets: &'static [Preset],
}

/// What a picture that views draw with is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureRole {
    /// The floor and walls of a pool.
    Tiles,
    /// The environment map.
    Sky,
    /// The surroundings of the mesh view.
    Panorama,
    /// The picture of the picture view, and its overlay.
    Picture,
    /// The paving around a pool.
    Deck,
}

impl PictureRole {
    /// All of them, in the order of loading. With a new paving the surroundings are baked again, so that it is the last.
    pub const ALL: [Self; 5] = [
        Self::Tiles,
        Self::Sky,
        Self::Panorama,
        Self::Picture,
        Self::Deck,
    ];
}

impl ViewKind {
    /// The view called `name`.
    pub fn named(name: &str) -> Option<&'static Self> {
        VIEWS.iter().copied().find(|view| view.name == name)
    }
}

/// All views, in the order of the Tab key.
pub static VIEWS: [&ViewKind; 3] = [&MESH, &PICTURE, &LIT];

/// The kind of `LitView`.
pub(super) static LIT: ViewKind = ViewKind {
    name: "lit",
    title: "Lit water",
    about: "Water by its light, under a physical sky: of a pool mirrored and refracted rays at every pixel and caustics, of a sea the facets of its spectrum, glitter and foam; water of a known kind.",
    has_eye: true,
    dives: true,
    has_sky: true,
    has_physical_light: true,
    pictures: &[PictureRole::Tiles, PictureRole::Deck],
    parameters: &LIT_PARAMETERS,
    presets: &LIT_PRESETS,
};

/// The kind of `MeshView`.
pub(super) static MESH: ViewKind = ViewKind {
    name: "mesh",
    title: "Water in 3D",
    about: "The classic mesh: normals bend the background and look up the sky, blended over the pool; a sea goes on to the horizon.",
    has_eye: true,
    dives: false,
    has_sky: false,
    has_physical_light: false,
    pictures: &PictureRole::ALL,
    parameters: &MESH_PARAMETERS,
    presets: &MESH_PRESETS,
};

/// The kind of `PictureView`.
pub(super) static PICTURE: ViewKind = ViewKind {
    name: "picture",
    title: "Picture in 2D",
    about: "The classic picture ripple: slopes shift the pixels of a picture.",
    has_eye: false,
    dives: false,
    has_sky: false,
    has_physical_light: false,
    pictures: &[PictureRole::Picture],
    parameters: &PICTURE_PARAMETERS,
    presets: &PICTURE_PRESETS,
};

/// What the normals of the mesh view refract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Background {
    /// The pool as seen through the surface, or the deep water of a sea.
    Pool,
    /// The picture, laid on the surface.
    Picture,
}

choices!(Background: Pool = "pool", Picture = "picture");

/// Shading of the surface in the mesh view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shading {
    /// Refraction and environment map.
    Classic,
    /// Tessendorf's surface shader, docs/models.md §10.
    Tessendorf,
    /// Diffuse and specular plastic, docs/models.md §10.
    Plastic,
}

choices!(Shading: Classic = "classic", Tessendorf = "tessendorf", Plastic = "plastic");

/// What Tessendorf's shader reflects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MirroredSky {
    /// One uniform colour.
    Colour,
    /// The panorama.
    Map,
}

choices!(MirroredSky: Colour = "colour", Map = "map");

/// Condition: classic shading.
const CLASSIC: &[usize] = &[Shading::Classic as usize];

/// Condition: Tessendorf's shading.
const TESSENDORF: &[usize] = &[Shading::Tessendorf as usize];

/// Looks that show the picture.
const WITH_PICTURE: &[usize] = &[
    Look::Nearest as usize,
    Look::Smooth as usize,
    Look::Bilinear as usize,
    Look::Glint as usize,
];

/// Of the views in 3D.
const HEIGHT_SCALE: Parameter = Parameter::real("height_scale", "Height scale", 0.0..=20.0, 1.0)
    .about("Exaggerates the waves; 1 is their true height. The lit view ignores it over uneven ground.")
    .unit("×");

/// Of the views in 3D.
const WALL_HEIGHT: Parameter = Parameter::real("wall_height", "Wall height", 0.01..=0.5, 0.07)
    .about("How far walls stand out of the water of a pool 2 m long, from the rest level up; like the rim they grow with the pool.")
    .unit("m")
    .only(SurfaceKind::Bounded);

/// Of the views in 3D.
const DETAIL: Parameter = Parameter::integer("detail", "Detail", 16..=2048, 192).about("Most mesh vertices along the longer side of the pool; of a sea, eight times those from the eye to where they lie twice as far apart.");

/// Of the mesh and picture views.
const COLOURS: Parameter = Parameter::choice::<Colours>("colours", "Colours", Colours::None as usize).about("Shows a field in colours in place of the water: its height, slope, vertical velocity, foam (of a sea), or depth (where the model knows one); of shallow water the speed of its flow, the Froude number (blue below 1, red above), or the direction as a hue.");

/// Of the mesh and picture views.
const COLOUR_RANGE: Parameter =
    Parameter::real("colour_range", "Colour range", 0.0..=10_000.0, 0.0)
        .about(
            "What the last colour stands for: metres, a slope, metres a step, of a flow m/s or a Froude number; 0 follows the waves.",
        )
        .zero("the waves'")
        .when("colours", FIELDS);

/// All fields except `None`.
const FIELDS: &[usize] = &[
    Colours::Height as usize,
    Colours::Slope as usize,
    Colours::Velocity as usize,
    Colours::Foam as usize,
    Colours::Depth as usize,
    Colours::Speed as usize,
    Colours::Froude as usize,
    Colours::Direction as usize,
];

const TERRACE: &[usize] = &[Setting::Terrace as usize];

/// Whether a prop that can be picked up is on the terrace.
const fn loose_prop(key: &'static str, title: &'static str, about: &'static str) -> Parameter {
    Parameter::switch(key, title, true)
        .about(about)
        .only(SurfaceKind::Bounded)
        .when("setting", TERRACE)
}

static LIT_PARAMETERS: [Parameter; 18] = [
    Parameter::choice::<Quality>("quality", "Quality", Quality::Auto as usize).about("Rendering quality: low, a quarter of the pixels, for machines without a graphics card; high, what caustics and detail say; ultra, those doubled; auto, what keeps a good frame rate in a window, elsewhere high."),
    Parameter::choice::<WaterType>("water", "Water", WaterType::Pool as usize).about("Type of water: pure, a pool's, Jerlov's seas from IB, clear, to III and coasts from 1C to 5C, a murky pond, ink that returns no light."),
    Parameter::choice::<Setting>("setting", "Setting", Setting::Terrace as usize).about("Surroundings of the pool: terrace, a garden within a hedge; tank, a dark studio, where it is seen from outside through glass; open, paving up to the horizon under the bare sky. A panorama brings its own.").only(SurfaceKind::Bounded),
    loose_prop("ball", "Ball", "Whether a ball lies on the terrace. A press picks it up: then it is one of the bodies."),
    loose_prop("parasol", "Parasol", "Whether a parasol stands on the terrace. A press picks it up: then it is one of the bodies."),
    loose_prop("large_pot", "Large pot", "Whether a large pot stands on the terrace. A press picks it up: then it is one of the bodies."),
    loose_prop("small_pot", "Small pot", "Whether a small pot stands next to the large one. A press picks it up: then it is one of the bodies."),
    loose_prop("near_pot", "Near pot", "Whether a pot stands at the corner of the pool toward +x and +z. A press picks it up: then it is one of the bodies."),
    Parameter::choice::<LampHours>("lamp", "Lamp", LampHours::Dusk as usize).about("Lamps in the pool's wall and in the garden; at sea, the lights of a distant ship and a lighthouse: off, on from dusk, or always on."),
    Parameter::real("exposure", "Exposure", -8.0..=8.0, 0.0).about("Exposure compensation, in stops.").unit("stops"),
    Parameter::real("glare", "Glare", 0.0..=10.0, 1.0)
        .about("Light that the lens scatters around the sun and its glitter: 0 is none, 1 a clean lens.")
        .unit("×"),
    Parameter::choice::<Curve>("curve", "Tone curve", Curve::Filmic as usize).about("The curve from radiance to the screen: filmic, with contrast and saturation; agx, in which bright light fades to white without a change of hue, as in sunsets."),
    Parameter::switch("adapt", "Adapting", true).about("Adapts the exposure to the light, as eyes do; otherwise it stays at that of a clear noon."),
    Parameter::choice::<Metering>("metering", "Metering", Metering::Light as usize).about("What an adapting exposure follows. Light: the light that falls on the scene, whatever is in view. Picture: also the histogram of the picture, which corrects half of its under- or overexposure, by two stops at most. No effect without `adapt`."),
    Parameter::integer("caustics", "Caustics", 64..=4096, 1024).about("Texels of the light on the floor along the pool's longer side.").only(SurfaceKind::Bounded),
    HEIGHT_SCALE,
    WALL_HEIGHT,
    DETAIL,
];

static LIT_PRESETS: [Preset; 4] = [
    Preset {
        title: "Swimming pool",
        values: &[],
    },
    Preset {
        title: "Clear sea",
        values: &[("water", Value::Choice(WaterType::JerlovIB as usize))],
    },
    Preset {
        title: "Village pond",
        values: &[("water", Value::Choice(WaterType::Pond as usize))],
    },
    Preset {
        title: "Ink",
        values: &[("water", Value::Choice(WaterType::Ink as usize))],
    },
];

static MESH_PARAMETERS: [Parameter; 15] = [
    Parameter::choice::<Shading>("shading", "Shading", Shading::Classic as usize).about("Classic, or the surface shader of Tessendorf's notes: Fresnel's law between a light blue sky and a dark blue deep, seen through grey air; or plastic, which shows the shape alone: diffuse light and a highlight, no mirrored sky."),
    Parameter::real("air", "Air", 0.0..=10.0, 0.91).about("How much air lies between in Tessendorf's shading: of the water, exp(−air) is left after 5 lengths of the pool, or patches of a sea. The source's 0.91 is for its own unit of length.").unit("1/5 lengths").when("shading", TESSENDORF),
    Parameter::choice::<MirroredSky>("mirrored_sky", "Mirrored sky", MirroredSky::Colour as usize).about("What water mirrors in Tessendorf's shading: the source's one light blue, or the sky that is there.").when("shading", TESSENDORF),
    Parameter::real("refraction", "Refraction", 0.0..=0.5, 0.05).about("How far a normal bends the background, in widths of the pool.").when("shading", CLASSIC),
    Parameter::real("environment", "Sky spread", 0.0..=0.5, 0.45).about("How far a normal reaches from the middle of the sky map toward its rim.").when("shading", CLASSIC),
    Parameter::real("background_alpha", "Background alpha", 0.0..=1.0, 0.92).about("How much of the bent background covers the straight view of the pool.").when("shading", CLASSIC),
    Parameter::real("environment_alpha", "Sky alpha", 0.0..=2.0, 1.0).about("Strength of the sky in the water; the sky map's own alpha is multiplied by it.").when("shading", CLASSIC),
    Parameter::choice::<Background>("background", "Background", Background::Pool as usize).about("What the normals bend: the pool as seen through the surface, or the deep of a sea; or the picture laid on it.").when("shading", CLASSIC),
    HEIGHT_SCALE,
    WALL_HEIGHT,
    Parameter::real("focusing", "Light on the floor", 0.0..=3.0, 1.0).about("How strongly the waves gather the sun on the floor; 1 is the first-order law, 0 is even light.").unit("×").only(SurfaceKind::Bounded),
    DETAIL,
    Parameter::switch("wireframe", "Wireframe", false).about("Draws the lines of the mesh."),
    COLOURS,
    COLOUR_RANGE,
];

/// Of the views that show the picture on the water.
const PICTURE_FIT: Parameter = Parameter::choice::<PictureFit>("picture_fit", "Picture fit", PictureFit::Cover as usize).about("How the picture is fitted to the pool, whose cells are square: cover crops it to the pool's shape; contain shows all of it; stretch stretches picture and cells.").when("look", WITH_PICTURE);

static PICTURE_PARAMETERS: [Parameter; 10] = [
    Parameter::real("displacement", "Displacement", 0.0..=16.0, 1.0).about("Pixels that a slope of one unit of weight shifts the picture, at one pixel a cell.").unit("px").when("look", WITH_PICTURE),
    Parameter::choice::<Look>("look", "Look", Look::Smooth as usize).about("Nearest: the classic, in whole numbers; smooth: blended; bilinear: the classic coarse ripple; glint: fast water \
                shines; heights: no picture, but grey levels."),
    Parameter::choice::<Fit>("fit", "Fit", Fit::Cover as usize).about("Cover fills the window and crops the pool; letterbox shows all of the pool between bars."),
    PICTURE_FIT,
    Parameter::choice::<WallLook>("walls", "Walls", WallLook::Picture as usize).about("What walls show: the picture's own pixels, such as the land of a photograph, or plain stone.").when("look", WITH_PICTURE).only(SurfaceKind::Bounded),
    Parameter::real("shine", "Shine", 0.0..=1.0, 0.25).about("Light on slopes toward the upper left, shade on the others.").when("look", WITH_PICTURE),
    Parameter::real("glint", "Glint", 0.0..=1.0, 0.15).about("In the glint look, how much of the picture water hides that rises or falls one weight a step; 0.15 is the source's.").when("look", &[Look::Glint as usize]),
    Parameter::real("gain", "Gain", 0.0..=1000.0, 12.0).about("In the heights look, the brightness that a metre of height adds; 1 goes from black to white.").unit("1/m").when("look", &[Look::Heights as usize]),
    COLOURS,
    COLOUR_RANGE,
];

static MESH_PRESETS: [Preset; 7] = [
    Preset {
        title: "Pool",
        values: &[],
    },
    Preset {
        title: "Picture on the water",
        values: &[
            ("background", Value::Choice(Background::Picture as usize)),
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
        title: "Tessendorf",
        values: &[("shading", Value::Choice(Shading::Tessendorf as usize))],
    },
    Preset {
        title: "Plastic",
        values: &[("shading", Value::Choice(Shading::Plastic as usize))],
    },
    Preset {
        title: "Heights in colour",
        values: &[
            ("colours", Value::Choice(Colours::Height as usize)),
            ("height_scale", Value::Real(2.0)),
        ],
    },
    Preset {
        title: "Wireframe",
        values: &[("wireframe", Value::Switch(true))],
    },
];

static PICTURE_PRESETS: [Preset; 8] = [
    Preset {
        title: "Smooth",
        values: &[],
    },
    Preset {
        title: "Classic",
        values: &[
            ("look", Value::Choice(Look::Nearest as usize)),
            ("shine", Value::Real(0.0)),
        ],
    },
    Preset {
        title: "Whole picture",
        values: &[("fit", Value::Choice(Fit::Letterbox as usize))],
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
        values: &[
            ("look", Value::Choice(Look::Bilinear as usize)),
            ("shine", Value::Real(0.0)),
        ],
    },
    Preset {
        title: "Glint",
        values: &[
            ("look", Value::Choice(Look::Glint as usize)),
            ("shine", Value::Real(0.0)),
            ("glint", Value::Real(0.004)),
        ],
    },
    Preset {
        title: "Heights",
        values: &[("look", Value::Choice(Look::Heights as usize))],
    },
    Preset {
        title: "Heights in colour",
        values: &[("colours", Value::Choice(Colours::Height as usize))],
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
    fn a_key_of_several_views_is_the_same_parameter_in_each() {
        for (index, view) in VIEWS.iter().enumerate() {
            for other in &VIEWS[index + 1..] {
                for parameter in view.parameters {
                    let same = other.parameters.iter().find(|p| p.key == parameter.key);
                    let told = same.map(|same| (same.range.to_string(), same.title, same.unit));
                    let wanted = (parameter.range.to_string(), parameter.title, parameter.unit);
                    assert!(told.is_none_or(|told| told == wanted), "{}", parameter.key);
                }
            }
        }
    }

    #[test]
    fn what_a_parameter_hangs_on_is_a_choice_of_its_own_view() {
        for view in VIEWS {
            for parameter in view.parameters {
                let Some((key, options)) = parameter.when else {
                    continue;
                };
                let chosen = view.parameters.iter().find(|p| p.key == key);
                let Some(crate::parameter::Range::Choice { options: all, .. }) =
                    chosen.map(|p| &p.range)
                else {
                    panic!("{} depends on {key}", parameter.key);
                };
                assert!(options.iter().all(|&option| option < all.len()));
            }
        }
    }
}
