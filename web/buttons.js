// Things to press that make the program do something.

import { element, setText } from "./dom.js";

/**
 * Runs an action for a control: a second press while it works does nothing, and a slow one shows that it
 * works. The screen shows errors.
 */
export async function press(control, context, { action, args, confirm, label }) {
  if (control.getAttribute("aria-busy") === "true") return false;
  if (confirm && !await (await import("./dialogs.js")).ask(confirm, label)) return false;
  control.setAttribute("aria-busy", "true");
  const isDone = await context.act(action, args);
  control.removeAttribute("aria-busy");
  return isDone;
}

/** A button {label, action, args, confirm}. */
export function button(context, className = "button") {
  let node;
  const made = element("button", { type: "button", className, dir: "auto" });
  made.addEventListener("click", (event) => {
    event.stopPropagation();
    press(made, context, node);
  });
  return {
    element: made,
    update(next) {
      node = next;
      setText(made, next.label);
    },
  };
}
