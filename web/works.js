// The works of all screens in the dock: those of other screens with their names, if they can be stopped, and all
// of the screen that is seen.

import { announce } from "./announce.js";
import { Keyed, element } from "./dom.js";
import { missingKinds, viewOf } from "./tree.js";

let shell;
let keyed;

// On the screen that is seen, where it shows the work: it says how that ended.
async function act({ of, title, node, name }, action, args) {
  const seen = shell.shown;
  if (!name && seen.has(node.label)) return seen.context.act(action, args);
  const answer = await shell.client.work(of, action, args);
  if (answer.type !== "done") shell.dock.toast(`${title}: ${answer.message}`, "error");
  return answer.type === "done";
}

function workView({ node }) {
  let work;
  const view = viewOf({
    depth: -1, path: [], act: (action, args) => act(work, action, args),
    say: (text) => announce(work.name ? `${work.name}: ${text}` : text),
  }, node, []);
  const box = element("div", { className: "dock-part" }, view.element);
  return {
    element: box,
    update(next) {
      work = next;
      box.classList.toggle("of-other", Boolean(next.name));
      box.dataset.of = next.name;
      view.update({ ...next.node, left: next.left });
    },
  };
}

/** Shows `shell.works`: {of, screen, title, shared, left?, node}. */
export async function show(of) {
  shell = of;
  keyed ??= new Keyed(shell.dock.works, workView);
  await missingKinds(shell.works.map(({ node }) => node));
  const seen = shell.shown?.name;
  keyed.update(
    shell.works.filter(({ screen, shared }) => shared || screen === seen)
      .map((work) => ({ ...work, name: work.screen === seen ? "" : work.title })),
    ({ screen, node }) => `${screen} ${node.label}`);
}
