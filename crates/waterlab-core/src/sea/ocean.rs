//! `Sea` and `OceanState`: waves with choppiness and foam, and their state at one time (docs/models.md §9 to §9c).

use super::foam::{FoamModel, FoamState};
use super::folding::fold;
use super::{Fields, FoamParameters, Patch, Period, Waves, Workspace, cascades};
use crate::grid::Grid;
use crate::lazy::Lazy;
use std::ops::Range;
use std::sync::Arc;

/// Waves with their choppiness, folding (Jacobian) and foam (whitecaps).
pub struct Sea {
    waves: Box<dyn Waves>,
    choppiness: f64,
    foam: FoamParameters,
    period: Option<Period>,
    /// The identity of this sea.
    itself: Arc<()>,
}

/// The state of a sea at one time. Quantities derived from the fields of its cascades are computed on read.
pub struct OceanState {
    time: f64,
    /// The identity of the sea.
    of: Arc<()>,
    lambda: f32,
    patches: Vec<Fields>,
    workspaces: Vec<Workspace>,
    /// How many times each cascade fits into the first.
    times: Vec<usize>,
    /// The sum of all cascades, if there are several.
    sum: Lazy<Fields>,
    height: Lazy<Grid<f32>>,
    strain: Lazy<[Grid<f32>; 3]>,
    /// J and J−.
    folding: Lazy<[Grid<f32>; 2]>,
    foam: FoamState,
}

impl Sea {
    /// A sea of these waves; the surface lies at x + λD with λ = −`choppiness`.
    pub fn new(
        waves: Box<dyn Waves>,
        choppiness: f64,
        foam: FoamParameters,
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

    /// Sets another choppiness and other foam parameters for the same waves.
    pub fn set_law(&mut self, choppiness: f64, foam: FoamParameters) {
        self.choppiness = choppiness;
        self.foam = foam;
        self.itself = Arc::default();
    }

    /// The waves.
    pub fn waves(&self) -> &dyn Waves {
        &*self.waves
    }

    /// −λ of §9: 0 leaves crests unchanged, more sharpens them. With D as §9 has it, a positive λ would sharpen the troughs.
    pub fn choppiness(&self) -> f64 {
        self.choppiness
    }

    /// The foam parameters.
    pub fn foam_parameters(&self) -> FoamParameters {
        self.foam
    }

    /// The period of the sea, if it repeats.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// Allocates a state of this sea.
    pub fn new_state(&self) -> OceanState {
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

    /// Allocates the foam of this sea alone, at first none.
    pub(crate) fn foam_state(&self) -> FoamState {
        FoamState::new(self.waves.patches(), &self.itself)
    }

    /// Makes `state` a state of this sea if it belongs to another.
    fn take(&self, state: &mut OceanState) {
        if Arc::ptr_eq(&self.itself, &state.of) {
            return;
        }
        let patches = self.waves.patches();
        let fits = |(patch, fields): (&Patch, &Fields)| {
            (patch.columns, patch.rows) == (fields.height.columns(), fields.height.rows())
        };
        if patches.len() == state.patches.len() && patches.iter().zip(&state.patches).all(fits) {
            state.of = Arc::clone(&self.itself);
            state.lambda = self.lambda();
            state.times = cascades::times(patches);
        } else {
            *state = self.new_state();
        }
    }

    /// Computes the state of the sea at `time` seconds, without foam. A state of another sea is converted.
    pub fn compute(&self, time: f64, state: &mut OceanState) {
        self.compute_by(time, state, |patch, fields, workspace| {
            self.waves.fields(patch, time, fields, workspace);
        });
    }

    /// Computes the height of the surface at `time` seconds and nothing else: much less work than [`Sea::compute`].
    pub fn compute_height(&self, time: f64, state: &mut OceanState) {
        self.compute_by(time, state, |patch, fields, workspace| {
            self.waves.height(patch, time, fields, workspace);
        });
    }

    fn compute_by(
        &self,
        time: f64,
        state: &mut OceanState,
        fields: impl Fn(usize, &mut Fields, &mut Workspace) + Sync,
    ) {
        self.take(state);
        state.time = time;
        cascades::each(&mut state.patches, &mut state.workspaces, fields);
        state.sum.forget();
        state.height.forget();
        state.strain.forget();
        state.folding.forget();
    }

    /// Like [`Sea::compute`], with foam. A time soon after the previous one costs little more;
    /// any other evaluates up to ten decay times of the past.
    pub fn compute_with_foam(&self, time: f64, state: &mut OceanState) {
        self.compute_with_some_foam(time, state, usize::MAX);
    }

    /// Like [`Sea::compute_with_foam`], with at most `looks` evaluations of the past. If these are too few, the foam stays as it
    /// was, of whichever sea, and the next call continues. Returns whether the foam is that of `time`.
    pub fn compute_with_some_foam(&self, time: f64, state: &mut OceanState, looks: usize) -> bool {
        self.compute(time, state);
        self.compute_foam(time, &mut state.foam, looks)
    }

    /// The foam alone, like [`Sea::compute_with_some_foam`].
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
    /// Sums the fields in the range `these` of [`Fields::grids`] over all cascades.
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
            |[jacobian, min_stretch]| fold(self.strain(), self.lambda, jacobian, min_stretch),
        )
    }

    /// The time of this state, seconds.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The fields at the cells of the largest cascade: the sum of all cascades.
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

    /// The Jacobian J at the cells of the surface, 1 where it is not compressed; see [`super::Folding`].
    pub fn jacobian(&self) -> &Grid<f32> {
        &self.folding()[0]
    }

    /// J−, the Jacobian's lower eigenvalue, at the cells of the surface; it folds where this is negative.
    pub fn min_stretch(&self) -> &Grid<f32> {
        &self.folding()[1]
    }

    /// The most recently computed foam coverage (whitecaps) at the cells of the surface, 0 to 1; see [`Sea::compute_with_foam`].
    pub fn foam(&self) -> &Grid<f32> {
        self.foam.coverage()
    }
}
