// Shared by cards and lists: items in sight, keys, the next page.

import { own } from "./begun.js";
import { button, press } from "./buttons.js";
import { Keyed, element, icon, keyText, set, setText } from "./dom.js";
import { aim } from "./kinds/link.js";
import { LongList } from "./longlist.js";
import { picture } from "./media.js";
import { Roving } from "./roving.js";
import { ghosts } from "./skeleton.js";

// Pages that follow one another fast, as somebody scrolls, are asked for one at a time (document 001).
const pagePause = 300;

/** One item: a card or a line. */
function itemView(context, host, className) {
  const cover = picture();
  const title = element("span", { className: "item-title", dir: "auto" });
  const subtitle = element("span", { className: "item-subtitle", dir: "auto" });
  const text = element("span", { className: "item-text", dir: "auto" });
  const badge = element("span", { className: "badge", dir: "auto" });
  const row = element("span", { className: "item-actions" });
  const actions = new Keyed(row, () => button(context, "button small"));
  const words = element("span", { className: "item-words" }, title, subtitle, text);
  const box = element("li", { className: `item ${className}` });
  let main;
  let shown;
  let node;

  function build(next) {
    const name = host.node.on_select ? "button" : next.href ? "a" : "div";
    if (main?.localName === name) return;
    main = element(name, { className: "item-main", type: name === "button" ? "button" : undefined },
      cover.element, words, badge);
    if (name === "button") {
      main.addEventListener("click", () => press(main, context, { action: host.node.on_select, args: node.key }));
    }
    box.replaceChildren(main, row);
  }

  return {
    element: box,
    update(thing) {
      set(box, "aria-setsize", thing.total > host.items.length ? thing.total : undefined);
      set(box, "aria-posinset", thing.total > host.items.length ? thing.place + 1 : undefined);
      node = thing.item;
      if (node !== shown || !main) {
        shown = node;
        build(node);
        fill();
      }
      host.roving?.mark(box, thing.place);
    },
  };

  function fill() {
    box.dataset.key = keyText(node.key);
    const hasPicture = host.hasPictures;
    cover.element.hidden = !hasPicture;
    if (hasPicture) cover.update({ src: node.image, title: node.title });
    setText(title, node.title);
    setText(subtitle, node.subtitle);
    setText(text, node.text);
    setText(badge, node.badge);
    badge.className = `badge tone-${node.tone ?? "plain"}`;
    subtitle.hidden = !node.subtitle;
    text.hidden = !node.text;
    badge.hidden = !node.badge;
    if (main.localName === "a") aim(main, node.href);
    if (main.localName !== "div") set(main, "aria-label", node.label);
    actions.update(node.actions ?? [], ({ label, action }) => `${label} ${action}`);
    row.hidden = !node.actions?.length;
    for (const [place, view] of [...actions.views.values()].entries()) {
      set(view.element, "aria-label", `${node.actions[place].label}: ${node.title}`);
    }
    if (host.node.on_select && node.href) row.prepend(away());
  }

  // Where an item can be opened and leads somewhere, the second stands beside it.
  function away() {
    row.hidden = false;
    const anchor = row.querySelector("a") ?? element("a", { className: "icon-button" }, icon("out"));
    anchor.href = own(node.href);
    if (!node.href.startsWith("/")) [anchor.target, anchor.rel] = ["_blank", "noopener noreferrer"];
    set(anchor, "aria-label", `Go to ${node.title}`);
    return anchor;
  }
}

function ghostView(className) {
  return {
    element: element("li", { className: `item ${className} ghost-item`, "aria-hidden": "true" },
      element("span", { className: "item-main" }, element("span", { className: "picture ghost" }),
        element("span", { className: "ghost line" }))),
    update() {},
  };
}

/**
 * The items of a node, in the shape that a kind gives them.
 * @param shape {className, itemClass, columns(element), gap}
 */
export function items(context, shape) {
  const list = element("ul", { className: shape.className, role: "list" });
  const empty = element("p", { className: "empty", dir: "auto" });
  const more = element("p", { className: "more muted", role: "presentation", hidden: true, textContent: "Loading more…" });
  const host = { node: undefined, items: [], hasPictures: false };
  let ended;
  let timer;
  const columns = () => shape.columns(list);

  const long = new LongList({
    parent: list, columns,
    make: (thing) => thing.ghost ? ghostView(shape.itemClass) : itemView(context, host, shape.itemClass),
    gap: () => parseFloat(getComputedStyle(list).rowGap) || 0,
    space(before, after) {
      list.style.paddingTop = `${before}px`;
      list.style.paddingBottom = `${after}px`;
    },
    ask: (from, count) => context.window(context.path, from, count),
    onEnd() {
      if (!host.node.on_end || ended === host.items || timer) return;
      const asked = host.items;
      timer = setTimeout(async () => {
        timer = undefined;
        if (asked !== host.items || !list.isConnected) return;
        ended = asked;
        more.hidden = false;
        await context.act(host.node.on_end);
        more.hidden = true;
      }, pagePause);
    },
    onDrawn: () => host.roving?.arrived(),
  });
  host.roving = new Roving(list, long, columns);
  const box = element("div", { className: "items" }, list, more, empty);
  const wait = ghosts(box, shape.isPictured ? "cards" : "rows");

  return {
    element: box,
    update(node, shown) {
      host.node = node;
      host.items = node.items;
      const hasTexts = node.items.some(({ text }) => text);
      list.className = `${hasTexts ? "has-texts " : ""}${shape.className} shape-${node.shape ?? shape.shape}`;
      host.hasPictures = shape.isPictured || node.items.some(({ image }) => image);
      const isEmpty = node.items.length === 0 && !node.total;
      setText(empty, isEmpty ? node.empty ?? "Nothing here yet." : "");
      empty.hidden = !isEmpty || Boolean(node.loading);
      list.hidden = isEmpty;
      wait(isEmpty && Boolean(node.loading));
      long.update(node.items, { from: node.from, total: node.total, keyOf: ({ key }) => key });
      const count = node.total ?? node.items.length;
      if (shown && count !== (shown.total ?? shown.items.length)) {
        context.say(count === 1 ? "1 entry." : `${count} entries.`, true);
      }
    },
    remove: () => long.remove(),
  };
}
