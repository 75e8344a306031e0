//! The window itself: its size, its name, its icon.

use super::{ICON, NAME};
use crate::desktop::window::icon;
use crate::gl::WindowConfig;
use anyhow::{Context, Result};
use winit::dpi::{LogicalSize, PhysicalSize};
use winit::event_loop::ActiveEventLoop;
use winit::window::{Icon, Window};

pub(super) fn create_window(
    event_loop: &ActiveEventLoop,
    config: &WindowConfig,
    size: Option<(u32, u32)>,
) -> Result<Window> {
    let attributes = Window::default_attributes()
        .with_title(NAME)
        .with_min_inner_size(LogicalSize::new(160, 120))
        // Until those who hear it can.
        .with_visible(false)
        // A system that takes no icon shows one of its own.
        .with_window_icon(Icon::from_rgba(icon::pixels(ICON), ICON as u32, ICON as u32).ok());
    let attributes = match size {
        Some((width, height)) => attributes.with_inner_size(PhysicalSize::new(width, height)),
        None => attributes.with_inner_size(LogicalSize::new(1280, 720)),
    };
    #[cfg(all(unix, not(target_os = "macos")))]
    let attributes = match config.x11_visual() {
        Some(visual) => {
            use winit::platform::x11::WindowAttributesExtX11;
            attributes.with_x11_visual(visual)
        }
        None => attributes,
    };
    // What task bars group windows by.
    #[cfg(all(unix, not(target_os = "macos")))]
    let attributes = {
        use winit::platform::wayland::WindowAttributesExtWayland;
        use winit::platform::x11::WindowAttributesExtX11;
        let attributes = WindowAttributesExtWayland::with_name(attributes, NAME, NAME);
        WindowAttributesExtX11::with_name(attributes, NAME, NAME)
    };
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    let _ = config;
    event_loop
        .create_window(attributes)
        .context("the window can't be opened")
}
