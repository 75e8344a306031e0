//! The parameters of the spectral sea, and its presets.

use super::Draws;
use crate::parameter::{Parameter, Preset, Value};
use crate::sea::parameters as shared;
use crate::sea::{Spread, WindLaw};

pub(super) static PARAMETERS: [Parameter; 25] = [
    shared::patch(200.0),
    Parameter::integer("cascades", "Cascades", 1..=4, 1).about("Cascades of different size that add up, each with its own band of waves."),
    Parameter::integer("cascade_ratio", "Cascade ratio", 2..=32, 7).about("Ratio of the lengths of successive cascades; at most an eighth of the cells along a side."),
    Parameter::choice::<WindLaw>("spectrum", "Spectrum", WindLaw::Tma as usize).about("Energy spectrum of the wind sea: fully developed (Phillips), limited by fetch (JONSWAP), or by fetch and depth (TMA)."),
    Parameter::choice::<Spread>("spread", "Spread", Spread::Hasselmann as usize).about("Directional spreading about the wind: wide (cos2), narrow (cos6), or as measured by wavelength (Hasselmann)."),
    Parameter::choice::<Draws>("draws", "Draws", Draws::Gaussian as usize).about("How the height of each wave is drawn about the spectrum: Gaussian as most seas are, or log-normal, which leaves a few waves that stand out (an intermittent sea)."),
    Parameter::real("against_wind", "Against the wind", 0.0..=1.0, 0.05).about("Fraction of the energy of waves that travel against the wind, with cos2 and cos6."),
    Parameter::real("wind", "Wind", 0.0..=60.0, 8.0).about("Wind speed 10 m above the sea; 0 is a flat sea.").unit("m/s"),
    Parameter::real("wind_direction", "Wind direction", -360.0..=360.0, 30.0).about("Direction toward which the wind blows: 0 is +x, 90 is +z.").unit("°"),
    Parameter::real("fetch", "Fetch", 0.1..=10_000.0, 60.0).about("Over how much water the wind has blown; from 100 km at 8 m/s on (1590 m·(U in m/s)²) the sea is fully developed, at a significant height of 0.22 U²/g. Phillips' spectrum ignores the fetch.").unit("km"),
    shared::DEPTH,
    Parameter::real("significant_height", "Height wanted", 0.0..=40.0, 0.0).about("Significant height of the wind's sea, 4·√variance, if patch and cells have room for its waves; 0 leaves it to the wind. Without wind there is none.").unit("m").zero("the wind's"),
    Parameter::real("swell_height", "Swell height", 0.0..=20.0, 0.0).about("Significant height of waves from a storm far away, if the patch has room for two of them; 0 is no swell.").unit("m").zero("none"),
    Parameter::real("swell_period", "Swell period", 4.0..=30.0, 10.0).about("Seconds from crest to crest of the swell; its waves must fit the patch.").unit("s"),
    Parameter::real("swell_direction", "Swell direction", -360.0..=360.0, 75.0).about("Direction in which the swell travels: 0 is +x, 90 is +z.").unit("°"),
    Parameter::real("cutoff", "Small-wave cut-off", 0.0..=100.0, 0.0).about("Waves much shorter than 2π times this are left out: exp(−k²ℓ²).").unit("m"),
    shared::DISPERSION,
    shared::TENSION_LENGTH,
    shared::GRAVITY,
    Parameter::real("choppiness", "Choppiness", -4.0..=4.0, 1.5).about("Horizontal displacement that sharpens crests: −λ; 0 leaves them round, 1 is physical."),
    shared::foam_threshold(0.55),
    shared::foam_growth(8.0),
    shared::FOAM_DECAY,
    shared::PERIOD,
    shared::SEED,
];

// Measured on 256 × 256 cells, three seeds, without the swell of gale and storm: the share of the surface that makes foam is nothing in the calm, hardly anything in
// the swell and the breeze, 2 % in the gale and 4.5 % in the storm; a ten-thousandth of the gale folds, and four of the
// storm.
pub(super) static PRESETS: [Preset; 5] = [
    Preset {
        title: "Calm",
        values: &[
            ("patch", Value::Real(60.0)),
            ("cascades", Value::Integer(2)),
            ("wind", Value::Real(2.5)),
            ("fetch", Value::Real(20.0)),
            ("choppiness", Value::Real(1.0)),
        ],
    },
    Preset {
        title: "Breeze",
        values: &[
            ("cascades", Value::Integer(2)),
            ("choppiness", Value::Real(1.4)),
        ],
    },
    Preset {
        title: "Gale",
        values: &[
            ("patch", Value::Real(500.0)),
            ("cascades", Value::Integer(2)),
            ("wind", Value::Real(19.0)),
            ("fetch", Value::Real(120.0)),
            ("swell_height", Value::Real(1.5)),
            ("swell_period", Value::Real(11.0)),
            ("choppiness", Value::Real(2.1)),
            ("foam_threshold", Value::Real(0.4)),
            ("foam_decay", Value::Real(5.0)),
        ],
    },
    Preset {
        title: "Storm",
        values: &[
            ("patch", Value::Real(1000.0)),
            ("cascades", Value::Integer(2)),
            ("wind", Value::Real(26.5)),
            ("fetch", Value::Real(300.0)),
            ("swell_height", Value::Real(3.0)),
            ("swell_period", Value::Real(14.0)),
            ("choppiness", Value::Real(2.4)),
            ("foam_threshold", Value::Real(0.4)),
            ("foam_decay", Value::Real(6.0)),
        ],
    },
    Preset {
        title: "Swell",
        values: &[
            ("patch", Value::Real(800.0)),
            ("cascades", Value::Integer(2)),
            ("wind", Value::Real(4.0)),
            ("fetch", Value::Real(20.0)),
            ("swell_height", Value::Real(2.5)),
            ("swell_period", Value::Real(11.0)),
        ],
    },
];
