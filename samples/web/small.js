// small.js: the small pictures of the list: each scene runs for a moment in a world of its own, a few
// milliseconds a frame, and is drawn once. Pictures out of sight wait until they are seen.
import { drawInk } from "./ink.js";

const WIDTH = 220, HEIGHT = 165, MOMENT = 3, BUDGET = 0.003, FRAMES = 60;

export function makePictures(engine) {
    const queue = new Set(), cards = new Map();
    let current = null, frames = 0;

    const seen = new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries)
            if (isIntersecting && !target.dataset.drawn) queue.add(target);
            else queue.delete(target);
    }, { rootMargin: "80px" });

    function draw(canvas) {
        const context = canvas.getContext("2d");
        canvas.width = WIDTH;
        canvas.height = HEIGHT;
        drawInk(context, engine.drawSmall(WIDTH, HEIGHT), 1);
        canvas.dataset.drawn = "yes";
    }

    /* Call once a frame: goes on with one picture. */
    function work() {
        if (!current) {
            current = queue.values().next().value;
            if (!current) return;
            queue.delete(current);
            frames = 0;
            engine.calls.small_open(cards.get(current).number);
        }
        const { seconds } = cards.get(current);
        const done = engine.calls.small_run(Math.min(MOMENT, 0.35 * seconds), BUDGET);
        if (!done && ++frames < FRAMES) return;
        draw(current);
        engine.calls.small_close();
        current = null;
    }

    return {
        add(canvas, number, seconds) {
            canvas.width = WIDTH;
            canvas.height = HEIGHT;
            cards.set(canvas, { number, seconds });
            seen.observe(canvas);
        },
        work,
        /* In other colours. */
        redraw() {
            for (const canvas of cards.keys()) {
                delete canvas.dataset.drawn;
                seen.unobserve(canvas);
                seen.observe(canvas);
            }
        },
        get idle() {
            return !current && queue.size === 0;
        },
    };
}
