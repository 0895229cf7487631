// ink.js: draws the strokes of ink.h on a canvas. Strokes of one style are one path, as long as they
// are few enough for the canvas to be quick; small circles are stamps, drawn once for their radius
// and style.

const STYLE = 0, CIRCLE = 1, ELLIPSE = 2, RING = 3, PATH = 4, TEXT = 5, CLIP = 6;
const TURN = 2 * Math.PI, BATCH = 8;
const ALIGN = ["left", "center", "right"];
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';

const colours = new Map();

/* 0xRRGGBBAA as a colour of CSS. */
function css(word) {
    let text = colours.get(word);
    if (text === undefined) {
        text = "#" + word.toString(16).padStart(8, "0");
        colours.set(word, text);
    }
    return text;
}

/* ---- Stamps ------------------------------------------------------------------------------------ */

/* Pixels: lines up to this width have plain ends and corners, which are quicker and look alike. */
const THIN = 1.3;

/* Pixels of the canvas: largest radius, and how finely radii are told apart; how many are kept. */
const LARGEST = 40, FINENESS = 8, KEPT = 1000;

const stamps = new Map();

function makeStamp(pen, radius, scale) {
    const half = Math.ceil(radius + pen.width * scale) + 1;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 2 * half;
    const context = canvas.getContext("2d");
    context.arc(half, half, radius, 0, TURN);
    context.fillStyle = css(pen.fill);
    context.strokeStyle = css(pen.line);
    context.lineWidth = pen.width * scale;
    if (pen.fill & 255) context.fill();
    if (pen.line & 255) context.stroke();
    return canvas;
}

/* False: it is too large. */
function stamp(pen, x, y, radius, scale) {
    const size = Math.round(radius * scale * FINENESS);
    if (pen.dashed || pen.width <= 0 || size > LARGEST * FINENESS) return false;
    const key = `${pen.fill},${pen.line},${pen.width},${size},${scale}`;
    let canvas = stamps.get(key);
    if (!canvas) {
        if (stamps.size >= KEPT) stamps.clear();
        stamps.set(key, (canvas = makeStamp(pen, size / FINENESS, scale)));
    }
    const half = canvas.width / 2 / scale;
    pen.context.drawImage(canvas, x - half, y - half, 2 * half, 2 * half);
    return true;
}

/* ---- Paths ------------------------------------------------------------------------------------- */

/* The path that is being made, and its style. */
class Pen {
    constructor(context) {
        this.context = context;
        this.count = 0;
        this.fill = this.line = this.width = this.dashed = 0;
        this.filled = true;
        this.thick = null;
    }
    flush() {
        if (this.count === 0) return;
        this.count = 0;
        if (this.filled && this.fill & 255) this.context.fill();
        if (this.width > 0 && this.line & 255) this.context.stroke();
    }
    /* Before a stroke: an open path is never filled. */
    begin(filled) {
        if (this.count >= BATCH || this.filled !== filled) this.flush();
        this.filled = filled;
        if (this.count++ === 0) this.context.beginPath();
    }
    style(fill, line, width, dashed) {
        this.flush();
        if (fill !== this.fill) this.context.fillStyle = css(fill);
        if (line !== this.line) this.context.strokeStyle = css(line);
        this.context.lineWidth = width;
        const thick = width > THIN;
        if (thick !== this.thick) {
            this.context.lineJoin = thick ? "round" : "bevel";
            this.context.lineCap = thick ? "round" : "butt";
        }
        if (dashed !== this.dashed) this.context.setLineDash(dashed ? [5, 4] : []);
        Object.assign(this, { fill, line, width, dashed, thick });
    }
}

function ellipse(context, f, i) {
    const x = f[i], y = f[i + 1], angle = -f[i + 4];
    context.moveTo(x + f[i + 2] * Math.cos(angle), y + f[i + 2] * Math.sin(angle));
    context.ellipse(x, y, f[i + 2], f[i + 3], angle, 0, TURN);
}

function ring(context, f, i) {
    const x = f[i], y = f[i + 1], inner = f[i + 2], outer = f[i + 3];
    const start = -f[i + 4], end = -f[i + 4] - f[i + 5];
    const whole = f[i + 5] > TURN - 1e-5;
    context.moveTo(x + outer * Math.cos(start), y + outer * Math.sin(start));
    context.arc(x, y, outer, start, end, true);
    if (whole) context.closePath();
    if (whole && inner > 0) context.moveTo(x + inner * Math.cos(end), y + inner * Math.sin(end));
    if (inner > 0) context.arc(x, y, inner, end, start, false);
    else if (!whole) context.lineTo(x, y);
    context.closePath();
}

function path(context, f, i, closed, count) {
    context.moveTo(f[i], f[i + 1]);
    for (let k = 1; k < count; ++k) context.lineTo(f[i + 2 * k], f[i + 2 * k + 1]);
    if (closed) context.closePath();
}

const decoder = new TextDecoder();

function write(context, f, bits, i, length) {
    const bytes = new Uint8Array(bits.buffer, bits.byteOffset + 4 * (i + 6), length);
    const before = context.fillStyle;
    context.font = `${f[i + 3]}px ${FONT}`;
    context.textAlign = ALIGN[bits[i + 2]];
    context.fillStyle = css(bits[i + 4]);
    context.fillText(decoder.decode(bytes), f[i], f[i + 1]);
    context.fillStyle = before;
}

/* Draws on a cleared canvas, `scale` pixels per unit of the strokes. */
export function drawInk(context, { floats: f, bits }, scale) {
    const pen = new Pen(context);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.setLineDash([]);
    context.save();
    for (let i = 0; i < f.length;) {
        const stroke = bits[i++];
        if (stroke === STYLE) {
            pen.style(bits[i], bits[i + 1], f[i + 2], bits[i + 3]);
            i += 4;
        } else if (stroke === CIRCLE) {
            if (!stamp(pen, f[i], f[i + 1], f[i + 2], scale)) {
                pen.begin(true);
                context.moveTo(f[i] + f[i + 2], f[i + 1]);
                context.arc(f[i], f[i + 1], f[i + 2], 0, TURN);
            }
            i += 3;
        } else if (stroke === ELLIPSE) {
            pen.begin(true);
            ellipse(context, f, i);
            i += 5;
        } else if (stroke === RING) {
            pen.begin(true);
            ring(context, f, i);
            i += 6;
        } else if (stroke === PATH) {
            const closed = bits[i], count = bits[i + 1];
            pen.begin(closed === 1 || count === 2);
            path(context, f, i + 2, closed, count);
            i += 2 + 2 * count;
        } else if (stroke === TEXT) {
            const length = bits[i + 5];
            pen.flush();
            write(context, f, bits, i, length);
            i += 6 + ((length + 3) >> 2);
        } else if (stroke === CLIP) {
            pen.flush();
            context.restore();
            context.save();
            context.beginPath();
            context.rect(f[i], f[i + 1], f[i + 2], f[i + 3]);
            context.clip();
            Object.assign(pen, { fill: -1, line: -1, dashed: -1, thick: null });
            i += 4;
        } else {
            break;
        }
    }
    pen.flush();
    context.restore();
}
