// The service worker of an installed page: says so where the server does not answer. It keeps no answer of the
// server, whose screens change all the time.

const shell = "offline-1";
const page = "/offline.html";
const parts = ["/icon.svg", "/page/style/base.css", "/page/style/shell.css"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(shell).then((cache) => cache.addAll([page, ...parts])));
  skipWaiting();
});

addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name !== shell);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const isPart = parts.includes(new URL(request.url).pathname);
  if (request.mode !== "navigate" && !isPart) return;
  event.respondWith(fetch(request).catch(() => caches.match(isPart ? request : page)));
});
