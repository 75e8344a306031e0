//! The numbers, switches and choices of a scene's own tables; those of models, views and the rain describe themselves.

use crate::parameter::{Parameter, Preset, Value};
use crate::pool::Size;
use crate::scene::{Start, Tool};
use waterlab_bodies::{Body, Rope};

/// The most cells that a radius can have.
const RADIUS_MAX: f64 = Size::MAX as f64;

/// More steps than anybody waits for.
const MAX_STEPS: i64 = 1_000_000_000;

const fn step(key: &'static str, title: &'static str, about: &'static str) -> Parameter {
    Parameter::integer(key, title, 0..=MAX_STEPS, 0).about(about)
}

const STEP: Parameter = step(
    "step",
    "Step",
    "It happens just before this step is computed; the first step is 0.",
);

const fn cells(
    key: &'static str,
    title: &'static str,
    about: &'static str,
    default: f64,
) -> Parameter {
    Parameter::real(key, title, 0.0..=RADIUS_MAX, default)
        .about(about)
        .unit("cells")
}

const fn radius(default: f64) -> Parameter {
    let about = "Cells nearer than this are pushed; models in metres push softly, and never fewer than 3 × 3.";
    cells("radius", "Radius", about, default)
}

const fn weight(about: &'static str, default: i64) -> Parameter {
    Parameter::integer(
        "weight",
        "Weight",
        i16::MIN as i64..=i16::MAX as i64,
        default,
    )
    .about(about)
}

const DENT: &str = "Depth of the dent; a negative weight raises a hump.";

/// What is adjustable about every water, beside its model's own parameters.
pub static WATER: [Parameter; 1] =
    [
        Parameter::real("steps_per_second", "Steps per second", 1.0..=1000.0, 60.0)
            .about("Simulation steps per second of real time.")
            .unit("/s"),
    ];

/// What is adjustable about comparing, beside the parameters of the other model.
pub static COMPARE: [Parameter; 1] = [Parameter::real("split", "Split", 0.1..=0.9, 0.5)
    .about("How much of the picture, from the left, shows the first water.")];

/// The most waves that a scene can list: what they take of time and memory grows with their number times the cells.
pub const MAX_WAVES: usize = 4096;

/// The numbers of a wave of a Gerstner sea.
pub static WAVE: [Parameter; 4] = [
    Parameter::real("length", "Length", 0.01..=100_000.0, 20.0).about("From crest to crest. Where the sea is `seamless`, the nearest that fits the patch is taken.").unit("m"),
    Parameter::real("amplitude", "Amplitude", -10_000.0..=10_000.0, 0.5).about("How high crests rise above the rest level. Where Σ 2π·amplitude/length of all waves is 1 or more, which would make crests loop, all are lowered by one factor until it is 0.999; a warning says so.").unit("m"),
    Parameter::real("direction", "Direction", -360.0..=360.0, 0.0).about("Direction of travel: 0 is +x, 90 is +z.").unit("°"),
    Parameter::real("phase", "Phase", -360.0..=360.0, 0.0).about("Phase at time 0; at 0 a crest starts from the corner of the patch.").unit("°"),
];

/// The numbers of a body.
pub static BODY: [Parameter; 4] = [
    Parameter::real(
        "density",
        "Density",
        *Body::DENSITIES.start()..=*Body::DENSITIES.end(),
        300.0,
    )
    .about("It floats where it is below 1000, that of water. Each named shape has its own default.")
    .unit("kg/m³"),
    Parameter::real("yaw", "Yaw", -360.0..=360.0, 0.0)
        .about("How far it is turned about the vertical, from +z toward +x.")
        .unit("°"),
    Parameter::real("thrust", "Thrust", -1e8..=1e8, 0.0)
        .about("Force of its motor toward its bow, along the level; it acts while the stern is in the water. The bow is at +x at yaw 0.")
        .unit("N"),
    Parameter::real("rudder", "Rudder", -90.0..=90.0, 0.0)
        .about("Angle of its rudder: above 0 the motor turns it clockwise as seen from above.")
        .unit("°"),
];

/// The numbers of a rope.
pub static ROPE: [Parameter; 1] = [Parameter::real(
    "length",
    "Length",
    *Rope::LENGTHS.start()..=*Rope::LENGTHS.end(),
    1.0,
)
.about("The most that its ends are apart.")
.unit("m")];

/// The numbers of a stone.
pub static DROP: [Parameter; 3] = [STEP, radius(4.0), weight(DENT, 100)];

/// The numbers of a stroke.
pub static STROKE: [Parameter; 3] = [STEP, radius(2.0), weight(DENT, 40)];

/// The most weight that a source can have: what it adds in a step is at most twice that, and fits in 16 bits.
const SOURCE_WEIGHT: i64 = 16_000;

/// The numbers of a wave maker; its last step, which it need not have, is [`END`].
pub static SOURCE: [Parameter; 5] = [
    radius(2.0),
    Parameter::integer("weight", "Weight", -SOURCE_WEIGHT..=SOURCE_WEIGHT, 40).about("The most that it adds to the surface, down first and then up; waves carry it away meanwhile."),
    Parameter::real("period", "Period", 4.0..=1e6, 30.0).about("Steps from crest to crest.").unit("steps"),
    step("start", "Start", "The first step before which it pushes."),
    Parameter::real("pour", "Pour", -1e5..=1e5, 0.0)
        .about("Of water over ground: what a spring pours in place of making waves; below 0 it is a drain.")
        .unit("m³/s"),
];

/// The numbers of a part of the pool that begins filled.
pub static FILL: [Parameter; 1] = [Parameter::real("level", "Level", -1000.0..=1000.0, 0.0)
    .about("The surface there, above the rest level; ground that is higher stays dry.")
    .unit("m")];

/// The last step of a wave maker.
pub static END: [Parameter; 1] = [step("end", "End", "The last step before which it pushes.")];

/// The numbers of the state that a scene begins with.
pub static START: [Parameter; 5] = [
    step(
        "step",
        "Step",
        "Number of completed steps; earlier events are skipped.",
    ),
    Parameter::integer("rained", "Rained", 0..=Start::MAX_RAIN as i64, 0)
        .about("For how many of them it has rained: the drops that fell are not the next ones."),
    Parameter::real("ripples_length", "Side of the ripples", 0.0..=100_000.0, 0.0).about("At sea, the longer side of the window that `heights` covers; without it, the window lies about the camera.").unit("m").zero("about the camera"),
    Parameter::real("ripples_x", "Middle of the ripples along x", -1e9..=1e9, 0.0).about("Where the middle of that window is.").unit("m"),
    Parameter::real("ripples_z", "Middle of the ripples along z", -1e9..=1e9, 0.0).about("Where the middle of that window is.").unit("m"),
];

/// The numbers of a straight wall.
pub static WALL: [Parameter; 1] = [cells(
    "thickness",
    "Thickness",
    "Across; less than 1 is 1, so that no water gets through.",
    2.0,
)];

/// The numbers of a round post.
pub static DISC: [Parameter; 1] = [cells(
    "radius",
    "Radius",
    "Every cell nearer than this is solid.",
    8.0,
)];

/// The numbers of the camera.
pub static CAMERA: [Parameter; 1] = [Parameter::real("fov", "Field of view", 10.0..=120.0, 45.0)
    .about("Angle from the top of the picture to its bottom.")
    .unit("°")];

/// The numbers of a waypoint of the camera.
pub static PATH: [Parameter; 1] = [Parameter::real("time", "Time", 0.0..=86_400.0, 0.0)
    .about("When the camera is there; each waypoint is later than the one before.")
    .unit("s")];

/// The numbers of the sky.
pub static SKY: [Parameter; 7] = [
    Parameter::real("hour", "Hour", 0.0..=24.0, 14.0)
        .about("Solar time: the sun is highest at 12.")
        .unit("h"),
    Parameter::real("day", "Day", 1.0..=366.0, 172.0)
        .about("Of the year: 172 is midsummer in the north, 355 midwinter."),
    Parameter::real("latitude", "Latitude", -90.0..=90.0, 45.0)
        .about("Of the pool: 90 is the north pole, 0 the equator.")
        .unit("°"),
    Parameter::real("hours_per_second", "Hours per second", 0.0..=10.0, 0.0)
        .about(
            "How fast time passes in the sky: at 0 the sun stands still, at 0.5 a day takes 48 s.",
        )
        .unit("h/s"),
    Parameter::real("sun", "Sun", 0.0..=10.0, 1.0)
        .about("Strength of the sun, and with it of the sky that it lights; 0: none.")
        .unit("×"),
    Parameter::real("clouds", "Clouds", 0.0..=1.0, 0.2)
        .about("How much of the sky they cover: 0 is clear, 1 overcast."),
    Parameter::real("haze", "Haze", 0.0..=20.0, 1.0)
        .about("Dust and mist in the air: 1 is a clear day, 10 a hazy one.")
        .unit("×"),
];

/// Skies worth a look.
pub static SKIES: [Preset; 7] = [
    Preset {
        title: "Dawn",
        values: &[("hour", Value::Real(4.35)), ("clouds", Value::Real(0.3))],
    },
    Preset {
        title: "Noon",
        values: &[("hour", Value::Real(12.5))],
    },
    Preset {
        title: "Golden hour",
        values: &[("hour", Value::Real(18.9)), ("clouds", Value::Real(0.35))],
    },
    Preset {
        title: "Dusk",
        values: &[("hour", Value::Real(19.9)), ("clouds", Value::Real(0.3))],
    },
    Preset {
        title: "Moonlight",
        values: &[
            ("day", Value::Real(3.0)),
            ("hour", Value::Real(19.2)),
            ("clouds", Value::Real(0.3)),
        ],
    },
    Preset {
        title: "Night",
        values: &[("hour", Value::Real(0.5)), ("day", Value::Real(166.0))],
    },
    Preset {
        title: "Overcast",
        values: &[("clouds", Value::Real(1.0)), ("haze", Value::Real(4.0))],
    },
];

/// The numbers of the sound.
pub static SOUND: [Parameter; 1] = [Parameter::real("volume", "Volume", 0.0..=4.0, 1.0)
    .about("How loud the water is, in the window and in clips; at 0 a clip has no sound.")
    .unit("×")];

/// Switches of the tour.
pub static TOUR: [Parameter; 1] = [Parameter::switch("film", "In the film", true)
    .about("Whether the film of the tour, `render --tour`, shows the scene; the tour in a window and on the page does.")];

/// What the pointer does.
pub static POKE: [Parameter; 6] = [
    radius(3.0),
    weight(
        "Depth of the dent on the ripple model; other models are scaled to a similar dent. A negative weight raises a hump.",
        20,
    ),
    Parameter::choice::<Tool>("tool", "Tool", Tool::Poke as usize).about("The initial brush: stones, walls, an eraser for walls, or sources, which add to the surface; over ground (shallow) also one that raises it, digs, builds a dam, pours water or drains it."),
    cells(
        "wall_radius",
        "Wall radius",
        "Half the thickness of the walls that the pointer builds and takes away.",
        2.0,
    ),
    cells(
        "ground_radius",
        "Ground radius",
        "Radius of the brush that raises ground, digs, builds dams, pours and drains.",
        5.0,
    ),
    Parameter::switch("ring", "Ring", true)
        .about("Whether a ring on the water shows where and how wide a drag will be."),
];
