//! Creates the window with its size, title and icon.

use super::{ICON, NAME};
use crate::desktop::window::icon;
#[cfg(all(unix, not(target_os = "macos")))]
use crate::gl::WindowConfig;
use anyhow::{Context, Result};
use winit::dpi::{LogicalSize, PhysicalSize};
use winit::event_loop::ActiveEventLoop;
use winit::window::{Icon, Window};

/// Default size of the window in points: smaller on a small screen, whatever its scale.
const USUAL: LogicalSize<f64> = LogicalSize::new(1280.0, 720.0);

fn usual_size(event_loop: &ActiveEventLoop) -> LogicalSize<f64> {
    let first = || event_loop.available_monitors().next();
    let Some(monitor) = event_loop.primary_monitor().or_else(first) else {
        return USUAL;
    };
    let room: LogicalSize<f64> = monitor.size().to_logical(monitor.scale_factor());
    // A screen of unknown size does not limit the window.
    let within = |side: f64, room: f64| if room > 0.0 { side.min(room) } else { side };
    LogicalSize::new(
        within(USUAL.width, room.width),
        within(USUAL.height, room.height),
    )
}

pub(super) fn create_window(
    event_loop: &ActiveEventLoop,
    #[cfg(all(unix, not(target_os = "macos")))] config: &WindowConfig,
    size: Option<(u32, u32)>,
) -> Result<Window> {
    let attributes = Window::default_attributes()
        .with_title(NAME)
        .with_min_inner_size(LogicalSize::new(160, 120))
        // Until the accessibility adapter is ready.
        .with_visible(false)
        // The system uses its own icon if this one is invalid.
        .with_window_icon(Icon::from_rgba(icon::pixels(ICON), ICON as u32, ICON as u32).ok());
    let attributes = match size {
        Some((width, height)) => attributes.with_inner_size(PhysicalSize::new(width, height)),
        None => attributes.with_inner_size(usual_size(event_loop)),
    };
    #[cfg(all(unix, not(target_os = "macos")))]
    let attributes = match config.x11_visual() {
        Some(visual) => {
            use winit::platform::x11::WindowAttributesExtX11;
            attributes.with_x11_visual(visual)
        }
        None => attributes,
    };
    // The application ID by which task bars group windows.
    #[cfg(all(unix, not(target_os = "macos")))]
    let attributes = {
        use winit::platform::wayland::WindowAttributesExtWayland;
        use winit::platform::x11::WindowAttributesExtX11;
        let attributes = WindowAttributesExtWayland::with_name(attributes, NAME, NAME);
        WindowAttributesExtX11::with_name(attributes, NAME, NAME)
    };
    event_loop
        .create_window(attributes)
        .context("the window can't be opened")
}
