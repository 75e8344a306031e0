//! `Sea` and `Moment`: waves with the law of their crests, and all that they are at one time (docs/models.md §9 to §9c).

use super::foam::{History, Reckoning};
use super::folding::fold;
use super::{Fields, FoamLaw, Patch, Period, Waves, Workspace, cascades};
use crate::grid::Grid;
use std::ops::Range;
use std::sync::Arc;

/// Waves, and how their crests sharpen (choppiness), fold (Jacobian) and foam (whitecaps).
pub struct Sea {
    waves: Box<dyn Waves>,
    choppiness: f64,
    foam: FoamLaw,
    period: Option<Period>,
    /// Tells this sea from every other.
    itself: Arc<()>,
}

/// All that a sea is at one time, and the foam it had before.
pub struct Moment {
    time: f64,
    /// The sea that this is of.
    of: Arc<()>,
    patches: Vec<Fields>,
    /// How often each cascade goes into the first.
    times: Vec<usize>,
    /// Of all cascades, where there are several.
    sum: Option<Fields>,
    jacobian: Grid<f32>,
    least: Grid<f32>,
    foam: Grid<f32>,
    history: Option<History>,
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
            itself: Arc::default(),
        }
    }

    /// Another choppiness and another foam for the same waves.
    pub fn set_law(&mut self, choppiness: f64, foam: FoamLaw) {
        self.choppiness = choppiness;
        self.foam = foam;
        self.itself = Arc::default();
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
        let several = patches.len() > 1;
        Moment {
            time: 0.0,
            of: Arc::clone(&self.itself),
            patches: patches.iter().map(Fields::new).collect(),
            times: cascades::times(patches),
            sum: patches.first().filter(|_| several).map(Fields::new),
            jacobian: Grid::new(columns, rows, 1.0),
            least: Grid::new(columns, rows, 1.0),
            foam: Grid::new(columns, rows, 0.0),
            history: None,
            workspace: Workspace::default(),
        }
    }

    /// Makes `moment` one of this sea, if it is of another.
    fn take(&self, moment: &mut Moment) {
        if Arc::ptr_eq(&self.itself, &moment.of) {
            return;
        }
        let patches = self.waves.patches();
        let fits = |(patch, fields): (&Patch, &Fields)| {
            (patch.columns, patch.rows) == (fields.height.columns(), fields.height.rows())
        };
        if patches.len() == moment.patches.len() && patches.iter().zip(&moment.patches).all(fits) {
            moment.of = Arc::clone(&self.itself);
            moment.times = cascades::times(patches);
            moment.history = None;
        } else {
            *moment = self.moment();
        }
    }

    /// Sets `moment` to what the sea is at `time` seconds, but for its foam. A moment of another sea becomes one of this.
    pub fn compute(&self, time: f64, moment: &mut Moment) {
        self.take(moment);
        moment.time = time;
        for (patch, fields) in moment.patches.iter_mut().enumerate() {
            self.waves
                .fields(patch, time, fields, &mut moment.workspace);
        }
        moment.add_cascades(Fields::ALL);
        let strain = match (&moment.sum, moment.patches.first()) {
            (Some(sum), _) => &sum.strain,
            (None, Some(only)) => &only.strain,
            (None, None) => return,
        };
        fold(
            strain,
            self.lambda(),
            &mut moment.jacobian,
            &mut moment.least,
        );
    }

    /// Sets the height of `moment`'s surface to that at `time` seconds, and nothing else: much less work than [`Sea::compute`].
    pub fn compute_height(&self, time: f64, moment: &mut Moment) {
        self.take(moment);
        moment.time = time;
        for (patch, fields) in moment.patches.iter_mut().enumerate() {
            self.waves
                .height(patch, time, fields, &mut moment.workspace);
        }
        moment.add_cascades(Fields::HEIGHT);
    }

    /// As [`Sea::compute`], with the foam that the time before has left. A time soon after the one before costs little more;
    /// any other looks up to ten decays back.
    pub fn compute_with_foam(&self, time: f64, moment: &mut Moment) {
        self.compute_with_some_foam(time, moment, usize::MAX);
    }

    /// As [`Sea::compute_with_foam`], with at most so many `looks` at the time before. Where these are too few, the foam stays what it
    /// was, of whichever sea, and the next call goes on from there; whether it is that of the time.
    pub fn compute_with_some_foam(&self, time: f64, moment: &mut Moment, looks: usize) -> bool {
        self.take(moment);
        let omega = self.waves.strain_frequency();
        let Some(reckoning) = Reckoning::new(self.foam, self.period, self.lambda(), omega) else {
            self.compute(time, moment);
            moment.foam.fill(0.0);
            return true;
        };
        let (columns, rows) = (moment.foam.columns(), moment.foam.rows());
        let history = moment.history.take();
        let mut history = history.unwrap_or_else(|| History::new(columns, rows));
        let mut left = looks;
        let is_known = loop {
            let Some(instant) = history.wants(&reckoning, time) else {
                break true;
            };
            if left == 0 {
                break false;
            }
            left -= 1;
            for (patch, fields) in moment.patches.iter_mut().enumerate() {
                self.waves
                    .strain(patch, instant, fields, &mut moment.workspace);
            }
            moment.add_cascades(Fields::STRAIN);
            history.take(&reckoning, &moment.surface().strain);
        };
        self.compute(time, moment);
        if is_known {
            history.tell(&reckoning, time, &mut moment.foam);
        }
        moment.history = Some(history);
        is_known
    }

    fn lambda(&self) -> f32 {
        -self.choppiness as f32
    }
}

impl Moment {
    /// Sums those fields of all cascades that are `these` of [`Fields::grids`].
    fn add_cascades(&mut self, these: Range<usize>) {
        let Some(sum) = &mut self.sum else { return };
        let sums = sum.grids_mut().into_iter().enumerate();
        for (index, sum) in sums.take(these.end).skip(these.start) {
            let cascades = self.patches.iter().map(|fields| fields.grids()[index]);
            cascades::add(cascades.zip(&self.times), sum);
        }
    }

    /// The time in seconds that this is of.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The sea at the points of its largest cascade: the sum of all cascades there.
    pub fn surface(&self) -> &Fields {
        self.sum.as_ref().unwrap_or_else(|| &self.patches[0])
    }

    /// The fields of each cascade alone, in the order of [`Waves::patches`].
    pub fn patches(&self) -> &[Fields] {
        &self.patches
    }

    /// The Jacobian J at the points of the surface, 1 where it is not squeezed; see [`super::Folding`].
    pub fn jacobian(&self) -> &Grid<f32> {
        &self.jacobian
    }

    /// J−, the Jacobian's lower eigenvalue, at the points of the surface; it folds where this is below 0.
    pub fn least(&self) -> &Grid<f32> {
        &self.least
    }

    /// Coverage by foam (whitecaps) at the points of the surface: 0 to 1.
    pub fn foam(&self) -> &Grid<f32> {
        &self.foam
    }
}
