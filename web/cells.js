// The cells of a table, by the format of their column.

import { own } from "./begun.js";
import { element, icon, set, setText } from "./dom.js";
import { picture, playButton } from "./media.js";
import { spoken } from "./times.js";

function shownText(value) {
  if (value === undefined || value === null) return "";
  if (value === true) return "yes";
  if (value === false) return "no";
  return String(value);
}

/** Ways up and down have a colour besides their mark. */
function wayOf(words) {
  if (words.startsWith("▲")) return "up";
  return words.startsWith("▼") ? "down" : "";
}

const contents = {
  plain(column, { isPressed, open }) {
    const words = element(isPressed ? "button" : "span", { dir: "auto" });
    if (isPressed) {
      words.type = "button";
      words.className = "row-button";
      words.addEventListener("click", () => open(words));
    }
    return {
      element: words,
      fill(value) {
        const text = shownText(value);
        setText(words, text);
        if (!isPressed) words.className = wayOf(text);
      },
    };
  },
  time() {
    const time = element("time");
    return {
      element: time,
      fill(value) {
        const { words, title } = value === undefined ? { words: "", title: "" } : spoken(value);
        setText(time, words);
        time.title = title;
      },
    };
  },
  image() {
    const cover = picture("picture small");
    return { element: cover.element, fill: (value, lead) => cover.update({ src: value, title: String(lead ?? "") }) };
  },
  audio() {
    const play = playButton();
    return {
      element: play.element, remove: () => play.remove(),
      fill(value, lead) {
        play.element.hidden = !value;
        if (value) play.update({ src: value, title: String(lead ?? "") });
      },
    };
  },
  link(column) {
    const anchor = element("a", { className: "icon-button" }, icon("out"));
    return {
      element: anchor,
      fill(value, lead) {
        anchor.hidden = !value;
        if (!value) return;
        anchor.href = own(value);
        if (!String(value).startsWith("/")) [anchor.target, anchor.rel] = ["_blank", "noopener noreferrer"];
        set(anchor, "aria-label", `${column.title ?? column.key}: ${lead}`);
      },
    };
  },
};

export function cellClass({ format = "plain", isLead, isRight, isBefore, drop }) {
  return [`as-${format}`, isLead && "lead", isRight && "right", isBefore && "before", drop && `drop-${Math.min(drop, 4)}`]
    .filter(Boolean).join(" ");
}

/** A view of a cell: `fill(value, lead)` shows a row's value; `lead` is what the row is called. */
export function cellView(column, use) {
  const content = (contents[column.format] ?? contents.plain)(column, use);
  const cell = element("td", { role: "cell" }, content.element);
  return {
    element: cell,
    update(next) { cell.className = cellClass(next); },
    fill(value, lead) {
      content.fill(value, lead);
      cell.classList.toggle("blank", value === undefined || value === "");
    },
    remove: () => content.remove?.(),
  };
}
