// Ages count on: "5 min ago" in a text becomes "6 min ago", though nothing else has changed. The program wrote it when
// the text came; loaded some seconds after the page.

const pause = 5000;
const lengths = { s: 1, min: 60, h: 3600, d: 86400, second: 1, minute: 60, hour: 3600, day: 86400 };
const aged = /\b(\d+) (s|min|h|d|seconds?|minutes?|hours?|days?) ago\b/;
const now = () => performance.now() / 1000;
// By element: its words, when they came, and how old it was then.
const known = new WeakMap();

/** As lib/last_result.lua, or in whole words as times.js. */
export function ageText(seconds, isShort) {
  const whole = Math.floor(seconds);
  if (!isShort) {
    const [name, length] = [["day", 86400], ["hour", 3600], ["minute", 60]].find(([, size]) => whole >= size) ?? ["second", 1];
    const number = Math.floor(whole / length);
    return `${number} ${name}${number === 1 ? "" : "s"} ago`;
  }
  if (whole < 90) return `${whole} s ago`;
  if (whole < 5400) return `${Math.floor(whole / 60)} min ago`;
  return whole < 172800 ? `${Math.floor(whole / 3600)} h ago` : `${Math.floor(whole / 86400)} d ago`;
}

function tick(element) {
  const text = element.textContent;
  let one = known.get(element);
  if (one?.shown !== text) {
    const found = aged.exec(text);
    if (!found && !(element.localName === "time" && text === "just now")) return;
    const [, number = 0, unit = "seconds"] = found ?? [];
    const age = number * (lengths[unit] ?? lengths[unit.replace(/s$/, "")]);
    one = { shown: text, came: now() - age, isShort: /^(s|min|h|d)$/.test(unit) };
    known.set(element, one);
    return;
  }
  const seconds = now() - one.came;
  const words = ageText(seconds, one.isShort);
  if (text === "just now" && seconds < 60) return;
  one.shown = text === "just now" ? words : text.replace(aged, words);
  if (one.shown !== text) element.textContent = one.shown;
}

function tickAll() {
  if (document.hidden) return;
  const places = document.querySelectorAll(":is(main, dialog) :is(.kind-text, .note p, time)");
  for (const element of places) if (!element.firstElementChild) tick(element);
}

tickAll();
setInterval(tickAll, pause);
