// A field for code: lines with their numbers, and what is wrong in which of them.

import { makers, textual } from "./controls.js";
import { element } from "./dom.js";

makers.code = () => {
  const input = element("textarea", { className: "code-input", spellcheck: false, autocapitalize: "off", wrap: "off", rows: 14 });
  const gutter = element("pre", { className: "gutter", "aria-hidden": "true" });
  const problems = element("ul", { className: "line-errors" });
  let errors = [];
  function number() {
    const count = input.value.split("\n").length;
    const wrong = new Set(errors.map(({ line: place }) => place));
    gutter.replaceChildren(...Array.from({ length: count }, (_, place) => element("span", {
      textContent: `${place + 1}\n`, className: wrong.has(place + 1) ? "wrong" : "",
    })));
  }
  input.addEventListener("input", number);
  input.addEventListener("scroll", () => { gutter.scrollTop = input.scrollTop; });
  function goTo(place) {
    const before = input.value.split("\n").slice(0, place - 1).join("\n").length + (place > 1 ? 1 : 0);
    input.focus();
    input.setSelectionRange(before, before + (input.value.split("\n")[place - 1] ?? "").length);
  }
  const control = textual(input);
  return {
    ...control,
    element: element("div", { className: "code-box" }, gutter, input, problems),
    write(value) {
      control.write(value);
      number();
    },
    fit(field) {
      if (errors === (field.errors ?? errors) && problems.childElementCount) return;
      errors = field.errors ?? [];
      number();
      problems.replaceChildren(...errors.map(({ line: place, text }) => {
        const go = element("button", { type: "button", className: "link", textContent: `Line ${place}` });
        go.addEventListener("click", () => goTo(place));
        return element("li", {}, go, element("span", { textContent: ` ${text}`, dir: "auto" }));
      }));
    },
  };
};
