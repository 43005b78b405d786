// How far a work is. Its text is "Enriching Metadata... 15/100 (15%)", as document 002 has it.

import { button } from "../buttons.js";
import { Keyed, element, setText } from "../dom.js";
import { span } from "../times.js";

const stateWords = (state) => state === "running" ? "" : state;
// Screen readers hear of each quarter, and of ends.
const steps = 4;

export function progress(context) {
  const label = element("span", { className: "progress-label", dir: "auto" });
  const count = element("span", { className: "progress-count" });
  const bar = element("div", { className: "bar", role: "progressbar", "aria-valuemin": 0 },
    element("div", { className: "bar-fill" }));
  const text = element("p", { className: "muted", dir: "auto" });
  const row = element("div", { className: "row" });
  const actions = new Keyed(row, () => button(context, "button small"));
  const box = element("div", { className: "progress" },
    element("div", { className: "progress-head" }, label, count, row), bar, text);
  let said = "";

  function say(node, words, part) {
    const state = node.state ?? "running";
    const now = `${state} ${Math.floor(part * steps)}`;
    if (said && now !== said) context.say([node.label, words, stateWords(state)].filter(Boolean).join(" "));
    said = now;
  }

  return {
    element: box,
    update(node) {
      const state = node.state ?? "running";
      const part = node.total ? Math.min(1, node.done / node.total) : 0;
      const words = node.total
        ? `${node.done}/${node.total} (${Math.floor(part * 100)}%)` : node.done ? String(node.done) : "";
      setText(label, node.label);
      const left = node.left && `about ${span(node.left)} left`;
      setText(count, [words, stateWords(state), left].filter(Boolean).join(" · "));
      setText(text, node.text);
      text.hidden = !node.text;
      box.dataset.state = state;
      bar.classList.toggle("unknown", !node.total && state === "running");
      bar.style.setProperty("--part", node.total ? part : state === "done" ? 1 : 0);
      bar.setAttribute("aria-label", node.label);
      if (node.total) {
        bar.setAttribute("aria-valuemax", node.total);
        bar.setAttribute("aria-valuenow", Math.min(node.done, node.total));
      } else {
        bar.removeAttribute("aria-valuenow");
      }
      actions.update(node.actions ?? [], ({ label: name, action }) => `${name} ${action}`);
      say(node, words, part);
    },
  };
}
