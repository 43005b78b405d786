// A sound to play.

import { element, setText } from "../dom.js";
import { playButton } from "../media.js";

export function audio() {
  const play = playButton();
  const title = element("span", { dir: "auto" });
  return {
    element: element("div", { className: "sound" }, play.element, title),
    update(node) {
      // A source that is not allowed comes as an empty one.
      play.element.hidden = !node.src;
      play.update({ src: node.src, title: node.title });
      setText(title, node.title);
    },
    remove: () => play.remove(),
  };
}
