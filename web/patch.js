// Applies the server's patches to a tree (docs/screens.md). A node that no patch touches stays the same
// object, so that views see at once what they need not draw again.

/** The tree after the patches. Throws when one leads to a place that is not there. */
export const applied = (tree, patches) => patches.reduce(apply, tree);

function apply(tree, patch) {
  const { op, path } = patch;
  if (op === "set" || op === "unset") {
    const last = path.at(-1);
    if (last === undefined) return patch.value;
    if (typeof last !== "string") return change(tree, path, 0, () => patch.value);
    return change(tree, path.slice(0, -1), 0, (record) => {
      const copy = { ...record };
      if (op === "set") copy[last] = patch.value;
      else delete copy[last];
      return copy;
    });
  }
  return change(tree, path, 0, (list) => listAfter(list, patch));
}

function listAfter(list, { op, key, item, before, value }) {
  if (!Array.isArray(list)) throw new Error("a patch needs a list");
  const copy = [...list];
  let moved = value;
  if (op !== "insert") [moved] = copy.splice(placeOf(copy, key, item), 1);
  if (op !== "remove") copy.splice(before === undefined ? copy.length : placeOf(copy, key, before), 0, moved);
  return copy;
}

function placeOf(list, field, value) {
  const place = list.findIndex((item) => item?.[field] === value);
  if (place < 0) throw new Error(`no item has ${field} ${value}`);
  return place;
}

function change(value, path, depth, body) {
  if (depth === path.length) return body(value);
  const step = path[depth];
  if (typeof step === "string") {
    if (!(step in value)) throw new Error(`there is no ${step}`);
    return { ...value, [step]: change(value[step], path, depth + 1, body) };
  }
  const place = Array.isArray(step) ? placeOf(value, step[0], step[1]) : step;
  if (!(place in value)) throw new Error(`there is no item ${place}`);
  const copy = [...value];
  copy[place] = change(value[place], path, depth + 1, body);
  return copy;
}
