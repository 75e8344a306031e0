//! Why something can't be shown.

use crate::gl::GlError;
use crate::scene::image_file::PictureError;

/// Why a scene, or a picture in it, can't be shown.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The driver can't.
    #[error(transparent)]
    Gl(#[from] GlError),
    /// A picture can't be had.
    #[error(transparent)]
    Picture(#[from] PictureError),
}
