// A field that is on or off.

import { makers } from "./controls.js";
import { element } from "./dom.js";

makers.flag = () => {
  const input = element("input", { type: "checkbox", role: "switch" });
  return {
    element: input, input, isFlag: true,
    read: () => input.checked,
    write: (value) => { input.checked = value === true || value === "true"; },
  };
};
