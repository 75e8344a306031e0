// The sound of a water, from the user's first touch on: the lab renders it, and `sound-worklet.js` plays it some tenths of a second later.

/** Storage key: whether the user wants sound, `on` or `off`. */
const KEPT = "waterlab.sound";

/** Samples of each ear in a second that the lab renders; the browser resamples them for its device. */
const RATE = 48_000;

/** Samples of each ear that are sent ahead when the sound begins, and that hold all of its fading out. */
const BEGINS = RATE / 20;
const ENDS = RATE / 40;

/** Samples of each ear that are silent before the audio thread is suspended. */
const SILENCE = 2 * RATE;

/** Milliseconds until everything is played after the sound has ended. */
const PLAYED = 1000;

/** Whether the user wants it; without a choice, unless the system asks for less motion. */
const isWanted = () => {
    let kept = null;
    try {
        kept = localStorage.getItem(KEPT);
    } catch {
        // Without storage there is no choice.
    }
    return kept === null ? !matchMedia("(prefers-reduced-motion: reduce)").matches : kept === "on";
};

export class Sound {
    /** Whether this browser can play it: not in a page from another machine over plain HTTP. */
    static isPossible = "AudioWorkletNode" in window;

    #lab;
    #context = null;
    #node = null;
    #isOn = isWanted();
    #isTouched = false;
    #isResting = false;
    /** Whether the lab renders it, how many samples of each ear were silent, and whether the audio thread sleeps for that. */
    #plays = false;
    #silent = 0;
    #isAsleep = false;

    /** The sound of what `lab` returns. */
    constructor(lab) {
        this.#lab = lab;
    }

    /** Whether the user wants it, and the browser can. */
    get isOn() {
        return Sound.isPossible && this.#isOn;
    }

    /** Turns it on or off, and stores the choice. Returns the notice of it. */
    toggle() {
        if (!Sound.isPossible) return "This browser plays no sound here";
        this.#isOn = !this.#isOn;
        try {
            localStorage.setItem(KEPT, this.#isOn ? "on" : "off");
        } catch {
            // The choice lasts as long as the page.
        }
        this.#follow();
        return this.#isOn ? "Sound on" : "Sound off";
    }

    /** The user has pressed something: browsers play sound from then on. */
    touched() {
        this.#isTouched = true;
        this.#follow();
    }

    /** Fades out while the water is not seen, and in again. */
    rest(isResting) {
        this.#isResting = isResting;
        this.#follow();
    }

    /** The water has made a frame, in which something may have begun to sound. */
    frame() {
        if (this.#isAsleep && this.#plays && !this.#lab().isSilent()) this.#begin();
    }

    /** Ends it until the next touch. */
    end() {
        this.rest(true);
        this.#isTouched = false;
        const context = this.#context;
        this.#context = this.#node = null;
        if (context) setTimeout(() => context.close().catch(() => {}), PLAYED);
    }

    #follow() {
        const lab = this.#lab();
        if (!lab || !Sound.isPossible) return;
        const plays = this.#isOn && this.#isTouched && !this.#isResting;
        if (plays !== this.#plays) {
            this.#plays = plays;
            lab.soundOn(plays);
            if (plays) this.#begin();
            else this.#send(ENDS, true);
        }
        if (plays && !this.#context) this.#open();
        // Browsers suspend it, too: for a call, or until they take a press for one.
        if (plays && !this.#isAsleep && this.#context && this.#context.state !== "running") this.#resume();
    }

    /** Opens the device, once a press allows it: a finger does when it is lifted. */
    async #open() {
        if (navigator.userActivation && !navigator.userActivation.isActive) return;
        try {
            const context = new AudioContext({ sampleRate: RATE });
            this.#context = context;
            await context.audioWorklet.addModule(new URL("sound-worklet.js", import.meta.url));
            if (this.#context !== context) return;
            const node = new AudioWorkletNode(context, "water-player", { numberOfInputs: 0, outputChannelCount: [2] });
            node.port.onmessage = ({ data }) => {
                if (this.#node === node) this.#supply(data);
            };
            node.connect(context.destination);
            this.#node = node;
        } catch {
            // No device, or one of another kind: the water is silent, and everything else works.
        }
    }

    #resume() {
        this.#context?.resume().catch(() => {});
    }

    #begin() {
        this.#silent = 0;
        this.#isAsleep = false;
        this.#resume();
        this.#send(BEGINS);
    }

    /** Answers the audio thread, which asks for so many samples of each ear; 0 if it has played the last. */
    #supply(count) {
        if (count === 0) {
            if (!this.#plays || this.#isAsleep) this.#context?.suspend().catch(() => {});
            return;
        }
        if (!this.#plays) {
            this.#send(ENDS, true);
            return;
        }
        this.#silent = this.#lab().isSilent() ? this.#silent + count : 0;
        this.#isAsleep = this.#silent > SILENCE;
        this.#send(count, this.#isAsleep);
    }

    #send(count, isLast = false) {
        const port = this.#node?.port;
        if (!port) return;
        const samples = this.#lab().sound(count);
        port.postMessage(samples, [samples.buffer]);
        if (isLast) port.postMessage(null);
    }
}
