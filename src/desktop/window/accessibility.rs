//! The panel for screen readers and other assistive technology, by AccessKit. Without the feature `accesskit` there is none.

use super::UserEvent;
use egui::Context;
use egui_winit::State;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::Window;

#[cfg(feature = "accesskit")]
mod access {
    use super::*;
    use egui_winit::accesskit_winit::WindowEvent;

    /// A request of the system.
    pub use egui_winit::accesskit_winit::Event;

    impl From<Event> for UserEvent {
        fn from(event: Event) -> Self {
            Self::Access(event)
        }
    }

    /// Offers the panel to the system, whose requests come by `proxy`. The window must not have been shown yet.
    pub fn start(
        state: &mut State,
        event_loop: &ActiveEventLoop,
        window: &Window,
        proxy: EventLoopProxy<UserEvent>,
    ) {
        state.init_accesskit(event_loop, window, proxy);
    }

    /// Handles a request of the system.
    pub fn handle(context: &Context, state: &mut State, event: Event) {
        match event.window_event {
            WindowEvent::InitialTreeRequested => context.enable_accesskit(),
            WindowEvent::ActionRequested(request) => state.on_accesskit_action_request(request),
            WindowEvent::AccessibilityDeactivated => context.disable_accesskit(),
        }
    }
}

#[cfg(not(feature = "accesskit"))]
mod access {
    use super::*;

    /// A request of the system: there is none.
    pub enum Event {}

    /// Nothing to start.
    pub fn start(_: &mut State, _: &ActiveEventLoop, _: &Window, _: EventLoopProxy<UserEvent>) {}

    /// Never called.
    pub fn handle(_: &Context, _: &mut State, event: Event) {
        match event {}
    }
}

pub(super) use access::{Event, handle, start};
