// @ts-check
/** States from the changes between them: the other half of `src/replay/view/delta.ts`. */

/** @typedef {readonly [path: readonly (string | number)[], ...rest: any[]]} Change */

/**
 * The value after the changes; the one before stays as it is.
 * @param {any} before
 * @param {readonly Change[]} changes
 */
export function changed(before, changes) {
  let value = before;
  for (const change of changes) value = withChange(value, change, 0);
  return value;
}

/**
 * @param {any} value
 * @param {Change} change
 * @param {number} depth
 * @returns {any}
 */
function withChange(value, change, depth) {
  const path = change[0];
  if (depth === path.length) {
    if (change.length === 2) return change[1];
    const [, start, removed, items] = change;
    return [...value.slice(0, start), ...items, ...value.slice(start + removed)];
  }
  const key = /** @type {string | number} */ (path[depth]);
  if (Array.isArray(value)) {
    return value.map((item, i) => i === key ? withChange(item, change, depth + 1) : item);
  }
  // Entries keep a key "__proto__" a key.
  const entries = Object.entries(value);
  if (change.length === 1 && depth === path.length - 1) {
    return Object.fromEntries(entries.filter(([name]) => name !== key));
  }
  const next = withChange(Object.hasOwn(value, key) ? value[key] : undefined, change, depth + 1);
  return Object.hasOwn(value, key)
    ? Object.fromEntries(entries.map(([name, old]) => [name, name === key ? next : old]))
    : Object.fromEntries([...entries, [key, next]]);
}

/** Steps between two states that are kept whole. */
const KEPT_EVERY = 64;
/** The kept states of a trace. @type {WeakMap<readonly any[], any[]>} */
const keptStates = new WeakMap();

/**
 * The state after a step, whose changes are its sixth part.
 * @param {readonly any[]} steps
 * @param {number} selected index of the step
 */
export function stateAfter(steps, selected) {
  const kept = keptStates.get(steps) ?? [null];
  keptStates.set(steps, kept);
  const from = Math.min(kept.length - 1, Math.floor((selected + 1) / KEPT_EVERY));
  let state = kept[from];
  for (let i = from * KEPT_EVERY; i <= selected; i++) {
    state = changed(state, steps[i][5]);
    if ((i + 1) % KEPT_EVERY === 0) kept[(i + 1) / KEPT_EVERY] = state;
  }
  return state;
}

/**
 * The places in the value after them that the changes are about, each as JSON of its path.
 * @param {readonly Change[]} changes
 * @returns {Set<string>}
 */
export function touched(changes) {
  const paths = new Set();
  for (const [path, ...rest] of changes) {
    if (rest.length === 3) {
      const [start, , items] = rest;
      for (let i = 0; i < items.length; i++) paths.add(JSON.stringify([...path, start + i]));
    } else if (rest.length === 1) paths.add(JSON.stringify(path));
  }
  return paths;
}

/**
 * The changes, each as one line: `tasks[0].status: "done"`, `log[3]: + [4,"applied"]`, `old: removed`.
 * @param {readonly Change[]} changes
 * @returns {string[]}
 */
export function changeLines(changes) {
  return changes.flatMap(([path, ...rest]) => {
    const at = path.map((key) => typeof key === "number" ? `[${key}]` : `.${key}`).join("").slice(
      typeof path[0] === "string" ? 1 : 0,
    );
    if (rest.length === 0) return [`${at}: removed`];
    if (rest.length === 1) return [`${at}: ${JSON.stringify(rest[0])}`];
    const [start, removed, items] = rest;
    return [
      ...(removed > 0 ? [`${at}[${start}]: ${removed} removed`] : []),
      ...items.map((/** @type {any} */ item, /** @type {number} */ i) =>
        `${at}[${start + i}]: + ${JSON.stringify(item)}`
      ),
    ];
  });
}

/**
 * Whether two values are the same JSON: the order of keys does not matter.
 * @param {any} a
 * @param {any} b
 * @returns {boolean}
 */
export function same(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}
