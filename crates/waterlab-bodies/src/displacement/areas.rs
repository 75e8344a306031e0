//! `Areas`: parts of a grid, as disjoint rectangles of cells.

/// A rectangle of cells: first and last column, first and last row.
pub(super) type Area = [usize; 4];

/// Disjoint rectangles. Bodies that lie far apart keep one each, so that the cells between them cost nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Areas(Vec<Area>);

impl Areas {
    /// Adds an area. Those that it overlaps become one with it.
    pub(super) fn add(&mut self, mut area: Area) {
        let overlaps = |&[west, east, north, south]: &Area, [w, e, n, s]: Area| {
            west <= e && w <= east && north <= s && n <= south
        };
        while let Some(index) = self.0.iter().position(|other| overlaps(other, area)) {
            let [west, east, north, south] = self.0.swap_remove(index);
            let [w, e, n, s] = area;
            area = [w.min(west), e.max(east), n.min(north), s.max(south)];
        }
        self.0.push(area);
    }

    /// The rectangles.
    pub(super) fn iter(&self) -> impl Iterator<Item = Area> + '_ {
        self.0.iter().copied()
    }

    /// Takes all rectangles out.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = Area> + '_ {
        self.0.drain(..)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_that_overlap_become_one_and_others_stay_apart() {
        let mut areas = Areas::default();
        areas.add([0, 3, 0, 3]);
        areas.add([10, 12, 0, 3]);
        areas.add([4, 5, 0, 3]);
        assert_eq!(areas.iter().count(), 3);
        // It overlaps the second one, and with it the third.
        areas.add([5, 10, 2, 8]);
        let mut found: Vec<_> = areas.drain().collect();
        found.sort();
        assert_eq!(found, [[0, 3, 0, 3], [4, 12, 0, 8]]);
        assert_eq!(areas.iter().count(), 0);
    }
}
