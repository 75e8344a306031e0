//! The ripple worked out anew, and a scene for it.

/// The ripple, straight from its formula, on (columns, rows) with walls of 0.
pub struct Reference {
    columns: i64,
    rows: i64,
    damping: i64,
    bits: i64,
    current: Vec<i64>,
    previous: Vec<i64>,
}

impl Reference {
    pub fn new(columns: i64, rows: i64, damping: i64, bits: i64) -> Self {
        let rest = vec![0; (columns * rows) as usize];
        Self {
            columns,
            rows,
            damping,
            bits,
            current: rest.clone(),
            previous: rest,
        }
    }

    fn at(&self, x: i64, z: i64) -> usize {
        (z * self.columns + x) as usize
    }

    pub fn stone(&mut self, (x, z): (i64, i64), radius: f64, weight: i64) {
        for row in 1..self.rows - 1 {
            for column in 1..self.columns - 1 {
                let square = (column - x).pow(2) + (row - z).pow(2);
                if (square as f64) < radius * radius {
                    let at = self.at(column, row);
                    self.current[at] = (-weight * 2_i64.pow(self.bits as u32)).clamp(-32768, 32767);
                }
            }
        }
    }

    pub fn step(&mut self) {
        let mut next = self.current.clone();
        for z in 1..self.rows - 1 {
            for x in 1..self.columns - 1 {
                let near = [(x - 1, z), (x + 1, z), (x, z - 1), (x, z + 1)];
                let sum: i64 = near.iter().map(|&(x, z)| self.current[self.at(x, z)]).sum();
                let height = sum.div_euclid(2) - self.previous[self.at(x, z)];
                let height = height - height.div_euclid(1 << self.damping);
                let at = self.at(x, z);
                next[at] = height.clamp(-32768, 32767);
            }
        }
        self.previous = std::mem::replace(&mut self.current, next);
    }

    /// What happens in the scene of [`reference`], in 37 steps.
    pub fn play(&mut self) {
        for step in 0..37 {
            if step == 0 {
                self.stone((39, 0), 3.5, -32768);
            }
            if step == 10 {
                self.stone((20, 7), 4.0, 100);
            }
            if step == 20 {
                (4..=12).for_each(|x| self.stone((x, 15), 2.0, 40));
            }
            self.step();
        }
    }

    /// How much each cell rose with the last step, in weights.
    pub fn velocity(&self) -> Vec<f32> {
        let unit = 2_f32.powi(self.bits as i32);
        let pairs = self.current.iter().zip(&self.previous);
        pairs
            .map(|(now, before)| (now - before) as f32 / unit)
            .collect()
    }

    /// The heights in weights.
    pub fn field(&self) -> Vec<f32> {
        let unit = 2_f32.powi(self.bits as i32);
        self.current
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
    water.play();
    (scene, water)
}
