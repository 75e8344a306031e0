//! Rain in nature: the sizes of its drops and the speeds at which they fall, by the rate of rainfall (docs/models.md §16b).
//!
//! Sizes follow Marshall and Palmer (1948), the speed Atlas, Srivastava and Sekhon (1973).

/// Drops per m³ of air and mm of diameter, as the diameter goes to zero.
const INTERCEPT: f64 = 8000.0;

/// Diameter in mm below which the fit of the speed would be negative.
const MIN_DIAMETER: f64 = 0.12;

/// Rain of a steady rate.
///
/// ```
/// use waterlab_core::rainfall::Rainfall;
///
/// let heavy = Rainfall::new(20.0);
/// assert!(heavy.arrivals(2.0) > Rainfall::new(5.0).arrivals(2.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rainfall {
    /// mm/h.
    rate: f64,
}

impl Rainfall {
    /// Rain of `rate` mm/h; a rate that is not positive is no rain.
    pub fn new(rate: f64) -> Self {
        let rate = if rate > 0.0 { rate } else { 0.0 };
        Self { rate }
    }

    /// mm/h; 0 without rain.
    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// The slope Λ of the distribution of diameters, per mm: the number of drops falls by a factor of e for each 1/Λ; infinite without rain.
    pub fn slope(&self) -> f64 {
        4.1 * self.rate.powf(-0.21)
    }

    /// Drops of at least `diameter` mm per m³ of air.
    pub fn concentration(&self, diameter: f64) -> f64 {
        match self.rate {
            0.0 => 0.0,
            _ => INTERCEPT / self.slope() * (-self.slope() * diameter.max(0.0)).exp(),
        }
    }

    /// Drops of at least `diameter` mm that arrive on a level square metre in a second.
    pub fn arrivals(&self, diameter: f64) -> f64 {
        if self.rate == 0.0 {
            return 0.0;
        }
        // The integral of the distribution times the speed, in closed form.
        let (slope, from) = (self.slope(), diameter.max(MIN_DIAMETER));
        let both = slope + 0.6;
        INTERCEPT * (9.65 * (-slope * from).exp() / slope - 10.3 * (-both * from).exp() / both)
    }

    /// The diameter in mm that a share of the drops of at least `least` mm exceeds; `share` in 0 < share ≤ 1.
    pub fn diameter(&self, least: f64, share: f64) -> f64 {
        match self.rate {
            0.0 => least,
            _ => least - share.clamp(1e-9, 1.0).ln() / self.slope(),
        }
    }

    /// Share of the contrast that each metre of rainy air takes, in natural units per metre: 1.076 R^0.67 dB/km (ITU-R P.1814).
    pub fn extinction(&self) -> f64 {
        1.076e-3 / 4.343 * self.rate.powf(0.67)
    }
}

/// Speed at which a drop of this diameter in mm falls through air at sea level, m/s.
pub fn terminal_speed(diameter: f64) -> f64 {
    (9.65 - 10.3 * (-0.6 * diameter).exp()).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drops_that_arrive_carry_the_water_of_the_rate() {
        for rate in [5.0, 20.0, 60.0] {
            let rain = Rainfall::new(rate);
            // Volume of the drops of each 0.01 mm that arrive, mm³ per m² and s, that is 1e-6 mm/s of water.
            let arrived = |from: f64| rain.arrivals(from) - rain.arrivals(from + 0.01);
            let volume = |from: f64| std::f64::consts::PI / 6.0 * (from + 0.005).powi(3);
            let all: f64 = (20..1500)
                .map(|step| f64::from(step) * 0.01)
                .map(|from| arrived(from) * volume(from))
                .sum();
            let carried = all * 1e-6 * 3600.0;
            // Marshall and Palmer's fit holds its own rate within 20 %.
            assert!((carried / rate - 1.0).abs() < 0.2, "{rate}: {carried}");
        }
    }

    #[test]
    fn large_drops_fall_at_nine_metres_a_second() {
        // Gunn and Kinzer (1949): 1 mm 4.03, 2 mm 6.49, 4 mm 8.83 m/s.
        for (diameter, speed) in [(1.0, 4.03), (2.0, 6.49), (4.0, 8.83)] {
            assert!((terminal_speed(diameter) - speed).abs() < 0.12);
        }
    }

    #[test]
    fn half_of_the_drops_exceed_the_median() {
        let rain = Rainfall::new(12.0);
        let median = rain.diameter(2.0, 0.5);
        let share = rain.concentration(median) / rain.concentration(2.0);
        assert!((share - 0.5).abs() < 1e-9);
    }

    #[test]
    fn no_rain_has_no_drops() {
        for rate in [0.0, -1.0, f64::NAN] {
            let rain = Rainfall::new(rate);
            assert_eq!(
                (rain.rate(), rain.arrivals(0.0), rain.concentration(0.0)),
                (0.0, 0.0, 0.0)
            );
            assert_eq!((rain.diameter(2.0, 0.3), rain.extinction()), (2.0, 0.0));
        }
    }
}
