// Times as people read them.

const units = [["day", 86400], ["hour", 3600], ["minute", 60]];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const dates = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
const moments = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** Milliseconds of seconds since 1970, or of a date's text; undefined for another text. */
export function moment(value) {
  if (typeof value === "number") return value * 1000;
  const text = String(value);
  const number = Number(text);
  if (text !== "" && Number.isFinite(number) && !/^\d{4}$/.test(text)) return number * 1000;
  const parsed = Date.parse(text);
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** {words, title}: "2 hours ago" and the full time; an old day as a date. */
export function spoken(value, now = Date.now()) {
  const time = moment(value);
  if (time === undefined) return { words: String(value), title: "" };
  const seconds = (time - now) / 1000;
  const title = moments.format(time);
  if (Math.abs(seconds) > 7 * 86400) return { words: dates.format(time), title };
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? [];
  return { words: unit ? relative.format(Math.trunc(seconds / length), unit) : "just now", title };
}

/** "12 s", "3 min 5 s": how long something still takes. */
export function span(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 ? `${minutes} min ${whole % 60} s` : `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
