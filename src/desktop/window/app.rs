//! `App`: an open window with its session, panel, input devices and frame timing. Actions are carried out in `actions`.

mod actions;
mod create;
mod draw;
mod pointer;
mod scenes;
mod splash;

use super::gamepad::Gamepads;
use super::gui::Gui;
use super::panel::Panel;
use super::pass_times::PassTimes;
use super::recorder::Recorder;
use super::static_frame::StaticFrame;
use super::{
    ReadScene, SavePicture, SaveScene, UserEvent, WindowOptions, accessibility, translate,
};
use crate::desktop::Recent;
use crate::gl::{WindowConfig, WindowContext};
use crate::scene::Files;
use crate::session::{Action, AutoQuality, FrameTimes, Gestures, Input, Pace, PanelWants, Session};
use anyhow::Result;
use create::create_window;
use glam::Vec2;
use scenes::Watched;
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

/// Maximum simulated seconds, and seconds of computation, of a frame.
const LONGEST_FRAME: f32 = 0.25;
const STEPPING: f32 = 0.1;

/// Time that a ring stays on the water after the pointer has come to rest.
const RING: Duration = Duration::from_millis(1500);

/// An open window. Fields are dropped in this order: GL objects, their context, the window.
pub(super) struct App {
    overlay: Gui,
    session: Session,
    recorder: Recorder,
    still: StaticFrame,
    context: WindowContext,
    window: Rc<Window>,
    panel: Panel,
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
    auto: AutoQuality,
    /// Seconds of a simulation step.
    step_cost: f32,
    /// Whether the water or the camera has moved since the last frame.
    moved: bool,
    pass_times: PassTimes,
    pointer: Vec2,
    /// Time of the last pointer motion, while it is over the window.
    moved_at: Option<Instant>,
    /// Whether a ring is shown under it.
    ring_shown: bool,
    opened: Instant,
    /// Time of the last update.
    last: Instant,
    /// Whether the next frame shows a change.
    stale: bool,
    /// Time at which the overlay needs another frame.
    overlay_due: Option<Instant>,
    /// Whether the simulation has been idle, so that the elapsed time does not count.
    idle: bool,
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

/// Configures a session for a window.
fn set_up(session: &mut Session, context: &WindowContext, pass_times: &PassTimes) {
    session.simulation.allow_stale_foam(true);
    let view_set = session.views.view_set_mut();
    view_set.watch(pass_times.watcher());
    view_set.work_in_steps();
    if context.gl().capability().is_software() {
        view_set.smooth_edges();
    }
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
        set_up(&mut session, &context, &pass_times);
        let auto = AutoQuality::new(context.gl().capability().is_software());
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
            window,
            panel: Panel::new(),
            gestures: Gestures::new(),
            keys: translate::Keys::default(),
            pads: Gamepads::new(),
            has_pad: false,
            actions: Vec::new(),
            later: None,
            frame_times: FrameTimes::new(),
            pace: Pace::new(),
            auto,
            step_cost: 0.0,
            moved: false,
            pass_times,
            pointer: Vec2::ZERO,
            moved_at: None,
            ring_shown: false,
            opened: Instant::now(),
            last: Instant::now(),
            stale: true,
            overlay_due: None,
            idle: false,
            hidden: false,
            save_picture: options.save_picture,
            save_scene: options.save_scene,
            recorder: Recorder::new(options.write_film),
            still: StaticFrame::new(),
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
        self.stale = true;
        self.window.request_redraw();
    }

    /// Advances the simulation, requests a frame if something has changed, and returns how long to wait.
    pub(super) fn pass_time(&mut self) -> ControlFlow {
        let now = Instant::now();
        self.ask_pads(now.duration_since(self.last).as_secs_f32());
        let fly = self.gestures.fly();
        // Time without any activity does not count.
        let elapsed = match self.idle {
            true => 0.0,
            false => now.duration_since(self.last).as_secs_f32(),
        };
        self.last = now;
        self.idle = false;
        if self.hidden || self.window.inner_size().width == 0 {
            return ControlFlow::WaitUntil(now + Duration::from_millis(200));
        }
        let overlay_is_due = self.overlay_due.is_some_and(|due| due <= now);
        // All of them, whichever needs a frame first.
        let (before, begun) = (self.session.simulation.step(), Instant::now());
        let moved = self.session.advance(elapsed, fly);
        let taken = begun.elapsed();
        self.allow_steps(taken, self.session.simulation.step().saturating_sub(before));
        let news = self.keep_pace(elapsed, taken, before);
        self.moved |= moved;
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
        let works = self.session.views.is_working(&self.session.simulation);
        if moved || works || ended || news || overlay_is_due {
            self.overlay_due = None;
            self.refresh();
        }
        if self.stale {
            return ControlFlow::Wait;
        }
        let look = self.watched.as_ref().map(Watched::due);
        let clip = self.recorder.is_busy().then(|| now + CLIP_LOOK);
        let mut due = [
            self.overlay_due,
            self.panel.next_end(),
            self.ring_end(),
            look,
            clip,
        ]
        .into_iter()
        .flatten()
        .min();
        if self.has_pad {
            let next = now + PAD_LOOK;
            due = Some(due.map_or(next, |due| due.min(next)));
        }
        self.idle = self.session.is_idle(fly);
        if self.wants_fine() {
            match self.still.due() {
                Some(fine) if fine <= now => self.refresh(),
                Some(fine) => due = Some(due.map_or(fine, |due| due.min(fine))),
                None => {}
            }
        }
        if !self.idle {
            let step = 1.0 / self.session.simulation.steps_per_second().max(1.0);
            let step = now + Duration::from_secs_f64(step.min(0.02) / 2.0);
            due = Some(due.map_or(step, |due| due.min(step)));
        }
        let refines = self.wants_fine() && self.still.due().is_some();
        if self.idle && !refines && self.later.is_none() {
            // Tests wait for this line.
            log::trace!("at rest: the window shows all input so far, and no motion follows");
        }
        due.map_or(ControlFlow::Wait, ControlFlow::WaitUntil)
    }

    /// Allows the clock as many steps per frame as keep real time, within the time limit for responsive input.
    fn allow_steps(&mut self, taken: Duration, steps: u64) {
        if steps == 0 {
            return;
        }
        let cost = taken.as_secs_f32() / steps as f32;
        self.step_cost = match self.step_cost {
            0.0 => cost,
            before => before + 0.25 * (cost - before),
        };
        let due = LONGEST_FRAME * self.session.simulation.steps_per_second() as f32;
        let within = STEPPING / self.step_cost.max(1e-6);
        self.session.clock.allow(due.min(within) as usize);
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
