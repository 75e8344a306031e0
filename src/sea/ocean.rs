//! `Sea` and `OceanState`: waves with the law of their crests, and all that they are at one time (docs/models.md §9 to §9c).

use super::foam::{FoamModel, FoamState};
use super::folding::fold;
use super::{Fields, FoamLaw, Patch, Period, Waves, Workspace, cascades};
use crate::grid::Grid;
use crate::lazy::Lazy;
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

/// All that a sea is at one time. What follows from the fields of its cascades is computed when it is read.
pub struct OceanState {
    time: f64,
    /// The sea that this is of.
    of: Arc<()>,
    lambda: f32,
    patches: Vec<Fields>,
    workspaces: Vec<Workspace>,
    /// How often each cascade goes into the first.
    times: Vec<usize>,
    /// Of all cascades, where there are several.
    sum: Lazy<Fields>,
    height: Lazy<Grid<f32>>,
    strain: Lazy<[Grid<f32>; 3]>,
    /// J and J−.
    folding: Lazy<[Grid<f32>; 2]>,
    foam: FoamState,
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
    pub fn moment(&self) -> OceanState {
        let patches = self.waves.patches();
        OceanState {
            time: 0.0,
            of: Arc::clone(&self.itself),
            lambda: self.lambda(),
            patches: patches.iter().map(Fields::new).collect(),
            workspaces: patches.iter().map(|_| Workspace::default()).collect(),
            times: cascades::times(patches),
            sum: Lazy::new(),
            height: Lazy::new(),
            strain: Lazy::new(),
            folding: Lazy::new(),
            foam: self.foam_state(),
        }
    }

    /// Memory for the foam of this sea alone: none yet.
    pub(crate) fn foam_state(&self) -> FoamState {
        FoamState::new(self.waves.patches(), &self.itself)
    }

    /// Makes `moment` one of this sea, if it is of another.
    fn take(&self, moment: &mut OceanState) {
        if Arc::ptr_eq(&self.itself, &moment.of) {
            return;
        }
        let patches = self.waves.patches();
        let fits = |(patch, fields): (&Patch, &Fields)| {
            (patch.columns, patch.rows) == (fields.height.columns(), fields.height.rows())
        };
        if patches.len() == moment.patches.len() && patches.iter().zip(&moment.patches).all(fits) {
            moment.of = Arc::clone(&self.itself);
            moment.lambda = self.lambda();
            moment.times = cascades::times(patches);
        } else {
            *moment = self.moment();
        }
    }

    /// Sets `moment` to what the sea is at `time` seconds, but for its foam. A moment of another sea becomes one of this.
    pub fn compute(&self, time: f64, moment: &mut OceanState) {
        self.compute_by(time, moment, |patch, fields, workspace| {
            self.waves.fields(patch, time, fields, workspace);
        });
    }

    /// Sets the height of `moment`'s surface to that at `time` seconds, and nothing else: much less work than [`Sea::compute`].
    pub fn compute_height(&self, time: f64, moment: &mut OceanState) {
        self.compute_by(time, moment, |patch, fields, workspace| {
            self.waves.height(patch, time, fields, workspace);
        });
    }

    fn compute_by(
        &self,
        time: f64,
        moment: &mut OceanState,
        fields: impl Fn(usize, &mut Fields, &mut Workspace) + Sync,
    ) {
        self.take(moment);
        moment.time = time;
        cascades::each(&mut moment.patches, &mut moment.workspaces, fields);
        moment.sum.forget();
        moment.height.forget();
        moment.strain.forget();
        moment.folding.forget();
    }

    /// As [`Sea::compute`], with the foam that the time before has left. A time soon after the one before costs little more;
    /// any other looks up to ten decays back.
    pub fn compute_with_foam(&self, time: f64, moment: &mut OceanState) {
        self.compute_with_some_foam(time, moment, usize::MAX);
    }

    /// As [`Sea::compute_with_foam`], with at most so many `looks` at the time before. Where these are too few, the foam stays what it
    /// was, of whichever sea, and the next call goes on from there; whether it is that of the time.
    pub fn compute_with_some_foam(&self, time: f64, moment: &mut OceanState, looks: usize) -> bool {
        self.compute(time, moment);
        self.compute_foam(time, &mut moment.foam, looks)
    }

    /// The foam alone, as [`Sea::compute_with_some_foam`] does it.
    pub(crate) fn compute_foam(&self, time: f64, foam: &mut FoamState, looks: usize) -> bool {
        foam.take(self.waves.patches(), &self.itself);
        let omega = self.waves.strain_frequency();
        let reckoning = FoamModel::new(self.foam, self.period, self.lambda(), omega);
        foam.compute(&*self.waves, reckoning.as_ref(), time, looks)
    }

    fn lambda(&self) -> f32 {
        -self.choppiness as f32
    }
}

impl OceanState {
    /// Sums those fields of all cascades that are `these` of [`Fields::grids`].
    fn add_cascades<'a>(&self, these: Range<usize>, sums: impl Iterator<Item = &'a mut Grid<f32>>) {
        for (index, sum) in these.zip(sums) {
            let cascades = self.patches.iter().map(|fields| fields.grids()[index]);
            cascades::add(cascades.zip(&self.times), sum);
        }
    }

    /// A grid of as many cells as the surface.
    fn grid(&self) -> Grid<f32> {
        let (columns, rows) = match self.patches.first() {
            Some(first) => (first.height.columns(), first.height.rows()),
            None => (1, 1),
        };
        Grid::new(columns, rows, 0.0)
    }

    fn strain(&self) -> &[Grid<f32>; 3] {
        match &self.patches[..] {
            [only] => &only.strain,
            _ => self.strain.get(
                || [self.grid(), self.grid(), self.grid()],
                |strain| self.add_cascades(Fields::STRAIN, strain.iter_mut()),
            ),
        }
    }

    fn folding(&self) -> &[Grid<f32>; 2] {
        self.folding.get(
            || [self.grid(), self.grid()],
            |[jacobian, least]| fold(self.strain(), self.lambda, jacobian, least),
        )
    }

    /// The time in seconds that this is of.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The sea at the points of its largest cascade: the sum of all cascades there.
    pub fn surface(&self) -> &Fields {
        match &self.patches[..] {
            [only] => only,
            several => self.sum.get(
                || several[0].clone(),
                |sum| self.add_cascades(Fields::ALL, sum.grids_mut().into_iter()),
            ),
        }
    }

    /// The height of [`OceanState::surface`] alone.
    pub fn height(&self) -> &Grid<f32> {
        match &self.patches[..] {
            [only] => &only.height,
            _ => self.height.get(
                || self.grid(),
                |height| self.add_cascades(Fields::HEIGHT, std::iter::once(height)),
            ),
        }
    }

    /// The fields of each cascade alone, in the order of [`Waves::patches`].
    pub fn patches(&self) -> &[Fields] {
        &self.patches
    }

    /// The Jacobian J at the points of the surface, 1 where it is not squeezed; see [`super::Folding`].
    pub fn jacobian(&self) -> &Grid<f32> {
        &self.folding()[0]
    }

    /// J−, the Jacobian's lower eigenvalue, at the points of the surface; it folds where this is below 0.
    pub fn least(&self) -> &Grid<f32> {
        &self.folding()[1]
    }

    /// Coverage by foam (whitecaps) at the points of the surface, 0 to 1, as it was last computed; see [`Sea::compute_with_foam`].
    pub fn foam(&self) -> &Grid<f32> {
        self.foam.coverage()
    }
}
