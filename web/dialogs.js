// Modal dialogs: who opened one gets the focus back.

import { element, icon } from "./dom.js";

/** Asks before something is done; the promise says whether it shall be. */
export function ask(words, label) {
  const yes = element("button", { className: "button strong", value: "yes", textContent: label ?? "Yes" });
  const no = element("button", { className: "button", value: "", textContent: "Cancel", autofocus: true });
  const text = element("p", { textContent: words, dir: "auto", id: "question" });
  const dialog = element("dialog", { className: "question", role: "alertdialog", "aria-labelledby": "question" },
    element("form", { method: "dialog" }, text, element("div", { className: "row end" }, no, yes)));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((settle) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      settle(dialog.returnValue === "yes");
    });
  });
}

/**
 * A dialog that the tree opens and closes. Leaving it (Escape, its button, a click beside it) asks the
 * program to close it; it is hidden at once and comes back if the program does not.
 */
export class TreeDialog {
  #opener;
  #key;
  #isHiding = false;

  constructor(titleId, onLeave) {
    this.onLeave = onLeave;
    this.close = element("button", { type: "button", className: "icon-button close", "aria-label": "Close" },
      icon("close"));
    this.element = element("dialog", { className: "sheet", "aria-labelledby": titleId }, this.close);
    this.close.addEventListener("click", () => this.leave());
    this.element.addEventListener("cancel", (event) => {
      if (event.target !== this.element) return;
      event.preventDefault();
      this.leave();
    });
    // A browser may close a dialog without asking, at a second Escape.
    this.element.addEventListener("close", () => { if (!this.#isHiding) this.leave(); });
    this.element.addEventListener("mousedown", (event) => {
      if (event.target === this.element) this.leave();
    });
  }

  /** To be called when the element is in the page. */
  show() {
    if (this.element.open || !this.element.isConnected) return;
    const focused = document.activeElement;
    if (!this.#opener || focused !== document.body) {
      this.#opener = focused;
      this.#key = focused?.closest("[data-key]")?.dataset.key;
    }
    this.#isHiding = false;
    this.element.showModal();
    // The name of what is shown is read first, not the button that closes it.
    this.element.querySelector("[autofocus]")?.focus();
  }

  async leave() {
    this.hide();
    if (!await this.onLeave() && this.element.isConnected) this.show();
  }

  hide() {
    this.#isHiding = true;
    if (this.element.open) this.element.close();
    const again = this.#opener?.isConnected ? this.#opener
      : this.#key && document.querySelector(`[data-key="${CSS.escape(this.#key)}"] :is(button, a)`);
    again?.focus({ preventScroll: true });
  }
}
