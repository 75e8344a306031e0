// The page: one water over all of it, its scene out of the link, kept for when there is no network.
import "./water-lab.js";

const water = document.createElement("water-lab");
water.setAttribute("controls", "");
// The scene that the link holds: `#scene=` and TOML, or the name of one that comes along.
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

// Kept for when there is no network, once all is loaded that the first frames need.
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
