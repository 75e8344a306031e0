//! Checks that all output consists of finite numbers.

use crate::heights::Heights;
use crate::scene::Simulation;
use anyhow::{Result, anyhow};

/// An error if one of the `numbers`, row-major, `each` of them per cell, of a grid of `columns` is not finite; `what` and `when` describe
/// them.
pub fn check(
    what: &str,
    when: &str,
    (columns, each): (usize, usize),
    numbers: &[f32],
) -> Result<()> {
    match numbers.iter().position(|number| !number.is_finite()) {
        None => Ok(()),
        Some(at) => Err(lost(what, when, columns, at / each, numbers[at])),
    }
}

/// An error if the surface of a water is not finite.
pub fn check_simulation(simulation: &Simulation) -> Result<()> {
    for water in simulation.waters() {
        if let Heights::Metres(heights) = water.heights() {
            let what = format!("the height of {}", water.model().name);
            let cells = (heights.columns(), 1);
            check(&what, &after(simulation.step()), cells, heights.cells())?;
        }
    }
    Ok(())
}

/// The description of the time after `steps`.
pub fn after(steps: u64) -> String {
    format!("after {steps} steps")
}

/// The description of a time in seconds.
pub fn at(seconds: f64) -> String {
    format!("at {seconds} s")
}

/// The error for cell number `cell` with the value `number`.
pub fn lost(what: &str, when: &str, columns: usize, cell: usize, number: f32) -> anyhow::Error {
    anyhow!(
        "{what} is {number} in column {} of row {} {when}: the water has run away, and nothing is written; \
         take more damping, lighter stones or a smaller time step, or of a sea lower waves",
        cell % columns,
        cell / columns
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_number_that_is_not_finite_is_told_with_its_place() {
        let mut numbers = [0.5_f32; 12];
        assert!(check("h", "now", (4, 1), &numbers).is_ok());
        numbers[3] = f32::MAX;
        assert!(check("h", "now", (4, 1), &numbers).is_ok());
        // Column 2 of row 1, and one behind it.
        numbers[6] = f32::NAN;
        numbers[11] = f32::INFINITY;
        let said = check("the height of wave", &after(40), (4, 1), &numbers).unwrap_err();
        let said = said.to_string();
        for part in [
            "the height of wave is NaN",
            "column 2 of row 1",
            "after 40 steps",
        ] {
            assert!(said.contains(part), "{said}");
        }
        numbers[6] = 0.0;
        let said = check("h", &at(2.5), (4, 1), &numbers)
            .unwrap_err()
            .to_string();
        assert!(said.contains("inf in column 3 of row 2 at 2.5 s"), "{said}");
        // Of two numbers a cell the last is the second of cell 5: column 1 of row 2, in 2 columns.
        let said = check("h", "now", (2, 2), &numbers).unwrap_err().to_string();
        assert!(said.contains("column 1 of row 2"), "{said}");
    }
}
