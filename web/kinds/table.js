// Rows with columns. Where there is little room, each row becomes a few lines (style.css).

import { press } from "../buttons.js";
import { Keyed, element, keyText, set, setText } from "../dom.js";
import { LongList } from "../longlist.js";
import { Roving } from "../roving.js";
import { ghosts } from "../skeleton.js";
import { cellClass, cellView } from "../cells.js";

/** The role of each column: the lead names a row, and opens it when pressed. */
function roles(columns, rows) {
  const plain = columns.filter(({ format = "plain" }) => format === "plain");
  const isNumber = ({ key, align }) => align === "right" || rows.some((row) => typeof row[key] === "number");
  const texts = plain.filter((column) => !isNumber(column));
  const lead = texts.find(({ key }) => key === "title" || key === "name") ?? texts[0] ?? plain[0];
  return columns.map((column, place) => ({
    ...column,
    isLead: column === lead,
    isRight: column.align ? column.align === "right" : (column.format ?? "plain") === "plain" && isNumber(column),
    isBefore: place < columns.indexOf(lead),
  }));
}

function rowView(context, host) {
  const box = element("tr", { role: "row" });
  const cells = new Keyed(box, (column) => cellView(column, {
    isPressed: column.isLead && host.node.on_select,
    open: (control) => press(control, context, { action: host.node.on_select, args: host.keyOf(row) }),
  }));
  let row;
  let columns;
  box.addEventListener("click", ({ target }) => {
    if (!host.node.on_select || target.closest("button, a, audio")) return;
    if (String(getSelection())) return;
    box.querySelector(".row-button")?.click();
  });
  return {
    element: box,
    update(thing) {
      set(box, "aria-rowindex", thing.place + 2);
      if (row !== thing.item || columns !== host.columns) {
        row = thing.item;
        columns = host.columns;
        box.dataset.key = keyText(host.keyOf(row, thing.place));
        box.classList.toggle("can-open", Boolean(host.node.on_select));
        const lead = columns.find(({ isLead }) => isLead);
        cells.update(columns, ({ key, format, isLead }) => `${key} ${format} ${isLead} ${host.node.on_select}`);
        for (const [place, view] of [...cells.views.values()].entries()) {
          view.fill(row[columns[place].key], lead ? row[lead.key] : "");
        }
      }
      host.roving.mark(box, thing.place);
    },
    remove: () => cells.clear(),
  };
}

function ghostRow(host) {
  return {
    element: element("tr", { className: "ghost-row", "aria-hidden": "true" },
      element("td", { colSpan: Math.max(1, host.columns.length) }, element("span", { className: "ghost line" }))),
    update() {},
  };
}

const orders = () => import("../orders.js");

// A heading. One that can be sorted by is a button.
function headView({ canSort }, host) {
  const words = canSort ? element("button", { type: "button", className: "head-button" }) : undefined;
  const cell = element("th", { scope: "col", role: "columnheader", dir: "auto" }, words ?? null);
  let column;
  words?.addEventListener("click", async () => (await orders()).turn(host, column.key));
  return {
    element: cell,
    update(next) {
      column = next;
      setText(words ?? cell, column.title ?? "");
      cell.className = cellClass(column);
      cell.style.width = column.width;
      if (!column.title) set(words ?? cell, "aria-label", column.key);
      const way = { [column.key]: "ascending", [`-${column.key}`]: "descending" }[host.order];
      set(cell, "aria-sort", canSort ? way ?? "none" : undefined);
    },
  };
}

export function table(context) {
  const head = element("tr", { role: "row" });
  const body = element("tbody", { role: "rowgroup" });
  const [before, after] = [element("tbody", { "aria-hidden": "true" }), element("tbody", { "aria-hidden": "true" })];
  const made = element("table", { className: "table", role: "table" },
    element("thead", { role: "rowgroup" }, head), before, body, after);
  const empty = element("p", { className: "empty", dir: "auto" });
  const host = { node: undefined, columns: [], keyOf: undefined, order: "", hidden: new Set() };
  // Rows can be in order where all are here, or where the filters of the screen sort them.
  let isWhole;
  const isServed = ({ key }) => host.served?.options.some(({ value }) => value === key);
  const canSort = (column) => (host.served ? isServed(column)
    : isWhole && /^(plain|time)$/.test(column.format ?? "plain"));

  // Whether rows are in another order than before, or can be.
  function finds({ key, columns, rows, total = rows.length }) {
    const before = `${host.order} ${isWhole}`;
    host.served = context.screen.filters?.fields.find(({ name }) => name === "sort");
    if (!columns.some(isServed)) host.served = undefined;
    if (host.served) host.order = host.served.value ?? "";
    isWhole = key !== undefined && rows.length > 1 && rows.length === total;
    return `${host.order} ${isWhole}` !== before;
  }
  const heads = new Keyed(head, (column) => headView(column, host));
  const long = new LongList({
    parent: body, columns: () => 1, gap: () => 0,
    // The part above the rows is a part of its own.
    top: () => head.getBoundingClientRect().bottom,
    make: (thing) => thing.ghost ? ghostRow(host) : rowView(context, host),
    space(top, bottom) {
      for (const [part, height] of [[before, top], [after, bottom]]) {
        if (height > 0 && !part.firstChild) part.append(element("tr", {}, element("td")));
        const cell = part.firstChild?.firstChild;
        if (cell) {
          // More columns than the head has would take their part of the width.
          cell.colSpan = host.columns.length;
          cell.style.height = `${height}px`;
        }
        part.hidden = height === 0;
      }
    },
    ask: (from, count) => context.window(context.path, from, count),
    onDrawn: () => host.roving?.arrived(),
  });
  // Widths are measured by the first rows that come.
  let wasEmpty = true;
  host.roving = new Roving(body, long, () => 1);

  const choices = element("div", { className: "table-choices" });
  const tools = element("details", { className: "table-tools" },
    element("summary", { textContent: "Order and columns" }), choices);
  const box = element("div", { className: "table-box" }, tools, made, empty);
  Object.assign(host, { context, canSort, all: () => roles(host.node.columns, host.node.rows), redraw() {
    arrange();
    show(host.node);
  } });
  tools.addEventListener("toggle", async () => { if (tools.open) (await orders()).fill(choices, host); });

  // The columns that are shown, with their roles and widths.
  function arrange() {
    const { node } = host;
    const shown = roles(node.columns, node.rows).filter(({ key, isLead }) => isLead || !host.hidden.has(key));
    host.columns = withWidths(shown.map((column) => ({ ...column, canSort: canSort(column) })), node.rows);
    heads.update(host.columns, ({ key, canSort: can }) => `${key} ${can}`);
  }

  function show(node) {
    // Without a key a row's place tells it apart.
    long.update(isWhole && !host.served && host.sorted ? host.sorted(node.rows) : node.rows, {
      from: node.from, total: node.total ?? node.rows.length,
      keyOf: node.key ? (row) => row[node.key] : (row, place) => place,
    });
  }
  const wait = ghosts(box, "rows");

  return {
    element: box,
    update(node, shown) {
      host.node = node;
      const key = node.key ?? "key";
      host.keyOf = (row, place) => row[key] ?? place;
      const isChanged = node.columns !== shown?.columns || node.on_select !== shown?.on_select;
      if (finds(node) || isChanged || (wasEmpty && node.rows.length)) {
        arrange();
        wasEmpty = node.rows.length === 0;
        made.classList.toggle("has-pictures", node.columns.some(({ format }) => format === "image"));
        made.classList.toggle("has-many", node.columns.length > 4);
        made.classList.toggle("has-few", node.columns.length < 4);
        made.classList.toggle("has-links", node.columns.some(({ format }) => format === "link"));
        made.classList.toggle("has-sounds", node.columns.some(({ format }) => format === "audio"));
      }
      const isChosen = location.search.includes("view.")
        || localStorage.getItem(`columns ${context.screen.name} ${node.id}`);
      if (!shown && isChosen) orders().then(({ recall }) => recall(host));
      const total = node.total ?? node.rows.length;
      setText(empty, total ? "" : node.empty ?? "Nothing here yet.");
      empty.hidden = total > 0 || Boolean(node.loading);
      wait(total === 0 && Boolean(node.loading));
      made.hidden = total === 0;
      set(made, "aria-rowcount", total + 1);
      set(made, "aria-label", context.screen.title.textContent);
      tools.hidden = !node.key || total < 2;
      show(node);
    },
    remove() {
      long.remove();
    },
  };
}

/** How wide a column of texts wants to be, by its first rows. */
function weightOf({ key, title = "", least = 0 }, rows) {
  const some = rows.slice(0, 30);
  const length = some.reduce((sum, row) => sum + String(row[key] ?? "").length, 0) / (some.length || 1);
  return Math.max(Math.min(length, 42), least * 1.5, title.length, 8);
}

/** The part of the narrowest table (608 px, table.css) that a title needs. */
const titlePart = ({ title = "" }) => (title.length * 7.4 + 30) / 608;

/** Parts of the table, in hundredths: texts share what other columns leave, by weight, and no title is cut. */
function partsOf(weights, others) {
  const shared = Math.max(66, 90 - others * 8);
  const sum = (list) => list.reduce((all, [, weight]) => all + weight, 0);
  const all = sum([...weights]);
  // A part that grows for its title leaves less for others.
  const raised = [...weights].map(([column, weight]) => [
    column, Math.max(weight, (titlePart(column) / shared) * all * 130)]);
  return new Map(raised.map(([column, weight]) => [column, (weight / sum(raised)) * shared]));
}

/** Columns keep their widths while rows come and go: the lead has what others leave. */
function withWidths(columns, rows) {
  const isText = ({ format = "plain", isRight, isLead, least = 8 }) =>
    format === "plain" && !isRight && (isLead || least >= 8);
  const weights = new Map(columns.filter(isText).map((column) => [column, weightOf(column, rows)]));
  const parts = partsOf(weights, columns.length - weights.size);
  return columns.map((column) => {
    const { format = "plain", isLead, isRight, least = 0, title = "" } = column;
    let width = "";
    if (parts.has(column)) width = isLead ? "" : `${parts.get(column)}%`;
    else if (format === "plain") width = `${Math.max(least, title.length, 3) + (isRight ? 4 : 5)}ch`;
    return { ...column, width };
  });
}
