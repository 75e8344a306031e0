//! The panel's renderer: egui's input, layout and drawing, on the window's own GL context.

use super::{UserEvent, accessibility, thumbnails, tour_card, widgets};
use crate::gl::Gl;
use anyhow::{Result, anyhow};
use egui::{Context, FocusDirection, Order, Pos2, Ui, ViewportId};
use glam::Vec2;
use std::time::Duration;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::keyboard::{KeyCode, PhysicalKey};
use winit::window::Window;

/// Number of frames in which the keyboard focus is moved to the panel: a card that opens is focusable from its third on.
const FOCUS_TRIES: u8 = 6;

/// egui on the window. Its GL objects are deleted with it.
pub(super) struct Gui {
    context: Context,
    state: egui_winit::State,
    /// `None` between a context that was lost and the next one.
    painter: Option<egui_glow::Painter>,
    /// Number of contexts that were lost.
    lost: usize,
    /// Number of remaining frames in which the focus is moved to the first widget, if nothing has it.
    focus_tries: u8,
}

impl Gui {
    /// For a window that has not been shown yet; requests of the system come by `proxy`.
    pub(super) fn new(
        gl: &Gl,
        event_loop: &ActiveEventLoop,
        window: &Window,
        proxy: EventLoopProxy<UserEvent>,
    ) -> Result<Self> {
        let painter = painter(gl)?;
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
        accessibility::start(&mut state, event_loop, window, proxy);
        Ok(Self {
            context,
            state,
            painter: Some(painter),
            lost: 0,
            focus_tries: 0,
        })
    }

    /// Drops everything that belongs to the GL context: until [`Gui::renew`] nothing is drawn.
    pub(super) fn leave_context(&mut self) {
        if let Some(mut painter) = self.painter.take() {
            painter.destroy();
        }
        thumbnails::forget(&self.context);
    }

    /// Goes on in another GL context, in which egui uploads its textures again.
    pub(super) fn renew(&mut self, gl: &Gl) -> Result<()> {
        self.painter = Some(painter(gl)?);
        self.lost += 1;
        // egui draws the atlas of its glyphs again when the largest size of it changes.
        let largest = gl.capability().max_texture;
        self.state.set_max_texture_side(largest - self.lost % 2);
        Ok(())
    }

    /// Passes an event on. Returns whether the overlay must be redrawn.
    pub(super) fn on_event(&mut self, window: &Window, event: &WindowEvent) -> bool {
        // egui would answer every frame by requesting another.
        if matches!(event, WindowEvent::RedrawRequested) {
            return false;
        }
        // Tab changes the view, unless the panel has the keyboard focus: then it moves the focus between widgets.
        if let WindowEvent::KeyboardInput { event, .. } = event
            && event.physical_key == PhysicalKey::Code(KeyCode::Tab)
            && !self.wants_keyboard()
        {
            return false;
        }
        self.state.on_window_event(window, event).repaint
    }

    /// Handles accessibility requests of the system for the panel.
    pub(super) fn on_access(&mut self, event: accessibility::Event) {
        accessibility::handle(&self.context, &mut self.state, event);
    }

    /// Whether a position in physical pixels is on the panel.
    pub(super) fn is_over(&self, pixel: Vec2) -> bool {
        let scale = self.context.pixels_per_point();
        let point = Pos2::new(pixel.x / scale, pixel.y / scale);
        let layer = self.context.layer_id_at(point);
        layer.is_some_and(|layer| !matches!(layer.order, Order::Background | Order::Debug))
    }

    /// Whether a position in physical pixels is on the card of a tour.
    pub(super) fn is_over_tour(&self, pixel: Vec2) -> bool {
        let scale = self.context.pixels_per_point();
        tour_card::is_over(&self.context, Pos2::new(pixel.x / scale, pixel.y / scale))
    }

    /// Whether a button of the card of a tour has the keyboard focus.
    pub(super) fn tour_has_focus(&self) -> bool {
        tour_card::has_focus(&self.context)
    }

    /// Whether the pointer drags a widget of the panel.
    pub(super) fn is_dragging(&self) -> bool {
        self.context.dragged_id().is_some()
    }

    /// Whether typing goes to the panel: to a text field, or to an open drop-down list, which Escape closes.
    pub(super) fn wants_keyboard(&self) -> bool {
        self.context.egui_wants_keyboard_input() || self.context.any_popup_open()
    }

    /// Moves the keyboard focus to the first widget of the panel; Escape returns it.
    pub(super) fn take_focus(&mut self) {
        self.focus_tries = FOCUS_TRIES;
    }

    /// Moves the focus to the first widget, until some widget has it.
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

    /// Lays out and draws the overlay. Returns the delay until it needs to be redrawn.
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
        if let Some(painter) = &mut self.painter {
            painter.paint_and_update_textures(
                [size.0, size.1],
                output.pixels_per_point,
                &primitives,
                &mut output.textures_delta,
            );
        }
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
        self.leave_context();
    }
}

fn painter(gl: &Gl) -> Result<egui_glow::Painter> {
    egui_glow::Painter::new(gl.raw_to_keep(), "", None, false)
        .map_err(|error| anyhow!("the panel can't be drawn: {error}"))
}
