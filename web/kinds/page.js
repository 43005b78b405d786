// All of a screen, or a part with a title.

import { element, heading, setText } from "../dom.js";
import { ghosts } from "../skeleton.js";
import { childViews } from "../tree.js";

// More works than these would cover the window: then they stand in the page.
const mostDocked = 2;

export function page(context) {
  const isRoot = context.depth === 0;
  const title = element(heading(context.depth + 1), { dir: "auto" });
  const body = element("div", { className: "flow" });
  const views = childViews(context, body);
  const docked = isRoot && childViews(context, context.screen.dock);
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
      const works = isRoot ? node.children.filter(({ kind }) => kind === "progress") : [];
      const isDocked = works.length > 0 && works.length <= mostDocked;
      views.update(isDocked ? node.children.filter(({ kind }) => kind !== "progress") : node.children);
      if (isRoot) docked.update(isDocked ? works : []);
      wait(Boolean(node.loading));
    },
  };
}
