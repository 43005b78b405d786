// Goes somewhere, or does something.

import { own } from "../begun.js";
import { press } from "../buttons.js";
import { element, icon, setText } from "../dom.js";

export function link(context, first) {
  const words = element("span", { dir: "auto" });
  const isButton = first.action !== undefined;
  let node;
  const made = isButton
    ? element("button", { type: "button", className: "button" }, words)
    : element("a", { className: "button" }, words);
  made.addEventListener("click", (event) => {
    if (isButton) return press(made, context, node);
    if (node.href === "/demo") {
      event.preventDefault();
      import("../demo.js").then(({ begin }) => begin(made, context));
    } else if (node.href.startsWith("/screens/") && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      context.go(node.href);
    }
  });
  return {
    element: first.share ? element("span", { className: "pair" }, made, sharer(context, () => node)) : made,
    update(next) {
      // Another action in the place of one that is under way is not busy.
      if (node && node.action !== next.action) made.removeAttribute("aria-busy");
      node = next;
      setText(words, node.label);
      if (!isButton) aim(made, node.href);
    },
  };
}

// The button beside a link that people send to others.
function sharer(context, node) {
  const made = element("button", { type: "button", className: "icon-button", "aria-label": "Share this link" }, icon("share"));
  made.addEventListener("click", async () => (await import("../share.js")).share(context, node()));
  return made;
}

/** Where a link goes: away from here in a tab of its own, and without saying where it comes from. */
export function aim(anchor, href) {
  if (anchor.getAttribute("href") === own(href)) return;
  anchor.href = own(href);
  const isAway = !href.startsWith("/");
  anchor.target = isAway ? "_blank" : "";
  anchor.rel = isAway ? "noopener noreferrer" : "";
  anchor.querySelector(".icon")?.remove();
  if (isAway) anchor.append(icon("out"));
}
