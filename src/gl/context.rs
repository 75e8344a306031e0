//! Creates a GL context for a window. `surfaceless` creates one without a window.
//!
//! The module requests OpenGL 3.3 core first, then OpenGL ES 3.0. A context belongs to the thread that created it and stays current there
//! until everything drawn with it is dropped; each thread has at most one. A program that makes other contexts current on that thread
//! must make this one current again before it calls anything here.

use super::{Gl, GlError};
use glutin::config::{Config, ConfigTemplate, ConfigTemplateBuilder};
use glutin::context::{
    ContextApi, ContextAttributesBuilder, GlProfile, NotCurrentContext, NotCurrentGlContext,
    PossiblyCurrentContext, PossiblyCurrentGlContext, Robustness, Version,
};
use glutin::display::{Display, DisplayApiPreference, GetGlDisplay, GlDisplay};
use glutin::prelude::GlConfig;
use glutin::surface::{GlSurface, Surface, SurfaceAttributesBuilder, SwapInterval, WindowSurface};
use raw_window_handle::{HasDisplayHandle, HasWindowHandle, RawWindowHandle};
use std::any::Any;
use std::cell::Cell;
use std::num::NonZeroU32;
use std::rc::Rc;

/// The kind of context to request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ApiChoice {
    /// OpenGL 3.3 core, or OpenGL ES 3.0 if that fails.
    #[default]
    Auto,
    /// OpenGL 3.3 core only.
    Core,
    /// OpenGL ES 3.0 only.
    Es,
}

thread_local! {
    static TAKEN: Cell<bool> = const { Cell::new(false) };
}

/// Keeps a context current while anything created from it lives. The fields are dropped in this order.
pub(super) struct Keeper {
    pub(super) context: Option<PossiblyCurrentContext>,
    surface: Option<Surface<WindowSurface>>,
    /// The window of the surface.
    window: Option<Rc<dyn Any>>,
    /// The connection to the display server, which all other fields need.
    display: Option<Rc<dyn Any>>,
}

impl Keeper {
    pub(super) fn new() -> Result<Self, GlError> {
        if TAKEN.replace(true) {
            return Err(GlError::Taken);
        }
        Ok(Self {
            context: None,
            surface: None,
            window: None,
            display: None,
        })
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // A context that is still current lives on, and its surface with it, on a window that does not.
        if let Some(Err(error)) = self
            .context
            .as_ref()
            .map(|context| context.make_not_current_in_place())
        {
            log::debug!("the context stays current: {error}");
        }
        TAKEN.set(false);
    }
}

pub(super) fn no_context(reason: impl ToString) -> GlError {
    GlError::NoContext {
        reason: reason.to_string(),
    }
}

/// The requested configuration for a window: 8 bits a channel, no depth buffer and no multisampling, because views bring their own
/// targets. WGL lists its configurations only for an existing `window`.
fn config_template(window: Option<RawWindowHandle>) -> ConfigTemplate {
    let template = ConfigTemplateBuilder::new()
        .with_alpha_size(0)
        .with_depth_size(0);
    match window {
        Some(window) => template.compatible_with_native_window(window).build(),
        None => template.build(),
    }
}

/// A configuration of the display server's GL, from which a window can be created.
pub struct WindowConfig {
    config: Config,
    /// The connection to the display server. It is dropped after the configuration, which refers to it.
    display: Rc<dyn Any>,
}

impl WindowConfig {
    /// Connects to the display server's GL and picks a configuration. `display` is held as long as it is needed. On Windows the window
    /// must exist first: without one, WGL loads no extensions and has neither versioned contexts nor vsync.
    pub fn pick<D: HasDisplayHandle + 'static>(
        display: D,
        #[cfg(windows)] window: &impl HasWindowHandle,
        #[cfg(all(unix, not(target_os = "macos")))] hook: glutin::api::glx::XlibErrorHookRegistrar,
    ) -> Result<Self, GlError> {
        #[cfg(all(unix, not(target_os = "macos")))]
        let preference = DisplayApiPreference::EglThenGlx(hook);
        #[cfg(target_os = "macos")]
        let preference = DisplayApiPreference::Cgl;
        #[cfg(windows)]
        let window = Some(window.window_handle().map_err(no_context)?.as_raw());
        #[cfg(not(windows))]
        let window = None;
        #[cfg(windows)]
        let preference = DisplayApiPreference::EglThenWgl(window);
        let server = Rc::new(display);
        let handle = server.display_handle().map_err(no_context)?.as_raw();
        // SAFETY: the handle is valid as long as `server` lives, which is kept beside all that is made from this: the
        // configuration here, context and surface in `Keeper`. Neither is handed out.
        let display = unsafe { Display::new(handle, preference) }.map_err(no_context)?;
        // SAFETY: the native window that the template may name is borrowed by this function, and stays until it returns.
        let configs = unsafe { display.find_configs(config_template(window)) };
        let configs = configs.map_err(no_context)?;
        let config = configs
            .min_by_key(|config| {
                (
                    config.num_samples(),
                    config.alpha_size(),
                    config.depth_size(),
                )
            })
            .ok_or_else(|| no_context("the display has no fitting configuration"))?;
        Ok(Self {
            config,
            display: server,
        })
    }

    /// The visual with which an X11 window must be created.
    #[cfg(all(unix, not(target_os = "macos")))]
    pub fn x11_visual(&self) -> Option<u32> {
        use glutin::platform::x11::X11GlConfigExt;
        let visual = self.config.x11_visual()?;
        u32::try_from(visual.visual_id()).ok()
    }
}

/// A context that draws into a window.
pub struct WindowContext {
    gl: Gl,
    keeper: Rc<Keeper>,
}

impl WindowContext {
    /// Creates a context for the window that was created with `config`, and holds the window until everything created from the context is
    /// dropped. `size` is in physical pixels.
    pub fn open<W: HasWindowHandle + 'static>(
        config: &WindowConfig,
        window: &Rc<W>,
        (width, height): (u32, u32),
        choice: ApiChoice,
    ) -> Result<Self, GlError> {
        let mut keeper = Keeper::new()?;
        keeper.window = Some(window.clone());
        keeper.display = Some(config.display.clone());
        let window = window.window_handle().map_err(no_context)?.as_raw();
        let config = &config.config;
        let display = config.display();
        let context = create_context(&display, config, choice, Some(window))?;
        let (width, height) = nonzero(width, height);
        let attributes = SurfaceAttributesBuilder::<WindowSurface>::new()
            .with_srgb(Some(false))
            .build(window, width, height);
        // SAFETY: the handle is valid as long as the window lives, which the keeper holds and drops after the surface.
        let surface =
            unsafe { display.create_window_surface(config, &attributes) }.map_err(no_context)?;
        let context = context.make_current(&surface).map_err(no_context)?;
        // A failure is not fatal: without vsync the image may tear.
        let interval = SwapInterval::Wait(NonZeroU32::MIN);
        if let Err(error) = surface.set_swap_interval(&context, interval) {
            log::info!("no vsync: {error}");
        }
        keeper.context = Some(context);
        keeper.surface = Some(surface);
        let keeper = Rc::new(keeper);
        let gl = finish(&display, keeper.clone())?;
        Ok(Self { gl, keeper })
    }

    /// The context.
    pub fn gl(&self) -> &Gl {
        &self.gl
    }

    /// Swaps the buffers. Returns [`GlError::Lost`] if the context is lost, as after a reset of the driver.
    pub fn swap(&self) -> Result<(), GlError> {
        let lost = |reason: String| GlError::Lost { reason };
        if let (Some(surface), Some(context)) = (&self.keeper.surface, &self.keeper.context) {
            let swapped = surface.swap_buffers(context);
            swapped.map_err(|error| lost(error.to_string()))?;
        }
        match self.gl.is_reset() {
            true => Err(lost("the graphics driver was reset".to_owned())),
            false => Ok(()),
        }
    }

    /// Resizes the surface to the window's new size in physical pixels.
    pub fn resize(&self, width: u32, height: u32) {
        if let (Some(surface), Some(context)) = (&self.keeper.surface, &self.keeper.context) {
            let (width, height) = nonzero(width, height);
            surface.resize(context, width, height);
        }
    }
}

fn nonzero(width: u32, height: u32) -> (NonZeroU32, NonZeroU32) {
    let positive = |side| NonZeroU32::new(side).unwrap_or(NonZeroU32::MIN);
    (positive(width), positive(height))
}

pub(super) fn create_context(
    display: &Display,
    config: &Config,
    choice: ApiChoice,
    window: Option<RawWindowHandle>,
) -> Result<NotCurrentContext, GlError> {
    let gl = |major, minor| ContextApi::OpenGl(Some(Version::new(major, minor)));
    let es = |major, minor| ContextApi::Gles(Some(Version::new(major, minor)));
    // The last entry accepts any version, so that `Capability` can report what was found.
    let wanted: &[_] = match choice {
        ApiChoice::Auto => &[gl(3, 3), es(3, 0), gl(2, 1), es(2, 0)],
        ApiChoice::Core => &[gl(3, 3), gl(2, 1)],
        ApiChoice::Es => &[es(3, 0), es(2, 0)],
    };
    // For a window, where it can be had, one that reports a reset of the driver.
    let robustness = match window {
        Some(_) => &[Robustness::RobustLoseContextOnReset, Robustness::NotRobust][..],
        None => &[Robustness::NotRobust],
    };
    let mut failure = None;
    for &api in wanted {
        // Profiles exist since 3.2; a request for a core profile of 2.1 fails.
        let profile = if api == gl(2, 1) {
            GlProfile::Compatibility
        } else {
            GlProfile::Core
        };
        for &robustness in robustness {
            let attributes = ContextAttributesBuilder::new()
                .with_context_api(api)
                .with_profile(profile)
                .with_robustness(robustness)
                .with_debug(cfg!(debug_assertions))
                .build(window);
            // SAFETY: the window, where there is one, is held by the keeper of `WindowContext::open`, which drops it after the
            // context.
            match unsafe { display.create_context(config, &attributes) } {
                Ok(context) => return Ok(context),
                Err(error) => {
                    log::debug!("{api:?}, {robustness:?}: {error}");
                    if robustness == Robustness::NotRobust {
                        failure.get_or_insert(error);
                    }
                }
            }
        }
    }
    Err(failure.map_or_else(|| no_context("nothing was tried"), no_context))
}

pub(super) fn finish(display: &Display, keeper: Rc<Keeper>) -> Result<Gl, GlError> {
    // SAFETY: `keeper` holds the context, just made current on this thread, where it and everything made from it stay, and the
    // `Gl` keeps it until its own last clone is gone; `TAKEN` keeps this module from making any other current here meanwhile,
    // and what others do about that is theirs to undo. The display's functions are the context's.
    unsafe { Gl::load(|name| display.get_proc_address(name), keeper) }
}
