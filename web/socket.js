// The tab's side of the socket: opens screens through the hub, in the worker or here.

export class Client {
  #open = new Map();
  #calls = new Map();
  #count = 0;
  #post = () => {};
  #join;

  /** @param onState called with {phase: connecting, open, waiting or signed-out, until?, again?} */
  constructor(onState) {
    this.onState = onState;
    // A worker takes a while to come up: it does so while the page asks who is there.
    if (globalThis.SharedWorker) this.#share();
  }

  /** Connects; not before somebody is signed in. */
  start() {
    if (this.#join) this.#join();
    else this.#stayAlone();
    addEventListener("pagehide", () => this.#post({ type: "leave" }));
    addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });
    addEventListener("online", () => this.wake());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.wake(); });
  }

  #share() {
    let worker;
    try {
      worker = new SharedWorker("/page/worker.js", { type: "module", name: "mixhost" });
    } catch {
      return;
    }
    const { port } = worker;
    port.addEventListener("message", ({ data }) => this.#receive(data));
    port.start();
    let hasJoined = false;
    worker.addEventListener("error", () => {
      this.#join = undefined;
      if (hasJoined) this.#stayAlone();
    });
    this.#join = () => {
      hasJoined = true;
      this.#post = (message) => port.postMessage(message);
      port.postMessage({ type: "join" });
      if (navigator.locks) this.#hold(port);
    };
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
    const hub = new Hub(socketAddress(location));
    const port = hub.join((message) => queueMicrotask(() => this.#receive(message)));
    this.#post = (message) => hub.receive(port, message);
    for (const [id, { screen }] of this.#open) this.#post({ type: "open", id, screen });
  }

  #receive(message) {
    if (message.type === "state") return this.onState(message);
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

  /** Opens a screen: `receive` gets tree, patch, error and ended. */
  open(screen, receive) {
    let id;
    const begin = () => {
      id = ++this.#count;
      this.#open.set(id, { screen, receive });
      this.#post({ type: "open", id, screen });
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
      act: (action, args) => new Promise((settle) => {
        const call = ++this.#count;
        this.#calls.set(call, settle);
        this.#post({ type: "act", id, call, action, args });
      }),
      window: (node, from, count) => this.#post({ type: "window", id, node, from, count }),
    };
  }
}
