// The SharedWorker: one hub for all tabs of this browser.

import { Hub, socketAddress } from "./hub.js";

const hub = new Hub(socketAddress(self.location));

self.addEventListener("connect", ({ ports: [messages] }) => {
  let port;
  messages.addEventListener("message", ({ data }) => {
    if (data.type === "join") {
      port = hub.join((message) => messages.postMessage(message));
      return;
    }
    if (data.type !== "hello") return hub.receive(port, data);
    // A tab holds its lock as long as it lives: whoever gets it next knows that the tab is gone, crashed
    // ones too. Only secure origins have locks; the others leave by their pagehide.
    navigator.locks?.request(data.lock, () => hub.leave(port));
  });
  messages.start();
});
