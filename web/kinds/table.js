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

export function table(context) {
  const head = element("tr", { role: "row" });
  const body = element("tbody", { role: "rowgroup" });
  const [before, after] = [element("tbody", { "aria-hidden": "true" }), element("tbody", { "aria-hidden": "true" })];
  const made = element("table", { className: "table", role: "table" },
    element("thead", { role: "rowgroup" }, head), before, body, after);
  const empty = element("p", { className: "empty", dir: "auto" });
  const host = { node: undefined, columns: [], keyOf: undefined };
  const heads = new Keyed(head, () => {
    const cell = element("th", { scope: "col", role: "columnheader", dir: "auto" });
    return {
      element: cell,
      update(column) {
        setText(cell, column.title ?? "");
        cell.className = cellClass(column);
        cell.style.width = column.width;
        if (!column.title) set(cell, "aria-label", column.key);
      },
    };
  });
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

  const box = element("div", { className: "table-box" }, made, empty);
  const wait = ghosts(box, "rows");

  return {
    element: box,
    update(node, shown) {
      host.node = node;
      const key = node.key ?? "key";
      host.keyOf = (row, place) => row[key] ?? place;
      if (node.columns !== shown?.columns || node.on_select !== shown?.on_select || (wasEmpty && node.rows.length)) {
        host.columns = withWidths(roles(node.columns, node.rows), node.rows);
        wasEmpty = node.rows.length === 0;
        made.classList.toggle("has-pictures", node.columns.some(({ format }) => format === "image"));
        made.classList.toggle("has-many", node.columns.length > 4);
        made.classList.toggle("has-links", node.columns.some(({ format }) => format === "link"));
        made.classList.toggle("has-sounds", node.columns.some(({ format }) => format === "audio"));
        heads.update(host.columns, (column) => column.key);
      }
      const total = node.total ?? node.rows.length;
      setText(empty, total ? "" : node.empty ?? "Nothing here yet.");
      empty.hidden = total > 0 || Boolean(node.loading);
      wait(total === 0 && Boolean(node.loading));
      made.hidden = total === 0;
      set(made, "aria-rowcount", total + 1);
      set(made, "aria-label", context.screen.title.textContent);
      // Without a key a row's place tells it apart.
      long.update(node.rows, {
        from: node.from, total, keyOf: node.key ? (row) => row[key] : (row, place) => place,
      });
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
