/** Facts for tests. */
import type { Constant, Facts, OwnConstant } from "./facts.ts";

/** A constant outside the package. */
export function constant(
  name: string,
  kind: Constant["kind"],
  rest: Partial<Constant> = {},
): Constant {
  return { name, module: ".Lib", kind, type: [], body: [], ...rest };
}

/** A constant of the module `.M` of the package. */
export function own(
  name: string,
  kind: Constant["kind"],
  rest: Partial<OwnConstant> = {},
): OwnConstant {
  return {
    ...constant(name, kind),
    module: ".M",
    flags: [],
    head: "",
    implicit: [],
    replay: "accepted",
    ...rest,
  };
}

/** Facts of constants; places as line, column and, where it matters, last line. */
export function factsOf(
  constants: readonly (Constant | OwnConstant)[],
  places: Readonly<Record<string, readonly [number, number, number?]>> = {},
  classes: readonly string[] = [],
  csimp: readonly string[] = [],
): Facts {
  return {
    constants: new Map(constants.map((it) => [it.name, it])),
    own: new Map(constants.flatMap((it) => "replay" in it ? [[it.name, it]] : [])),
    places: new Map(
      Object.entries(places).map(([place, [line, column, endLine = line]]) => [
        place,
        { place, line, column, endLine },
      ]),
    ),
    again: [],
    classes: new Set(classes),
    csimp: new Set(csimp),
    expands: new Map(),
    audited: new Set([".M"]),
    libraryIsStubs: true,
  };
}
