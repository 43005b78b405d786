// Facts about a thing: names and values, where they are from.

import { Keyed, element, icon, setText } from "./dom.js";
import { aim } from "./kinds/link.js";

function factView() {
  const label = element("dt", { dir: "auto" });
  const value = element("dd", { dir: "auto" });
  const words = element("span", { dir: "auto" });
  const source = element("span", { className: "source", dir: "auto" });
  const anchor = element("a", { className: "fact-link" });
  const box = element("div", { className: "fact" }, label, value);
  return {
    element: box,
    update(fact) {
      setText(label, fact.label);
      const text = fact.value === true ? "yes" : fact.value === false ? "no" : fact.value;
      setText(words, text);
      setText(source, fact.source);
      source.hidden = !fact.source;
      if (fact.href) {
        anchor.replaceChildren(words);
        aim(anchor, fact.href);
        if (!anchor.querySelector(".icon") && !fact.href.startsWith("/")) anchor.append(icon("out"));
        value.replaceChildren(anchor, source);
      } else {
        value.replaceChildren(words, source);
      }
    },
  };
}

export function facts() {
  const box = element("dl", { className: "facts" });
  const keyed = new Keyed(box, factView);
  return {
    element: box,
    update(list = []) {
      box.hidden = list.length === 0;
      const seen = new Map();
      keyed.update(list, ({ label }) => {
        const count = (seen.get(label) ?? 0) + 1;
        seen.set(label, count);
        return `${label} ${count}`;
      });
    },
  };
}
