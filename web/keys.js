// Keys that count anywhere on the page: the next entry, the one before, the search, the star, the list of keys. Loaded
// with the first of them.

import { element } from "./dom.js";
import { styled } from "./tree.js";

const things = ".row-button, .item-main:is(button, a)";
const names = [
  ["j, k", "the next entry, the one before"], ["Enter", "open it"], ["s", "its star, or its first action"],
  ["/", "search"], ["Escape", "close what is open"], ["Arrows, Home, End", "move in a list"],
  ["1 to 9, n, s", "in a doubt: this one, none, later"], ["?", "these keys"],
];

const send = (target, key) => target.dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

function inSight(list) {
  return list.find((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  }) ?? list[0];
}

function step(place, isDown) {
  const thing = place.contains(document.activeElement) && document.activeElement.closest("[data-place]");
  if (!thing) return inSight([...place.querySelectorAll(things)])?.focus();
  const isGrid = Boolean(thing.closest(".grid"));
  send(document.activeElement, isGrid ? (isDown ? "ArrowRight" : "ArrowLeft") : (isDown ? "ArrowDown" : "ArrowUp"));
}

function star() {
  const buttons = [...document.activeElement.closest("[data-place]")?.querySelectorAll(".item-actions button") ?? []];
  (buttons.find(({ textContent }) => /star/i.test(textContent)) ?? buttons[0])?.click();
}

async function explain() {
  if (document.querySelector("dialog.keys")) return;
  await styled("extras");
  const close = element("button", { className: "button strong", textContent: "Close", autofocus: true });
  const list = element("dl", {}, ...names.flatMap(([key, words]) => [
    element("dt", { textContent: key }), element("dd", { textContent: words })]));
  const dialog = element("dialog", { className: "question keys", "aria-labelledby": "keys-title" },
    element("form", { method: "dialog" }, element("h2", { id: "keys-title", textContent: "Keys" }), list,
      element("div", { className: "row end" }, close)));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

/** Does what a key means in the open dialog, or on the page. */
export function pressed({ key, altKey, ctrlKey, metaKey, defaultPrevented }) {
  if (altKey || ctrlKey || metaKey || (defaultPrevented && key !== "/")) return;
  if (key === "?") return explain();
  const dialogs = document.querySelectorAll("dialog:modal");
  const place = dialogs[dialogs.length - 1] ?? document.getElementById("main");
  const doubt = place.querySelector(".review");
  if (doubt && /^[1-9ns]$/.test(key)) return send(doubt, key);
  if (key === "/") return place.querySelector("input[type=search]")?.focus();
  if (key === "s") return star();
  if (key === "j" || key === "k") step(place, key === "j");
}
