//! Water that is computed on the GPU: every view draws its textures like numbers, and reads numbers
//! back only for picking.

use super::support::{Picture, default_eye, difference, draw_view_set, on_both, view_set};
use send_wrapper::SendWrapper;
use std::any::Any;
use std::borrow::Cow;
use std::cell::Cell;
use std::rc::Rc;
use waterlab::gl::{Blend, Depth, Format, Gl, HeightTexture, Primitive, Program, Target, assemble};
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::parameter::{ParameterError, Settings, Value};
use waterlab::pool::{Disturbance, Fraction, Obstruction, Patch, Size, State};
use waterlab::session::{ViewSet, WaterView};
use waterlab::surface::Surface;
use waterlab::view::{CardHeights, CardSurface, CascadeTextures, VIEWS, Weather};
use waterlab::water::{Model, RippledSea, Status, Water, bounded};

const SIZE: (usize, usize) = (160, 100);

/// Water whose surface is in textures. It counts how often its numbers are requested.
struct OnCard {
    inner: Box<dyn Water>,
    card: SendWrapper<CardSurface>,
    asked: Cell<usize>,
}

impl Water for OnCard {
    fn on_card(&self) -> Option<&dyn Any> {
        Some(&*self.card)
    }

    fn surface(&self) -> Surface<'_> {
        self.asked.set(self.asked.get() + 1);
        match self.inner.surface() {
            Surface::Bounded(_) => bounded(self),
            open => open,
        }
    }

    fn heights(&self) -> Heights<'_> {
        self.asked.set(self.asked.get() + 1);
        self.inner.heights()
    }

    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        self.asked.set(self.asked.get() + 1);
        self.inner.velocity()
    }

    fn status(&self) -> &Status {
        self.inner.status()
    }

    fn step(&mut self) {
        self.inner.step();
    }

    fn disturb(&mut self, disturbance: &Disturbance) {
        self.inner.disturb(disturbance);
    }

    fn raise(&mut self, patches: &[Patch]) {
        self.inner.raise(patches);
    }

    fn press(&mut self, patch: &Patch) {
        self.inner.press(patch);
    }

    fn set_state(&mut self, state: &State) {
        self.inner.set_state(state);
    }

    fn set_obstacles(&mut self, obstruction: &Obstruction) {
        self.inner.set_obstacles(obstruction);
    }

    fn obstruction(&self) -> Cow<'_, Grid<f32>> {
        self.inner.obstruction()
    }

    fn open_water(&self) -> Option<&RippledSea> {
        self.inner.open_water()
    }

    fn reset(&mut self) {
        self.inner.reset();
    }

    fn apply_settings(&mut self, settings: &Settings) -> Result<(), ParameterError> {
        self.inner.apply_settings(settings)
    }
}

/// Heights in metres in a texture that was drawn, as by a model on the GPU.
fn drawn_heights(gl: &Gl, metres: &Grid<f32>, scale: f32) -> Rc<HeightTexture> {
    let mut uploaded = HeightTexture::new(gl).expect("a texture");
    uploaded.upload(&Heights::Metres(metres)).expect("uploaded");
    let text = |text| assemble(gl.capability().profile, &[], &[], text);
    let vertex = text(
        "void main() { gl_Position = vec4(4.0 * vec2(gl_VertexID % 2, gl_VertexID / 2) - 1.0, 0.0, 1.0); }",
    );
    let fragment = text(
        "uniform sampler2D u_it; out vec4 o_it;
        void main() { o_it = texelFetch(u_it, ivec2(gl_FragCoord.xy), 0); }",
    );
    // SAFETY: there are no arrays.
    let program = unsafe { Program::new(gl, "copy", &vertex, &fragment, &[]) }.expect("a program");
    let size = (metres.columns(), metres.rows());
    let target = Target::with_formats(gl, &[Format::R32F], size, false).expect("a target");
    program.set("u_it", uploaded.texture().expect("uploaded"));
    target.draw_here();
    gl.state(Blend::Off, Depth::Off);
    gl.draw(&program, Primitive::Triangles, 3, 1);
    let colour = target.colour().expect("a texture").clone();
    Rc::new(HeightTexture::of(gl, colour, scale))
}

fn on_card(gl: &Gl, inner: Box<dyn Water>) -> OnCard {
    let surface = inner.surface();
    let field = surface.field();
    let Heights::Metres(metres) = field.heights else {
        panic!("a model in metres");
    };
    let depth = match &surface {
        Surface::Bounded(pool) => pool.depth,
        Surface::Open(_) => 0.0,
    };
    // Heights of a sea are shown in a pool 2 m long.
    let scale = surface.cascades().map_or(1.0, |_| surface.scale());
    let heights = CardHeights {
        heights: drawn_heights(gl, metres, scale),
        velocity: drawn_heights(gl, &field.velocity(), scale),
        cells: field.cells,
        length: surface.cascades().map_or_else(|| inner.length(), |_| 2.0),
        depth,
    };
    let card = match surface.cascades() {
        None => CardSurface::Bounded(heights),
        Some(cascades) => {
            let mut textures = CascadeTextures::new(gl);
            textures.upload(cascades).expect("uploaded");
            CardSurface::Open(heights, Rc::new(textures))
        }
    };
    OnCard {
        inner,
        card: SendWrapper::new(card),
        asked: Cell::new(0),
    }
}

fn water(name: &str) -> Box<dyn Water> {
    let model = Model::named(name).expect("a model");
    let mut water = model.create(Size::new(64, 48).expect("a size"));
    let place = Fraction::clamped(0.4, 0.6);
    water.disturb(&Disturbance::stone(place, 5.0, 200.0));
    (0..12).for_each(|_| water.step());
    water
}

fn water_view<'a>(water: &'a dyn Water, walls: &'a Obstruction) -> WaterView<'a> {
    WaterView {
        water,
        walls,
        walls_revision: 0,
        bodies: None,
        weather: Weather::default(),
    }
}

fn drawn(gl: &Gl, view_set: &mut ViewSet, water: &dyn Water, walls: &Obstruction) -> Picture {
    view_set.water_changed();
    let water_view = water_view(water, walls);
    draw_view_set(gl, view_set, &water_view, SIZE)
}

#[test]
fn every_view_draws_gpu_water_like_cpu_water_without_reading_it_back() {
    on_both(|gl| {
        let mut view_set = view_set(gl);
        for name in ["wave", "sea"] {
            let numbers = water(name);
            let card = on_card(gl, water(name));
            let walls = Obstruction::open(numbers.size());
            card.asked.set(0);
            for (index, kind) in VIEWS.into_iter().enumerate() {
                view_set.show(index);
                // All looks of the picture view, including glint, which reads the velocity.
                let looks = if kind.name == "picture" { 5 } else { 1 };
                for look in 0..looks {
                    if kind.name == "picture" {
                        let settings = view_set.view_mut().settings_mut();
                        settings.set("look", Value::Choice(look)).expect("a look");
                    }
                    let expected = drawn(gl, &mut view_set, &*numbers, &walls);
                    let found = drawn(gl, &mut view_set, &card, &walls);
                    // Where the CPU computes caustics, it computes the slopes of numbers itself and rounds them differently.
                    let max = u8::from(kind.name == "lit");
                    let apart = difference(&found, &expected, 0);
                    assert!(apart.max <= max, "{name} {} {look}: {apart:?}", kind.name);
                }
            }
            assert_eq!(card.asked.get(), 0, "{name}: drawn from the card alone");
            view_set.show(0);
            let pixel = glam::Vec2::new(80.0, 60.0);
            let eye = default_eye(SIZE);
            let place = |water: &dyn Water| {
                view_set.place_at(pixel, SIZE, &eye, &water_view(water, &walls))
            };
            assert_eq!(place(&card), place(&*numbers));
            assert!(place(&card).is_some());
            assert!(card.asked.get() > 0, "{name}: picked from numbers");
        }
    });
}

#[test]
fn looks_without_foam_compute_none() {
    on_both(|gl| {
        let mut view_set = view_set(gl);
        let mut sea = water("sea");
        let mut settings = sea.settings().clone();
        settings.set("wind", Value::Real(18.0)).expect("a wind");
        // If stale foam is allowed, foam is stale once it has been read.
        sea.open_water_mut().expect("a sea").allow_stale_foam(true);
        sea.apply_settings(&settings).expect("adopted");
        let walls = Obstruction::open(sea.size());
        let mesh = VIEWS.iter().position(|kind| kind.name == "mesh");
        view_set.show(mesh.expect("a mesh view"));
        for (key, value, rest, shows) in [
            ("shading", Value::Choice(1), Value::Choice(0), false),
            ("shading", Value::Choice(2), Value::Choice(0), false),
            (
                "wireframe",
                Value::Switch(true),
                Value::Switch(false),
                false,
            ),
            ("colours", Value::Choice(1), Value::Choice(0), false),
            ("shading", Value::Choice(0), Value::Choice(0), true),
        ] {
            let settings = view_set.view_mut().settings_mut();
            settings.set(key, value).expect("a value");
            drawn(gl, &mut view_set, &*sea, &walls);
            let foam_is_stale = sea.open_water().expect("a sea").foam_is_stale();
            assert_eq!(foam_is_stale, shows, "{key} {value:?}");
            let settings = view_set.view_mut().settings_mut();
            settings.set(key, rest).expect("a value");
        }
    });
}
