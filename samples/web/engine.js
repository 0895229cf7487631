// engine.js: the WebAssembly module, and what its functions take and give: texts, arrays, strokes.

const NUMBERS = ["built", "paused", "speed", "steps", "time", "bodies", "awake", "contacts",
    "impacts", "stepMs", "events", "follows", "holds", "joiner", "energy", "entry",
    "moments", "moment", "replays", "length", "read", "differs", "picks"];

/* Kinds of samples/sandbox/input.h. */
export const INPUT = { press: 2, release: 3, move: 4, wheel: 5 };
export const KEYS = { Tab: 9, Escape: 27, Home: 256, Delete: 257, Backspace: 257, PageUp: 258, PageDown: 259,
    ArrowLeft: 260, ArrowRight: 261, End: 263 };

async function load(url, imports) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    /* Some servers of static files do not know the type, which streaming needs. */
    return WebAssembly.instantiate(await response.arrayBuffer(), imports);
}

export async function openEngine() {
    /* The C library refers to files, though nothing opens one. */
    const wasi = new Proxy({}, { get: () => () => 52 });
    const page = { now: () => performance.now() / 1000 };
    const url = new URL("evolute.wasm", import.meta.url);
    const { instance } = await load(url, { page, wasi_snapshot_preview1: wasi });
    const calls = instance.exports;
    calls._initialize();
    const decoder = new TextDecoder();

    const text = (at) => {
        const bytes = new Uint8Array(calls.memory.buffer, at);
        return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
    };
    const numbers = (at, count) => new Float64Array(calls.memory.buffer, at, count);
    const words = (at, count) => ({
        floats: new Float32Array(calls.memory.buffer, at, count),
        bits: new Uint32Array(calls.memory.buffer, at, count),
    });
    const half = (upper) => (calls.page_hash(upper) >>> 0).toString(16).padStart(8, "0");
    return {
        calls,
        catalogue: () => JSON.parse(text(calls.page_catalogue())),
        values: (count) => numbers(calls.page_values(), count),
        world: (count) => numbers(calls.page_world(), count),
        sentence: () => text(calls.page_sentence()),
        formula: () => text(calls.page_formula()),
        facts: () => text(calls.page_facts()),
        message: () => text(calls.page_message()),
        inspected: () => text(calls.page_inspected()),
        hash: () => half(1) + half(0),
        /* Opens a record or a save. */
        open: (name, bytes) => {
            const room = calls.page_room(bytes.length), letters = new TextEncoder().encode(name).slice(0, 79);
            if (!room) return false;
            new Uint8Array(calls.memory.buffer, room, bytes.length).set(bytes);
            const at = new Uint8Array(calls.memory.buffer, calls.page_name(), 80);
            at.fill(0);
            at.set(letters);
            return calls.page_open() === 1;
        },
        record: () => {
            const at = calls.page_record();
            return new Uint8Array(calls.memory.buffer, at, calls.page_recorded()).slice();
        },
        actor: (number) => Array.from(numbers(calls.page_actor(number), 2)),
        state: () => {
            const told = numbers(calls.page_state(), NUMBERS.length);
            return Object.fromEntries(NUMBERS.map((name, i) => [name, told[i]]));
        },
        draw: (width, height) => {
            const at = calls.page_draw(width, height);
            return words(at, calls.page_drawn());
        },
        drawSmall: (width, height) => {
            const at = calls.small_draw(width, height);
            return words(at, calls.small_drawn());
        },
        /* Of the game, see samples/game/page.c. */
        drawGame: (width, height) => {
            const at = calls.play_draw(width, height);
            return words(at, calls.play_drawn());
        },
        samples: (count) => new Float32Array(calls.memory.buffer, calls.play_sound(count), count),
        gameState: () => Array.from(numbers(calls.play_state(), 8)),
        gameHash: () => [1, 0].map((upper) => (calls.play_hash(upper) >>> 0).toString(16).padStart(8, "0")).join(""),
        gameMessage: () => text(calls.play_message()),
    };
}
