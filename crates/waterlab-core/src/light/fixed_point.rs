//! Fixed point: a scale as an integer and a shift, for products that every processor, CPU or GPU, rounds to the same bits.

/// The number `q / 2^shift`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedPoint {
    /// The multiplier.
    pub q: i32,
    /// The binary places, 0 to 16.
    pub shift: u32,
}

impl FixedPoint {
    /// The most binary places.
    pub const MAX_SHIFT: u32 = 16;

    /// The number nearest to `scale` with |q| ≤ `max` and as many binary places as that leaves. A larger scale becomes
    /// ±`max`; what is not a number becomes 0.
    ///
    /// ```
    /// use waterlab_core::light::FixedPoint;
    ///
    /// assert_eq!(FixedPoint::of(0.25, 32_767), FixedPoint { q: 16_384, shift: 16 });
    /// assert_eq!(FixedPoint::of(7.5, 32_767), FixedPoint { q: 30_720, shift: 12 });
    /// ```
    pub fn of(scale: f64, max: i32) -> Self {
        let limit = f64::from(max);
        let rounded = |shift: u32| (scale * f64::from(1_u32 << shift)).round();
        let (shift, q) = (0..=Self::MAX_SHIFT)
            .rev()
            .map(|shift| (shift, rounded(shift)))
            .find(|(_, q)| q.abs() <= limit)
            .unwrap_or((0, scale.clamp(-limit, limit)));
        // A cast from NaN gives 0.
        Self { q: q as i32, shift }
    }

    /// `value` times the number, rounded to the nearest whole one, halves up: (value·q + ½·2^shift) ≫ shift in 32 bits.
    ///
    /// The caller keeps |value·q| + 2^15 within 31 bits: |value| ≤ 65 535 with |q| ≤ 32 767 does.
    #[inline]
    pub fn times(self, value: i32) -> i32 {
        (value * self.q + ((1 << self.shift) >> 1)) >> self.shift
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_has_as_many_fraction_bits_as_the_limit_allows() {
        let of = |scale| FixedPoint::of(scale, 32_767);
        assert_eq!(of(0.0), FixedPoint { q: 0, shift: 16 });
        assert_eq!(
            of(0.5),
            FixedPoint {
                q: 16_384,
                shift: 15
            }
        );
        assert_eq!(
            of(1.0),
            FixedPoint {
                q: 16_384,
                shift: 14
            }
        );
        // 0.499995 · 2^16 rounds to 32 768, one too many.
        assert_eq!(of(0.499_995).shift, 15);
        assert_eq!(
            of(32_767.0),
            FixedPoint {
                q: 32_767,
                shift: 0
            }
        );
        assert_eq!(
            of(1e300),
            FixedPoint {
                q: 32_767,
                shift: 0
            }
        );
        assert_eq!(of(f64::NAN).q, 0);
        assert_eq!(
            of(-1.9),
            FixedPoint {
                q: -31_130,
                shift: 14
            }
        );
    }

    #[test]
    fn products_round_to_nearest_with_ties_up() {
        let half = FixedPoint::of(0.5, 32_767);
        assert_eq!(
            [-3, -2, -1, 0, 1, 2, 3].map(|value| half.times(value)),
            [-1, -1, 0, 0, 1, 1, 2]
        );
    }

    #[test]
    fn the_largest_products_stay_within_32_bits() {
        for scale in [0.49, 0.5, 1.0, 7.5, 1e9, -1e9] {
            for value in [65_535_i64, -65_535] {
                let number = FixedPoint::of(scale, 32_767);
                let exact = (value * i64::from(number.q) + ((1 << number.shift) >> 1))
                    .div_euclid(1 << number.shift);
                assert_eq!(i64::from(number.times(value as i32)), exact);
            }
        }
    }
}
