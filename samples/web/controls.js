// controls.js: what the page is made of from the catalogue: cards, sliders, chips and figures.
import { drawInk } from "./ink.js";

export const byId = (id) => document.getElementById(id);

export function make(tag, properties, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
}

/* ---- Cards of the list ------------------------------------------------------------------------- */

export function makeList(into, catalogue, pictures, choose) {
    const groups = [["Demonstrations", (e) => e.demo], ["Scenes", (e) => !e.demo]];
    const cards = [];
    for (const [title, belongs] of groups) {
        const box = make("div", { className: "cards" });
        catalogue.entries.forEach((entry, number) => {
            if (!belongs(entry)) return;
            const canvas = make("canvas", {});
            const card = make("button", { className: "card", title: entry.title, onclick: () => choose(number) },
                canvas, make("span", { textContent: entry.name }));
            pictures.add(canvas, number, entry.seconds || 1);
            cards[number] = card;
            box.append(card);
        });
        into.append(make("h2", { textContent: title }), box);
    }
    return (number, scrolls) => {
        cards.forEach((card, i) => card.setAttribute("aria-current", i === number));
        if (scrolls) cards[number].scrollIntoView({ block: "nearest" });
    };
}

/* The first card leads to the game, and shows its first rocks. */
export function makeGameCard(into, engine) {
    const canvas = make("canvas", { width: 480, height: 240 });
    engine.calls.play_begin(4);
    for (let step = 0; step < 330; ++step) engine.calls.play_step(step === 0 ? 16 : 0);
    drawInk(canvas.getContext("2d"), engine.drawGame(canvas.width, canvas.height), 1);
    const card = make("a", { className: "card", href: "game.html", title: "shields guard a planet: a game" },
        canvas, make("strong", { textContent: "Play: the last garden" }), make("span", { textContent: "Turn the shields, and guard a planet" }));
    into.append(make("h2", { textContent: "Game" }), make("div", { className: "cards" }, card));
}

/* ---- Sliders ----------------------------------------------------------------------------------- */

/* Wide ranges are logarithmic: equal distances are equal factors. */
const isWide = (p) => p.min > 0 && p.slide / p.min > 50;

function partOf(p, value) {
    const part = isWide(p) ? Math.log(value / p.min) / Math.log(p.slide / p.min)
        : (value - p.min) / (p.slide - p.min);
    return Math.max(0, Math.min(1, part));
}

/* To three digits. */
function valueOf(p, part) {
    const value = isWide(p) ? p.min * (p.slide / p.min) ** part : p.min + part * (p.slide - p.min);
    const rounded = p.whole ? Math.round(value) : Number(value.toPrecision(3));
    return Math.max(p.min, Math.min(p.max, Math.abs(rounded) < 1e-9 ? 0 : rounded));
}

/* Of all sliders made: a label needs a name for its own, for the output in it comes first. */
let sliders = 0;

const shown = (value) => String(Number(value.toPrecision(6)));

function makeOptions(p, value, set) {
    const box = make("div", { className: "options", role: "radiogroup" });
    box.setAttribute("aria-label", p.name);
    p.names.forEach((name, i) => {
        const button = make("button", { textContent: name, role: "radio" });
        button.setAttribute("aria-checked", p.min + i === value);
        button.onclick = () => {
            for (const other of box.children) other.setAttribute("aria-checked", other === button);
            set(p.min + i);
        };
        box.append(button);
    });
    return box;
}

export function makeSlider(p, value, set) {
    const output = make("output", { textContent: p.names ? "" : shown(value) });
    const label = make("span", { textContent: p.name, title: p.help });
    if (p.names) return make("div", { className: "param" }, label, output, makeOptions(p, value, set));
    const steps = p.whole ? Math.min(1000, p.slide - p.min) : 1000;
    const id = `slider-${++sliders}`;
    const slider = make("input", { id, type: "range", min: 0, max: steps, step: isWide(p) ? "any" : 1 });
    slider.value = partOf(p, value) * steps;
    slider.setAttribute("aria-label", `${p.name}: ${p.help}`);
    slider.oninput = () => {
        const chosen = valueOf(p, slider.value / steps);
        output.textContent = shown(chosen);
        set(chosen);
    };
    return make("label", { className: "param", htmlFor: id, title: p.help }, label, output, slider);
}

/* ---- Chips ------------------------------------------------------------------------------------- */

export function makeChips(into, names, attribute, press) {
    const chips = names.map((name, i) => make("button", { textContent: name, onclick: () => press(i) }));
    if (attribute === "aria-checked") chips.forEach((chip) => (chip.role = "radio"));
    into.append(...chips);
    return (isOn) => chips.forEach((chip, i) => chip.setAttribute(attribute, isOn(i)));
}

/* ---- Figures ----------------------------------------------------------------------------------- */

export function makeFigures(into) {
    const rows = new Map();
    return (figures) => {
        for (const [name, value] of Object.entries(figures)) {
            if (!rows.has(name)) {
                const dd = make("dd", { className: name });
                rows.set(name, [make("dt", { textContent: name }), dd]);
                into.append(...rows.get(name));
            }
            const [dt, dd] = rows.get(name);
            dt.hidden = dd.hidden = value === null;
            if (value !== null && dd.textContent !== value) dd.textContent = value;
        }
    };
}
