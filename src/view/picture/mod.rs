//! The picture view (docs/models.md §3): the slope of the water shifts the pixels of a picture. The GPU version of
//! [`light::PictureRipple`](crate::light::PictureRipple); the nearest look is bit-identical.

mod bodies;

use super::field::{PROGRAMS, program_of};
use super::land::Land;
use super::shader::{HeightProgram, SCREEN, glsl};
use super::{Colours, Frame, Materials, PickQuery, Prepared, Shown, View, ViewState, kinds};
use crate::gl::{Blend, Depth, GlError, Primitive};
use crate::heights::METRES_PER_WEIGHT;
use crate::light::{
    BAR, BEVEL, COUNTS_PER_METRE, GLINT, GLINT_SHIFT, Look, PictureRipple, REACH, RELIEF, Rect,
    SHADOW, STONE, WallLook, level_for, sharpness,
};
use crate::parameter::Settings;
use bodies::Bodies;
use glam::{Vec2, Vec3, Vec4};
use std::rc::Rc;

/// The looks and their `#define`s in `picture/picture.frag`: separate programs, because a software rasteriser executes both sides of
/// every branch.
const LOOKS: [(Look, &str); 5] = [
    (Look::Nearest, "LOOK_NEAREST"),
    (Look::Smooth, "LOOK_SMOOTH"),
    (Look::Bilinear, "LOOK_BILINEAR"),
    (Look::Glint, "LOOK_GLINT"),
    (Look::Heights, "LOOK_HEIGHTS"),
];

/// The `#define`s without and with bodies.
const BODIES: [&str; 2] = ["", "BODIES"];

/// The picture view.
pub struct PictureView {
    programs: Rc<Programs>,
    bodies: Bodies,
    land: Land,
    state: ViewState,
}

/// The programs, without and with land, and without and with bodies.
type Programs = [ProgramsByBodies; 2];

/// See [`Programs`].
struct ProgramsByBodies {
    /// Without and with an overlay.
    looks: [[[HeightProgram; LOOKS.len()]; 2]; 2],
    coloured: [[HeightProgram; PROGRAMS.len()]; 2],
}

/// The visible part of a picture of `picture` (columns, rows) on a pool of `cells` with these settings of the picture view: as
/// [`PictureRipple::crop`], also for a field in colours.
pub fn picture_crop(settings: &Settings, picture: (usize, usize), cells: (usize, usize)) -> Rect {
    match settings.choice("colours") {
        Colours::None => picture_ripple(settings).crop(picture, cells),
        _ => Rect::whole(cells),
    }
}

/// The picture ripple for these settings of the picture view.
pub fn picture_ripple(settings: &Settings) -> PictureRipple {
    PictureRipple {
        displacement: settings.real("displacement"),
        shine: settings.real("shine"),
        look: settings.choice("look"),
        fit: settings.choice("fit"),
        picture_fit: settings.choice("picture_fit"),
        walls: settings.choice("walls"),
        glint: settings.real("glint"),
        gain: settings.real("gain"),
    }
}

impl PictureView {
    /// The view with default parameters.
    pub fn new() -> Self {
        let with = |defines: &[_]| {
            HeightProgram::new(
                "picture",
                SCREEN,
                glsl!("picture/picture.frag"),
                defines,
                &[],
            )
        };
        let programs = ["", "BOTTOM"].map(|land| ProgramsByBodies {
            looks: BODIES.map(|bodies| {
                ["", "OVERLAY"]
                    .map(|overlay| LOOKS.map(|(_, look)| with(&[look, overlay, bodies, land])))
            }),
            coloured: BODIES
                .map(|bodies| PROGRAMS.map(|field| with(&[field, &[bodies, land]].concat()[..]))),
        });
        Self {
            programs: Rc::new(programs),
            bodies: Bodies::new(),
            land: Land::default(),
            state: ViewState::new(&kinds::PICTURE),
        }
    }
}

impl PictureView {
    /// The rectangle of a pool of `cells` in a picture of `size`.
    fn rect(&self, cells: (usize, usize), materials: &Materials, size: (usize, usize)) -> Rect {
        let crop = picture_crop(&self.state.settings, materials.picture.size(), cells);
        let shape = (crop.width as usize, crop.height as usize);
        picture_ripple(&self.state.settings).fit.rect(shape, size)
    }

    fn rect_of(&self, query: &PickQuery) -> Rect {
        self.rect(query.surface.field().cells, query.materials, query.size)
    }
}

impl Default for PictureView {
    fn default() -> Self {
        Self::new()
    }
}

impl View for PictureView {
    fn state(&self) -> &ViewState {
        &self.state
    }

    fn state_mut(&mut self) -> &mut ViewState {
        &mut self.state
    }

    fn new_sharing(&self) -> Box<dyn View> {
        Box::new(Self {
            programs: self.programs.clone(),
            bodies: self.bodies.new_sharing(),
            land: self.land.new_sharing(),
            state: self.state.clone(),
        })
    }

    fn gain_key(&self) -> &'static str {
        match self.state.settings.choice("look") {
            Look::Heights => "gain",
            _ => "displacement",
        }
    }

    fn place_at(&self, query: &PickQuery, pixel: Vec2) -> Option<(f64, f64)> {
        let rect = self.rect_of(query);
        rect.fraction(f64::from(pixel.x) + 0.5, f64::from(pixel.y) + 0.5)
    }

    fn seen_at(&self, query: &PickQuery, places: &[(f64, f64)]) -> Vec<Option<Vec2>> {
        let rect = self.rect_of(query);
        let is_inside = |(u, v): (f64, f64)| [u, v].iter().all(|part| (0.0..=1.0).contains(part));
        let pixel = |&(u, v): &(f64, f64)| {
            let (x, y) = rect.point(u, v);
            is_inside((u, v)).then_some(Vec2::new(x as f32 - 0.5, y as f32 - 0.5))
        };
        places.iter().map(pixel).collect()
    }

    fn prepare(&mut self, frame: &Frame) -> Result<Prepared, GlError> {
        let cells = frame.surface.field().cells();
        let rect = self.rect(cells, frame.materials, frame.size);
        self.bodies.prepare(frame, rect)?;
        if let Shown::Bounded(shown) = frame.surface {
            self.land.prepare(frame.gl, shown)?;
        }
        Ok(Prepared::default())
    }

    fn draw(&mut self, frame: &Frame) -> Result<(), GlError> {
        let Frame {
            gl,
            surface,
            materials,
            size,
            ..
        } = *frame;
        let field = surface.field();
        let heights = &*field.heights()?;
        // The looks refer to a pool 2 m long.
        let scale = field.scale();
        let ripple =
            picture_ripple(&self.state.settings).spread_over(heights.size(), field.cells());
        let picture = materials.picture.size();
        let crop = picture_crop(&self.state.settings, picture, field.cells());
        let shape = (crop.width as usize, crop.height as usize);
        let rect = ripple.fit.rect(shape, size);
        // Float heights are quantised before integer arithmetic.
        let (unit, counts) = match heights.is_integer() {
            true => (heights.unit() * scale, 1.0),
            false => (1.0 / COUNTS_PER_METRE, COUNTS_PER_METRE * scale),
        };
        let scales = ripple.scales(shape, heights.size(), unit);
        // The integer arithmetic of the nearest look has 32 bits; only a strip some thousand times as long as wide, scaled to the screen,
        // would exceed them.
        let product = |side: i64, pixels: usize| side as u64 * pixels as u64;
        let (columns, rows) = heights.size();
        let placed = product(rect.width, shape.0).max(product(rect.height, shape.1));
        // The margin can have more pixels than any picture.
        let of_cells = product(crop.width, columns).max(product(crop.height, rows));
        let fits = placed < 1 << 32 && of_cells < 1 << 31;
        let look = match ripple.look {
            Look::Nearest if !fits => Look::Smooth,
            look => look,
        };
        let of_look = LOOKS.iter().position(|&(listed, _)| listed == look);
        let colours: Colours = self.state.settings.choice("colours");
        let in_colour = program_of(colours, field.has_ground());
        let bounded = match surface {
            Shown::Bounded(bounded) => Some(bounded),
            Shown::Open(_) => None,
        };
        let land = bounded.filter(|_| self.land.is_there());
        let overlay = materials.picture.overlay.as_ref();
        let overlay = overlay.filter(|_| in_colour.is_none() && look != Look::Heights);
        let bodies = usize::from(self.bodies.are_there());
        let programs = &self.programs[usize::from(land.is_some())];
        let program = match in_colour {
            Some(which) => &programs.coloured[bodies][which],
            None => {
                let overlay = usize::from(overlay.is_some());
                &programs.looks[bodies][overlay][of_look.unwrap_or(0)]
            }
        };
        let program = program.reading(gl, heights, surface.walls(), counts)?;
        let weights = heights.unit() * scale / METRES_PER_WEIGHT;
        self.state.colour_scale = match in_colour {
            Some(_) => {
                let settings = &self.state.settings;
                Some(match bounded {
                    Some(bounded) => bounded.set_colours(program, colours, settings)?,
                    None => field.set_colours(program, colours, settings)?,
                })
            }
            None => None,
        };
        if let Some(land) = land {
            self.land.set(program, land, 1.0)?;
            program.set("u_metres", heights.unit());
        }
        self.bodies.set(program);
        if in_colour.is_none() {
            program.set("u_picture", &materials.picture.under);
        }
        if let Some(layer) = overlay {
            program.set("u_overlay", layer);
            if look != Look::Nearest {
                let level = level_for(layer.size(), crop.whole_width(picture.0, rect.width));
                program.set("u_overlay_level", level as i32);
            }
        }
        program.set("u_output", [size.0 as i32, size.1 as i32]);
        program.set(
            "u_fit",
            [
                rect.left as i32,
                rect.top as i32,
                rect.width as i32,
                rect.height as i32,
            ],
        );
        let level = level_for(picture, crop.whole_width(picture.0, rect.width));
        let [across, down] = [
            (crop.left, crop.width, picture.0),
            (crop.top, crop.height, picture.1),
        ]
        .map(|(start, length, side)| [start, length].map(|part| part as f32 / side as f32));
        let pixels = |displacement: f64| {
            let side = |pixels: usize, part: f32, cells: usize| {
                displacement as f32 * (pixels >> level).max(1) as f32 * part / cells as f32
            };
            Vec2::new(
                side(picture.0, across[1], columns),
                side(picture.1, down[1], rows),
            )
        };
        program.set_where_known(
            "u_crop",
            [crop.left, crop.top, crop.width, crop.height].map(|part| part as i32),
        );
        program.set_where_known(
            "u_crop_part",
            Vec4::new(across[0], down[0], across[1], down[1]),
        );
        program.set_where_known("u_has_margin", i32::from(crop.reaches_beyond(picture)));
        let shine = ripple.shine as f32;
        let look = Some(look).filter(|_| in_colour.is_none());
        if !matches!(look, None | Some(Look::Nearest | Look::Heights)) {
            program.set("u_level", level as i32);
        }
        match look {
            None => {}
            Some(Look::Nearest) => {
                program.set("u_scale", [scales.x.q, scales.y.q]);
                program.set("u_shift", [scales.x.shift as i32, scales.y.shift as i32]);
                program.set("u_shine", scales.shine.q);
                program.set("u_shine_shift", scales.shine.shift as i32);
            }
            Some(Look::Smooth) => {
                program.set("u_pixels", weights * pixels(ripple.displacement));
                program.set("u_light", shine * weights);
            }
            Some(Look::Bilinear) => {
                program.set("u_weights", weights);
                program.set("u_pixels", pixels(ripple.displacement));
                program.set("u_light", -8.0 * shine);
            }
            Some(Look::Glint) => {
                program.set("u_weights", weights);
                program.set("u_pixels", pixels(GLINT_SHIFT * ripple.displacement));
                program.set("u_light", shine);
                program.set("u_glint", colour(GLINT));
                program.set("u_glint_strength", ripple.glint as f32);
                let velocity = field.velocity()?;
                if let Some(texture) = velocity.texture() {
                    program.set("u_velocity", texture);
                }
                let weights = velocity.unit() * scale / METRES_PER_WEIGHT;
                program.set("u_weights_a_step", weights);
            }
            Some(Look::Heights) => {
                program.set("u_gain", ripple.gain as f32 * heights.unit() * scale)
            }
        }
        if let Some(walls) = surface.walls() {
            // On land they would be holes through which the picture is seen.
            let of_picture = ripple.walls == WallLook::Picture && land.is_none();
            program.set_where_known("u_walls_of_picture", i32::from(of_picture));
            program.set("u_stone", colour(STONE));
            program.set("u_relief", RELIEF);
            program.set("u_bevel", BEVEL / 255.0);
            program.set("u_shadow", SHADOW);
            program.set("u_reach", REACH);
            program.set(
                "u_sharpness",
                sharpness((rect.width, rect.height), walls.size()),
            );
        }
        program.set("u_bar", colour([BAR[0], BAR[1], BAR[2]]));
        gl.state(Blend::Off, Depth::Off);
        gl.draw(program, Primitive::Triangles, 3, 1);
        Ok(())
    }
}

/// A colour as a uniform.
fn colour(channels: [u8; 3]) -> Vec3 {
    Vec3::from(channels.map(f32::from)) / 255.0
}
