// The dock at the bottom of the window: works that are under way, what went wrong, short messages. It lies
// over the page, so that nothing below it moves.

import { announce } from "./announce.js";
import { element, icon } from "./dom.js";

const toastSeconds = 6;
const errorSeconds = 30;

export class Dock {
  constructor() {
    this.works = element("div", { className: "works" });
    this.toasts = element("div", { className: "toasts" });
    this.element = element("div", { className: "dock", popover: "manual", role: "region", "aria-label": "Works and messages" }, this.works, this.toasts);
    document.body.append(this.element);
    this.raise();
    // A dialog would cover the dock.
    addEventListener("toggle", ({ target, newState }) => {
      if (target.matches("dialog") && newState === "open") this.raise();
    }, true);
  }

  raise() {
    this.element.hidePopover();
    this.element.showPopover();
  }

  /** A short message that goes by itself, later while somebody points at it. The same message stands here once. */
  toast(text, tone = "info", seconds = tone === "error" ? errorSeconds : toastSeconds) {
    for (const note of [...this.toasts.children]) {
      if (note.firstChild.textContent === text) note.remove();
    }
    const close = element("button", { type: "button", className: "icon-button", "aria-label": "Close this message" },
      icon("close"));
    const note = element("div", { className: `toast tone-${tone}`, role: tone === "error" ? "alert" : undefined },
      element("p", { textContent: text, dir: "auto" }), close);
    close.addEventListener("click", () => note.remove());
    this.toasts.append(note);
    if (tone !== "error") announce(text);
    this.raise();
    const leave = () => {
      if (note.matches(":hover, :focus-within")) setTimeout(leave, 1000);
      else note.remove();
    };
    setTimeout(leave, seconds * 1000);
    while (this.toasts.children.length > 4) this.toasts.firstChild.remove();
    return note;
  }
}
