// The controls of fields, by their types: {element, input, read(), write(value), options?(field)}.

import { element, setText } from "./dom.js";
import { problemOf } from "./checks.js";

export const textual = (input) => ({
  element: input, input,
  read: () => input.value,
  write(value) {
    const text = value === undefined || value === null ? "" : String(value);
    if (input.value !== text) input.value = text;
  },
});

const line = (type, properties = {}) => () => textual(element("input", { type, autocomplete: "off", dir: "auto", ...properties }));

function choice() {
  const input = element("select", { dir: "auto" });
  const control = textual(input);
  let options = [];
  return {
    ...control,
    fit(field) {
      if (options === field.options) return;
      options = field.options ?? [];
      const none = field.required || options.some(({ value }) => value === "") ? [] : [{ value: "", label: "–" }];
      // A choice that has a value cannot be emptied by accident.
      const all = field.value === undefined || field.value === "" ? [...none, ...options] : options;
      const value = input.value;
      input.replaceChildren(...all.map((option) => element("option", {
        // In this order: without words an option has the value "" already, and with them another.
        textContent: option.label ?? String(option.value), value: String(option.value),
      })));
      input.value = value;
    },
  };
}

/** By type. Those of files, code and flags are added by their modules, which few screens need. */
export const makers = {
  text: line("text"), password: line("password", { autocomplete: "current-password" }),
  number: line("text", { inputMode: "decimal" }), integer: line("text", { inputMode: "numeric" }),
  date: line("date"), url: line("url", { inputMode: "url", placeholder: "https://" }),
  multiline: () => textual(element("textarea", { rows: 5, dir: "auto" })),
  search: line("search"), choice,
};

let count = 0;

/** A field with its label, help and what is wrong with it. */
export function fieldView(field, { isFilter = false } = {}) {
  const type = isFilter && (field.type ?? "text") === "text" ? "search" : field.type ?? "text";
  const accepts = type === "multiline" && field.accept;
  const control = (accepts ? makers.file : makers[type] ?? makers.text)({ isTyped: Boolean(accepts) });
  const id = `field-${++count}`;
  const label = element("label", { htmlFor: id, dir: "auto" });
  const help = element("p", { className: "help muted", id: `${id}-help`, dir: "auto" });
  const error = element("p", { className: "problem", id: `${id}-error`, role: "alert", dir: "auto" });
  control.input.id = id;
  const box = element("div", { className: `field field-${type}` },
    ...control.isFlag ? [element("div", { className: "flag" }, control.element, label)] : [label, control.element],
    help, error);
  let served;
  let own = "";
  let current = field;

  function showProblem(text) {
    setText(error, text);
    error.hidden = !text;
    if (text) control.input.setAttribute("aria-invalid", "true");
    else control.input.removeAttribute("aria-invalid");
    const about = [!help.hidden && help.id, text && error.id].filter(Boolean).join(" ");
    if (about) control.input.setAttribute("aria-describedby", about);
    else control.input.removeAttribute("aria-describedby");
  }

  const view = {
    element: box, control, isDirty: false,
    get field() { return current; },
    read: () => control.read(),
    update(next) {
      current = next;
      setText(label, next.label);
      if (next.required) label.dataset.required = "required";
      setText(help, next.help);
      help.hidden = !next.help;
      control.input.required = Boolean(next.required);
      control.fit?.(next);
      // Half-typed text is not taken from the user.
      const isTyping = view.isDirty && (document.activeElement === control.input || own !== "");
      if (next.value !== served && !isTyping) {
        control.write(next.value);
        view.isDirty = false;
      }
      served = next.value;
      showProblem(next.error ?? own);
    },
    /** Whether the value may be sent; shows why not. */
    check() {
      own = problemOf(current, control.read());
      showProblem(own || (view.isDirty ? "" : current.error));
      return !own;
    },
    /** After the program took a value: a text that nobody changed since then becomes the program's. */
    adopt(sent, isFilter) {
      if (control.read() !== sent) return;
      view.isDirty = false;
      if (isFilter && served !== undefined && document.activeElement !== control.input || control.isFlag && isFilter) {
        control.write(served);
      }
    },
  };
  const touched = () => {
    view.isDirty = true;
    // While it is typed, not when it is left: a line that goes then would move the button that is pressed.
    if (own || current.error) view.check();
  };
  control.input.addEventListener("input", touched);
  control.input.addEventListener("change", () => {
    view.isDirty = true;
    view.check();
  });
  return view;
}
