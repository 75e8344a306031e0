// Elements of a page, made in a line.

/** An element with attributes and what is in it. */
export const make = (name, attributes = {}, ...content) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (key in element) element[key] = value;
        else element.setAttribute(key, value);
    }
    element.append(...content);
    return element;
};
