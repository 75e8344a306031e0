// What a page may ask of <water-lab>.
import type { Lab } from "./waterlab.js";

/** Heights in metres, row after row. */
export interface Heights {
    columns: number;
    rows: number;
    data: Float32Array;
}

/** What is told of a water. */
export interface State {
    /** The model's name, as scenes have it. */
    model: string;
    /** Its title, and that of the water beside it. */
    title: string;
    /** The view's name: mesh, picture or lit. */
    view: string;
    paused: boolean;
    raining: boolean;
    /** Who draws, as the browser tells it. */
    renderer: string;
    /** Whether the waters are computed in vectors (simd128). */
    simd: boolean;
    /** Steps made since the scene's beginning. */
    step: number;
}

/** A picture that a scene names, as the bytes of its file. */
export interface Picture {
    name: string;
    bytes: Uint8Array;
}

export interface WaterLabEvents {
    /** A pointer came down: pixels of the canvas. */
    poke: CustomEvent<{ x: number; y: number }>;
    /** A frame was drawn: the page's milliseconds. */
    frame: CustomEvent<{ time: number }>;
    /** There is something to say. */
    word: CustomEvent<{ text: string; complaint: boolean }>;
    /** There is no water, and why. */
    failure: CustomEvent<string>;
    /** The program's own pictures are in use. */
    furnished: CustomEvent<null>;
}

/**
 * Attributes: `scene` (the name of one that comes along, the address of a .toml, or TOML), `view`, `model`, `paused`, `controls` (shows
 * the panel and what belongs to it). Every method throws an `Error` of one line where an argument does not fit, and changes nothing.
 * Before `ready` has settled there is no water: what needs it throws, and what reads it returns null or nothing.
 */
export class WaterLab extends HTMLElement {
    /** Settles once the first frame is drawn: with null, or with the reason why there is no water. */
    readonly ready: Promise<Error | null>;
    /** Whether the program's own pictures are in use. */
    readonly isFurnished: boolean;
    /** What is behind the element; null until it is loaded. */
    readonly lab: Lab | null;
    /**
     * Disturbs the water: x and z from 0 to 1 along the pool, a radius from 0.5 to 8192 cells, a weight that is a whole number from
     * -32768 to 32767, below zero for a hump.
     */
    disturb(x: number, z: number, radius?: number, weight?: number): void;
    /** The heights now; null until the water is there. */
    heights(): Heights | null;
    /** The heights as a NumPy file. */
    field(): Blob;
    /** Makes so many steps at once: a whole number from 0 to 1000. */
    advance(steps: number): void;
    /** The scene as it is now, as TOML. */
    text(): string;
    /**
     * Opens a scene: the name of one that comes along, or TOML of at most 2048 × 2048 cells, with the pictures that it names. While the
     * browser has taken the graphics context away, the scene waits for the next one.
     */
    open(scene: string, pictures?: Picture[]): void;
    state(): State | null;
    /** Does what a button does. */
    act(
        name:
            | "pause" | "step" | "rain" | "calm" | "restart" | "undo" | "redo" | "home" | "orbit or fly" | "next view" | "paint" | "erase"
            | "higher" | "lower",
    ): void;
    /** Gives a setting of a section (water, beside, view, sky, rain) another value. Throws where that cannot be. */
    set(section: string, key: string, value: number | boolean): void;
    /** What is shown, as a PNG. */
    picture(): Promise<Blob>;
    /** Begins a clip, or ends the one that is being recorded and resolves to it. */
    record(): Promise<Blob | null>;
    /** A link to the page that opens the water as it is now, and what opens it: the text after its `#`. */
    link(): string;
    follow(hash: string): void;
    /** Hands over a file: a scene, walls while these are in the hand, or the picture of the picture view, which is shown then. */
    give(file: File): Promise<void>;
}

declare global {
    interface HTMLElementTagNameMap {
        "water-lab": WaterLab;
    }
}
