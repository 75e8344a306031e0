//! Errors of a session.

use crate::gl::GlError;
use crate::scene::image_file::PictureError;

/// Why a scene, or a picture in it, can't be shown.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// An OpenGL error.
    #[error(transparent)]
    Gl(#[from] GlError),
    /// A picture could not be loaded.
    #[error(transparent)]
    Picture(#[from] PictureError),
}
