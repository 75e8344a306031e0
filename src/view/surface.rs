//! A surface as views draw it: the textures of one of two kinds, uploaded when a view asks for them and then only once.
//!
//! [`SurfaceTextures`] are what lies on the graphics card for one water; [`Shown`] is the surface of one frame over them. This
//! is the one place where numbers go up, and so the place where water that is computed on the card hands over what it has there
//! ([`CardSurface`]): no view can tell the two apart.

use super::cascades::CascadeTextures;
use super::field::FieldTextures;
use super::walls::Walls;
use crate::gl::{Filter, Format, Gl, GlError, HeightTexture, Layout, Texture};
use crate::grid::Grid;
use crate::heights::Heights;
use crate::surface::{Cascades, FoamSource, HeightField, Surface};
use crate::water::Water;
use std::cell::RefCell;
use std::rc::Rc;

/// Where the surface of a frame comes from.
#[allow(clippy::large_enum_variant)] // lives for a frame, on the stack
#[derive(Clone, Copy)]
pub enum Source<'a> {
    /// Numbers, to be uploaded.
    Numbers(Surface<'a>),
    /// What is on the card already.
    Card(&'a CardSurface),
}

impl<'a> Source<'a> {
    /// That of a water.
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

/// What a water that is computed on the card hands over, from [`Water::on_card`]: of one kind or the other.
pub enum CardSurface {
    /// Of a pool.
    Bounded(CardHeights),
    /// Of a sea.
    Open(CardHeights, Rc<CascadeTextures>),
}

/// Heights on the card, and what belongs to them.
pub struct CardHeights {
    /// As many as there are, spread over the cells evenly.
    pub heights: Rc<HeightTexture>,
    /// How fast they rise a step, as many.
    pub velocity: Rc<HeightTexture>,
    /// Columns and rows in square cells.
    pub cells: (usize, usize),
}

/// The textures of one water.
pub struct SurfaceTextures {
    gl: Gl,
    heights: Slot<HeightTexture>,
    velocity: Slot<HeightTexture>,
    cascades: Slot<CascadeTextures>,
    /// The bottom, if it is uneven.
    bottom: Slot<Option<Texture>>,
    fields: FieldTextures,
}

/// A texture, and the revision of the surface that it shows.
pub(super) struct Slot<T>(RefCell<(Option<Rc<T>>, Option<u64>)>);

impl<T> Slot<T> {
    pub(super) fn new() -> Self {
        Self(RefCell::new((None, None)))
    }

    /// What shows the surface of that revision: `fill` brings up to date what shows another.
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
            // Somebody holds on to what was shown before.
            None => {
                let mut other = make()?;
                fill(&mut other)?;
                ours = Rc::new(other);
            }
        }
        *shown = Some(revision);
        Ok(texture.insert(ours).clone())
    }

    /// What shows the surface of that revision, if anything does.
    fn shown(&self, revision: u64) -> Option<Rc<T>> {
        let (texture, shown) = &*self.0.borrow();
        texture.clone().filter(|_| *shown == Some(revision))
    }

    fn empty(&self) {
        *self.0.borrow_mut() = (None, None);
    }
}

impl SurfaceTextures {
    /// None yet.
    pub fn new(gl: &Gl) -> Self {
        Self {
            gl: gl.clone(),
            heights: Slot::new(),
            velocity: Slot::new(),
            cascades: Slot::new(),
            bottom: Slot::new(),
            fields: FieldTextures::new(),
        }
    }

    pub(super) fn gl(&self) -> &Gl {
        &self.gl
    }

    pub(super) fn fields(&self) -> &FieldTextures {
        &self.fields
    }

    /// A surface to draw, among `walls` if it has an edge. The same `revision` is the same surface, for as long as these textures
    /// live; nothing is uploaded before a view asks for it.
    pub fn show<'a>(
        &'a self,
        source: impl Into<Source<'a>>,
        revision: u64,
        walls: &'a Walls,
    ) -> Shown<'a> {
        let numbers = |surface: &Surface<'a>| Of::Numbers((*surface.field(), surface.scale()));
        let (numbers, cascades) = match source.into() {
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
            foam: match &cascades {
                Some(Of::Numbers(cascades)) => Some(cascades.foam),
                _ => None,
            },
            revision,
        };
        if let Some(cascades) = cascades {
            return Shown::Open(ShownOpen { field, cascades });
        }
        // The memory of the last sea is not needed.
        self.cascades.empty();
        Shown::Bounded(ShownBounded { field, walls })
    }
}

/// Something to upload, or what is on the card in its place.
enum Of<'a, N, C> {
    Numbers(N),
    Card(&'a C),
}

/// The surface of one frame.
#[allow(clippy::large_enum_variant)] // lives for a frame, on the stack
pub enum Shown<'a> {
    /// Of a pool.
    Bounded(ShownBounded<'a>),
    /// Of a sea.
    Open(ShownOpen<'a>),
}

impl<'a> Shown<'a> {
    /// The heights, and what belongs to them.
    pub fn field(&self) -> &ShownField<'a> {
        match self {
            Self::Bounded(bounded) => &bounded.field,
            Self::Open(open) => &open.field,
        }
    }

    /// What stands in the water, if anything does.
    pub fn walls(&self) -> Option<&'a Walls> {
        match self {
            Self::Bounded(bounded) => Some(bounded.walls).filter(|walls| walls.are_there()),
            Self::Open(_) => None,
        }
    }
}

/// A height field with an edge.
pub struct ShownBounded<'a> {
    /// The heights, and what belongs to them.
    pub field: ShownField<'a>,
    /// What stands in the water.
    pub walls: &'a Walls,
}

/// A surface without end.
pub struct ShownOpen<'a> {
    /// The heights within the first cascade's patch, and what belongs to them.
    pub field: ShownField<'a>,
    cascades: Of<'a, Cascades<'a>, Rc<CascadeTextures>>,
}

impl ShownOpen<'_> {
    /// What the surface is the sum of, with its foam.
    pub fn cascades(&self) -> Result<Rc<CascadeTextures>, GlError> {
        self.cascades_with(true)
    }

    /// As [`ShownOpen::cascades`], without foam unless it is there already: for what shows none.
    pub fn bare_cascades(&self) -> Result<Rc<CascadeTextures>, GlError> {
        self.cascades_with(false)
    }

    fn cascades_with(&self, foam: bool) -> Result<Rc<CascadeTextures>, GlError> {
        let textures = self.field.textures;
        let cascades = match &self.cascades {
            Of::Card(cascades) => return Ok(Rc::clone(cascades)),
            Of::Numbers(cascades) => cascades,
        };
        // The same surface with and without foam are two revisions of what is on the card.
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

/// What both kinds have.
pub struct ShownField<'a> {
    textures: &'a SurfaceTextures,
    /// Heights, and how large a metre of them is shown.
    numbers: Of<'a, (HeightField<'a>, f32), CardHeights>,
    foam: Option<&'a dyn FoamSource>,
    revision: u64,
}

impl ShownBounded<'_> {
    /// Names the bottom: 0 where it is even or not known, else the same number is the same bottom.
    pub fn bottom_revision(&self) -> u64 {
        match &self.field.numbers {
            Of::Numbers((field, _)) => field.others.depth_revision(),
            Of::Card(_) => 0,
        }
    }

    /// The bottom, where it is uneven: depth as a part of the deepest, 0 to 1, blended between its texels, over the whole pool.
    /// None of water that is computed on the card.
    pub fn bottom(&self) -> Result<Option<Rc<Option<Texture>>>, GlError> {
        let (Of::Numbers((field, _)), 1..) = (&self.field.numbers, self.bottom_revision()) else {
            return Ok(None);
        };
        let textures = self.field.textures;
        let shown = textures.bottom.showing(
            self.bottom_revision(),
            || Ok(None),
            |bottom| {
                *bottom = match field.others.depth() {
                    Some(depth) => uneven(&textures.gl, &depth)?,
                    None => None,
                };
                Ok(())
            },
        )?;
        Ok(shown.is_some().then_some(shown))
    }
}

/// Depths as parts of the deepest; none where all are alike.
fn uneven(gl: &Gl, depth: &Grid<f32>) -> Result<Option<Texture>, GlError> {
    let ends = (f32::INFINITY, 0.0_f32);
    let (least, most) = depth.cells().iter().fold(ends, |(least, most), &depth| {
        (least.min(depth), most.max(depth))
    });
    if most <= 0.0 || least >= most || !most.is_finite() {
        return Ok(None);
    }
    let parts = Grid::from_fn(depth.columns(), depth.rows(), |column, row| {
        (depth[(column, row)] / most).max(0.0)
    });
    let layout = Layout {
        filter: Filter::Linear,
        ..Layout::new(Format::R16F, (depth.columns(), depth.rows()))
    };
    let texture = Texture::empty(gl, layout)?;
    texture.upload(0, 0, &parts)?;
    Ok(Some(texture))
}

impl<'a> ShownField<'a> {
    pub(super) fn textures(&self) -> &'a SurfaceTextures {
        self.textures
    }

    /// The numbers, and how large a metre of them is shown; `None` of what is on the card alone.
    pub(super) fn numbers(&self) -> Option<(HeightField<'a>, f32)> {
        match self.numbers {
            Of::Numbers(numbers) => Some(numbers),
            Of::Card(_) => None,
        }
    }

    /// Coverage by foam within the first cascade, of open water.
    pub(super) fn foam(&self) -> Option<&'a Grid<f32>> {
        self.foam.map(FoamSource::coverage)
    }

    /// Columns and rows in square cells, which give the surface its shape: as [`Water::size`].
    pub fn cells(&self) -> (usize, usize) {
        match self.numbers {
            Of::Numbers((field, _)) => field.cells,
            Of::Card(card) => card.cells,
        }
    }

    /// Names the surface: the same number is the same surface, for as long as its textures live.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Metres above the rest level.
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

    /// The lowest and the highest of them; `None` of what is on the card alone.
    pub fn range(&self) -> Option<(f32, f32)> {
        match &self.numbers {
            Of::Card(_) => None,
            Of::Numbers((field, scale)) => {
                let (low, high) = field.heights.range();
                Some((low * scale, high * scale))
            }
        }
    }

    /// Vertical velocity: how fast they rise, metres a step.
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
