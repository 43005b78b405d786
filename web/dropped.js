// A field whose value is a file's text: dropped, or chosen. It is read here, and sent with the form.

import { makers } from "./controls.js";
import { element, setText } from "./dom.js";

const mostBytes = 8 * 1024 * 1024;

/** The text of a file: UTF-8, UTF-16 by its mark, else what old office programs write. */
export function decoded(bytes) {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** @param isTyped whether the text is shown, to be typed or changed */
makers.file = ({ isTyped }) => {
  const picker = element("input", { type: "file", className: isTyped ? "unseen" : "picker" });
  const words = element("span", { className: "drop-words", textContent: "Drop a file here, or choose one" });
  const problem = element("span", { className: "problem", role: "alert" });
  const typed = isTyped && element("textarea", { rows: 6, dir: "auto" });
  const choose = isTyped && element("button", { type: "button", className: "button small", textContent: "Choose a file" });
  const area = element("div", { className: "drop" }, typed || null,
    element("div", { className: "drop-row" }, isTyped ? choose : picker, words, problem));
  if (isTyped) {
    picker.tabIndex = -1;
    picker.setAttribute("aria-hidden", "true");
    area.append(picker);
    setText(words, "or drop it here");
    choose.addEventListener("click", () => picker.click());
  }
  let text = "";
  const input = typed || picker;

  async function take(file) {
    if (!file) return;
    setText(problem, "");
    if (file.size > mostBytes) {
      setText(problem, `${file.name} has ${Math.ceil(file.size / 1048576)} MB: at most 8 MB can be sent.`);
      return;
    }
    const read = decoded(new Uint8Array(await file.arrayBuffer()));
    if (typed) typed.value = read;
    else text = read;
    setText(words, `${file.name}, ${Math.max(1, Math.round(file.size / 1024))} KB`);
    input.dispatchEvent(new Event(typed ? "input" : "taken", { bubbles: true }));
  }

  picker.addEventListener("change", (event) => {
    event.stopPropagation();
    take(picker.files[0]);
  });
  area.addEventListener("dragover", (event) => {
    event.preventDefault();
    area.classList.add("over");
  });
  area.addEventListener("dragleave", () => area.classList.remove("over"));
  area.addEventListener("drop", (event) => {
    event.preventDefault();
    area.classList.remove("over");
    take(event.dataTransfer.files[0]);
  });
  return {
    element: area, input,
    read: () => typed ? typed.value : text,
    write(value) {
      if (typed) typed.value = value ?? "";
      else if (!value) {
        text = "";
        picker.value = "";
        setText(words, "Drop a file here, or choose one");
      }
    },
    fit(field) { picker.accept = field.accept ?? ""; },
  };
};
