// Words.

import { element, heading, setText } from "../dom.js";

export function text(context, { style }) {
  const name = style === "heading" ? heading(context.depth + 1) : style === "code" ? "pre" : "p";
  const made = element(name, { dir: "auto" });
  return {
    element: made,
    update(node) {
      made.classList.toggle("muted", node.style === "muted");
      setText(made, node.text);
    },
  };
}
