//! In a browser: how long the page takes until its first frames are seen; what a step of the default sea takes, drawn into next to no
//! pixels; a step of shallow water; and frames per second of the lit pool, beside another page in the same browser and the same run: 1280 × 720, 256² cells,
//! caustics of 1024² texels, all of the picture's pixels.
//!
//! ```sh
//! make web
//! OTHER=path/to/webgl-water cargo bench --features test-web --bench browser
//! ```
//!
//! `OTHER` is a folder with an `index.html` that draws without being asked, such as a checkout of Evan Wallace's WebGL Water; without
//! one our own is measured alone. `BROWSER_FLAGS` takes the place of the flags for SwiftShader: `--use-gl=angle --use-angle=gl-egl` is the
//! driver of this machine.

#[path = "../tests/web/page.rs"]
#[allow(dead_code)]
mod page;
#[path = "../examples/serve/site.rs"]
mod site;

use page::{Page, SWIFTSHADER, Script};
use std::env;
use std::path::Path;

const SIZE: (u32, u32) = (1280, 720);
const SECONDS: u32 = 10;
const SCENE: &str = "[water]\nsize = [256, 256]\n[rain]\ndrops_per_second = 4\n[view]\nkind = \"lit\"\nquality = \"high\"\ncaustics = 1024\n";

/// Frames per second that a page comes to, once it has warmed up.
fn frames(page: &Page) -> f64 {
    let counted = |seconds: u32| {
        page.number(&format!(
            "new Promise(done => {{ let count = 0; const begun = performance.now(); const next = () => {{ count++; \
             const gone = performance.now() - begun; \
             if (gone > {seconds} * 1000) done(1000 * count / gone); else requestAnimationFrame(next); }}; next(); }})"
        ))
    };
    counted(3);
    counted(SECONDS)
}

/// Milliseconds from the page's beginning to its third frame, which waits for the first to be shown.
fn start(page: &Page) -> f64 {
    page.go(&page.address.clone());
    page.wait_for_water();
    page.number(
        "(async () => { for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame); return performance.now(); })()",
    )
}

/// Milliseconds of a step of a sea, with what is drawn of it, into 32 × 24 pixels of a field's colours from above.
fn sea(page: &Page, settings: &str, colours: &str) -> f64 {
    let scene = format!(
        "[view]\nkind = \"picture\"\ncolours = \"{colours}\"\n[water]\nmodel = \"sea\"\n{settings}"
    );
    let scene = serde_json::to_string(&scene).expect("a text");
    page.run(&format!("water.open({scene})"));
    let steps = |count: u32| {
        page.number(&format!(
            "(async () => {{ let sum = 0; for (let step = 0; step < {count}; step++) {{ \
             await new Promise(done => setTimeout(done, 50)); water.lab.resize(32, 24); \
             const begun = performance.now(); water.lab.advance(1); water.lab.draw(); sum += performance.now() - begun; }} \
             return sum / {count}; }})()"
        ))
    };
    steps(60);
    steps(120)
}

/// Milliseconds of a step of shallow water that moves all over 256² cells.
fn shallow(page: &Page) -> f64 {
    let scene = "[view]\nkind = \"picture\"\n[water]\nmodel = \"shallow\"\nsize = [256, 256]\nlength = 25.6\ndepth = 1\n\
                 [[fill]]\nto = [0.4, 0.6]\nlevel = 0.2\n";
    let scene = serde_json::to_string(scene).expect("a text");
    page.run(&format!("water.open({scene})"));
    let steps = |count: u32| {
        page.number(&format!(
            "(() => {{ const begun = performance.now(); water.lab.advance({count}); \
             return (performance.now() - begun) / {count}; }})()"
        ))
    };
    steps(60);
    steps(240)
}

fn main() {
    let flags = env::var("BROWSER_FLAGS").ok();
    let flags: Vec<&str> = match &flags {
        Some(flags) => flags.split_whitespace().collect(),
        None => SWIFTSHADER.to_vec(),
    };
    let ours = {
        let page = Page::start(&flags, SIZE);
        println!("first frames after {:.0} ms", start(&page));
        page.until("water.isFurnished");
        page.run("water.act('pause')");
        println!(
            "a step of the default sea with its foam: {:.1} ms",
            sea(&page, "", "foam")
        );
        let plain = sea(&page, "cascades = 1\nfoam_growth = 0\n", "height");
        println!("of one cascade without foam: {plain:.1} ms");
        let step = shallow(&page);
        println!("a step of shallow water, 256² cells on one thread: {step:.1} ms");
        page.run("water.act('pause')");
        let scene = serde_json::to_string(SCENE).expect("a text");
        page.run(&format!("water.open({scene})"));
        println!("drawn by {}", page.run("water.state().renderer"));
        frames(&page)
    };
    println!("our lit pool: {ours:.1} frames/s");
    if let Some(other) = env::var_os("OTHER") {
        let place = site::serve(Path::new(&other), 0).expect("a folder with a page");
        let page = Page::start(&flags, SIZE);
        page.go(&place);
        let theirs = frames(&page);
        println!(
            "the other page: {theirs:.1} frames/s; ours is {:.2} × it",
            ours / theirs
        );
    }
}
