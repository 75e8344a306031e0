// The page: one full-window water, with its scene from the link, cached for offline use.
import "./water-lab.js";

const water = document.createElement("water-lab");
water.setAttribute("controls", "");
// The scene of the link: `#scene=` and TOML, or the name of a bundled scene.
const follow = () => {
    try {
        water.follow(location.hash.slice(1));
    } catch (error) {
        water.say(error.message, true);
    }
};
follow();
document.body.append(water);
addEventListener("hashchange", follow);

// For the console: `water.heights()`, `water.disturb(0.5, 0.5)`.
window.water = water;
water.shadowRoot.querySelector("canvas")?.focus({ preventScroll: true });

// Cached for offline use, once everything that the first frames need is loaded.
if ("serviceWorker" in navigator && isSecureContext) {
    water.addEventListener(
        "furnished",
        () =>
            navigator.serviceWorker.register("offline.js").catch(() => {
                // A page without a cache still works.
            }),
        { once: true },
    );
}
