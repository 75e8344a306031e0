//! The page in a real browser: Debian's Chromium without a window, WebGL 2 by software, real pointer events, touch and keys.
//!
//! `make test-web` builds the page, installs the browser and runs these. The folder of the page is named by `WATERLAB_WEB`, that of one
//! built without simd128 by `WATERLAB_WEB_SCALAR`, the browser by `WATERLAB_BROWSER`. Whatever a test does, the page's console stays empty.

mod arguments;
mod firefox;
mod numbers;
mod page;
mod pictures;
mod policy;
#[path = "../../examples/serve/site.rs"]
mod site;
mod sound;
mod user_input;
