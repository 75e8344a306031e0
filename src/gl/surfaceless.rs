//! A GL context without a window, through EGL on a device. Available only where EGL is.

use super::context::no_context;
#[cfg(not(target_os = "macos"))]
use super::context::{Keeper, create_context, finish};
use super::{ApiChoice, Gl, GlError};
#[cfg(not(target_os = "macos"))]
use glutin::{
    api::egl,
    config::{Api, Config, ConfigSurfaceTypes, ConfigTemplateBuilder},
    context::{NotCurrentContext, PossiblyCurrentContext},
    display::{Display, GlDisplay},
};
#[cfg(not(target_os = "macos"))]
use std::rc::Rc;

/// A context without any window (headless, EGL).
pub struct Surfaceless;

#[cfg(not(target_os = "macos"))]
impl Surfaceless {
    /// Tries every EGL device, graphics cards before the software rasteriser, and returns the first usable context.
    pub fn open(choice: ApiChoice) -> Result<Gl, GlError> {
        let mut devices: Vec<_> = egl::device::Device::query_devices()
            .map_err(|error| no_context(format!("EGL: {error}")))?
            .collect();
        devices.sort_by_key(|device| device.extensions().contains("EGL_MESA_device_software"));
        let mut failure = no_context("EGL has no device");
        for device in &devices {
            match Self::on_device(device, choice) {
                Ok(gl) => return Ok(gl),
                Err(error) => {
                    log::debug!(
                        "EGL device {}: {error}",
                        device.name().unwrap_or("without a name")
                    );
                    failure = error;
                }
            }
        }
        Err(failure)
    }

    fn on_device(device: &egl::device::Device, choice: ApiChoice) -> Result<Gl, GlError> {
        let mut keeper = Keeper::new()?;
        // SAFETY: no display handle is passed that would have to stay valid.
        let display =
            unsafe { egl::display::Display::with_device(device, None) }.map_err(no_context)?;
        let template = ConfigTemplateBuilder::new()
            .with_surface_type(ConfigSurfaceTypes::empty())
            .with_api(if choice == ApiChoice::Es {
                Api::GLES3
            } else {
                Api::OPENGL
            })
            .build();
        // SAFETY: the template names no native window that would have to stay valid.
        let config = unsafe { display.find_configs(template) }
            .map_err(no_context)?
            .next()
            .ok_or_else(|| no_context("EGL has no fitting configuration"))?;
        let display = Display::Egl(display);
        let context = create_context(&display, &Config::Egl(config), choice, None)?;
        let NotCurrentContext::Egl(context) = context else {
            return Err(no_context("EGL made a context that is not its own"));
        };
        let context = context.make_current_surfaceless().map_err(no_context)?;
        keeper.context = Some(PossiblyCurrentContext::Egl(context));
        finish(&display, Rc::new(keeper))
    }
}

#[cfg(target_os = "macos")]
impl Surfaceless {
    /// EGL is not available on this platform: always returns an error.
    pub fn open(_choice: ApiChoice) -> Result<Gl, GlError> {
        Err(no_context("macOS makes none without a window"))
    }
}
