// Begins what the modules, which come later, would wait for. The server puts it into the page, after what is `given`.

"use strict";

{
  const given = JSON.parse(document.getElementById("given").textContent);
  globalThis.begun = { signedIn: given.signedIn };
  const screen = location.pathname.match(/^\/screens\/([^/]+\/[^/]+)$/)?.[1];
  try {
    const worker = new SharedWorker(`${given.files}hub.js`, { type: "module", name: "mixhost" });
    worker.addEventListener("error", () => { begun.hasFailed = true; });
    begun.worker = worker;
    if (begun.signedIn) {
      worker.port.postMessage({ type: "join" });
      begun.hasJoined = true;
      if (screen) {
        begun.screen = decodeURIComponent(screen);
        worker.port.postMessage({ type: "open", id: 1, screen: begun.screen });
      }
    }
  } catch { /* Without shared workers the page has a socket of its own. */ }
  if (begun.signedIn) {
    begun.screens = fetch("/api/screens").then((answer) => answer.ok ? answer.json() : undefined, () => undefined);
  }
}
