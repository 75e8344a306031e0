//! What a page reads of the water: heights, state, values under the pointer, and what is shown over the picture.

use super::arguments::{self, number};
use super::{Lab, legend, object};
use crate::session::Cursor;
use crate::water::{Sample, Sampler};
use glam::Vec2;
use js_sys::{Array, Float32Array};
use std::ops::RangeInclusive;
use wasm_bindgen::prelude::*;

/// Places that can be asked for, metres.
const PLACES: RangeInclusive<f64> = -1e9..=1e9;

#[wasm_bindgen]
impl Lab {
    /// Heights of the water in metres, row after row; see `cells`.
    pub fn heights(&self) -> Float32Array {
        let field = self.session.simulation.water().heights();
        let (columns, rows) = (field.columns(), field.rows());
        let mut heights = Vec::with_capacity(columns * rows);
        for row in 0..rows {
            heights.extend((0..columns).map(|column| field.metres(column as i64, row as i64)));
        }
        Float32Array::from(&heights[..])
    }

    /// Columns and rows of the heights.
    pub fn cells(&self) -> Box<[usize]> {
        let field = self.session.simulation.water().heights();
        Box::new([field.columns(), field.rows()])
    }

    /// Height of the water over a place, metres; x and z in metres from the middle of the pool, or of the first patch of a sea. NaN outside
    /// of a pool. Where a choppy sea folds, the highest.
    #[wasm_bindgen(js_name = heightAt)]
    pub fn height_at(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] x: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] z: JsValue,
    ) -> Result<f64, JsError> {
        let x = number("heightAt: x", &x, PLACES)?;
        let z = number("heightAt: z", &z, PLACES)?;
        Ok(self.sampler().height_at(x, z).unwrap_or(f64::NAN))
    }

    /// The surface at many places, x and z of each in turn as in `heightAt`: of each height, normal x, y, z, and velocity x, y, z of the
    /// water, metres and metres per second; NaN outside of a pool.
    #[wasm_bindgen(js_name = surfaceAt)]
    pub fn surface_at(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] places: JsValue,
    ) -> Result<Float32Array, JsError> {
        let places = arguments::places("surfaceAt: the places", &places, PLACES)?;
        let row = |sample: Option<Sample>| match sample {
            None => [f32::NAN; 7],
            Some(sample) => {
                let ([a, b, c], [d, e, f]) = (sample.normal.into(), sample.velocity.into());
                [sample.height, a, b, c, d, e, f]
            }
        };
        let rows: Vec<_> = (self.sampler().many(&places).into_iter().map(row)).collect();
        Ok(Float32Array::from(rows.as_flattened()))
    }

    /// Number of steps made.
    pub fn step(&self) -> f64 {
        self.session.simulation.step() as f64
    }

    /// The lines of the ring under the pointer, which shows the position and size of the brush: alternating x and y, in pixels.
    pub fn ring(&mut self) -> Array {
        let is_wanted =
            self.session.poke.ring && (!self.gestures.is_dragging() || self.gestures.is_poking());
        let Some(pixel) = self.pointer.filter(|_| is_wanted) else {
            return Array::new();
        };
        let lines = self.session.ring(pixel, self.size).into_iter();
        let flat = |line: Vec<Vec2>| {
            let numbers: Vec<f32> = line
                .into_iter()
                .flat_map(|point| point.to_array())
                .collect();
            JsValue::from(Float32Array::from(&numbers[..]))
        };
        lines.map(flat).collect()
    }

    /// The CSS cursor of the canvas: empty over the water, `grab` over a body, and `grabbing` while one is carried.
    pub fn cursor(&self) -> String {
        let cursor = self
            .pointer
            .map(|pixel| self.session.cursor(pixel, self.size));
        let name = match cursor {
            Some(Cursor::Grab) => "grab",
            Some(Cursor::Grabbing) => "grabbing",
            Some(Cursor::Water) | None => "",
        };
        name.to_owned()
    }

    /// Values of the water under the pointer while Alt is held: name and value of each.
    pub fn probe(&self) -> Array {
        let pixel = self.pointer.filter(|_| self.gestures.is_probing());
        let probe = pixel.and_then(|pixel| self.session.probe(pixel, self.size));
        let described = probe.map(|probe| probe.describe()).unwrap_or_default();
        described
            .into_iter()
            .map(|(title, value)| object([("title", title.into()), ("value", value.into())]))
            .collect()
    }

    /// The legends of colour scales: for each a title, `left` end of its part of the picture, 0 to 1, evenly spaced `colours`, and `ticks`,
    /// each with its position `at`, 0 to 1, and its `text`.
    pub fn legends(&self) -> Array {
        self.session
            .legends()
            .iter()
            .map(legend::describe)
            .collect()
    }

    /// Depth and direction of view of an eye under a sea, as a line of text; `undefined` above it.
    pub fn dive(&self) -> Option<String> {
        self.session.dive().map(|dive| dive.to_string())
    }

    /// State of the water and the picture: titles, flags, sizes.
    pub fn state(&self) -> JsValue {
        let models = self
            .session
            .simulation
            .waters()
            .map(|water| water.model().title);
        let models: Vec<_> = models.collect();
        object([
            ("model", self.session.simulation.water().model().name.into()),
            ("title", models.join(" beside ").into()),
            (
                "view",
                self.session.views.view_set().view().kind().name.into(),
            ),
            ("paused", self.session.clock.is_paused().into()),
            ("raining", self.session.simulation.is_raining().into()),
            ("timeLapse", self.session.is_in_time_lapse().into()),
            ("renderer", self.gl.capability().renderer.as_str().into()),
            ("simd", cfg!(target_feature = "simd128").into()),
        ])
    }
}

impl Lab {
    fn sampler(&self) -> Sampler<'_> {
        let simulation = &self.session.simulation;
        Sampler::new(simulation.water(), simulation.steps_per_second())
    }
}
