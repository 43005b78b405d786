// A doubt to decide: the thing and its candidates side by side, with how their scores came about. The keys
// 1 to 9 choose, N rejects all, S puts it off.

import { press } from "../buttons.js";
import { Keyed, element, heading, setText } from "../dom.js";
import { facts } from "../facts.js";
import { picture } from "../media.js";

function partView() {
  const label = element("span", { dir: "auto" });
  const value = element("b");
  const bar = element("span", { className: "part-bar" }, element("span"));
  const why = element("span", { className: "muted part-why", dir: "auto" });
  return {
    element: element("li", { className: "score-part" }, label, bar, value, why),
    update(part) {
      setText(label, part.label);
      setText(value, `${part.value < 0 ? "−" : "+"}${Math.abs(part.value).toFixed(2)}`);
      bar.classList.toggle("minus", part.value < 0);
      bar.style.setProperty("--part", Math.min(1, Math.abs(part.value)));
      setText(why, part.text);
    },
  };
}

function side(level) {
  const cover = picture("picture medium");
  const title = element(heading(level), { className: "minor", dir: "auto" });
  const subtitle = element("p", { className: "muted", dir: "auto" });
  const known = facts();
  return {
    element: element("div", { className: "side" }, cover.element,
      element("div", { className: "side-words" }, title, subtitle), known.element),
    update(thing) {
      cover.update({ src: thing.image, title: thing.title });
      setText(title, thing.title);
      setText(subtitle, thing.subtitle);
      known.update(thing.facts);
    },
  };
}

// Points, or a part of 1 as percent.
const scoreText = (score) => score === undefined ? ""
  : score >= 0 && score <= 1 ? `${Math.round(score * 100)} %` : String(score);

function candidateView(context, host) {
  const shown = side(context.depth + 2);
  const score = element("span", { className: "score" });
  const parts = element("ul", { className: "score-parts" });
  const keyed = new Keyed(parts, partView);
  const choose = element("button", { type: "button", className: "button strong" });
  const box = element("li", { className: "candidate" }, shown.element, score, parts, choose);
  let candidate;
  choose.addEventListener("click", () => press(choose, context, {
    action: host.node.on_choose, args: { key: host.node.key, candidate: candidate.key },
  }));
  return {
    element: box, choose,
    update(next) {
      candidate = next;
      shown.update(next);
      setText(score, scoreText(next.score));
      score.hidden = next.score === undefined;
      keyed.update(next.parts ?? [], ({ label }) => label);
      parts.hidden = !next.parts?.length;
    },
    count(number) {
      choose.replaceChildren(number < 10 ? element("kbd", { textContent: number, "aria-hidden": "true" }) : "", "This one");
      choose.setAttribute("aria-label", `Choose number ${number}: ${candidate.title}`);
    },
  };
}

export function review(context) {
  const host = { node: undefined };
  const subject = side(context.depth + 1);
  const list = element("ol", { className: "candidates" });
  const candidates = new Keyed(list, () => candidateView(context, host));
  const none = element("button", { type: "button", className: "button" },
    element("kbd", { textContent: "N", "aria-hidden": "true" }), "None of these");
  const later = element("button", { type: "button", className: "button" },
    element("kbd", { textContent: "S", "aria-hidden": "true" }), "Decide later");
  const box = element("section", { className: "review", tabIndex: -1 },
    element("div", { className: "subject" }, element("p", { className: "eyebrow", textContent: "Which one is this?" }),
      subject.element, element("div", { className: "row" }, none, later)), list);
  for (const [control, action] of [[none, "on_reject"], [later, "on_skip"]]) {
    control.addEventListener("click", () => press(control, context, {
      action: host.node[action], args: { key: host.node.key },
    }));
  }
  box.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const keys = { n: none, s: later };
    const control = keys[event.key.toLowerCase()] ?? [...candidates.views.values()][Number(event.key) - 1]?.choose;
    if (!control || control.hidden) return;
    event.preventDefault();
    control.click();
  });
  return {
    element: box,
    update(node, shown) {
      host.node = node;
      const hadFocus = box.contains(document.activeElement);
      subject.update(node.subject);
      box.setAttribute("aria-label", `Doubt: ${node.subject.title}`);
      candidates.update(node.candidates, ({ key }) => `${node.key} ${key}`);
      for (const [place, view] of [...candidates.views.values()].entries()) view.count(place + 1);
      none.hidden = !node.on_reject;
      later.hidden = !node.on_skip;
      // The next doubt takes the keys at once.
      if (shown && shown.key !== node.key && (hadFocus || document.activeElement === document.body)) {
        box.focus({ preventScroll: true });
        context.say(`Next: ${node.subject.title}`);
      }
    },
  };
}
