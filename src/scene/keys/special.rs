//! The keys of a scene that are not plain numbers, switches or choices: each defined once, with its type, default and description, for the
//! reader and the help.

use super::numbers::{END, SKIES};
use crate::parameter::Preset;
use crate::pool::Size;
use crate::view::VIEWS;
use crate::water::MODELS;

/// A key whose value is a `T`: a place, a point, a file.
pub struct Special<T: 'static> {
    /// The table it stands in; of one in braces its path, as "obstacle.wall".
    pub table: &'static str,
    /// Its name there.
    pub name: &'static str,
    /// Its value where the scene says nothing.
    pub default: T,
    /// The default in words, where it depends on other keys.
    pub otherwise: Option<&'static str>,
    /// One sentence: what it does.
    pub about: &'static str,
}

/// What help says about a key.
pub trait KeyHelp: Sync {
    /// The table it stands in.
    fn table(&self) -> &'static str;
    /// Its name there.
    fn name(&self) -> &'static str;
    /// What it does.
    fn about(&self) -> &'static str;
    /// What it takes, in words.
    fn takes(&self) -> String;
    /// Its default, in words.
    fn default(&self) -> String;
}

/// What values of a kind are called.
pub trait Describe {
    /// What a key of this kind takes, in words.
    fn takes(&self) -> String;
    /// This value as a default, in words.
    fn describe(&self) -> String;
}

impl<T: Describe + Sync> KeyHelp for Special<T> {
    fn table(&self) -> &'static str {
        self.table
    }

    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn takes(&self) -> String {
        self.default.takes()
    }

    fn default(&self) -> String {
        let described = || self.default.describe();
        self.otherwise.map_or_else(described, ToOwned::to_owned)
    }
}

/// A place in the pool, in fractions (u, v).
pub struct Place(pub f64, pub f64);

impl Describe for Place {
    fn takes(&self) -> String {
        "two numbers from 0 to 1".into()
    }

    fn describe(&self) -> String {
        format!("[{}, {}]", self.0, self.1)
    }
}

/// A point in the world, metres.
pub struct Point(pub [f32; 3]);

impl Describe for Point {
    fn takes(&self) -> String {
        "three numbers".into()
    }

    fn describe(&self) -> String {
        let [x, y, z] = self.0;
        format!("[{x}, {y}, {z}]")
    }
}

/// A picture file; what there is without one, in words.
pub struct File(pub &'static str);

impl Describe for File {
    fn takes(&self) -> String {
        "the name of a picture file".into()
    }

    fn describe(&self) -> String {
        self.0.into()
    }
}

/// A file of numbers; what there is without one, in words.
pub struct Numbers(pub &'static str);

impl Describe for Numbers {
    fn takes(&self) -> String {
        "the name of an OpenEXR file".into()
    }

    fn describe(&self) -> String {
        self.0.into()
    }
}

/// A number from the first to the second, where there is any.
pub struct Number(pub f64, pub f64);

impl Describe for Number {
    fn takes(&self) -> String {
        format!("a number from {} to {}", self.0, self.1)
    }

    fn describe(&self) -> String {
        NONE.into()
    }
}

/// A table in braces; its path.
pub struct Braces(pub &'static str);

impl Describe for Braces {
    fn takes(&self) -> String {
        "a table in braces".into()
    }

    fn describe(&self) -> String {
        NONE.into()
    }
}

/// A line of text.
pub struct Text;

impl Text {
    /// Maximum number of characters.
    pub const MAX: usize = 160;
}

impl Describe for Text {
    fn takes(&self) -> String {
        format!("a line of up to {} characters", Self::MAX)
    }

    fn describe(&self) -> String {
        NONE.into()
    }
}

/// A list of tables; its path.
pub struct Tables(pub &'static str);

impl Describe for Tables {
    fn takes(&self) -> String {
        format!("tables, each under [[{}]]", self.0)
    }

    fn describe(&self) -> String {
        NONE.into()
    }
}

/// One of several by their names, the first without one.
pub struct OneOf(pub fn() -> Vec<String>);

impl Describe for OneOf {
    fn takes(&self) -> String {
        format!("one of {}", self.0().join(", "))
    }

    fn describe(&self) -> String {
        self.0().first().cloned().unwrap_or_default()
    }
}

/// Cells along x and along z; as many as [`Size`] has by default.
pub struct Cells;

impl Describe for Cells {
    fn takes(&self) -> String {
        format!("two whole numbers from {} to {}", Size::MIN, Size::MAX)
    }

    fn describe(&self) -> String {
        let size = Size::default();
        format!("[{}, {}]", size.columns(), size.rows())
    }
}

/// The shape of a body.
pub struct Form;

impl Describe for Form {
    fn takes(&self) -> String {
        format!(
            "one of {}, or the name of a .glb file",
            crate::scene::shape_names().join(", ")
        )
    }

    fn describe(&self) -> String {
        crate::scene::shape_names()[0].into()
    }
}

/// The size of a body, metres.
pub struct Extent(pub f64);

impl Describe for Extent {
    fn takes(&self) -> String {
        let range = waterlab_bodies::Body::SIZES;
        format!(
            "a number from {} to {}; or two or three",
            range.start(),
            range.end()
        )
    }

    fn describe(&self) -> String {
        self.0.to_string()
    }
}

/// A quaternion.
pub struct Rotation;

impl Describe for Rotation {
    fn takes(&self) -> String {
        "four numbers".into()
    }

    fn describe(&self) -> String {
        "[0, 0, 0, 1]".into()
    }
}

/// A colour.
pub struct Colour;

impl Describe for Colour {
    fn takes(&self) -> String {
        "a colour in quotes, # and six hexadecimal digits".into()
    }

    fn describe(&self) -> String {
        "that of its shape".into()
    }
}

/// What a rope is tied to.
pub struct Tie;

impl Describe for Tie {
    fn takes(&self) -> String {
        "three numbers; or a whole number from 1".into()
    }

    fn describe(&self) -> String {
        "[0, 0, 0]".into()
    }
}

/// A step that there need not be.
pub struct Step;

impl Describe for Step {
    fn takes(&self) -> String {
        END[0].range.to_string()
    }

    fn describe(&self) -> String {
        NONE.into()
    }
}

const NONE: &str = "none";
const AT_REST: Numbers = Numbers("at rest");
const STILL: Numbers = Numbers("still");
const NOTHING: Numbers = Numbers("nothing");
const MIDDLE: Place = Place(0.5, 0.5);
const CORNER: Place = Place(0.0, 0.0);
const LEFT: Place = Place(0.25, 0.5);
const RIGHT: Place = Place(0.75, 0.5);
const FROM: &str = "Where it begins, in fractions of the pool.";
const TO: &str = "Where it ends.";

const fn key<T>(
    table: &'static str,
    name: &'static str,
    default: T,
    about: &'static str,
) -> Special<T> {
    Special {
        table,
        name,
        default,
        otherwise: None,
        about,
    }
}

fn models() -> Vec<String> {
    MODELS.iter().map(|model| model.name.to_owned()).collect()
}

fn views() -> Vec<String> {
    VIEWS.iter().map(|view| view.name.to_owned()).collect()
}

fn skies() -> Vec<String> {
    SKIES.iter().map(Preset::name).collect()
}

/// The presets of all models, each name once.
pub(in crate::scene) fn water_presets() -> Vec<String> {
    let presets = MODELS.iter().flat_map(|model| model.presets);
    let mut names: Vec<String> = Vec::new();
    for name in presets.map(Preset::name) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

macro_rules! keys {
    ($($(#[$about:meta])* $name:ident: $kind:ty = $key:expr;)+) => {
        $($(#[$about])* pub static $name: Special<$kind> = $key;)+

        /// All of them, in the order in which help lists them.
        pub(super) static SPECIAL: &[&dyn KeyHelp] = &[$(&$name),+];
    };
}

keys! {
    /// Of the first water.
    MODEL: OneOf = key("water", "model", OneOf(models), "Which model computes the water.");
    /// Of either water.
    WATER_PRESET: OneOf = Special {
        otherwise: Some(NONE),
        ..key(
            "water",
            "preset",
            OneOf(water_presets),
            "A preset of the model, for settings that are not given; without a model, the preset also selects the model.",
        )
    };
    /// Of both waters.
    SIZE: Cells = key("water", "size", Cells, "Cells along x, along z.");
    /// Of the other water.
    OTHER_MODEL: OneOf = key("compare", "model", OneOf(models), "Which model computes it.");
    /// Of a stone.
    DROP_AT: Place = key("drop", "at", MIDDLE, "Where it falls, in fractions of the pool.");
    /// Of a stroke.
    STROKE_FROM: Place = key("stroke", "from", LEFT, FROM);
    /// Of a stroke.
    STROKE_TO: Place = key("stroke", "to", RIGHT, TO);
    /// Of a part of the pool that begins filled.
    FILL_FROM: Place = key("fill", "from", CORNER, "One corner of it, in fractions of the pool.");
    /// Of a part of the pool that begins filled.
    FILL_TO: Place = key("fill", "to", MIDDLE, "The corner across from it.");
    /// Of a wave maker.
    SOURCE_AT: Place = key("source", "at", MIDDLE, "Where it stands, in fractions of the pool.");
    /// Of a wave maker along a line.
    SOURCE_FROM: Place =
        key("source", "from", MIDDLE, "In place of `at`: where a line of it begins.");
    /// Of a wave maker along a line.
    SOURCE_TO: Place = Special {
        otherwise: Some("where it begins"),
        ..key("source", "to", MIDDLE, TO)
    };
    /// Of a wave maker.
    SOURCE_END: Step = Special {
        otherwise: Some("never"),
        ..key("source", "end", Step, "The last step before which it pushes.")
    };
    /// Of the state that a scene begins with.
    START_TIME: Number = Special {
        otherwise: Some("by the step"),
        ..key(
            "start",
            "time",
            Number(0.0, 1e9),
            "Time of waters that are functions of time.",
        )
    };
    /// Of the state that a scene begins with.
    START_HEIGHTS: Numbers = key(
        "start",
        "heights",
        AT_REST,
        "The surface: metres above the rest level; at sea of its ripples, in a window 2 m long. Any number of cells.",
    );
    /// Of the state that a scene begins with.
    START_VELOCITY: Numbers = key(
        "start",
        "velocity",
        STILL,
        "How fast it rises: metres a step.",
    );
    /// Of the state that a scene begins with.
    START_OTHER_HEIGHTS: Numbers = key(
        "start",
        "compare_heights",
        AT_REST,
        "As `heights`, of the water of [compare].",
    );
    /// Of the state that a scene begins with.
    START_OTHER_VELOCITY: Numbers = key(
        "start",
        "compare_velocity",
        STILL,
        "As `velocity`, of the water of [compare].",
    );
    /// Of the state that a scene begins with.
    START_HIDDEN: Numbers = key(
        "start",
        "hidden",
        NOTHING,
        "Internal state of the model besides its surface: hidden water around absorbing edges, counters. Written when a scene is saved; ignored where the model or size differ.",
    );
    /// Of the state that a scene begins with.
    START_OTHER_HIDDEN: Numbers = key(
        "start",
        "compare_hidden",
        NOTHING,
        "As `hidden`, of the water of [compare].",
    );
    /// An obstacle.
    OBSTACLE_WALL: Braces = key(
        "obstacle",
        "wall",
        Braces("obstacle.wall"),
        "A straight wall, as in wall = { from = [0, 0.5], to = [0.4, 0.5] }.",
    );
    /// Of a wall.
    WALL_FROM: Place = key("obstacle.wall", "from", LEFT, FROM);
    /// Of a wall.
    WALL_TO: Place = key("obstacle.wall", "to", RIGHT, TO);
    /// An obstacle.
    OBSTACLE_DISC: Braces = key(
        "obstacle",
        "disc",
        Braces("obstacle.disc"),
        "A round post, as in disc = { at = [0.5, 0.5], radius = 8 }.",
    );
    /// Of a post.
    DISC_AT: Place = key("obstacle.disc", "at", MIDDLE, "Its middle.");
    /// An obstacle.
    OBSTACLE_MASK: File = key(
        "obstacle",
        "mask",
        File(NONE),
        "Walls from a picture over the whole pool: white and transparent are open, black is solid.",
    );
    /// Of a body.
    BODY_SHAPE: Form = key(
        "body",
        "shape",
        Form,
        "What it looks like and how it floats. A mesh is drawn with the colours of its vertices and its texture, which is sampled at the vertices, and floats as a simplified hull; of a mesh with holes, the convex hull floats.",
    );
    /// Of a body.
    BODY_AT: Point = key(
        "body",
        "at",
        Point([0.0, 0.5, 0.0]),
        "Its middle, metres: x, y up from the rest level, z, from the middle of the pool.",
    );
    /// Of a body.
    BODY_SIZE: Extent = key(
        "body",
        "size",
        Extent(0.3),
        "Diameter or longest side, metres; three numbers for the sides of a box, two for length and diameter of a capsule.",
    );
    /// Of a body.
    BODY_VELOCITY: Point = key("body", "velocity", Point([0.0; 3]), "Its velocity, m/s.");
    /// Of a body.
    BODY_SPIN: Point = key("body", "spin", Point([0.0; 3]), "Its angular velocity, rad/s.");
    /// Of a body.
    BODY_ROTATION: Rotation = key(
        "body",
        "rotation",
        Rotation,
        "Its rotation as a quaternion x, y, z, w, after the yaw; written when a scene is saved.",
    );
    /// Of a body.
    BODY_COLOUR: Colour = key("body", "colour", Colour, "Its colour, as in \"#d04030\".");
    /// Of a body.
    BODY_ROPE: Braces = key(
        "body",
        "rope",
        Braces("body.rope"),
        "A rope from its bow, as in rope = { to = [0, 1, 0], length = 2 }, or rope = { to = 1, length = 2 } to the stern of the first body.",
    );
    /// Of a rope.
    ROPE_TO: Tie = key(
        "body.rope",
        "to",
        Tie,
        "What it is tied to: a point, metres, or a body by its number in the scene, from 1.",
    );
    /// Which view.
    VIEW_KIND: OneOf = key("view", "kind", OneOf(views), "Which view to begin with.");
    /// Of the view.
    VIEW_PICTURE: File =
        key("view", "picture", BUILT_IN, "The picture under the water of the picture view.");
    /// Of the view.
    VIEW_OVERLAY: File = Special {
        otherwise: Some("built in on the built-in picture, else nothing"),
        ..key(
            "view",
            "overlay",
            File(NONE),
            "A picture of what floats on the water of the picture view and is not bent by it, clear where nothing does; stretched over the other.",
        )
    };
    /// Of the view.
    VIEW_FLOOR: File = key("view", "floor", BUILT_IN, "The floor and walls of the pool.");
    /// Of the view.
    VIEW_SKY: File = key("view", "sky", BUILT_IN, "What the water mirrors; in the lit view, if it is a panorama and sky.panorama names none, the sky.");
    /// Of the sky.
    SKY_PRESET: OneOf = Special {
        otherwise: Some(NONE),
        ..key(
            "sky",
            "preset",
            OneOf(skies),
            "A preset of the sky: hour, day, clouds and haze, where they are not given.",
        )
    };
    /// Of the sun.
    SKY_ELEVATION: Number = Special {
        otherwise: Some(BY_THE_HOUR),
        ..key(
            "sky",
            "elevation",
            Number(-90.0, 90.0),
            "Degrees of the sun above the horizon, in place of what hour, day and latitude make.",
        )
    };
    /// Of the sun.
    SKY_AZIMUTH: Number = Special {
        otherwise: Some(BY_THE_HOUR),
        ..key(
            "sky",
            "azimuth",
            Number(-360.0, 360.0),
            "Degrees clockwise from above to where the sun stands, 0 toward −z, 90 toward +x.",
        )
    };
    /// In the place of the computed sky.
    SKY_PANORAMA: File = Special {
        otherwise: Some("computed"),
        ..key(
            "sky",
            "panorama",
            File(NONE),
            "A picture in place of the computed sky, the sun before it: equirectangular, straight up first, −z in the middle; light as it is where the format stores light (OpenEXR, HDR), else decoded from sRGB.",
        )
    };
    /// Of the camera.
    CAMERA_EYE: Point = key(
        "camera",
        "eye",
        Point([0.0, 1.2, 1.6]),
        "Position of the camera, metres: x, y up from the rest level, z toward the viewer, from the middle of a pool. The default is that of a pool 2 m long: it grows with the pool, and at sea is [0, 6, 0].",
    );
    /// Of the camera.
    CAMERA_TARGET: Point = key(
        "camera",
        "target",
        Point([0.0, 0.0, 0.0]),
        "Point that the camera looks at, metres. At sea the default is [0, 0, -100].",
    );
    /// Of the camera.
    CAMERA_PATH: Tables = key(
        "camera",
        "path",
        Tables("camera.path"),
        "Waypoints along which the camera moves in a tour, and in clips with `--follow-path`: 2 to 256, joined by a smooth curve that starts and ends at rest.",
    );
    /// Of a waypoint.
    PATH_EYE: Point = Special {
        otherwise: Some("that of the camera"),
        ..key(
            "camera.path",
            "eye",
            Point([0.0, 1.2, 1.6]),
            "Position of the camera at that time, metres.",
        )
    };
    /// Of a waypoint.
    PATH_TARGET: Point = Special {
        otherwise: Some("that of the camera"),
        ..key(
            "camera.path",
            "target",
            Point([0.0, 0.0, 0.0]),
            "Point that the camera looks at then, metres.",
        )
    };
    /// Of the tour.
    TOUR_CAPTION: Text = key(
        "tour",
        "caption",
        Text,
        "One sentence about what is seen, shown during the tour.",
    );
    /// Of the tour.
    TOUR_HINT: Text = key("tour", "hint", Text, "What to try in the scene.");
}

const BY_THE_HOUR: &str = "by the hour";
const BUILT_IN: File = File("built in");
