// Arrow keys in lists and grids: one tab stop, then arrows, Home, End, Page Up and Page Down.

const inside = "button, a[href], input, select, textarea";

/**
 * @param list a LongList
 * @param columns how many stand side by side
 */
export class Roving {
  #place = 0;
  #wanted;

  constructor(container, list, columns) {
    this.container = container;
    this.list = list;
    this.columns = columns;
    container.addEventListener("keydown", (event) => this.#pressed(event));
    container.addEventListener("focusin", ({ target }) => {
      const row = target.closest("[data-place]");
      if (row && container.contains(row)) this.#become(Number(row.dataset.place));
    });
  }

  /** Gives an item's controls their tab stops. To be called when an item is drawn. */
  mark(element, place) {
    element.dataset.place = place;
    const isCurrent = place === Math.min(this.#place, this.list.total - 1);
    for (const control of element.querySelectorAll(inside)) {
      const wanted = isCurrent ? 0 : -1;
      if (control.tabIndex !== wanted) control.tabIndex = wanted;
    }
  }

  #become(place) {
    if (place === this.#place) return;
    const old = this.#place;
    this.#place = place;
    const before = this.list.viewOf(old);
    if (before) this.mark(before.element, old);
    const now = this.list.viewOf(place);
    if (now) this.mark(now.element, place);
  }

  #pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea")) return;
    const row = event.target.closest("[data-place]");
    if (!row) return;
    const place = Number(row.dataset.place);
    const next = this.#target(event.key, place);
    if (next === undefined) return;
    event.preventDefault();
    const within = [...row.querySelectorAll(inside)].indexOf(event.target);
    this.#wanted = { place: next, within };
    this.list.reveal(next);
    this.arrived();
  }

  /** Gives the focus to what was asked for, as soon as it is there. To be called when a list is drawn. */
  arrived() {
    const view = this.#wanted && this.list.viewOf(this.#wanted.place);
    if (!view) return;
    const { place, within } = this.#wanted;
    this.#wanted = undefined;
    this.#become(place);
    const controls = view.element.querySelectorAll(inside);
    controls[Math.max(0, Math.min(within, controls.length - 1))]?.focus();
  }

  #target(key, place) {
    const columns = this.columns();
    const last = this.list.total - 1;
    const isReversed = getComputedStyle(this.container).direction === "rtl";
    const side = isReversed ? -1 : 1;
    const page = columns * Math.max(1, Math.floor(innerHeight / 200));
    const steps = {
      ArrowDown: columns, ArrowUp: -columns, PageDown: page, PageUp: -page,
      ...columns > 1 ? { ArrowRight: side, ArrowLeft: -side } : {},
    };
    if (key === "Home") return 0;
    if (key === "End") return last;
    if (!(key in steps)) return undefined;
    const next = place + steps[key];
    if (next < 0) return place < columns ? undefined : 0;
    // Down from the last full line goes to the last one, if a line is left.
    if (next > last) return Math.floor(last / columns) > Math.floor(place / columns) ? last : undefined;
    return next;
  }
}
