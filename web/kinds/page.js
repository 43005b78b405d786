// All of a screen, or a part with a title.

import { element, heading, setText } from "../dom.js";
import { ghosts } from "../skeleton.js";
import { childViews } from "../tree.js";

// The dock shows a screen's works. More than these would cover the window: then they stand in the page.
const mostDocked = 2;

export function page(context) {
  const isRoot = context.depth === 0;
  const title = element(heading(context.depth + 1), { dir: "auto" });
  const body = element("div", { className: "flow" });
  const views = childViews(context, body);
  const box = element("div", { className: isRoot ? "root" : "part" }, isRoot ? null : title, body);
  const wait = ghosts(box, "rows");
  return {
    element: box,
    update(node) {
      // The root's title stands above it already.
      if (!isRoot) {
        setText(title, node.title);
        title.hidden = !node.title;
      }
      const others = node.children.filter(({ kind }) => kind !== "progress");
      const isDocked = isRoot && node.children.length - others.length <= mostDocked;
      views.update(isDocked ? others : node.children);
      wait(Boolean(node.loading));
    },
  };
}
