//! A level over time, as a gauge records it.

use crate::grid::Grid;

/// The level at a time, metres, of rows of seconds, which increase, and metres: linear between two rows, and as in the first and the last
/// row before and after. 0 without rows.
pub(super) fn level(series: &Grid<f32>, seconds: f64) -> f64 {
    let row = |index: usize| [0, 1].map(|column| f64::from(series[(column, index)]));
    let rows = series.rows();
    if rows == 0 || series.columns() != 2 {
        return 0.0;
    }
    let mut later = rows;
    let mut first = 0;
    while first < later {
        let middle = (first + later) / 2;
        match row(middle)[0] <= seconds {
            true => first = middle + 1,
            false => later = middle,
        }
    }
    let [from, before] = row(later.saturating_sub(1));
    let [to, after] = row(later.min(rows - 1));
    let part = if to > from {
        (seconds - from) / (to - from)
    } else {
        0.0
    };
    before + (after - before) * part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_linear_between_rows_and_stays_before_and_after() {
        let rows = [[10.0, 1.0], [20.0, 3.0], [21.0, -1.0]];
        let series = Grid::from_cells(2, 3, rows.as_flattened().to_vec()).unwrap();
        for (seconds, wanted) in [
            (-5.0, 1.0),
            (10.0, 1.0),
            (12.5, 1.5),
            (20.0, 3.0),
            (20.25, 2.0),
            (21.0, -1.0),
            (1e9, -1.0),
        ] {
            assert_eq!(level(&series, seconds), wanted, "{seconds}");
        }
        let one = Grid::from_cells(2, 1, vec![5.0, 0.5]).unwrap();
        assert_eq!([0.0, 5.0, 9.0].map(|time| level(&one, time)), [0.5; 3]);
    }
}
