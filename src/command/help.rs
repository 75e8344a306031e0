//! The parts of `--help` that are more than a list of options: examples, and every key of a scene.

use crate::scene::keys;
use crate::view::VIEWS;
use crate::water::MODELS;
use std::fmt::Write;

/// Shown after the short help of the program.
pub const MORE: &str = "See `waterlab --help` for the models, the views, and every key of a scene.";

/// After the help of `render`.
pub const RENDER: &str = "\
Examples:
  waterlab render --out pool.png --steps 240
  waterlab render scenes/pond.toml --out pond.gif --seconds 4 --fps 25
  waterlab render --view picture --picture photo.jpg --gl none --out wet.png
  waterlab render scenes/rain.toml --out rain.mp4 --seconds 10 --fps 60 --size 1920x1080
  waterlab render --out frames/%04d.png --seconds 1 --fps 24
  waterlab render lagoon --follow-path --seconds 10 --out dive.mp4
  waterlab render --tour --out tour.mp4
  waterlab render storm --out storm.wav --seconds 20

An .mp4 has the sound of the water; --set sound.volume=0 leaves it out. The scene runs once more for it.

Every key of a scene: waterlab --help";

/// After the help of `field`.
pub const FIELD: &str = "\
Examples:
  waterlab field scenes/stones.toml --steps 90 --out height.npy
  waterlab field --set drop.0.at=[0.5,0.5] --set water.size=[64,64] --steps 20 --out height.csv
  waterlab field scenes/pond.toml --what slope --steps 90 --out slope.exr
  waterlab field scenes/sea.toml --what displacement --time 12.5 --out aside.npy
  waterlab field scenes/dam.toml --what mesh --steps 300 --out flood.glb
  waterlab field scenes/sea.toml --what mesh --time 0 --seconds 4 --fps 25 --out frames/%04d.glb

The field has a row for each row of cells, row 0 first, and a column for each column of cells.
Slope and displacement have two numbers a cell, along x and along z: the last side of the .npy,
neighbours in a line of the .csv, channels R and G of the .exr and of the .png.
For a .png, stdout says what its 0 and its 65535 stand for: the lowest and the highest number;
for depth and spectrum 0 and the highest, for obstruction and foam 0 and 1, so that these can
serve as maps and masks; for slope and displacement a range in which 0 is 32768.
Seas are functions of time: --time takes any, with no steps before it. Step n shows the time
n / steps_per_second. Of a sea, cell (i, j) is the point (i, j) times the size of a cell, and
the field goes on at its other side.
A mesh has triangles that are counter-clockwise as seen from above, and a vertex at the middle of
each cell of water: none in walls, none on dry ground. Of a sea it is one patch, with a row and a
column more, where the next copy joins. Colours go from dark water to white foam; the foam alone is
the alpha of a .glb's colours and the number `foam` of a .ply, whose colours are sRGB like an .obj's.
A sequence has file k at --time plus k / fps, or round(k · steps_per_second / fps) steps after --steps.
Every key of a scene: waterlab --help";

/// After the help of `bake`.
pub const BAKE: &str = "\
Examples:
  waterlab bake --model sea --out maps
  waterlab bake --model sea --period 10 --count 64 --maps displacement,normal,foam --out loop
  waterlab bake --model sea --period 8 --atlas 8x8 --set water.size=[128,128] --out atlas
  waterlab bake gale.toml --period 10 --count 64 --frames 0..16 --out loop

A map has a pixel for each cell of the water (--set water.size=[512,512]), row 0 at the top, and
covers one patch (--set water.patch=200); columns run along +x, rows along +z, y is up.
  height        h in metres
  displacement  (λDx, h, λDz) in metres as R, G, B: what to add to a vertex of the plane
  normal        unit normal of the displaced surface: R along x, B up, G as --normal-y says
  slope         ∂h/∂x, ∂h/∂z as R, G (B is 0)
  strain        ∂(λDx)/∂x, ∂(λDz)/∂z, ∂(λDx)/∂z as R, G, B: with slope, what a normal is made of
  foam          0 to 1
  jacobian      area that a piece of the surface has left, of 1; below 0 it is folded over
.exr holds the numbers themselves. In a .png, level p of n bits stands for
low + p/(2^n - 1)·(high - low); the range depends on the sea alone, never on the frames, and values
outside it are clamped, with a warning. bake.json, beside the maps, describes all of this.
Cascades are baked cascade by cascade, _c0 the largest: add them up, each repeating by its own length;
foam and jacobian are those of the sum, at the points of _c0. Normals of cascades do not add up: with
g the sum of slope and e that of strain over the cascades, the normal of their sum is, made 1 long,
(eB·gG - (1 + eG)·gR, (1 + eR)(1 + eG) - eB², eB·gR - (1 + eR)·gG), turned round where y is below 0.
What disturbs the water in a scene, and its ripples, are not baked.
Every key of a scene: waterlab --help";

/// After the help of `plot`.
pub const PLOT: &str = "\
Examples:
  waterlab plot fresnel --out fresnel.svg
  waterlab plot dispersion --out dispersion.png --size 1920x1740
  waterlab plot dispersion --model wave --set water.depth=0.1 --out wave.svg
  waterlab plot spectrum --set water.wind=14 --set water.fetch=200 --out spectrum.svg
  waterlab plot caustics scenes/sea.toml --depths 1,5,20 --out floor.png
  waterlab plot profile scenes/gale.toml --out crests.svg

An .svg names no font but sans-serif; a .png is drawn with a font of the program's own. Curves differ in
dashes and width, so that they can be distinguished in print without colour.
From a scene, spectrum, caustics, looping and profile take the sea, and profile its start time; dispersion and
energy take the settings of the pool, and show the other pools with their defaults; fresnel takes salt water at
sea; attenuation starts with the water of the lit view; kernel is the same for every scene. If --size has other
proportions than the chart, the text is as large as fits.
Every key of a scene: waterlab --help";

/// After the help of `bench`.
pub const BENCH: &str = "\
Examples:
  waterlab bench
  waterlab bench --json > bench.json";

const EXAMPLES: &str = "\
Examples:
  waterlab                                           a pool in the rain
  waterlab scenes/pond.toml                          a scene from a file
  waterlab --view picture --picture photo.jpg        your picture under water
  waterlab --set rain.drops_per_second=30            a key of the scene, changed
  waterlab render --out pool.png --steps 240         a picture to a file; no display needed";

/// Shown after the long help of the program: examples, models, views, keys; all generated from the descriptions that the program uses.
pub fn program() -> String {
    let mut text = String::from(EXAMPLES);
    let list = |text: &mut String, title: &str, rows: &mut dyn Iterator<Item = (&str, &str)>| {
        let _ = write!(text, "\n\n{title}:");
        for (name, about) in rows {
            let _ = write!(text, "\n  {name:<12} {about}");
        }
    };
    list(
        &mut text,
        "Models",
        &mut MODELS.iter().map(|model| (model.name, model.about)),
    );
    list(
        &mut text,
        "Views",
        &mut VIEWS.iter().map(|view| (view.name, view.about)),
    );
    text += "\n\nScene keys (in a file, or --set TABLE.KEY=VALUE; --set drop.0.KEY=VALUE for the first stone):";
    let keys = keys::all();
    for (table, title) in keys::TABLES {
        let mut keys = keys.iter().filter(|key| key.table == table).peekable();
        if keys.peek().is_none() {
            continue;
        }
        let _ = write!(text, "\n\n  {title}");
        for key in keys {
            let _ = write!(
                text,
                "\n    {:<18} {}\n    {:18} {}; default {}",
                key.name, key.about, "", key.takes, key.default
            );
        }
    }
    text
}
