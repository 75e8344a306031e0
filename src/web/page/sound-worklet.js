// The end of the sound in the audio thread: plays blocks of interleaved stereo from the page, and asks for more before they run out.
// A message is a block, or null: nothing follows until the next block.

/** Samples of each ear in which the sound fades out where a block is late, and in again. */
const FADE = 480;

/** Seconds that are asked for ahead; each late block adds a step, up to the most. */
const AHEAD = { first: 0.12, step: 0.04, most: 0.28 };

/** Samples of each ear that are too few to ask for. */
const FEW = 1024;

class WaterPlayer extends AudioWorkletProcessor {
    #blocks = [];
    /** Index of the next sample in the first block, and samples of each ear in all blocks that are not played yet. */
    #at = 0;
    #waiting = 0;
    #ahead = AHEAD.first;
    /** Whether an answer is due, and whether none is wanted. */
    #asks = false;
    #rests = false;
    #gain = 0;

    constructor() {
        super();
        this.port.onmessage = ({ data }) => {
            this.#asks = false;
            this.#rests = data === null;
            if (this.#rests) return;
            this.#blocks.push(data);
            this.#waiting += data.length / 2;
        };
    }

    process(_, [[left, right]]) {
        const hadSome = this.#waiting > 0;
        for (let index = 0; index < left.length && this.#waiting > 0; index++) {
            // Silent when the last sample is played, whatever it is.
            const step = this.#waiting > FADE ? 1 / FADE : -1 / FADE;
            this.#gain = Math.min(1, Math.max(0, this.#gain + step));
            const [block] = this.#blocks;
            left[index] = this.#gain * block[this.#at];
            right[index] = this.#gain * block[this.#at + 1];
            this.#at += 2;
            this.#waiting--;
            if (this.#at === block.length) {
                this.#blocks.shift();
                this.#at = 0;
            }
        }
        const isOut = hadSome && this.#waiting === 0;
        if (this.#rests) {
            // The page may let this thread sleep.
            if (isOut) this.port.postMessage(0);
            return true;
        }
        if (isOut) this.#ahead = Math.min(this.#ahead + AHEAD.step, AHEAD.most);
        const missing = Math.round(this.#ahead * sampleRate) - this.#waiting;
        if (!this.#asks && missing >= FEW) {
            this.#asks = true;
            this.port.postMessage(missing);
        }
        return true;
    }
}

registerProcessor("water-player", WaterPlayer);
