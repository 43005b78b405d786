// The outline of a screen to come: the one it had last time, so that nothing jumps.

import { element } from "./dom.js";

const key = (name) => `mixhost outline ${name}`;

const shapes = {
  cards: () => element("div", { className: "grid" },
    ...Array.from({ length: 12 }, () => element("div", { className: "ghost-card" },
      element("span", { className: "picture ghost" }), element("span", { className: "ghost line" })))),
  rows: () => element("div", { className: "ghost-rows" },
    ...Array.from({ length: 10 }, () => element("div", { className: "ghost row-place" }))),
};

export function skeleton(name) {
  const shape = skeleton.kinds(name).includes("cards") ? "cards" : "rows";
  return element("div", { className: "skeleton", "aria-hidden": "true" },
    element("div", { className: "ghost line short" }), shapes[shape]());
}

/** Placeholders in a box for cards or rows that are on their way: shown(isLoading). */
export function ghosts(box, shape) {
  let made;
  return (isLoading) => {
    if (isLoading && !made) {
      made = element("div", { className: "skeleton", "aria-hidden": "true" }, shapes[shape]());
      box.append(made);
    } else if (!isLoading) {
      made?.remove();
      made = undefined;
    }
    box.ariaBusy = isLoading ? "true" : null;
  };
}

const kindsOf = (tree) => [...new Set((tree?.children ?? []).map(({ kind }) => kind))];

skeleton.remember = (name, tree) => {
  const text = kindsOf(tree).join(" ");
  try { if (text !== localStorage.getItem(key(name))) localStorage.setItem(key(name), text); } catch { /* as above */ }
};

/** The kinds that a screen had last time, to be loaded before its tree is here. */
skeleton.kinds = (name) => {
  try { return (localStorage.getItem(key(name)) ?? "").split(" ").filter(Boolean); } catch { return []; }
};
