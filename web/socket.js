// The tab's side of the socket: opens screens through the hub, in the worker or here.

export class Client {
  #open = new Map();
  #calls = new Map();
  // begin.js has opened the first.
  #count = 1;
  #early = [];
  #post = () => {};
  #join;

  /** @param onState called with {phase: connecting, open, waiting or signed-out, until?, again?} */
  constructor(onState) {
    this.onState = onState;
    if (begun.worker && !begun.hasFailed) this.#share(begun.worker);
    else begun.screen = undefined;
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

  #share(worker) {
    const { port } = worker;
    port.addEventListener("message", ({ data }) => this.#receive(data));
    let hasJoined = false;
    worker.addEventListener("error", () => {
      this.#join = begun.screen = undefined;
      if (hasJoined) this.#stayAlone();
    });
    this.#join = () => {
      hasJoined = true;
      this.#post = (message) => port.postMessage(message);
      if (!begun.hasJoined) port.postMessage({ type: "join" });
      port.start();
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
    const open = this.#open.get(message.id);
    if (open) open.receive(message);
    else if (message.id === 1 && begun.screen) this.#early.push(message);
  }

  retry() { this.#post({ type: "retry" }); }

  wake() { this.#post({ type: "wake" }); }

  signOut() { this.#post({ type: "sign-out" }); }

  /** Opens a screen: `receive` gets tree, patch, error and ended. */
  open(screen, receive) {
    let id;
    const begin = () => {
      const isBegun = screen === begun.screen;
      if (begun.screen && !isBegun) this.#post({ type: "close", id: 1 });
      begun.screen = undefined;
      id = isBegun ? 1 : ++this.#count;
      this.#open.set(id, { screen, receive });
      if (!isBegun) return this.#post({ type: "open", id, screen });
      // Its messages that have come already.
      queueMicrotask(() => { for (const message of this.#early.splice(0)) receive(message); });
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
