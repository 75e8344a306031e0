// Public interface of <water-lab>.
import type { Lab } from "./waterlab.js";

/** Heights in metres, row after row. */
export interface Heights {
    columns: number;
    rows: number;
    data: Float32Array;
}

/** State of a water. */
export interface State {
    /** The model's name, as scenes have it. */
    model: string;
    /** Its title, and that of the compared water. */
    title: string;
    /** The view's name: mesh, picture or lit. */
    view: string;
    paused: boolean;
    raining: boolean;
    /** Whether a time-lapse is in progress. */
    timeLapse: boolean;
    /** The renderer, as the browser reports it. */
    renderer: string;
    /** Whether the simulation uses SIMD (simd128). */
    simd: boolean;
    /** Whether the sound is on: neither muted nor impossible. It begins with the user's first press. */
    sound: boolean;
    /** Steps made since the start of the scene. */
    step: number;
}

/** A body in the water. */
export interface Body {
    /** Names it as long as it is there. */
    id: number;
    /** Its middle, metres from the middle of the pool at the rest level: x, y up, z. */
    position: [number, number, number];
    /** A quaternion: x, y, z, w. */
    rotation: [number, number, number, number];
    /** m/s. */
    velocity: [number, number, number];
    /** rad/s. */
    spin: [number, number, number];
    /** Sides of its bounds, metres. */
    size: [number, number, number];
    /** kg/m³; it floats where it is below 1000. */
    density: number;
}

/** A picture that a scene names, as the bytes of its file. */
export interface Picture {
    name: string;
    bytes: Uint8Array;
}

export interface WaterLabEvents {
    /** A pointer was pressed: pixels of the canvas. */
    poke: CustomEvent<{ x: number; y: number }>;
    /** A frame was drawn: time in milliseconds. */
    frame: CustomEvent<{ time: number }>;
    /** There is a message. */
    word: CustomEvent<{ text: string; complaint: boolean }>;
    /** The water failed to start, and why. */
    failure: CustomEvent<string>;
    /** The built-in pictures are there. */
    furnished: CustomEvent<null>;
}

/**
 * Attributes: `scene` (the name of one that comes along, the address of a .toml, or TOML), `view`, `model`, `paused`, `controls` (shows
 * the panel and what belongs to it), `sound` (lets an element without controls be heard). What is heard begins with the user's first press
 * on the element. Every method throws an `Error` of one line where an argument does not fit, and changes nothing.
 * Before `ready` has settled there is no water: what needs it throws, and what reads it returns null or nothing.
 */
export class WaterLab extends HTMLElement {
    /** Settles after the first frame: with null, or with the reason why there is no water. */
    readonly ready: Promise<Error | null>;
    /** Whether the built-in pictures are there. */
    readonly isFurnished: boolean;
    /** The WebAssembly object; null until it is loaded. */
    readonly lab: Lab | null;
    /**
     * Disturbs the water: x and z from 0 to 1 along the pool, a radius from 0.5 to 8192 cells, a weight that is a whole number from
     * -32768 to 32767, below zero for a hump.
     */
    disturb(x: number, z: number, radius?: number, weight?: number): void;
    /**
     * Drops a body: the name of a shape (ball, box, capsule, crate, duck, boat, buoy, stone, pot, parasol), x and z from 0 to 1 along the
     * pool, its longest side in metres, from 0.01 to 100, and its density in kg/m³, from 10 to 20000. Without them it has the size that is
     * chosen in the panel and the density of its shape. Returns its number; throws if there are 64 bodies.
     */
    drop(shape: string, x?: number, z?: number, size?: number, density?: number): number;
    /** The bodies in the water. */
    bodies(): Body[];
    /** Takes out a body, by its number, or all bodies. */
    takeOut(id?: number): void;
    /** The current heights; null until the water is loaded. */
    heights(): Heights | null;
    /** Height over a place in metres: x and z in metres from the middle of the pool, or of a sea's first patch; NaN outside of a pool. */
    heightAt(x: number, z: number): number;
    /**
     * The surface at many places, x and z of each in turn, metres: height, normal x, y, z, and velocity x, y, z in m/s of each in turn; NaN
     * outside of a pool. On a choppy sea, the point that the waves moved there; where they fold, the highest.
     */
    surfaceAt(places: number[] | Float32Array | Float64Array): Float32Array;
    /** The heights as a NumPy file. */
    field(): Blob;
    /** Makes steps at once: a whole number from 0 to 1000. */
    advance(steps: number): void;
    /** The scene in its current state, as TOML. */
    text(): string;
    /**
     * Opens a scene: the name of one that comes along, or TOML of at most 2048 × 2048 cells, with the pictures that it names. While the
     * browser has taken the graphics context away, the scene waits for the next one.
     */
    open(scene: string, pictures?: Picture[]): void;
    state(): State | null;
    /** Carries out the action of a button. */
    act(
        name:
            | "pause" | "step" | "rain" | "time-lapse" | "tour" | "tour next" | "tour end" | "calm" | "restart" | "undo" | "redo" | "home" | "surface" | "drop" | "orbit or fly" | "next view" | "paint" | "erase"
            | "higher" | "lower" | "sound",
    ): void;
    /** Sets a value in a section (water, compare, view, sky, rain, sound). Throws if it is invalid. */
    set(section: string, key: string, value: number | boolean): void;
    /** The current picture, as a PNG. */
    picture(): Promise<Blob>;
    /** Starts a clip, or ends the current one and resolves to it. */
    record(): Promise<Blob | null>;
    /** A link to the page that opens the water in its current state, and a method that opens its content: the text after the `#`. */
    link(): string;
    follow(hash: string): void;
    /** Adds a file: a scene, walls while the wall tool is selected, or the picture of the picture view, which is then shown. */
    give(file: File): Promise<void>;
}

declare global {
    interface HTMLElementTagNameMap {
        "water-lab": WaterLab;
    }
}
