//! The textures of a surface of either kind, uploaded on request and once for each revision.
//!
//! [`SurfaceTextures`] holds the textures of one water; [`Shown`] is the surface of one frame with access to them. All uploads happen
//! here. A water that is computed on the GPU passes its own textures here ([`CardSurface`]); views cannot tell the difference.

use super::cascades::CascadeTextures;
use super::field::FieldTextures;
use super::walls::Walls;
use crate::gl::{Filter, Format, Gl, GlError, HeightTexture, Layout, Program, Texture};
use crate::grid::Grid;
use crate::heights::Heights;
use crate::spray::Spray;
use crate::surface::{Cascades, FoamSource, HeightField, Surface};
use crate::water::Water;
use std::cell::RefCell;
use std::rc::Rc;
use waterlab_bodies::{Body, RopeSpan};

/// The source of a frame's surface.
#[allow(clippy::large_enum_variant)] // lives for a frame, on the stack
#[derive(Clone, Copy)]
pub enum Source<'a> {
    /// Numbers on the CPU, to be uploaded.
    Numbers(Surface<'a>),
    /// Textures on the GPU.
    Card(&'a CardSurface),
}

impl<'a> Source<'a> {
    /// The surface of a water.
    pub fn of(water: &'a dyn Water) -> Self {
        let on_card = water.on_card().and_then(|card| card.downcast_ref());
        on_card.map_or_else(|| Self::Numbers(water.surface()), Self::Card)
    }
}

impl<'a, S: Into<Surface<'a>>> From<S> for Source<'a> {
    fn from(surface: S) -> Self {
        Self::Numbers(surface.into())
    }
}

/// The textures of a water that is computed on the GPU, from [`Water::on_card`]: of either kind.
pub enum CardSurface {
    /// A pool.
    Bounded(CardHeights),
    /// A sea.
    Open(CardHeights, Rc<CascadeTextures>),
}

/// Heights on the GPU and their properties.
pub struct CardHeights {
    /// Heights, spread evenly over the cells.
    pub heights: Rc<HeightTexture>,
    /// Vertical velocity, metres a step, in the same layout.
    pub velocity: Rc<HeightTexture>,
    /// Columns and rows in square cells.
    pub cells: (usize, usize),
    /// Length along the longer side, metres; of a sea, whose heights are shown at that size, 2.
    pub length: f64,
    /// As [`Bounded::depth`](crate::surface::Bounded::depth); of a sea, unused.
    pub depth: f64,
}

/// The textures of one water.
pub struct SurfaceTextures {
    gl: Gl,
    heights: Slot<HeightTexture>,
    velocity: Slot<HeightTexture>,
    cascades: Slot<CascadeTextures>,
    /// The floor, if it is uneven.
    bottom: Slot<Option<Bottom>>,
    /// Wetness of the ground and foam.
    cover: Slot<Texture>,
    fields: FieldTextures,
}

/// A texture and the revision of the surface that it shows.
pub(super) struct Slot<T>(RefCell<(Option<Rc<T>>, Option<u64>)>);

impl<T> Slot<T> {
    pub(super) fn new() -> Self {
        Self(RefCell::new((None, None)))
    }

    /// The texture for this revision; `fill` updates it if it shows another.
    pub(super) fn showing(
        &self,
        revision: u64,
        make: impl Fn() -> Result<T, GlError>,
        fill: impl FnOnce(&mut T) -> Result<(), GlError>,
    ) -> Result<Rc<T>, GlError> {
        let (texture, shown) = &mut *self.0.borrow_mut();
        if let Some(texture) = texture.as_ref().filter(|_| *shown == Some(revision)) {
            return Ok(texture.clone());
        }
        *shown = None;
        let mut ours = match texture.take() {
            Some(texture) => texture,
            None => Rc::new(make()?),
        };
        match Rc::get_mut(&mut ours) {
            Some(ours) => fill(ours)?,
            // Another owner still uses the old texture.
            None => {
                let mut other = make()?;
                fill(&mut other)?;
                ours = Rc::new(other);
            }
        }
        *shown = Some(revision);
        Ok(texture.insert(ours).clone())
    }

    /// The texture, if it shows this revision.
    fn shown(&self, revision: u64) -> Option<Rc<T>> {
        let (texture, shown) = &*self.0.borrow();
        texture.clone().filter(|_| *shown == Some(revision))
    }

    fn empty(&self) {
        *self.0.borrow_mut() = (None, None);
    }
}

impl SurfaceTextures {
    /// Without textures yet.
    pub fn new(gl: &Gl) -> Self {
        Self {
            gl: gl.clone(),
            heights: Slot::new(),
            velocity: Slot::new(),
            cascades: Slot::new(),
            bottom: Slot::new(),
            cover: Slot::new(),
            fields: FieldTextures::new(),
        }
    }

    pub(super) fn gl(&self) -> &Gl {
        &self.gl
    }

    pub(super) fn fields(&self) -> &FieldTextures {
        &self.fields
    }

    /// The surface of a frame, among `walls` if it is bounded. Equal `revision`s denote equal surfaces for the lifetime of these
    /// textures; nothing is uploaded before a view requests it.
    pub fn show<'a>(
        &'a self,
        source: impl Into<Source<'a>>,
        revision: u64,
        walls: &'a Walls,
    ) -> Shown<'a> {
        let numbers = |surface: &Surface<'a>| {
            let scale = surface.cascades().map_or(1.0, Cascades::scale);
            Of::Numbers((*surface.field(), scale))
        };
        let source = source.into();
        let depth = match &source {
            Source::Numbers(Surface::Bounded(bounded)) => bounded.depth,
            Source::Card(CardSurface::Bounded(card)) => card.depth,
            _ => 0.0,
        };
        let (numbers, cascades) = match source {
            Source::Card(CardSurface::Bounded(heights)) => (Of::Card(heights), None),
            Source::Card(CardSurface::Open(heights, cascades)) => {
                (Of::Card(heights), Some(Of::Card(cascades)))
            }
            Source::Numbers(surface) => {
                let cascades = surface.cascades().copied().map(Of::Numbers);
                (numbers(&surface), cascades)
            }
        };
        let field = ShownField {
            textures: self,
            numbers,
            bodies: Vec::new(),
            spray: None,
            ropes: Vec::new(),
            foam: match &cascades {
                Some(Of::Numbers(cascades)) => Some(cascades.foam),
                _ => None,
            },
            revision,
        };
        if let Some(cascades) = cascades {
            return Shown::Open(ShownOpen { field, cascades });
        }
        // Frees the textures of a previous sea.
        self.cascades.empty();
        Shown::Bounded(ShownBounded {
            field,
            walls,
            depth: depth as f32,
        })
    }
}

/// Numbers to upload, or textures that replace them.
enum Of<'a, N, C> {
    Numbers(N),
    Card(&'a C),
}

/// The surface of a frame.
#[allow(clippy::large_enum_variant)] // lives for a frame, on the stack
pub enum Shown<'a> {
    /// A pool.
    Bounded(ShownBounded<'a>),
    /// A sea.
    Open(ShownOpen<'a>),
}

impl<'a> Shown<'a> {
    /// The surface with these bodies in the water, and the ropes on them.
    pub fn with_bodies(
        mut self,
        bodies: impl IntoIterator<Item = &'a Body>,
        ropes: impl IntoIterator<Item = RopeSpan>,
    ) -> Self {
        self.field_mut().bodies = bodies.into_iter().collect();
        self.field_mut().ropes = ropes.into_iter().collect();
        self
    }

    /// The surface with this spray over it.
    pub fn with_spray(mut self, spray: Option<&'a Spray>) -> Self {
        self.field_mut().spray = spray;
        self
    }

    fn field_mut(&mut self) -> &mut ShownField<'a> {
        match self {
            Self::Bounded(bounded) => &mut bounded.field,
            Self::Open(open) => &mut open.field,
        }
    }

    /// The heights and their properties.
    pub fn field(&self) -> &ShownField<'a> {
        match self {
            Self::Bounded(bounded) => &bounded.field,
            Self::Open(open) => &open.field,
        }
    }

    /// The obstacles, if the surface is bounded.
    pub fn walls(&self) -> Option<&'a Walls> {
        match self {
            Self::Bounded(bounded) => Some(bounded.walls).filter(|walls| walls.are_there()),
            Self::Open(_) => None,
        }
    }
}

/// A bounded height field.
pub struct ShownBounded<'a> {
    /// The heights and their properties.
    pub field: ShownField<'a>,
    /// The obstacles.
    pub walls: &'a Walls,
    /// As [`Bounded::depth`](crate::surface::Bounded::depth).
    pub depth: f32,
}

/// Open water.
pub struct ShownOpen<'a> {
    /// The heights of the first cascade's patch and their properties.
    pub field: ShownField<'a>,
    cascades: Of<'a, Cascades<'a>, Rc<CascadeTextures>>,
}

impl ShownOpen<'_> {
    /// The cascades, with foam.
    pub fn cascades(&self) -> Result<Rc<CascadeTextures>, GlError> {
        self.cascades_with(true)
    }

    /// As [`ShownOpen::cascades`], without foam unless it is already uploaded: for views that do not show it.
    pub fn bare_cascades(&self) -> Result<Rc<CascadeTextures>, GlError> {
        self.cascades_with(false)
    }

    fn cascades_with(&self, foam: bool) -> Result<Rc<CascadeTextures>, GlError> {
        let textures = self.field.textures;
        let cascades = match &self.cascades {
            Of::Card(cascades) => return Ok(Rc::clone(cascades)),
            Of::Numbers(cascades) => cascades,
        };
        // Each revision of the surface has two texture revisions, without and with foam.
        let [bare, foamy] = [0, 1].map(|foam| self.field.revision.wrapping_mul(2) + foam);
        if let (false, Some(shown)) = (foam, textures.cascades.shown(foamy)) {
            return Ok(shown);
        }
        textures.cascades.showing(
            if foam { foamy } else { bare },
            || Ok(CascadeTextures::new(&textures.gl)),
            |texture| match foam {
                true => texture.upload(cascades),
                false => texture.upload_bare(cascades),
            },
        )
    }
}

/// The part common to both kinds.
pub struct ShownField<'a> {
    textures: &'a SurfaceTextures,
    /// Heights on the CPU and their scale, or textures.
    numbers: Of<'a, (HeightField<'a>, f32), CardHeights>,
    foam: Option<&'a dyn FoamSource>,
    revision: u64,
    bodies: Vec<&'a Body>,
    spray: Option<&'a Spray>,
    ropes: Vec<RopeSpan>,
}

/// An uneven floor.
pub struct Bottom {
    /// Depth as a share of that of the pool, filtered, over the whole pool: 0 to 1, and less than 0 on land.
    texture: Texture,
    /// Height of its highest place above the rest level, metres.
    top: f32,
}

impl Bottom {
    /// Height of its highest place above the rest level, metres.
    pub(super) fn top(&self) -> f32 {
        self.top
    }

    /// Sets the floor of `lib/shape.glsl` and the top of `pool/over_water.glsl`.
    pub(super) fn set(&self, program: &Program) {
        program.set_where_known("u_bottom", &self.texture);
        program.set_where_known("u_land_top", self.top);
    }
}

impl ShownBounded<'_> {
    /// Identifies the floor: 0 for a level or unknown floor; equal numbers denote equal floors.
    pub fn bottom_revision(&self) -> u64 {
        match &self.field.numbers {
            Of::Numbers((field, _)) => field.others.depth_revision(),
            Of::Card(_) => 0,
        }
    }

    /// The floor, if it is uneven. `None` for water that is computed on the GPU.
    pub fn bottom(&self) -> Result<Option<Rc<Option<Bottom>>>, GlError> {
        let (Of::Numbers((field, _)), 1..) = (&self.field.numbers, self.bottom_revision()) else {
            return Ok(None);
        };
        let textures = self.field.textures;
        let shown = textures.bottom.showing(
            self.bottom_revision(),
            || Ok(None),
            |bottom| {
                *bottom = match field.others.depth() {
                    Some(depth) => {
                        let has_ground = field.others.ground_cover().is_some();
                        uneven(&textures.gl, &depth, self.depth, has_ground)?
                    }
                    None => None,
                };
                Ok(())
            },
        )?;
        Ok(shown.is_some().then_some(shown))
    }
}

impl ShownBounded<'_> {
    /// What covers ground that can rise out of the water.
    pub(super) fn cover(&self) -> Result<Option<ShownCover>, GlError> {
        let Of::Numbers((field, _)) = &self.field.numbers else {
            return Ok(None);
        };
        let Some(cover) = field.others.ground_cover() else {
            return Ok(None);
        };
        let cells = cover.cells;
        let textures = self.field.textures;
        let make = || {
            let layout = Layout {
                filter: Filter::Linear,
                ..Layout::new(Format::Rgba16F, (cells.columns(), cells.rows()))
            };
            Texture::empty(&textures.gl, layout)
        };
        let fill = |texture: &mut Texture| {
            if texture.size() != (cells.columns(), cells.rows()) {
                *texture = make()?;
            }
            texture.upload(0, 0, cells)
        };
        let [sand, gravel] = GRAVEL;
        Ok(Some(ShownCover {
            texture: textures.cover.showing(self.field.revision, make, fill)?,
            seconds: cover.seconds,
            gravel: ((cover.manning - sand) / (gravel - sand)).clamp(0.0, 1.0),
        }))
    }
}

/// Manning's n of ground that is drawn as sand, and as gravel, s/m^⅓: chosen. Clean gravel has 0.025 to 0.03 (Chow 1959).
const GRAVEL: [f32; 2] = [0.025, 0.03];

/// What covers ground that can rise out of the water: [`GroundCover`](crate::surface::GroundCover) on the GPU.
pub(super) struct ShownCover {
    /// Filtered, over the whole pool.
    texture: Rc<Texture>,
    /// Time of the water, seconds.
    pub seconds: f64,
    /// Opacity of gravel over sand, 0 to 1.
    pub(super) gravel: f32,
}

impl ShownCover {
    /// Sets the uniforms of `lib/cover.glsl` and, with [`Bottom::set`], those of `pool/ground.glsl`.
    pub(super) fn set(&self, program: &Program) {
        program.set_where_known("u_cover", &*self.texture);
        program.set_where_known("u_gravel", self.gravel);
    }
}

/// Depths as shares of `deepest`, negative on land if there is `ground`; `None` if all are equal.
fn uneven(
    gl: &Gl,
    depth: &Grid<f32>,
    deepest: f32,
    has_ground: bool,
) -> Result<Option<Bottom>, GlError> {
    let ends = (f32::INFINITY, 0.0_f32);
    let (low, high) = depth.cells().iter().fold(ends, |(low, high), &depth| {
        (low.min(depth), high.max(depth))
    });
    let is_level = (low >= high || high <= 0.0) && !has_ground;
    if !high.is_finite() || is_level {
        return Ok(None);
    }
    let lowest = if has_ground { f32::NEG_INFINITY } else { 0.0 };
    let parts = Grid::from_fn(depth.columns(), depth.rows(), |column, row| {
        (depth[(column, row)] / deepest).max(lowest)
    });
    // Half floats would make steps of a millimetre on a beach.
    let format = match has_ground && gl.capability().blends_floats {
        true => Format::R32F,
        false => Format::R16F,
    };
    let layout = Layout {
        filter: Filter::Linear,
        ..Layout::new(format, (depth.columns(), depth.rows()))
    };
    let texture = Texture::empty(gl, layout)?;
    texture.upload(0, 0, &parts)?;
    let top = -low;
    Ok(Some(Bottom { texture, top }))
}

impl<'a> ShownField<'a> {
    /// Whether the water is over ground that can rise out of it.
    pub fn has_ground(&self) -> bool {
        match &self.numbers {
            Of::Numbers((field, _)) => field.others.ground_cover().is_some(),
            Of::Card(_) => false,
        }
    }

    /// The bodies in the water.
    pub fn bodies(&self) -> &[&'a Body] {
        &self.bodies
    }

    /// The spray over the water.
    pub fn spray(&self) -> Option<&'a Spray> {
        self.spray
    }

    /// The ropes on them.
    pub fn ropes(&self) -> &[RopeSpan] {
        &self.ropes
    }

    pub(super) fn textures(&self) -> &'a SurfaceTextures {
        self.textures
    }

    /// The heights on the CPU and their scale; `None` for water that is computed on the GPU.
    pub(super) fn numbers(&self) -> Option<(HeightField<'a>, f32)> {
        match self.numbers {
            Of::Numbers(numbers) => Some(numbers),
            Of::Card(_) => None,
        }
    }

    /// Foam coverage of the first cascade, for open water.
    pub(super) fn foam(&self) -> Option<&'a Grid<f32>> {
        self.foam.map(FoamSource::coverage)
    }

    /// Columns and rows in square cells, which define the shape of the surface: as [`Water::size`].
    pub fn cells(&self) -> (usize, usize) {
        match self.numbers {
            Of::Numbers((field, _)) => field.cells,
            Of::Card(card) => card.cells,
        }
    }

    /// Size along x and z, metres.
    pub fn size(&self) -> [f64; 2] {
        match self.numbers {
            Of::Numbers((field, _)) => field.size,
            Of::Card(card) => {
                let (columns, rows) = card.cells;
                let cell = card.length / columns.max(rows).max(1) as f64;
                [columns, rows].map(|cells| cells as f64 * cell)
            }
        }
    }

    /// The factor that makes the longer side of what [`ShownField::heights`] shows 2 m.
    pub(super) fn scale(&self) -> f32 {
        let [width, depth] = self.size();
        match self.numbers {
            Of::Numbers((_, scale)) if scale != 1.0 => 1.0,
            _ => (2.0 / width.max(depth)) as f32,
        }
    }

    /// Identifies the surface: equal numbers denote equal surfaces for the lifetime of its textures.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Heights above the rest level, metres.
    pub fn heights(&self) -> Result<Rc<HeightTexture>, GlError> {
        match &self.numbers {
            Of::Card(card) => Ok(card.heights.clone()),
            Of::Numbers((field, scale)) => self.textures.heights.showing(
                self.revision,
                || HeightTexture::new(&self.textures.gl),
                |texture| texture.upload_scaled(&field.heights, *scale),
            ),
        }
    }

    /// Minimum and maximum height; `None` for water that is computed on the GPU.
    pub fn range(&self) -> Option<(f32, f32)> {
        match &self.numbers {
            Of::Card(_) => None,
            Of::Numbers((field, scale)) => {
                let (low, high) = field.heights.range();
                Some((low * scale, high * scale))
            }
        }
    }

    /// Vertical velocity, metres a step.
    pub fn velocity(&self) -> Result<Rc<HeightTexture>, GlError> {
        match &self.numbers {
            Of::Card(card) => Ok(card.velocity.clone()),
            Of::Numbers((field, scale)) => self.textures.velocity.showing(
                self.revision,
                || HeightTexture::new(&self.textures.gl),
                |texture| texture.upload_scaled(&Heights::Metres(&field.velocity()), *scale),
            ),
        }
    }
}
