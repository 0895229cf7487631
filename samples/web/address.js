// address.js: scene, parameters, seed and step in the address: a link shows the same. What differs
// from the defaults is in it; what was moved by hand is not. A world that goes from impact to impact
// may be between two steps: then its time is in it, too.

/* { name, entry, values: {name: number}, world: {name: number}, seed, step, time } from the part after #. */
export function readAddress(catalogue) {
    const words = new URLSearchParams(location.hash.slice(1));
    const name = words.get("scene"), entry = catalogue.entries.find((e) => e.name === name);
    const asked = { name, entry, values: {}, world: {}, seed: catalogue.seed, step: 0, time: 0 };
    const number = (name) => (words.has(name) ? Number(words.get(name)) : NaN);
    const allowed = (p, v) => v >= p.min && v <= p.max && (!p.whole || Number.isInteger(v));
    for (const p of entry ? entry.params : [])
        if (allowed(p, number(p.name))) asked.values[p.name] = number(p.name);
    for (const p of catalogue.world)
        if (allowed(p, number("world." + p.name))) asked.world[p.name] = number("world." + p.name);
    const seed = number("seed"), step = number("step"), time = number("time");
    if (Number.isSafeInteger(seed) && seed >= 0) asked.seed = seed;
    if (Number.isInteger(step) && step > 0 && step <= 1e6) asked.step = step;
    if (time > 0 && time < 1e5) asked.time = time;
    return asked;
}

export function addressOf(catalogue, entry, values, world, seed, { step, time }) {
    const words = new URLSearchParams({ scene: entry.name });
    entry.params.forEach((p, i) => values[i] !== p.value && words.set(p.name, values[i]));
    catalogue.world.forEach((p, i) => world[i] !== p.value && words.set("world." + p.name, world[i]));
    if (seed !== catalogue.seed) words.set("seed", seed);
    if (step > 0) words.set("step", step);
    if (time > 0) words.set("time", time);
    return "#" + words;
}
