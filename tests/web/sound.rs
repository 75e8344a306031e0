//! The sound of the page: silent until the user presses something, muted by M, and quiet while the water is not visible.

use super::page::{MESA, Page, SIMPLE, Script};
use serde_json::json;

const CALM: &str = "water.open('[water]\\nsize = [96, 72]\\n')";

/// Keeps all contexts of the page's sound, and the samples of the last tenth of a second that each lets out.
const WATCH: &str = "
    window.contexts = [];
    window.AudioContext = class extends AudioContext {
        constructor(options) {
            super(options);
            contexts.push(this);
        }
    };
    window.AudioWorkletNode = class extends AudioWorkletNode {
        connect(to) {
            const ear = new AnalyserNode(this.context, { fftSize: 4096 });
            this.context.out = () => {
                const samples = new Float32Array(4096);
                ear.getFloatTimeDomainData(samples);
                return Math.max(...samples.map(Math.abs));
            };
            super.connect(ear);
            return super.connect(to);
        }
    };
";

/// A page whose sound is watched, in a browser whose system may ask for less motion.
fn watched(reduces_motion: bool) -> Page {
    let page = Page::start(&MESA, (800, 600));
    page.reduce_motion(reduces_motion);
    page.before(WATCH);
    page.keep_words();
    page.go(&format!("{}{SIMPLE}", page.address));
    page.wait_for_water();
    page
}

fn click(page: &Page) {
    page.mouse("mousePressed", (400.0, 400.0), "left");
    page.mouse("mouseReleased", (400.0, 400.0), "left");
}

#[test]
fn the_lab_renders_a_poke_while_it_is_on_and_zeros_while_it_is_off() {
    let page = Page::simple();
    page.run(CALM);
    page.run(
        "window.heard = (frames = 4800) => Math.max(...water.lab.sound(frames).map(Math.abs))",
    );
    // Pokes the water after some script, and waits for the next frame: while the water is paused, there is none without a change.
    let poke = |first: &str| {
        page.run(&format!(
            "new Promise(done => {{
                water.addEventListener('frame', done, {{ once: true }});
                {first};
                water.disturb(0.5, 0.5, 6, 200);
            }})"
        ))
    };
    // The page has asked for nothing yet: all calls are those of this test.
    poke("");
    assert_eq!(page.run("water.lab.sound(4800).length"), 9600);
    assert_eq!(page.run("heard()"), 0, "it is off");
    poke("water.act('calm'); water.act('pause'); water.lab.soundOn(true)");
    page.until("heard() > 0.001");
    let louder = page.number("heard(48000)");
    assert!(louder <= 1.0, "{louder}");
    poke("water.set('sound', 'volume', 0)");
    page.run("heard(48000)");
    poke("");
    assert_eq!(page.run("heard(48000)"), 0, "the volume is 0");
    page.run("water.set('sound', 'volume', 1)");
    // It fades out within 20 ms.
    poke("water.lab.soundOn(false); heard(1200)");
    assert_eq!(page.run("heard(48000)"), 0);
    assert_eq!(page.run("water.lab.isSilent()"), true);
    // What fell in while it was off is not heard afterwards.
    page.run("water.lab.soundOn(true)");
    assert_eq!(page.run("heard()"), 0);
    page.is_silent();
}

#[test]
fn the_first_press_lets_the_water_be_heard_and_m_mutes_it() {
    let page = watched(false);
    page.run("water.open('[water]\\nsize = [96, 72]\\n[rain]\\n'); water.act('rain')");
    page.run("new Promise(done => setTimeout(done, 300))");
    assert_eq!(page.run("contexts.length"), 0, "nothing was pressed");
    assert_eq!(page.run("water.state().sound"), true);
    click(&page);
    page.until("contexts.length === 1 && contexts[0].state === 'running'");
    assert_eq!(page.run("contexts[0].sampleRate"), 48_000);
    page.until("contexts[0].out?.() > 0.0001");
    page.key("m");
    page.until("words.includes('Sound off') && !water.state().sound");
    page.until("contexts[0].state === 'suspended'");
    // The choice is kept, and another press does not change it.
    page.go(&page.address.clone());
    page.wait_for_water();
    click(&page);
    assert_eq!(page.run("contexts.length"), 0);
    page.key("m");
    page.until("contexts.length === 1 && contexts[0].state === 'running'");
    page.until("words.includes('Sound on')");
    // Removed, it ends.
    page.run("water.remove()");
    page.until("contexts[0].state === 'closed'");
    page.is_silent();
}

#[test]
fn calm_water_lets_the_audio_thread_sleep_and_a_poke_wakes_it() {
    let page = watched(false);
    page.run(&format!("{CALM}; water.act('pause')"));
    page.mouse("mousePressed", (795.0, 300.0), "right");
    page.mouse("mouseReleased", (795.0, 300.0), "right");
    page.until("contexts.length === 1");
    page.until("contexts[0].state === 'suspended'");
    page.run("water.disturb(0.5, 0.5, 6, 200)");
    page.until("contexts[0].state === 'running'");
    page.until("contexts[0].out() > 0.0001");
    page.is_silent();
}

#[test]
fn the_panel_has_mute_and_volume() {
    let page = watched(false);
    page.run("water.shadowRoot.querySelector('.open').click()");
    let button = "[...water.shadowRoot.querySelectorAll('.panel button')].find(each => each.textContent === 'Sound')";
    assert_eq!(page.run(&format!("{button}.ariaPressed")), "true");
    page.run(&format!("{button}.click()"));
    page.until(&format!("{button}.ariaPressed === 'false'"));
    assert_eq!(page.run("localStorage.getItem('waterlab.sound')"), "off");
    let section = "[...water.shadowRoot.querySelectorAll('details')].find(each => each.querySelector('summary').textContent === 'Sound')";
    let slider = format!("{section}.querySelector('input')");
    assert_eq!(page.run(&format!("{slider}.ariaLabel")), "Volume");
    page.run(&format!(
        "{slider}.value = 500; {slider}.dispatchEvent(new Event('input'))"
    ));
    let text = page.run("water.text()");
    assert!(
        text.as_str().expect("a scene").contains("volume = 2"),
        "{text}"
    );
    page.is_silent();
}

#[test]
fn with_reduced_motion_it_is_off_until_it_is_turned_on() {
    let page = watched(true);
    assert_eq!(page.run("water.state().sound"), false);
    click(&page);
    assert_eq!(page.run("contexts.length"), 0);
    page.key("m");
    page.until("water.state().sound && contexts.length === 1");
    page.is_silent();
}

#[test]
fn an_element_without_controls_is_silent_unless_it_has_the_attribute() {
    let page = watched(false);
    page.run(
        "(async () => {
            water.remove();
            window.bare = document.createElement('water-lab');
            bare.style.cssText = 'position: fixed; inset: 0';
            document.body.append(bare);
            await bare.ready;
            bare.act('rain');
        })()",
    );
    click(&page);
    page.key("m");
    let kept = "localStorage.getItem('waterlab.sound')";
    let found = page.run(&format!("[contexts.length, bare.state().sound, {kept}]"));
    assert_eq!(found, json!([0, false, null]));
    page.run("bare.setAttribute('sound', '')");
    assert_eq!(page.run("bare.state().sound"), true);
    click(&page);
    page.until("contexts.length === 1 && contexts[0].state === 'running'");
    page.run("bare.removeAttribute('sound')");
    page.until("contexts[0].state === 'suspended'");
    page.is_silent();
}

#[test]
fn a_finger_lets_it_be_heard_and_a_hidden_page_is_quiet() {
    let page = watched(false);
    page.resize((400, 800), 2.0, true);
    page.run(
        "water.open('[water]\\nsize = [96, 72]\\n[view]\\nkind = \"mesh\"\\n'); water.act('rain')",
    );
    page.touch("touchStart", &[(200.0, 420.0)]);
    page.touch("touchEnd", &[]);
    page.until("contexts.length === 1 && contexts[0].state === 'running'");
    page.until("contexts[0].out?.() > 0.0001");
    page.run(
        "window.hide = (hidden) => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true }); \
         document.dispatchEvent(new Event('visibilitychange')); }; hide(true)",
    );
    page.until("contexts[0].state === 'suspended'");
    page.run("hide(false)");
    page.until("contexts[0].state === 'running' && contexts[0].out() > 0.0001");
    page.is_silent();
}
