// A picture.

import { picture } from "../media.js";

export function image() {
  const shown = picture("picture large");
  return {
    element: shown.element,
    update: (node) => shown.update({ src: node.src, alt: node.alt, title: node.alt }),
  };
}
