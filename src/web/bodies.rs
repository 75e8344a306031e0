//! Bodies of a page: the shape to drop, dropping, and reading.

use super::arguments::{number, text, unknown, whole};
use super::{Lab, error, object};
use crate::scene::shape_names;
use crate::session::BodyChoice;
use js_sys::Array;
use wasm_bindgen::prelude::*;
use waterlab_bodies::{Body, Floating, MAX_BODIES};

#[wasm_bindgen]
impl Lab {
    /// The body to drop: its shape, size and density, the names of all shapes, the ranges of size and density, the number of bodies in the
    /// water and its maximum.
    #[wasm_bindgen(js_name = bodyChoice)]
    pub fn body_choice(&self) -> JsValue {
        let choice = &self.session.body_choice;
        let shapes = shape_names()
            .into_iter()
            .map(JsValue::from)
            .collect::<Array>();
        let range = |range: std::ops::RangeInclusive<f64>| {
            let ends = [*range.start(), *range.end()].map(JsValue::from);
            JsValue::from(ends.into_iter().collect::<Array>())
        };
        object([
            ("shape", choice.shape.into()),
            ("size", choice.size.into()),
            ("density", choice.density.into()),
            ("shapes", shapes.into()),
            ("sizes", range(Body::SIZES)),
            ("densities", range(Body::DENSITIES)),
            ("count", self.session.simulation.bodies(false).len().into()),
            ("most", MAX_BODIES.into()),
        ])
    }

    /// Chooses the body to drop: a shape, by name, its longest side in metres, and its density in kg/m³; `undefined` keeps the size, and
    /// chooses the density of the shape.
    #[wasm_bindgen(js_name = chooseBody)]
    pub fn choose_body(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] shape: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number | undefined")] size: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number | undefined")] density: JsValue,
    ) -> Result<(), JsError> {
        self.session.body_choice = self.chosen("chooseBody", &shape, &size, &density)?;
        Ok(())
    }

    /// Drops a body above a place, in fractions of the water's width and length from 0 to 1; shape, size and density as in `chooseBody`.
    /// Returns its number.
    #[wasm_bindgen(js_name = dropBody)]
    pub fn drop_body(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] shape: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] x: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] z: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number | undefined")] size: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number | undefined")] density: JsValue,
    ) -> Result<f64, JsError> {
        let choice = self.chosen("drop", &shape, &size, &density)?;
        let x = number("drop: x", &x, 0.0..=1.0)?;
        let z = number("drop: z", &z, 0.0..=1.0)?;
        let id = self.session.drop_body_at(&choice, (x, z)).map_err(error)?;
        self.frames.request();
        Ok(id.number() as f64)
    }

    /// The bodies in the water: for each its number `id`, `position` of its middle in metres, `rotation` as a quaternion x, y, z, w,
    /// `velocity` in m/s, `spin` in rad/s, `size` of its bounds in metres, and `density` in kg/m³.
    pub fn bodies(&self) -> Array {
        let described = |floating: &Floating| {
            let body = floating.body();
            let state = &body.state;
            let array = |numbers: &[f64]| {
                let numbers = numbers.iter().map(|number| JsValue::from(*number));
                JsValue::from(numbers.collect::<Array>())
            };
            object([
                ("id", (floating.id().number() as f64).into()),
                ("position", array(&state.position.to_array())),
                ("rotation", array(&state.rotation.to_array())),
                ("velocity", array(&state.velocity.to_array())),
                ("spin", array(&state.spin.to_array())),
                ("size", array(&body.hull().size().to_array())),
                ("density", body.density().into()),
            ])
        };
        let bodies = self.session.simulation.bodies(false);
        bodies.iter().map(described).collect()
    }

    /// Takes out the body with a number, or all bodies (`undefined`).
    #[wasm_bindgen(js_name = takeOut)]
    pub fn take_out(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number | undefined")] id: JsValue,
    ) -> Result<(), JsError> {
        let simulation = &mut self.session.simulation;
        if id.is_undefined() {
            simulation.clear_bodies();
        } else {
            let number = whole("takeOut: the body", &id, 0..=1 << 53)? as u64;
            let mut bodies = simulation.bodies(false).iter().map(Floating::id);
            let found = bodies.find(|id| id.number() == number);
            drop(bodies);
            let found = found.ok_or_else(|| error(format!("There is no body {number}")))?;
            simulation.remove_body(found);
        }
        self.frames.request();
        Ok(())
    }
}

impl Lab {
    /// The choice with this shape, and with this size and density unless they are undefined.
    fn chosen(
        &self,
        method: &str,
        shape: &JsValue,
        size: &JsValue,
        density: &JsValue,
    ) -> Result<BodyChoice, JsError> {
        let name = text(&format!("{method}: the shape"), shape)?;
        let shape = shape_names().into_iter().find(|known| *known == name);
        let shape = shape.ok_or_else(|| unknown("shape", &name, shape_names()))?;
        let mut choice = self.session.body_choice;
        choice.choose(shape);
        if !size.is_undefined() {
            choice.size = number(&format!("{method}: the size"), size, Body::SIZES)?;
        }
        if !density.is_undefined() {
            let what = format!("{method}: the density");
            choice.density = number(&what, density, Body::DENSITIES)?;
        }
        Ok(choice)
    }
}
