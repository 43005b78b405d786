// The banner while there is no connection: what was shown stays, and it says when it tries again.

import { element, setText } from "./dom.js";
import { span } from "./times.js";

// A server that is started again is back before anybody needs to know.
const grace = 900;

export class OfflineBanner {
  #timer;
  #since;

  constructor(box, retry) {
    this.box = box;
    this.words = element("span");
    this.retry = element("button", { type: "button", className: "button small", textContent: "Try now" });
    this.retry.addEventListener("click", retry);
    box.append(this.words, this.retry);
  }

  show(state) {
    clearTimeout(this.#timer);
    if (state.phase === "open" || state.phase === "signed-out") {
      this.#since = undefined;
      this.box.hidden = true;
      document.documentElement.classList.remove("is-offline");
      return;
    }
    this.#since ??= Date.now();
    const wait = this.#since + grace - Date.now();
    if (wait > 0) {
      this.#timer = setTimeout(() => this.show(state), wait);
      return;
    }
    this.box.hidden = false;
    document.documentElement.classList.add("is-offline");
    const left = state.until ? state.until - Date.now() : 0;
    setText(this.words, left > 500
      ? `Not connected to the server. Trying again in ${span(left / 1000)}.`
      : "Not connected to the server. Trying again…");
    if (left > 0) this.#timer = setTimeout(() => this.show(state), 1000);
  }
}
