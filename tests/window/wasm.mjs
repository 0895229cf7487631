// wasm.mjs: the WebAssembly of the page against the native build: for all scenes the state's hash after
// 600 steps, and the time of a step of four large ones.
//   node tests/window/wasm.mjs BUILD
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const build = process.argv[2];
const module = new WebAssembly.Module(readFileSync(`${build}/web/evolute.wasm`));
const now = () => performance.now() / 1000;
const STEPS = 600;

/* Scenes, and how many bodies or rows make them large. */
const LARGE = { pile: 2000, ellipses: 2000, boxes: 60, harddisks: 4000 };

function begin() {
    /* The C library refers to files, though nothing opens one. */
    const wasi = new Proxy({}, { get: () => () => 52 });
    const imports = { page: { now }, wasi_snapshot_preview1: wasi };
    const page = new WebAssembly.Instance(module, imports).exports;
    page._initialize();
    page.page_begin(0);
    return page;
}

function text(page, at) {
    const bytes = new Uint8Array(page.memory.buffer, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

/* The quickest of some runs: other programs only make them slower. */
function best(times, once) {
    const runs = Array.from({ length: times }, once);
    return runs.reduce((a, b) => (b.ms < a.ms ? b : a));
}

/* Hash, and milliseconds of a step. */
function run(page, number, count) {
    page.page_choose(number);
    if (count) {
        new Float64Array(page.memory.buffer, page.page_values(), 1)[0] = count;
        page.page_build();
    }
    const begun = now();
    if (!page.page_steps(STEPS)) throw new Error("a step failed");
    const ms = ((now() - begun) * 1000) / STEPS;
    const half = (upper) => (page.page_hash(upper) >>> 0).toString(16).padStart(8, "0");
    return { hash: half(1) + half(0), ms };
}

function native(name, count) {
    const flags = [name, "--time", String(STEPS / 60), "--no-picture"];
    if (count) flags.push(name === "boxes" ? "--rows" : "--count", String(count));
    const told = execFileSync(`${build}/evolute-run`, flags, { encoding: "utf8" });
    const word = (what) => told.match(new RegExp(`^${what} +([^ \n]+)`, "m"))[1];
    return { hash: word("state hash"), ms: Number(word("wall time of a step")) };
}

const page = begin();
const { entries } = JSON.parse(text(page, page.page_catalogue()));
let failed = 0;
entries.forEach((entry, number) => {
    if (entry.demo) return;
    const here = run(page, number, 0), there = native(entry.name, 0);
    if (here.hash !== there.hash) {
        console.log(`${entry.name}: ${here.hash}, native ${there.hash}`);
        ++failed;
    }
});
console.log(`${failed ? `${failed} hashes differ` : "all hashes are equal"}`);
for (const [name, count] of Object.entries(LARGE)) {
    const number = entries.findIndex((entry) => entry.name === name);
    const here = best(4, () => run(page, number, count));
    const there = best(4, () => native(name, count));
    const times = (here.ms / there.ms).toFixed(2);
    console.log(`${name} ${count}: ${here.ms.toFixed(3)} ms a step, native ${there.ms.toFixed(3)}: ` +
                `${times} times${here.hash === there.hash ? "" : ", hashes differ"}`);
    failed += here.hash !== there.hash;
}
process.exit(failed ? 1 : 0);
