// Announcements of changes to screen readers: the newest outcome and the newest count, when nothing newer came for
// 500 ms.

const pause = 500;
let timer;
// An outcome is not covered by the number of entries that it leaves.
let outcome = "";
let count = "";

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

/** @param isCount how many entries a list has, which follows an outcome instead of covering it */
export function announce(text, isCount = false) {
  if (!text) return;
  region();
  if (isCount) count = text;
  else outcome = text;
  clearTimeout(timer);
  timer = setTimeout(() => {
    region().textContent = [outcome, count].filter(Boolean).join(" ");
    outcome = count = "";
  }, pause);
}
