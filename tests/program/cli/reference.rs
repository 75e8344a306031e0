//! An independent implementation of the ripple, and a scene for it.

use super::plain_ripple::{FLOOR, PlainRipple};

/// The plain ripple in the scene of [`reference`].
pub struct Reference(pub PlainRipple);

impl Reference {
    pub fn new(columns: i64, rows: i64, damping: u32, bits: u32) -> Self {
        let mut ripple = PlainRipple::new(columns, rows, damping, FLOOR);
        ripple.bits = bits;
        Self(ripple)
    }

    /// Runs the 37 steps of the scene of [`reference`].
    pub fn simulation(&mut self) {
        for step in 0..37 {
            if step == 0 {
                self.0.stone((39, 0), 3.5, -32768);
            }
            if step == 10 {
                self.0.stone((20, 7), 4.0, 100);
            }
            if step == 20 {
                (4..=12).for_each(|x| self.0.stone((x, 15), 2.0, 40));
            }
            self.0.step();
        }
    }

    /// How much each cell rose in the last step, in weights.
    pub fn velocity(&self) -> Vec<f32> {
        let unit = 2_f32.powi(self.0.bits as i32);
        let pairs = self.0.now.iter().zip(&self.0.before);
        pairs
            .map(|(now, before)| (now - before) as f32 / unit)
            .collect()
    }

    /// The heights in weights.
    pub fn field(&self) -> Vec<f32> {
        let unit = 2_f32.powi(self.0.bits as i32);
        self.0
            .now
            .iter()
            .map(|&count| count as f32 / unit)
            .collect()
    }
}

/// A scene for the reference, and the reference after its 37 steps.
pub fn reference() -> (&'static str, Reference) {
    let scene = "
        [water]
        size = [40, 30]
        damping = 4
        fraction_bits = 2
        [[drop]]
        step = 10
        at = [0.5, 0.25]
        radius = 4
        weight = 100
        [[drop]]
        at = [1.0, 0.0]
        radius = 3.5
        weight = -32768
        [[stroke]]
        step = 20
        from = [0.1, 0.5]
        to = [0.3, 0.5]
        radius = 2
        weight = 40
        ";
    let mut water = Reference::new(40, 30, 4, 2);
    water.simulation();
    (scene, water)
}
