// Small tools for the page. Texts of a tree go in as text or as a property, never as markup.

/** Makes an element. Names with "-", role and alt are attributes; nothing is set for undefined and null. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) set(made, key, value);
  made.append(...children.filter((child) => child !== undefined && child !== null && child !== false));
  return made;
}

/** Sets one property or attribute; undefined and null remove an attribute. */
export function set(node, key, value) {
  // -1 is what an element has without the attribute, which makes it focusable.
  if (key === "tabIndex") {
    node.tabIndex = value;
  } else if (key.includes("-") || key === "role" || key === "alt") {
    if (value === undefined || value === null) node.removeAttribute(key);
    else if (node.getAttribute(key) !== String(value)) node.setAttribute(key, value);
  } else if (value !== undefined && value !== null && node[key] !== value) {
    node[key] = value;
  }
}

/** Sets a text without touching what has it already, so that selections stay. */
export function setText(node, text) {
  const words = text === undefined || text === null ? "" : String(text);
  if (node.textContent !== words) node.textContent = words;
}

/** The element of a title: the screen's own is h1, and nothing is deeper than h4. */
export const heading = (level) => `h${Math.max(2, Math.min(level, 4))}`;

const svgSpace = "http://www.w3.org/2000/svg";

export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const icons = {
  play: "M8 5.5v13l11-6.5z",
  pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
  close: "M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4z",
  out: "M7 7h7V5h5v5h-2V8.4l-7.3 7.3-1.4-1.4L15.6 7H14v2H9v8h8v-3h2v5H7z",
  share: "M12 3 17 8l-1.4 1.4L13 6.8V15h-2V6.8L8.4 9.4 7 8zM5 13h2v6h10v-6h2v8H5z",
  chevron: "M9.4 5.6 8 7l5 5-5 5 1.4 1.4L15.8 12z",
};

/** A picture that says nothing by itself. */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    svg("path", { d: icons[name], fill: "currentColor" }));
}

/** Moves a node without its losing focus, scroll or a running player, where the browser can do that. */
function place(parent, node, before) {
  if (node.parentNode === parent && parent.moveBefore) parent.moveBefore(node, before);
  else parent.insertBefore(node, before);
}

/** The children of an element that belong to keyed things: they stay themselves while others come and go. */
export class Keyed {
  #views = new Map();

  /** @param make called with a thing; returns {element, update(thing), remove?()} */
  constructor(parent, make) {
    this.parent = parent;
    this.make = make;
  }

  get views() { return this.#views; }

  update(things, keyOf) {
    const focused = document.activeElement;
    const next = new Map();
    for (const thing of things) {
      const key = keyOf(thing);
      const view = this.#views.get(key) ?? this.make(thing);
      view.update(thing);
      next.set(key, view);
    }
    for (const [key, view] of this.#views) {
      if (next.get(key) === view) continue;
      view.remove?.();
      view.element.remove();
    }
    let cursor = this.parent.firstChild;
    for (const { element: node } of next.values()) {
      if (node === cursor) cursor = cursor.nextSibling;
      else place(this.parent, node, cursor);
    }
    this.#views = next;
    if (focused !== document.activeElement && focused?.isConnected && this.parent.contains(focused)) {
      focused.focus({ preventScroll: true });
    }
  }

  clear() { this.update([], () => ""); }
}

/** A key that tells 1 from "1". */
export const keyText = (key) => `${typeof key}:${key}`;
