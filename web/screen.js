// One open screen: gets its tree and its patches, and has what its nodes share.

import { announce } from "./announce.js";
import { element, setText } from "./dom.js";
import { applied } from "./patch.js";
import { skeleton } from "./skeleton.js";
import { missingKinds, viewOf } from "./tree.js";

// How long a screen that has just begun to load is held back.
const patience = 2000;

/** Whether a tree says that it, or a list of it that is still empty, is loading. */
const isBeginning = (tree) => Boolean(tree.loading) || (tree.children ?? []).some(
  ({ loading, rows, items }) => loading && (rows ?? items)?.length === 0);

export class ScreenView {
  #tree;
  #view;
  #error;
  #before = Promise.resolve();
  #isWaiting = false;
  #first;
  #addressing;
  #held;
  #calls = 0;
  #lastCall = -Infinity;
  #since = Date.now();

  constructor(client, entry, shell) {
    this.name = entry.name;
    this.shell = shell;
    this.title = element("h1", { textContent: entry.title, dir: "auto", tabIndex: -1 });
    this.body = element("div", { className: "screen-body" }, skeleton(entry.name));
    this.element = element("section", { className: "screen", "aria-label": entry.title }, this.title, this.body);
    if (entry.name === "host/settings") import("./theme.js").then(({ offer }) => offer(this.title));
    this.element.setAttribute("aria-busy", "true");
    this.open = client.open(entry.name, (message) => this.#receive(message));
    missingKinds(skeleton.kinds(entry.name).map((kind) => ({ kind })));
    this.context = {
      screen: this, depth: -1, path: [],
      act: (action, args) => this.#act(action, args),
      window: (path, from, count) => this.open.window(path, from, count),
      say: (text, isCount) => { if (this.element.isConnected) announce(text, isCount); },
      toast: (text, tone, seconds) => this.#toast(text, tone, seconds),
      go: (path) => shell.go(path),
    };
  }

  // In their order, though some wait for the modules of their kinds.
  #receive(message) {
    const values = message.tree ? [message.tree] : message.patches?.map(({ value }) => value) ?? [];
    const missing = missingKinds(values);
    if (missing || this.#isWaiting) {
      this.#isWaiting = true;
      const turn = this.#before.then(() => missing).then(() => {
        if (this.#before === turn) this.#isWaiting = false;
        this.#take(message);
      });
      this.#before = turn;
    } else {
      this.#take(message);
    }
  }

  #take(message) {
    switch (message.type) {
      case "tree":
        if (message.title) this.#name(message.title);
        return this.#show(message.tree);
      case "patch": return this.#patch(message.patches);
      case "error": return this.#failed(message.message);
      case "ended": return this.#ended(message);
    }
  }

  #name(title) {
    setText(this.title, title);
    this.element.setAttribute("aria-label", title);
    if (this.element.isConnected) this.shell.named(title);
  }

  #patch(patches) {
    let tree;
    try {
      tree = applied(this.#tree, patches);
    } catch {
      return this.open.reopen();
    }
    this.#show(tree);
  }

  // Half a screen would jump as the rest comes.
  #show(tree) {
    clearTimeout(this.#held);
    if (!this.#view && isBeginning(tree) && !this.isLate) {
      this.#tree = tree;
      this.#held = setTimeout(() => {
        this.isLate = true;
        this.element.dataset.late = "";
        this.#show(this.#tree);
      }, this.#since + patience - Date.now());
      return;
    }
    this.#draw(tree);
  }

  #draw(tree) {
    this.#clearError();
    this.filters = tree.children?.find(({ kind }) => kind === "filters");
    if (this.#view && this.#tree.kind !== tree.kind) this.#view = undefined;
    if (!this.#view) {
      this.#view = viewOf(this.context, tree, []);
      this.#view.update(tree);
      this.body.replaceChildren(this.#view.element);
      this.element.removeAttribute("aria-busy");
    } else {
      this.#view.update(tree);
    }
    this.#tree = tree;
    if (this.element.isConnected) {
      this.shown();
      this.#first ??= tree;
      if (this.address) this.address.shown(tree, location.search, this.#calls > 0);
      else if (location.search) this.#addressed();
    }
  }

  // The address follows what somebody does, and is loaded with that.
  #addressed() {
    this.#addressing ??= import("./address.js").then(({ Address }) => {
      // An address may name what is gone, which is not reported.
      const act = async (action, args) => (await this.open.act(action, args)).type === "done";
      this.address = new Address(act, () => this.#tree);
      if (this.#first) this.address.shown(this.#first, location.search);
      return this.address;
    }).catch(() => { this.#addressing = undefined; });
    return this.#addressing;
  }

  /** Whether it shows a work itself. */
  has(label) { return this.#tree?.children?.some((node) => node.kind === "progress" && node.label === label); }

  /** Shows what the address says. */
  async follow() { (await this.#addressed())?.follow(location.search); }

  /** After it came into the page: dialogs open, lists measure. */
  shown() {
    for (const dialog of this.element.querySelectorAll("dialog.sheet")) {
      dialog.dispatchEvent(new Event("shown"));
    }
    skeleton.remember(this.name, this.#tree);
  }

  async #act(action, args) {
    this.#calls += 1;
    const before = this.#tree;
    const address = this.#addressed();
    const answer = await this.open.act(action, args);
    this.#calls -= 1;
    this.#lastCall = performance.now();
    if (answer.type === "done") {
      if (this.element.isConnected) (await address)?.done(before, action, args);
      return true;
    }
    this.#toast(answer.message, "error");
    return false;
  }

  // A message of a screen that nobody sees any more says whose it is.
  #toast(text, tone, seconds) {
    const words = this.element.isConnected ? text : `${this.title.textContent}: ${text}`;
    return this.shell.dock.toast(words, tone, seconds);
  }

  /** Brings the outcome of the user's own action into sight: a form may be far below it. */
  reveal(outcome) {
    if (this.#calls === 0 && performance.now() - this.#lastCall > 1000) return;
    requestAnimationFrame(() => {
      const { top, bottom } = outcome.getBoundingClientRect();
      if (outcome.isConnected && (top < 0 || bottom > innerHeight)) outcome.scrollIntoView({ block: "center" });
    });
  }

  #failed(text) {
    this.#clearError();
    clearTimeout(this.#held);
    if (this.#view) {
      const words = `${this.title.textContent} could not be brought up to date: ${text}`;
      this.#error = this.shell.dock.toast(words, "error", 1e6);
      return;
    }
    this.element.removeAttribute("aria-busy");
    this.#notice(({ failed }) => failed(text, () => {
      this.body.replaceChildren(skeleton(this.name));
      this.open.reopen();
    }));
  }

  async #notice(make) {
    const notice = make(await import("./notices.js"));
    if (!this.#view) this.body.replaceChildren(notice);
  }

  #clearError() {
    this.#error?.remove();
    this.#error = undefined;
  }

  #ended({ reason, message }) {
    clearTimeout(this.#held);
    // A server that stops is often back soon: what is shown stays, and is opened again automatically.
    if (reason === "stopped") return;
    // The author of a program sees at once what they have changed.
    if (reason === "changed") {
      this.open.reopen();
      return this.shell.reload();
    }
    this.#view = undefined;
    this.#clearError();
    if (reason === "failed" || reason === "refused") return this.#failed(message);
    this.shell.forget(this);
    this.element.removeAttribute("aria-busy");
    this.#notice(({ gone }) => gone(message));
    this.shell.reload();
  }

  close() {
    this.open.close();
    this.#clearError();
    this.element.remove();
  }
}
