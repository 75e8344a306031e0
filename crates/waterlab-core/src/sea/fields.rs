//! `Fields`: the fields of one patch of a sea at one time (docs/models.md §9).

use super::Patch;
use crate::grid::Grid;
use std::ops::Range;

/// The fields of one patch at one time, each columns × rows, row-major; cell (i, j) is the point (i, j)·spacing of the patch.
#[derive(Clone, Debug, PartialEq)]
pub struct Fields {
    /// Height h in metres.
    pub height: Grid<f32>,
    /// Slope ∂h/∂x and ∂h/∂z, dimensionless: ik·h̃.
    pub slope: [Grid<f32>; 2],
    /// Horizontal displacement D along x and z in metres, −i(k/|k|)·h̃; the surface lies at x + λD (displacement map).
    pub displacement: [Grid<f32>; 2],
    /// Derivatives of the displacement, from which the Jacobian follows: ∂Dx/∂x, ∂Dz/∂z and ∂Dx/∂z = ∂Dz/∂x, dimensionless.
    pub strain: [Grid<f32>; 3],
}

impl Fields {
    /// A flat sea on `patch`: every cell 0.
    pub fn new(patch: &Patch) -> Self {
        let grid = || Grid::new(patch.columns, patch.rows, 0.0);
        Self {
            height: grid(),
            slope: [grid(), grid()],
            displacement: [grid(), grid()],
            strain: [grid(), grid(), grid()],
        }
    }

    /// The range of [`Fields::grids`] with the height.
    pub(super) const HEIGHT: Range<usize> = 0..1;
    /// The range with the strain.
    pub(super) const STRAIN: Range<usize> = 5..8;
    /// The range of all grids.
    pub(super) const ALL: Range<usize> = 0..8;

    /// Every grid, in the order of declaration.
    pub fn grids(&self) -> [&Grid<f32>; 8] {
        let [slope_x, slope_z] = &self.slope;
        let [displacement_x, displacement_z] = &self.displacement;
        let [strain_x, strain_z, shear] = &self.strain;
        [
            &self.height,
            slope_x,
            slope_z,
            displacement_x,
            displacement_z,
            strain_x,
            strain_z,
            shear,
        ]
    }

    /// Every grid, mutable, in the same order.
    pub fn grids_mut(&mut self) -> [&mut Grid<f32>; 8] {
        let [slope_x, slope_z] = &mut self.slope;
        let [displacement_x, displacement_z] = &mut self.displacement;
        let [strain_x, strain_z, shear] = &mut self.strain;
        [
            &mut self.height,
            slope_x,
            slope_z,
            displacement_x,
            displacement_z,
            strain_x,
            strain_z,
            shear,
        ]
    }

    /// The grids in the range `these`, each with its index among all of them.
    pub(super) fn some_mut(
        &mut self,
        these: Range<usize>,
    ) -> impl Iterator<Item = (usize, &mut Grid<f32>)> {
        let grids = self.grids_mut().into_iter().enumerate();
        grids.take(these.end).skip(these.start)
    }
}
