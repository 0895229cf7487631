// pointer.js: mouse, touch and keys on the canvas. One finger or the left button is the hand, two
// fingers move and zoom the view.
import { INPUT, KEYS } from "./engine.js";

/* Tools that make or remove something where the canvas is pressed, and their keys in the sandbox. */
export const TOOLS = [
    { name: "hand" }, { name: "circle", key: "1" }, { name: "ellipse", key: "2" },
    { name: "ring", key: "3" }, { name: "box", key: "4" }, { name: "capsule", key: "5" },
    { name: "hexagon", key: "6" }, { name: "hinge", joins: 1 }, { name: "rod", joins: 2 },
    { name: "spring", joins: 3 }, { name: "detach", key: "d" }, { name: "remove", key: "x" },
    { name: "follow", key: "l" },
];

export function listenToPointer(canvas, engine, tool) {
    const fingers = new Map();
    const at = (event) => {
        const box = canvas.getBoundingClientRect();
        return [event.clientX - box.left, event.clientY - box.top];
    };
    const send = (kind, button, [x, y], wheel = 0) =>
        engine.calls.page_pointer(kind, button, x, y, wheel);
    const middle = () => {
        const [a, b] = [...fingers.values()];
        return { x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2, apart: Math.hypot(a[0] - b[0], a[1] - b[1]) };
    };

    canvas.addEventListener("pointerdown", (event) => {
        canvas.setPointerCapture(event.pointerId);
        canvas.focus({ preventScroll: true });
        const here = at(event);
        fingers.set(event.pointerId, here);
        if (fingers.size === 2) send(INPUT.release, 1, here);
        if (fingers.size > 1) return;
        send(INPUT.move, 0, here);
        const key = tool().key;
        if (key && event.button === 0) engine.calls.page_key(key.charCodeAt(0));
        else send(INPUT.press, event.button + 1, here);
    });
    canvas.addEventListener("pointermove", (event) => {
        const here = at(event);
        if (!fingers.has(event.pointerId)) {
            send(INPUT.move, 0, here);
        } else if (fingers.size === 2) {
            const before = middle();
            fingers.set(event.pointerId, here);
            const now = middle();
            const notches = Math.log(now.apart / Math.max(1, before.apart)) / Math.log(1.2);
            engine.calls.page_pinch(now.x, now.y, now.x - before.x, now.y - before.y, notches);
        } else {
            fingers.set(event.pointerId, here);
            send(INPUT.move, 0, here);
        }
    });
    const end = (event) => {
        if (!fingers.delete(event.pointerId)) return;
        if (fingers.size === 0) send(INPUT.release, event.button < 0 ? 1 : event.button + 1, at(event));
    };
    canvas.addEventListener("pointerup", end);
    canvas.addEventListener("pointercancel", end);
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => {
        event.preventDefault();
        const notches = -event.deltaY / (event.deltaMode === 0 ? 100 : 3);
        send(INPUT.wheel, 0, at(event), Math.max(-3, Math.min(3, notches)));
    }, { passive: false });
}

/* Keys and buttons that a scene is played with, as bits of scenes.h. */
export function listenToPad(pad, engine, keysOf) {
    const KEYS_HELD = { ArrowLeft: 1, ArrowRight: 2, ArrowUp: 4 };
    let held = 0;
    const hold = (bit, down) => {
        held = down ? held | bit : held & ~bit;
        engine.calls.page_hold(held);
        for (const button of pad.children) button.classList.toggle("down", (held & button.dataset.hold) > 0);
    };
    for (const kind of ["keydown", "keyup"])
        addEventListener(kind, (event) => {
            const bit = KEYS_HELD[event.key] & keysOf();
            if (!bit || event.target.closest("input")) return;
            hold(bit, kind === "keydown");
            event.preventDefault();
        });
    addEventListener("blur", () => hold(held, false));
    for (const button of pad.children)
        for (const kind of ["pointerdown", "pointerup", "pointercancel", "pointerleave"])
            button.addEventListener(kind, (event) => {
                hold(Number(button.dataset.hold), kind === "pointerdown");
                event.preventDefault();
            });
}

/* Keys of the sandbox, unless they are for a field. `act` may answer first. */
export function listenToKeys(engine, act) {
    addEventListener("keydown", (event) => {
        const field = event.target.closest("input, button, summary");
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (field && (field.tagName === "INPUT" || event.key === " " || event.key === "Enter")) return;
        /* On the canvas Tab goes on to what else is there, once something is picked. */
        if (event.key === "Tab" && !(event.target.tagName === "CANVAS" && engine.state().picks)) return;
        if (act(event.key)) return event.preventDefault();
        const key = KEYS[event.key] ?? (event.key.length === 1 ? event.key.toLowerCase().charCodeAt(0) : 0);
        if (key === 0 || key > 127 && key < 256) return;
        event.preventDefault();
        engine.calls.page_key(key);
    });
}
