// Light or dark in this browser. The choice counts before a page is drawn (early.js).

import { element } from "./dom.js";
import { styled } from "./tree.js";

/** Adds the choice to a screen, beside its title. */
export async function offer(title) {
  await styled("extras");
  const choice = element("select", { className: "theme", "aria-label": "Theme of this browser" },
    ...[["", "system"], ["light", "light"], ["dark", "dark"]].map(([value, word]) => element("option", {
      textContent: `Theme: ${word}`, value, selected: value === (localStorage.theme ?? ""),
    })));
  choice.addEventListener("change", () => {
    localStorage.theme = document.documentElement.style.colorScheme = choice.value;
  });
  title.after(choice);
}
