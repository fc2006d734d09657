/**
 * One Lean file out of a module and everything it imports from its package, so that one process checks or runs
 * it. Embedded Lean does not find the compiled code of imports that begin with `module`. Each module's text
 * stands in a section of its own, so that what it opens ends with it.
 */
import { lex } from "../../syntax/lexer.ts";
import { next, textOf, type Tokens } from "../../syntax/tokens.ts";
import { parseHeader } from "../../syntax/header.ts";
import type { Module } from "../../package/modules.ts";

/** The one file, and where its lines come from. */
export interface Amalgam {
  readonly text: string;
  /** In the order of their lines. */
  readonly parts: readonly AmalgamPart[];
}

/** A module's text in the amalgam: its line `n` is the amalgam's line `offset + n`. */
export interface AmalgamPart {
  readonly path: string;
  readonly offset: number;
  readonly lines: number;
}

/** Joins modules, each behind its imports; `external` are the imports that no module of the list answers. */
export function amalgamate(modules: readonly Module[], external: readonly string[]): Amalgam {
  const isModule = modules.every(({ text }) => parseHeader(text).isModule);
  const lines = isModule
    ? ["module", ...external.map((module) => `public import ${module}`)]
    : external.map((module) => `import ${module}`);
  const parts: AmalgamPart[] = [];
  for (const { path, text } of modules) {
    const tokens = lex(text);
    const body = withoutHeader(text).split("\n");
    lines.push("section");
    parts.push({ path, offset: lines.length, lines: body.length });
    lines.push(...body, ...openScopes(tokens).map((name) => name === "" ? "end" : `end ${name}`));
    lines.push("end");
  }
  return { text: lines.join("\n") + "\n", parts };
}

/** What the modules import besides each other, without repetition. */
export function externalImports(modules: readonly Module[]): string[] {
  const own = new Set(modules.map(({ name }) => name));
  const all = modules.flatMap(({ text }) => parseHeader(text).imports.map(({ module }) => module));
  return [...new Set(all)].filter((name) => !own.has(name));
}

/** The place in a module that a line of the amalgam comes from, if it comes from one. */
export function originOf(
  amalgam: Amalgam,
  line: number,
): { path: string; line: number } | undefined {
  const part = amalgam.parts.find(({ offset, lines }) => line > offset && line <= offset + lines);
  return part && { path: part.path, line: line - part.offset };
}

/** The text with the header blanked, so that every line keeps its number. */
function withoutHeader(text: string): string {
  const { end } = parseHeader(text);
  return text.slice(0, end).replaceAll(/[^\n]/g, " ") + text.slice(end);
}

/** Names (empty for none) of the sections and namespaces that the file leaves open, innermost first. */
function openScopes(tokens: Tokens): string[] {
  const open: string[] = [];
  for (let i = next(tokens, -1); i < tokens.count; i = next(tokens, i)) {
    const word = textOf(tokens, i);
    const name = nameBehind(tokens, i);
    if (word === "namespace") open.push(name);
    else if (word === "section") open.push(name);
    else if (word === "mutual") open.push("");
    else if (word === "end") open.pop();
  }
  return open.reverse();
}

/** The identifier on the same line behind a scope command, or empty. */
function nameBehind(tokens: Tokens, i: number): string {
  const behind = next(tokens, i);
  const gap = tokens.text.slice(tokens.ends[i]!, behind === 0 ? 0 : tokens.ends[behind - 1] ?? 0);
  return gap.includes("\n") || behind >= tokens.count ? "" : textOf(tokens, behind);
}
