//! `waterlab [SCENE]`: the window.

use super::arguments::Common;
use crate::scene::Scene;
use anyhow::{Result, bail};

/// Opens a window with the scene, and returns when it is closed.
pub fn run(_scene: &Scene, _options: &Common) -> Result<()> {
    bail!("the window is not built yet; `waterlab render` writes pictures");
}
