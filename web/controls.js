// The controls of fields, by their types: {element, input, read(), write(value), options?(field)}.

import { element, setText } from "./dom.js";
import { problemOf } from "./checks.js";
import { fileControl } from "./dropped.js";

const textual = (input) => ({
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

function flag() {
  const input = element("input", { type: "checkbox", role: "switch" });
  return {
    element: input, input, isFlag: true,
    read: () => input.checked,
    write: (value) => { input.checked = value === true || value === "true"; },
  };
}

/** A text of several lines with their numbers, and what is wrong in which of them. */
function code() {
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
}

const makers = {
  text: line("text"), password: line("password", { autocomplete: "current-password" }),
  number: line("text", { inputMode: "decimal" }), integer: line("text", { inputMode: "numeric" }),
  date: line("date"), url: line("url", { inputMode: "url", placeholder: "https://" }),
  multiline: () => textual(element("textarea", { rows: 5, dir: "auto" })),
  search: line("search"), choice, flag, code, file: fileControl,
};

let count = 0;

/** A field with its label, help and what is wrong with it. */
export function fieldView(field, { isFilter = false } = {}) {
  const type = isFilter && (field.type ?? "text") === "text" ? "search" : field.type ?? "text";
  const accepts = type === "multiline" && field.accept;
  const control = (accepts ? fileControl : makers[type] ?? makers.text)(accepts ? { isTyped: true } : {});
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
      // What somebody is typing is not taken from them.
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
    if (own) view.check();
  };
  control.input.addEventListener("input", touched);
  control.input.addEventListener("change", () => {
    view.isDirty = true;
    view.check();
  });
  return view;
}
