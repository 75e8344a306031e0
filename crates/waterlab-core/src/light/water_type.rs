//! Absorption and scattering of published water types (docs/models.md §11a).
//!
//! ```text
//! e^(−Kd·z)    transmittance of daylight to depth z      e^(−c·s)    transmittance of an image through s of water
//! c = a + bw + 0.1·(b − bw)                               bb = bw/2 + 0.018·(b − bw)
//! ```
//!
//! a absorption, b scattering, bw that of water itself, all per metre at [`WAVELENGTHS`](super::WAVELENGTHS). Particles scatter
//! nearly all of their light forward, where it still belongs to the image: by the mean phase function of Petzold 1972 the mean
//! cosine is 0.92, so that light is lost as if 1 − 0.92 ≈ 0.1 of b scattered evenly; counting all of b blackens the water.
//! 0.018 of it is scattered back. Water itself scatters evenly to both sides, which is most of the backscatter of clear water.
//!
//! | type | source |
//! | --- | --- |
//! | pure | a: Pope and Fry 1997; b: Morel 1974; Kd = a + b/2 (Smith and Baker 1981) |
//! | pool | pure water, 0.005/m of yellow substance at 450 nm that falls by e^−1.4 in 100 nm, b + 0.1, about 0.1 FNU: chosen, after filtered water; Kd by Kirk |
//! | IB to 1C | Kd: Jerlov 1976; a, b: Droske and others 2023, a no less than pure water's |
//! | 3C, 5C | Kd: Jerlov 1976; a, b from it, as Droske's a is larger than Jerlov's Kd: a of red is pure water's, b as 1/λ, the rest by Kirk |
//! | pond | 1.5/m of yellow substance at 440 nm, 20 mg/m³ of chlorophyll, b = 3 at 550 nm and as 1/λ: chosen; Kd by Kirk |
//! | ink | absorbs all |
//!
//! Kirk 1984 has Kd² = a² + 0.256·a·b under a high sun.

use crate::parameter::choices;

/// Scattering of water itself, per metre, at 650, 550 and 450 nm (Morel 1974).
const WATER_SCATTERING: [f32; 3] = [0.0007, 0.0015, 0.0035];

/// The fractions of particle scattering that attenuate a view ray, and that are scattered back.
const LOST: f32 = 0.1;
const BACK: f32 = 0.018;

/// Water types, as scenes name them. The Roman numerals are Jerlov's ocean types, from clear to murky, those with C his coastal types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaterType {
    /// Pure water.
    Pure,
    /// A filtered swimming pool.
    Pool,
    /// Clear ocean.
    JerlovIB,
    /// Ocean of middling clarity.
    JerlovII,
    /// Murky ocean.
    JerlovIII,
    /// Clear coast.
    Jerlov1C,
    /// Coast of middling clarity.
    Jerlov3C,
    /// Murky coast.
    Jerlov5C,
    /// A village pond, green and brown.
    Pond,
    /// Absorbs everything: only the reflection of the surface is visible.
    Ink,
}

choices!(
    WaterType: Pure = "pure",
    Pool = "pool",
    JerlovIB = "IB",
    JerlovII = "II",
    JerlovIII = "III",
    Jerlov1C = "1C",
    Jerlov3C = "3C",
    Jerlov5C = "5C",
    Pond = "pond",
    Ink = "ink",
);

/// Optical properties of a metre of water, each at 650, 550 and 450 nm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WaterOptics {
    /// Absorption a, per metre.
    pub absorption: [f32; 3],
    /// Scattering b, per metre, in all directions together.
    pub scattering: [f32; 3],
    /// Diffuse attenuation Kd of downwelling daylight, per metre of depth.
    pub diffuse_attenuation: [f32; 3],
}

impl WaterType {
    /// The properties of this water type; the table at the top of the file has the sources.
    pub const fn optics(self) -> WaterOptics {
        let (absorption, scattering, diffuse_attenuation) = match self {
            Self::Pure => (
                [0.340, 0.0565, 0.00922],
                WATER_SCATTERING,
                [0.34035, 0.05725, 0.01097],
            ),
            Self::Pool => (
                [0.3403, 0.0577, 0.0142],
                [0.1007, 0.1015, 0.1035],
                [0.3530, 0.0695, 0.0240],
            ),
            Self::JerlovIB => (
                [0.340, 0.0565, 0.015],
                [0.045, 0.054, 0.070],
                [0.375, 0.072, 0.036],
            ),
            Self::JerlovII => (
                [0.340, 0.0565, 0.016],
                [0.270, 0.365, 0.516],
                [0.40, 0.089, 0.068],
            ),
            Self::JerlovIII => (
                [0.340, 0.0565, 0.031],
                [0.737, 0.998, 1.413],
                [0.445, 0.12, 0.135],
            ),
            Self::Jerlov1C => (
                [0.340, 0.067, 0.105],
                [0.274, 0.372, 0.526],
                [0.45, 0.12, 0.25],
            ),
            Self::Jerlov3C => (
                [0.340, 0.0862, 0.236],
                [1.10, 1.30, 1.59],
                [0.46, 0.19, 0.39],
            ),
            Self::Jerlov5C => (
                [0.340, 0.1226, 0.2995],
                [2.02, 2.39, 2.92],
                [0.54, 0.30, 0.56],
            ),
            Self::Pond => ([0.54, 0.44, 1.59], [2.54, 3.0, 3.67], [0.802, 0.729, 2.005]),
            Self::Ink => ([1e4; 3], [0.0; 3], [1e4; 3]),
        };
        WaterOptics {
            absorption,
            scattering,
            diffuse_attenuation,
        }
    }
}

impl WaterOptics {
    /// Beam attenuation of a view ray, c = a + bw + 0.1·(b − bw), per metre.
    pub fn beam(&self) -> [f32; 3] {
        [0, 1, 2].map(|channel| {
            let (water, particles) = self.shared(channel);
            self.absorption[channel] + water + LOST * particles
        })
    }

    /// Reflectance of deep water, the upwelling fraction of the irradiance that enters it, R = 0.33·bb/(a + bb), 0 to 1 (Morel and Prieur
    /// 1977), with bb as in [`WaterOptics::in_scatter`].
    pub fn bulk_reflectance(&self) -> [f32; 3] {
        let back = self.in_scatter();
        [0, 1, 2].map(|channel| 0.33 * back[channel] / (self.absorption[channel] + back[channel]))
    }

    /// What is sent back of the light that passes, bb = bw/2 + 0.018·(b − bw), per metre. Light from a half-space that adds up
    /// to E per square metre adds bb·E/2π of radiance to a metre of a view ray, were its back half even.
    pub fn in_scatter(&self) -> [f32; 3] {
        [0, 1, 2].map(|channel| {
            let (water, particles) = self.shared(channel);
            0.5 * water + BACK * particles
        })
    }

    /// Scattering, per metre: by water itself, and by suspended particles.
    pub fn scattered(&self) -> [[f32; 3]; 2] {
        let shares = [0, 1, 2].map(|channel| self.shared(channel));
        [
            shares.map(|(water, _)| water),
            shares.map(|(_, particles)| particles),
        ]
    }

    /// Transmittance of an image through `metres` of water, 0 to 1: e^(−c·s) (Beer and Lambert).
    pub fn transmitted(&self, metres: f32) -> [f32; 3] {
        self.beam().map(|beam| (-beam * metres).exp())
    }

    /// Transmittance of daylight from just below the surface to `metres` of depth, 0 to 1: e^(−Kd·z).
    pub fn daylight(&self, metres: f32) -> [f32; 3] {
        self.diffuse_attenuation.map(|kd| (-kd * metres).exp())
    }

    /// Scattering by water itself and by suspended particles, per metre.
    fn shared(&self, channel: usize) -> (f32, f32) {
        let water = WATER_SCATTERING[channel].min(self.scattering[channel]);
        (water, self.scattering[channel] - water)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameter::Choice;

    fn each(check: impl Fn(WaterType, usize, f32, f32, f32)) {
        for &kind in WaterType::ALL {
            let optics = kind.optics();
            for channel in 0..3 {
                let (a, b) = (optics.absorption[channel], optics.scattering[channel]);
                check(kind, channel, a, b, optics.diffuse_attenuation[channel]);
            }
        }
    }

    #[test]
    fn attenuation_is_between_absorption_and_extinction() {
        each(|kind, channel, a, b, kd| {
            assert!(a <= kd && kd <= a + b, "{kind:?}, {channel}: {a} {b} {kd}");
        });
    }

    #[test]
    fn no_water_absorbs_less_than_pure_water() {
        let pure = WaterType::Pure.optics().absorption;
        each(|kind, channel, a, _, _| assert!(a >= pure[channel], "{kind:?}, {channel}"));
    }

    #[test]
    fn calculated_attenuation_agrees_with_kirk() {
        use WaterType::*;
        each(|kind, channel, a, b, kd| {
            if matches!(kind, Pool | Jerlov3C | Jerlov5C | Pond) {
                let kirk = (a * a + 0.256 * a * b).sqrt();
                assert!(
                    (kirk / kd - 1.0).abs() < 0.005,
                    "{kind:?}, {channel}: {kirk}"
                );
            }
        });
    }

    #[test]
    fn in_scattering_is_less_than_extinction() {
        each(|kind, channel, a, _, _| {
            let optics = kind.optics();
            assert!(optics.in_scatter()[channel] + a <= optics.beam()[channel]);
        });
        assert_eq!(WaterType::Ink.optics().in_scatter(), [0.0; 3]);
        assert!(WaterType::Ink.optics().transmitted(0.01)[2] < 1e-40);
    }

    #[test]
    fn jerlov_water_types_are_ordered_by_clarity() {
        use WaterType::*;
        for list in [
            &[Pure, JerlovIB, JerlovII, JerlovIII][..],
            // Filtered water has more particles than the clearest ocean.
            &[Pure, Pool],
            &[Jerlov1C, Jerlov3C, Jerlov5C, Pond, Ink],
        ] {
            for pair in list.windows(2) {
                let [clear, murky] = [pair[0], pair[1]].map(|kind| kind.optics());
                for channel in 1..3 {
                    let kd = |optics: WaterOptics| optics.diffuse_attenuation[channel];
                    assert!(kd(clear) < kd(murky), "{pair:?}, {channel}");
                }
                assert!(clear.beam()[2] < murky.beam()[2], "{pair:?}");
            }
        }
    }

    #[test]
    fn a_pool_turns_blue_with_distance_and_a_pond_does_not() {
        for kind in [WaterType::Pure, WaterType::Pool] {
            let blueness = |metres| {
                let [red, _, blue] = kind.optics().transmitted(metres);
                blue / red
            };
            assert_eq!(blueness(0.0), 1.0);
            assert!(blueness(2.0) > 1.8 && blueness(10.0) > 15.0);
        }
        let [red, green, blue] = WaterType::Pond.optics().transmitted(1.0);
        assert!(green > red && red > 2.0 * blue);
    }

    #[test]
    fn ten_metres_of_clear_ocean_transmit_half_of_green_and_a_fortieth_of_red() {
        // e^−0.72 and e^−3.75.
        let [red, green, _] = WaterType::JerlovIB.optics().daylight(10.0);
        assert!((green - 0.4868).abs() < 1e-4, "{green}");
        assert!((red - 0.0235).abs() < 1e-4, "{red}");
    }

    #[test]
    fn transmittances_multiply() {
        for &kind in WaterType::ALL {
            let optics = kind.optics();
            let [one, two, both] = [0.7, 1.6, 2.3].map(|metres| optics.transmitted(metres));
            for channel in 0..3 {
                let product = one[channel] * two[channel];
                assert!((both[channel] - product).abs() <= 1e-5 * product);
            }
        }
    }
}
