//! The Beaufort scale of wind force, with the limits of the World Meteorological Organization.

use std::fmt;

/// The wind speeds in m/s, 10 m above the sea, at which the numbers from 1 to 12 begin.
const LIMITS: [f64; 12] = [
    0.3, 1.6, 3.4, 5.5, 8.0, 10.8, 13.9, 17.2, 20.8, 24.5, 28.5, 32.7,
];

const NAMES: [&str; 13] = [
    "calm",
    "light air",
    "light breeze",
    "gentle breeze",
    "moderate breeze",
    "fresh breeze",
    "strong breeze",
    "near gale",
    "gale",
    "strong gale",
    "storm",
    "violent storm",
    "hurricane",
];

/// A number of the Beaufort scale; shown as "5, fresh breeze".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beaufort {
    /// 0 to 12.
    pub number: u8,
    /// The name of the wind force.
    pub name: &'static str,
}

/// The Beaufort number of a `wind` in m/s, 10 m above the sea.
pub fn beaufort(wind: f64) -> Beaufort {
    let number = LIMITS.iter().filter(|limit| wind >= **limit).count();
    Beaufort {
        number: number as u8,
        name: NAMES[number],
    }
}

impl fmt::Display for Beaufort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.number, self.name)
    }
}
