//! `Sea` and `Moment`: waves with the law of their crests, and all that they are at one time.

use super::{Fields, FoamLaw, Folding, Period, Waves, Workspace};
use crate::grid::Grid;

/// Waves, and how their crests sharpen, fold and foam.
pub struct Sea {
    waves: Box<dyn Waves>,
    choppiness: f64,
    foam: FoamLaw,
    period: Option<Period>,
}

/// All that a sea is at one time.
pub struct Moment {
    time: f64,
    patches: Vec<Fields>,
    jacobian: Grid<f32>,
    least: Grid<f32>,
    foam: Grid<f32>,
    workspace: Workspace,
}

impl Sea {
    /// These waves; the surface lies at x + λD with λ = −`choppiness`.
    pub fn new(
        waves: Box<dyn Waves>,
        choppiness: f64,
        foam: FoamLaw,
        period: Option<Period>,
    ) -> Self {
        Self {
            waves,
            choppiness,
            foam,
            period,
        }
    }

    /// The waves.
    pub fn waves(&self) -> &dyn Waves {
        &*self.waves
    }

    /// −λ of §9: 0 leaves crests as they are, more sharpens them. With D as §9 has it, a positive λ would sharpen the troughs.
    pub fn choppiness(&self) -> f64 {
        self.choppiness
    }

    /// The law of its foam.
    pub fn foam_law(&self) -> FoamLaw {
        self.foam
    }

    /// The time after which it repeats, if it does.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// Memory for a moment of this sea.
    pub fn moment(&self) -> Moment {
        let patches = self.waves.patches();
        let (columns, rows) = patches
            .first()
            .map_or((1, 1), |patch| (patch.columns, patch.rows));
        Moment {
            time: 0.0,
            patches: patches.iter().map(Fields::new).collect(),
            jacobian: Grid::new(columns, rows, 1.0),
            least: Grid::new(columns, rows, 1.0),
            foam: Grid::new(columns, rows, 0.0),
            workspace: Workspace::default(),
        }
    }

    /// Sets `moment`, which must be of this sea, to what the sea is at `time` seconds, but for its foam.
    pub fn compute(&self, time: f64, moment: &mut Moment) {
        moment.time = time;
        for (patch, fields) in moment.patches.iter_mut().enumerate() {
            self.waves
                .fields(patch, time, fields, &mut moment.workspace);
        }
        let lambda = -self.choppiness as f32;
        let Some(Fields {
            strain: [xx, zz, xz],
            ..
        }) = moment.patches.first()
        else {
            return;
        };
        for index in 0..moment.jacobian.cells().len() {
            let strain = [xx, zz, xz].map(|grid| grid.cells()[index]);
            let folding = Folding::new(strain, lambda);
            moment.jacobian.cells_mut()[index] = folding.jacobian;
            moment.least.cells_mut()[index] = folding.least;
        }
    }

    /// As [`Sea::compute`], with the foam that the time before has left.
    pub fn compute_with_foam(&self, time: f64, moment: &mut Moment) {
        self.compute(time, moment);
    }
}

impl Moment {
    /// Seconds.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The sea at the points of its largest tile: the sum of all tiles there.
    pub fn surface(&self) -> &Fields {
        &self.patches[0]
    }

    /// The waves of one tile alone; see [`Waves::patches`].
    pub fn patches(&self) -> &[Fields] {
        &self.patches
    }

    /// J at the points of the surface; see [`Folding`].
    pub fn jacobian(&self) -> &Grid<f32> {
        &self.jacobian
    }

    /// J− at the points of the surface.
    pub fn least(&self) -> &Grid<f32> {
        &self.least
    }

    /// How much of the surface is foam at its points: 0 to 1.
    pub fn foam(&self) -> &Grid<f32> {
        &self.foam
    }
}
