//! The WebAssembly interface: a canvas with a running [`Session`], and its methods for a page. `page/` is the page itself.
//!
//! Like the desktop's window this only translates: the page passes its events and the time, and receives text and numbers. The meaning of
//! gestures is decided in [`crate::session`].
//!
//! | file | what it is |
//! | --- | --- |
//! | `arguments` | checks arguments from JavaScript |
//! | `bodies` | what floats in the water |
//! | `events` | from the page's events to the words of the hands |
//! | `files` | what the page has loaded or been given |
//! | `frame` | advances the water and draws it |
//! | `legend` | the scale of a field in colours |
//! | `panel` | the settings as a page lays them out |
//! | `readings` | numbers and text about the water, and what is shown over it |
//! | `sound` | what is heard of the water, as samples |
//! | `tour` | the tour of the bundled scenes |

// The expansion of wasm_bindgen uses it.
#![allow(unsafe_code)]

mod arguments;
mod bodies;
mod events;
mod files;
mod frame;
mod legend;
mod panel;
mod readings;
mod sound;
mod tour;

use crate::gl::Gl;
use crate::pool::{Disturbance, Fraction, Size};
use crate::scene::{BUNDLED, Scene, Start};
use crate::session::{
    Action, FrameLoop, Gestures, Input, Keyboard, Notice, Pad, PanelWants, Session, Tour, TourStep,
};
use crate::view::{PictureRole, VIEWS};
use arguments::{bytes, flag, floats, number, text, unknown, whole};
use files::PageFiles;
use glam::Vec2;
use js_sys::{Array, Object, Reflect, Uint8Array};
use sound::LabSound;
use std::path::Path;
use std::sync::Arc;
use wasm_bindgen::prelude::*;
use web_sys::WebGl2RenderingContext;

/// Maximum time between two polls of a gamepad that counts, seconds.
const LONGEST_POLL: f64 = 0.25;

/// Maximum number of steps of one [`Lab::advance`].
const MAX_STEPS: i64 = 1000;

/// Maximum number of cells of a scene: 2048², so that it and its pictures fit in the memory that browsers give a page.
const MAX_CELLS: usize = 1 << 22;

/// Minimum and maximum radius of a stone of [`Lab::disturb`], cells.
const MIN_RADIUS: f64 = 0.5;
const MAX_RADIUS: f64 = Size::MAX as f64;

/// Maximum number of pixels along a side of the canvas.
const MAX_SIDE: i64 = 16_384;

/// A JavaScript error with a message of one line.
fn error(text: impl ToString) -> JsError {
    JsError::new(&text.to_string())
}

/// A JavaScript object.
fn object<const N: usize>(fields: [(&str, JsValue); N]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        // A new object takes any field.
        let _ = Reflect::set(&object, &name.into(), &value);
    }
    object.into()
}

/// Called on load: logs panics to the console of the page.
#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// The bundled scenes: name, title, description, caption and group, one group after the other.
#[wasm_bindgen]
pub fn scenes() -> Array {
    let scenes = BUNDLED.iter().map(|scene| {
        object([
            ("name", scene.name.into()),
            ("title", scene.title().into()),
            ("about", scene.about().into()),
            ("caption", scene.caption.into()),
            ("group", scene.group.title().into()),
        ])
    });
    scenes.collect()
}

/// A running scene in a canvas.
///
/// Every method checks its arguments: an invalid one is an error that names it, and changes nothing.
#[wasm_bindgen]
pub struct Lab {
    session: Session,
    tour: Tour,
    gl: Gl,
    context: WebGl2RenderingContext,
    /// A scene opened while the context was lost, to start in the next one, and whether it is the default scene.
    awaited: Option<(Scene, bool)>,
    gestures: Gestures,
    keyboard: Keyboard<String>,
    alt_graph: bool,
    actions: Vec<Action>,
    frames: FrameLoop,
    sound: LabSound,
    files: Arc<PageFiles>,
    /// Number of built-in pictures that [`Lab::load_picture`] has dealt with.
    pictures: usize,
    size: (usize, usize),
    pointer: Option<Vec2>,
    /// Whether the first frame of the scene has been prepared, and whether it has been drawn.
    is_prepared: bool,
    is_begun: bool,
    /// Messages to show, and whether each is an error.
    words: Vec<(String, bool)>,
    /// Requests to the page.
    wishes: Vec<&'static str>,
}

#[wasm_bindgen]
impl Lab {
    /// Runs a scene in the context of a canvas: a bundled scene by name, a scene in TOML, or, for an empty text, the default scene.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "WebGL2RenderingContext")] context: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] scene: JsValue,
    ) -> Result<Lab, JsError> {
        let context = webgl2("Lab: the context", context)?;
        let scene = text("Lab: the scene", &scene)?;
        let gl = Gl::in_browser(context.clone()).map_err(error)?;
        let files = Arc::new(PageFiles::default());
        let read = read(&scene, &files)?;
        let session = begun(&gl, read, scene.is_empty())?;
        Ok(Self {
            session,
            tour: Tour::default(),
            frames: FrameLoop::new(gl.capability().is_software()),
            sound: LabSound::default(),
            gl,
            context,
            awaited: None,
            gestures: Gestures::new(),
            keyboard: Keyboard::default(),
            alt_graph: false,
            actions: Vec::new(),
            files,
            pictures: 0,
            size: (1, 1),
            pointer: None,
            is_prepared: false,
            is_begun: false,
            words: Vec::new(),
            wishes: Vec::new(),
        })
    }

    /// Opens another scene. On an error the current one continues. While the context is lost, the scene waits for the next one.
    pub fn open(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] scene: JsValue,
    ) -> Result<(), JsError> {
        let scene = text("open: the scene", &scene)?;
        let read = read(&scene, &self.files)?;
        self.tour.interrupt(&mut self.session);
        if self.context.is_context_lost() {
            self.awaited = Some((read, scene.is_empty()));
            self.tour.leave();
            return Ok(());
        }
        self.session = begun(&self.gl, read, scene.is_empty())?;
        self.tour.leave();
        self.begun();
        Ok(())
    }

    /// Records that the context was lost: nothing is drawn until there is a new one.
    pub fn lose(&mut self) {
        self.gl.lose();
    }

    /// Continues in a new context after the old one was lost: with a scene opened meanwhile, or else with water, changes and views as
    /// before.
    pub fn restore(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "WebGL2RenderingContext")] context: JsValue,
    ) -> Result<(), JsError> {
        let context = webgl2("restore: the context", context)?;
        let gl = Gl::in_browser(context.clone()).map_err(error)?;
        match self.awaited.take() {
            Some((scene, is_show)) => {
                self.session = begun(&gl, scene, is_show)?;
                self.begun();
            }
            None => self.session.renew(Some(&gl)).map_err(error)?,
        }
        self.gl = gl;
        self.context = context;
        self.frames.change();
        Ok(())
    }

    /// Adds a file, by the name that scenes or the program use.
    pub fn put(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] name: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] file: JsValue,
    ) -> Result<(), JsError> {
        let name = text("put: the name", &name)?;
        let file = bytes("put: the file", &file)?;
        self.files.put(&name, file);
        Ok(())
    }

    /// Shows a file that was added: as walls while the wall tool is selected, or else as the picture of the picture view, which is then
    /// shown.
    pub fn show(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] name: JsValue,
    ) -> Result<(), JsError> {
        let name = text("show: the name", &name)?;
        self.check_context()?;
        let becomes_walls = self.session.poke.tool.is_of_walls();
        let file = Path::new(&name);
        if becomes_walls {
            self.session.build_mask(file).map_err(error)?;
        } else {
            self.session.set_picture(file).map_err(error)?;
            let picture = VIEWS.iter().position(|kind| kind.name == "picture");
            self.session.views.show(picture.unwrap_or(0));
        }
        let said = if becomes_walls { "Walls" } else { "Showing" };
        self.words.push((format!("{said}: {name}"), false));
        self.frames.change();
        Ok(())
    }

    /// Takes the next of the built-in pictures, all of which have been added before: views load it when they need it. Returns whether there
    /// was one. In a context that is lost it does nothing: the next context takes all of them.
    #[wasm_bindgen(js_name = loadPicture)]
    pub fn load_picture(&mut self) -> Result<bool, JsError> {
        let next = PictureRole::ALL.get(self.pictures);
        let Some(&role) = next.filter(|_| !self.context.is_context_lost()) else {
            return Ok(false);
        };
        self.pictures += 1;
        self.frames.change();
        // A file that the scene names is there already.
        if !self.session.names_picture(role) {
            self.session.invalidate_picture(role);
        }
        Ok(true)
    }

    /// Sets the size of the canvas in pixels, each side from 1 to 16,384.
    pub fn resize(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] width: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] height: JsValue,
    ) -> Result<(), JsError> {
        let width = whole("resize: the width", &width, 1..=MAX_SIDE)?;
        let height = whole("resize: the height", &height, 1..=MAX_SIDE)?;
        self.size = (width as usize, height as usize);
        self.frames.change();
        Ok(())
    }

    /// Handles the state of a gamepad, `elapsed` seconds after the last call: both sticks, right and down positive, both triggers from 0 to
    /// 1, and the pressed buttons, all as in the standard gamepad of the W3C.
    #[wasm_bindgen(js_name = holdPad)]
    pub fn hold_pad(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Float32Array")] sticks: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Float32Array")] triggers: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] buttons: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] elapsed: JsValue,
    ) -> Result<(), JsError> {
        let sticks = &floats("holdPad: the sticks", &sticks, -1.0..=1.0)?;
        let triggers = &floats("holdPad: the triggers", &triggers, 0.0..=1.0)?;
        let buttons = bytes("holdPad: the buttons", &buttons)?;
        let elapsed = number("holdPad: the seconds", &elapsed, 0.0..=f64::from(f32::MAX))?;
        let elapsed = elapsed.min(LONGEST_POLL) as f32;
        let number = |from: &[f32], index: usize| from.get(index).copied().unwrap_or(0.0);
        let stick = |first| Vec2::new(number(sticks, first), -number(sticks, first + 1));
        let pad = Pad {
            left: stick(0),
            right: stick(2),
            triggers: [number(triggers, 0), number(triggers, 1)],
            buttons: std::array::from_fn(|index| buttons.get(index).is_some_and(|down| *down != 0)),
        };
        let mut actions = std::mem::take(&mut self.actions);
        self.gestures.hold_pad(pad, elapsed, &mut actions);
        for action in actions.drain(..) {
            self.perform(action);
        }
        self.actions = actions;
        Ok(())
    }

    /// Carries out the action of a button, by name.
    pub fn act(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] name: JsValue,
    ) -> Result<(), JsError> {
        let name = text("act: the action", &name)?;
        let action = events::action(&name)
            .ok_or_else(|| unknown("action", &name, events::ACTIONS.map(|(name, _)| name)))?;
        self.perform(action);
        Ok(())
    }

    /// Drops a stone at a place, in fractions of the water's width and length from 0 to 1, with a radius of 0.5 to 8192 cells and a weight
    /// that is a whole number from −32,768 to 32,767.
    pub fn disturb(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] x: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] z: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] radius: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] weight: JsValue,
    ) -> Result<(), JsError> {
        let x = number("disturb: x", &x, 0.0..=1.0)?;
        let z = number("disturb: z", &z, 0.0..=1.0)?;
        let radius = number("disturb: the radius", &radius, MIN_RADIUS..=MAX_RADIUS)?;
        let weights = i64::from(i16::MIN)..=i64::from(i16::MAX);
        let weight = whole("disturb: the weight", &weight, weights)? as i16;
        let at = Fraction::new(x, z).map_err(error)?;
        self.session
            .simulation
            .poke(&Disturbance::stone(at, radius, weight.into()));
        self.frames.request();
        Ok(())
    }

    /// Makes 0 to 1000 steps at once, independent of time; draws nothing.
    pub fn advance(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] steps: JsValue,
    ) -> Result<(), JsError> {
        for _ in 0..whole("advance: the steps", &steps, 0..=MAX_STEPS)? {
            self.session.simulation.advance();
        }
        self.frames.request();
        Ok(())
    }

    /// The scene in its current state: the text, and the files that it names, each a name and bytes. With the current surface on request;
    /// otherwise pools start as in the scene, and seas at their time, which keeps links short.
    pub fn scene(
        &self,
        #[wasm_bindgen(unchecked_param_type = "boolean")] with_surface: JsValue,
    ) -> Result<JsValue, JsError> {
        let with_surface = flag("scene: whether with its surface", &with_surface)?;
        let mut scene = match with_surface {
            true => self.session.scene_from_now(),
            // A link has no room for comments.
            false => Scene {
                text: "".into(),
                ..self.session.scene_now()
            },
        };
        // The state of a sea is its time.
        if !with_surface && scene.is_at_sea() {
            scene.start = Start {
                surfaces: [None, None],
                hidden: [None, None],
                ..self.session.simulation.to_start()
            };
        }
        let saved = scene.saved("scene", &|name| name.display().to_string());
        let pictures: Result<Array, JsError> = saved
            .pictures
            .iter()
            .map(|(name, picture)| {
                let bytes = files::bytes_of(name, picture).map_err(error)?;
                let bytes = Uint8Array::from(&bytes[..]);
                Ok(object([
                    ("name", name.as_str().into()),
                    ("bytes", bytes.into()),
                ]))
            })
            .collect();
        let text = saved.text.into();
        Ok(object([("text", text), ("pictures", pictures?.into())]))
    }

    /// Messages since the last call: texts, and whether each is an error.
    pub fn words(&mut self) -> Array {
        let error = self.session.views.view_set().take_picture_error();
        self.words.extend(error.map(|error| (error, true)));
        let words = self.words.drain(..);
        words
            .map(|(text, is_complaint)| {
                object([("text", text.into()), ("complaint", is_complaint.into())])
            })
            .collect()
    }

    /// Requests to the page since the last call, by name: `picture`, `record`, `help`, `panel`, `scenes`, `status`, `full screen`,
    /// `escape`, `save`, `sound`, `refresh`.
    pub fn wishes(&mut self) -> Array {
        self.wishes.drain(..).map(JsValue::from).collect()
    }
}

impl Lab {
    /// Resets the state of the previous scene.
    fn begun(&mut self) {
        self.gestures = Gestures::new();
        (self.is_prepared, self.is_begun) = (false, false);
        self.frames.restart();
    }

    /// An error if the browser has lost the context.
    fn check_context(&self) -> Result<(), JsError> {
        match self.context.is_context_lost() {
            false => Ok(()),
            true => Err(error(
                "The browser has taken the graphics context away. Try again when the water is seen again.",
            )),
        }
    }

    /// Handles an input; the page decides whether it is on its own controls.
    fn take(&mut self, input: Input) {
        match input {
            Input::PointerMoved(pixel) => self.pointer = Some(pixel),
            Input::PointerLeft => self.pointer = None,
            _ => {}
        }
        let mut actions = std::mem::take(&mut self.actions);
        let panel = PanelWants::default();
        self.gestures.handle(input, panel, &mut actions);
        for action in actions.drain(..) {
            self.perform(action);
        }
        self.actions = actions;
    }

    fn perform(&mut self, action: Action) {
        self.frames.request();
        match self.tour.act(action, &mut self.session) {
            TourStep::Act => {}
            TourStep::Done => return,
            TourStep::Open(scene) => return self.open_stop(scene),
        }
        if let Some(wish) = events::wish(action) {
            self.wishes.push(wish);
            return;
        }
        self.session.act(action, self.size);
        match self.session.notice(action) {
            Some(Notice::Done(text)) => self.words.push((text, false)),
            Some(Notice::Refused(text)) => self.words.push((text, true)),
            None => {}
        }
    }
}

/// A scene at its start, which is shown soon: slow work is done in steps.
fn begun(gl: &Gl, scene: Scene, is_show: bool) -> Result<Session, JsError> {
    let mut session = Session::new(gl, scene, is_show).map_err(error)?;
    session.views.view_set_mut().work_in_steps();
    Ok(session)
}

/// A WebGL 2 context.
fn webgl2(what: &str, value: JsValue) -> Result<WebGl2RenderingContext, JsError> {
    value
        .dyn_into()
        .map_err(|_| error(format!("{what} must be a WebGL2RenderingContext")))
}

/// A scene by name, or from its text.
fn read(scene: &str, files: &Arc<PageFiles>) -> Result<Scene, JsError> {
    if let Some(bundled) = BUNDLED.iter().find(|bundled| bundled.name == scene) {
        return bundled.read(files.clone()).map_err(error);
    }
    if scene.is_empty() {
        return Scene::show_with(&[], files.clone()).map_err(error);
    }
    // One word is not TOML: it is a name.
    if !scene.contains(['=', '[', '#', '\n']) {
        let names = BUNDLED.iter().map(|bundled| bundled.name);
        return Err(unknown("scene", scene, names));
    }
    let read = Scene::read_with(scene, Path::new("the scene"), &[], files.clone());
    let read = read.map_err(error)?;
    let (columns, rows) = (read.size.columns(), read.size.rows());
    if columns * rows > MAX_CELLS {
        return Err(error(format!(
            "the scene: {columns} × {rows} cells are too many for a browser: at most {MAX_CELLS}, as 2048 × 2048"
        )));
    }
    Ok(read)
}
