// One thing, with all that is known of it. One that can be left is a dialog over its list.

import { TreeDialog } from "../dialogs.js";
import { element, setText } from "../dom.js";
import { facts } from "../facts.js";
import { picture } from "../media.js";
import { childViews } from "../tree.js";

let count = 0;

export function detail(context, first) {
  const id = `detail-${++count}`;
  const title = element("h2", { id, dir: "auto", tabIndex: -1, autofocus: true });
  const subtitle = element("p", { className: "muted subtitle", dir: "auto" });
  const cover = picture("picture cover");
  const known = facts();
  const body = element("div", { className: "flow" });
  const children = childViews(context, body);
  const content = element("article", { className: "detail" }, cover.element,
    element("div", { className: "detail-words" }, title, subtitle, known.element), body);
  let node = first;
  const dialog = first.on_close && new TreeDialog(id, () => context.act(node.on_close));
  dialog?.element.append(content);
  dialog?.element.addEventListener("shown", () => dialog.show());
  return {
    element: dialog ? dialog.element : content,
    update(next, shown) {
      node = next;
      setText(title, node.title);
      setText(subtitle, node.subtitle);
      subtitle.hidden = !node.subtitle;
      cover.element.hidden = !node.image;
      content.classList.toggle("has-cover", Boolean(node.image));
      content.classList.remove("shape-wide", "shape-square", "shape-poster");
      content.classList.add(`shape-${node.shape ?? "poster"}`);
      if (node.image) cover.update({ src: node.image, title: node.title });
      known.update(node.facts);
      children.update(node.children ?? []);
      if (dialog && shown && shown.title !== node.title) {
        context.say(node.title);
        dialog.element.scrollTop = 0;
      }
    },
    remove() {
      children.clear();
      dialog?.hide();
    },
  };
}
