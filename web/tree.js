// From nodes to what is seen of them: each kind has a module, which makes a view {element, update(node)}.

import { begun } from "./begun.js";
import { Keyed, element } from "./dom.js";

// Loaded when a tree first has them: no screen waits for what it does not show.
const names = new Set([
  "audio", "cards", "detail", "embed", "file", "filters", "form", "image", "link", "list", "message",
  "page", "plot", "progress", "review", "table", "text",
]);
// The styles that not every screen needs.
const styles = {
  cards: "items", list: "items", table: "table", form: "forms", filters: "forms", review: "review",
  plot: "plot", embed: "embed", progress: "progress",
};
const kinds = new Map();
const sheets = new Map();

// Types of fields that few forms have.
const controls = { file: "dropped", code: "code", flag: "flag" };
const loaded = new Set();

/** A promise of a style: what stands before its style came would jump. */
export function styled(name) {
  if (!name || begun.styles.includes(name)) return undefined;
  if (!sheets.has(name)) {
    sheets.set(name, new Promise((settle) => {
      const link = element("link", { rel: "stylesheet", href: new URL(`style/${name}.css`, import.meta.url).href });
      link.addEventListener("load", settle);
      link.addEventListener("error", settle);
      document.head.append(link);
    }));
  }
  return sheets.get(name);
}

function collect(value, found) {
  if (Array.isArray(value)) {
    // Nodes and fields; rows and items hold neither.
    for (const part of value) if (part?.kind || part?.type) collect(part, found);
  } else if (value?.kind) {
    if (names.has(value.kind) && !kinds.has(value.kind)) found.kinds.add(value.kind);
    collect(value.children, found);
    collect(value.fields, found);
  } else if (value?.type) {
    const control = controls[value.accept ? "file" : value.type];
    if (control && !loaded.has(control)) found.controls.add(control);
  }
}

/** A promise of the kinds in some trees; nothing when all are here. */
export function missingKinds(trees) {
  const found = { kinds: new Set(), controls: new Set() };
  for (const tree of trees) collect(tree, found);
  if (found.kinds.size + found.controls.size === 0) return undefined;
  return Promise.all([
    ...[...found.kinds].map(async (name) => {
      const [module] = await Promise.all([import(`./kinds/${name}.js`), styled(styles[name])]);
      kinds.set(name, module[name]);
    }),
    ...[...found.controls].map(async (name) => {
      await Promise.all([import(`./${name}.js`), styled("inputs")]);
      loaded.add(name);
    }),
  ]);
}

function unknown() {
  return { element: element("p", { className: "muted", textContent: "Reload this page to see what is here." }),
    update() {} };
}

/** A view of a node. `path` leads to it, as patches have it. */
export function viewOf(context, node, path) {
  const own = Object.create(context, { path: { value: path }, depth: { value: context.depth + 1 } });
  const view = (kinds.get(node.kind) ?? unknown)(own, node);
  view.element.classList.add("node", `kind-${node.kind}`);
  let shown;
  return {
    ...view,
    element: view.element,
    update(next) {
      if (next !== shown) view.update(next, shown);
      shown = next;
    },
  };
}

/** The properties that need another element for a node: a text's style, whether a link is a button. */
function form({ kind, style, action }) {
  return kind === "text" ? style : kind === "link" ? action !== undefined : "";
}

/** The views of the children of a node, in an element. */
export function childViews(context, parent) {
  const keyed = new Keyed(parent, (node) => viewOf(
    context, node, [...context.path, "children", ["id", node.id]]));
  return {
    update: (children) => keyed.update(children, (node) => `${node.kind} ${node.id} ${form(node)}`),
    clear: () => keyed.clear(),
  };
}
