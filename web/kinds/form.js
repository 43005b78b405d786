// Fields to fill in, and to send together. Typed text stays while the tree changes around it.

import { press } from "../buttons.js";
import { fieldView } from "../controls.js";
import { Keyed, element, heading, setText } from "../dom.js";
import { Draft } from "../drafts.js";

const inputPause = 300;

export function form(context) {
  const title = element(heading(context.depth + 1), { dir: "auto" });
  const box = element("div", { className: "fields" });
  const submit = element("button", { className: "button strong", dir: "auto" });
  const made = element("form", { className: "form", noValidate: true }, title, box,
    element("div", { className: "row" }, submit));
  const fields = new Keyed(box, (field) => fieldView(field));
  let node;
  let timer;
  const views = () => [...fields.views.values()];
  const values = () => Object.fromEntries(views().map((view) => [view.field.name, view.read()]));
  const draft = new Draft(JSON.stringify([context.screen.name, context.path]));

  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    clearTimeout(timer);
    const wrong = views().filter((view) => !view.check());
    if (wrong.length) return wrong[0].control.input.focus();
    const sent = values();
    if (!await press(submit, context, { action: node.submit, args: sent, confirm: node.confirm, label: node.label })) return;
    draft.clear();
    for (const view of views()) view.adopt(sent[view.field.name]);
  });
  made.addEventListener("input", () => {
    draft.keep(views());
    clearTimeout(timer);
    if (node.on_input) timer = setTimeout(() => context.act(node.on_input, values()), inputPause);
  });

  // Texts typed before a reload come back as if they were typed now.
  function restore() {
    const typed = draft.read(node.fields);
    for (const view of views()) {
      if (!(view.field.name in typed)) continue;
      view.control.write(typed[view.field.name]);
      view.control.input.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
  return {
    element: made,
    update(next, shown) {
      node = next;
      setText(title, node.title);
      title.hidden = !node.title;
      setText(submit, node.label ?? "Save");
      if (node.title) made.setAttribute("aria-label", node.title);
      fields.update(node.fields, ({ name, type = "text", accept }) => `${name} ${type} ${Boolean(accept)}`);
      if (!shown) restore();
    },
    remove() {
      clearTimeout(timer);
      draft.clear();
    },
  };
}
