//! Bodies in the water, as the views draw them: triangles on the GPU for what is seen directly, and a volume of distances for rays that
//! the water refracts or reflects, and for shadows (`bodies/bodies.glsl`).
//!
//! | file | contents |
//! | --- | --- |
//! | `model` | the triangles of a shape |
//! | `volume` | the distances |

mod model;
mod volume;

use crate::gl::{Buffer, Faces, Filter, Format, Gl, GlError, Layers, Layout, Program, Texture};
use crate::grid::Grid;
use glam::{DVec3, Mat4, Quat, Vec3};
use model::Key;
use std::rc::Rc;
use volume::Volume;
pub(super) use volume::{ACROSS, SIDE};
use waterlab_bodies::Body;

/// Number of floats of a vertex's attributes, as in `bodies/bodies.vert`: position, normal, albedo, gloss.
const ATTRIBUTES: [usize; 4] = [3, 3, 3, 1];

/// Texels of a body in `u_bodies`.
const TEXELS: usize = 6;

/// Number of models above which all are made anew, so that those of bodies that are gone take no room.
const MAX_MODELS: usize = 96;

/// A model on the GPU, for all bodies with its key.
struct Drawn {
    key: Key,
    buffer: Buffer,
    volume: Volume,
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
    volumes: Option<Texture>,
    places: Option<Texture>,
    /// Changes with the bodies; 0 without any.
    revision: u64,
    shown: Vec<[f32; 9]>,
}

impl DrawnBodies {
    /// Updates what is drawn to these bodies, in a world whose origin is at `middle` of the water.
    pub(in crate::view) fn show(
        &mut self,
        gl: &Gl,
        bodies: &[&Body],
        middle: DVec3,
    ) -> Result<(), GlError> {
        if bodies.is_empty() {
            *self = Self {
                models: std::mem::take(&mut self.models),
                volumes: self.volumes.take(),
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
        if self.models.len() != known || self.volumes.is_none() {
            self.volumes = Some(volumes(gl, &self.models)?);
        }
        self.upload_places(gl)
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
                let metres = volume.side * placed.size;
                // From the world to 0 to 1 along each side of the volume.
                let cube = Mat4::from_translation(Vec3::splat(0.5))
                    * Mat4::from_scale(Vec3::splat(1.0 / volume.side))
                    * Mat4::from_translation(-volume.middle)
                    * placed.model().inverse();
                let middle = placed.model().transform_point3(volume.middle);
                let radius = placed.size * placed.drawn.radius();
                [
                    cube.row(0).to_array(),
                    cube.row(1).to_array(),
                    cube.row(2).to_array(),
                    middle.extend(radius).to_array(),
                    [
                        placed.size,
                        layer(&placed.drawn) as f32,
                        metres / SIDE as f32,
                        0.0,
                    ],
                    volume.extent.extend(0.0).to_array(),
                ]
            })
            .collect();
        let grid = Grid::from_fn(TEXELS, rows.len(), |column, row| rows[row][column]);
        texture.upload(0, 0, &grid)?;
        self.places = Some(texture);
        Ok(())
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
        program.set_where_known("u_body_count", self.placed.len() as i32);
    }

    /// Draws the bodies with a program whose vertex shader is `bodies/bodies.vert`.
    pub(in crate::view) fn draw(&self, gl: &Gl, program: &Program) {
        gl.faces(Faces::Front);
        for placed in &self.placed {
            program.set("u_model", placed.model());
            let buffer = &placed.drawn.buffer;
            buffer.draw(program, 0..buffer.triangles());
        }
        gl.faces(Faces::All);
    }
}

impl Placed {
    /// From the model to the world.
    fn model(&self) -> Mat4 {
        Mat4::from_scale_rotation_translation(Vec3::splat(self.size), self.rotation, self.place)
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
            volume: Volume::new(&model),
            key,
        })
    }

    /// Radius of a sphere about the middle of the volume that contains the model.
    fn radius(&self) -> f32 {
        self.volume.radius
    }
}

/// The volumes of all models, a layer each.
fn volumes(gl: &Gl, models: &[Rc<Drawn>]) -> Result<Texture, GlError> {
    let layout = Layout {
        layers: Layers::Array(models.len()),
        filter: Filter::Linear,
        ..Layout::new(Format::Rgba16F, (ACROSS * SIDE, SIDE / ACROSS * SIDE))
    };
    let texture = Texture::empty(gl, layout)?;
    for (layer, drawn) in models.iter().enumerate() {
        texture.upload(0, layer, &drawn.volume.texels)?;
    }
    Ok(texture)
}
