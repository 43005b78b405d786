// The address of what a screen shows: the choices of its filters, and what is open in it. Back, a reload and a
// bookmark lead to it again, by the actions that the screen itself offers. Some of these keep a choice or mark something
// as read, and an address may be another person's words: one that this page has not written is followed when its user
// says so.

const openName = "at";
const mostTries = 60;
const isOfView = (name) => name.startsWith("view.");

/** The nodes of a tree, itself first. */
function* nodes(node) {
  yield node;
  for (const child of node.children ?? []) yield* nodes(child);
}

function first(tree, accepts) {
  for (const node of nodes(tree)) if (accepts(node)) return node;
  return undefined;
}

const filtersOf = (tree) => first(tree, ({ kind }) => kind === "filters");
const detailOf = (tree) => first(tree, ({ kind, on_close: close }) => kind === "detail" && close);
const same = (one, other) => String(one ?? "") === String(other ?? "");
const isTyped = ({ type = "text" }) => type === "text";

/** A key as a part of an address: numbers are told from texts that look like one. */
const readsAsOther = /^["[{-]|^[\d.]+$|^(true|false|null)$/;
const written = (key) => (typeof key === "string" && !readsAsOther.test(key) ? key : JSON.stringify(key));

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A field's value of an address, in the field's type. */
function typed(field, text) {
  if (field.type === "flag") return text === "true";
  if (["integer", "number"].includes(field.type)) return text === "" ? null : Number(text);
  return text;
}

const valuesOf = (filters) => Object.fromEntries((filters?.fields ?? []).map(({ name, value }) => [name, value ?? ""]));

export class Address {
  #defaults;
  #chosen = {};
  #open;
  #opening;
  #wanted;
  #tries = 0;

  #isBusy = false;
  #hasNews = false;

  /**
   * @param act does an action of the screen: (action, args) to a promise of whether it was done
   * @param tree returns the present tree; undefined before the first
   */
  constructor(act, tree) {
    this.act = act;
    this.tree = tree;
  }

  /** The query of what is shown, from "?" on; empty for a screen as it opens. */
  get query() {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(this.#chosen)) {
      if (!same(value, this.#defaults?.[name])) query.set(name, value ?? "");
    }
    // Tables keep their orders there.
    for (const [name, value] of new URLSearchParams(location.search)) if (isOfView(name)) query.set(name, value);
    if (this.#open) query.set(openName, `${this.#open.action}.${written(this.#open.key)}`);
    const text = query.toString();
    return text && `?${text}`;
  }

  /** Puts what is shown into the address, without a step of its own. */
  write() { history.replaceState({ ...history.state, isOwn: true }, "", location.pathname + this.query); }

  // Follows an address, after a question about one of somebody else.
  async #want(query) {
    const asked = [...new URLSearchParams(query)];
    const wanted = new URLSearchParams(asked.filter(([name]) => !isOfView(name)));
    if (wanted.size && !history.state?.isOwn) {
      const { ask } = await import("./dialogs.js");
      const list = [...wanted].map(([name, value]) => `${name}: ${value}`).join(", ");
      if (!await ask(`This address names what to show (${list}).`, "Show it")) return this.write();
      history.replaceState({ ...history.state, isOwn: true }, "");
    }
    this.#wanted = wanted;
    this.#tries = 0;
    this.#approach();
  }

  /**
   * A tree came.
   * @param query what the address wants of a screen that has just opened
   * @param isActing whether an action of the user is on its way: its end says what becomes of the address
   */
  shown(tree, query, isActing) {
    if (!this.#defaults) {
      this.#defaults = valuesOf(filtersOf(tree));
      if (query) this.#want(query);
    }
    if (this.#open && !detailOf(tree) && !this.#wanted && !isActing) {
      this.#open = undefined;
      this.write();
    }
    this.#opened();
    this.#approach();
  }

  // Not every choice in a list opens something.
  #opened() {
    if (!this.#opening || !detailOf(this.tree())) return;
    this.#open = this.#opening;
    this.#opening = undefined;
    this.#step(false);
  }

  /** The user has done something: an action of the tree from before it. */
  done(tree, action, args) {
    // The end of a list asks for more automatically.
    if (first(tree, ({ on_end: end }) => end === action)) return;
    this.#wanted = this.#opening = undefined;
    const filters = filtersOf(tree);
    if (filters?.on_change === action) {
      const old = this.#chosen;
      this.#chosen = { ...args };
      const before = { ...this.#defaults, ...old };
      const changed = filters.fields.filter(({ name }) => !same(args[name], before[name]));
      if (changed.length) this.#step(changed.every(isTyped));
    } else if (first(tree, ({ on_select: select }) => select === action)) {
      this.#opening = { action, key: args };
      this.#opened();
    } else if (detailOf(tree)?.on_close === action || this.#open && !detailOf(this.tree())) {
      this.#open = undefined;
      if (history.state?.step) history.back();
      else this.write();
    }
  }

  // Letters that are typed are one step.
  #step(isSame) {
    const address = location.pathname + this.query;
    if (isSame) history.replaceState({ ...history.state, isOwn: true }, "", address);
    else if (address !== location.pathname + location.search) history.pushState({ step: true, isOwn: true }, "", address);
  }

  /** The address has changed, by Back or Forward. */
  follow(query) {
    if (query !== this.query) this.#want(query);
  }

  // One action after the other towards what is wanted; what is not there yet comes with a later tree.
  async #approach() {
    this.#hasNews = true;
    if (this.#isBusy || !this.#wanted) return;
    this.#isBusy = true;
    let state = "again";
    // A tree that comes during an action may be the last one for long.
    while (this.#wanted && this.#tries < mostTries && (state === "again" || state !== "there" && this.#hasNews)) {
      this.#hasNews = false;
      state = this.tree() ? await this.#next(this.tree(), this.#wanted) : "wait";
      if (state !== "wait") this.#tries += 1;
    }
    this.#isBusy = false;
    if (state !== "there" || !this.#wanted) return;
    this.#wanted = undefined;
    if (location.search !== this.query) this.write();
  }

  /** Does one action: "again" if another may follow, "wait" for a list that is not there yet, "refused", "there". */
  async #next(tree, wanted) {
    const filters = filtersOf(tree);
    const present = { ...this.#defaults, ...this.#chosen };
    const chosen = { ...this.#defaults };
    for (const field of filters?.fields ?? []) {
      if (wanted.has(field.name)) chosen[field.name] = typed(field, wanted.get(field.name));
    }
    if (filters && Object.keys(chosen).some((name) => !same(chosen[name], present[name]))) {
      this.#chosen = chosen;
      await this.act(filters.on_change, chosen);
      return "again";
    }
    const [, action, text] = wanted.get(openName)?.match(/^(\w+)\.(.*)$/s) ?? [];
    const key = action && read(text);
    if (this.#open && (this.#open.action !== action || this.#open.key !== key)) {
      const detail = detailOf(tree);
      this.#open = undefined;
      if (detail) await this.act(detail.on_close);
      return "again";
    }
    if (!action || this.#open) return "there";
    if (!first(tree, ({ on_select: select }) => select === action)) return "wait";
    if (!await this.act(action, key)) return "refused";
    this.#open = { action, key };
    return "there";
  }
}
