// page.mjs: the page in headless Chromium: what is seen first, every scene and each round of every
// demonstration draws, a drag and a touch move a body, keys drive the car, the address restores the state
// or tells what is wrong in it, records are opened, dropped, sought and looked into, nothing is wider than
// its place from phones to desktops, documents are pages, hashes after 600 steps are the native ones, and
// so are those of the game with scripts of keys; frames a second. Pictures of all that go to the folder.
//   CHROMIUM=... PLAYWRIGHT=... node tests/window/page.mjs BUILD [FOLDER]
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { extname, join } from "node:path";

const [build, folder] = process.argv.slice(2);
const { chromium } = await import(process.env.PLAYWRIGHT);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".wasm": "application/wasm" };
const STEPS = 600;
let failed = 0;

function check(right, what) {
    if (right) return;
    console.log(`page: ${what}`);
    ++failed;
}

/* ---- Server and browser ------------------------------------------------------------------------ */

let sent = 0; /* bytes, compressed */

const server = createServer((request, answer) => {
    const name = new URL(request.url, "http://here").pathname;
    try {
        const body = readFileSync(join(build, "web", name === "/" ? "index.html" : name));
        sent += gzipSync(body, { level: 9 }).length;
        answer.writeHead(200, { "Content-Type": TYPES[extname(name)] ?? "text/html" }).end(body);
    } catch {
        answer.writeHead(404).end();
    }
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const home = `http://127.0.0.1:${server.address().port}/`;
const failing = (error) => {
    console.log(`page: Chromium does not start: ${error.message.split("\n")[0]}`);
    process.exit(1);
};
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync"],
}).catch(failing);

const isThere = () => window.evolute && !window.evolute.seeking;

async function open(hash, options = {}, ready = isThere) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    page.on("console", (m) => check(m.type() !== "error", `console: ${m.text()}`));
    page.on("pageerror", (error) => check(false, `error: ${error.message}`));
    await page.goto(home + hash);
    await page.waitForFunction(ready);
    return page;
}

/* ---- What is drawn ----------------------------------------------------------------------------- */

/* Counts of inked pixels, and a sum that changes when something moves. */
const inked = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => {
    const canvas = document.getElementById("canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0, sum = 0;
    for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3] > 0) ++count;
        sum = (sum * 31 + data[i] + data[i + 1] + data[i + 3]) % 1000000007;
    }
    done({ count, sum });
})));

const choose = (page, number) => page.evaluate((n) => window.evolute.choose(n), number);

/* Any of some frames: scenes may pause in between. */
async function changes(page, before) {
    for (let i = 0; i < 30; ++i) {
        if ((await inked(page)).sum !== before.sum) return true;
        await page.waitForTimeout(50);
    }
    return false;
}

async function checkDrawing(page, entries) {
    const STILL = ["pyramid", "boxes"]; /* they stand, as they should */
    for (const [number, entry] of entries.entries()) {
        await choose(page, number);
        await page.waitForTimeout(60);
        const before = await inked(page);
        check(before.count > 500, `${entry.name}: ${before.count} pixels are drawn`);
        if (entry.demo) {
            const box = await page.locator("#canvas").boundingBox();
            await page.mouse.move(box.x + 0.4 * box.width, box.y + 0.55 * box.height);
            await page.mouse.down();
            await page.mouse.move(box.x + 0.45 * box.width, box.y + 0.6 * box.height, { steps: 4 });
            await page.mouse.up();
        }
        check(STILL.includes(entry.name) || await changes(page, before), `${entry.name}: nothing moves`);
        check((await page.locator("#sentence").textContent()).length > 40, `${entry.name}: no sentence`);
        if (!folder || entry.demo) continue;
        await page.evaluate((steps) => window.evolute.engine.calls.page_steps(steps), Math.round(20 * Math.min(entry.seconds, 12)));
        await page.waitForTimeout(100);
        await page.locator("#stage").screenshot({ path: join(folder, "scenes", `${entry.name}.png`) });
    }
}

/* Goes through each round by the slider, and plays them. */
async function checkRounds(page, number, entry) {
    await choose(page, number);
    await page.waitForTimeout(100);
    const slider = page.locator("#round"), seen = new Set();
    const last = Number(await slider.getAttribute("max"));
    check(last >= 2, `${entry.name}: ${last + 1} rounds`);
    for (let round = 0; round <= last; ++round) {
        await slider.evaluate((s, value) => ((s.value = value), s.dispatchEvent(new Event("input"))), round);
        const { sum } = await inked(page);
        const sentence = await page.locator("#sentence").textContent();
        check(sentence.length > 40, `${entry.name}, round ${round}: no sentence`);
        check((await page.locator("#formula").textContent()).length > 10, `${entry.name}, round ${round}: no formula`);
        seen.add(sum + sentence);
        if (folder) await page.locator("#stage").screenshot({ path: join(folder, "rounds", `${entry.name}-${round}.png`) });
    }
    check(seen.size === last + 1, `${entry.name}: of ${last + 1} rounds ${seen.size} differ`);
    await slider.evaluate((s) => ((s.value = 0), s.dispatchEvent(new Event("input"))));
    await page.locator("#play").click();
    await page.waitForTimeout(3500);
    check(Number(await slider.inputValue()) > 0, `${entry.name}: rounds do not play`);
}

/* ---- What is seen first ------------------------------------------------------------------------ */

/* Within a second something moves, all pictures of the list that are seen are there, and the list is at
 * its top; the invitation goes when something was dragged, for ever. */
async function checkFirst() {
    sent = 0;
    const page = await open("", {}, () => window.evolute);
    console.log(`loaded ${(sent / 1000).toFixed(0)} kB before the first scene moves`);
    check(sent < 420e3, `${sent} bytes are loaded before the first scene moves`);
    const ready = await page.evaluate(() => performance.getEntriesByName("evolute-ready")[0].startTime);
    console.log(`ready after ${ready.toFixed(0)} ms`);
    check(await changes(page, await inked(page)), "nothing moves at first");
    check(await page.locator("#list").evaluate((list) => list.scrollTop) === 0, "the list is not at its top");
    await page.waitForFunction(() => window.evolute.pictures.drawn >= 12, null, { timeout: 5000 });
    check(/shapes are exact/.test(await page.locator("#what").textContent()), "no sentence says what this is");
    check(/Drag/.test(await page.locator("#invite").textContent()) && await page.locator("#invite").isVisible(), "nobody is invited to drag");
    await page.locator("#pause").click();
    const at = await target(page);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    const gone = () => document.getElementById("invite").hidden;
    await page.waitForFunction(gone, null, { timeout: 5000 }).catch(() => check(false, "the invitation stays"));
    await page.mouse.up();
    await page.reload();
    await page.waitForFunction(() => window.evolute);
    await page.waitForTimeout(100);
    check(await page.locator("#invite").isHidden(), "the invitation comes again");
    await page.locator("#what a").click();
    await page.waitForSelector("h1");
    check(await page.locator("table, pre").count() > 3, "the documents are no pages");
    await page.context().close();
}

/* Title and sentence are seen, what is touched has 44 pixels, and no keys are named. */
async function checkPhone() {
    const page = await open("#scene=car", { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
    await page.waitForTimeout(300);
    for (const id of [".brand strong", "#what", "#sentence"]) check(await page.locator(id).isVisible(), `${id} is not seen on a phone`);
    for (const sheet of ["#open-list", "#open-side", "#more"]) {
        await page.locator(sheet).click();
        await page.waitForTimeout(300);
        const small = await page.locator("button, summary").evaluateAll((all) => all
            .map((b) => [b.textContent || b.id, b.getBoundingClientRect()])
            .filter(([, r]) => r.width > 0 && r.right <= innerWidth && r.left >= 0 && (r.width < 44 || r.height < 43.5)).map(([name]) => name));
        check(small.length === 0, `${sheet}: too small for fingers: ${small}`);
    }
    check(await page.locator("#keys").isHidden(), "keys are named on a phone");
    await page.context().close();
}

/* The right key drives the car to the right, and so does the button. */
async function checkPlay() {
    const page = await open("#scene=car");
    const where = () => page.evaluate(() => window.evolute.engine.actor(1)[0]);
    const speed = async (press, release) => {
        await press();
        await page.waitForTimeout(900);
        const state = await page.evaluate(() => window.evolute.engine.state().energy);
        await release();
        return state;
    };
    const still = await page.evaluate(() => window.evolute.engine.state().energy);
    check(await speed(() => page.keyboard.down("ArrowRight"), () => page.keyboard.up("ArrowRight")) !== still, "a key does not drive the car");
    const button = page.locator("#pad button").nth(1);
    await button.dispatchEvent("pointerdown");
    check(await button.evaluate((b) => b.classList.contains("down")), "a button does not drive the car");
    await button.dispatchEvent("pointerup");
    check(Number.isFinite(await where()), "the car is gone");
    await page.context().close();
}

/* ---- Hands ------------------------------------------------------------------------------------- */

const actor = (page, number) => page.evaluate((n) => window.evolute.engine.actor(n), number);

/* The highest body that moves: nothing lies on it. */
async function target(page) {
    const box = await page.locator("#canvas").boundingBox();
    let best = null;
    for (let number = 0; number < 100; ++number) {
        const [x, y] = await actor(page, number);
        if (y > 60 && !(best && best.y < box.y + y)) best = { number, x: box.x + x, y: box.y + y };
    }
    return best;
}

async function checkDrag() {
    const page = await open("#scene=gas&count=10");
    await page.locator("#pause").click();
    const from = await target(page), before = await actor(page, from.number);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.keyboard.press("p");
    for (let i = 1; i <= 12; ++i) {
        await page.mouse.move(from.x + 5 * i, from.y - 4 * i);
        await page.waitForTimeout(30);
    }
    const away = async () => {
        const [x, y] = await actor(page, from.number);
        return Math.hypot(x - before[0] - 60, y - before[1] + 48);
    };
    for (let i = 0; i < 30 && await away() >= 30; ++i) await page.waitForTimeout(100);
    check(await away() < 30, "a drag moves no body");
    await page.mouse.up();
    await page.context().close();
}

async function checkTouch() {
    const page = await open("#scene=bowl&count=10", { viewport: { width: 360, height: 640 }, hasTouch: true });
    await page.waitForTimeout(2500);
    const from = await target(page), before = await actor(page, from.number);
    const session = await page.context().newCDPSession(page);
    const touch = (type, x, y) => session.send("Input.dispatchTouchEvent",
        { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
    await touch("touchStart", from.x, from.y);
    for (let i = 1; i <= 20; ++i) {
        await touch("touchMove", from.x, from.y - 6 * i);
        await page.waitForTimeout(30);
    }
    const after = await actor(page, from.number);
    await touch("touchEnd", from.x, from.y);
    check(before[1] - after[1] > 40, `a touch moves no body: ${before} to ${after}`);
    await page.context().close();
}

/* Chips make and remove bodies where the canvas is pressed, and attach them. */
async function checkTools() {
    const page = await open("#scene=pile&count=10");
    await page.waitForTimeout(1500);
    const box = await page.locator("#canvas").boundingBox();
    const bodies = () => page.evaluate(() => window.evolute.engine.state().bodies);
    const press = (name) => page.locator("#tools button", { hasText: new RegExp(`^${name}$`) }).click();
    const before = await bodies();
    await page.keyboard.press(" ");
    await press("hexagon");
    await page.mouse.click(box.x + 0.5 * box.width, box.y + 60);
    check(await bodies() === before + 1, "the hexagon makes no body");
    await press("hinge");
    await page.waitForTimeout(100);
    check(/hinges/.test(await page.locator("#message").textContent()), "the hinge says nothing");
    await press("remove");
    await page.mouse.click(box.x + 0.5 * box.width, box.y + 60);
    check(await bodies() === before, "remove removes nothing");
    check(await page.locator("#message").isHidden(), "the hinge goes on talking");
    await page.context().close();
}

/* The slider goes back to the beginning, and the world makes the same steps again; the button saves
 * a record of all that, which the native build replays. */
async function checkPast() {
    const page = await open("#scene=car");
    const steps = (count) => page.evaluate((n) => {
        const { engine } = window.evolute;
        engine.calls.page_pause(1);
        engine.calls.page_steps(n);
        return engine.hash();
    }, count);
    const go = (to) => page.locator("#past").evaluate((slider, value) => {
        slider.value = value;
        slider.dispatchEvent(new Event("input"));
        return window.evolute.engine.state().time;
    }, to);
    await steps(0);
    await page.locator("#restart").click();
    const there = await steps(130);
    await page.waitForTimeout(600);
    check(await go(0) === 0, "the slider does not go back to the beginning");
    check(await steps(130) === there, "the same steps do not lead to the same state");
    const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#record").click()]);
    const told = execFileSync(`${build}/evolute-run`, ["replay", await file.path()], { encoding: "utf8" });
    check(/260 steps.*all as they were recorded/.test(told), `the record is replayed: ${told}`);
    await page.context().close();
}

/* ---- Records ----------------------------------------------------------------------------------- */

const record = (name, ...flags) => {
    const path = join(build, name);
    execFileSync(`${build}/evolute-run`, [...flags, "--no-picture", "--record", path]);
    return path;
};

const nativeHash = (...flags) =>
    execFileSync(`${build}/evolute-run`, [...flags, "--no-picture"], { encoding: "utf8" }).match(/^state hash +(\w+)/m)[1];

/* Opens a file by the button's field, and waits until all of a record is read. */
async function openRecord(page, path) {
    await page.locator("#file").setInputFiles(path);
    const isRead = () => {
        const { replays, length, read, steps } = window.evolute.engine.state();
        return replays === 1 && read === length && steps === 0;
    };
    await page.waitForFunction(isRead, null, { timeout: 60000 }).catch(() => check(false, `${path} is not read`));
    const state = await recordState(page);
    check(state.differs === 0, `${path} differs in step ${state.differs}`);
    return state;
}

const recordState = (page) => page.evaluate(() => ({ ...window.evolute.engine.state(), hash: window.evolute.engine.hash(), told: window.evolute.engine.inspected() }));

/* Where a part of the record is on the timeline, which lies at the lower edge of the canvas. */
async function onTimeline(page, part) {
    const box = await page.locator("#canvas").boundingBox();
    return [box.x + 14 + part * (box.width - 28), box.y + box.height - (box.width < 480 ? 118 : 84) + 22];
}

/* A body that moves, from a number on, whose centre is seen beside the sheet of a width, and where. */
async function seenBody(page, from, sheet) {
    const box = await page.locator("#canvas").boundingBox();
    for (let number = from; number < from + 100; ++number) {
        const [x, y] = await actor(page, number);
        if (x > 10 && x < box.width - sheet - 20 && y > 10 && y < box.height - 130) return { number, at: [box.x + x, box.y + y] };
    }
    check(false, "no body is seen");
    return { number: 0, at: [0, 0] };
}

/* A record is opened, sought by mouse and keys to states that the native build has, and a body in it is
 * picked, with its contacts; then dropped onto the page. */
async function checkRecord() {
    const path = record("pile.evr", "pile", "--time", "4"), page = await open("");
    const { length } = await openRecord(page, path);
    check(length === 240, `the record has ${length} steps`);
    await page.mouse.move(...await onTimeline(page, 0.1));
    await page.mouse.down();
    await page.mouse.move(...await onTimeline(page, 0.7), { steps: 5 });
    await page.mouse.move(...await onTimeline(page, 0.75));
    await page.mouse.up();
    const sought = await recordState(page);
    check(sought.steps === 180 && sought.paused === 1, `the timeline goes to step ${sought.steps}`);
    check(sought.hash === nativeHash("pile", "--time", "3"), "the state is not that of the native run");
    await page.keyboard.press("ArrowLeft");
    check((await recordState(page)).steps === 179, "a key does not go back");
    await page.keyboard.press("ArrowRight");
    check((await recordState(page)).hash === sought.hash, "back and forth is another state");
    const { number, at } = await seenBody(page, 40, 310);
    await page.mouse.click(...at);
    const picked = await recordState(page);
    check(picked.told.startsWith(`body ${number}: dynamic`) && /^.*\n[^]*\d contacts?\n[^]*normal \([^]*calls before this step/.test(picked.told), `a click tells: ${picked.told}`);
    await page.keyboard.press("Tab");
    check(/^collider \d+/.test((await recordState(page)).told), "Tab does not go on");
    if (folder) {
        await page.mouse.click(...at);
        await page.waitForTimeout(4000);
        await page.screenshot({ path: join(folder, "page-record.png") });
    }
    await page.keyboard.press("Escape");
    check((await recordState(page)).picks === 0, "Esc does not let go");
    await page.keyboard.press(" ");
    await page.waitForTimeout(600);
    check((await recordState(page)).steps > 180, "it does not play");
    const moving = await page.evaluate(() => { window.evolute.choose(0); return window.evolute.engine.state().replays; });
    check(moving === 0, "a scene is not chosen after a record");
    await page.evaluate((bytes) => {
        const files = new DataTransfer();
        files.items.add(new File([new Uint8Array(bytes)], "dropped.evr"));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
    }, [...readFileSync(path)]);
    await page.waitForFunction(() => window.evolute.engine.state().replays === 1);
    check(await page.locator("#name").textContent() === "dropped.evr", "a dropped file is not named");
    await page.locator("#file").setInputFiles(join(build, "web", "index.html"));
    await page.waitForFunction(() => /neither a record nor a save/.test(document.getElementById("message").textContent))
        .catch(() => check(false, "a page is a record"));
    await page.context().close();
}

/* Fingers drag the knob and pick; the game's own record, with its rays, comes out as it was. */
async function checkRecordTouch() {
    const path = join(build, "game.evr");
    execFileSync(`${build}/game-keys`, ["4", "1500", "0", path]);
    const page = await open("", { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
    await openRecord(page, path);
    const session = await page.context().newCDPSession(page);
    const touch = (type, x, y) => session.send("Input.dispatchTouchEvent",
        { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
    await touch("touchStart", ...await onTimeline(page, 0.2));
    for (const part of [0.3, 0.4, 0.5]) await touch("touchMove", ...await onTimeline(page, part));
    await touch("touchEnd");
    const { steps, length } = await recordState(page);
    check(Math.abs(steps / length - 0.5) < 0.02, `a finger drags the knob to ${steps} of ${length}`);
    const { number, at } = await seenBody(page, 3, 0);
    await page.touchscreen.tap(...at);
    const { told } = await recordState(page);
    check(RegExp(`^body ${number}(\\.\\d+)?: dynamic`).test(told) && /evo_world_ray/.test(told), `a tap tells: ${told}`);
    if (folder) {
        await page.waitForTimeout(4000);
        await page.screenshot({ path: join(folder, "page-record-phone.png") });
    }
    await page.context().close();
}

/* ---- The game ---------------------------------------------------------------------------------- */

/* Phases and keys of game.h. */
const LOST = 3, WON = 4, RESTART = 4;

/* Plays a script of keys, stopping once on the way; the steps of the last minute are made again. */
const playScript = (page, seed, keys, stop) => page.evaluate(([seed, keys, stop]) => {
    const { calls, gameState, gameHash, gameMessage } = window.game;
    let between = null;
    calls.play_begin(seed);
    for (let i = 0; i < keys.length; ++i) {
        calls.play_step(parseInt(keys[i], 16));
        if (i + 1 === stop) between = gameState();
    }
    const hash = gameHash(), state = gameState();
    calls.play_key("v".charCodeAt(0));
    for (let i = 0; i < 4000 && gameState()[5]; ++i) calls.play_step(0);
    return { between, state, hash, message: gameMessage() };
}, [seed, keys, stop]);

async function checkScript(page, what, seed, steps, idle) {
    const [keys, told] = execFileSync(`${build}/game-keys`, [seed, steps, idle].map(String), { encoding: "utf8" }).split("\n");
    const here = await playScript(page, seed, keys, idle);
    const [wave, lives, score, phase] = here.state;
    const how = phase === LOST ? "lost" : phase === WON ? "won" : "playing";
    const state = `wave ${wave}, lives ${lives}, score ${score}, ${how}, hash ${here.hash}`;
    check(state === told, `the game, ${what}: ${state}, native ${told}`);
    check(/equal to the last bit/.test(here.message), `the game, ${what}: ${here.message}`);
    return here;
}

/* A wave is survived; a game is lost, and restarted; keys, mouse and buttons do what they should. */
async function checkGame() {
    const list = await open("");
    check(await list.locator("#list .card").first().getAttribute("href") === "game.html", "the first card is no game");
    await list.locator("#list .card").first().click();
    await list.waitForFunction(() => window.game);
    await list.context().close();
    const page = await open("game.html", {}, () => window.game);
    const survived = await checkScript(page, "waves survived", 4, 2000, 0);
    check(survived.state[0] >= 3 && survived.state[3] < LOST, "no wave is survived");
    const lost = await checkScript(page, "lost and restarted", 4, 2300, 1800);
    check(lost.between[3] === LOST && lost.state[3] < LOST, "the game is not lost, or not restarted");
    await page.waitForTimeout(200);
    const best = lost.state[7];
    await page.reload();
    await page.waitForFunction(() => window.game);
    check(await page.evaluate(() => window.game.gameState()[7]) === best && best > 0, "the best score does not stay");

    const angle = () => page.evaluate(() => window.game.gameState()[4]);
    await page.evaluate((keys) => (window.game.calls.play_begin(4), window.game.calls.play_step(keys)), RESTART);
    await page.keyboard.down("ArrowLeft");
    await page.waitForTimeout(300);
    await page.keyboard.up("ArrowLeft");
    const left = await angle();
    check(left > 0.3, `a key turns the shield to ${left}`);
    const box = await page.locator("#canvas").boundingBox();
    await page.mouse.move(box.x + 0.7 * box.width, box.y + 0.5 * box.height);
    await page.mouse.down();
    await page.waitForTimeout(1000);
    const slices = (await angle() - Math.PI / 2) / Math.PI * -1 % 1;
    await page.mouse.up();
    check(Math.abs(slices - Math.round(slices)) < 0.05, `the shield does not follow the mouse: ${slices}`);
    for (const name of ["Sound", "Shoot", "Restart", "Pause", "Last minute"]) await page.locator("footer button", { hasText: name }).click();
    await page.waitForTimeout(300);
    check(await page.evaluate(() => window.game.gameState()[5]) === 1, "no replay is shown");
    check((await inked(page)).count > 100000, "the game draws nothing");
    if (folder) await page.screenshot({ path: join(folder, "page-game.png") });
    await page.context().close();
}

/* ---- The address ------------------------------------------------------------------------------- */

const told = (page) => page.evaluate(() => {
    const { engine } = window.evolute;
    return { hash: engine.hash(), time: engine.state().time, address: location.hash };
});

/* Opens an address, runs, pauses; `then` may go on; its address must lead to the same state. */
async function checkAddress(asked, words, then) {
    const first = await open(asked);
    await first.waitForFunction(() => window.evolute.engine.state().steps > 40);
    await first.locator("#pause").click();
    if (then) await then(first);
    await first.waitForTimeout(600);
    const before = await told(first), second = await open(before.address);
    await second.waitForTimeout(300);
    const after = await told(second);
    for (const word of words) check(before.address.includes(word), `${before.address} has no ${word}`);
    check(Math.abs(before.time - after.time) < 1e-9, `${before.address}: time ${after.time}, not ${before.time}`);
    if (!then) check(before.hash === after.hash, `${before.address}: ${after.hash}, not ${before.hash}`);
    await first.context().close();
    await second.context().close();
}

/* A long way is gone in slices, which a button ends. */
async function checkSlices() {
    const page = await open("#scene=bowl&time=99999", {}, () => window.evolute);
    const part = () => page.locator("#progress").evaluate((bar) => bar.value);
    const before = await part();
    await page.waitForTimeout(1000);
    check(await page.locator("#progress").isVisible() && await part() > before, "no progress is shown");
    await page.locator("#pause").click();
    check(await page.evaluate(isThere), "a button does not end the way");
    await page.context().close();
}

/* ---- Texts and controls ------------------------------------------------------------------------ */

async function checkLayout(width, height) {
    const page = await open("#scene=foo", { viewport: { width, height } });
    await page.waitForTimeout(300);
    check(/There is no scene .foo./.test(await page.locator("#message").textContent()), "foo is a scene");
    const wide = await page.evaluate(() => [...document.querySelectorAll("header, footer, nav, aside, .sheet, header *, footer *, nav *, aside *")]
        .filter((e) => e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1).map((e) => e.id || e.tagName));
    check(wide.length === 0 || wide.join() === "short", `${width} wide: these are wider: ${wide}`);
    await page.context().close();
}

async function checkControls() {
    const page = await open("#scene=galperin");
    const seen = await page.locator("[aria-current=true]").evaluate((card) => {
        const here = card.getBoundingClientRect(), list = card.closest("nav").getBoundingClientRect();
        return here.top >= list.top && here.bottom <= list.bottom;
    });
    check(seen, "the list does not show its scene");
    const names = () => page.locator("#world .param > span").allTextContents();
    check((await names()).join() === "gravity", `an event world has ${await names()}`);
    await page.evaluate(() => window.evolute.choose(4));
    check((await names()).length === 4, `a world in steps has ${await names()}`);
    const bare = await page.locator("input").evaluateAll((all) => all.filter((i) => !i.labels.length).length);
    check(bare === 0, `${bare} sliders have no labels`);
    await page.context().close();
}

/* ---- Hashes and times -------------------------------------------------------------------------- */

const hashAfter = (page, number) => page.evaluate(([n, steps]) => {
    window.evolute.choose(n);
    window.evolute.engine.calls.page_pause(1);
    window.evolute.engine.calls.page_steps(steps);
    return window.evolute.engine.hash();
}, [number, STEPS]);

async function checkHashes(page, entries) {
    for (const [number, entry] of entries.entries()) {
        if (entry.demo) continue;
        const told = execFileSync(`${build}/evolute-run`, [entry.name, "--time", String(STEPS / 60), "--no-picture"], { encoding: "utf8" });
        const native = told.match(/^state hash +(\w+)/m)[1], here = await hashAfter(page, number);
        check(native === here, `${entry.name}: hash ${here}, native ${native}`);
    }
}

async function tellFrames(hash) {
    const page = await open(hash);
    await page.waitForTimeout(1000);
    const { frames, ms } = await page.evaluate(() => new Promise((done) => {
        let frames = 0;
        const begun = performance.now();
        const count = (now) => {
            ++frames;
            if (now - begun < 3000) return requestAnimationFrame(count);
            done({ frames: frames / 3, ms: window.evolute.engine.state().stepMs });
        };
        requestAnimationFrame(count);
    }));
    console.log(`${hash.slice(7)}: ${frames.toFixed(0)} frames a second, ${ms.toFixed(2)} ms a step`);
    await page.context().close();
}

/* ---- Pictures ---------------------------------------------------------------------------------- */

async function takePictures() {
    const shots = [["page", "", 1440, 900, "light"], ["page-dark", "#scene=car", 1440, 900, "dark"],
        ["page-demo", "#scene=fit", 1440, 900, "light"], ["page-phone", "", 360, 640, "light"],
        ["page-phone-dark", "#scene=overlap", 360, 640, "dark"]];
    for (const [name, hash, width, height, colorScheme] of shots) {
        const page = await open(hash, { viewport: { width, height }, colorScheme });
        await page.waitForTimeout(2500);
        await page.waitForFunction(() => window.evolute.pictures.idle, null, { timeout: 60000 });
        await page.screenshot({ path: join(folder, `${name}.png`) });
        await page.context().close();
    }
}

if (folder) for (const part of ["rounds", "scenes"]) mkdirSync(join(folder, part), { recursive: true });
await checkFirst();
await checkPhone();
await checkPlay();
const page = await open("");
const entries = await page.evaluate(() => window.evolute.catalogue.entries);
await checkDrawing(page, entries);
for (const [number, entry] of entries.entries()) if (entry.demo) await checkRounds(page, number, entry);
await checkHashes(page, entries);
await page.context().close();
await checkDrag();
await checkTouch();
await checkTools();
await checkPast();
await checkRecord();
await checkRecordTouch();
await checkAddress("#scene=mixed&count=77&seed=99&world.substeps=6", ["count=77", "seed=99", "substeps=6", "step="]);
await checkAddress("#scene=break", ["step="]);
await checkAddress("#scene=break", ["time="], (page) => page.locator("#step").click());
await checkSlices();
await checkGame();
await checkControls();
for (const [width, height] of [[360, 640], [800, 900], [1280, 720]]) await checkLayout(width, height);
for (const scene of ["pile&count=2000", "boxes&rows=62", "ragdolls"]) await tellFrames(`#scene=${scene}`);
if (folder) await takePictures();
await browser.close();
server.close();
console.log(failed ? `page: ${failed} failed` : `page: all is well with ${entries.length} scenes and demonstrations`);
process.exit(failed ? 1 : 0);
