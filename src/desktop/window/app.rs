//! `Show`: an open window with everything in it: the session, the panel over it, hands, and when the next frame is due. What an
//! action does is in `perform`.

mod actions;
mod create;
mod draw;
mod pointer;
mod scenes;
mod splash;

use super::gamepad::Gamepad;
use super::gui::Gui;
use super::panel::Panel;
use super::pass_times::PassTimes;
use super::recorder::Recorder;
use super::static_frame::StaticFrame;
use super::{ReadScene, SavePicture, SaveScene, UserEvent, WindowOptions, translate};
use crate::desktop::Recent;
use crate::gl::{WindowConfig, WindowContext};
use crate::scene::Files;
use crate::session::{Action, AutoQuality, FrameTimes, Gestures, Input, Pace, PanelWants, Session};
use anyhow::Result;
use create::create_window;
use egui_winit::accesskit_winit::WindowEvent as AccessEvent;
use glam::Vec2;
use scenes::Watched;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};
use winit::dpi::PhysicalSize;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoopProxy};
use winit::window::Window;

/// Between two looks how a gamepad is held.
const PAD_LOOK: Duration = Duration::from_millis(15);

/// Between two looks whether a clip has been written.
const CLIP_LOOK: Duration = Duration::from_millis(250);

/// What the program is called.
const NAME: &str = "waterlab";

/// Pixels along a side of the icon.
const ICON: usize = 64;

/// Seconds of water that a frame may make up for, and that stepping it may take.
const LONGEST_FRAME: f32 = 0.25;
const STEPPING: f32 = 0.1;

/// How long a ring stays on the water after the pointer has come to rest.
const RING: Duration = Duration::from_millis(1500);

/// An open window. The fields are dropped in this order: what draws, its context, the window.
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
    pads: Gamepad,
    /// Whether there is a gamepad to ask again soon.
    has_pad: bool,
    actions: Vec<Action>,
    /// What takes so long that a word is shown first.
    later: Option<Action>,
    frame_times: FrameTimes,
    pace: Pace,
    auto: AutoQuality,
    /// Seconds that a step of the water takes.
    step_cost: f32,
    /// Whether the next frame shows other water, or from elsewhere, than the last.
    moved: bool,
    pass_times: PassTimes,
    pointer: Vec2,
    /// When that moved last, while it is over the window.
    moved_at: Option<Instant>,
    /// Whether there is a ring on the water under it.
    ring_shown: bool,
    opened: Instant,
    /// When time was last let go by.
    last: Instant,
    /// Whether the next frame shows something new.
    stale: bool,
    /// When the overlay wants another frame.
    overlay_due: Option<Instant>,
    /// Whether time has gone by only for want of anything to do.
    idle: bool,
    hidden: bool,
    save_picture: SavePicture,
    save_scene: SaveScene,
    /// Seconds of a clip that were told last.
    recorded: Option<u64>,
    read_scene: ReadScene,
    /// Where other pictures come from.
    files: Arc<dyn Files>,
    /// The file that is shown.
    watched: Option<Watched>,
    recent: Recent,
    /// Whether Escape has asked the system to leave full screen.
    asked_out: bool,
    /// The revision of the walls when another scene was asked for that would have lost them.
    insisted: Option<u64>,
    /// Whether this scene has been saved, to a file of its own.
    is_saved: bool,
    /// What the scene is called, and what the window.
    title: String,
    shown_title: String,
    /// Until the first frame is shown.
    started: Option<Instant>,
}

/// Has a session draw as a window wants it.
fn set_up(session: &mut Session, context: &WindowContext, pass_times: &PassTimes) {
    session.simulation.allow_stale_foam(true);
    let view_set = session.views.view_set_mut();
    view_set.watch(pass_times.watcher());
    view_set.work_in_steps();
    if context.gl().capability().is_software() {
        view_set.smooth_edges();
    }
}

/// What an event leads to.
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
        // On Windows the window comes first, elsewhere what it is made with.
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
            pads: Gamepad::new(),
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

    /// Somebody hears the panel, or acts on it without a pointer.
    pub(super) fn on_access(&mut self, event: AccessEvent) {
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

    /// Has the next frame drawn.
    fn refresh(&mut self) {
        self.stale = true;
        self.window.request_redraw();
    }

    /// Lets time go by, asks for a frame when something changed, and says how long to wait.
    pub(super) fn pass_time(&mut self) -> ControlFlow {
        let now = Instant::now();
        self.ask_pads(now.duration_since(self.last).as_secs_f32());
        let fly = self.gestures.fly();
        // What happened while nothing was due must not be made up for.
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
        // All of them, whichever is first to want a frame.
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
        due.map_or(ControlFlow::Wait, ControlFlow::WaitUntil)
    }

    /// Has the clock hand out as many steps for a frame as keep real time, where they take no longer than input may wait for.
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

    /// Has what a gamepad asks for done with the next frame.
    fn ask_pads(&mut self, elapsed: f32) {
        let pad = self.pads.held();
        let had_pad = std::mem::replace(&mut self.has_pad, pad.is_some());
        if !had_pad && pad.is_none() {
            return;
        }
        // One that was pulled out is let go.
        let pad = pad.unwrap_or_default();
        let known = self.panel.wishes.len();
        self.gestures.hold_pad(pad, elapsed, &mut self.panel.wishes);
        if self.panel.wishes.len() > known {
            self.refresh();
        }
    }
}
