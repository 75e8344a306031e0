//! `RippledSea`: a sea as a water to play with. It steps through time, and pokes leave a pool's ripples on top of it.

use crate::grid::Grid;
use crate::heights::{Heights, Tile, Tiles};
use crate::parameter::{ParameterError, Reading, Settings};
use crate::pool::{Disturbance, Model, Obstruction, Size, Surface, Water};
use crate::sea::{KINDS, Moment, Sea, SeaKind};
use std::borrow::Cow;
use std::cell::{Cell, OnceCell};

/// Gerstner waves, in [`super::MODELS`].
pub(super) static GERSTNER: Model = model(
    KINDS[0],
    |settings, size| KINDS[0].check(settings, size.columns(), size.rows()),
    |size| Box::new(RippledSea::new(KINDS[0], size)),
);

/// The spectral sea, in [`super::MODELS`].
pub(super) static SPECTRAL: Model = model(
    KINDS[1],
    |settings, size| KINDS[1].check(settings, size.columns(), size.rows()),
    |size| Box::new(RippledSea::new(KINDS[1], size)),
);

const fn model(
    kind: &'static SeaKind,
    check: fn(&Settings, Size) -> Result<(), ParameterError>,
    make: fn(Size) -> Box<dyn Water>,
) -> Model {
    Model {
        name: kind.name,
        title: kind.title,
        about: kind.about,
        parameters: kind.parameters,
        presets: kind.presets,
        maps: &[],
        check,
        make,
    }
}

/// A sea that is stepped and poked.
pub struct RippledSea {
    kind: &'static SeaKind,
    size: Size,
    settings: Settings,
    sea: Sea,
    seconds_per_step: f64,
    time: f64,
    /// What the sea is now, computed when somebody looks.
    moment: OnceCell<Box<Moment>>,
    /// Memory for it meanwhile.
    spare: Cell<Option<Box<Moment>>>,
    revision: u64,
}

impl RippledSea {
    /// The sea with every parameter at its default, at time 0.
    pub fn new(kind: &'static SeaKind, size: Size) -> Self {
        let settings = Settings::new(kind.parameters);
        let sea = (kind.make)(&settings, size.columns(), size.rows());
        Self {
            kind,
            size,
            sea,
            settings,
            seconds_per_step: 1.0 / 60.0,
            time: 0.0,
            moment: OnceCell::new(),
            spare: Cell::new(None),
            revision: 0,
        }
    }

    /// The sea below the ripples, as it is now.
    pub fn moment(&self) -> &Moment {
        self.moment.get_or_init(|| {
            let mut moment = self
                .spare
                .take()
                .unwrap_or_else(|| Box::new(self.sea.moment()));
            self.sea.compute_with_foam(self.time, &mut moment);
            moment
        })
    }

    /// The sea is another: what it is now must be computed anew.
    fn changed(&mut self) {
        if let Some(moment) = self.moment.take() {
            self.spare.set(Some(moment));
        }
        self.revision += 1;
    }
}

impl Water for RippledSea {
    fn model(&self) -> &'static Model {
        super::named(self.kind.name).unwrap_or(super::MODELS[0])
    }

    fn size(&self) -> Size {
        self.size
    }

    fn step(&mut self) {
        self.time += self.seconds_per_step;
        self.changed();
    }

    fn disturb(&mut self, _disturbance: &Disturbance) {}

    fn heights(&self) -> Heights<'_> {
        Heights::Metres(&self.moment().surface().height)
    }

    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        Cow::Owned(Grid::new(self.size.columns(), self.size.rows(), 0.0))
    }

    fn set_surface(&mut self, _surface: &Surface) {}

    fn obstruct(&mut self, _obstruction: &Obstruction) {}

    fn obstruction(&self) -> Cow<'_, Grid<f32>> {
        Cow::Owned(Grid::new(self.size.columns(), self.size.rows(), 1.0))
    }

    fn keep_time(&mut self, seconds_per_step: f64) {
        self.seconds_per_step = seconds_per_step;
    }

    fn time(&self) -> Option<f64> {
        Some(self.time)
    }

    fn set_time(&mut self, seconds: f64) {
        self.time = seconds;
        self.changed();
    }

    fn tiles(&self) -> Option<Tiles<'_>> {
        let moment = self.moment();
        let patches = self.sea.waves().patches();
        let tiles = patches
            .iter()
            .zip(moment.patches())
            .map(|(patch, fields)| Tile {
                length: [patch.length_x as f32, patch.length_z as f32],
                height: &fields.height,
                slope: fields.slope.each_ref(),
                displacement: fields.displacement.each_ref(),
                strain: fields.strain.each_ref(),
            });
        Some(Tiles {
            tiles: tiles.collect(),
            lambda: -self.sea.choppiness() as f32,
            foam: moment.foam(),
        })
    }

    fn time_step(&self) -> Option<f64> {
        Some(self.seconds_per_step)
    }

    fn spacing(&self) -> f64 {
        self.sea
            .waves()
            .patches()
            .first()
            .map_or(1.0, |patch| patch.spacing())
    }

    fn readings(&self) -> Vec<Reading> {
        vec![Reading {
            title: "Significant height",
            value: format!("{:.2} m", self.sea.waves().significant_height()),
        }]
    }

    fn is_calm(&self) -> bool {
        false
    }

    fn calm(&mut self) {}

    fn revision(&self) -> u64 {
        self.revision
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn adopt(&mut self, settings: &Settings) -> Result<(), ParameterError> {
        let (columns, rows) = (self.size.columns(), self.size.rows());
        self.sea = self.kind.create(settings, columns, rows)?;
        self.settings = settings.clone();
        self.spare.set(None);
        self.moment.take();
        self.revision += 1;
        Ok(())
    }
}
