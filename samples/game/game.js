// game.js: the game on a page: frames, keys, pointer and sound for the functions of page.c.
import { openEngine } from "./engine.js";
import { drawInk } from "./ink.js";
const HELD = { ArrowLeft: 1, a: 1, ArrowRight: 2, d: 2 }, RATE = 44100, PIECE = 1024, AHEAD = 0.08;

const canvas = document.getElementById("canvas"), context = canvas.getContext("2d");
const engine = await openEngine(), { calls } = engine, BEST = "evolute-garden";
let held = 0, last = performance.now(), audio = null, written = 0, best = 0;
try { best = Number(localStorage.getItem(BEST)); } catch { /* none is kept */ }
calls.play_begin(Date.now() % 1e6);
calls.play_know(matchMedia("(pointer: coarse)").matches, best);
function keepBest() {
    const now = engine.gameState()[7];
    if (now > best) try { localStorage.setItem(BEST, (best = now)); } catch { best = now; }
}

/* ---- Sound: it may begin when the user has pressed something --------------------------------- */

function turnSound({ target }) {
    audio ??= new AudioContext();
    const plays = target.getAttribute("aria-pressed") !== "true";
    target.setAttribute("aria-pressed", String(plays));
    audio[plays ? "resume" : "suspend"]();
}

/* Pieces one after the other, a little ahead of what is heard. */
function feed() {
    if (audio?.state !== "running") return;
    written = Math.max(written, audio.currentTime + 0.02);
    for (; written < audio.currentTime + AHEAD; written += PIECE / RATE) {
        const buffer = audio.createBuffer(1, PIECE, RATE), source = audio.createBufferSource();
        buffer.copyToChannel(engine.samples(PIECE), 0);
        source.buffer = buffer;
        source.connect(audio.destination);
        source.start(written);
    }
}

/* ---- Keys and pointer ------------------------------------------------------------------------ */

function point(event, down) {
    const box = canvas.getBoundingClientRect();
    const x = event.clientX - box.left, y = event.clientY - box.top;
    calls.play_point(down, x, y, box.width, box.height);
}

function hold(event, down) {
    const bit = HELD[event.key] ?? 0;
    held = down ? held | bit : held & ~bit;
    calls.play_hold(held);
    if (event.target.closest("button, a") && event.key === " ") return;
    if (bit || event.key === " ") event.preventDefault();
    if (!down || event.repeat || event.ctrlKey || event.metaKey || event.key.length > 1 && !bit)
        return;
    calls.play_key(bit ? 0 : event.key.charCodeAt(0));
}
addEventListener("keydown", (event) => hold(event, true));
addEventListener("keyup", (event) => hold(event, false));
addEventListener("blur", () => calls.play_hold((held = 0)));
canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    point(event, 1);
});
canvas.addEventListener("pointermove", (event) => point(event, event.buttons & 1));
for (const name of ["pointerup", "pointercancel"])
    canvas.addEventListener(name, (event) => point(event, 0));
for (const button of document.querySelectorAll("[data-key]"))
    button.onclick = () => calls.play_key(button.dataset.key.charCodeAt(0));
document.getElementById("sound").onclick = turnSound;

/* ---- Frames ---------------------------------------------------------------------------------- */

function frame(now) {
    const scale = Math.min(3, devicePixelRatio || 1);
    const { clientWidth: width, clientHeight: height } = canvas;
    const across = Math.round(width * scale), up = Math.round(height * scale);
    if (canvas.width !== across || canvas.height !== up)
        Object.assign(canvas, { width: across, height: up });
    calls.play_run(Math.max(0, now - last) / 1000);
    last = now;
    feed();
    keepBest();
    drawInk(context, engine.drawGame(width, height), scale);
    requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
window.game = engine;
