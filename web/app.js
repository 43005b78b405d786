"use strict";

// The page of `mixhost serve`: what it shows comes from /api, what changes from /api/events. Every text
// goes into the page as text, never as markup.

const byId = (id) => document.getElementById(id);

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  const answer = await fetch(path, options);
  const text = await answer.text();
  let value = {};
  if (answer.headers.get("Content-Type")?.startsWith("application/json")) value = JSON.parse(text);
  if (answer.ok) return value;
  // A session ends with its time, with its cookie, or with the server's state: then signing in is shown
  // instead of a page on which nothing works.
  if ([401, 403].includes(answer.status) && !["/login", "/api/session"].includes(path)) {
    loadSession().catch(showProblem);
  }
  throw new Error(value.error ?? `${answer.status} ${answer.statusText}`);
}

const showProblem = (error) => { byId("connection").textContent = error.message; };

const time = (seconds) => new Date(seconds * 1000).toLocaleString();

let isSignedIn = false;

async function loadSession() {
  const was = isSignedIn;
  isSignedIn = (await ask("/api/session")).signedIn;
  if (was && !isSignedIn) byId("token-problem").textContent = "The session has ended: sign in again.";
  byId("sign-in").hidden = isSignedIn;
  byId("sign-out").hidden = !isSignedIn;
}

// Jobs

const open = new Map();
const isOver = (status) => ["complete", "canceled", "failed"].includes(status);

function jobRow(jobId) {
  const bar = element("progress", { max: 1, value: 0 });
  const status = element("span", { className: "status" });
  const cancel = element("button", { type: "button", textContent: "Cancel" });
  const problem = element("p", { className: "problem" });
  problem.setAttribute("role", "alert");
  cancel.addEventListener("click", async () => {
    cancel.disabled = true;
    try {
      await ask("/api/enrichment/cancel", { jobId });
    } catch (error) {
      problem.textContent = error.message;
      cancel.disabled = false;
    }
  });
  const row = element("li", {},
    element("div", { className: "head" }, status, cancel), bar,
    element("div", { className: "detail", textContent: jobId }), problem);
  bar.setAttribute("aria-label", `Progress of job ${jobId}`);
  byId("running").append(row);
  return { row, bar, status, cancel, problem };
}

function showProgress(jobId, data) {
  const key = jobId.toLowerCase();
  if (!open.has(key)) open.set(key, jobRow(jobId));
  const shown = open.get(key);
  shown.bar.value = data.progress;
  shown.status.textContent = data.currentStatus;
  // Why it waits is in its status already.
  shown.problem.textContent =
    data.error && !data.currentStatus.includes(data.error) ? data.error : "";
  shown.cancel.hidden = !isSignedIn;
  if (data.result) {
    shown.row.remove();
    // A job that brought nothing goes to the list of past ones: what was wrong stays in sight.
    if (!data.result.success && !data.result.canceled) {
      byId("job-problem").textContent = [data.currentStatus, data.error].filter(Boolean).join(": ");
    }
    open.delete(key);
    loadJobs().catch(showProblem);
    loadLibrary().catch(showProblem);
  }
  showIfEmpty("running", open.size === 0, "No job is running.");
}

function showIfEmpty(id, isEmpty, text) {
  const list = byId(id);
  list.querySelector(".empty")?.remove();
  if (isEmpty) list.append(element("li", { className: "empty", textContent: text }));
}

function pastRow(job) {
  const cells = [
    ["Job", job.job], ["Begun", time(job.created)],
    ["Ended as", job.progress.error ? `${job.status}: ${job.progress.error}` : job.status],
    ["Found", job.counts.enriched], ["In doubt", job.counts.uncertain],
    ["Not found", job.counts.not_found], ["Failed", job.counts.failed],
  ];
  return element("tr", {}, ...cells.map(([label, text]) => {
    const cell = element("td", { textContent: text });
    cell.dataset.label = label;
    return cell;
  }));
}

async function loadJobs() {
  const { jobs } = await ask("/api/enrichment");
  for (const job of jobs) if (!isOver(job.status)) showProgress(job.jobId, job.progress);
  const past = jobs.filter((job) => isOver(job.status)).map(pastRow);
  if (past.length === 0) {
    past.push(element("tr", {}, element("td", {
      colSpan: 7, className: "empty", textContent: "None yet.",
    })));
  }
  byId("past").replaceChildren(...past);
  showIfEmpty("running", open.size === 0, "No job is running.");
}

// Library

async function loadLibrary() {
  const counts = await ask("/api/library?kind=book");
  const names = ["total", "pending", "queued", "enriched", "uncertain", "not_found", "failed"];
  byId("library").replaceChildren(...names.map((name) => element("li", {},
    element("b", { textContent: counts[name] }), ` ${name.replace("_", " ")}`)));
  const start = byId("start");
  start.hidden = !isSignedIn || counts.pending === 0;
  start.textContent = `Look up ${counts.pending} pending book${counts.pending === 1 ? "" : "s"}`;
}

// Randomness of its own: crypto.randomUUID exists only on secure origins.
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

async function startPending() {
  byId("start-problem").textContent = "";
  byId("job-problem").textContent = "";
  byId("start").disabled = true;
  try {
    const path = "/api/library/works?kind=book&status=pending&fields=id&limit=100000";
    const { ids } = await ask(path);
    const jobId = uuid();
    follow(jobId);
    await ask("/api/enrichment/start", { jobId, workIds: ids });
  } catch (error) {
    byId("start-problem").textContent = error.message;
  }
  byId("start").disabled = false;
  loadLibrary().catch(showProblem);
}

// A job that was started here is followed as document 002 has it: the socket first, then the start. A
// server that is started again goes on with its jobs, so the socket begins again until the job is over.
function follow(jobId, pause = 1000) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws/progress?jobId=${jobId}`);
  let isDone = false;
  let next = Math.min(pause * 2, 30000);
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data);
    if (message.type !== "progress") return;
    next = 1000;
    isDone = message.data.result !== undefined;
    showProgress(message.jobId, message.data);
  });
  socket.addEventListener("close", ({ code }) => {
    // 1008: no such job was started.
    if (!isDone && code !== 1008) setTimeout(() => follow(jobId, next), pause);
  });
}

// Refreshers

function refresherRow(refresher) {
  const next = refresher.running ? "running now"
    : refresher.every === undefined ? "off" : `next ${time(refresher.nextAt)}`;
  const row = element("li", {},
    element("div", { className: "head" },
      element("b", { textContent: refresher.name }),
      element("span", { className: "status", textContent: ` ${next}` })),
    element("div", {
      className: "detail",
      textContent: refresher.problem ?? `${refresher.doc} – ${refresher.reason} (${refresher.rule})`,
    }));
  if (refresher.error) {
    row.append(element("div", { className: "problem", textContent: refresher.error }));
  }
  if (isSignedIn && !refresher.running) {
    const now = element("button", { type: "button", textContent: "Refresh now" });
    now.setAttribute("aria-label", `Refresh ${refresher.name} now`);
    now.addEventListener("click", async () => {
      now.disabled = true;
      await ask(`/api/refreshers/${refresher.name}/refresh`, {}).catch(showProblem);
    });
    row.querySelector(".head").append(now);
  }
  return row;
}

async function loadRefreshers() {
  const { refreshers } = await ask("/api/refreshers");
  byId("refreshers").replaceChildren(...refreshers.map(refresherRow));
}

// Feed

function videoRow(video) {
  const title = element("a", {
    href: video.url,
    rel: "noreferrer", textContent: video.title,
  });
  const minutes = video.duration ? `, ${Math.round(video.duration / 60)} min` : "";
  const published = time(Date.parse(video.published_at) / 1000);
  const about = `${video.channel_title ?? video.channel}, ${published}${minutes}`;
  return element("li", {}, title, element("div", { className: "detail", textContent: about }));
}

async function loadFeed() {
  // Before its first run a refresher has no document.
  const { videos } = await ask("/api/refreshers/feed/document").catch(() => ({ videos: [] }));
  byId("feed").replaceChildren(...videos.slice(0, 20).map(videoRow));
  showIfEmpty("feed", videos.length === 0, "Nothing yet: mixhost feed follow adds channels.");
}

// Events

// The stream of a browser that may not read, or of a server at its limit, is not tried again by the
// browser itself.
function listen(pause = 2000) {
  const events = new EventSource("/api/events");
  let next = Math.min(pause * 2, 60000);
  events.addEventListener("open", () => {
    next = 2000;
    byId("connection").textContent = "connected";
    loadSession().then(loadAll, showProblem);
  });
  events.addEventListener("error", () => {
    byId("connection").textContent = "not connected; trying again…";
    loadSession().catch(() => {});
    if (events.readyState === EventSource.CLOSED) setTimeout(() => listen(next), pause);
  });
  events.addEventListener("job", ({ data }) => {
    const message = JSON.parse(data);
    showProgress(message.jobId, message.data);
  });
  events.addEventListener("refreshers", () => loadRefreshers().catch(showProblem));
  events.addEventListener("feed", () => loadFeed().catch(showProblem));
}

function loadAll() {
  for (const load of [loadJobs, loadLibrary, loadRefreshers, loadFeed]) {
    load().catch(showProblem);
  }
}

byId("token-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  byId("token-problem").textContent = "";
  try {
    await ask("/login", { token: byId("token").value.trim() });
    location.reload();
  } catch (error) {
    byId("token-problem").textContent = error.message;
  }
});

byId("sign-out").addEventListener("click", async () => {
  // A session that has ended already is as good as signed out.
  await ask("/api/logout", {}).catch(showProblem);
  location.reload();
});

byId("start").addEventListener("click", startPending);

loadSession().catch(showProblem).finally(() => listen());
