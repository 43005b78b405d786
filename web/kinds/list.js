// Items, one below the other.

import { items } from "../items.js";

export const list = (context) => items(context, { shape: "wide", className: "lines", itemClass: "line-item", columns: () => 1 });
