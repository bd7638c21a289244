// Opens a report in headless Chromium and checks what a reader relies on: no error, no request, no
// violation of the page's policy, an early first paint, and filters that an address names.
//
//     node report.mjs REPORT.html [SCREENSHOT.png WIDTH HEIGHT light|dark FRAGMENT]
//
// It speaks the DevTools protocol over a pipe (--remote-debugging-pipe: messages on descriptors 3
// and 4, each ended by a zero byte), so that no port is opened.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [report, screenshot, width = "1200", height = "1000", scheme = "light", fragment = ""] =
  process.argv.slice(2);
const page = pathToFileURL(resolve(report)).href;
const profile = mkdtempSync(join(tmpdir(), "hatpin-browser-"));
const browser = spawn(process.env.CHROMIUM || "chromium", [
  "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
  "--disable-background-networking", `--user-data-dir=${profile}`, "--remote-debugging-pipe",
  "about:blank",
], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });

let number = 0, rest = Buffer.alloc(0);
const waiting = new Map(), listeners = [];
browser.stdio[4].on("data", (data) => {
  rest = Buffer.concat([rest, data]);
  for (let end; (end = rest.indexOf(0)) >= 0; rest = rest.subarray(end + 1)) {
    const message = JSON.parse(rest.subarray(0, end).toString());
    const answer = waiting.get(message.id);
    if (answer) {
      waiting.delete(message.id);
      if (message.error) answer.reject(new Error(message.error.message));
      else answer.resolve(message.result);
    } else listeners.forEach((listen) => listen(message));
  }
});
const ask = (method, params = {}, sessionId = undefined) => new Promise((resolve, reject) => {
  number += 1;
  waiting.set(number, { resolve, reject });
  browser.stdio[3].write(JSON.stringify({ id: number, method, params, sessionId }) + "\0");
});
const next = (method) => new Promise((resolve) => {
  const listen = (message) => {
    if (message.method !== method) return;
    listeners.splice(listeners.indexOf(listen), 1);
    resolve(message.params);
  };
  listeners.push(listen);
});

const faults = [];
const check = (holds, words) => { if (!holds) faults.push(words); };

const run = async () => {
  const { targetId } = await ask("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await ask("Target.attachToTarget", { targetId, flatten: true });
  const tell = (method, params) => ask(method, params, sessionId);
  const value = async (expression) => {
    const { result, exceptionDetails } =
      await tell("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.text + ": " + expression);
    return result.value;
  };
  const requests = [];
  listeners.push(({ method, params }) => {
    if (method === "Runtime.exceptionThrown")
      faults.push("the script threw: " + params.exceptionDetails.exception?.description);
    if (method === "Runtime.consoleAPICalled") faults.push("the console got " + params.type);
    if (method === "Log.entryAdded") faults.push("the log got: " + params.entry.text);
    if (method === "Network.requestWillBeSent") requests.push(params.request.url);
  });
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await tell(domain + ".enable");
  await tell("Emulation.setDeviceMetricsOverride",
    { width: +width, height: +height, deviceScaleFactor: 1, mobile: false });
  await tell("Emulation.setEmulatedMedia",
    { features: [{ name: "prefers-color-scheme", value: scheme }] });
  // The script answers an address a little later; on a busy machine much later.
  const holds = async (expression) => {
    for (let times = 0; times < 50; times += 1) {
      if (await value(expression).catch(() => false)) return true;
      await new Promise((wake) => setTimeout(wake, 100));
    }
    return false;
  };
  // A page that differs only in its fragment would not be loaded anew.
  const open = async (fragment) => {
    const left = next("Page.loadEventFired");
    await tell("Page.navigate", { url: "about:blank" });
    await left;
    const loaded = next("Page.loadEventFired");
    await tell("Page.navigate", { url: page + fragment });
    await loaded;
  };

  if (screenshot) {
    await open(fragment);
    await value("new Promise((found) => setTimeout(found, 500))");
    const { data } = await tell("Page.captureScreenshot", {});
    writeFileSync(screenshot, Buffer.from(data, "base64"));
    return;
  }

  await open("");
  // Printed and not judged: it depends on what else the machine does.
  const paint = await value(`new Promise((found) => new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName("first-contentful-paint")) found(entry.startTime);
  }).observe({ type: "paint", buffered: true }))`);
  check(statSync(report).size < 3_000_000, "the page has more than 3 MB");
  check(await value(`document.documentElement.lang === "en"`), "the page names no language");
  check(await value(`document.querySelectorAll("h1").length === 1`), "there is not one h1");
  check(await value(`["header", "nav", "main"].every((name) => document.querySelector(name))`),
    "a landmark is missing");
  check(await value(`document.querySelector("#filter")?.hidden !== true`), "the filter is hidden");
  check(await value(`document.documentElement.scrollWidth <= innerWidth`),
    `the page is wider than ${width} pixels`);
  check(await value(`[...document.querySelectorAll("a[href]")].every((link) => {
    const to = link.getAttribute("href");
    return to.startsWith("#?") || document.getElementById(to.slice(1));
  })`), "a link leads nowhere");
  check(await value(`[...document.querySelectorAll("input, select")].every((one) => one.labels.length)`),
    "a field has no label");

  const rows = await value(`document.querySelectorAll("#results tbody tr").length`);
  if (rows > 0) await results(value, holds, open);
  else {
    const severity = await value(`document.querySelector("article[data-v]")?.dataset.v`);
    if (severity) {
      await open("#?severity=" + severity);
      check(await holds(`[...document.querySelectorAll("article[data-v]")]
        .every((one) => one.hidden === (one.dataset.v !== "${severity}"))`), "severity filters nothing");
    }
  }
  const foreign = requests.filter((url) => url !== "about:blank" && !url.startsWith(page));
  check(foreign.length === 0, "the page asked for " + foreign.join(", "));
  console.log(`first paint after ${Math.round(paint)} ms, ${rows} results`);
};

const results = async (value, holds, open) => {
  const visible = `[...document.querySelectorAll("#results tbody tr")].filter((one) => !one.hidden)`;
  const first = await value(`(() => {
    const cells = document.querySelector("#results tbody tr").cells;
    return { party: cells[2].textContent.trim(), id: cells[1].textContent.trim(),
      outcome: document.querySelector("#results tbody tr").dataset.o || "pass" };
  })()`);
  for (const name of ["party", "outcome"]) {
    if (!await value(`Boolean(document.querySelector("#filter [name=${name}]"))`)) continue;
    await open(`#?${name}=${encodeURIComponent(first[name])}`);
    const found = name === "party" ? "one.cells[2].textContent.trim()" : `(one.dataset.o || "pass")`;
    check(await holds(`document.getElementById("shown").value !== "" && ${visible}.length > 0 &&
      ${visible}.every((one) => ${found} === ${JSON.stringify(first[name])})`), `${name} filters nothing`);
  }
  await open("#?q=" + encodeURIComponent(first.id));
  check(await holds(`${visible}.some((one) => one.cells[1].textContent.trim() ===
    ${JSON.stringify(first.id)})`), "the text finds no case");
  await open("#?q=no-such-text-anywhere");
  check(await holds(`${visible}.length === 0 && !document.getElementById("none").hidden`),
    "a filter that nothing matches leaves results");
  await value(`document.querySelector("#filter [type=reset]").click()`);
  check(await holds(`${visible}.length === document.querySelectorAll("#results tbody tr").length`),
    "the reset leaves results out");
  await open("#" + encodeURIComponent(`${first.id}@${first.party}`));
  check(await holds(`Boolean(document.querySelector("tr.here, article:target"))`),
    "an id opens nothing");
};

const deadline = setTimeout(() => { console.error("no answer in a minute"); browser.kill(); process.exit(1); }, 60_000);
try {
  await run();
} catch (error) {
  faults.push(String(error));
}
clearTimeout(deadline);
const ended = new Promise((resolve) => browser.on("exit", resolve));
browser.kill();
await ended;
try { rmSync(profile, { recursive: true, force: true, maxRetries: 5 }); } catch { /* Left to the system. */ }
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
