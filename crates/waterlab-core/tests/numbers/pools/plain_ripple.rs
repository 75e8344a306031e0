//! An independent implementation of the ripple in 64 bits, from docs/models.md §1, with edges of 0.

// Each test binary uses its own part of this module.
#![allow(dead_code)]

/// How the 2^−s part of a height is rounded.
pub type Divide = fn(i64, i64) -> i64;

/// Toward −∞, as the arithmetic shift does.
pub const FLOOR: Divide = |a, b| a.div_euclid(b);

/// Toward zero, as `/` does.
pub const TRUNCATE: Divide = |a, b| a / b;

pub struct PlainRipple {
    columns: i64,
    rows: i64,
    pub now: Vec<i64>,
    pub before: Vec<i64>,
    part: i64,
    part_of: Divide,
    /// Fractional bits of a weight.
    pub bits: u32,
}

impl PlainRipple {
    pub fn new(columns: i64, rows: i64, damping: u32, part_of: Divide) -> Self {
        let cells = vec![0; (columns * rows) as usize];
        Self {
            columns,
            rows,
            now: cells.clone(),
            before: cells,
            part: 1 << damping,
            part_of,
            bits: 0,
        }
    }

    fn at(&self, column: i64, row: i64) -> i64 {
        self.now[(row * self.columns + column) as usize]
    }

    pub fn step(&mut self) {
        let mut next = vec![0; self.now.len()];
        for row in 1..self.rows - 1 {
            for column in 1..self.columns - 1 {
                let sum = self.at(column - 1, row)
                    + self.at(column + 1, row)
                    + self.at(column, row - 1)
                    + self.at(column, row + 1);
                let index = (row * self.columns + column) as usize;
                let free = sum.div_euclid(2) - self.before[index];
                let damped = free - (self.part_of)(free, self.part);
                next[index] = damped.clamp(-32_768, 32_767);
            }
        }
        self.before = std::mem::replace(&mut self.now, next);
    }

    pub fn stone(&mut self, centre: (i64, i64), radius: f64, weight: i64) {
        for row in 1..self.rows - 1 {
            for column in 1..self.columns - 1 {
                let (dx, dy) = ((column - centre.0) as f64, (row - centre.1) as f64);
                if dx * dx + dy * dy < radius * radius {
                    let count = -weight << self.bits;
                    self.now[(row * self.columns + column) as usize] = count.clamp(-32_768, 32_767);
                }
            }
        }
    }

    pub fn mean(&self) -> f64 {
        self.now.iter().sum::<i64>() as f64 / self.now.len() as f64
    }

    pub fn is_calm(&self) -> bool {
        self.now.iter().chain(&self.before).all(|&count| count == 0)
    }
}
