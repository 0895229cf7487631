// small.js: the small pictures of the list: each scene runs in a world of its own, some milliseconds a
// frame. A first picture of each is there at once; those that are seen go on to a better moment.
import { drawInk } from "./ink.js";

const WIDTH = 220, HEIGHT = 165, MOMENT = 3, FIRST = 0.003, BUDGET = 0.004, FRAMES = 60;

export function makePictures(engine) {
    const queue = new Set(), cards = new Map(), unseen = [];
    let current = null, frames = 0;

    const seen = new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries)
            if (isIntersecting && !target.dataset.drawn) queue.add(target);
            else queue.delete(target);
    }, { rootMargin: "80px" });

    function draw(canvas) {
        const context = canvas.getContext("2d");
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.clearRect(0, 0, WIDTH, HEIGHT);
        drawInk(context, engine.drawSmall(WIDTH, HEIGHT), 1);
    }

    const run = (canvas, budget) =>
        engine.calls.small_run(Math.min(MOMENT, 0.35 * cards.get(canvas).seconds), budget);

    function drawFirst() {
        for (let i = 0; i < 4 && unseen.length > 0; ++i) {
            const canvas = unseen.shift();
            engine.calls.small_open(cards.get(canvas).number);
            run(canvas, FIRST);
            draw(canvas);
            engine.calls.small_close();
        }
    }

    /* Call once a frame: goes on with one picture. */
    function work() {
        if (unseen.length > 0) return drawFirst();
        if (!current) {
            current = queue.values().next().value;
            if (!current) return;
            queue.delete(current);
            frames = 0;
            engine.calls.small_open(cards.get(current).number);
        }
        if (!run(current, BUDGET) && ++frames < FRAMES) return;
        draw(current);
        current.dataset.drawn = "yes";
        engine.calls.small_close();
        current = null;
    }

    return {
        add(canvas, number, seconds) {
            canvas.width = WIDTH;
            canvas.height = HEIGHT;
            cards.set(canvas, { number, seconds });
            unseen.push(canvas);
            seen.observe(canvas);
        },
        work,
        /* In other colours. */
        redraw() {
            for (const canvas of cards.keys()) {
                delete canvas.dataset.drawn;
                if (!unseen.includes(canvas)) unseen.push(canvas);
                seen.unobserve(canvas);
                seen.observe(canvas);
            }
        },
        get drawn() {
            return cards.size - unseen.length;
        },
        get idle() {
            return !current && queue.size === 0 && unseen.length === 0;
        },
    };
}
