// Pictures with titles, in a grid.

import { items } from "../items.js";

// As many as the grid's CSS has made.
const columns = (grid) => Math.max(1, getComputedStyle(grid).gridTemplateColumns.split(" ").length);

export const cards = (context) => items(context, { shape: "poster", className: "grid", itemClass: "card", columns, isPictured: true });
