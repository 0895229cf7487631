// main.js: the page: one frame after the other runs the world, draws it and tells its figures.
import { addressOf, readAddress } from "./address.js";
import { byId, make, makeChips, makeFigures, makeGameCard, makeList, makeSlider } from "./controls.js";
import { openEngine } from "./engine.js";
import { drawInk } from "./ink.js";
import { listenToKeys, listenToPad, listenToPointer, TOOLS } from "./pointer.js";
import { makePictures } from "./small.js";

const FIRST = "toys", SEEK = 0.012, TOLD_EVERY = 250;

const canvas = byId("canvas"), context = canvas.getContext("2d");
let engine, catalogue, entry, number, tool = TOOLS[0], pictures, markCard, markTool, markShown, figures;
let scrolls = false, dragged = false;
let seed, seekTo = 0, endAt = 0, frames = 0, fps = 0, lastTold = 0, lastFrame = 0, dark = false;

/* ---- What is shown ----------------------------------------------------------------------------- */

const values = () => engine.values(entry.params.length);
const world = () => engine.world(catalogue.world.length);

function showParams() {
    byId("params").replaceChildren(...entry.params.map((p, i) =>
        makeSlider(p, values()[i], (v) => change(() => (values()[i] = v)))));
    byId("world").replaceChildren(...catalogue.world.slice(0, entry.world).map((p, i) =>
        makeSlider(p, world()[i], (v) => change(() => (world()[i] = v)))));
    byId("seed").value = seed;
    for (const id of ["world-box", "tools-box", "shown-box", "keys"]) byId(id).hidden = entry.demo;
    const replays = engine.state().replays === 1;
    byId("world-box").hidden ||= entry.file;
    byId("tools-box").hidden ||= replays;
    byId("keys").hidden ||= replays;
    byId("record-keys").hidden = !replays;
    document.body.classList.toggle("record", replays);
    for (const id of ["dots", "rounds", "formula"]) byId(id).hidden = !entry.demo;
    document.body.classList.toggle("demo", entry.demo);
    byId("name").textContent = entry.name;
    byId("about").textContent = entry.title;
    byId("sentence").textContent = entry.look ?? "";
    byId("pad").hidden = !entry.keys;
    for (const button of byId("pad").children) button.hidden = !(entry.keys & button.dataset.hold);
    document.title = `Evolute: ${entry.name}`;
    markCard(number, scrolls && !entry.file);
}

/* Changes a value, and begins anew, once for all changes of a frame. */
let changed = false;
function change(set) {
    set();
    changed = true;
}

function build() {
    changed = false;
    seekTo = 0;
    engine.calls.page_seed(seed);
    engine.calls.page_build();
    writeAddress();
}

function choose(which) {
    number = which;
    entry = catalogue.entries[which];
    seekTo = 0;
    scrolls = true;
    engine.calls.page_choose(which);
    engine.calls.page_hold(0);
    setTool(TOOLS[0]);
    showParams();
    writeAddress();
    closeSheets();
}

/* ---- The address ------------------------------------------------------------------------------- */

let written = "";

const hertz = () => world()[catalogue.world.findIndex((p) => p.name === "hertz")];

/* The step is in it while the world is paused: a link with a step opens paused. */
function moment() {
    const { paused, steps, time, events } = engine.state();
    if (!paused || entry.demo) return { step: 0, time: 0 };
    const exact = time * hertz(), between = events && Math.abs(exact - steps) > 1e-6;
    return between ? { step: Math.floor(exact), time } : { step: steps, time: 0 };
}

function address() {
    if (entry.file) return "#";
    return addressOf(catalogue, entry, values(), world(), seed, moment());
}

function writeAddress() {
    const now = address();
    if (now !== written) history.replaceState(null, "", now);
    written = now;
}

function openAddress() {
    const asked = readAddress(catalogue);
    if (location.hash === written && entry) return;
    entry = asked.entry ?? catalogue.entries.find((e) => e.name === FIRST);
    number = catalogue.entries.indexOf(entry);
    scrolls = asked.name !== null;
    seed = asked.seed;
    engine.calls.page_choose(number);
    entry.params.forEach((p, i) => (values()[i] = asked.values[p.name] ?? p.value));
    catalogue.world.forEach((p, i) => (world()[i] = asked.world[p.name] ?? p.value));
    build();
    if (asked.name && !asked.entry) say(`There is no scene “${asked.name}”: this is ${entry.name}.`, 10);
    endAt = asked.time;
    seekTo = entry.demo ? 0 : Math.max(asked.step, Math.floor(endAt * hertz()), endAt > 0 ? 1e-3 : 0);
    engine.calls.page_pause(seekTo > 0 ? 1 : 0);
    showParams();
}

/* Makes the steps of the address, some in each frame. */
function seek() {
    if (!engine.calls.page_seek((seekTo - 0.5) / hertz(), SEEK)) return;
    seekTo = 0;
    engine.calls.page_advance(endAt);
    writeAddress();
}

async function copyLink() {
    engine.calls.page_pause(1);
    writeAddress();
    try {
        await navigator.clipboard.writeText(location.href);
        say("The link is copied.");
    } catch {
        say("The link is in the address.");
    }
}

/* ---- The last minute --------------------------------------------------------------------------- */

function showPast(state) {
    const past = byId("past");
    past.disabled = state.moments === 0;
    past.max = Math.max(0, state.moments - 1);
    past.value = state.moment;
}

/* Rounds of a demonstration: they play until the slider is held, or the button pressed. */
function showRounds(state) {
    const round = byId("round");
    round.max = state.moments - 1;
    round.value = state.moment;
    byId("play").textContent = state.paused ? "▶" : "❚❚";
    byId("round-name").textContent = `step ${state.moment + 1} of ${state.moments}`;
    setText("sentence", engine.sentence());
    setText("formula", engine.formula());
}

/* The record of the last minute as a file, which evolute-run replays. */
function saveRecord() {
    const bytes = engine.record();
    if (bytes.length === 0) return say("There is no past yet.");
    const url = URL.createObjectURL(new Blob([bytes]));
    make("a", { href: url, download: `evolute-${entry.name}.evr` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/* ---- Files ------------------------------------------------------------------------------------- */

/* Shows a record or a save; what it is stands in its first bytes. */
async function openFile(file) {
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!engine.open(file.name, bytes)) return;
    const replays = engine.state().replays === 1;
    entry = {
        name: file.name, demo: false, file: true, world: 0, params: [], keys: 0,
        title: replays ? "A record: all that was done to a world, done again." : "A save: a world that goes on.",
        look: "Click a body to look inside." + (replays ? " Play, or drag the knob below." : ""),
    };
    number = -1;
    seekTo = 0;
    setTool(TOOLS[0]);
    showParams();
    writeAddress();
    closeSheets();
}

function listenToFiles() {
    const input = byId("file");
    byId("open").onclick = () => input.click();
    input.onchange = () => openFile(input.files[0]).then(() => (input.value = ""));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
        event.preventDefault();
        openFile(event.dataTransfer.files[0]);
    });
}

/* ---- Texts and figures ------------------------------------------------------------------------- */

let said = "", saidUntil = 0;

function say(text, seconds = 3) {
    said = text;
    saidUntil = performance.now() + 1000 * seconds;
}

function setText(id, text) {
    const box = byId(id);
    box.hidden = text === "";
    if (box.textContent !== text) box.textContent = text;
}

function tell(now) {
    const state = engine.state();
    fps = (frames * 1000) / (now - lastTold);
    frames = 0;
    lastTold = now;
    const ms = state.stepMs < 10 ? state.stepMs.toFixed(2) : state.stepMs.toFixed(1);
    const scene = !entry.demo;
    figures({
        bodies: scene ? `${state.bodies}, ${state.awake} awake` : null,
        contacts: scene && !state.events ? String(state.contacts) : null,
        impacts: scene && state.events ? String(state.impacts) : null,
        step: scene ? String(state.steps) : null,
        time: scene ? `${state.time.toFixed(2)} s` : null,
        "a step takes": scene && !state.events ? `${ms} ms` : null,
        "frames a second": fps.toFixed(0),
        hash: scene ? engine.hash() : null,
    });
    byId("short").textContent = scene
        ? `${state.bodies} bodies · ${state.events ? "" : ms + " ms a step · "}${fps.toFixed(0)} frames a second` : "";
    byId("pause").textContent = seekTo > 0 ? "Stop" : state.paused ? "Play" : "Pause";
    if (seekTo > 0) byId("progress").value = (state.time * hertz()) / seekTo;
    byId("step").disabled = !scene;
    byId("record").disabled = !scene || state.replays === 1;
    if (scene) showPast(state);
    for (const box of document.querySelectorAll(".past")) box.hidden = !scene || state.replays === 1;
    byId("speed").textContent = `${state.speed < 1 ? "1/" + 1 / state.speed : state.speed}×`;
    markShown((i) => engine.calls.page_shown(i) === 1);
    if (seekTo === 0) writeAddress();
}

/* ---- A frame ----------------------------------------------------------------------------------- */

function draw() {
    const scale = Math.min(3, devicePixelRatio || 1);
    const width = canvas.clientWidth, height = canvas.clientHeight;
    const across = Math.round(width * scale), up = Math.round(height * scale);
    if (canvas.width !== across || canvas.height !== up) {
        canvas.width = across;
        canvas.height = up;
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, across, up);
    drawInk(context, engine.draw(width, height), scale);
}

function frame(now) {
    const seconds = Math.min(0.1, (now - lastFrame) / 1000);
    lastFrame = now;
    ++frames;
    if (changed) build();
    if (seekTo > 0) seek();
    else engine.calls.page_run(seconds);
    draw();
    setText("facts", engine.facts());
    if (entry.demo) showRounds(engine.state());
    else invite();
    setText("message", now < saidUntil ? said : engine.message());
    byId("seek").hidden = seekTo === 0;
    if (now - lastTold > TOLD_EVERY) tell(now);
    pictures.work();
    requestAnimationFrame(frame);
}

/* Until something was dragged once. */
function invite() {
    if (!dragged && engine.state().holds) keep("evolute-dragged", "1"), (dragged = true);
    byId("invite").hidden = dragged || Boolean(entry.file);
}

/* ---- Buttons ----------------------------------------------------------------------------------- */

function key(name) {
    engine.calls.page_key(name.charCodeAt(0));
    tell(performance.now());
}

/* Joints are made by a mode of the desk, which its key turns. */
function setTool(wanted) {
    tool = wanted;
    for (let turns = 0; turns < 4 && engine.state().joiner !== (wanted.joins ?? 0); ++turns) {
        engine.calls.page_key("a".charCodeAt(0));
        if (engine.state().events) break;
    }
    if (wanted.joins && engine.state().joiner !== wanted.joins) tool = TOOLS[0];
    markTool((i) => TOOLS[i] === tool);
}

function setDark(on) {
    dark = on;
    document.documentElement.className = on ? "dark" : "light";
    engine.calls.page_dark(on ? 1 : 0);
    pictures.redraw();
}

function closeSheets() {
    for (const [sheet, button] of [["list", "open-list"], ["side", "open-side"]]) {
        byId(sheet).classList.remove("open");
        byId(button).setAttribute("aria-expanded", "false");
    }
}

function turnSheet(sheet, button) {
    const open = !byId(sheet).classList.contains("open");
    closeSheets();
    byId(sheet).classList.toggle("open", open);
    byId(button).setAttribute("aria-expanded", String(open));
}

function listen() {
    byId("pause").onclick = () => (seekTo > 0 ? (seekTo = 0) : key("p"));
    byId("step").onclick = () => key("o");
    byId("restart").onclick = () => (seekTo = 0, key("r"));
    byId("slower").onclick = () => key(",");
    byId("faster").onclick = () => key(".");
    byId("all").onclick = () => engine.calls.page_key(256);
    byId("link").onclick = copyLink;
    byId("record").onclick = saveRecord;
    byId("more").onclick = () => {
        const open = document.querySelector("footer").classList.toggle("open");
        byId("more").setAttribute("aria-expanded", String(open));
    };
    byId("play").onclick = () => key("p");
    byId("round").oninput = (event) => engine.calls.page_go(Number(event.target.value));
    byId("past").oninput = (event) => (seekTo = 0, engine.calls.page_go(Number(event.target.value)));
    byId("theme").onclick = () => {
        setDark(!dark);
        keep("evolute-dark", dark ? "1" : "0");
    };
    byId("open-list").onclick = () => turnSheet("list", "open-list");
    byId("open-side").onclick = () => turnSheet("side", "open-side");
    byId("seed").onchange = (event) => {
        const asked = Number(event.target.value);
        if (Number.isSafeInteger(asked) && asked >= 0) change(() => (seed = asked));
        else event.target.value = seed;
    };
    canvas.addEventListener("pointerdown", closeSheets);
    addEventListener("hashchange", openAddress);
    listenToFiles();
    listenToPointer(canvas, engine, () => tool);
    listenToPad(byId("pad"), engine, () => entry.keys);
    listenToKeys(engine, (name) => {
        const { replays, picks } = engine.state(), count = catalogue.entries.length;
        const turn = replays ? 0 : { PageUp: -1, PageDown: 1 }[name];
        if (turn) choose((Math.max(0, number) + turn + count) % count);
        if (name === "Escape") closeSheets(), setTool(TOOLS[0]);
        if (name === "Escape" && picks) engine.calls.page_key(27);
        if (name === "w" && !replays) saveRecord();
        if ("por ".includes(name)) seekTo = 0;
        return turn || name === "Escape";
    });
}

function kept(name) {
    try { return localStorage.getItem(name); } catch { return null; }
}

function keep(name, value) {
    try { localStorage.setItem(name, value); } catch { /* it is not kept */ }
}

function wantsDark() {
    const chosen = kept("evolute-dark");
    return chosen === null ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "1";
}

async function begin() {
    engine = await openEngine();
    engine.calls.page_begin(0);
    catalogue = engine.catalogue();
    dragged = kept("evolute-dragged") !== null;
    pictures = makePictures(engine);
    makeGameCard(byId("list"), engine);
    markCard = makeList(byId("list"), catalogue, pictures, choose);
    markTool = makeChips(byId("tools"), TOOLS.map((t) => t.name), "aria-checked", (i) => setTool(TOOLS[i]));
    /* The page has figures of its own in place of the sandbox's statistics. */
    const switches = catalogue.switches.map((s, i) => ({ ...s, i })).filter((s) => s.key !== "e");
    const mark = makeChips(byId("shown"), switches.map((s) => s.name), "aria-pressed",
        (i) => key(switches[i].key));
    markShown = (isOn) => mark((i) => isOn(switches[i].i));
    figures = makeFigures(byId("figures"));
    setDark(wantsDark());
    openAddress();
    setTool(TOOLS[0]);
    listen();
    byId("wait").hidden = true;
    lastFrame = lastTold = performance.now();
    requestAnimationFrame(frame);
    performance.mark("evolute-ready");
    Object.assign(window, { evolute: { engine, catalogue, pictures, choose, get seeking() { return seekTo > 0; } } });
}

begin().catch((error) => {
    byId("wait").textContent = `The page cannot run here: ${error.message}. It must come from a server (make serve), not from a file.`;
    console.error(error);
});
