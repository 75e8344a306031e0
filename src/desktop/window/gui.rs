//! The panel's painter: egui's input, layout and drawing, on the window's own GL context.

use super::{UserEvent, widgets};
use crate::gl::Gl;
use anyhow::{Result, anyhow};
use egui::{Context, FocusDirection, Order, Pos2, Ui, ViewportId};
use egui_winit::accesskit_winit::WindowEvent as AccessEvent;
use glam::Vec2;
use std::time::Duration;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::keyboard::{KeyCode, PhysicalKey};
use winit::window::Window;

/// For how many frames the keys' focus is looked for: a card that unfolds is there to be seen from its third on.
const FOCUS_TRIES: u8 = 6;

/// egui on the window. Its GL objects are deleted with it.
pub(super) struct Gui {
    context: Context,
    state: egui_winit::State,
    painter: egui_glow::Painter,
    /// For how many frames more the keys' focus is to go to what comes first, if nothing takes it.
    focus_tries: u8,
}

impl Gui {
    /// On a window that has not been shown yet; what the system wants of it comes by `proxy`.
    pub(super) fn new(
        gl: &Gl,
        event_loop: &ActiveEventLoop,
        window: &Window,
        proxy: EventLoopProxy<UserEvent>,
    ) -> Result<Self> {
        let painter = egui_glow::Painter::new(gl.raw_to_keep(), "", None, false)
            .map_err(|error| anyhow!("the panel can't be drawn: {error}"))?;
        let context = Context::default();
        context.all_styles_mut(widgets::apply);
        let mut state = egui_winit::State::new(
            context.clone(),
            ViewportId::ROOT,
            event_loop,
            Some(window.scale_factor() as f32),
            None,
            Some(gl.capability().max_texture),
        );
        state.init_accesskit(event_loop, window, proxy);
        Ok(Self {
            context,
            state,
            painter,
            focus_tries: 0,
        })
    }

    /// Passes an event on; whether the overlay must be drawn again.
    pub(super) fn on_event(&mut self, window: &Window, event: &WindowEvent) -> bool {
        // egui answers a frame with the wish for another, for ever.
        if matches!(event, WindowEvent::RedrawRequested) {
            return false;
        }
        // Tab changes the view, unless the keys are the panel's: then it moves their focus from slider to slider.
        if let WindowEvent::KeyboardInput { event, .. } = event
            && event.physical_key == PhysicalKey::Code(KeyCode::Tab)
            && !self.wants_keyboard()
        {
            return false;
        }
        self.state.on_window_event(window, event).repaint
    }

    /// What is asked of the panel by way of the system: its words, read aloud, or that something on it be pressed.
    pub(super) fn on_access(&mut self, event: AccessEvent) {
        match event {
            AccessEvent::InitialTreeRequested => self.context.enable_accesskit(),
            AccessEvent::ActionRequested(request) => {
                self.state.on_accesskit_action_request(request)
            }
            AccessEvent::AccessibilityDeactivated => self.context.disable_accesskit(),
        }
    }

    /// Whether a place in physical pixels is the panel's.
    pub(super) fn is_over(&self, pixel: Vec2) -> bool {
        let scale = self.context.pixels_per_point();
        let point = Pos2::new(pixel.x / scale, pixel.y / scale);
        let layer = self.context.layer_id_at(point);
        layer.is_some_and(|layer| !matches!(layer.order, Order::Background | Order::Debug))
    }

    /// Whether something on the panel is held by the pointer.
    pub(super) fn is_dragging(&self) -> bool {
        self.context.dragged_id().is_some()
    }

    /// Whether typing goes to the panel: to a field, or to a list that has dropped down, which Escape closes.
    pub(super) fn wants_keyboard(&self) -> bool {
        self.context.egui_wants_keyboard_input() || self.context.any_popup_open()
    }

    /// Has the keys go to what comes first on the panel; Escape gives them back.
    pub(super) fn take_focus(&mut self) {
        self.focus_tries = FOCUS_TRIES;
    }

    /// Moves the keys' focus to what comes first, until something has it.
    fn focus(&mut self) {
        let has_focus = self.context.memory(|memory| memory.focused().is_some());
        if has_focus || self.focus_tries == 0 {
            self.focus_tries = 0;
            return;
        }
        self.focus_tries -= 1;
        self.context
            .memory_mut(|memory| memory.move_focus(FocusDirection::Next));
        self.context.request_repaint();
    }

    /// Lays out and draws over what the window shows; after how long it wants to be drawn again.
    pub(super) fn draw(
        &mut self,
        window: &Window,
        size: (u32, u32),
        mut layout: impl FnMut(&mut Ui),
    ) -> Duration {
        let input = self.state.take_egui_input(window);
        let context = self.context.clone();
        let mut output = context.run_ui(input, |ui| {
            self.focus();
            layout(ui);
        });
        self.state
            .handle_platform_output(window, output.platform_output);
        let primitives = self
            .context
            .tessellate(output.shapes, output.pixels_per_point);
        self.painter.paint_and_update_textures(
            [size.0, size.1],
            output.pixels_per_point,
            &primitives,
            &mut output.textures_delta,
        );
        output
            .viewport_output
            .values()
            .map(|viewport| viewport.repaint_delay)
            .min()
            .unwrap_or(Duration::MAX)
    }
}

impl Drop for Gui {
    fn drop(&mut self) {
        self.painter.destroy();
    }
}
