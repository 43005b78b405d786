// Text typed into a form and not sent: a reload of the page keeps it. It stays in the tab.

// Secrets are not written down, and files cannot be.
const isKept = ({ type, accept }) => type !== "password" && type !== "file" && !accept;

/** The draft of a form: `name` tells the form from others. */
export class Draft {
  #key;

  constructor(name) { this.#key = `mixhost draft ${name}`; }

  /**
   * The typed texts by field name; empty where the form holds something else by now, such as another book.
   * @param fields as the program gives them
   */
  read(fields) {
    try {
      const { over, typed } = JSON.parse(sessionStorage.getItem(this.#key)) ?? {};
      return over === Draft.#over(fields) ? typed : {};
    } catch {
      return {};
    }
  }

  /** @param views of fields: those that somebody has changed are kept */
  keep(views) {
    const typed = views.filter(({ isDirty, field }) => isDirty && isKept(field))
      .map((view) => [view.field.name, view.read()]);
    const over = Draft.#over(views.map(({ field }) => field));
    this.#write(typed.length ? JSON.stringify({ over, typed: Object.fromEntries(typed) }) : undefined);
  }

  /** A text that was sent, or left, is no longer a draft. */
  clear() { this.#write(); }

  #write(text) {
    try {
      if (text) sessionStorage.setItem(this.#key, text);
      else sessionStorage.removeItem(this.#key);
    } catch { /* no room, or no storage: then a reload forgets it */ }
  }

  static #over(fields) {
    return JSON.stringify(fields.filter(isKept).map(({ name, value }) => [name, value ?? null]));
  }
}
