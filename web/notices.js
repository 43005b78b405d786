// Words in place of a screen: why it is not there, and what can be done.

import { own } from "./begun.js";
import { element } from "./dom.js";

const notice = (level, title, text, control, role) => element("div", { className: "empty-state", role },
  element(level, { textContent: title }), element("p", { textContent: text, dir: "auto" }), control);

/** @param isEmpty whether there are no screens at all */
export const missing = (isEmpty) => isEmpty
  ? notice("h1", "There are no screens yet", "A program gets one with a few lines of Lua: see docs/screens.md.")
  : notice("h1", "There is no such screen", "It may have been removed, or renamed. The others are in the navigation.");

/** @param tryAgain called when somebody wants so */
export function failed(text, tryAgain) {
  const again = element("button", { type: "button", className: "button strong", textContent: "Try again" });
  again.addEventListener("click", tryAgain);
  return notice("h2", "This screen cannot be shown", text, again, "alert");
}

export const gone = (text) => notice("h2", "This screen is gone", text,
  element("a", { className: "button strong", href: own("/"), textContent: "See what is there" }), "alert");
