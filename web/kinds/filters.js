// Choices that change what is shown, at once. A choice that another one changed is named below, and announced.

import { fieldView } from "../controls.js";
import { Keyed, element, setText } from "../dom.js";

const typingPause = 300;

export function filters(context) {
  const box = element("div", { className: "filter-fields" });
  const notes = element("ul", { className: "notes" });
  const made = element("form", { className: "filters", role: "search", noValidate: true, "aria-label": "Filters" }, box, notes);
  const fields = new Keyed(box, (field) => fieldView(field, { isFilter: true }));
  const noted = new Keyed(notes, () => {
    const line = element("li", { dir: "auto" });
    return { element: line, update: ({ text }) => setText(line, text) };
  });
  let node;
  let timer;
  const views = () => [...fields.views.values()];

  async function send() {
    clearTimeout(timer);
    const sent = Object.fromEntries(views().map((view) => [view.field.name, view.read()]));
    made.setAttribute("aria-busy", "true");
    await context.act(node.on_change, sent);
    made.removeAttribute("aria-busy");
    for (const view of views()) view.adopt(sent[view.field.name], true);
  }

  made.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  made.addEventListener("input", ({ target }) => {
    clearTimeout(timer);
    timer = setTimeout(send, target.matches("select, [type=checkbox], [type=date]") ? 0 : typingPause);
  });
  return {
    element: made,
    update(next, shown) {
      node = next;
      fields.update(node.fields, ({ name, type = "text" }) => `${name} ${type}`);
      const list = node.notes ?? [];
      noted.update(list.map((text, place) => ({ text, place })), ({ place }) => place);
      notes.hidden = list.length === 0;
      if (list.length && list.join() !== shown?.notes?.join()) context.say(list.join(" "));
    },
    remove: () => clearTimeout(timer),
  };
}
