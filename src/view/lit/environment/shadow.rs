//! The terrace's shadows on its pool on the CPU: what `shadow_map.rs` renders on the GPU, sampled as in `environment/terrace_light.glsl`.

use super::plan::Plan;
use crate::grid::Grid;
use glam::{IVec2, Vec2, Vec3};

/// Range about the rest level within which the surface is expected, in half lengths of the pool.
const WAVES: f32 = 0.3;

/// The sun's visibility on the water.
pub(in crate::view::lit) struct Shadow {
    /// Shadow height of the texels about the pool: height above the deck of the highest blocker on the ray toward the sun.
    heights: Grid<f32>,
    /// First of these texels in the whole plan.
    first: IVec2,
    /// Size of the whole plan, texels.
    texels: Vec2,
    /// Half extents of the plan.
    extent: Vec2,
    /// Horizontal offset toward the sun for each metre above the deck.
    aside: Vec2,
    /// Height of the deck above the rest level.
    rim: f32,
    /// Minimum height of a blocker above the point that it shadows.
    bias: f32,
}

impl Shadow {
    /// The shadows of triangles (three corners each) with the sun in direction `toward`, on a plan of `size` texels.
    pub(super) fn new(plan: &Plan, triangles: &[Vec3], toward: Vec3, size: (usize, usize)) -> Self {
        let texels = Vec2::new(size.0 as f32, size.1 as f32);
        let aside = Vec2::new(toward.x, toward.z) / toward.y;
        let mut shadow = Self {
            heights: Grid::new(1, 1, 0.0),
            first: IVec2::ZERO,
            texels,
            extent: plan.extent(),
            aside,
            rim: plan.rim(),
            bias: 0.02 + 1.5 * plan.extent().x / texels.x,
        };
        let reach = plan.half + aside.abs() * (plan.rim() + WAVES * plan.half.max_element());
        let whole = texels.as_ivec2() - 1;
        let corner = |ground: Vec2| shadow.place(ground).floor().as_ivec2();
        let first = (corner(-reach) - 1).clamp(IVec2::ZERO, whole);
        let last = (corner(reach) + 2).clamp(IVec2::ZERO, whole);
        let [columns, rows] = (last - first + 1).to_array().map(|side| side as usize);
        shadow.first = first;
        shadow.heights = Grid::new(columns, rows, 0.0);
        for triangle in triangles.chunks_exact(3) {
            shadow.throw([triangle[0], triangle[1], triangle[2]]);
        }
        shadow
    }

    /// Texel coordinates of a point of the ground, from the centre of the first texel.
    fn place(&self, ground: Vec2) -> Vec2 {
        (0.5 + 0.5 * ground / self.extent) * self.texels - 0.5
    }

    /// Projects a triangle onto the deck along the sun's rays.
    fn throw(&mut self, triangle: [Vec3; 3]) {
        let high = triangle.map(|corner| corner.y - self.rim);
        let first = self.first.as_vec2();
        let at = [0, 1, 2].map(|index: usize| {
            let corner = triangle[index];
            self.place(Vec2::new(corner.x, corner.z) - self.aside * high[index]) - first
        });
        let area = (at[1] - at[0]).perp_dot(at[2] - at[0]);
        let size = IVec2::new(self.heights.columns() as i32, self.heights.rows() as i32);
        let low = at[0].min(at[1]).min(at[2]).ceil().as_ivec2();
        let end = at[0].max(at[1]).max(at[2]).floor().as_ivec2() + 1;
        let (low, end) = (low.max(IVec2::ZERO), end.min(size));
        if area == 0.0 || !area.is_finite() {
            return;
        }
        for row in low.y..end.y {
            for column in low.x..end.x {
                let texel = Vec2::new(column as f32, row as f32);
                let part =
                    |one: usize, other: usize| (at[one] - texel).perp_dot(at[other] - texel) / area;
                let parts = [part(1, 2), part(2, 0), part(0, 1)];
                if parts.iter().any(|part| *part < 0.0) {
                    continue;
                }
                let over: f32 = parts.iter().zip(high).map(|(part, high)| part * high).sum();
                let highest = &mut self.heights[(column as usize, row as usize)];
                *highest = highest.max(over);
            }
        }
    }

    /// Visibility of the sun at a point of the water, 0 to 1.
    pub(in crate::view::lit) fn sun_at(&self, point: Vec3) -> f32 {
        let high = point.y - self.rim;
        let at = self.place(Vec2::new(point.x, point.z) - self.aside * high);
        let (low, part) = (at.floor(), at - at.floor());
        let low = low.as_ivec2() - self.first;
        let last = IVec2::new(self.heights.columns() as i32, self.heights.rows() as i32) - 1;
        let bias = high.max(0.0) + self.bias;
        let free = |x: i32, z: i32| {
            let texel = (low + IVec2::new(x, z)).clamp(IVec2::ZERO, last);
            let over = self.heights[(texel.x as usize, texel.y as usize)];
            f32::from(u8::from(over <= bias))
        };
        let mix = |one: f32, other: f32, part: f32| one + (other - one) * part;
        let rows = [0, 1].map(|row| mix(free(0, row), free(1, row), part.x));
        mix(rows[0], rows[1], part.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_throws_its_shadow_along_the_suns_rays_and_nowhere_else() {
        let plan = Plan::new(Vec2::ONE);
        let toward = Vec3::new(0.6, 0.8, 0.0);
        // Level, 0.4 above the deck, from x = 0.1 to 0.5 and z = −0.2 to 0.2.
        let high = plan.rim() + 0.4;
        let corner = |x, z| Vec3::new(x, high, z);
        let [a, b] = [corner(0.1, -0.2), corner(0.5, -0.2)];
        let [c, d] = [corner(0.5, 0.2), corner(0.1, 0.2)];
        let shadow = Shadow::new(&plan, &[a, b, c, a, c, d], toward, (1024, 1024));
        // At the rest level the shadow is shifted by the whole height.
        let thrown = high * 0.6 / 0.8;
        let sun = |x: f32, z: f32| shadow.sun_at(Vec3::new(x, 0.0, z));
        assert_eq!(sun(0.3 - thrown, 0.0), 0.0);
        for (x, z) in [(0.13, 0.17), (0.47, -0.17), (0.13, -0.17)] {
            assert_eq!(sun(x - thrown, z), 0.0, "{x}, {z}");
        }
        for (x, z) in [(0.07, 0.0), (0.53, 0.0), (0.3, 0.23), (0.3, -0.23)] {
            assert_eq!(sun(x - thrown, z), 1.0, "{x}, {z}");
        }
        // Above, the shadow is shifted less; over the board there is none.
        assert_eq!(shadow.sun_at(Vec3::new(0.1, 0.25, 0.0)), 0.0);
        assert_eq!(shadow.sun_at(Vec3::new(0.3, high + 0.1, 0.0)), 1.0);
    }
}
