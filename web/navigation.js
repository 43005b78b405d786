// The screens by program, in the server's order.

import { own, root } from "./begun.js";
import { Keyed, element, set, setText } from "./dom.js";
import { hueOf } from "./media.js";

/** The screen that an address means; "/" the first one. */
export function screenOf(path, entries) {
  const inner = path.slice(root.length);
  if (inner === "/" || !inner) return entries[0];
  const [, folder, program, name] = inner.split("/");
  if (folder !== "screens") return undefined;
  try {
    const wanted = `${decodeURIComponent(program ?? "")}/${decodeURIComponent(name ?? "")}`;
    return entries.find((entry) => entry.name === wanted);
  } catch {
    return undefined;
  }
}

function linkView(go) {
  const mark = element("span", { className: "mark", "aria-hidden": "true" });
  const words = element("span", { dir: "auto" });
  const anchor = element("a", {}, mark, words);
  anchor.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(anchor.pathname);
  });
  return {
    element: element("li", {}, anchor), anchor,
    update(entry) {
      anchor.href = own(`/screens/${entry.name}`);
      setText(words, entry.title);
      setText(mark, [...entry.title][0]?.toUpperCase() ?? "");
      mark.style.setProperty("--hue", hueOf(entry.name));
      anchor.title = entry.summary ?? "";
    },
  };
}

function groupView(go) {
  const title = element("h2", { dir: "auto" });
  const list = element("ul", { role: "list" });
  const links = new Keyed(list, () => linkView(go));
  return {
    element: element("div", { className: "group" }, title, list), links,
    update({ program, entries }) {
      setText(title, program);
      // One screen says by its own name what it is.
      title.hidden = entries.length < 2;
      links.update(entries, ({ name }) => name);
    },
  };
}

export class Navigation {
  constructor(place, go) {
    this.place = place;
    this.groups = new Keyed(place, () => groupView(go));
  }

  show(entries) {
    const groups = new Map();
    for (const entry of entries) {
      if (!groups.has(entry.program)) groups.set(entry.program, { program: entry.program, entries: [] });
      groups.get(entry.program).entries.push(entry);
    }
    // Groups with a heading come last: what stood below one would seem to be part of it.
    const inOrder = [...groups.values()].sort((one, other) => (one.entries.length > 1) - (other.entries.length > 1));
    this.groups.update(inOrder, ({ program }) => program);
    this.place.hidden = entries.length === 0;
    if (this.marked) this.mark(this.marked);
  }

  mark(name) {
    this.marked = name;
    for (const group of this.groups.views.values()) {
      for (const [key, { anchor }] of group.links.views) {
        set(anchor, "aria-current", key === name ? "page" : undefined);
        if (key === name) anchor.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });
      }
    }
  }
}
