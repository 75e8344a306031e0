//! An axis: its quantity, unit, ends and ticks.

/// The scale of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences have equal lengths.
    Linear,
    /// Equal ratios have equal lengths.
    Logarithmic,
}

/// One axis of a panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The quantity.
    pub name: String,
    /// The unit; empty without one.
    pub unit: &'static str,
    /// The scale.
    pub scale: Scale,
    /// The number at its low end.
    pub low: f64,
    /// The number at its high end, above the low one.
    pub high: f64,
}

/// Tolerance for the rounding of a tick at the end of the axis.
const SLACK: f64 = 1e-9;

impl Axis {
    /// A linear axis. Ends that are equal or NaN are replaced by 0 and 1.
    pub fn linear(name: impl Into<String>, unit: &'static str, low: f64, high: f64) -> Self {
        let fits = low.is_finite() && high.is_finite() && low < high;
        let (low, high) = if fits { (low, high) } else { (0.0, 1.0) };
        Self {
            name: name.into(),
            unit,
            scale: Scale::Linear,
            low,
            high,
        }
    }

    /// A logarithmic axis. Ends that are not positive, equal or NaN are replaced by 1 and 10.
    pub fn logarithmic(name: impl Into<String>, unit: &'static str, low: f64, high: f64) -> Self {
        let fits = low > 0.0 && high.is_finite() && low < high;
        let (low, high) = if fits { (low, high) } else { (1.0, 10.0) };
        Self {
            name: name.into(),
            unit,
            scale: Scale::Logarithmic,
            low,
            high,
        }
    }

    /// The name with its unit.
    pub fn title(&self) -> String {
        match self.unit {
            "" => self.name.clone(),
            unit => format!("{} ({unit})", self.name),
        }
    }

    /// The position of a number: 0 at the low end, 1 at the high one. NaN or −∞ if it has none.
    pub fn fraction(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Logarithmic => (value / self.low).ln() / (self.high / self.low).ln(),
        }
    }

    /// The number at a position: the inverse of [`Axis::fraction`].
    pub fn value(&self, fraction: f64) -> f64 {
        match self.scale {
            Scale::Linear => self.low + fraction * (self.high - self.low),
            Scale::Logarithmic => self.low * (self.high / self.low).powf(fraction),
        }
    }

    /// Round numbers along the axis, at most about `most` of them, ascending.
    pub fn ticks(&self, most: usize) -> Vec<f64> {
        let most = most.max(2);
        let inside = |tick: &f64| (-SLACK..=1.0 + SLACK).contains(&self.fraction(*tick));
        match self.scale {
            Scale::Linear => {
                let step = round_step((self.high - self.low) / most as f64);
                let first = (self.low / step - SLACK).ceil() as i64;
                let last = (self.high / step + SLACK).floor() as i64;
                // Products, not sums: 0.3 stays 0.3.
                (first..=last).map(|index| index as f64 * step).collect()
            }
            Scale::Logarithmic => {
                let (low, high) = (self.low.log10(), self.high.log10());
                let (first, last) = (low.floor() as i32, high.ceil() as i32);
                let whole = (high - low).ceil().max(1.0) as usize;
                let every = whole.div_ceil(most).max(1) as i32;
                let between: &[f64] = match most / whole {
                    0 | 1 => &[1.0],
                    2 => &[1.0, 3.0],
                    _ => &[1.0, 2.0, 5.0],
                };
                (first..=last)
                    .filter(|decade| decade.rem_euclid(every) == 0)
                    .flat_map(|decade| between.iter().map(move |digit| digit * power(decade)))
                    .filter(inside)
                    .collect()
            }
        }
    }

    /// The label of a tick: with the digits it needs, or with an exponent; on a logarithmic axis all labels in the same form.
    pub fn label(&self, tick: f64) -> String {
        let size = tick.abs();
        if size < 1e-12 * (self.high - self.low).abs() {
            return "0".to_owned();
        }
        let is_plain = match self.scale {
            Scale::Linear => (1e-6..1e6).contains(&size),
            Scale::Logarithmic => self.low > 0.99e-4 && self.high < 1e6,
        };
        if is_plain {
            // No more digits than a round number has.
            let digits = (4 - size.log10().floor() as i32).clamp(0, 10) as usize;
            let text = format!("{tick:.digits$}");
            let text = match text.contains('.') {
                true => text.trim_end_matches('0').trim_end_matches('.'),
                false => &text,
            };
            return signed(text);
        }
        let exponent = (size.log10() + SLACK).floor() as i32;
        let digit = (tick / power(exponent)).round() as i64;
        match exponent {
            0 => digit.to_string(),
            _ => signed(&format!("{digit}e{exponent}")),
        }
    }
}

/// With a minus sign instead of a hyphen.
fn signed(number: &str) -> String {
    number.replace('-', "−")
}

/// 10 to an integer power, exact to the nearest double.
fn power(exponent: i32) -> f64 {
    // Parsed, not multiplied: 10⁻³ is the number nearest to 0.001.
    format!("1e{exponent}").parse().unwrap_or(f64::NAN)
}

/// The smallest of 1, 2 and 5 times a power of ten that is not less than `lowest`.
fn round_step(lowest: f64) -> f64 {
    let decade = lowest.log10().floor() as i32;
    let steps =
        [decade, decade + 1].map(|decade| [1.0, 2.0, 5.0].map(|digit| digit * power(decade)));
    let mut steps = steps.into_iter().flatten();
    steps
        .find(|step| *step >= lowest * (1.0 - SLACK))
        .unwrap_or(lowest)
}
