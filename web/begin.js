// Asks for what the modules, which come later, would wait for. The server puts it into the page, after what is `given`.

"use strict";

{
  const given = JSON.parse(document.getElementById("given").textContent);
  const json = (path, options) => fetch(path, options).then((answer) => answer.ok ? answer.json() : undefined)
    .catch(() => undefined);
  // The screen stays open: the socket goes on with it.
  const first = (screen) => {
    begun.screen = screen;
    return screen && json(`/api/screens/${screen}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: '{"steps":[],"keep":true}',
    });
  };
  globalThis.begun = given;
  if (given.signedIn) {
    begun.screens = json("/api/screens");
    begun.first = location.pathname === "/" ? begun.screens.then((all) => first(all?.[0]?.name))
      : first(location.pathname.match(/^\/screens\/([\w-]+\/[\w-]+)$/)?.[1]);
  }
}
