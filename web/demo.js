// The look around with made-up data, below /demo: begins by a link, and every page of it says what it is.

import { element } from "./dom.js";
import { ask } from "./session.js";

// A control that waits for an answer.
async function busy(control, toast, work) {
  if (control.getAttribute("aria-busy") === "true") return;
  control.setAttribute("aria-busy", "true");
  try {
    await work();
  } catch (error) {
    control.removeAttribute("aria-busy");
    toast(error.message, "error");
  }
}

/** Begins it and goes there. */
export const begin = (control, context) => busy(control, context.toast, async () => {
  const { address } = await ask("/api/demo", {});
  location.assign(address);
});

/** Marks a page of it, with the way out. */
export function mark(toast) {
  const end = element("button", { type: "button", className: "button small", textContent: "End it" });
  end.addEventListener("click", () => busy(end, toast, async () => {
    const answer = await fetch("/api/demo", { method: "DELETE" });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
    location.assign(location.origin + "/");
  }));
  const words = element("strong", { textContent: "Made-up data", title: "Nothing here is yours, and nothing of it stays." });
  document.getElementById("sign-out").before(element("span", { className: "pair" }, words, end));
}
