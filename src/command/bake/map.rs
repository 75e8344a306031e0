//! The contents of each map, at a point of a tile.
//!
//! ```text
//! displacement (λDx, h, λDz)       normal ∝ ∂P/∂z × ∂P/∂x with P = (x + λDx, h, z + λDz)
//! strain (Jxx − 1, Jzz − 1, Jxz)          = (Jxz·∂zh − Jzz·∂xh, J, Jxz·∂xh − Jxx·∂zh)
//! ```
//!
//! The normal is not a sum of those of the tiles and can't be derived from them: slope and strain are sums, from which it follows.
//!
//! Where the surface has folded over (J < 0) that normal points down; the map then has the normal of the side seen from above. See
//! docs/models.md: §0 for the axes, §9 and §9b for the rest.

use crate::command::arguments::{MapName, NormalY};
use crate::sea::{Fields, OceanState, Sea};
use serde::Serialize;

/// A channel of a map.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Channel {
    /// The letter of the channel.
    pub channel: &'static str,
    /// Description of its numbers.
    pub holds: &'static str,
    /// Their unit; 1 for none.
    pub unit: &'static str,
}

const fn channel(channel: &'static str, holds: &'static str, unit: &'static str) -> Channel {
    Channel {
        channel,
        holds,
        unit,
    }
}

/// The channels of a map: one, for grey, or three.
pub fn channels(map: MapName, normal_y: NormalY) -> [Option<Channel>; 3] {
    let grey = |holds, unit| [Some(channel("Y", holds, unit)), None, None];
    let colours = |holds: [&'static str; 3], unit| {
        let [r, g, b] = holds;
        [("R", r), ("G", g), ("B", b)].map(|(name, holds)| Some(channel(name, holds, unit)))
    };
    match map {
        MapName::Height => grey("height above the rest level", "m"),
        MapName::Displacement => colours(
            [
                "what to add to x",
                "what to add to y, the height",
                "what to add to z",
            ],
            "m",
        ),
        MapName::Normal => colours(
            [
                "x of the unit normal",
                match normal_y {
                    NormalY::Up => "-z of the unit normal",
                    NormalY::Down => "z of the unit normal",
                },
                "y of the unit normal, up",
            ],
            "1",
        ),
        MapName::Slope => colours(["dh/dx", "dh/dz", "nothing, 0"], "1"),
        MapName::Strain => colours(
            [
                "d/dx of what is added to x",
                "d/dz of what is added to z",
                "d/dz of what is added to x, and d/dx of what is added to z",
            ],
            "1",
        ),
        MapName::Foam => grey("part of the surface that is foam", "1"),
        MapName::Jacobian => grey(
            "area that a piece of the surface has left, of 1; below 0 it is folded over",
            "1",
        ),
    }
}

/// The value of a flat sea in a map.
pub fn rest(map: MapName) -> f64 {
    if map == MapName::Jacobian { 1.0 } else { 0.0 }
}

/// The values of a map at the points of tile number `tile`, by their row-major index; 0 for absent channels. Foam and Jacobian are those of
/// the whole sea at the points of the largest cascade.
pub fn values<'a>(
    map: MapName,
    sea: &Sea,
    state: &'a OceanState,
    tile: usize,
    normal_y: NormalY,
) -> Box<dyn Fn(usize) -> [f32; 3] + 'a> {
    let lambda = -sea.choppiness() as f32;
    let Fields {
        height,
        slope: [slope_x, slope_z],
        displacement: [along_x, along_z],
        ..
    } = &state.patches()[tile];
    match map {
        MapName::Height => Box::new(|at| [height.cells()[at], 0.0, 0.0]),
        MapName::Displacement => Box::new(move |at| {
            [
                lambda * along_x.cells()[at],
                height.cells()[at],
                lambda * along_z.cells()[at],
            ]
        }),
        MapName::Normal => {
            let fields = &state.patches()[tile];
            Box::new(move |at| {
                let [x, y, z] = normal(fields, lambda, at);
                match normal_y {
                    NormalY::Up => [x, -z, y],
                    NormalY::Down => [x, z, y],
                }
            })
        }
        MapName::Slope => Box::new(|at| [slope_x.cells()[at], slope_z.cells()[at], 0.0]),
        MapName::Strain => {
            let strain = state.patches()[tile].strain.each_ref();
            Box::new(move |at| strain.map(|grid| lambda * grid.cells()[at]))
        }
        MapName::Foam => Box::new(|at| [state.foam().cells()[at], 0.0, 0.0]),
        MapName::Jacobian => Box::new(|at| [state.jacobian().cells()[at], 0.0, 0.0]),
    }
}

/// The unit normal (x, y, z) of the displaced surface at the point with this index, y ≥ 0.
fn normal(fields: &Fields, lambda: f32, at: usize) -> [f32; 3] {
    let of = |grid: &crate::grid::Grid<f32>| f64::from(grid.cells()[at]);
    let lambda = f64::from(lambda);
    let [slope_x, slope_z] = fields.slope.each_ref().map(of);
    let [xx, zz, xz] = fields.strain.each_ref().map(|grid| lambda * of(grid));
    let (xx, zz) = (1.0 + xx, 1.0 + zz);
    let [x, y, z] = [
        xz * slope_z - zz * slope_x,
        xx * zz - xz * xz,
        xz * slope_x - xx * slope_z,
    ];
    let length = (x * x + y * y + z * z).sqrt();
    if length > 0.0 {
        let scale = if y < 0.0 { -1.0 } else { 1.0 } / length;
        [x, y, z].map(|part| (part * scale) as f32)
    } else {
        // A point at which the surface is degenerate has no unique normal.
        [0.0, 1.0, 0.0]
    }
}
