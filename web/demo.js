// The look around with made-up data, below /demo.

import { element } from "./dom.js";
import { ask } from "./session.js";
import { styled } from "./tree.js";

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
export async function mark(toast) {
  await styled("extras");
  const end = element("button", { type: "button", className: "button small", textContent: "End it" });
  end.addEventListener("click", () => busy(end, toast, async () => {
    const answer = await fetch("/api/demo", { method: "DELETE" });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
    location.assign(location.origin + "/");
  }));
  const words = element("strong", { textContent: "Made-up data", title: "Nothing here is yours, and nothing stays." });
  document.getElementById("sign-out").after(element("span", { className: "pair" }, words, end));
}
