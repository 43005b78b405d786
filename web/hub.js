// The one socket of a browser: carries the screens of all its tabs. It runs in a SharedWorker, or in the tab
// itself where there are none.

const firstPause = 400;
const longestPause = 15000;
const patience = 5000;

// A message for all tabs as one of them gets it: works with an id are for the screen's own tab.
function ownOf(port, message) {
  if (!message.works) return message;
  const ids = new Set(port.ids.values());
  return { ...message, works: message.works.filter(({ id }) => id === undefined || ids.has(id)) };
}

export class Hub {
  #ports = new Set();
  #open = new Map();
  #calls = new Map();
  #early = [];
  #socket;
  // The newest messages of each type that all tabs get.
  #told = { state: { type: "state", phase: "connecting" } };
  #pause = firstPause;
  #timer;
  #count = 0;
  #heard = 0;
  #ticked = Date.now();

  constructor(address) {
    this.address = address;
    // A clock that jumps means that the machine slept: then a socket may be dead without a word.
    setInterval(() => {
      const now = Date.now();
      if (now - this.#ticked > 15000) this.#wake();
      this.#ticked = now;
    }, 5000);
  }

  /** A tab comes: `post` gets its messages. */
  join(post) {
    const port = { post, ids: new Map() };
    this.#ports.add(port);
    for (const message of Object.values(this.#told)) post(ownOf(port, message));
    if (!this.#socket && this.#state.phase !== "waiting") this.#connect();
    return port;
  }

  leave(port) {
    for (const id of port.ids.values()) this.#close(id);
    this.#ports.delete(port);
  }

  /** The messages of a tab: open, act, work, look, window, close, retry, wake, leave, sign-out. */
  receive(port, message) {
    const id = port.ids.get(message.id);
    switch (message.type) {
      case "open": return this.#opened(port, message);
      case "close":
        port.ids.delete(message.id);
        return this.#close(id);
      case "act": return this.#act(port, id, message);
      case "work": return this.#act(port, message.id, message);
      case "look":
      case "window": return this.#send({ ...message, id });
      case "retry": return this.#connect();
      case "wake": return this.#wake();
      case "leave": return this.leave(port);
      case "sign-out":
        this.#tell({ type: "state", phase: "signed-out" });
        return this.#socket?.close();
    }
  }

  #opened(port, { id: own, screen, ticket }) {
    const id = ++this.#count;
    port.ids.set(own, id);
    this.#open.set(id, { port, own, screen, ticket });
    this.#ask(id);
  }

  // A ticket is good once.
  #ask(id) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    const open = this.#open.get(id);
    this.#send({ type: "open", id, screen: open.screen, ticket: open.ticket });
    open.ticket = undefined;
  }

  #close(id) {
    if (this.#open.delete(id)) this.#send({ type: "close", id });
  }

  #act(port, id, { type, id: own, call: ownCall, action, args }) {
    if (this.#socket?.readyState !== WebSocket.OPEN && !this.#isBeginning) {
      return port.post({
        type: "failed", id: own, call: ownCall, message: "There is no connection: nothing was done.",
      });
    }
    const call = ++this.#count;
    this.#calls.set(call, { port, own, ownCall });
    this.#send({ type, id, call, action, args });
  }

  // It connects for the first time: pages that have their first tree are used already.
  get #isBeginning() { return this.#socket?.readyState === WebSocket.CONNECTING && !this.#state.again; }

  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
    else if (this.#isBeginning) this.#early.push(message);
  }

  #tell(message) {
    this.#told[message.type] = message;
    for (const port of this.#ports) port.post(ownOf(port, message));
  }

  get #state() { return this.#told.state; }

  #connect() {
    clearTimeout(this.#timer);
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    this.#tell({ type: "state", phase: "connecting", again: this.#state.again ?? false });
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    const limit = setTimeout(() => socket.close(), patience * 2);
    let hasOpened = false;
    socket.addEventListener("open", () => {
      clearTimeout(limit);
      hasOpened = true;
      this.#heard = Date.now();
      this.#tell({ type: "state", phase: "open" });
      this.#tell({ type: "works", works: [] });
      for (const id of this.#open.keys()) this.#ask(id);
      for (const message of this.#early.splice(0)) this.#send(message);
    });
    socket.addEventListener("message", ({ data }) => this.#heardOf(JSON.parse(data)));
    socket.addEventListener("close", () => {
      clearTimeout(limit);
      if (this.#socket === socket) this.#lost(hasOpened);
    });
  }

  #heardOf(message) {
    this.#heard = Date.now();
    // Only a server that does its work makes the next pause short again.
    this.#pause = firstPause;
    const { type, id, call } = message;
    if (type === "works") return this.#tell(message);
    if (type === "done" || type === "failed") {
      const waiting = this.#calls.get(call);
      this.#calls.delete(call);
      waiting?.port.post({ ...message, id: waiting.own, call: waiting.ownCall });
      return;
    }
    const open = this.#open.get(id);
    open?.port.post({ ...message, id: open.own });
  }

  async #lost(hasOpened) {
    this.#socket = undefined;
    for (const { port, own, ownCall } of this.#calls.values()) {
      port.post({
        type: "failed", id: own, call: ownCall,
        message: "The connection was lost: it is not known whether this was done.",
      });
    }
    this.#calls.clear();
    this.#early = [];
    if (this.#ports.size === 0 || this.#state.phase === "signed-out") return;
    if (!hasOpened && await this.#isSignedOut()) {
      return this.#tell({ type: "state", phase: "signed-out" });
    }
    const pause = this.#pause * (0.8 + Math.random() * 0.4);
    this.#pause = Math.min(this.#pause * 2, longestPause);
    this.#tell({ type: "state", phase: "waiting", again: true, until: Date.now() + pause });
    this.#timer = setTimeout(() => this.#connect(), pause);
  }

  // A refused handshake says nothing to a script: the session does.
  async #isSignedOut() {
    try {
      const answer = await fetch("/api/session");
      return answer.ok && !(await answer.json()).signedIn;
    } catch {
      return false;
    }
  }

  #wake() {
    const socket = this.#socket;
    if (!socket) return this.#connect();
    if (socket.readyState !== WebSocket.OPEN || Date.now() - this.#heard < patience) return;
    const asked = Date.now();
    this.#send({ type: "ping" });
    setTimeout(() => {
      if (this.#socket !== socket || this.#heard >= asked) return;
      // The closing handshake of a dead socket would take a minute.
      this.#socket = undefined;
      socket.close();
      this.#lost(true);
    }, patience);
  }
}

export function socketAddress(location, root) {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${root}/api/screens/ws`;
}

// In a SharedWorker: one hub for all tabs of this browser.
if (globalThis.SharedWorkerGlobalScope) {
  const hub = new Hub(socketAddress(self.location, self.name.slice("mixhost".length)));

  self.addEventListener("connect", ({ ports: [messages] }) => {
    let port;
    messages.addEventListener("message", ({ data }) => {
      if (data.type === "join") {
        port = hub.join((message) => messages.postMessage(message));
        return;
      }
      if (data.type !== "hello") return hub.receive(port, data);
      // A tab holds its lock as long as it lives: whoever gets it next knows that the tab is gone, crashed
      // ones too. Only secure origins have locks; the others leave by their pagehide.
      navigator.locks?.request(data.lock, () => hub.leave(port));
    });
    messages.start();
  });
}
