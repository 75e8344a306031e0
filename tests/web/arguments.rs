//! Invalid arguments of the page's methods: each is refused with one line that says what is wrong, and changes nothing.

use super::page::{Page, Script};

/// Calls of the element's methods and of its lab's, each with text that the error message must contain.
const REFUSED: &str = r#"
water.advance(-1) → advance: the steps must be a whole number from 0 to 1000, not -1
water.advance(1001) → from 0 to 1000, not 1001
water.advance(1.5) → not 1.5
water.advance(NaN) → not NaN
water.advance('5') → not "5"
water.advance() → not undefined
water.disturb(0.5, 0.5, -1) → disturb: the radius must be a number from 0.5 to 8192, not -1
water.disturb(0.5, 0.5, 1e9) → not 1000000000
water.disturb(0.5, 0.5, NaN) → not NaN
water.disturb(0.5, 0.5, 4, 40000) → disturb: the weight must be a whole number from -32768 to 32767, not 40000
water.disturb(0.5, 0.5, 4, 1.5) → not 1.5
water.disturb(2, 0.5) → disturb: x must be a number from 0 to 1, not 2
water.disturb(0.5) → disturb: z must be a number from 0 to 1, not undefined
water.disturb(0.5, -Infinity) → not -Infinity
water.drop('duk') → Did you mean `duck`?
water.drop(5) → drop: the shape must be a string, not 5
water.drop('duck', 2) → drop: x must be a number from 0 to 1, not 2
water.drop('duck', 0, NaN) → drop: z must be a number from 0 to 1, not NaN
water.drop('duck', 0, 0, 0) → drop: the size must be a number from 0.01 to 100, not 0
water.drop('duck', 0, 0, 1, 5) → drop: the density must be a number from 10 to 20000, not 5
water.takeOut(99) → There is no body 99
water.takeOut(-1) → takeOut: the body must be a whole number
water.lab.chooseBody('duck', '1') → chooseBody: the size must be a number from 0.01 to 100, not "1"
water.open('nosuch') → There is no scene `nosuch`
water.open('strom') → Did you mean `storm`?
water.open(5) → open: the scene must be a string
water.open() → open: the scene must be a string
water.open('', 'pond.png') → open: the pictures must be an array
water.open('', [{ name: 'pond.png' }]) → open: the pictures must be an array
water.open('[water]\nsize = [8192, 8192]\n') → 8192 × 8192 cells are too many
water.open('[water]\nmodel = "soup"\n') → soup
water.act('dance') → There is no action `dance`
water.act(null) → act: the action must be a string, not null
water.set('water', 'depth', NaN) → depth must be a number from
water.set('water', 'depth', 'deep') → not "deep"
water.set('water', 'depht', 1) → depth
water.set('watr', 'depth', 1) → Did you mean `water`?
water.set('water', 'damping', 2.5) → damping must be a whole number
water.set('compare', 'damping', 2) → There is no section `compare`
water.set() → set: the section must be a string, not undefined
water.follow(5) → follow: the link's text after # must be a string
water.follow('picture=a.png:%25%25') → The link is damaged: its picture a.png
water.give('pond.png') → give: the file must be a File
new water.lab.constructor({}, '') → Lab: the context must be a WebGL2RenderingContext
water.lab.open({}) → open: the scene must be a string, not an object
water.lab.restore(null) → restore: the context must be a WebGL2RenderingContext
water.lab.put(1, new Uint8Array(1)) → put: the name must be a string, not 1
water.lab.put('a.png', [1]) → put: the file must be a Uint8Array, not an array
water.lab.show('nosuch.png') → nosuch.png
water.lab.show(() => 1) → show: the name must be a string, not a function
water.lab.resize(0, 100) → resize: the width must be a whole number from 1 to 16384, not 0
water.lab.resize(100, 1e9) → resize: the height
water.lab.frame(NaN) → frame: the time must be a finite number, not NaN
water.lab.holdPad([0], [0], [0], 0) → holdPad: the sticks must be a Float32Array, not an array
water.lab.holdPad(new Float32Array([NaN]), new Float32Array(), new Uint8Array(), 0) → holdPad: the sticks must be numbers from -1 to 1, not NaN
water.lab.holdPad(new Float32Array(), new Float32Array(), new Uint8Array(), -1) → holdPad: the seconds
water.lab.scene(1) → scene: whether with its surface must be true or false, not 1
water.lab.setTime(Infinity) → setTime: the seconds must be a finite number, not Infinity
water.lab.pointerMoved(NaN, 1) → pointerMoved: x must be a finite number, not NaN
water.lab.button(-1, true) → button: the number
water.lab.wheel(NaN, 0) → wheel: the amount
water.lab.wheel(1, 7) → wheel: the unit
water.lab.touch(1, 9, 0, 0) → touch: the phase
water.lab.key(1, 'a', true, false) → key: the code must be a string, not 1
water.lab.modifiers(1, 0, 0, 0) → modifiers: control must be true or false, not 1
water.lab.setView('sideways') → There is no view `sideways`
water.lab.setModel('soup', false) → There is no model `soup`
water.lab.preset('sky', 99) → preset: the number must be a whole number from 0 to
water.lab.soundOn(1) → soundOn: whether it is on must be true or false, not 1
water.lab.sound(48001) → sound: the samples of each ear must be a whole number from 0 to 48000, not 48001
water.lab.sound(0.5) → not 0.5
water.lab.sound() → not undefined
water.set('sound', 'volume', 5) → volume must be a number from 0 to 4, not 5
water.lab.setTool('Poke', 1e9, 1) → setTool: the radius must be a number from 0.5 to 64, not 1000000000
"#;

#[test]
fn every_method_refuses_invalid_arguments_and_changes_nothing() {
    let page = Page::simple();
    page.run("water.open('[water]\\nsize = [48, 32]\\n[[drop]]\\n[view]\\nkind = \"lit\"\\n'); water.act('pause'); water.advance(20)");
    let state = "JSON.stringify([water.text(), water.state(), Array.from(water.heights().data)])";
    let before = page.run(state);
    for line in REFUSED.trim().lines() {
        let (call, expected) = line.split_once(" → ").expect("a call and its error");
        let message = page.run(&format!(
            "(async () => {{ try {{ await ({call}); return 'nothing was thrown'; }} catch (error) {{ return error.message; }} }})()"
        ));
        let message = message.as_str().expect("a text");
        assert!(message.contains(expected), "{call}: {message}");
        assert!(!message.contains('\n'), "{call}: {message}");
        assert_eq!(page.run(state), before, "{call}");
    }
    page.is_silent();
}

#[test]
fn no_value_as_any_argument_breaks_the_lab() {
    let page = Page::simple();
    page.run("water.open('[water]\\nsize = [48, 32]\\n')");
    // Every method, with each of its arguments in turn replaced by values that a page may pass by mistake.
    let faults = page.run(
        "(() => {
            const values = [undefined, null, NaN, Infinity, -1, 1e9, 0.5, true, '', 'nosuch', '\\ud800', [], {}, () => 1, new Uint8Array(3)];
            const faults = [];
            const lab = water.lab;
            const excluded = ['constructor', 'free', 'lose', '__destroy_into_raw'];
            for (const name of Object.getOwnPropertyNames(lab.constructor.prototype)) {
                if (excluded.includes(name)) continue;
                const count = lab[name].length;
                for (let place = 0; place < count; place++) {
                    for (const value of values) {
                        const all = Array.from({ length: count }, (_, index) => (index === place ? value : 1));
                        for (const given of [all, all.map((each, index) => (index === place ? each : 'view'))]) {
                            try {
                                lab[name](...given);
                            } catch (error) {
                                const isOurs = error.constructor === Error && !/[\\n]/.test(error.message);
                                if (!isOurs) faults.push(`${name}(${given.map(String)}): ${error}`);
                            }
                        }
                    }
                }
            }
            return faults;
        })()",
    );
    assert_eq!(faults, serde_json::json!([]));
    page.run(
        "water.open('[water]\\nsize = [48, 32]\\n'); water.disturb(0.5, 0.5); water.advance(5)",
    );
    let moves = "water.heights().data.every(Number.isFinite) && water.heights().data.some((height) => height !== 0)";
    assert_eq!(page.run(moves), true);
    page.is_silent();
}

#[test]
fn methods_before_loading_are_errors_that_say_so() {
    let page = Page::simple();
    let unexpected = page.run(
        "(async () => {
            const early = document.createElement('water-lab');
            const unexpected = [];
            for (const call of ['advance', 'disturb', 'act', 'set', 'picture', 'link', 'field', 'record']) {
                try {
                    await early[call](0, 0, 0, 0);
                    unexpected.push(call);
                } catch (error) {
                    if (!error.message.includes('wait for `ready`')) unexpected.push(`${call}: ${error.message}`);
                }
            }
            return unexpected;
        })()",
    );
    assert_eq!(unexpected, serde_json::json!([]));
    page.is_silent();
}
