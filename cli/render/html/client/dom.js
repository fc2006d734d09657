// @ts-check
/// <reference lib="dom" />
/** Builds elements; text only ever becomes a text node. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element. A property that starts with `on` is a listener, `true` an empty attribute; `null`, `undefined`
 * and `false` are left out.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function el(tag, properties = {}, ...children) {
  return /** @type {HTMLElement} */ (filled(document.createElement(tag), properties, children));
}

/**
 * An element of SVG.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, properties = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  return /** @type {SVGElement} */ (filled(element, properties, children));
}

/**
 * @param {Element} element
 * @param {Record<string, any>} properties
 * @param {readonly Child[]} children
 */
function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  replace(element, ...children);
  return element;
}

/**
 * Gives an element other children.
 * @param {Element} element
 * @param {...Child} children
 */
export function replace(element, ...children) {
  const shown = children.filter((child) =>
    child !== null && child !== undefined && child !== false
  );
  element.replaceChildren(
    .../** @type {(Node | string)[]} */ (
      shown.map((child) => child instanceof Node ? child : printable(String(child)))
    ),
  );
}

/** Controls but for the tab and the line feed, and what turns the direction of writing. */
// deno-lint-ignore no-control-regex
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]|\p{Bidi_Control}|[\u2028\u2029]/gu;

/**
 * The text with its control characters made visible.
 * @param {string} text
 */
function printable(text) {
  return text.replaceAll(CONTROLS, (char) => {
    const code = char.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code.padStart(2, "0")}`;
  });
}

/**
 * A verdict in its colour.
 * @param {string} verdict
 * @param {Readonly<Record<string, string>>} tones
 */
export function chip(verdict, tones) {
  const tone = tones[verdict.split("(")[0] ?? ""] ?? "plain";
  return el("span", { class: `chip ${tone}` }, verdict);
}
