// Announcements of changes to screen readers: the newest words, when nothing newer came for 500 ms.

const pause = 500;
let timer;

/** The region that can be heard now: a modal dialog silences all outside of it. */
function region() {
  const dialogs = document.querySelectorAll("dialog:modal");
  const place = dialogs[dialogs.length - 1] ?? document.body;
  let live = [...place.children].find((child) => child.classList.contains("live"));
  if (!live) {
    live = document.createElement("div");
    live.className = "live";
    live.setAttribute("role", "status");
    place.append(live);
  }
  return live;
}

export function announce(text) {
  if (!text) return;
  region();
  clearTimeout(timer);
  timer = setTimeout(() => { region().textContent = text; }, pause);
}
