//! Constants that Rust and GLSL share. Each is stated once, in Rust; shaders include them as `lib/constants.glsl`.

use super::basin::{self, RIM};
use super::bodies::{ACROSS, BAND, MAX_BODIES, SIDE};
use super::clipmap::EARTH;
use super::colours::{FROUDE, GROWING, HUES, SIGNED};
use super::lit::{
    CORALS, COUNTRY_SEGMENTS, FLOW_PERIOD, FOAM_PERIOD, GLASS, MARGIN, MAX_CAUSTICS, MOTE_SIDE,
    PARTS_MARGIN, SAND_ALBEDO, SAND_PERIOD, SLICES, WATER_BLOCK, distant_lights, rain,
};
use super::short_waves;
use super::worley;
use crate::gl::Include;
use crate::light::{
    FORWARD, FRESH_WATER_INDEX, LOST, LUMINANCE, ROUGHEST, SEA_WATER_INDEX, SKY_PATH, SMEARED,
    STRAIGHT, SUN_DISC_RADIUS, WATER_PHASE, clouds,
};
use crate::tiling::{MIN_BARYCENTRIC, SKEW};
use std::f64::consts::PI;
use std::sync::LazyLock;

/// A constant: its name in GLSL, and the components of a number or a vector.
type Constant = (String, Vec<f64>);

fn constants() -> Vec<Constant> {
    let of = |value: f32| vec![f64::from(value)];
    let vector = |value: &[f32]| value.iter().copied().map(f64::from).collect();
    let radius = f64::from(SUN_DISC_RADIUS);
    let mesh_index = f64::from(basin::INDEX);
    let named = [
        ("PI", vec![PI]),
        // Radians.
        ("SUN_DISC_RADIUS", vec![radius]),
        // Variance along one axis of directions within the sun's disc, and of the slopes that reflect it.
        ("SUN_DISC_VARIANCE", vec![radius * radius / 4.0]),
        ("SUN_SLOPE_VARIANCE", vec![radius * radius / 16.0]),
        ("LUMINANCE", vector(&LUMINANCE.to_array())),
        ("EARTH_RADIUS", of(EARTH)),
        // Refractive indices for red, green and blue; of the mesh view, and its reflectance at normal incidence.
        ("FRESH_WATER_INDEX", FRESH_WATER_INDEX.to_vec()),
        ("SEA_WATER_INDEX", SEA_WATER_INDEX.to_vec()),
        ("MESH_INDEX", vec![mesh_index]),
        (
            "MESH_R0",
            vec![((mesh_index - 1.0) / (mesh_index + 1.0)).powi(2)],
        ),
        // Mean path length of the sky's light over the depth.
        ("SKY_PATH", of(SKY_PATH)),
        // Scattering by particles: the mean cosine, the share of small angles, which counts as unscattered, and the share that a view
        // ray loses. Scattering by water.
        ("FORWARD", of(FORWARD)),
        ("STRAIGHT", of(STRAIGHT)),
        ("LOST", of(LOST)),
        ("WATER_PHASE", vector(&[WATER_PHASE.0, WATER_PHASE.1])),
        // Largest standard deviation of slopes in the table of rough mirrors.
        ("ROUGHEST", vec![ROUGHEST]),
        ("MIN_BARYCENTRIC", vec![MIN_BARYCENTRIC]),
        // Lattice coordinates of a tiling: what v adds to the first, and the factor of v in the second.
        ("TILING_SHEAR", vec![SKEW.0]),
        ("TILING_STRETCH", vec![SKEW.1]),
        // Caustics: maximum irradiance of a texel from one triangle, which half floats can add up; how far parts of cells
        // may lie outside the receiver that they light, texels; number of level planes in a pool.
        ("MAX_CAUSTICS", of(MAX_CAUSTICS)),
        ("PARTS_MARGIN", of(PARTS_MARGIN as f32)),
        ("SLICES", of(SLICES as f32)),
        // Seconds for which a pattern moves with a flow.
        ("FLOW_PERIOD", of(FLOW_PERIOD)),
        // Pixels along each side of a block that is searched for bodies at once.
        ("WATER_BLOCK", of(WATER_BLOCK as f32)),
        // Volumes of bodies: points along each side, and slices in a row.
        ("BODY_SIDE", of(SIDE as f32)),
        ("BODY_ACROSS", of(ACROSS as f32)),
        ("BODY_BAND", of(BAND)),
        ("MAX_BODIES", of(MAX_BODIES as f32)),
        // Metres.
        ("SAND_PERIOD", vec![SAND_PERIOD]),
        ("FOAM_PERIOD", vec![FOAM_PERIOD]),
        ("FOAM_DEVIATION", of(worley::DEVIATION)),
        ("SHORT_DEVIATION", of(short_waves::DEVIATION)),
        ("SHORT_TURN", vector(&short_waves::TURN)),
        ("SHORT_HALVED", of(short_waves::HALVED)),
        ("SHORT_FADING", of(short_waves::FADING)),
        ("FOAM_TEXELS", of(worley::SIDE as f32)),
        ("FOAM_HALVED", vector(&worley::HALVED)),
        ("FOAM_FADING", vector(&worley::FADING)),
        ("SAND_ALBEDO", vector(&SAND_ALBEDO.to_array())),
        ("DISTANT_LIGHTS", of(distant_lights::COUNT as f32)),
        // Rain: side of the patch of rings; seconds of a ring and of a splash; speeds of a ring's edges, m/s; smallest drops with a ring,
        // mm; segments of a ring; rotation between the two patches, cosine and sine; cells of splashes, metres, and droplets of each.
        ("RAIN_PATCH", of(rain::PATCH)),
        ("RAIN_LIFE", of(rain::LIFE)),
        ("RAIN_SPLASH", of(rain::SPLASH)),
        ("RAIN_SLOWEST", of(rain::SPEEDS[0])),
        ("RAIN_FASTEST", of(rain::SPEEDS[1])),
        ("RAIN_SMALLEST", of(rain::SMALLEST)),
        ("RAIN_SEGMENTS", of(rain::SEGMENTS as f32)),
        ("RAIN_ROTATION", rain::TURN.to_vec()),
        ("RAIN_CELL", of(rain::CELL)),
        ("RAIN_DROPLETS", of(rain::DROPLETS as f32)),
        // Side of the cube of particles under a sea, metres.
        ("MOTE_SIDE", vec![MOTE_SIDE]),
        // Maximum number of colonies of coral in a draw call.
        ("CORALS", of(CORALS as f32)),
        // In half lengths of the pool: height of the deck above the rest level, thickness of a tank's panes, margin about the surface,
        // period of the deck's texture, and width of the rim stone around the opening.
        ("RIM_SHARE", of(RIM)),
        ("GLASS_SHARE", of(GLASS)),
        ("MARGIN_SHARE", of(MARGIN)),
        ("DECK_SHARE", vec![2.4]),
        ("COPING_SHARE", vec![0.16]),
        // Segments of the band about the horizon.
        ("COUNTRY_SEGMENTS", of(COUNTRY_SEGMENTS as f32)),
        // As light/sky/clouds.rs describes them.
        ("CLOUD_ALTITUDE", of(clouds::ALTITUDE)),
        ("CLOUD_THICKNESS", of(clouds::THICKNESS)),
        (
            "CLOUD_MIDDLE",
            of(clouds::ALTITUDE + 0.35 * clouds::THICKNESS),
        ),
        ("CLOUD_REPEATS", of(crate::view::clouds::REPEATS)),
        ("CLOUD_SHADOW_HEIGHT", of(clouds::SHADOW_HEIGHT)),
        ("CLOUD_BEND", of(clouds::BEND)),
        ("CLEAR_SIGHT", of(clouds::CLEAR_SIGHT)),
        ("OVERCAST", of(clouds::OVERCAST)),
        ("SMEARED", of(SMEARED)),
        ("HUE_GREEN", vector(&HUES[0])),
        ("HUE_BLUE", vector(&HUES[1])),
    ];
    // Colour maps.
    let colours = |name: &str, colours: &[[f32; 3]]| -> Vec<_> {
        let colour =
            |(index, colour): (usize, &[f32; 3])| (format!("{name}_{index}"), vector(colour));
        colours.iter().enumerate().map(colour).collect()
    };
    let named = named
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value));
    let maps = [
        colours("SIGNED", &SIGNED),
        colours("GROWING", &GROWING),
        colours("FROUDE", &FROUDE),
    ];
    named.chain(maps.concat()).collect()
}

static TEXT: LazyLock<String> = LazyLock::new(|| {
    let line = |(name, value): Constant| {
        let components: Vec<_> = value.iter().map(|part| format!("{part:?}")).collect();
        let of = match value.len() {
            1 => "float".to_owned(),
            count => format!("vec{count}"),
        };
        format!("const {of} {name} = {of}({});\n", components.join(", "))
    };
    constants().into_iter().map(line).collect()
});

/// The generated file.
pub(super) fn file() -> Include {
    ("lib/constants.glsl", &TEXT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, path::Path};

    #[test]
    fn no_shader_repeats_a_shared_constant() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
        let folders = fs::read_dir(folder).expect("shaders");
        let files = folders.flat_map(|folder| fs::read_dir(folder.expect("a folder").path()));
        let mut count = 0;
        for file in files.flatten() {
            let path = file.expect("a file").path();
            let text = fs::read_to_string(&path).expect("a shader");
            count += 1;
            let code = text.lines().filter_map(|line| line.split("//").next());
            let words = code.flat_map(|line| {
                line.split(|letter: char| !(letter.is_alphanumeric() || "._".contains(letter)))
            });
            let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
            for (name, value) in constants() {
                let is_declared = |words: &[&str]| {
                    words[2] == name && words[0] == "const" || words[..2] == ["define", &name]
                };
                let declared = words.windows(3).any(is_declared);
                assert!(!declared, "{}: {name}", path.display());
                let is_same = |word: &str, part: f64| {
                    let number: f64 = word.parse().unwrap_or(f64::NAN);
                    (number - part).abs() <= 1e-3 * part.abs()
                };
                // A single number of few digits has other meanings, too.
                let digits = |number: &str| number.replace('.', "").trim_matches('0').len();
                let shortest = digits(&(value[0] as f32).to_string());
                let is_telling =
                    |words: &[&str]| words.len() > 1 || shortest.min(digits(words[0])) > 2;
                let are_same = |words: &&[&str]| {
                    let mut pairs = words.iter().zip(&value);
                    is_telling(words) && pairs.all(|(word, &part)| is_same(word, part))
                };
                let same = words.windows(value.len()).find(are_same);
                assert!(same.is_none(), "{}: {name} is {same:?}", path.display());
            }
        }
        assert!(count > 90, "{count} files");
    }
}
