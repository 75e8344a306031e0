//! `App`: an open window with its session, panel, input devices and frame timing. Actions are carried out in `actions`.

mod actions;
mod context;
mod create;
mod draw;
mod pointer;
mod scenes;
mod splash;
mod tour;

use super::gamepad::Gamepads;
use super::gui::Gui;
use super::panel::Panel;
use super::pass_times::PassTimes;
use super::recorder::Recorder;
use super::sound::Sound;
use super::static_frame::StaticFrame;
use super::{
    ReadScene, SavePicture, SaveScene, UserEvent, WindowOptions, accessibility, translate,
};
use crate::desktop::Recent;
use crate::gl::{ApiChoice, WindowConfig, WindowContext};
use crate::scene::{BundledScene, Files};
use crate::session::{
    Action, FrameLoop, FrameTimes, Gestures, Input, Next, Pace, PanelWants, Session, Tour,
};
use anyhow::Result;
use context::Losses;
use create::create_window;
use glam::Vec2;
use scenes::Watched;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};
use winit::dpi::PhysicalSize;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoopProxy};
use winit::window::Window;

/// Interval between polls of the gamepad.
const PAD_LOOK: Duration = Duration::from_millis(15);

/// Interval between checks for finished clips.
const CLIP_LOOK: Duration = Duration::from_millis(250);

/// Name of the program.
const NAME: &str = "waterlab";

/// Pixels along a side of the icon.
const ICON: usize = 64;

/// Time that a ring stays on the water after the pointer has come to rest.
const RING: Duration = Duration::from_millis(1500);

/// An open window. Fields are dropped in this order: GL objects, their context, the window.
pub(super) struct App {
    overlay: Gui,
    session: Session,
    recorder: Recorder,
    sound: Sound,
    still: StaticFrame,
    context: WindowContext,
    config: WindowConfig,
    window: Rc<Window>,
    api: ApiChoice,
    losses: Losses,
    panel: Panel,
    tour: Tour,
    gestures: Gestures,
    keys: translate::Keys,
    pads: Gamepads,
    /// Whether a gamepad is connected and has to be polled.
    has_pad: bool,
    actions: Vec<Action>,
    /// A slow action that waits until its notice is shown.
    later: Option<Action>,
    frame_times: FrameTimes,
    pace: Pace,
    /// Decides when to draw, and at which quality.
    frames: FrameLoop,
    pass_times: PassTimes,
    pointer: Vec2,
    /// Time of the last pointer motion, while it is over the window.
    moved_at: Option<Instant>,
    /// Whether a ring is shown under it.
    ring_shown: bool,
    opened: Instant,
    /// The scene whose first frame is not complete, if it is a bundled one; `None` after that frame.
    opening: Option<Option<&'static BundledScene>>,
    /// Until when a frame may go on to shaders that are not compiled; `None`: as long as it takes.
    deadline: Rc<Cell<Option<Instant>>>,
    /// Time at which the overlay needs another frame.
    overlay_due: Option<Instant>,
    hidden: bool,
    save_picture: SavePicture,
    save_scene: SaveScene,
    /// Seconds of the clip shown last.
    recorded: Option<u64>,
    read_scene: ReadScene,
    /// The files of pictures.
    files: Arc<dyn Files>,
    /// The scene file shown.
    watched: Option<Watched>,
    recent: Recent,
    /// Whether Escape has requested to leave full screen.
    asked_out: bool,
    /// Revision of the walls when the user tried to open another scene, which would have lost them.
    insisted: Option<u64>,
    /// Whether this scene has been saved to its own file.
    is_saved: bool,
    /// Title of the scene, and of the window.
    title: String,
    shown_title: String,
    /// Start time, until the first frame is shown.
    started: Option<Instant>,
}

/// The result of an event.
pub(super) enum Request {
    GoOn,
    Quit,
}

impl App {
    pub(super) fn open(
        event_loop: &ActiveEventLoop,
        proxy: EventLoopProxy<UserEvent>,
        options: WindowOptions,
    ) -> Result<Self> {
        // On Windows the window must exist first, elsewhere the GL config.
        #[cfg(windows)]
        let window = Rc::new(create_window(event_loop, options.size)?);
        let config = WindowConfig::pick(
            event_loop.owned_display_handle(),
            #[cfg(windows)]
            &*window,
            #[cfg(all(unix, not(target_os = "macos")))]
            Box::new(winit::platform::x11::register_xlib_error_hook),
        )?;
        #[cfg(not(windows))]
        let window = Rc::new(create_window(
            event_loop,
            #[cfg(not(target_os = "macos"))]
            &config,
            options.size,
        )?);
        let size = window.inner_size();
        let context =
            WindowContext::open(&config, &window, (size.width, size.height), options.api)?;
        let mut overlay = Gui::new(context.gl(), event_loop, &window, proxy)?;
        window.set_visible(true);
        splash::show(&mut overlay, &context, &window, options.bundled)?;
        let mut session = Session::new(context.gl(), options.scene, options.is_show)?;
        let pass_times = PassTimes::new(context.gl())?;
        let deadline = Rc::new(Cell::new(None));
        context::configure(&mut session, &context, &pass_times, &deadline);
        let frames = FrameLoop::new(context.gl().capability().is_software());
        window.request_redraw();
        let files = session.files();
        let watched = options.file.clone().map(|file| Watched::new(file, &*files));
        let mut recent = Recent::load();
        if let Some(file) = &options.file {
            recent.add(file);
        }
        Ok(Self {
            overlay,
            session,
            context,
            config,
            window,
            api: options.api,
            losses: Losses::default(),
            panel: Panel::new(),
            tour: match options.tour {
                true => Tour::begun(),
                false => Tour::default(),
            },
            gestures: Gestures::new(),
            keys: translate::Keys::default(),
            pads: Gamepads::new(),
            has_pad: false,
            actions: Vec::new(),
            later: None,
            frame_times: FrameTimes::new(),
            pace: Pace::new(),
            frames,
            pass_times,
            pointer: Vec2::ZERO,
            moved_at: None,
            ring_shown: false,
            opened: Instant::now(),
            opening: Some(options.bundled),
            deadline,
            overlay_due: None,
            hidden: false,
            save_picture: options.save_picture,
            save_scene: options.save_scene,
            recorder: Recorder::new(options.write_film),
            sound: Sound::load(),
            still: StaticFrame::default(),
            recorded: None,
            read_scene: options.read_scene,
            files: scenes::disk(),
            recent,
            asked_out: false,
            insisted: None,
            is_saved: false,
            title: match (&options.file, options.bundled) {
                (Some(file), _) => scenes::stem(file),
                (None, Some(scene)) => scene.title(),
                (None, None) => "Pool".to_owned(),
            },
            shown_title: String::new(),
            watched,
            started: Some(options.started),
        })
    }

    fn size(&self) -> (usize, usize) {
        let PhysicalSize { width, height } = self.window.inner_size();
        (width as usize, height as usize)
    }

    pub(super) fn on_event(&mut self, event: &WindowEvent) -> Result<Request> {
        if self.overlay.on_event(&self.window, event) {
            self.refresh();
        }
        match event {
            WindowEvent::CloseRequested => return Ok(self.leave()),
            WindowEvent::RedrawRequested => return self.draw(),
            WindowEvent::Resized(size) => {
                self.context.resize(size.width, size.height);
                self.refresh();
            }
            WindowEvent::ScaleFactorChanged { .. } => self.refresh(),
            WindowEvent::Occluded(hidden) => {
                self.hidden = *hidden;
                self.refresh();
            }
            WindowEvent::DroppedFile(file) => {
                self.dropped(file);
                self.refresh();
            }
            _ => {}
        }
        if self.panel.asking
            && let WindowEvent::KeyboardInput { event, .. } = event
            && event.state.is_pressed()
        {
            return Ok(self.answered_by_key(&event.logical_key));
        }
        if let Some(input) = translate::input(event, &mut self.keys) {
            return self.on_input(input);
        }
        Ok(Request::GoOn)
    }

    /// Handles accessibility requests for the panel.
    pub(super) fn on_access(&mut self, event: accessibility::Event) {
        self.overlay.on_access(event);
        self.refresh();
    }

    fn on_input(&mut self, input: Input) -> Result<Request> {
        match input {
            Input::PointerMoved(pixel) => {
                self.pointer = pixel;
                self.moved_at = Some(Instant::now());
            }
            Input::Touch { pixel, .. } => self.pointer = pixel,
            Input::PointerLeft => self.moved_at = None,
            Input::Modifiers(_) => self.refresh(),
            _ => {}
        }
        self.point();
        let panel = PanelWants {
            pointer: self.overlay.is_over(self.pointer),
            keyboard: self.overlay.wants_keyboard(),
        };
        self.notice_input_of_panel(input);
        let mut actions = std::mem::take(&mut self.actions);
        self.gestures.set_time(self.opened.elapsed().as_secs_f64());
        self.gestures.handle(input, panel, &mut actions);
        let mut wish = Request::GoOn;
        for action in actions.drain(..) {
            if let Request::Quit = self.catch_up() {
                wish = Request::Quit;
            }
            self.refresh();
            if let Request::Quit = self.perform(action) {
                wish = Request::Quit;
            }
        }
        self.actions = actions;
        Ok(wish)
    }

    /// Requests a frame.
    fn refresh(&mut self) {
        self.frames.request();
        self.window.request_redraw();
    }

    /// The time of the frame loop, seconds.
    pub(super) fn now(&self) -> f64 {
        self.opened.elapsed().as_secs_f64()
    }

    /// Advances the simulation, requests a frame if something has changed, and returns how long to wait.
    pub(super) fn pass_time(&mut self) -> ControlFlow {
        let now = Instant::now();
        self.ask_pads(self.frames.since(self.now()) as f32);
        let fly = self.gestures.fly();
        let elapsed = self.frames.begin(self.now());
        if self.hidden || self.window.inner_size().width == 0 {
            self.sound.hear(&mut self.session, 0, true);
            return ControlFlow::WaitUntil(now + Duration::from_millis(200));
        }
        let was_due = self.frames.is_due();
        let overlay_is_due = self.overlay_due.is_some_and(|due| due <= now);
        // All of them, whichever needs a frame first.
        let (before, begun) = (self.session.simulation.step(), Instant::now());
        let moved = self.session.advance(elapsed.simulated, fly);
        let taken = begun.elapsed();
        self.advance_tour();
        let rate = self.session.simulation.steps_per_second();
        let steps = self.session.simulation.step().saturating_sub(before);
        if let Some(most) = self.frames.stepped(taken, steps, rate) {
            self.session.clock.allow(most);
        }
        let news = self.keep_pace(elapsed.passed as f32, taken, before);
        if moved && let Some(model) = self.session.simulation.calm_what_ran_away() {
            self.panel.complain(format!(
                "{}: the waves became unstable and the water was reset. Try more damping, or a smaller time step",
                model.title
            ));
        }
        let ended = [
            self.panel.drop_ended(now),
            self.reread(now),
            self.look_at_clips(),
        ];
        let ended = ended.contains(&true);
        let ended = ended
            || self
                .ring_end()
                .is_some_and(|end| end <= now && self.ring_shown);
        self.frames.advanced(moved, self.session.work());
        if ended || news || overlay_is_due {
            self.frames.request();
        }
        let activity = self.activity();
        let rests = activity.is_idle || self.session.clock.is_paused();
        self.sound.hear(&mut self.session, steps, rests);
        let next = match self.frames.next(self.now(), activity, rate) {
            Next::Draw => {
                self.overlay_due = None;
                // Once a frame: a Wayland compositor may take a while.
                if !was_due {
                    self.window.request_redraw();
                }
                return ControlFlow::Wait;
            }
            Next::Wait(until) => Some(self.opened + Duration::from_secs_f64(until)),
            Next::Rest => None,
        };
        if next.is_none() && self.later.is_none() {
            // Tests wait for this line.
            log::trace!("at rest: the window shows all input so far, and no motion follows");
        }
        let look = self.watched.as_ref().map(Watched::due);
        let clip = self.recorder.is_busy().then(|| now + CLIP_LOOK);
        let pad = self.has_pad.then(|| now + PAD_LOOK);
        let due = [
            next,
            self.overlay_due,
            self.panel.next_end(),
            self.ring_end(),
            look,
            clip,
            pad,
        ];
        let due = due.into_iter().flatten().min();
        due.map_or(ControlFlow::Wait, ControlFlow::WaitUntil)
    }

    /// Handles the gamepad with the next frame.
    fn ask_pads(&mut self, elapsed: f32) {
        let pad = self.pads.held();
        let had_pad = std::mem::replace(&mut self.has_pad, pad.is_some());
        if !had_pad && pad.is_none() {
            return;
        }
        // A disconnected gamepad counts as released.
        let pad = pad.unwrap_or_default();
        let known = self.panel.wishes.len();
        self.gestures.hold_pad(pad, elapsed, &mut self.panel.wishes);
        if self.panel.wishes.len() > known {
            self.refresh();
        }
    }
}
