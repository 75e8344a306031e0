//! Pictures of the browser against those of the desktop, and files that the page saves.

use super::page::{Page, SIMPLE, SWIFTSHADER, Script};
use std::path::Path;
use std::sync::Arc;
use waterlab::desktop::Offscreen;
use waterlab::gl::ApiChoice;
use waterlab::grid::Grid;
use waterlab::scene::{Bundle, Scene};
use waterlab::session::Session;

const SIZE: (u32, u32) = (400, 300);
const STEPS: usize = 40;

fn decoded(bytes: &[u8]) -> image::RgbaImage {
    image::load_from_memory(bytes)
        .expect("a picture")
        .into_rgba8()
}

/// The desktop's picture of a scene after [`STEPS`] steps.
fn desktop(text: &str) -> Grid<[u8; 4]> {
    let stage = Offscreen::open((8, 8), 1, ApiChoice::Es).expect("a context");
    let files = Arc::new(Bundle::default());
    let scene = Scene::read_with(text, Path::new("a test"), &[], files).expect("a scene");
    let mut session = Session::new(stage.gl(), scene, false).expect("a session");
    for _ in 0..STEPS {
        session.simulation.advance();
    }
    session
        .picture((SIZE.0 as usize, SIZE.1 as usize))
        .expect("a picture")
}

/// Mean difference of the channels, 0 to 255, without a margin of `frame` pixels.
fn apart(found: &image::RgbaImage, expected: &Grid<[u8; 4]>, frame: u32) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for (column, row, pixel) in found.enumerate_pixels() {
        let is_inside = |at: u32, side: u32| (frame..side - frame).contains(&at);
        if is_inside(column, SIZE.0) && is_inside(row, SIZE.1) {
            let other = expected[(column as usize, row as usize)];
            sum += (0..3)
                .map(|channel| f64::from(pixel.0[channel].abs_diff(other[channel])))
                .sum::<f64>();
            count += 3.0;
        }
    }
    sum / count
}

#[test]
fn the_first_frame_waits_only_for_what_it_needs() {
    let page = Page::start(&SWIFTSHADER, (800, 600));
    // Record the order of events, and at the first frame the number of linked programs, of those that have drawn nothing, and the width of
    // the picture that was shown until then.
    page.before(
        "window.came = []; const linked = new Set(), drawn = new Set(); let used; \
         const wrap = (of, name, before) => { const own = of[name]; \
           of[name] = function (...all) { before.apply(this, all); return own.apply(this, all); }; }; \
         const gl = WebGL2RenderingContext.prototype; \
         wrap(gl, 'linkProgram', program => linked.add(program)); \
         wrap(gl, 'useProgram', program => used = program); \
         for (const draw of ['drawArraysInstanced', 'drawElementsInstanced']) wrap(gl, draw, () => drawn.add(used)); \
         wrap(HTMLCanvasElement.prototype, 'getContext', () => { came.push('context'); window.asked ??= performance.now(); }); \
         wrap(EventTarget.prototype, 'dispatchEvent', event => { if (event.type === 'frame') \
           window.first ??= [linked.size, [...linked].filter(program => !drawn.has(program)).length, \
             document.querySelector('water-lab').shadowRoot.querySelector('.poster')?.naturalWidth ?? 0]; }); \
         wrap(window, 'setTimeout', (call, delay) => { if (delay === 1000) window.waited ??= performance.now(); }); \
         const load = WebAssembly.instantiateStreaming; \
         WebAssembly.instantiateStreaming = async (...all) => { \
           const module = await load(...all); came.push('module'); return module; };",
    );
    page.go(&page.address.clone());
    page.wait_for_water();
    let first = page.numbers("first");
    assert!(first[0] >= 8.0, "{first:?}");
    assert_eq!(first[1], 0.0, "programs are linked but unused: {first:?}");
    assert_eq!(first[2], 208.0, "the thumbnail of the scene");
    assert_eq!(
        page.run("water.shadowRoot.querySelector('.poster') === null"),
        true
    );
    // While the browser compiles shaders it paints nothing: the thumbnail is seen before, unless it takes longer than a second.
    let times = page.numbers(
        "[performance.getEntriesByName('first-contentful-paint')[0].startTime, asked, waited]",
    );
    let [painted, asked, waited] = times[..] else {
        panic!("{times:?}");
    };
    assert!(painted <= asked || asked - waited >= 999.0, "{times:?}");
    // Requesting the context first would delay the module until the browser's graphics process has started.
    assert_eq!(page.run("came.slice(0, 2).join(' ')"), "module context");
    page.is_silent();
}

#[test]
fn still_water_is_drawn_at_the_quality_of_the_desktop() {
    let page = Page::simple();
    page.resize(SIZE, 1.0, false);
    page.until("water.isFurnished");
    // The gestures of the first visit would stay over the water for a minute.
    page.run("water.shadowRoot.querySelector('.welcome')?.remove()");
    let text = "[water]\nsize = [128, 96]\n[[drop]]\nat = [0.4, 0.5]\nradius = 6\nweight = 50\n[view]\nkind = \"lit\"\n";
    let quoted = serde_json::to_string(text).expect("a text");
    page.run(&format!(
        "water.open({quoted}); water.act('pause'); water.advance({STEPS})"
    ));
    let fine = desktop(text);
    // Inside the controls along the edges.
    let frame = 60;
    let low = desktop(&format!("{text}quality = \"low\"\n"));
    let coarse = image::RgbaImage::from_raw(SIZE.0, SIZE.1, low.cells().concat());
    let coarse = apart(&coarse.expect("a picture"), &fine, frame);
    assert!(coarse > 3.0, "low quality hardly differs: {coarse}");
    page.until_seen("the fine picture", |shot| {
        let shot = decoded(shot);
        shot.dimensions() == SIZE && apart(&shot, &fine, frame) < 0.4 * coarse
    });
    page.is_silent();
}

#[test]
fn every_view_of_pools_and_seas_matches_the_desktop() {
    let page = Page::opened_with(&SWIFTSHADER, SIMPLE);
    page.resize(SIZE, 1.0, false);
    page.until(&format!(
        "water.shadowRoot.querySelector('canvas').width === {}",
        SIZE.0
    ));
    let furnished = "(async () => { while (!water.isFurnished) await new Promise(done => setTimeout(done, 20)); return true; })()";
    page.run(furnished);
    let pool =
        "[water]\nsize = [128, 96]\n[[drop]]\nat = [0.4, 0.5]\nradius = 6\nweight = 50\nstep = 0\n";
    let sea = "[water]\nmodel = \"sea\"\nsize = [64, 64]\npatch = 80\nwind = 8\n";
    let quality = "quality = \"high\"";
    let scenes = [
        (
            "a pool in the mesh view",
            format!("{pool}[view]\nkind = \"mesh\"\n{quality}\n"),
        ),
        (
            "a pool in the picture view",
            format!("{pool}[view]\nkind = \"picture\"\n"),
        ),
        (
            "a lit pool",
            format!("{pool}[view]\nkind = \"lit\"\n{quality}\n"),
        ),
        (
            "a sea in the mesh view",
            format!("{sea}[view]\nkind = \"mesh\"\n{quality}\n"),
        ),
        (
            "a lit sea",
            format!("{sea}[view]\nkind = \"lit\"\n{quality}\n"),
        ),
    ];
    for (name, text) in scenes {
        let quoted = serde_json::to_string(&text).expect("a text");
        page.run(&format!(
            "water.open({quoted}); water.act('pause'); water.advance({STEPS})"
        ));
        let found = decoded(&page.bytes("water.picture()"));
        assert_eq!(found.dimensions(), SIZE, "{name}");
        let expected = desktop(&text);
        let mean = apart(&found, &expected, 0);
        assert!(mean <= 2.0, "{name}: a mean difference of {mean} of 255");
        let spread = found.pixels().map(|pixel| pixel.0[1]);
        assert!(
            spread.clone().max() > spread.min().map(|min| min + 30),
            "{name} is uniform"
        );
    }
    page.is_silent();
}

#[test]
fn without_webgl_2_the_page_shows_a_message_over_a_still_picture() {
    let page = Page::start(&["--disable-3d-apis"], (640, 480));
    page.go(&page.address.clone());
    page.until("document.querySelector('water-lab')?.shadowRoot.querySelector('.failure img')?.complete === true");
    let text = page.run(
        "document.querySelector('water-lab').shadowRoot.querySelector('.failure').textContent",
    );
    assert!(text.as_str().expect("a text").contains("WebGL 2"), "{text}");
    let is_seen = page.number(
        "document.querySelector('water-lab').shadowRoot.querySelector('.failure img').naturalWidth",
    );
    assert!(is_seen > 300.0);
    page.is_silent();
}

#[test]
fn a_dropped_picture_is_shown_under_the_water() {
    let page = Page::open("#scene=pond");
    // The picture view replaces the lit view.
    page.run("water.act('calm'); water.open('[view]\\nkind = \"lit\"\\n')");
    let green = image::RgbImage::from_pixel(32, 32, image::Rgb([20, 200, 40]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    green
        .write_to(&mut bytes, image::ImageFormat::Png)
        .expect("a PNG");
    let list = format!("{:?}", bytes.into_inner());
    page.run(&format!(
        "water.give(new File([new Uint8Array({list})], 'green.png'))"
    ));
    assert_eq!(page.run("water.state().view"), "picture");
    let found = decoded(&page.bytes("water.picture()"));
    let middle = found.get_pixel(found.width() / 2, found.height() / 2).0;
    assert!(middle[1] > 150 && middle[0] < 60, "{middle:?}");
    let refused = page.run(
        "water.give(new File(['no picture'], 'no.png')).then(() => '', error => error.message)",
    );
    assert!(
        refused.as_str().expect("refused").contains("no.png"),
        "{refused}"
    );
    page.is_silent();
}

#[test]
fn a_clip_is_recorded_while_the_water_moves() {
    let page = Page::simple();
    page.run("water.disturb(0.5, 0.5, 4, 100); water.record()");
    let step = page.number("water.state().step");
    page.until(&format!("water.state().step > {}", step + 20.0));
    let clip = page.bytes("water.record()");
    let is_webm = clip.starts_with(&[0x1a, 0x45, 0xdf, 0xa3]);
    let is_mp4 = clip.get(4..8) == Some(b"ftyp");
    assert!(is_webm || is_mp4, "{:?}", clip.get(..8));
    assert!(clip.len() > 2000, "{} bytes", clip.len());
    page.is_silent();
}
