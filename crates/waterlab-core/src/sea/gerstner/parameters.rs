//! The parameters of a sea of Gerstner waves, and its presets.

use crate::parameter::{Parameter, Preset, Value};
use crate::sea::parameters as shared;

pub(super) static PARAMETERS: [Parameter; 20] = [
    shared::patch(100.0),
    Parameter::switch("seamless", "Seamless", true).about("Turns and stretches each wave a little, so that a whole number of them fits the patch both ways and it repeats without a seam."),
    Parameter::integer("waves", "Waves", 1..=64, 12).about("Number of waves in the fan; waves that the scene lists replace the fan."),
    Parameter::real("length", "Wavelength", 0.1..=10_000.0, 40.0).about("Wavelength of the longest wave of the fan.").unit("m"),
    Parameter::real("length_ratio", "Length ratio", 1.0..=100.0, 8.0).about("Ratio of the longest to the shortest wavelength of the fan."),
    Parameter::real("steepness", "Steepness", 0.0..=3.0, 0.75).about("Σ kA of the fan, shared out evenly: at 1 a crest where all meet comes to a point, beyond it loops."),
    Parameter::switch("allow_loops", "Allow loops", false).about("Shows waves whose steepness is 1 or more as they are, with crests that loop; without it they are lowered to 0.999."),
    Parameter::switch("creamer", "Creamer's transform", false).about("Shapes long-crested waves, all along one axis, as deep water does to second order: a height without circles, which neither folds nor foams."),
    Parameter::real("direction", "Direction", -360.0..=360.0, 30.0).about("Direction in which the longest wave of the fan travels: 0 is +x, 90 is +z.").unit("°"),
    Parameter::real("spread", "Spread", 0.0..=180.0, 40.0).about("How far the others fan out to either side.").unit("°"),
    Parameter::real("crossing", "Crossing", -180.0..=180.0, 0.0).about("How far every second wave of the fan is turned besides: two seas that cross.").unit("°"),
    shared::DEPTH,
    shared::DISPERSION,
    shared::TENSION_LENGTH,
    shared::GRAVITY,
    shared::foam_threshold(0.5),
    shared::foam_growth(4.0),
    shared::FOAM_DECAY,
    shared::PERIOD,
    shared::SEED,
];

pub(super) static PRESETS: [Preset; 6] = [
    Preset {
        title: "Sea",
        values: &[],
    },
    Preset {
        title: "Gentle",
        values: &[
            ("steepness", Value::Real(0.35)),
            ("length", Value::Real(50.0)),
        ],
    },
    Preset {
        title: "Choppy",
        values: &[
            ("waves", Value::Integer(20)),
            ("length", Value::Real(25.0)),
            ("steepness", Value::Real(0.98)),
            ("spread", Value::Real(70.0)),
        ],
    },
    Preset {
        title: "One trochoid",
        values: &[
            ("waves", Value::Integer(1)),
            ("length", Value::Real(50.0)),
            ("steepness", Value::Real(0.9)),
            ("direction", Value::Real(0.0)),
        ],
    },
    Preset {
        title: "Crossing seas",
        values: &[
            ("waves", Value::Integer(10)),
            ("length_ratio", Value::Real(4.0)),
            ("steepness", Value::Real(0.9)),
            ("direction", Value::Real(0.0)),
            ("spread", Value::Real(6.0)),
            ("crossing", Value::Real(70.0)),
        ],
    },
    Preset {
        title: "Long swell",
        values: &[
            ("patch", Value::Real(600.0)),
            ("waves", Value::Integer(5)),
            ("length", Value::Real(200.0)),
            ("length_ratio", Value::Real(2.0)),
            ("steepness", Value::Real(0.3)),
            ("spread", Value::Real(10.0)),
        ],
    },
];
