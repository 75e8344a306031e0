// <water-lab>: the water as an element of any page. It creates the canvas, forwards events, and requests frames; their meaning is decided
// in the .wasm. `panel.js` has the controls over the canvas; without the attribute `controls` there are none.
import init, { Lab } from "./waterlab.js";
import { Overlay } from "./panel.js";
import { Sound } from "./sound.js";
import { make } from "./make.js";
import { sheet, thumbnail } from "./style.js";

/** Maximum pixels of a canvas per pixel of the page, and along its longer side. */
const MOST_RATIO = 2;
const MOST_PIXELS = 3840;

/** A finger that stays for so long (milliseconds) within this distance (pixels of the page) opens the panel. */
const LONG_PRESS = 600;
const LONG_PRESS_WITHIN = 8;

/** Milliseconds of each chunk of a clip, and the time that its end waits for the first one. */
const SLICE = 250;
const PATIENCE = 10_000;

/** The built-in pictures: the tiles of pools, which the first frame has if they come in time, and those that are loaded after it. */
const PICTURES = ["tiles.jpg", "deck.jpg", "sky.png", "panorama.jpg", "pond.jpg", "overlay.jpg", "overlay_cover.png"];

const CONTEXT = {
    alpha: false,
    antialias: false,
    depth: true,
    stencil: false,
    powerPreference: "high-performance",
};

/** The context of a canvas. Firefox reports its renderer without the extension, and warns about the extension. */
const contextOf = (canvas) => {
    const context = canvas.getContext("webgl2", CONTEXT);
    if (context && context.getParameter(context.RENDERER) !== "WebKit WebGL") {
        const ask = context.getExtension.bind(context);
        context.getExtension = (name) => (name === "WEBGL_debug_renderer_info" ? null : ask(name));
    }
    return context;
};

/** Milliseconds for which the water waits for its poster. */
const POSTER_WITHIN = 1000;

/** Settles once the page has shown something. */
const contentful = () =>
    new Promise((settle) => {
        const observer = new PerformanceObserver((list) => {
            if (list.getEntriesByName("first-contentful-paint").length === 0) return;
            observer.disconnect();
            settle();
        });
        observer.observe({ type: "paint", buffered: true });
    });

/** Settles once an image is seen. A hidden page paints nothing, and an image may be late: it then settles after a while. */
const painted = (image) =>
    new Promise((settle) => {
        setTimeout(settle, POSTER_WITHIN);
        // On a page with other content, the second frame begins after the first has been painted.
        const frame = () => new Promise(requestAnimationFrame);
        image.decode().then(frame).then(frame).then(contentful).then(settle, settle);
    });

let loaded;

/** Loads the .wasm, once for all elements of a page. */
const load = () => (loaded ??= init({ module_or_path: new URL("waterlab_bg.wasm", import.meta.url) }));

/** Name and bytes of a built-in picture; null if it fails to load. */
const loadPicture = async (name) => {
    try {
        const answer = await fetch(new URL(`textures/${name}`, import.meta.url));
        return answer.ok ? [name, new Uint8Array(await answer.arrayBuffer())] : null;
    } catch {
        return null;
    }
};

let first;

/** The first of the built-in pictures, the tiles of pools, once for all elements of a page. */
const loadFirst = () => (first ??= loadPicture(PICTURES[0]));

let pictures;

/** The built-in pictures, once for all elements of a page; those that failed to load are left out. */
const loadPictures = () =>
    (pictures ??= Promise.all([loadFirst(), ...PICTURES.slice(1).map(loadPicture)]).then((all) => all.filter(Boolean)));

/** The heights as a NumPy array file: version 1.0, little-endian floats, rows of columns. */
const npy = (heights, [columns, rows]) => {
    const about = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`;
    // The data start at a multiple of 64 bytes.
    const header = about.padEnd(Math.ceil((about.length + 11) / 64) * 64 - 11) + "\n";
    const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8];
    return new Blob([new Uint8Array(magic), header, heights], { type: "application/octet-stream" });
};

/** Bytes encoded for a link. */
const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** Checks the type of an argument: throws an error that names it. */
const check = (holds, text) => {
    if (!holds) throw new TypeError(text);
};

export class WaterLab extends HTMLElement {
    static observedAttributes = ["scene", "view", "model", "paused", "sound"];

    #lab = null;
    #canvas = document.createElement("canvas");
    #overlay = null;
    #sound = new Sound(() => this.#lab);
    #frame = 0;
    /** Time of the last poll of the gamepad. */
    #held;
    #isSeen = true;
    #isLost = false;
    #press = null;
    #pointer = null;
    #scene = null;
    #given = [];
    #resized = null;
    #watch = null;
    #listening = null;
    #recorder = null;
    #ready = null;
    #isFurnished = false;
    #settle = null;
    /** What is seen until the first frame. */
    #poster = null;

    constructor() {
        super();
        const root = this.attachShadow({ mode: "open" });
        root.adoptedStyleSheets = [sheet()];
        this.#canvas.className = "empty";
        this.#canvas.tabIndex = 0;
        this.#canvas.setAttribute("aria-label", "Water: drag to make waves");
        root.append(this.#canvas);
        this.#ready = new Promise((settle) => (this.#settle = settle));
    }

    /** Settles after the first frame, with null or with the reason why there is none. */
    get ready() {
        return this.#ready;
    }

    async connectedCallback() {
        this.#listen();
        this.#hush();
        if (this.#lab) {
            this.#wake();
            return;
        }
        try {
            const loading = load();
            loading.catch(() => {});
            let tiles = null;
            loadFirst().then((picture) => (tiles = picture));
            const shown = this.#showPoster(this.#scene ?? this.getAttribute("scene") ?? "");
            if (this.#scene === null) await this.#fetchScene();
            await loading;
            await shown;
            // Not earlier: while the browser starts its graphics process and compiles shaders, it neither loads nor paints the page.
            const context = contextOf(this.#canvas);
            if (!context) throw new Error("this browser has no WebGL 2, or keeps it turned off");
            this.#begin(context);
            // The first frame has them if they came in time.
            if (tiles) {
                this.#lab.put(`textures/${tiles[0]}`, tiles[1]);
                this.#lab.loadPicture();
            }
            for (const name of ["view", "model"]) this.#adopt(name, this.getAttribute(name));
            if (this.hasAttribute("paused") || matchMedia("(prefers-reduced-motion: reduce)").matches) this.#pause(true);
        } catch (error) {
            this.#fail(error);
            return;
        }
        if (this.hasAttribute("controls")) {
            this.#overlay = new Overlay(this);
            this.shadowRoot.append(this.#overlay.element);
        }
        this.#hush();
        this.#fit();
        this.#wake();
    }

    disconnectedCallback() {
        this.#listening?.abort();
        this.#resized?.disconnect();
        this.#watch?.disconnect();
        this.#sound.end();
        cancelAnimationFrame(this.#frame);
        this.#frame = 0;
    }

    attributeChangedCallback(name, _, value) {
        if (name === "sound") this.#hush();
        else if (this.#lab) this.#adopt(name, value);
    }

    // Public methods.

    /** Whether the built-in pictures are loaded, see the event `furnished`. */
    get isFurnished() {
        return this.#isFurnished;
    }

    /** Disturbs the water: x and z from 0 to 1 along the pool, a radius in cells, a weight, negative for a hump. */
    disturb(x, z, radius = 4, weight = 40) {
        this.#need().disturb(x, z, radius, weight);
        this.#wake();
    }

    /**
     * Drops a body: the name of its shape, x and z from 0 to 1 along the pool, its longest side in metres and its density in kg/m³, without which
     * they are the chosen size and that of the shape. Returns its number.
     */
    drop(shape, x = 0.5, z = 0.5, size, density) {
        const id = this.#need().dropBody(shape, x, z, size, density);
        this.#wake();
        return id;
    }

    /** The bodies in the water: { id, position, rotation, velocity, spin, size, density } of each, in SI units. */
    bodies() {
        return this.#lab?.bodies() ?? [];
    }

    /** Takes out the body with a number, or all of them. */
    takeOut(id) {
        this.#need().takeOut(id);
        this.#wake();
    }

    /** Heights in metres, row after row: { columns, rows, data }. */
    heights() {
        if (!this.#lab) return null;
        const [columns, rows] = this.#lab.cells();
        return { columns, rows, data: this.#lab.heights() };
    }

    /** Height over a place in metres: x and z in metres from the middle; NaN outside of a pool. */
    heightAt(x, z) {
        return this.#need().heightAt(x, z);
    }

    /**
     * The surface at many places, [x, z, x, z, …] in metres: a Float32Array with seven numbers of each, its height, its normal and its
     * velocity.
     */
    surfaceAt(places) {
        check(Array.isArray(places) || places instanceof Float64Array || places instanceof Float32Array, "surfaceAt: the places must be an array of numbers");
        return this.#need().surfaceAt(Float64Array.from(places));
    }

    /** The heights as a NumPy file. */
    field() {
        this.#need();
        const { columns, rows, data } = this.heights();
        return npy(data, [columns, rows]);
    }

    /** Makes 0 to 1000 steps at once. */
    advance(steps) {
        this.#need().advance(steps);
        this.#wake();
    }

    /** The scene in its current state, as TOML; the pictures that it names are in `pictures` of `lab.scene(false)`. */
    text() {
        return this.#lab?.scene(false).text ?? "";
    }

    /** Opens a scene: the name of a bundled one, or TOML, with the pictures that it names: names and bytes. */
    open(scene, pictures = []) {
        check(typeof scene === "string", "open: the scene must be a string");
        const isPicture = (picture) => typeof picture?.name === "string" && picture.bytes instanceof Uint8Array;
        check(Array.isArray(pictures) && pictures.every(isPicture), "open: the pictures must be an array of { name, bytes }: a string and a Uint8Array");
        this.#given = pictures;
        this.#scene = scene;
        if (!this.#lab) return;
        for (const { name, bytes } of pictures) this.#lab.put(name, bytes);
        this.#lab.open(scene);
        this.#wake();
        this.#overlay?.refresh();
    }

    /** State of the water: model, title, view, paused, raining, timeLapse, renderer, simd; whether the sound is on; and steps made. */
    state() {
        return this.#lab && { ...this.#lab.state(), sound: this.#isHeard && this.#sound.isOn, step: this.#lab.step() };
    }

    /** Carries out the action of a button: pause, step, rain, time-lapse, tour, "tour next", "tour end", calm, restart, undo, redo, home, surface, drop, "next view", paint, erase, higher, lower, sound. */
    act(name) {
        this.#need().act(name);
        this.#wake();
    }

    /** The settings of the panel; see `set`. */
    panel() {
        return this.#lab?.panel() ?? [];
    }

    /** Sets a value in a section of the panel. */
    set(section, key, value) {
        this.#need().set(section, key, value);
        this.#wake();
    }

    /** The lab itself, for the panel. */
    get lab() {
        return this.#lab;
    }

    /** The current picture at the highest quality, as a PNG. */
    picture() {
        // Drawn in the same task, before the browser composites it.
        this.#need().draw();
        return new Promise((settle) => this.#canvas.toBlob(settle, "image/png"));
    }

    /** A link to the page that opens the scene in its current state. */
    link() {
        const { text, pictures } = this.#need().scene(false);
        const parts = new URLSearchParams({ scene: text });
        for (const { name, bytes } of pictures) parts.append("picture", `${name}:${base64(bytes)}`);
        const url = new URL(location.href);
        url.hash = parts;
        return url.href;
    }

    /** Opens the content of a link: the text after its `#`. */
    follow(hash) {
        check(typeof hash === "string", "follow: the link's text after # must be a string");
        const parts = new URLSearchParams(hash);
        const pictures = parts.getAll("picture").map((picture) => {
            const [name, data] = picture.split(":");
            let letters;
            try {
                letters = atob(data);
            } catch {
                throw new Error(`The link is damaged: its picture ${name} cannot be read. Copy the whole link.`);
            }
            return { name, bytes: Uint8Array.from(letters, (letter) => letter.charCodeAt(0)) };
        });
        this.open(parts.get("scene") ?? "", pictures);
    }

    /** Starts a clip, or ends the current one and resolves to it. */
    async record() {
        this.#need();
        if (this.#recorder) {
            const ended = this.#recorder;
            this.#recorder = null;
            // A busy machine may not have drawn its first picture yet; a hidden page draws none.
            await Promise.race([ended.begun, new Promise((settle) => setTimeout(settle, PATIENCE))]);
            ended.recorder.stop();
            return ended.clip;
        }
        const type = ["video/mp4", "video/webm;codecs=vp9", "video/webm"].find((type) => window.MediaRecorder?.isTypeSupported(type));
        if (!type) throw new Error("this browser records no clips");
        const stream = this.#canvas.captureStream(30);
        const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 12e6 });
        const parts = [];
        const begun = new Promise((settle) => {
            recorder.ondataavailable = (event) => {
                parts.push(event.data);
                if (event.data.size > 0) settle();
            };
        });
        const clip = new Promise((settle) => {
            recorder.onstop = () => {
                for (const track of stream.getTracks()) track.stop();
                settle(new Blob(parts, { type: type.split(";")[0] }));
            };
        });
        recorder.start(SLICE);
        this.#recorder = { recorder, clip, begun };
        return null;
    }

    /** Adds a file: a picture for the picture view, walls while the wall tool is selected, or a scene; also for dropped files. */
    async give(file) {
        check(file instanceof File, "give: the file must be a File");
        if (file.name.endsWith(".toml")) {
            this.open(await file.text());
            return;
        }
        const lab = this.#need();
        lab.put(file.name, new Uint8Array(await file.arrayBuffer()));
        lab.show(file.name);
        this.#wake();
        this.#overlay?.refresh();
    }

    /** Files dropped together: a scene with the files that it names, or independent files. */
    async #drop(files) {
        const scene = files.find((file) => file.name.endsWith(".toml"));
        if (!scene) {
            for (const file of files) await this.give(file);
            return;
        }
        const others = files.filter((file) => file !== scene);
        const read = async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
        this.open(await scene.text(), await Promise.all(others.map(read)));
    }

    /** Position of the mouse over the water, in pixels of the page, and since when: { x, y, time }; null elsewhere. */
    get pointer() {
        return this.#pointer;
    }

    /** Requests a frame. */
    wake() {
        this.#wake();
    }

    // Implementation.

    /** The lab, or an error before it is loaded. */
    #need() {
        if (!this.#lab) throw new Error("The water is not there yet: wait for `ready`.");
        return this.#lab;
    }

    /** Shows the thumbnail of a bundled scene, or, for an empty text, of the default one, until the first frame. Settles once it is seen. */
    #showPoster(scene) {
        if (!/^\w*$/.test(scene)) return;
        const poster = make("img", { className: "poster", src: thumbnail(scene || "pool"), alt: "" });
        poster.onerror = () => poster.remove();
        this.#poster?.remove();
        this.#poster = poster;
        this.#canvas.before(poster);
        return painted(poster);
    }

    async #fetchScene() {
        const name = this.getAttribute("scene") ?? "";
        this.#scene = name;
        if (!/^\S+\.toml$/.test(name)) return;
        const answer = await fetch(name);
        if (!answer.ok) throw new Error(`${name}: the server answers ${answer.status}`);
        this.#scene = await answer.text();
    }

    /** Runs the initial scene; an error in it is shown over the default scene. */
    #begin(context) {
        // Pictures that a scene names are added before it.
        const isWhole = this.#given.length === 0;
        try {
            this.#lab = new Lab(context, isWhole ? this.#scene : "");
            if (!isWhole) this.open(this.#scene, this.#given);
        } catch (error) {
            this.#lab ??= new Lab(context, "");
            queueMicrotask(() => this.say(error.message, true));
        }
    }

    #adopt(name, value) {
        try {
            if (name === "paused") this.#pause(value !== null);
            if (value === null) return;
            if (name === "scene") {
                const opened = this.#fetchScene().then(() => this.open(this.#scene));
                opened.catch((error) => this.say(error.message, true));
            }
            if (name === "view") this.#lab.setView(value);
            if (name === "model") this.#lab.setModel(value, false);
        } catch (error) {
            this.say(error.message, true);
        }
        this.#wake();
    }

    /** Whether this element has sound: one without controls is silent unless it has the attribute `sound`. */
    get #isHeard() {
        return this.hasAttribute("controls") || this.hasAttribute("sound");
    }

    /** Mutes an element that is not visible. */
    #hush() {
        this.#sound.rest(!this.#isHeard || !this.#isSeen || this.#isLost || document.hidden || !this.isConnected);
    }

    #pause(wanted) {
        if (this.#lab.state().paused !== wanted) this.#lab.act("pause");
    }

    /** Shows a message, and dispatches it as an event. */
    say(text, complaint = false) {
        this.dispatchEvent(new CustomEvent("word", { detail: { text, complaint }, bubbles: true, composed: true }));
        this.#overlay?.say(text, complaint);
    }

    #fail(error) {
        const note = document.createElement("div");
        note.className = "failure";
        const still = new Image();
        still.src = new URL("still.jpg", import.meta.url);
        still.alt = "A pool in the sun";
        const text = document.createElement("p");
        text.textContent = `The water cannot be shown live here: ${error.message ?? error}. A browser with WebGL 2 shows it.`;
        note.append(still, text);
        this.#poster?.remove();
        this.#canvas.replaceWith(note);
        this.dispatchEvent(new CustomEvent("failure", { detail: String(error.message ?? error), bubbles: true, composed: true }));
        this.#settle(error);
    }

    #fit() {
        const box = this.getBoundingClientRect();
        const ratio = Math.min(devicePixelRatio, MOST_RATIO, MOST_PIXELS / Math.max(box.width, box.height, 1));
        const [width, height] = [box.width, box.height].map((side) => Math.max(1, Math.round(side * ratio)));
        if (this.#canvas.width !== width || this.#canvas.height !== height) {
            this.#canvas.width = width;
            this.#canvas.height = height;
        }
        this.#lab?.resize(width, height);
        this.#wake();
    }

    #wake() {
        if (this.#frame || !this.#lab || this.#isLost || !this.#isSeen || document.hidden || !this.isConnected) return;
        this.#frame = requestAnimationFrame((now) => this.#tick(now));
    }

    /** Polls the gamepad. Returns whether there is one. */
    #hold(now) {
        const pad = navigator.getGamepads?.().find((each) => each?.connected && each.mapping === "standard");
        const heard = document.activeElement?.closest?.("water-lab") ?? document.querySelector("water-lab");
        if (!pad || heard !== this) {
            // A gamepad that was disconnected or used by another element is released.
            if (this.#held !== undefined) this.#lab.holdPad(new Float32Array(), new Float32Array(), new Uint8Array(), 0);
            this.#held = undefined;
            return false;
        }
        const elapsed = (now - (this.#held ?? now)) / 1000;
        this.#held = now;
        const values = pad.buttons.map((button) => button.value);
        const down = pad.buttons.map((button) => Number(button.pressed));
        this.#lab.holdPad(Float32Array.from(pad.axes), Float32Array.from(values.slice(6, 8)), Uint8Array.from(down), elapsed);
        return true;
    }

    #tick(now) {
        this.#frame = 0;
        const isHeld = this.#hold(now);
        let moves;
        try {
            moves = this.#lab.frame(now);
        } catch (error) {
            if (!this.#isLost) this.say(error.message ?? String(error), true);
            return;
        }
        this.#heed();
        this.#sound.frame();
        if (!this.#lab.isBegun()) {
            this.#wake();
            return;
        }
        this.dispatchEvent(new CustomEvent("frame", { detail: { time: now } }));
        this.#overlay?.tick(now);
        if (this.#settle) {
            this.#canvas.className = "";
            this.#poster?.remove();
            this.#settle(null);
            this.#settle = null;
            this.#overlay?.begin();
            this.#furnish();
        }
        if (moves || isHeld || this.#lab.isStale()) this.#wake();
    }

    /** Fetches the other built-in pictures after the first frame and passes them to the water, one per frame. */
    async #furnish() {
        for (const [name, bytes] of await loadPictures()) this.#lab.put(`textures/${name}`, bytes);
        for (let isLeft = true; isLeft; ) {
            try {
                isLeft = this.#lab.loadPicture();
            } catch (error) {
                this.say(error.message, true);
            }
            this.#wake();
            await new Promise(requestAnimationFrame);
        }
        this.#wake();
        this.#isFurnished = true;
        this.dispatchEvent(new CustomEvent("furnished"));
    }

    /** Carries out requests of the input to the page. */
    #heed() {
        for (const { text, complaint } of this.#lab.words()) this.say(text, complaint);
        for (const wish of this.#lab.wishes()) {
            if (wish === "sound") this.#toggleSound();
            else this.#overlay?.wish(wish);
        }
        const cursor = this.#lab.cursor();
        if (this.#canvas.style.cursor !== cursor) this.#canvas.style.cursor = cursor;
    }

    #toggleSound() {
        if (!this.#isHeard) return;
        this.say(this.#sound.toggle());
        this.#overlay?.refresh();
    }

    #pixel(event) {
        const box = this.#canvas.getBoundingClientRect();
        return [
            ((event.clientX - box.left) * this.#canvas.width) / box.width,
            ((event.clientY - box.top) * this.#canvas.height) / box.height,
        ];
    }

    #listen() {
        this.#listening = new AbortController();
        const { signal } = this.#listening;
        const on = (target, name, heed, options = {}) => target.addEventListener(name, heed, { signal, ...options });
        const canvas = this.#canvas;
        const tell = (heed) => (event) => {
            if (!this.#lab || this.#isLost) return;
            this.#lab.setTime(event.timeStamp / 1000);
            heed(event, this.#lab);
            this.#heed();
            this.#wake();
        };
        on(canvas, "pointerdown", tell((event, lab) => this.#down(event, lab)));
        on(canvas, "pointermove", tell((event, lab) => this.#moved(event, lab)));
        on(canvas, "pointerup", tell((event, lab) => this.#up(event, lab, 2)));
        on(canvas, "pointercancel", tell((event, lab) => this.#up(event, lab, 3)));
        on(canvas, "pointerleave", tell((event, lab) => {
            if (event.pointerType !== "mouse") return;
            lab.pointerLeft();
            this.#pointer = null;
        }));
        on(canvas, "contextmenu", (event) => event.preventDefault());
        on(
            canvas,
            "wheel",
            tell((event, lab) => {
                event.preventDefault();
                lab.wheel(event.deltaY, event.deltaMode);
            }),
            { passive: false },
        );
        for (const name of ["keydown", "keyup"]) on(canvas, name, tell((event, lab) => this.#key(event, lab)));
        on(canvas, "blur", tell((_, lab) => lab.focusLost()));
        on(canvas, "webglcontextlost", (event) => {
            event.preventDefault();
            this.#isLost = true;
            this.#hush();
            this.#lab?.lose();
            cancelAnimationFrame(this.#frame);
            this.#frame = 0;
        });
        on(canvas, "webglcontextrestored", () => {
            this.#isLost = false;
            try {
                this.#lab.restore(contextOf(this.#canvas));
            } catch (error) {
                this.say(error.message, true);
            }
            this.#hush();
            this.#wake();
        });
        for (const name of ["gamepadconnected", "gamepaddisconnected"]) on(window, name, () => this.#wake());
        on(this, "dragover", (event) => event.preventDefault());
        on(this, "drop", (event) => {
            event.preventDefault();
            this.#drop([...event.dataTransfer.files]).catch((error) => this.say(error.message, true));
        });
        on(document, "visibilitychange", () => {
            this.#hush();
            this.#wake();
        });
        // Before the water hears of it, so that the first poke is heard. A finger is a press for the browser when it is lifted.
        for (const name of ["pointerdown", "pointerup", "keydown"]) on(this, name, () => this.#sound.touched(), { capture: true });
        this.#resized = new ResizeObserver(() => this.#fit());
        this.#resized.observe(this);
        // An invisible element is not drawn.
        this.#watch = new IntersectionObserver(([seen]) => {
            this.#isSeen = seen.isIntersecting;
            this.#hush();
            this.#wake();
        });
        this.#watch.observe(this);
    }

    #down(event, lab) {
        this.#canvas.focus({ preventScroll: true });
        this.#overlay?.pressed(event.pointerType);
        try {
            this.#canvas.setPointerCapture(event.pointerId);
        } catch {
            // The pointer is already gone.
        }
        const [x, y] = this.#pixel(event);
        this.#tellModifiers(event, lab);
        if (event.pointerType === "mouse") {
            lab.pointerMoved(x, y);
            lab.button(event.button, true);
        } else {
            lab.touch(event.pointerId, 0, x, y);
            this.#holdOn(event);
        }
        this.dispatchEvent(new CustomEvent("poke", { detail: { x, y }, bubbles: true, composed: true }));
    }

    #moved(event, lab) {
        // All coalesced events since the last frame, not only the last one.
        const events = event.getCoalescedEvents?.() ?? [];
        for (const each of events.length ? events : [event]) {
            const [x, y] = this.#pixel(each);
            if (event.pointerType === "mouse") lab.pointerMoved(x, y);
            else lab.touch(event.pointerId, 1, x, y);
        }
        if (event.pointerType === "mouse") {
            const box = this.#canvas.getBoundingClientRect();
            this.#pointer = { x: event.clientX - box.left, y: event.clientY - box.top, time: performance.now() };
            this.#lab.touched();
        }
        const press = this.#press;
        if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > LONG_PRESS_WITHIN) this.#letGo();
    }

    #up(event, lab, phase) {
        this.#letGo();
        if (event.pointerType === "mouse") lab.button(event.button, false);
        else lab.touch(event.pointerId, phase, ...this.#pixel(event));
    }

    /** A long press opens the panel. */
    #holdOn(event) {
        if (this.#press) {
            this.#letGo();
            return;
        }
        const timer = setTimeout(() => {
            this.#press = null;
            this.#overlay?.wish("panel");
        }, LONG_PRESS);
        this.#press = { x: event.clientX, y: event.clientY, timer };
    }

    #letGo() {
        clearTimeout(this.#press?.timer);
        this.#press = null;
    }

    #tellModifiers(event, lab) {
        lab.modifiers(event.ctrlKey, event.altKey, event.metaKey, event.shiftKey);
    }

    #key(event, lab) {
        this.#tellModifiers(event, lab);
        const pressed = event.type === "keydown";
        // Tab leaves the canvas for keyboard users, if there is a focusable control.
        if (event.code === "Tab" && (event.shiftKey || !this.hasAttribute("controls"))) return;
        const isKnown = lab.key(event.code, event.key, pressed, event.repeat);
        const isChord = (event.ctrlKey || event.metaKey) && ["z", "y", "s", "o"].includes(event.key.toLowerCase());
        if (isChord || (isKnown && !event.ctrlKey && !event.metaKey && !event.altKey)) event.preventDefault();
    }
}

customElements.define("water-lab", WaterLab);
