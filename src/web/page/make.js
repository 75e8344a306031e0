// Creates elements of a page.

/** An element with attributes and children. */
export const make = (name, attributes = {}, ...content) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (key in element) element[key] = value;
        else element.setAttribute(key, value);
    }
    element.append(...content);
    return element;
};
