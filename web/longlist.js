// A list of any length of which only what is near the window is in the page. A missing item stands
// as an empty place of the same size, and is asked for.

import { Keyed, keyText } from "./dom.js";
import { watchViewport } from "./viewport.js";

const shortList = 120;
const askPause = 60;
const mostAsked = 200;

export class LongList {
  #items = [];
  #from = 0;
  #total = 0;
  #first = 0;
  #last = 0;
  #height = 0;
  #width = 0;
  #isStale = true;
  #timer;
  #asked = "";
  #keyOf;

  /**
   * @param layout {parent, make, columns(), space(before, after), gap(), ask(from, count),
   *   top?(), onEnd?(), onDrawn?()}
   *   `make` gives a view for an item, or for an empty place: {ghost: true}.
   */
  constructor(layout) {
    this.layout = layout;
    this.keyed = new Keyed(layout.parent, layout.make);
    this.stop = watchViewport(() => this.draw());
    // Only another width makes lines of another height: the height changes with each drawing.
    this.sizes = new ResizeObserver(([{ contentRect: { width } }]) => {
      if (width === this.#width) return;
      this.#width = width;
      this.#isStale = true;
      this.draw(true);
    });
    this.sizes.observe(layout.parent);
  }

  get total() { return this.#total; }

  remove() {
    this.stop();
    this.sizes.disconnect();
    clearTimeout(this.#timer);
  }

  update(items, { from = 0, total = items.length, keyOf }) {
    this.#items = items;
    this.#from = from;
    this.#total = Math.max(total, from + items.length);
    this.#keyOf = keyOf;
    this.#asked = "";
    this.draw(true);
  }

  itemAt(place) { return this.#items[place - this.#from]; }

  viewOf(place) {
    const item = this.itemAt(place);
    return item && this.keyed.views.get(keyText(this.#keyOf(item, place)));
  }

  // Where the first line is, or would be.
  get #top() { return this.layout.top?.() ?? this.layout.parent.getBoundingClientRect().top; }

  /** Brings a place into the window and gives its view, once it is there. */
  reveal(place) {
    const shown = this.viewOf(place);
    if (shown) {
      shown.element.scrollIntoView({ block: "nearest" });
      return shown;
    }
    if (!this.#height) return undefined;
    const line = Math.floor(place / this.layout.columns());
    scrollBy({ top: this.#top + line * this.#height - innerHeight / 3, behavior: "instant" });
    this.draw();
    return this.viewOf(place);
  }

  /** Draws what is near the window. @param isNew whether items changed, not only the window */
  draw(isNew = false) {
    const { columns, space } = this.layout;
    const isLong = this.#total > shortList;
    const count = columns();
    let [first, last] = [0, this.#total];
    if (isLong) {
      if (this.#isStale) this.#measure();
      [first, last] = this.#near(this.#top, count);
    }
    if (!isNew && first === this.#first && last === this.#last) return this.#reached(last);
    [this.#first, this.#last] = [first, last];
    const places = [];
    for (let place = first; place < last; place += 1) places.push(this.#thing(place));
    this.keyed.update(places, (thing) => thing.key);
    if (isLong) {
      const lines = Math.ceil(this.#total / count);
      space(Math.floor(first / count) * this.#height, (lines - Math.ceil(last / count)) * this.#height);
    } else {
      space(0, 0);
    }
    this.#askFor(first, last);
    this.#reached(last);
    this.layout.onDrawn?.();
  }

  #thing(place) {
    const item = this.itemAt(place);
    if (!item) return { key: `ghost:${place}`, place, ghost: true };
    return { key: keyText(this.#keyOf(item, place)), place, item, total: this.#total };
  }

  // The height of a line, from one that is drawn; empty places are as high.
  #measure() {
    if (this.keyed.views.size === 0) this.keyed.update([this.#thing(this.#from)], (thing) => thing.key);
    const views = [...this.keyed.views.entries()];
    const [, view] = views.find(([key]) => !key.startsWith("ghost:")) ?? [];
    const height = view?.element.getBoundingClientRect().height ?? 0;
    if (!height) return;
    this.#isStale = false;
    this.#height = height + this.layout.gap();
    this.layout.parent.style.setProperty("--line-height", `${height}px`);
  }

  #near(top, columns) {
    if (!this.#height) return [this.#from, Math.min(this.#total, this.#from + columns * 8)];
    const lines = Math.ceil(this.#total / columns);
    const ahead = Math.ceil(innerHeight / this.#height / 2) + 1;
    const visible = Math.ceil(innerHeight / this.#height);
    const line = Math.floor(-top / this.#height);
    const begin = Math.min(Math.max(0, line - ahead), Math.max(0, lines - 1));
    const end = Math.min(lines, Math.max(begin + 1, line + visible + ahead + 1));
    return [begin * columns, Math.min(this.#total, end * columns)];
  }

  #askFor(first, last) {
    const end = this.#from + this.#items.length;
    if (first >= this.#from && last <= end) return;
    const count = Math.min(mostAsked, Math.max(60, (last - first) * 3));
    const middle = (first + last) / 2;
    const from = Math.max(0, Math.min(Math.floor(middle - count / 2), this.#total - count));
    const wish = `${from} ${count}`;
    if (wish === this.#asked) return;
    this.#asked = wish;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.layout.ask(from, count), askPause);
  }

  // Three lines before the end the next page is asked for (document 001).
  #reached(last) {
    if (!this.layout.onEnd || this.#total === 0) return;
    const left = this.layout.parent.getBoundingClientRect().bottom - innerHeight;
    const line = this.#height || this.keyed.views.values().next().value?.element.offsetHeight || 100;
    if (last >= this.#total && left < line * 3) this.layout.onEnd();
  }
}
