// Tells lists where the window is, once a frame.

const watchers = new Set();
let isAsked = false;

function ask() {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    for (const watcher of [...watchers]) watcher();
  });
}

// Dialogs scroll on their own: capture hears them, too.
addEventListener("scroll", ask, { passive: true, capture: true });
addEventListener("resize", ask, { passive: true });

export function watchViewport(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
