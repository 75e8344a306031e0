//! User input on the page: mouse, touch, keys, links, resizing, and lost contexts.

use super::page::{MESA, Page, Script};
use waterlab::scene::BUNDLED;

const CALM: &str = "water.open('[water]\\nsize = [96, 72]\\n')";
const RANGE: &str =
    "(() => { const h = water.heights().data; return Math.max(...h) - Math.min(...h); })()";
const EYE: &str =
    "(() => { const [line] = water.text().match(/^eye = .*$/m) ?? ['']; return line; })()";

#[test]
fn a_poke_with_the_mouse_moves_the_water_and_the_picture() {
    let page = Page::simple();
    page.run(CALM);
    page.until(&format!("{RANGE} === 0"));
    let before = page.screenshot();
    page.mouse("mousePressed", (400.0, 400.0), "left");
    page.mouse("mouseMoved", (440.0, 410.0), "left");
    page.mouse("mouseReleased", (440.0, 410.0), "left");
    page.until(&format!("{RANGE} > 0.001"));
    assert!(page.screenshot() != before, "the picture shows it");
    page.is_silent();
}

#[test]
fn a_body_is_dropped_carried_and_taken_out_and_the_pointer_shows_it() {
    let page = Page::simple();
    page.run(
        "water.open('[water]\\nlength = 2\\n[view]\\nkind = \"picture\"\\n'); water.act('pause'); \
         water.drop('duck', 0.5, 0.5, 0.4, 500)",
    );
    let body = "water.bodies()[0]";
    let place = page.run(&format!(
        "(() => {{ const {{ position, density, velocity }} = {body}; return [position[0], position[2], density, ...velocity]; }})()"
    ));
    assert_eq!(place, serde_json::json!([0, 0, 500, 0, 0, 0]));
    assert_eq!(page.number(&format!("Math.max(...{body}.size)")), 0.4);
    let cursor = "water.shadowRoot.querySelector('canvas').style.cursor";
    let [middle, aside] = [(400.0, 300.0), (700.0, 300.0)];
    page.mouse("mouseMoved", aside, "none");
    page.until(&format!("{cursor} === ''"));
    page.mouse("mouseMoved", middle, "none");
    page.until(&format!("{cursor} === 'grab'"));
    page.mouse("mousePressed", middle, "left");
    page.until(&format!("{cursor} === 'grabbing'"));
    page.mouse("mouseMoved", aside, "left");
    page.run("water.advance(240)");
    // The pool, 2 m long, covers the window of 800 pixels.
    let carried = page.number(&format!("{body}.position[0]"));
    assert!((carried - 0.75).abs() < 0.05, "{carried}");
    page.mouse("mouseReleased", aside, "left");
    page.run(&format!("water.takeOut({body}.id)"));
    assert_eq!(page.number("water.bodies().length"), 0.0);
    page.is_silent();
}

#[test]
fn the_panel_chooses_drops_and_clears_bodies() {
    let page = Page::simple();
    page.run("water.open('[water]\\nlength = 2\\n'); water.lab.act('pause')");
    page.key("F2");
    page.run(
        "window.bodies = () => [...water.shadowRoot.querySelectorAll('details')].find(each => each.querySelector('summary').textContent === 'Bodies'); \
         window.press = (name) => [...bodies().querySelectorAll('button')].find(each => each.textContent === name).click(); \
         bodies().open = true; press('boat')",
    );
    page.until("water.lab.bodyChoice().shape === 'boat'");
    page.run("press('Drop'); press('Drop')");
    page.until("bodies().textContent.includes('2 of 64')");
    let sheet =
        "getComputedStyle(bodies().querySelector('.picture')).backgroundImage.match(/\"(.*)\"/)[1]";
    assert_eq!(
        page.number(&format!("fetch({sheet}).then(answer => answer.status)")),
        200.0
    );
    page.run("press('Take all out')");
    page.until("water.bodies().length === 0");
    page.is_silent();
}

#[test]
fn keys_switch_models_and_views_and_pause() {
    let page = Page::simple();
    page.run("water.shadowRoot.querySelector('canvas').focus()");
    page.key("4");
    page.until("water.state().model === 'wave'");
    page.key("8");
    page.until("water.state().model === 'sea'");
    page.key("1");
    page.key("Tab");
    page.until("water.state().view === 'picture' && water.state().model === 'ripple'");
    page.key(" ");
    page.until("water.state().paused");
    let step = page.number("water.state().step");
    page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
    assert_eq!(page.number("water.state().step"), step, "time stands still");
    page.is_silent();
}

#[test]
fn a_gamepad_flies_looks_and_pokes() {
    let page = Page::simple();
    page.run(CALM);
    page.until(&format!("{RANGE} === 0"));
    let eye = page.run(EYE);
    page.run(
        "window.pad = { connected: true, mapping: 'standard', axes: [0, 0, 0, 0], \
         buttons: Array.from({ length: 17 }, () => ({ pressed: false, value: 0 })) }; \
         navigator.getGamepads = () => [null, pad]; \
         window.dispatchEvent(new Event('gamepadconnected'))",
    );
    page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
    assert_eq!(page.run(EYE), eye, "it is at rest");
    // Poke before flying, after which the middle of the picture may show no water.
    page.run("pad.buttons[0].pressed = true");
    page.until(&format!("{RANGE} > 0.001"));
    page.run("pad.buttons[0].pressed = false");
    let target = "(water.text().match(/^target = .*$/m) ?? [''])[0]";
    let before = page.run(target);
    page.run("pad.axes[2] = 1");
    page.until(&format!("{EYE} !== {eye}"));
    // The right stick orbits the target, the left one flies away from it.
    page.run("pad.axes[2] = 0; pad.axes[1] = -1");
    page.until(&format!("{target} !== {before}"));
    // If the gamepad is unplugged during a flight, the eye comes to rest.
    let eye = page.run(EYE);
    page.until(&format!("{EYE} !== {eye}"));
    page.run(
        "navigator.getGamepads = () => []; window.dispatchEvent(new Event('gamepaddisconnected'))",
    );
    page.until(&format!(
        "(async () => {{ const before = {EYE}; await new Promise(done => setTimeout(done, 300)); return before === {EYE}; }})()"
    ));
    page.is_silent();
}

#[test]
fn one_finger_pokes_two_zoom_and_a_long_press_opens_the_panel() {
    let page = Page::simple();
    page.resize((400, 800), 1.0, true);
    // The view that is drawn soonest: a touch waits for a frame, and one that waits is a long press.
    page.run("water.open('[water]\\nsize = [96, 72]\\n[view]\\nkind = \"mesh\"\\n')");
    page.touch("touchStart", &[(200.0, 420.0)]);
    page.touch("touchMove", &[(230.0, 430.0)]);
    page.touch("touchEnd", &[]);
    page.until(&format!("{RANGE} > 0.001"));
    let eye = page.run(EYE);
    page.touch("touchStart", &[(180.0, 400.0), (220.0, 400.0)]);
    page.touch("touchMove", &[(120.0, 400.0), (280.0, 400.0)]);
    page.touch("touchEnd", &[]);
    assert_ne!(page.run(EYE), eye, "the eye has moved");
    let panel = "!water.shadowRoot.querySelector('.panel').hidden";
    assert_eq!(page.run(panel), false);
    page.touch("touchStart", &[(200.0, 420.0)]);
    page.until(panel);
    page.touch("touchEnd", &[]);
    page.is_silent();
}

#[test]
fn the_canvas_follows_the_window_its_rotation_and_its_pixel_ratio() {
    let page = Page::simple();
    let fits = |width: u32, height: u32| {
        let canvas = "water.shadowRoot.querySelector('canvas')";
        page.until(&format!(
            "{canvas}.width === {width} && {canvas}.height === {height}"
        ));
    };
    fits(800, 600);
    page.resize((360, 640), 2.0, true);
    fits(720, 1280);
    page.resize((640, 360), 2.0, true);
    fits(1280, 720);
    // A fractional ratio, and one above the supported maximum.
    page.resize((501, 333), 1.5, false);
    fits(752, 500);
    page.resize((400, 300), 3.0, true);
    fits(800, 600);
    page.is_silent();
}

#[test]
fn a_restored_context_shows_the_same_water() {
    let page = Page::simple();
    page.run("water.act('pause'); water.disturb(0.5, 0.5, 4, 100); water.advance(50)");
    let before = page.numbers("water.heights().data");
    let picture = page.bytes("water.picture()");
    page.run(
        "(async () => { \
            const canvas = water.shadowRoot.querySelector('canvas'); \
            const lost = canvas.getContext('webgl2').getExtension('WEBGL_lose_context'); \
            const heard = name => new Promise(done => canvas.addEventListener(name, done, { once: true })); \
            const gone = heard('webglcontextlost'); lost.loseContext(); await gone; \
            const back = heard('webglcontextrestored'); setTimeout(() => lost.restoreContext(), 50); await back; })()",
    );
    assert_eq!(page.numbers("water.heights().data"), before);
    assert!(page.bytes("water.picture()") == picture, "the same picture");
    page.mouse("mousePressed", (400.0, 400.0), "left");
    page.mouse("mouseReleased", (400.0, 400.0), "left");
    page.run("water.advance(1)");
    assert_ne!(
        page.numbers("water.heights().data"),
        before,
        "hands still work"
    );
    // The browser itself reports the lost context.
    let console = page.console();
    assert!(
        console
            .iter()
            .all(|text| text.contains("CONTEXT_LOST_WEBGL")),
        "{console:?}"
    );
}

#[test]
fn a_link_opens_the_same_water_with_its_walls() {
    let page = Page::open("#scene=double_slit");
    assert_eq!(page.run("water.state().model"), "wave");
    page.run("water.lab.setView('picture'); water.lab.setModel('ripple', false); water.act('paint'); water.wake()");
    page.mouse("mousePressed", (300.0, 200.0), "left");
    page.mouse("mouseMoved", (360.0, 260.0), "left");
    page.mouse("mouseReleased", (360.0, 260.0), "left");
    let text = page.run("water.text()");
    assert!(text.as_str().expect("a scene").contains("mask"), "{text}");
    let link = page.run("water.link()");
    let link = link.as_str().expect("a link");
    page.go("about:blank");
    page.go(link);
    page.wait_for_water();
    assert_eq!(page.run("water.text()"), text);
    assert_eq!(page.run("water.link()"), link);
    page.is_silent();
}

#[test]
fn ground_is_raised_while_the_pointer_is_held_and_a_link_keeps_it() {
    let page = Page::simple();
    let scene = "[water]\\nmodel = \"shallow\"\\nsize = [48, 32]\\n[view]\\nkind = \"picture\"\\n";
    page.run(&format!("water.open('{scene}')"));
    page.wait_for_water();
    page.run("water.lab.setTool('Raise', 6); water.wake()");
    page.mouse("mousePressed", (400.0, 300.0), "left");
    page.until("water.state().step > 20");
    page.mouse("mouseReleased", (400.0, 300.0), "left");
    page.run("water.lab.setTool('Poke')");
    let text = page.run("water.text()");
    assert!(
        text.as_str().expect("a scene").contains("bed_map"),
        "{text}"
    );
    let link = page.run("water.link()");
    page.go("about:blank");
    page.go(link.as_str().expect("a link"));
    page.wait_for_water();
    page.run("water.act('pause')");
    assert_eq!(page.run("water.text()"), text);
    // The water that lies on the hill is at the rest level, or the hill is dry.
    let heights = page.numbers("water.heights().data");
    let top = heights.iter().copied().fold(f64::MIN, f64::max);
    assert!(top > 0.01, "{top}");
    page.is_silent();
}

#[test]
fn a_scene_saved_with_its_surface_opens_to_the_same_water_when_its_files_are_dropped() {
    let page = Page::simple();
    page.run("water.open('[water]\\nmodel = \"wave\"\\nsize = [64, 48]\\n[[drop]]\\n'); water.act('pause'); water.advance(40)");
    let heights = page.numbers("water.heights().data");
    assert!(heights.iter().any(|&height| height != 0.0));
    // As a browser passes dropped files.
    page.run(
        "(() => {
            const { text, pictures } = water.lab.scene(true);
            const files = new DataTransfer();
            for (const { name, bytes } of pictures) files.items.add(new File([bytes], name));
            files.items.add(new File([text], 'waterlab.toml'));
            water.open('[water]\\n');
            water.dispatchEvent(new DragEvent('drop', { dataTransfer: files }));
        })()",
    );
    page.until("water.heights().columns === 64 && water.state().step >= 40");
    page.run("water.act('pause')");
    assert_eq!(page.run("water.state().model"), "wave");
    // It may have advanced by some steps before the comparison.
    let steps = page.number("water.state().step") as usize - 40;
    let found = page.numbers("water.heights().data");
    page.run(&format!("water.open('[water]\\nmodel = \"wave\"\\nsize = [64, 48]\\n[[drop]]\\n'); water.act('pause'); water.advance({})", 40 + steps));
    assert_eq!(found, page.numbers("water.heights().data"));
    page.is_silent();
}

#[test]
fn an_invalid_link_shows_an_error_over_the_default_water() {
    let page = Page::open("#scene=%5Bwater%5D%0Amodel%20%3D%20%22soup%22");
    page.until("water.shadowRoot.querySelector('.word').textContent.includes('soup')");
    assert_eq!(page.run("water.state().model"), "ripple");
    page.is_silent();
}

#[test]
fn the_panel_changes_settings_and_refuses_invalid_ones() {
    let page = Page::simple();
    page.run("water.shadowRoot.querySelector('.open').click()");
    page.until("water.shadowRoot.querySelectorAll('.panel details').length >= 4");
    page.run("water.set('water', 'depth', 1.1)");
    let text = page.run("water.text()");
    assert!(
        text.as_str().expect("a scene").contains("depth = 1.1"),
        "{text}"
    );
    let refused = page.run("(() => { try { water.set('water', 'depth', -4); } catch (error) { return error.message; } })()");
    assert!(
        refused.as_str().expect("refused").contains("depth"),
        "{refused}"
    );
    let names = page.run(
        "[...water.shadowRoot.querySelectorAll('.panel select')].every(select => select.ariaLabel)",
    );
    assert_eq!(names, true, "every control has a name");
    page.run("water.shadowRoot.querySelector('.panel').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))");
    page.until("water.shadowRoot.querySelector('.panel').hidden");
    page.is_silent();
}

#[test]
fn the_panel_offers_only_colours_of_existing_fields() {
    let page = Page::simple();
    let root = "water.shadowRoot";
    let offered = format!(
        "([...{root}.querySelectorAll('.panel select')].find(each => [...each.options].some(option => option.text === 'Velocity'))?.textContent ?? '')"
    );
    assert_eq!(page.run("water.state().view"), "mesh");
    page.run(&format!("{root}.querySelector('.open').click()"));
    page.until(&format!("{offered} !== ''"));
    assert_eq!(page.run(&offered), "NoneHeightSlopeVelocity");
    page.run(&format!("{root}.querySelector('.panel').dispatchEvent(new KeyboardEvent('keydown', {{ key: 'Escape', bubbles: true }}))"));
    page.until(&format!("{root}.querySelector('.panel').hidden"));
    page.run(&format!("{root}.querySelector('canvas').focus()"));
    page.key("8");
    page.until("water.state().model === 'sea'");
    page.run(&format!("{root}.querySelector('.open').click()"));
    page.until(&format!("{offered} !== ''"));
    assert_eq!(page.run(&offered), "NoneHeightSlopeVelocityFoam");
    page.is_silent();
}

#[test]
fn after_the_first_visit_the_page_works_offline() {
    let page = Page::simple();
    page.until("navigator.serviceWorker.controller !== null");
    page.go_offline();
    page.go(&page.address.clone());
    page.wait_for_water();
    assert_eq!(page.run("water.state().model"), "ripple");
    let names = "['index.html', 'help', 'textures/panorama.jpg', 'scenes/pool.jpg', 'still.jpg', 'icon.svg', 'waterlab_bg.wasm']";
    let kept = page.run(&format!(
        "Promise.all({names}.map(name => fetch(name).then(answer => answer.ok, () => false)))"
    ));
    // One of them is not a file of the page.
    assert_eq!(
        kept,
        serde_json::json!([true, false, true, true, true, true, true])
    );
}

#[test]
fn a_scene_opened_while_the_context_is_lost_is_shown_after_it_is_restored() {
    let page = Page::simple();
    page.run(
        "(async () => {
            const canvas = water.shadowRoot.querySelector('canvas');
            window.lost = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
            const gone = new Promise(done => canvas.addEventListener('webglcontextlost', done, { once: true }));
            lost.loseContext();
            // Before and after the page handles the loss: the last one counts.
            water.open('pond');
            await gone;
            water.open('[water]\\nmodel = \"spring\"\\nsize = [32, 48]\\n');
        })()",
    );
    page.run("lost.restoreContext()");
    page.until("water.state().model === 'spring' && water.heights().rows === 48");
    page.until(&format!("{RANGE} === 0"));
    page.run("water.disturb(0.5, 0.5, 4, 100)");
    page.until(&format!("{RANGE} > 0.001"));
    let console = page.console();
    let is_browser = |text: &String| text.contains("CONTEXT_LOST_WEBGL");
    assert!(console.iter().all(is_browser), "{console:?}");
}

#[test]
fn readings_in_the_open_panel_follow_the_water() {
    let page = Page::open("#scene=calm");
    page.run("water.shadowRoot.querySelector('.open').click()");
    let time = "(() => { const shown = [...water.shadowRoot.querySelectorAll('.panel .readings dt')]; \
                const time = shown.find(title => title.textContent === 'Time'); return time ? parseFloat(time.nextSibling.textContent) : -1; })()";
    page.until(&format!("{time} >= 0"));
    let before = page.number(time);
    page.until(&format!("{time} > {before} + 1"));
    page.is_silent();
}

#[test]
fn the_first_visit_shows_the_gestures_until_a_touch_and_the_next_a_short_hint() {
    let page = Page::simple();
    let shown = "water.shadowRoot.querySelector('.welcome') !== null";
    page.until(shown);
    let captions = "[...water.shadowRoot.querySelectorAll('.welcome figcaption')].map(each => each.textContent).join()";
    let found = page.run(captions);
    assert_eq!(found, "Drag: make waves,Right drag: turn,Wheel: zoom");
    page.mouse("mousePressed", (400.0, 400.0), "left");
    page.mouse("mouseReleased", (400.0, 400.0), "left");
    page.until("water.shadowRoot.querySelector('.welcome') === null");
    page.keep_words();
    page.go(&page.address.clone());
    page.wait_for_water();
    assert_eq!(page.run(shown), false);
    page.until("words.includes('Drag the water')");
    page.is_silent();
}

#[test]
fn on_touch_screens_controls_are_large_labelled_and_beside_the_water() {
    let page = Page::phone();
    page.until("water.shadowRoot.querySelector('.welcome') !== null");
    let captions = "[...water.shadowRoot.querySelectorAll('.welcome figcaption')].map(each => each.textContent).join()";
    let found = page.run(captions);
    assert_eq!(found, "Drag: make waves,Two fingers: turn,Pinch: zoom");
    let root = "water.shadowRoot";
    page.run(&format!("{root}.querySelector('.open').click()"));
    page.run(&format!(
        "for (const each of {root}.querySelectorAll('.panel details')) each.open = true"
    ));
    let small = format!(
        "[...{root}.querySelectorAll(':is(.panel, .sheet) :is(button, select, input, summary), .over > button')] \
         .filter(each => each.offsetParent && (each.getBoundingClientRect().height < 44 || each.getBoundingClientRect().width < 44)) \
         .map(each => `${{each.outerHTML.slice(0, 80)}}: ${{each.getBoundingClientRect().height}}`)"
    );
    assert_eq!(page.run(&small), serde_json::json!([]));
    // A press on the name of a setting shows its help.
    let name = format!(
        "[...{root}.querySelectorAll('.panel button.name')].find(each => each.textContent === 'Damping shift')"
    );
    let about = format!("{name}.parentElement.querySelector('.about')");
    assert_eq!(page.run(&format!("{about}.hidden")), true);
    page.run(&format!("{name}.click()"));
    let seen = format!(
        "!{about}.hidden && {about}.getBoundingClientRect().height > 10 && {about}.textContent.length > 10"
    );
    assert_eq!(page.run(&seen), true);
    let help = format!("{root}.querySelector('.sheet').textContent");
    page.run("water.lab.key('KeyH', 'h', true, false); water.wake()");
    page.until(&format!(
        "{help}.includes('Two fingers') && {help}.includes('Still water at once')"
    ));
    assert_eq!(page.run(&format!("{help}.includes('W A S D')")), false);
    assert_eq!(page.run(&small), serde_json::json!([]));
    // Picking a scene closes the panel.
    let button = |word: &str| {
        format!(
            "[...{root}.querySelectorAll('button')].find(each => each.textContent.startsWith('{word}'))"
        )
    };
    page.run(&format!("{}.click()", button("Scenes")));
    assert_eq!(page.run(&small), serde_json::json!([]));
    // Each scene has its picture; those out of sight are loaded late.
    let pictures = format!("[...{root}.querySelectorAll('.scene img')]");
    page.run(&format!(
        "{pictures}.forEach(picture => picture.loading = 'eager')"
    ));
    page.until(&format!(
        "{pictures}.length === {} && {pictures}.every(picture => picture.naturalWidth === 208)",
        BUNDLED.len()
    ));
    page.run(&format!("{}.click()", button("Pond")));
    page.until(&format!(
        "{root}.querySelector('.panel').hidden && {root}.querySelector('.sheet').hidden"
    ));
    page.is_silent();
}

#[test]
fn two_elements_on_one_page_are_independent() {
    let page = Page::simple();
    page.go(&format!("{}embed.html", page.address));
    page.until("document.querySelectorAll('water-lab').length === 2");
    page.run("Promise.all([...document.querySelectorAll('water-lab')].map(water => water.ready))");
    let models =
        page.run("[...document.querySelectorAll('water-lab')].map(water => water.state().model)");
    assert_eq!(models, serde_json::json!(["ripple", "sea"]));
    let poked = page.run(
        "new Promise(done => { \
            const [pool] = document.querySelectorAll('water-lab'); \
            pool.addEventListener('poke', () => done('poked'), { once: true }); \
            const box = pool.getBoundingClientRect(); \
            const canvas = pool.shadowRoot.querySelector('canvas'); \
            canvas.dispatchEvent(new PointerEvent('pointerdown', { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, \
                pointerId: 1, pointerType: 'mouse', bubbles: true })); })",
    );
    assert_eq!(poked, "poked");
    page.is_silent();
}

#[test]
fn with_reduced_motion_the_water_starts_paused_and_can_be_resumed() {
    let page = Page::start(&MESA, (640, 480));
    page.reduce_motion(true);
    page.go(&page.address.clone());
    page.wait_for_water();
    assert_eq!(page.run("water.state().paused"), true);
    page.run("water.act('pause')");
    page.until("water.state().step > 2");
    page.is_silent();
}

#[test]
fn attributes_choose_scene_view_and_model_and_unknown_ones_are_reported() {
    let page = Page::simple();
    page.run("water.setAttribute('scene', 'compare')");
    page.until("water.state().title.includes('beside')");
    page.run("water.setAttribute('view', 'picture'); water.setAttribute('model', 'spring')");
    page.until("water.state().view === 'picture' && water.state().model === 'spring'");
    page.run("water.setAttribute('view', 'sideways')");
    page.until("water.shadowRoot.querySelector('.word').textContent.includes('sideways')");
    page.run("water.setAttribute('paused', '')");
    assert_eq!(page.run("water.state().paused"), true);
    page.is_silent();
}

#[test]
fn a_tour_leads_through_the_scenes_until_a_press_interrupts_it() {
    let page = Page::simple();
    page.run("water.shadowRoot.querySelector('canvas').focus()");
    page.key("t");
    page.until("water.lab.tour()?.title === 'Pool' && water.lab.tour().shade < 1");
    let card = "water.shadowRoot.querySelector('.tour')";
    page.until(&format!("{card}.textContent.includes('A garden pool')"));
    let eye = page.run(EYE);
    page.until(&format!("{EYE} !== {eye}"));
    page.mouse("mousePressed", (600.0, 200.0), "left");
    page.mouse("mouseReleased", (600.0, 200.0), "left");
    page.until("!water.lab.tour().running");
    let eye = page.run(EYE);
    page.run("new Promise(done => setTimeout(done, 300))");
    assert_eq!(page.run(EYE), eye, "the camera stays");
    page.run("water.act('tour next')");
    page.until(
        "water.lab.tour().number === 2 && water.lab.tour().shade < 1 && water.lab.tour().running",
    );
    page.key("Escape");
    page.until(&format!("!water.lab.tour() && {card}.hidden"));
    page.is_silent();
}
