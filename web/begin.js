// Begins what the page's modules, which come later, would wait for; they find it in `begun`.

"use strict";

{
  const asked = (path) => fetch(path).then((answer) => answer.ok ? answer.json() : undefined, () => undefined);
  const session = asked("/api/session");
  globalThis.begun = { session, screens: asked("/api/screens") };
  const screen = location.pathname.match(/^\/screens\/([^/]+\/[^/]+)$/)?.[1];
  try {
    const worker = new SharedWorker("/page/worker.js", { type: "module", name: "mixhost" });
    worker.addEventListener("error", () => { begun.hasFailed = true; });
    begun.worker = worker;
    session.then((answer) => {
      if (!answer?.signedIn || begun.hasFailed) return;
      worker.port.postMessage({ type: "join" });
      begun.hasJoined = true;
      if (!screen) return;
      begun.screen = decodeURIComponent(screen);
      worker.port.postMessage({ type: "open", id: 1, screen: begun.screen });
    });
  } catch { /* Without shared workers the page has a socket of its own. */ }
}
