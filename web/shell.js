// The page of `mixhost serve`: navigation, addresses, the session. The screens come over one socket.

import { begun, own, root } from "./begun.js";
import { Dock } from "./dock.js";
import { Navigation, screenOf } from "./navigation.js";
import { OfflineBanner } from "./offline.js";
import { ScreenView } from "./screen.js";
import { Client } from "./socket.js";

const signIn = async (...words) => (await import("./sign-in.js")).signIn(...words);

// Screens that stay open behind the one that is seen, with their state and their place.
const mostKept = 4;

class Shell {
  #kept = new Map();
  shown;
  works = [];
  #entries = [];

  constructor() {
    this.main = document.getElementById("main");
    this.dock = new Dock();
    this.navigation = new Navigation(document.getElementById("programs"), (path) => this.go(path));
    this.banner = new OfflineBanner(document.getElementById("offline"), () => this.client.retry());
    document.getElementById("sign-out").addEventListener("click", () => this.#signOut());
    document.querySelector(".brand").addEventListener("click", (event) => {
      event.preventDefault();
      this.go("/");
    });
    addEventListener("popstate", () => this.#route(true));
    history.scrollRestoration = "manual";
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.shown?.open.look(); });
    document.addEventListener("keydown", async (event) => {
      if (!/^[jksn/?1-9]$/.test(event.key) || event.target.closest?.("input, select, textarea")) return;
      if (event.key === "/") event.preventDefault();
      (await import("./keys.js")).pressed(event);
    });
  }

  start() {
    this.client = new Client((message) => this.#told(message));
    if (!begun.screens) return signIn(this.main);
    document.getElementById("sign-out").hidden = false;
    if (root) import("./demo.js").then(({ mark }) => mark(this.dock.toast.bind(this.dock)));
    this.#take(begun.screens);
    this.client.start();
  }

  /** Asks which screens there are. */
  async reload() { this.#take(await this.#ask()); }

  async #ask() {
    try {
      const answer = await fetch(`${root}/api/screens`);
      return answer.ok ? await answer.json() : undefined;
    } catch {
      return undefined;
    }
  }

  #take(entries) {
    if (!entries) {
      // The socket tells when the server is there again.
      if (this.#entries.length === 0) this.isWaiting = true;
      return;
    }
    this.#entries = entries;
    this.isWaiting = false;
    this.navigation.show(this.#entries);
    this.#route();
  }

  #told(state) {
    if (state.works) {
      this.works = state.works;
      return this.#showWorks();
    }
    this.isConnected = state.phase === "open";
    this.banner.show(state);
    if (state.phase === "signed-out") {
      this.#leaveAll();
      signIn(this.main, "The session has ended: sign in again.");
    }
    if (state.phase !== "open") return;
    // A server that was started again may have other screens.
    if (this.isWaiting || this.wasOpen) this.reload();
    this.wasOpen = true;
  }

  async #showWorks() {
    if (this.works.length + this.dock.works.childElementCount > 0) (await import("./works.js")).show(this);
  }

  /** Goes to a path of this page. */
  go(path) {
    path = own(path);
    if (path !== location.pathname) history.pushState(null, "", path);
    this.#route();
  }

  async #signOut() {
    try {
      await (await import("./session.js")).endSession(this.client);
    } catch {
      this.dock.toast("There is no connection: you are still signed in.", "error");
    }
  }

  named(title) { document.title = `${title} · mixhost`; }

  /** @param isStep whether Back or Forward has led here, whose address says what to show */
  #route(isStep = false) {
    const entry = screenOf(location.pathname, this.#entries);
    if (!entry) {
      // One that was here until now says itself why it is gone.
      return location.pathname === own(`/screens/${this.shown?.name}`) ? this.navigation.mark() : this.#showProblem();
    }
    if (!location.pathname.includes("/screens/")) history.replaceState(null, "", own(`/screens/${entry.name}`));
    if (this.shown?.name === entry.name) return isStep ? this.shown.follow() : undefined;
    const isFirst = !this.shown;
    this.#hide();
    const kept = this.#kept.get(entry.name);
    kept?.open.look();
    this.#show(kept ?? new ScreenView(this.client, entry, this), isFirst);
    if (kept) isStep ? kept.follow() : kept.address?.write();
    this.navigation.mark(entry.name);
  }

  #hide() {
    const screen = this.shown;
    if (!screen) return this.main.replaceChildren();
    screen.place = scrollY;
    screen.element.remove();
  }

  #show(screen, isFirst) {
    this.shown = screen;
    this.#kept.delete(screen.name);
    this.#kept.set(screen.name, screen);
    for (const [name, old] of [...this.#kept].slice(0, -mostKept)) {
      old.close();
      this.#kept.delete(name);
    }
    this.main.replaceChildren(screen.element);
    this.#showWorks();
    screen.shown();
    this.named(screen.title.textContent);
    scrollTo({ top: screen.place ?? 0, behavior: "instant" });
    // A user who went there by a link reads on there.
    if (!isFirst) screen.title.focus({ preventScroll: true });
  }

  /** A screen that is gone is another one when it is there again. */
  forget(screen) { if (this.#kept.get(screen.name) === screen) this.#kept.delete(screen.name); }

  #leaveAll() {
    for (const screen of this.#kept.values()) screen.close();
    this.#kept.clear();
    this.shown = undefined;
    this.navigation.show([]);
  }

  #showProblem() {
    this.#hide();
    this.shown = undefined;
    this.navigation.mark();
    const isEmpty = this.#entries.length === 0;
    this.named(isEmpty ? "No screens" : "No such screen");
    import("./notices.js").then(({ missing }) => { if (!this.shown) this.main.replaceChildren(missing(isEmpty)); });
  }
}

new Shell().start();
setTimeout(() => import("./ages.js"), 20000);
// Only secure origins and this machine have service workers.
navigator.serviceWorker?.register("/worker.js").catch(() => {});
