// An example of a page that uses the element.
import "./water-lab.js";

const pool = document.querySelector("water-lab");
const [pokes, height] = ["pokes", "height"].map((id) => document.getElementById(id));
let count = 0;
pool.addEventListener("poke", () => (pokes.textContent = ++count));
pool.addEventListener("frame", () => {
    const { data } = pool.heights();
    let [low, high] = [0, 0];
    for (const value of data) {
        low = Math.min(low, value);
        high = Math.max(high, value);
    }
    height.textContent = (1000 * (high - low)).toFixed(0);
});
