// How a table is shown: the order of its rows, which stands in the address, and its columns, which this browser keeps.
// Loaded with the first choice of either.

import { element } from "./dom.js";
import { styled } from "./tree.js";

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
const isBlank = (value) => value === undefined || value === null || value === "";
const inAddress = ({ node }) => `view.${node.id}`;
const inBrowser = ({ context, node }) => `columns ${context.screen.name} ${node.id}`;

styled("extras");

/** Rows in an order; those without a value stand last. */
function sorted(rows, order) {
  const isDown = order.startsWith("-");
  const key = isDown ? order.slice(1) : order;
  return [...rows].sort(({ [key]: one }, { [key]: other }) => {
    if (isBlank(one) || isBlank(other)) return isBlank(one) - isBlank(other);
    const way = typeof one === "number" && typeof other === "number" ? one - other : collator.compare(one, other);
    return isDown ? -way : way;
  });
}

function keepOrder(host) {
  const query = new URLSearchParams(location.search);
  if (host.order) query.set(inAddress(host), host.order);
  else query.delete(inAddress(host));
  const text = query.toString();
  history.replaceState({ ...history.state, isOwn: true }, "", location.pathname + (text && `?${text}`));
}

function order(host, wanted) {
  host.order = wanted;
  const key = wanted.replace(/^-/, "");
  const isKnown = host.node.columns.some((column) => column.key === key);
  host.sorted = isKnown ? (rows) => sorted(rows, wanted) : undefined;
}

/** Puts rows in an order: "year", "-year", or "" as they came. */
function sort(host, wanted) {
  if (host.served) {
    const { filters } = host.context.screen;
    const values = Object.fromEntries(filters.fields.map(({ name, value }) => [name, value ?? ""]));
    return host.context.act(filters.on_change, { ...values, sort: wanted || host.served.options[0].value });
  }
  order(host, wanted);
  keepOrder(host);
  host.redraw();
}

/** A heading was pressed: upwards, downwards, as they came. */
export function turn(host, key) {
  const ways = [key, `-${key}`, ""];
  sort(host, ways[(ways.indexOf(host.order) + 1) % 3]);
}

/** Shows a table as somebody has chosen, here or by an address. */
export function recall(host) {
  host.hidden = new Set(JSON.parse(localStorage.getItem(inBrowser(host)) ?? "[]"));
  const wanted = new URLSearchParams(location.search).get(inAddress(host));
  if (wanted && !host.served) order(host, wanted);
  host.redraw();
}

function orders(host, columns) {
  const list = element("select", {});
  const add = (value, textContent) => list.append(element("option", { value, textContent }));
  add("", "As they came");
  for (const column of columns.filter(host.canSort)) {
    const title = column.title || column.key;
    add(column.key, `${title}, upwards`);
    add(`-${column.key}`, `${title}, downwards`);
  }
  list.value = host.order;
  if (list.selectedIndex < 0) list.selectedIndex = 0;
  list.addEventListener("change", () => sort(host, list.value));
  return element("label", { hidden: list.length === 1 }, "Order ", list);
}

/** Fills in the choices of a table. */
export function fill(place, host) {
  const columns = host.all();
  const boxes = columns.filter(({ isLead }) => !isLead).map(({ key, title }) => {
    const box = element("input", { type: "checkbox", checked: !host.hidden.has(key) });
    box.addEventListener("change", () => {
      if (box.checked) host.hidden.delete(key);
      else host.hidden.add(key);
      localStorage.setItem(inBrowser(host), JSON.stringify([...host.hidden]));
      host.redraw();
    });
    return element("label", {}, box, ` ${title || key}`);
  });
  place.replaceChildren(orders(host, columns),
    element("fieldset", {}, element("legend", { textContent: "Columns" }), ...boxes));
}
