// Numbers over time, as lines in an SVG.

import { element, heading, setText, svg } from "../dom.js";

const [width, height] = [600, 160];
const edge = 6;
const numbers = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 });

/** @param isRank whether 1 stands on top, and larger numbers below */
function line(values, top, isRank) {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  return values.map((value, place) => {
    const part = isRank ? (top - value) / Math.max(1, top - 1) : value / top;
    const y = height - edge - part * (height - 2 * edge);
    return `${place ? "L" : "M"}${(place * step).toFixed(1)} ${y.toFixed(1)}`;
  }).join("");
}

export function plot(context) {
  const title = element(heading(context.depth + 1), { className: "minor", dir: "auto" });
  const most = element("span", { className: "plot-most muted" });
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img" });
  const legend = element("ul", { className: "legend" });
  const box = element("figure", { className: "plot" },
    element("figcaption", { className: "plot-head" }, title, most), drawing, legend);
  return {
    element: box,
    update({ title: words, unit = "", series }) {
      setText(title, words);
      title.hidden = !words;
      const top = Math.max(1e-9, ...series.flatMap(({ values }) => values));
      const isRank = unit === "place";
      setText(most, isRank ? `1 to ${top}` : `at most ${numbers.format(top < 1e-6 ? 0 : top)} ${unit}`.trim());
      const lines = series.flatMap(({ values }, place) => {
        const path = line(values, top, isRank);
        const shown = [svg("path", { d: path, class: `series series-${place % 6}` })];
        if (place === 0 && values.length > 1 && !isRank) {
          shown.unshift(svg("path", { d: `${path}L${width} ${height}L0 ${height}Z`, class: "area series-0" }));
        }
        return shown;
      });
      drawing.replaceChildren(
        svg("path", { d: `M0 ${edge}H${width}M0 ${height / 2}H${width}M0 ${height - edge}H${width}`, class: "rules" }),
        ...lines);
      const names = series.map(({ name, values }) => {
        const last = values.at(-1);
        const words = isRank ? `#${last}` : `${numbers.format(last)} ${unit}`.trim();
        return [name, last === undefined ? "no values yet" : words];
      });
      drawing.setAttribute("aria-label", `${words ?? "Plot"}: ${names.map((pair) => pair.join(" now ")).join(", ")}`);
      legend.replaceChildren(...names.map(([name, last], place) => element("li", {},
        element("span", { className: `swatch series-${place % 6}` }),
        element("span", { textContent: name, dir: "auto" }), element("b", { textContent: last }))));
    },
  };
}
