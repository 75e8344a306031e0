//! Cross-sections of the surface at a place: heights along x and along z.

use super::{Session, eye};
use crate::session::{Part, WaterView};
use crate::water::Sampler;
use glam::Vec2;

/// Points of a cross-section.
const POINTS: usize = 257;

/// A place on the water: index of the water, and the fraction (u, v) of the pool, or on a sea of its window or patch.
pub type PlaceOf = (usize, (f64, f64));

/// Heights along two lines through a place.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossSection {
    /// Title of the water.
    pub title: &'static str,
    /// Along x, and along z: metres from the place, and metres above the rest level.
    pub along: [Vec<[f64; 2]>; 2],
}

impl Session {
    /// The place on the water at a pixel of a window of `size`; `None` off the water.
    pub fn place_under(&self, pixel: Vec2, size: (usize, usize)) -> Option<PlaceOf> {
        let camera = &self.camera;
        let eye = |part: Part| eye(camera, part);
        let part = self.views.part_at(&self.simulation, pixel, size);
        let place = self
            .views
            .place_at(&self.simulation, part, pixel, eye, size)?;
        Some((part, place))
    }

    /// The water of a part of the window.
    pub(super) fn scenery_of(&self, part: usize) -> Option<WaterView<'_>> {
        match part {
            0 => Some(WaterView::of(&self.simulation)),
            _ => WaterView::compared(&self.simulation),
        }
    }

    /// The cross-sections along x and along z through a place: of a pool from wall to wall, of a sea over its window or patch.
    pub fn cross_section(&self, (part, (u, v)): PlaceOf) -> Option<CrossSection> {
        let water_view = self.scenery_of(part)?;
        let sampler = Sampler::new(water_view.water, self.simulation.steps_per_second());
        let is_open = water_view.water.model().is_open();
        let along = |middle: f64| {
            (0..POINTS).map(move |point| {
                let fraction = point as f64 / (POINTS - 1) as f64;
                if is_open {
                    middle + fraction - 0.5
                } else {
                    fraction
                }
            })
        };
        let lines: [Vec<_>; 2] = [
            along(u).map(|u| (u, v)).collect(),
            along(v).map(|v| (u, v)).collect(),
        ];
        let here = sampler.at_fraction((u, v))?.place;
        let mut axis = 0;
        let along = lines.map(|places| {
            let samples = places.into_iter().filter_map(|at| sampler.at_fraction(at));
            let line = samples
                .map(|sample| [(sample.place - here)[axis], sample.height.into()])
                .collect();
            axis += 1;
            line
        });
        Some(CrossSection {
            title: water_view.water.model().title,
            along,
        })
    }
}
