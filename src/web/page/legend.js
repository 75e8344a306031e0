// The legend of a field in colours, over the water that shows it.

import { make } from "./make.js";

/** One scale: the values of the colours, from the first to the last. */
const scale = ({ title, colours, ticks }) => {
    const bar = make("div", { className: "colours" });
    bar.style.backgroundImage = `linear-gradient(to right, ${colours.join(", ")})`;
    const numbers = ticks.map(({ at, text }) => {
        const number = make("span", {}, text);
        number.style.left = `${100 * at}%`;
        return number;
    });
    return make("div", { className: "legend", role: "img", ariaLabel: title }, make("div", {}, title), bar, make("div", { className: "numbers" }, ...numbers));
};

export class Legends {
    element = make("div", { className: "legends" });
    #shown = "";

    /** Shows the legends of `lab.legends()`. */
    show(legends) {
        const text = JSON.stringify(legends);
        if (text === this.#shown) return;
        this.#shown = text;
        this.element.replaceChildren(
            ...legends.map((legend) => {
                const shown = scale(legend);
                shown.style.left = `calc(${100 * legend.left}% + 12px)`;
                return shown;
            }),
        );
    }
}
