// A player of another service. Before somebody asks for it nothing is loaded from there.

import { element, icon, setText } from "../dom.js";

// The only players that the server's Content-Security-Policy lets in.
const players = {
  youtube: (video) => `https://www.youtube-nocookie.com/embed/${encodeURIComponent(video)}?autoplay=1`,
};
const names = { youtube: "YouTube" };

export function embed() {
  const title = element("span", { className: "embed-title", dir: "auto" });
  const note = element("span", { className: "embed-note" });
  const play = element("button", { type: "button", className: "embed-play" },
    element("span", { className: "embed-mark" }, icon("play")), title, note);
  const box = element("div", { className: "embed" }, play);
  let node;
  play.addEventListener("click", () => {
    const frame = element("iframe", {
      title: node.title, allow: "autoplay; encrypted-media; fullscreen; picture-in-picture",
      // The service refuses players that do not say where they stand.
      referrerPolicy: "strict-origin",
    });
    frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-presentation allow-popups");
    frame.src = players[node.service](node.video);
    box.replaceChildren(frame);
    frame.focus();
  });
  return {
    element: box,
    update(next) {
      if (node && node.video !== next.video) box.replaceChildren(play);
      node = next;
      setText(title, node.title);
      setText(note, `Plays from ${names[node.service]} after a click`);
      play.setAttribute("aria-label", `Play ${node.title} from ${names[node.service]}`);
    },
  };
}
