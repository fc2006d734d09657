/** What an export for other kernels holds, read line by line: it may be larger than memory. Pure. */

/** Format that the kernels read, by its first number. */
const FORMAT = "3";

/** What is known of an export. */
export interface Exported {
  /** Names of its declarations, components parted by NUL. */
  readonly names: ReadonlySet<string>;
  readonly declarations: number;
  /** Version of the Lean that wrote it. */
  readonly lean: string | undefined;
  /** Why it cannot be used, if so. */
  readonly problem: string | undefined;
}

/** A name as exports are searched for it. */
export function exportedName(parts: readonly (string | number)[]): string {
  return parts.map(String).join("\0");
}

/** The name as an argument of the exporter, or `undefined` when no argument can spell it. */
export function nameArgument(parts: readonly (string | number)[]): string | undefined {
  const spelled: string[] = [];
  for (const part of parts) {
    if (typeof part === "number" || part === "" || /[«»\n\0]/.test(part)) return undefined;
    spelled.push(/^[\p{L}_][\p{L}\p{N}_!?']*$/u.test(part) ? part : `«${part}»`);
  }
  return spelled.join(".");
}

/** Reads an export. */
export async function readExport(lines: AsyncIterable<string>): Promise<Exported> {
  const components = new Map<number, string>([[0, ""]]);
  const names = new Set<string>();
  let declarations = 0;
  let lean: string | undefined;
  let format: string | undefined;
  let first = true;
  let problem: string | undefined;
  for await (const line of lines) {
    if (line === "") continue;
    let record: ExportRecord;
    try {
      record = JSON.parse(line);
    } catch {
      problem ??= "a line of it is no JSON";
      continue;
    }
    if (first) {
      lean = record.meta?.lean?.version;
      format = record.meta?.format?.version;
    }
    first = false;
    if (record.in !== undefined) {
      const { pre = 0, str, i } = record.str ?? record.num ?? {};
      const prefix = components.get(pre) ?? "";
      components.set(record.in, prefix === "" ? `${str ?? i}` : `${prefix}\0${str ?? i}`);
      continue;
    }
    const { axiom, def, thm, opaque, quot, inductive } = record;
    const declared = [axiom, def, thm, opaque, quot, ...inductive?.types ?? []];
    for (const declaration of declared) {
      if (declaration === undefined) continue;
      names.add(components.get(declaration.name) ?? "");
      declarations++;
    }
  }
  if (format?.split(".")[0] !== FORMAT) {
    problem ??= `its format is ${format ?? "not given"}, not ${FORMAT}`;
  }
  return { names, declarations, lean, problem };
}

interface ExportRecord {
  readonly meta?: {
    readonly lean?: { readonly version?: string };
    readonly format?: { readonly version?: string };
  };
  readonly in?: number;
  readonly str?: { readonly pre?: number; readonly str?: string; readonly i?: undefined };
  readonly num?: { readonly pre?: number; readonly str?: undefined; readonly i?: number };
  readonly axiom?: Declared;
  readonly def?: Declared;
  readonly thm?: Declared;
  readonly opaque?: Declared;
  readonly quot?: Declared;
  readonly inductive?: { readonly types?: readonly Declared[] };
}

interface Declared {
  readonly name: number;
}
