// The fault of a value before it is sent, in the words of the server's own check.

const checks = {
  number: (text) => Number.isFinite(Number(text)) ? "" : "Write a number, such as 2.5.",
  integer: (text) => /^[+-]?\d+$/.test(text) ? "" : "Write a whole number.",
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) ? "" : "Write a date, such as 2026-11-21.",
  url: (text) => /^https:\/\/[^\s/]+/.test(text) ? "" : "Write an address that begins with https://.",
};

export function problemOf(field, value) {
  const text = value === undefined || value === null ? "" : String(value).trim();
  if (text === "") return field.required ? "This must not be empty." : "";
  return checks[field.type]?.(text) ?? "";
}
