// The three gestures as small animations, shown over the water on the first visit.
import { make } from "./make.js";

/** Storage key: this browser has shown them. */
const SEEN = "waterlab.welcomed";

/** How long they stay if the water is not touched, milliseconds. */
const STAYS = 60_000;

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element with attributes and children. */
const draw = (name, attributes, ...content) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...content);
    return element;
};

const finger = (moves, x, y) => draw("circle", { class: `hand ${moves}`, cx: x, cy: y, r: 7 });

/** A mouse; `pressed` is the button held or the wheel: left, right or wheel. */
const mouse = (moves, x, y, pressed) => {
    const parts = {
        left: { d: `M${x} ${y - 12} v10 h-8 v-2 a8 8 0 0 1 8 -8 z` },
        right: { d: `M${x} ${y - 12} v10 h8 v-2 a8 8 0 0 0 -8 -8 z` },
        wheel: { d: `M${x - 2} ${y - 10} h4 v7 h-4 z` },
    };
    const body = draw("rect", { class: "mouse", x: x - 8, y: y - 12, width: 16, height: 24, rx: 8 });
    return draw("g", { class: moves }, body, draw("path", { class: "pressed", ...parts[pressed] }));
};

/** A pool seen from its corner. */
const pool = (moves) => draw("path", { class: `pool ${moves}`, d: "M50 14 L84 30 L50 46 L16 30 Z" });

const rings = () => [30, 50, 70].map((x, index) => draw("circle", { class: `wave wave${index}`, cx: x, cy: 32, r: 10 }));

/** The drawing for each gesture, and its caption: for touch, and for a mouse. */
const GESTURES = [
    {
        picture: (touch) => [...rings(), touch ? finger("along", 50, 32) : mouse("along", 50, 36, "left")],
        touch: "Drag: make waves",
        mouse: "Drag: make waves",
    },
    {
        picture: (touch) => [pool("turns"), ...(touch ? [finger("along", 38, 52), finger("along", 62, 52)] : [mouse("along", 50, 50, "right")])],
        touch: "Two fingers: turn",
        mouse: "Right drag: turn",
    },
    {
        picture: (touch) => [pool("grows"), ...(touch ? [finger("apart-left", 42, 32), finger("apart-right", 58, 32)] : [mouse("", 50, 32, "wheel")])],
        touch: "Pinch: zoom",
        mouse: "Wheel: zoom",
    },
];

/** Whether this browser has not shown them yet; without storage they count as shown. */
export const isFirstVisit = () => {
    try {
        return localStorage.getItem(SEEN) === null;
    } catch {
        return false;
    }
};

/** Shows the gestures over the water until it is touched. */
export const welcome = (water, isTouch) => {
    const figures = GESTURES.map((gesture) => {
        const picture = draw("svg", { viewBox: "0 0 100 64", "aria-hidden": "true" }, ...gesture.picture(isTouch));
        return make("figure", {}, picture, make("figcaption", {}, isTouch ? gesture.touch : gesture.mouse));
    });
    const element = make("div", { className: "welcome", role: "note", ariaLabel: "Gestures" }, ...figures);
    const end = () => {
        clearTimeout(timer);
        water.removeEventListener("poke", end);
        element.remove();
        try {
            localStorage.setItem(SEEN, "1");
        } catch {
            // They are shown again next time.
        }
    };
    const timer = setTimeout(end, STAYS);
    water.addEventListener("poke", end);
    return element;
};
