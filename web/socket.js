// The tab's side of the socket: opens screens through the hub, in the worker or here.

import { begun, root } from "./begun.js";

export class Client {
  #open = new Map();
  #calls = new Map();
  #count = 0;
  #early = [];
  // The page shows what came with it before it is connected.
  #post = (message) => { if (message.type !== "open") this.#early.push(message); };

  /** @param told called with {phase: connecting, open, waiting or signed-out, until?, again?}, and with {works} */
  constructor(told) { this.told = told; }

  /** Connects; not before somebody is signed in. What is seen first comes without it. */
  start() {
    setTimeout(() => this.#connect());
    addEventListener("pagehide", () => this.#post({ type: "leave" }));
    addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });
    addEventListener("online", () => this.wake());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.wake(); });
  }

  #connect() {
    try {
      this.#share(new SharedWorker(`${begun.files}hub.js`, { type: "module", name: `mixhost${root}` }));
    } catch {
      this.#stayAlone();
    }
  }

  #share(worker) {
    const { port } = worker;
    port.addEventListener("message", ({ data }) => this.#receive(data));
    worker.addEventListener("error", () => this.#stayAlone());
    port.postMessage({ type: "join" });
    port.start();
    if (navigator.locks) this.#hold(port);
    this.#joined((message) => port.postMessage(message));
  }

  #joined(post) {
    this.#post = post;
    for (const [id, { asked }] of this.#open) post({ type: "open", id, ...asked });
    for (const message of this.#early.splice(0)) post(message);
  }

  // The tab's lock, as long as it lives.
  #hold(port) {
    const lock = `mixhost-tab-${Date.now()}-${Math.random()}`;
    navigator.locks.request(lock, () => {
      port.postMessage({ type: "hello", lock });
      return new Promise(() => {});
    });
  }

  async #stayAlone() {
    const { Hub, socketAddress } = await import("./hub.js");
    const hub = new Hub(socketAddress(location, root));
    const port = hub.join((message) => queueMicrotask(() => this.#receive(message)));
    this.#joined((message) => hub.receive(port, message));
  }

  #receive(message) {
    if (message.type === "state" || message.works) return this.told(message);
    if (message.type === "done" || message.type === "failed") {
      const settle = this.#calls.get(message.call);
      this.#calls.delete(message.call);
      return settle?.(message);
    }
    this.#open.get(message.id)?.receive(message);
  }

  retry() { this.#post({ type: "retry" }); }

  wake() { this.#post({ type: "wake" }); }

  signOut() { this.#post({ type: "sign-out" }); }

  /** Does what a work offers, whichever screen has it. */
  work(of, action, args) { return this.#call({ type: "work", id: of, action, args }); }

  #call(message) {
    return new Promise((settle) => {
      const call = ++this.#count;
      this.#calls.set(call, settle);
      this.#post({ ...message, call });
    });
  }

  /** Opens a screen: `receive` gets tree, patch, error and ended. */
  open(screen, receive) {
    let id;
    const begin = () => {
      id = ++this.#count;
      // The tree that came with the page is good once.
      const first = begun.first?.screen === screen ? begun.first : {};
      begun.first = undefined;
      const open = { receive, asked: { screen, ticket: first.ticket } };
      this.#open.set(id, open);
      if (first.tree) queueMicrotask(() => receive({ ...first, type: "tree" }));
      this.#post({ type: "open", id, ...open.asked });
    };
    const close = () => {
      this.#open.delete(id);
      this.#post({ type: "close", id });
    };
    begin();
    return {
      close,
      /** Begins anew, for a tree that cannot be patched any more. */
      reopen: () => { close(); begin(); },
      /** @returns a promise of {type: "done"} or {type: "failed", message} */
      act: (action, args) => this.#call({ type: "act", id, action, args }),
      /** Somebody looks at it again. */
      look: () => this.#post({ type: "look", id }),
      window: (node, from, count) => this.#post({ type: "window", id, node, from, count }),
    };
  }
}
