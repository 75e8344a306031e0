//! The waves of a Gerstner sea: `[[wave]]`.

use super::Written;
use super::fields::Fields;
use crate::scene::keys::{MAX_WAVES, WAVE};
use crate::scene::tree::Origin;
use crate::scene::{Scene, SceneError};
use crate::sea::{Gerstner, GerstnerWave, STEEPEST};
use crate::water::Model;

/// Sets the waves of every Gerstner sea of the scene. Without one they are rejected, but they are skipped if an option has replaced the
/// model of the file.
pub(super) fn waves(
    scene: &mut Scene,
    tables: Vec<Fields>,
    written: &Written,
) -> Result<(), SceneError> {
    let Some(place) = tables.first().map(|fields| fields.origin.clone()) else {
        return Ok(());
    };
    if let Some(beyond) = tables.get(MAX_WAVES) {
        return Err(beyond.origin.error(format_args!(
            "there are {} [[wave]], but at most {MAX_WAVES} can be summed: leave the smallest out, or take `model = \"sea\"`, \
             which draws any number from a spectrum",
            tables.len()
        )));
    }
    let is_unused = !scene.waters().any(|config| config.model.takes_waves());
    let left_out = is_unused && written.names(Model::takes_waves);
    let mut waves = Vec::with_capacity(tables.len());
    for fields in tables {
        let origin = fields.origin.clone();
        waves.push(wave(fields)?);
        if is_unused && (!left_out || matches!(origin, Origin::Option(_))) {
            return Err(origin.error(format_args!(
                "[[wave]] belongs to gerstner, but `water.model` is {}: remove it, or name that model",
                scene.water.model.name
            )));
        }
    }
    let size = scene.size;
    for config in std::iter::once(&mut scene.water).chain(&mut scene.compare) {
        if config.model.takes_waves() {
            config.waves = waves.clone();
            let (columns, rows) = (size.columns(), size.rows());
            let checked = (config.model).check_of(&config.settings, &waves, size);
            checked.map_err(|error| place.error(error))?;
            let sea = Gerstner::from_settings(&config.settings, &waves, columns, rows);
            warn_of_steepness(&place, &sea);
        }
    }
    Ok(())
}

fn wave(mut fields: Fields) -> Result<GerstnerWave, SceneError> {
    let settings = fields.settings(&WAVE)?;
    fields.finish()?;
    Ok(GerstnerWave {
        length: settings.real("length"),
        amplitude: settings.real("amplitude"),
        direction: settings.real("direction").to_radians(),
        phase: settings.real("phase").to_radians(),
    })
}

/// Warns that waves were lowered because crests would loop.
fn warn_of_steepness(place: &Origin, sea: &Gerstner) {
    let asked = sea.asked_steepness();
    if asked >= 1.0 && sea.steepness() < asked {
        log::warn!(
            "{place}: the waves are too steep together (Σ 2π·amplitude/length is {asked:.3}, and from 1 on crests loop): \
             all amplitudes are divided by {:.4}",
            asked / STEEPEST
        );
    }
}
