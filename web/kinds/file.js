// A text to keep as a file: it is here already, nothing is asked for.

import { element, setText } from "../dom.js";

export function file() {
  const words = element("span", { dir: "auto" });
  const made = element("button", { type: "button", className: "button" }, words);
  let node;
  made.addEventListener("click", () => {
    const address = URL.createObjectURL(new Blob([node.text], { type: "text/plain;charset=utf-8" }));
    element("a", { href: address, download: node.name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  });
  return {
    element: made,
    update(next) {
      node = next;
      setText(words, node.label ?? `Save ${node.name}`);
    },
  };
}
