//! The tour on a page: opens its scenes, and describes what is shown over them.

use super::{Lab, begun, error, object};
use crate::scene::BundledScene;
use crate::session::Action;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Lab {
    /// Gives the camera of a tour to the user, who has pressed a control of the page.
    #[wasm_bindgen(js_name = interruptTour)]
    pub fn interrupt_tour(&mut self) {
        self.tour.interrupt(&mut self.session);
    }

    /// What a tour shows over the picture: `title`, `caption` and `hint` of the scene, its `number` and the `count` of all, whether it is
    /// `running`, and the opacity of black over the picture, `shade`, 0 to 1; `undefined` without a tour.
    pub fn tour(&self) -> JsValue {
        let Some(card) = self.tour.card(&self.session) else {
            return JsValue::UNDEFINED;
        };
        object([
            ("title", card.title.into()),
            ("caption", card.caption.into()),
            ("hint", card.hint.into()),
            ("number", card.number.into()),
            ("count", card.count.into()),
            ("running", card.is_running.into()),
            ("shade", card.shade.into()),
        ])
    }
}

impl Lab {
    /// Opens the next scene of the tour.
    pub(super) fn open_stop(&mut self, scene: &BundledScene) {
        let mut open = || -> Result<(), JsError> {
            self.check_context()?;
            let read = scene.read(self.files.clone()).map_err(error)?;
            self.session = begun(&self.gl, read, false)?;
            Ok(())
        };
        if open().is_err() {
            let _ = self.tour.act(Action::TourEnd, &mut self.session);
            let text = format!("The tour has ended: the scene {} did not open.", scene.name);
            self.words.push((text, true));
            return;
        }
        self.begun();
        self.wishes.push("refresh");
    }
}
