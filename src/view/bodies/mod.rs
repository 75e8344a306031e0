//! Bodies in the water, as the views draw them: triangles on the GPU for what is seen directly, and a volume of distances for rays that
//! the water refracts or reflects, and for shadows (`bodies/bodies.glsl`).
//!
//! | file | contents |
//! | --- | --- |
//! | `model` | the triangles of a shape |
//! | `volume` | the distances |
//! | `shadow_map` | shadows in the air |
//! | `lamp_shadow` | shadows in the light of a pool's lamp |
//! | `ropes` | the ropes on them |
//! | `openness` | the sky that they hide from floor and walls |

mod lamp_shadow;
mod model;
mod openness;
mod ropes;
mod shadow_map;
mod volume;

use crate::gl::{Buffer, Faces, Filter, Format, Gl, GlError, Layers, Layout, Program, Texture};
use crate::grid::Grid;
use crate::light::Lamp;
use crate::view::surface::ShownField;
use glam::{DVec3, Mat4, Quat, Vec2, Vec3};
use lamp_shadow::LampShadow;
use model::Key;
use openness::Openness;
use ropes::Ropes;
use shadow_map::ShadowMap;
pub(in crate::view) use shadow_map::SunPath;
use std::rc::Rc;
use volume::Volume;
pub(super) use volume::{ACROSS, BAND, SIDE};
pub(super) use waterlab_bodies::MAX_BODIES;
use waterlab_bodies::{Body, Shape};

/// Number of floats of a vertex's attributes, as in `bodies/bodies.vert`: position, normal, albedo, gloss.
const ATTRIBUTES: [usize; 4] = [3, 3, 3, 1];

/// Texels of a body in `u_bodies`.
const TEXELS: usize = 5;

/// Number of models above which all are created again, so that those of removed bodies take no memory.
const MAX_MODELS: usize = 96;

/// The number of bodies, as far as programs depend on it. A software rasteriser takes a fraction of the time for loops over a constant
/// number of bodies, which its compiler unrolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::view) enum BodyCount {
    Zero,
    UpTo4,
    UpTo16,
    Any,
}

impl BodyCount {
    pub(in crate::view) const EACH: [Self; 4] = [Self::Zero, Self::UpTo4, Self::UpTo16, Self::Any];

    pub(in crate::view) fn of(gl: &Gl, count: usize) -> Self {
        match (count, gl.capability().is_software()) {
            (0, _) => Self::Zero,
            (1..=4, true) => Self::UpTo4,
            (5..=16, true) => Self::UpTo16,
            _ => Self::Any,
        }
    }

    /// The `#define` for the loops of `bodies/bodies.glsl`.
    pub(in crate::view) fn define(self) -> &'static str {
        match self {
            Self::Zero => "",
            Self::UpTo4 => "BODIES 4",
            Self::UpTo16 => "BODIES 16",
            Self::Any => "BODIES u_body_count",
        }
    }
}

/// A model on the GPU, for all bodies with its key.
struct Drawn {
    key: Key,
    buffer: Buffer,
    volume: Volume,
    /// Whether its triangles enclose nothing.
    has_holes: bool,
}

/// A body of this frame.
struct Placed {
    drawn: Rc<Drawn>,
    size: f32,
    place: Vec3,
    rotation: Quat,
}

/// The bodies of a frame on the GPU.
#[derive(Default)]
pub(in crate::view) struct DrawnBodies {
    models: Vec<Rc<Drawn>>,
    placed: Vec<Placed>,
    ropes: Ropes,
    volumes: Option<Texture>,
    places: Option<Texture>,
    /// Middle and radius of a sphere around each.
    spheres: Vec<[f32; 4]>,
    shadows: ShadowMap,
    lamp_shadow: LampShadow,
    openness: Openness,
    /// What the shadow map shows: the revision, and the sun's rays.
    shaded: Option<(u64, SunPath)>,
    /// What the shadows of a lamp show: the revision, and the lamp.
    lamp_shaded: Option<(u64, Lamp)>,
    /// Changes with the bodies; 0 without any.
    revision: u64,
    shown: Vec<[f32; 9]>,
}

impl DrawnBodies {
    /// Updates what is drawn to the bodies in a field, in a world whose origin is at `middle` of the water.
    pub(in crate::view) fn show(
        &mut self,
        gl: &Gl,
        field: &ShownField,
        middle: DVec3,
    ) -> Result<(), GlError> {
        let bodies = field.bodies();
        if bodies.is_empty() {
            *self = Self {
                models: std::mem::take(&mut self.models),
                volumes: self.volumes.take(),
                shadows: std::mem::take(&mut self.shadows),
                lamp_shadow: std::mem::take(&mut self.lamp_shadow),
                openness: std::mem::take(&mut self.openness),
                ..Self::default()
            };
            return Ok(());
        }
        self.placed.clear();
        if self.models.len() > MAX_MODELS {
            self.models.clear();
            self.shown.clear();
            self.volumes = None;
        }
        let known = self.models.len();
        let mut shown = Vec::new();
        for body in bodies {
            let (key, size) = Key::of(body);
            let index = self.models.iter().position(|drawn| drawn.key == key);
            let index = match index {
                Some(index) => index,
                None => {
                    self.models.push(Rc::new(Drawn::new(gl, body, key)?));
                    self.models.len() - 1
                }
            };
            let placed = Placed {
                drawn: Rc::clone(&self.models[index]),
                size: size as f32,
                place: (body.state.position - middle).as_vec3(),
                rotation: body.state.rotation.as_quat(),
            };
            let [x, y, z] = placed.place.to_array();
            let [i, j, k, w] = placed.rotation.to_array();
            shown.push([index as f32, placed.size, x, y, z, i, j, k, w]);
            self.placed.push(placed);
        }
        if shown != self.shown {
            self.shown = shown;
            self.revision += 1;
        }
        self.ropes.show(gl, field.ropes(), middle)?;
        if self.models.len() != known || self.volumes.is_none() {
            self.volumes = Some(volumes(gl, &self.models)?);
        }
        self.upload_places(gl)
    }

    /// Draws their shadow map, unless it is as before.
    pub(in crate::view) fn cast_shadows(&mut self, gl: &Gl, path: SunPath) -> Result<(), GlError> {
        let wanted = Some((self.revision, path));
        if !self.are_there() || self.shaded == wanted {
            return Ok(());
        }
        let mut shadows = std::mem::take(&mut self.shadows);
        // The first face of a closed body along a ray is a front face.
        let has_holes = self.placed.iter().any(|placed| placed.drawn.has_holes);
        let faces = if has_holes { Faces::All } else { Faces::Front };
        let cast = shadows.cast(gl, path, &self.spheres, |program| {
            gl.faces(faces);
            self.draw_all(program);
            gl.faces(Faces::All);
        });
        self.shadows = shadows;
        self.shaded = wanted.filter(|_| cast.is_ok());
        cast
    }

    /// Draws the map of their shadows in the light of a lamp, unless it is as before.
    pub(in crate::view) fn shade_lamp(&mut self, gl: &Gl, lamp: &Lamp) -> Result<(), GlError> {
        let wanted = Some((self.revision, *lamp));
        if !self.are_there() || self.lamp_shaded == wanted {
            return Ok(());
        }
        let mut shadow = std::mem::take(&mut self.lamp_shadow);
        let count = self.count(gl);
        let drawn = shadow.draw(gl, count, lamp, &self.spheres, |program| self.set(program));
        self.lamp_shadow = shadow;
        self.lamp_shaded = wanted.filter(|_| drawn.is_ok());
        drawn
    }

    /// Draws how much of the sky they hide from the floor and the walls of a pool with these half sides and this depth.
    pub(in crate::view) fn hide_sky(
        &mut self,
        gl: &Gl,
        half: Vec2,
        depth: f32,
    ) -> Result<(), GlError> {
        if !self.are_there() {
            return Ok(());
        }
        let mut openness = std::mem::take(&mut self.openness);
        let drawn = openness.draw(gl, self.count(gl), half, depth, |program| self.set(program));
        self.openness = openness;
        drawn
    }

    fn upload_places(&mut self, gl: &Gl) -> Result<(), GlError> {
        let layout = Layout::new(Format::Rgba32F, (TEXELS, self.placed.len()));
        let fits = |texture: &Texture| texture.size() == layout.size;
        let texture = match self.places.take().filter(fits) {
            Some(texture) => texture,
            None => Texture::empty(gl, layout)?,
        };
        let layer = |drawn: &Rc<Drawn>| {
            let is_same = |model: &Rc<Drawn>| Rc::ptr_eq(model, drawn);
            self.models.iter().position(is_same).unwrap_or_default()
        };
        let rows: Vec<[[f32; 4]; TEXELS]> = self
            .placed
            .iter()
            .map(|placed| {
                let volume = &placed.drawn.volume;
                // From the world to 0 to 1 along each side of the volume.
                let cube = Mat4::from_translation(Vec3::splat(0.5))
                    * Mat4::from_scale(Vec3::splat(1.0 / volume.side))
                    * Mat4::from_translation(-volume.middle)
                    * placed.model().inverse();
                [
                    cube.row(0).to_array(),
                    cube.row(1).to_array(),
                    cube.row(2).to_array(),
                    [
                        placed.size,
                        layer(&placed.drawn) as f32,
                        placed.spacing(),
                        0.0,
                    ],
                    volume.extent.extend(0.0).to_array(),
                ]
            })
            .collect();
        let grid = Grid::from_fn(TEXELS, rows.len(), |column, row| rows[row][column]);
        texture.upload(0, 0, &grid)?;
        self.places = Some(texture);
        self.spheres = self.placed.iter().map(Placed::sphere).collect();
        Ok(())
    }

    /// Their number, as far as programs depend on it.
    pub(in crate::view) fn count(&self, gl: &Gl) -> BodyCount {
        BodyCount::of(gl, self.placed.len())
    }

    /// Whether there are any.
    pub(in crate::view) fn are_there(&self) -> bool {
        !self.placed.is_empty()
    }

    /// Identifies the bodies: equal numbers denote equal bodies; 0 without any.
    pub(in crate::view) fn revision(&self) -> u64 {
        self.revision
    }

    /// Sets the uniforms of `bodies/bodies.glsl`.
    pub(in crate::view) fn set(&self, program: &Program) {
        let (Some(volumes), Some(places)) = (&self.volumes, &self.places) else {
            return;
        };
        program.set_where_known("u_body_volumes", volumes);
        program.set_where_known("u_bodies", places);
        let none = [[0.0; 4]];
        let unused = none.iter().cycle().take(MAX_BODIES - self.spheres.len());
        let spheres: Vec<_> = self.spheres.iter().chain(unused).copied().collect();
        program.set_where_known("u_body_spheres", spheres.as_slice());
        program.set_where_known("u_body_count", self.placed.len() as i32);
        self.shadows.set(program);
        self.lamp_shadow.set(program);
        self.openness.set(program);
    }

    /// The ends of a box around them and around the axes of their ropes.
    pub(in crate::view) fn bounds(&self) -> (Vec3, Vec3) {
        let spheres = self.spheres.iter().map(|&[x, y, z, radius]| {
            let middle = Vec3::new(x, y, z);
            (middle - radius, middle + radius)
        });
        let ropes = self.ropes.points().map(|point| (point, point));
        let none = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        spheres
            .chain(ropes)
            .fold(none, |(low, high), (first, last)| {
                (low.min(first), high.max(last))
            })
    }

    /// Draws the bodies with a program whose vertex shader is `bodies/bodies.vert`.
    pub(in crate::view) fn draw(&self, gl: &Gl, program: &Program) {
        gl.faces(Faces::Front);
        self.draw_all(program);
        self.ropes.draw(program);
        gl.faces(Faces::All);
    }

    fn draw_all(&self, program: &Program) {
        for placed in &self.placed {
            program.set("u_model", placed.model());
            let buffer = &placed.drawn.buffer;
            buffer.draw(program, 0..buffer.triangles());
        }
    }
}

impl Placed {
    /// From the model to the world.
    fn model(&self) -> Mat4 {
        Mat4::from_scale_rotation_translation(Vec3::splat(self.size), self.rotation, self.place)
    }

    /// Middle and radius of a sphere around the body.
    fn sphere(&self) -> [f32; 4] {
        let volume = &self.drawn.volume;
        let middle = self.model().transform_point3(volume.middle);
        middle.extend(self.size * volume.radius).to_array()
    }

    /// Spacing of the volume's points, metres.
    fn spacing(&self) -> f32 {
        self.drawn.volume.side * self.size / SIDE as f32
    }
}

impl Drawn {
    fn new(gl: &Gl, body: &Body, key: Key) -> Result<Self, GlError> {
        let model = model::model(body, &key);
        let floats: Vec<f32> = model
            .vertices
            .iter()
            .flat_map(|vertex| {
                let three = [vertex.position, vertex.normal, vertex.albedo];
                let floats = three.into_iter().flat_map(|vector| vector.to_array());
                floats.chain([vertex.gloss])
            })
            .collect();
        Ok(Self {
            buffer: Buffer::new(gl, &ATTRIBUTES, &floats, &model.triangles)?,
            volume: Volume::new(&model::coarse(body, model)),
            has_holes: matches!(body.shape(), Shape::Mesh { mesh, .. } if mesh.has_holes()),
            key,
        })
    }
}

/// The volumes of all models, a layer each.
fn volumes(gl: &Gl, models: &[Rc<Drawn>]) -> Result<Texture, GlError> {
    let layout = Layout {
        layers: Layers::Array(models.len()),
        filter: Filter::Linear,
        ..Layout::new(Format::Rgba8, (ACROSS * SIDE, SIDE / ACROSS * SIDE))
    };
    let texture = Texture::empty(gl, layout)?;
    for (layer, drawn) in models.iter().enumerate() {
        texture.upload(0, layer, &drawn.volume.texels)?;
    }
    Ok(texture)
}
