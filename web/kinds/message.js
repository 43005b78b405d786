// Something to know now. One that goes away lies over the page; another one stands in it.

import { button } from "../buttons.js";
import { Keyed, element, setText } from "../dom.js";
import { span } from "../times.js";

export function message(context) {
  const words = element("p", { dir: "auto" });
  const rest = element("span", { className: "countdown" });
  const row = element("div", { className: "row" });
  const actions = new Keyed(row, () => button(context, "button small"));
  const box = element("div", { className: "note" }, element("div", {}, words, rest), row);
  let timer;
  let toast;

  function count(ends) {
    clearTimeout(timer);
    const left = ends - Date.now() / 1000;
    box.hidden = left <= 0;
    setText(rest, left > 0 ? `in ${span(left)}` : "");
    if (left > 0) timer = setTimeout(count, 1000 - (Date.now() % 1000), ends);
  }

  function fleeting(node) {
    box.hidden = true;
    toast?.remove();
    toast = context.toast(node.text, node.tone ?? "info", node.seconds);
  }

  return {
    element: box,
    update(node, shown) {
      box.className = box.className.replace(/tone-\w+|$/, ` tone-${node.tone ?? "info"}`).replace(/\s+/g, " ");
      const isNew = node.text !== shown?.text;
      if (node.seconds) {
        if (isNew) fleeting(node);
        return;
      }
      toast?.remove();
      box.hidden = false;
      box.setAttribute("role", node.tone === "error" ? "alert" : "note");
      setText(words, node.text);
      if (isNew && node.tone !== "error") context.say(node.text);
      if (isNew && (node.tone ?? "info") !== "info") context.screen.reveal(box);
      actions.update(node.actions ?? [], ({ label, action }) => `${label} ${action}`);
      row.hidden = !node.actions?.length;
      if (node.ends_at) count(node.ends_at);
      else {
        clearTimeout(timer);
        setText(rest, "");
      }
    },
    remove: () => clearTimeout(timer),
  };
}
