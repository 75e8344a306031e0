// The controls over the canvas: a panel of settings, a list of scenes, help, messages. Made from data of the .wasm.
import { Legends } from "./legend.js";
import { make } from "./make.js";
import { thumbnail } from "./style.js";
import { scenes } from "./waterlab.js";
import { isFirstVisit, welcome } from "./welcome.js";

/** How long a message stays, milliseconds: a notice, and an error. */
const STAYS = { word: 2600, complaint: 7000 };

/** How long the ring stays on the water after the pointer has come to rest, milliseconds. */
const RING = 1500;

/** How often the open panel reads the water, milliseconds. */
const READ = 250;

/** Up to this width in pixels the panel covers the water. */
const NARROW = 560;

/** Steps of a slider. */
const STEPS = 1000;

const FINGERS = [
    ["One finger", "Make waves; build walls with the Wall tool"],
    ["Two fingers", "Orbit the pool; look around at sea"],
    ["Pinch", "Zoom"],
    ["Long press", "Open or close the settings"],
    ["Name of a setting", "Show what the setting does"],
];

const HELP = [
    ["Drag, one finger", "Make waves; build walls with the Wall tool"],
    ["Right drag, two fingers", "Orbit; look around while flying"],
    ["Wheel, pinch", "Zoom to the pointer"],
    ["Long press", "The panel"],
    ["W A S D, Q E", "Fly; Shift is faster; F: orbit or fly"],
    ["U", "Come up out of the water"],
    ["Home, double click", "Reset the camera; fly to that point"],
    ["1 to 9, Shift 1 to 9", "Choose a model; compare with another"],
    ["Tab", "The next view"],
    ["Space, .", "Pause; single step"],
    ["R, C", "Rain; calm water"],
    ["L", "Time-lapse to dawn"],
    ["T", "Tour of the scenes; again: take over"],
    ["B, Delete", "Drop a body, which a drag carries; take it out"],
    ["O, Shift O, [ ]", "Paint walls; erase walls; brush size"],
    ["G, Shift G", "Next or previous ground tool (shallow water): raise, dig, dam, pour, drain"],
    ["− +, Backspace", "Exaggerate waves less or more; reset"],
    ["Ctrl Z, Ctrl Shift Z", "Undo; redo"],
    ["M", "Mute the sound; again: on"],
    ["P, V", "Save a picture; start or stop recording a clip"],
    ["Enter", "Poke the middle"],
    ["Gamepad", "Sticks fly and look, triggers sink and rise, A pokes or carries the body in the middle, A and B take it out, down drops one"],
    ["Ctrl O, Ctrl S", "Scenes; save the scene"],
    ["F2, F3, F11, H", "Panel; frames per second; full screen; help"],
];

/** A number formatted for display. */
const formatted = (value, unit) => {
    const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
    return `${Number(value.toFixed(digits))}${unit ? ` ${unit}` : ""}`;
};

/** Offers a file for download. */
const save = (blob, name) => {
    const link = make("a", { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

export class Overlay {
    #water;
    #word = make("div", { className: "word", role: "status" });
    #status = make("div", { className: "status", hidden: true });
    #shade = make("div", { className: "shade", hidden: true });
    #tour = make("div", { className: "tour", hidden: true, role: "region", ariaLabel: "Tour" });
    #toured = "";
    #dive = make("button", { className: "dive", hidden: true, title: "To the surface (U)" });
    #panel = make("div", { className: "panel", hidden: true, role: "dialog", ariaLabel: "Settings" });
    #sheet = make("div", { className: "sheet", hidden: true, role: "dialog" });
    #open = make("button", { className: "open", title: "Settings (F2)", ariaLabel: "Settings" }, "☰");
    #ring = make("canvas", { className: "ring" });
    #probe = make("dl", { className: "probe readings", hidden: true });
    #legends = new Legends();
    #ringed = 0;
    #timer = 0;
    #frames = [];
    #readings = new Map();
    #read = 0;
    /** The names of settings whose explanations are open. */
    #explained = new Set();
    #isTouch = false;
    #unfolded = new Set(["water"]);

    constructor(water) {
        this.#water = water;
        this.#open.onclick = () => this.wish("panel");
        this.#dive.onclick = () => this.#water.act("surface");
        this.element = make("div", { className: "over" }, this.#shade, this.#ring, this.#legends.element, this.#probe, this.#word, this.#status, this.#dive, this.#tour, this.#open, this.#panel, this.#sheet);
        for (const controls of [this.#panel, this.#sheet]) for (const input of ["pointerdown", "input"]) controls.addEventListener(input, () => water.lab?.interruptTour());
        this.element.addEventListener("keydown", (event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            this.wish("escape");
        });
        this.#setTouch(matchMedia("(pointer: coarse)").matches);
    }

    /** Shows the first hint, once the water is visible. */
    begin() {
        if (isFirstVisit()) this.element.append(welcome(this.#water, this.#isTouch));
        else this.#water.say(this.#isTouch ? "Touch the water" : "Drag the water");
    }

    /** A pointer of this type was pressed: the controls adapt to mouse or touch. */
    pressed(pointerType) {
        this.#setTouch(pointerType !== "mouse");
    }

    #setTouch(isTouch) {
        this.#isTouch = isTouch;
        this.element.classList.toggle("touch", isTouch);
    }

    say(text, complaint) {
        clearTimeout(this.#timer);
        this.#word.textContent = text;
        this.#word.className = `word shown${complaint ? " complaint" : ""}`;
        this.#timer = setTimeout(() => this.#word.classList.remove("shown"), complaint ? STAYS.complaint : STAYS.word);
    }

    /** Carries out requests of the input to the page. */
    wish(name) {
        const does = {
            panel: () => this.#toggle(),
            help: () => this.#show("Help", () => this.#help()),
            scenes: () => this.#show("Scenes", () => this.#scenes()),
            status: () => (this.#status.hidden = !this.#status.hidden),
            "full screen": () => this.#fullScreen(),
            escape: () => this.#close(),
            refresh: () => this.refresh(),
            picture: async () => {
                save(await this.#water.picture(), "waterlab.png");
                this.say("Picture saved", false);
            },
            save: () => {
                const { text, pictures } = this.#water.lab.scene(true);
                save(new Blob([text], { type: "application/toml" }), "waterlab.toml");
                // Walls, maps and the surface that the scene names are separate files.
                for (const { name, bytes } of pictures) save(new Blob([bytes]), name);
                this.say(pictures.length > 0 ? "Scene saved, with what it names beside it: drop them here together" : "Scene saved", false);
            },
            record: async () => {
                const clip = await this.#water.record();
                if (clip) save(clip, clip.type.includes("mp4") ? "waterlab.mp4" : "waterlab.webm");
                this.say(clip ? "Clip saved" : "Recording: V stops", false);
            },
        }[name];
        // Also for errors before the first await.
        (async () => does?.())().catch((error) => this.say(error.message, true));
    }

    /** Draws the ring under the mouse, and shows the values there while Alt is held. */
    #point() {
        const lab = this.#water.lab;
        const [ring, under] = [this.#ring, this.#water.shadowRoot.querySelector("canvas")];
        if (ring.width !== under.width || ring.height !== under.height) [ring.width, ring.height] = [under.width, under.height];
        const pen = ring.getContext("2d");
        pen.clearRect(0, 0, ring.width, ring.height);
        const pointer = this.#water.pointer;
        const isSeen = pointer && performance.now() - pointer.time < RING;
        const lines = isSeen ? lab.ring() : [];
        for (const [width, colour] of [[3.5, "#00202c66"], [1.5, "#ffffffd9"]]) {
            pen.beginPath();
            for (const line of lines) {
                pen.moveTo(line[0], line[1]);
                for (let i = 2; i < line.length; i += 2) pen.lineTo(line[i], line[i + 1]);
            }
            pen.lineWidth = (width * ring.width) / Math.max(ring.clientWidth, 1);
            pen.strokeStyle = colour;
            pen.stroke();
        }
        clearTimeout(this.#ringed);
        if (lines.length > 0) this.#ringed = setTimeout(() => this.#point(), RING);
        const readings = pointer ? lab.probe() : [];
        this.#probe.hidden = readings.length === 0;
        if (readings.length === 0) return;
        this.#probe.replaceChildren(...readings.flatMap(({ title, value }) => [make("dt", {}, title), make("dd", {}, value)]));
        const box = this.#water.getBoundingClientRect();
        this.#probe.style.left = `${Math.min(pointer.x + 18, box.width - 180)}px`;
        this.#probe.style.top = `${Math.min(pointer.y + 18, box.height - 130)}px`;
    }

    /** Shows the caption of a tour, and black in which its scenes fade. */
    #guide() {
        const card = this.#water.lab.tour();
        this.#shade.hidden = !card || card.shade === 0;
        if (card) this.#shade.style.opacity = card.shade;
        const { shade, ...words } = card ?? {};
        const shown = JSON.stringify(words);
        if (shown === this.#toured) return;
        this.#toured = shown;
        this.#tour.hidden = !card;
        if (!card) return;
        const key = (name) => (this.#isTouch ? "" : ` (${name})`);
        const act = (name) => () => {
            this.#try(() => this.#water.act(name));
            // The buttons are created again.
            this.#focusBack();
        };
        const { title, caption, hint, number, count, running } = words;
        this.#tour.replaceChildren(
            make("div", { className: "head" }, make("h2", {}, title), make("span", {}, `${number} / ${count}`)),
            make("p", {}, caption),
            make("p", { className: "hint" }, hint),
            make(
                "div",
                { className: "row" },
                this.#button(`${running ? "Take over" : "Continue the tour"}${key("T")}`, "Interrupt or continue the tour", act("tour")),
                this.#button("Next scene", "Go to the next scene", act("tour next")),
                this.#button(`End${key("Esc")}`, "End the tour", act("tour end")),
            ),
        );
    }

    /** Updated with every frame: the ring, legends, the readout of a dive and the frame rate. */
    tick(now) {
        this.#point();
        this.#guide();
        this.#legends.show(this.#water.lab.legends());
        const dive = this.#water.lab.dive();
        this.#dive.hidden = !dive;
        const text = `${dive} · Surface`;
        if (dive && this.#dive.textContent !== text) this.#dive.textContent = text;
        this.#frames.push(now);
        while (now - this.#frames[0] > 1000) this.#frames.shift();
        if (!this.#panel.hidden && now - this.#read > READ) {
            this.#read = now;
            for (const { name, readings } of this.#water.lab.readings()) {
                const shown = this.#readings.get(name)?.querySelectorAll("dd") ?? [];
                readings.forEach(({ value }, index) => {
                    if (shown[index] && shown[index].textContent !== value) shown[index].textContent = value;
                });
            }
        }
        if (this.#status.hidden) return;
        const count = this.#frames.length - 1;
        const seconds = (now - this.#frames[0]) / 1000;
        if (seconds > 0.2) this.#status.textContent = `${(count / seconds).toFixed(0)} frames/s`;
    }

    /** Rebuilds the panel, if it is open. */
    refresh() {
        if (!this.#panel.hidden) this.#lay();
    }

    #toggle() {
        this.#panel.hidden = !this.#panel.hidden;
        this.#open.hidden = !this.#panel.hidden;
        if (!this.#panel.hidden) this.#lay();
        else this.#focusBack();
    }

    #focusBack() {
        this.#water.shadowRoot.querySelector("canvas")?.focus({ preventScroll: true });
    }

    /** Closes what is open, one thing at a time, the topmost first. */
    #close() {
        if (!this.#sheet.hidden) {
            this.#sheet.hidden = true;
            this.#focusBack();
        } else if (!this.#panel.hidden) this.#toggle();
        else if (this.#water.lab.tour()) this.#water.act("tour end");
        else if (document.fullscreenElement) document.exitFullscreen();
    }

    async #fullScreen() {
        if (document.fullscreenElement) await document.exitFullscreen();
        else await this.#water.requestFullscreen();
    }

    #show(title, content) {
        if (!this.#sheet.hidden && this.#sheet.ariaLabel === title) {
            this.#close();
            return;
        }
        const close = make("button", { ariaLabel: "Close", onclick: () => this.#close() }, "✕");
        this.#sheet.ariaLabel = title;
        this.#sheet.replaceChildren(make("div", { className: "head" }, make("h2", {}, title), close), content());
        this.#sheet.hidden = false;
        close.focus();
    }

    #help() {
        const buttons = this.#actions().map(([word, about]) => [word, about]);
        const all = this.#isTouch ? [...FINGERS, ...buttons] : HELP;
        const rows = all.map(([keys, what]) => make("tr", {}, make("th", { scope: "row" }, keys), make("td", {}, what)));
        return make("table", {}, ...rows);
    }

    #scenes() {
        let last;
        const cards = ({ name, title, caption, group }) => {
            const onclick = () => {
                this.#sheet.hidden = true;
                this.#try(() => this.#water.open(name));
                this.say(title, false);
                const covers = this.#isTouch || this.#water.clientWidth <= NARROW;
                if (covers && !this.#panel.hidden) this.#toggle();
                this.#focusBack();
            };
            const picture = make("img", { loading: "lazy", src: thumbnail(name), alt: "" });
            const card = make("button", { className: "scene", onclick }, picture, make("b", {}, title), make("small", {}, caption));
            const isNew = group !== last;
            last = group;
            return isNew ? [make("h3", {}, group), card] : [card];
        };
        return make("div", { className: "scenes" }, ...scenes().flatMap(cards));
    }

    /** Does something that may fail. */
    #try(work) {
        try {
            work();
        } catch (error) {
            this.say(error.message, true);
        }
    }

    #button(word, about, onclick, pressed) {
        const state = pressed === undefined ? {} : { ariaPressed: String(pressed) };
        return make("button", { title: about, onclick, ...state }, word);
    }

    #lay() {
        const water = this.#water;
        const lab = water.lab;
        const state = water.state();
        const scrolled = this.#panel.scrollTop;
        const close = this.#button("✕", "Close (F2)", () => this.#toggle());
        close.ariaLabel = "Close";
        const views = lab.views().map(({ name, title, about }) =>
            this.#button(title, about, () => {
                lab.setView(name);
                water.wake();
                this.#lay();
                if (this.#isTouch) this.say(about, false);
            }, state.view === name),
        );
        const buttons = this.#actions().map(([word, about, onclick, pressed]) => this.#button(word, about, onclick, pressed));
        this.#readings.clear();
        const sections = lab.panel().map((section) => this.#section(section));
        this.#panel.replaceChildren(
            make("div", { className: "head" }, make("h2", {}, "waterlab"), close),
            make("div", { className: "row" }, ...views),
            make("div", { className: "row" }, ...buttons),
            this.#models("Model", false, state.model),
            this.#models("Compare", true, lab.compared()),
            ...this.#hand(),
            this.#bodies(),
            ...sections,
        );
        this.#panel.scrollTop = scrolled;
    }

    /** The buttons: label, description, action, and whether it is pressed. A key stands in brackets. */
    #actions() {
        const state = this.#water.state();
        const act = (name) => () => {
            this.#try(() => this.#water.act(name));
            this.#lay();
        };
        const key = (name) => (this.#isTouch ? "" : ` (${name})`);
        return [
            [state.paused ? "Resume" : "Pause", `Pause or resume the simulation${key("Space")}`, act("pause")],
            ["Step", `Single step${key(".")}`, act("step")],
            ["Calm", `Still water at once${key("C")}`, act("calm")],
            ["Rain", `Let it rain, or stop it${key("R")}`, act("rain"), state.raining],
            ["Time-lapse", `From now to the next dawn in 40 s, or stop${key("L")}`, act("time-lapse"), state.timeLapse],
            // A press on the panel has interrupted the tour.
            this.#water.lab.tour() ? ["End tour", `End the tour${key("Esc")}`, act("tour end")] : ["Tour", `Lead through the scenes${key("T")}`, act("tour")],
            ["Sound", `Mute the sound, or turn it on${key("M")}`, act("sound"), state.sound],
            ["Restart", "Restart the scene; walls are kept", act("restart")],
            ["Undo", `Undo the last change${key("Ctrl Z")}`, act("undo")],
            ["Redo", `Redo the last change${key("Ctrl Shift Z")}`, act("redo")],
            ["Home", `Reset the camera${key("Home")}`, act("home")],
            ["Scenes", `Open a scene${key("Ctrl O")}`, () => this.wish("scenes")],
            ["Picture", `Save a picture${key("P")}`, () => this.wish("picture")],
            ["Clip", `Record a clip, or end it${key("V")}`, () => this.wish("record")],
            ["Save", `Save the scene as a file${key("Ctrl S")}`, () => this.wish("save")],
            ["Field", "Save the heights as a NumPy file", () => save(this.#water.field(), "heights.npy")],
            ["Copy link", "A link that opens this water", () => this.#copyLink()],
            ["Full screen", `All of the screen${key("F11")}`, () => this.wish("full screen")],
            ["Help", `Gestures and keys${key("H")}`, () => this.wish("help")],
        ];
    }

    async #copyLink() {
        const link = this.#water.link();
        history.replaceState(null, "", link);
        try {
            await navigator.clipboard.writeText(link);
            this.say("Link copied", false);
        } catch {
            this.say("The link is in the address bar", false);
        }
    }

    #models(title, isCompared, now) {
        const lab = this.#water.lab;
        const options = lab.models().map((model) => make("option", { value: model.name, selected: model.name === now, title: model.about }, model.title));
        if (isCompared) options.unshift(make("option", { value: "", selected: !now }, "none"));
        const select = make("select", {}, ...options);
        select.onchange = () => {
            this.#try(() => lab.setModel(select.value, isCompared));
            this.#water.wake();
            this.#lay();
        };
        return this.#row(title, lab.models().find((model) => model.name === now)?.about, select);
    }

    #hand() {
        const lab = this.#water.lab;
        const { now, all, radius, weight } = lab.tool();
        const pokes = now === "Poke" || now === "Source";
        const tools = all.map((name) =>
            this.#button(name, "What a drag does", () => {
                lab.setTool(name);
                this.#lay();
            }, name === now),
        );
        const slide = (title, about, range, value, take) =>
            this.#slide({ title, about, unit: "", kind: "real", long: false, ...range, value }, (value) => this.#try(() => take(value)));
        return [
            make("div", { className: "row" }, ...tools),
            slide("Radius", "Half the width of the brush, in cells", { min: 0.5, max: 32, unit: "cells" }, radius, (value) => lab.setTool(now, value)),
            ...(pokes ? [slide("Weight", "Depth of the dent; a negative weight raises a hump", { min: -400, max: 400 }, weight, (value) => lab.setTool(now, undefined, Math.round(value)))] : []),
        ];
    }

    /** What floats: the shape to drop, by its picture, with size and density. */
    #bodies() {
        const lab = this.#water.lab;
        const { shape, size, density, shapes, sizes, densities, count, most } = lab.bodyChoice();
        const choose = (...choice) => this.#try(() => lab.chooseBody(...choice));
        const pictures = shapes.map((name, index) => {
            const picture = make("span", { className: "picture" });
            picture.style.backgroundSize = `${100 * shapes.length}% 100%`;
            picture.style.backgroundPositionX = `${(100 * index) / (shapes.length - 1)}%`;
            const button = this.#button(picture, name, () => {
                choose(name, lab.bodyChoice().size);
                this.#lay();
            }, name === shape);
            button.append(name);
            return button;
        });
        const slide = (title, about, unit, [min, max], value, take) =>
            this.#slide({ title, about, unit, kind: "real", min, max, long: true, value }, take);
        const drop = this.#button("Drop", `Drop it in the middle of the view${this.#isTouch ? "" : " (B: where the pointer is)"}`, () => {
            this.#try(() => this.#water.act("drop"));
            this.#lay();
        });
        drop.disabled = count >= most;
        const clear = this.#button("Take all out", "Take all bodies out of the water", () => {
            this.#try(() => this.#water.takeOut());
            this.#lay();
        });
        clear.disabled = count === 0;
        return this.#details("bodies", "Bodies", [
            make("div", { className: "row shapes" }, ...pictures),
            slide("Size", "Length of the longest side", "m", sizes, size, (value) => choose(shape, value, lab.bodyChoice().density)),
            slide("Density", "A body floats where it is below 1000 kg/m³, the density of water", "kg/m³", densities, density, (value) =>
                choose(shape, lab.bodyChoice().size, value),
            ),
            make("div", { className: "row" }, drop, clear),
            make("p", { className: "about" }, `${count} of ${most} in the water`),
        ]);
    }

    /** A part of the panel that can be folded. */
    #details(name, title, content) {
        const details = make("details", { open: this.#unfolded.has(name) }, make("summary", {}, title), ...content);
        details.ontoggle = () => (details.open ? this.#unfolded.add(name) : this.#unfolded.delete(name));
        return details;
    }

    #section({ name, title, presets, preset, readings, controls, misfit }) {
        const lab = this.#water.lab;
        const content = [];
        if (readings.length > 0) {
            const list = make("dl", { className: "readings" }, ...readings.flatMap(({ title, value }) => [make("dt", {}, title), make("dd", {}, value)]));
            this.#readings.set(name, list);
            content.push(list);
        }
        if (misfit) {
            const fit = this.#button("Fit the patch", "A patch that holds the waves", () => {
                this.#try(() => lab.fitPatch(name === "compare"));
                this.#water.wake();
                this.#lay();
            });
            content.push(make("p", { className: "about" }, `Warning: ${misfit}.`), make("div", { className: "row" }, fit));
        }
        if (presets.length > 0) {
            const options = presets.map((title, index) => make("option", { value: index, selected: index === preset }, title));
            const select = make("select", {}, make("option", { value: "", selected: preset === null, disabled: true }, "Presets"), ...options);
            select.onchange = () => {
                this.#try(() => lab.preset(name, Number(select.value)));
                this.#water.wake();
                this.#lay();
            };
            content.push(this.#row("Preset", "", select));
        }
        for (const control of controls) content.push(this.#control(name, control));
        return this.#details(name, title, content);
    }

    #row(title, about, control) {
        control.ariaLabel = title;
        return this.#named(title, about, control);
    }

    /** A control with its name. Pressing the name shows its description. */
    #named(title, about, control) {
        if (!about) return make("div", { className: "control" }, make("span", { className: "name" }, title), control);
        const isOpen = this.#explained.has(title);
        const text = make("p", { className: "about", hidden: !isOpen }, about);
        const name = make("button", { className: "name", title: about, ariaExpanded: String(isOpen) }, title);
        name.onclick = () => {
            text.hidden = !text.hidden;
            name.ariaExpanded = String(!text.hidden);
            if (text.hidden) this.#explained.delete(title);
            else this.#explained.add(title);
        };
        return make("div", { className: "control" }, name, control, text);
    }

    #control(section, control) {
        const take = (value) => {
            this.#try(() => this.#water.set(section, control.key, value));
        };
        if (control.kind === "switch") {
            const box = make("input", { type: "checkbox", checked: control.value });
            box.onchange = () => {
                take(box.checked);
                this.#lay();
            };
            return this.#row(control.title, control.about, box);
        }
        if (control.kind === "choice") {
            const options = control.options.flatMap((title, index) => (title === null ? [] : make("option", { value: index, selected: index === control.value }, title)));
            const select = make("select", {}, ...options);
            select.onchange = () => {
                take(Number(select.value));
                this.#lay();
            };
            return this.#row(control.title, control.about, select);
        }
        return this.#slide(control, take);
    }

    /** A slider; logarithmic where the range is long. */
    #slide({ title, about, unit, kind, min, max, long, value }, take) {
        // Number of decades below the largest value, at most five.
        const least = Math.max(min, max * 1e-5);
        const to = (part) => (long && part > 0 ? least * (max / least) ** part : min + (max - min) * part);
        const of = (value) => {
            if (!long) return (value - min) / (max - min);
            return value <= least ? 0 : Math.log(value / least) / Math.log(max / least);
        };
        const whole = (value) => (kind === "integer" ? Math.round(value) : value);
        const range = make("input", { type: "range", min: 0, max: STEPS, value: STEPS * of(value) });
        const output = make("output", {}, formatted(value, unit));
        range.ariaLabel = title;
        range.oninput = () => {
            const value = Math.min(max, Math.max(min, whole(to(range.value / STEPS))));
            output.textContent = formatted(value, unit);
            range.ariaValueText = output.textContent;
            take(value);
        };
        range.onchange = () => this.#lay();
        return this.#named(title, about, make("div", { className: "slide" }, range, output));
    }
}
