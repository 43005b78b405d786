// Pictures and sounds. A picture has its place before it is there, and its title stands for a missing one.

import { element, icon, setText } from "./dom.js";

/** A colour for a title: the same one each time. */
export function hueOf(text) {
  let hash = 0;
  for (const letter of text) hash = (hash * 31 + letter.codePointAt(0)) >>> 0;
  return hash % 360;
}

/**
 * A box with a picture. `alt` "" for one whose words stand beside it.
 * @param update.title what the placeholder shows
 */
export function picture(className = "picture") {
  const words = element("span", { className: "placeholder", "aria-hidden": "true", dir: "auto" });
  const box = element("span", { className }, words);
  let image;
  let shown;
  return {
    element: box,
    update({ src, title = "", alt = "" }) {
      setText(words, title);
      box.style.setProperty("--hue", hueOf(title));
      if (src !== shown) {
        image?.remove();
        image = undefined;
        shown = src;
        box.classList.remove("loaded");
        if (src) {
          image = element("img", { alt, decoding: "async", loading: "lazy", draggable: false });
          image.addEventListener("load", () => box.classList.add("loaded"));
          image.addEventListener("error", ({ target }) => target.remove());
          image.src = src;
          box.append(image);
        }
      } else if (image) {
        image.alt = alt;
      }
      // A missing picture's words are read in place of it.
      if (alt && !src) box.setAttribute("aria-label", alt);
      if (alt) box.setAttribute("role", image ? "presentation" : "img");
    },
  };
}

// One sound at a time.
let player;
let playing;

function stop() {
  player?.pause();
  playing?.show(false, 0);
  playing = undefined;
}

/** A round button that plays a sound and shows how far it is. */
export function playButton() {
  const made = element("button", { type: "button", className: "icon-button play" }, icon("play"));
  let state = { src: "", title: "" };
  let retry = false;
  const self = {
    element: made,
    update(next) {
      if (playing === self && next.src !== state.src) stop();
      state = next;
      name();
    },
    remove() { if (playing === self) stop(); },
    show(isPlaying, part) {
      made.classList.toggle("playing", isPlaying);
      made.style.setProperty("--part", part);
      if (made.dataset.icon !== String(isPlaying)) {
        made.dataset.icon = isPlaying;
        made.replaceChildren(icon(isPlaying ? "pause" : "play"));
      }
      name();
    },
    fail() {
      stop();
      retry = true;
      name();
    },
  };
  function name() {
    const verb = playing === self ? "Pause" : retry ? "Not playable, try again:" : "Play";
    made.setAttribute("aria-label", `${verb} ${state.title}`);
    made.title = retry && playing !== self ? "This sound cannot be played now." : "";
    made.classList.toggle("broken", retry && playing !== self);
  }
  made.addEventListener("click", (event) => {
    event.stopPropagation();
    if (playing === self) return stop();
    stop();
    retry = false;
    player ??= new Audio();
    playing = self;
    player.src = state.src;
    player.ontimeupdate = () => playing?.show(true, player.currentTime / (player.duration || 30));
    player.onended = stop;
    player.onerror = () => playing?.fail();
    self.show(true, 0);
    player.play().catch((error) => { if (error.name !== "AbortError" && playing === self) self.fail(); });
  });
  return self;
}
