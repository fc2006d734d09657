import assert from "node:assert/strict";
import { parseConfig } from "./parse.ts";

/** A good config, one field a line. */
const GOOD = `// The gate of a project.
{
  "formal": { "root": "formal", "emitter": "emit-traces" },
  "fixtures": "fixtures/traces",
  "engines": [
    { "name": "typescript", "module": "engine.ts" },
    { "name": "rust", "build": ["cargo", "build"], "command": ["target/rust", "-q"] }
  ]
}
`;

/** The good config with `from`, which it has once, replaced. */
function edited(from: string, to: string): string {
  assert.equal(GOOD.split(from).length, 2, `"${from}" stands once in the config`);
  return GOOD.replace(from, to);
}

/** Checks that the text is refused, with exactly these findings: `line:column message`. */
function refuses(text: string, ...expected: readonly string[]): void {
  const parsed = parseConfig("lean-gate.jsonc", text);
  assert.ok(!parsed.ok, "the config is accepted");
  const found = parsed.findings.map(({ location, message }) =>
    `${location?.line}:${location?.column} ${message}`
  );
  assert.deepEqual(found, expected);
  for (const { code, hint, location } of parsed.findings) {
    assert.match(code, /^config_(syntax|invalid)$/);
    assert.equal(location?.file, "lean-gate.jsonc");
    assert.ok(hint);
  }
}

function accepts(text: string) {
  const parsed = parseConfig("lean-gate.jsonc", text);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.config;
}

Deno.test("parseConfig() reads a good config, and allows nothing by default", () => {
  assert.deepEqual(accepts(GOOD), {
    formal: { root: "formal", emitter: "emit-traces" },
    fixtures: "fixtures/traces",
    engines: [
      { name: "typescript", module: "engine.ts" },
      { name: "rust", build: ["cargo", "build"], command: ["target/rust", "-q"] },
    ],
    allow: [],
  });
});

Deno.test("parseConfig() reads which module tells the coverage, and asks for none by default", () => {
  const asking = (coverage: string) => edited('"engines"', `"coverage": ${coverage},\n  "engines"`);
  assert.equal(accepts(GOOD).coverage, undefined);
  assert.deepEqual(accepts(asking('{ "module": "./src//cover.ts" }')).coverage, {
    module: "src/cover.ts",
  });
  refuses(asking("{}"), '5:15 Invalid config: Missing field "coverage.module"');
});

Deno.test("parseConfig() allows comments, trailing commas, CRLF and a byte order mark", () => {
  const plain = accepts(GOOD);
  assert.deepEqual(accepts(edited('engine.ts" },', 'engine.ts", /* here */ }, // there')), plain);
  assert.deepEqual(accepts(GOOD.replace("\n  ]\n}", ",\n  ],\n}")), plain);
  assert.deepEqual(accepts(GOOD.replaceAll("\n", "\r\n")), plain);
  assert.deepEqual(accepts(`\ufeff${GOOD}`), plain);
});

Deno.test("parseConfig() brings paths into their shortest form", () => {
  assert.equal(
    accepts(edited('"fixtures/traces"', '"./fixtures//traces/"')).fixtures,
    "fixtures/traces",
  );
  assert.equal(accepts(edited('"root": "formal"', '"root": "./"')).formal.root, ".");
  assert.equal(accepts(edited('"root": "formal"', '"root": "../a/b/.."')).formal.root, "../a");
});

Deno.test("parseConfig() refuses text that is no JSON, where it goes wrong", () => {
  refuses("", "1:1 Failed to parse the config: the file is empty");
  refuses(" \n", "1:1 Failed to parse the config: the file is empty");
  refuses("// only a comment", "1:18 Failed to parse the config: value expected");
  refuses('{ "a": 1', "1:9 Failed to parse the config: close brace expected");
  refuses('{\n  "é": 1 "b": 2\n}', "2:10 Failed to parse the config: comma expected");
  refuses("{ a: 1 }", "1:3 Failed to parse the config: invalid symbol");
});

Deno.test("parseConfig() refuses a config that is no object", () => {
  refuses("[]", "1:1 Invalid config: Expected an object, not a list");
  refuses("// none\nnull", "2:1 Invalid config: Expected an object, not null");
});

Deno.test("parseConfig() places a missing field at the object that lacks it", () => {
  refuses(
    edited('  "fixtures": "fixtures/traces",\n', ""),
    '2:1 Invalid config: Missing field "fixtures"',
  );
  refuses(
    edited('"root": "formal", ', ""),
    '3:13 Invalid config: Missing field "formal.root"',
  );
});

Deno.test("parseConfig() places an unknown field at its name, and knows what was meant", () => {
  const text = edited('"fixtures":', '"fixture":');
  refuses(text, '4:3 Invalid config: Unknown field "fixture"');
  const parsed = parseConfig("f", text);
  assert.equal(!parsed.ok && parsed.findings[0]?.hint, 'Perhaps "fixtures" is meant.');
  // In another object it is no misspelling of the missing one.
  refuses(
    edited('"fixtures":', '"certify": { "module": "c.ts", "fixture": "x" },\n  "others":'),
    '2:1 Invalid config: Missing field "fixtures"',
    '4:34 Invalid config: Unknown field "certify.fixture"',
    '5:3 Invalid config: Unknown field "others"',
  );
  refuses(
    edited('"root"', '"é": 1, "verbose": true, "root"'),
    '3:15 Invalid config: Unknown field "formal.é"',
    '3:23 Invalid config: Unknown field "formal.verbose"',
  );
});

Deno.test("parseConfig() reads how traces are certified, and knows the names of those fields", () => {
  const asking = (certify: string) => edited('"engines"', `"certify": ${certify},\n  "engines"`);
  assert.deepEqual(accepts(asking('{ "module": "./lean.ts" }')).certify, {
    module: "lean.ts",
    always: [],
    sample: 8,
  });
  const misspelt = parseConfig("f", asking('{ "module": "lean.ts", "smaple": 1 }'));
  assert.equal(!misspelt.ok && misspelt.findings[0]?.hint, 'Perhaps "sample" is meant.');
});

Deno.test("parseConfig() refuses a field that is given twice", () => {
  refuses(
    edited('  "engines"', '  "fixtures": "other",\n  "engines"'),
    '5:3 Invalid config: Field "fixtures" is given twice, first on line 4',
  );
});

Deno.test("parseConfig() places a wrong value at the value", () => {
  refuses(
    edited('"fixtures/traces"', "7"),
    '4:15 Invalid config: Expected a string, not a number at "fixtures"',
  );
  refuses(edited('"fixtures/traces"', '""'), '4:15 Invalid config: Expected a path at "fixtures"');
  refuses(
    edited('"fixtures/traces"', '"/tmp/x"'),
    '4:15 Invalid config: Expected a path relative to the config at "fixtures"',
  );
  refuses(
    edited('"emit-traces"', '""'),
    '3:44 Invalid config: Expected an executable at "formal.emitter"',
  );
});

Deno.test("parseConfig() refuses a config without engines, or with a name twice", () => {
  refuses(
    '{ "formal": { "root": "f", "emitter": "e" }, "fixtures": "x", "engines": [] }',
    '1:74 Invalid config: Expected at least one engine: a gate without one compares nothing at "engines"',
  );
  refuses(
    edited('"name": "rust"', '"name": "typescript"'),
    '7:15 Invalid config: Another engine is named "typescript" at "engines.1.name"',
  );
  refuses(
    edited('"rust"', '"Rust 2"'),
    '7:15 Invalid config: Expected a name such as "rust" at "engines.1.name"',
  );
});

Deno.test("parseConfig() judges an engine by the shape that is meant", () => {
  const engine = (text: string) => edited('{ "name": "typescript", "module": "engine.ts" }', text);
  refuses(
    engine('{ "name": "A", "command": "x", "cwd": 1, "deadlineMs": 0 }'),
    '6:15 Invalid config: Expected a name such as "rust" at "engines.0.name"',
    '6:31 Invalid config: Expected a list, not a string at "engines.0.command"',
    '6:43 Invalid config: Expected a string, not a number at "engines.0.cwd"',
    '6:60 Invalid config: Expected at least one millisecond at "engines.0.deadlineMs"',
  );
  refuses(
    engine('{ "name": "a", "module": "x", "cwd": "5" }'),
    '6:35 Invalid config: Unknown field "engines.0.cwd"',
  );
  refuses(
    engine('{ "name": "a", "command": [] }'),
    '6:31 Invalid config: Expected a program, then its arguments at "engines.0.command"',
  );
  refuses(
    engine('{ "name": "a", "command": ["x", 1] }'),
    '6:37 Invalid config: Expected a string, not a number at "engines.0.command.1"',
  );
  refuses(
    engine('{ "name": "a", "command": ["x"], "deadlineMs": 1.5 }'),
    '6:52 Invalid config: Expected a whole number at "engines.0.deadlineMs"',
  );
});

Deno.test("parseConfig() refuses an engine that is neither module nor command, or both", () => {
  const engine = (text: string) => edited('{ "name": "typescript", "module": "engine.ts" }', text);
  refuses(
    engine('{ "name": "a" }'),
    '6:5 Invalid config: Missing field "engines.0.module" or "command"',
  );
  refuses(
    engine('{ "modul": "x" }'),
    '6:5 Invalid config: Missing field "engines.0.name"',
    '6:7 Invalid config: Unknown field "engines.0.modul"',
  );
  refuses(
    engine('{ "name": "a", "build": ["make"] }'),
    '6:5 Invalid config: Missing field "engines.0.command"',
  );
  refuses(
    engine('{ "name": "a", "module": "x", "command": ["y"] }'),
    '6:35 Invalid config: Engine "engines.0" has both "module" and "command", but is one of the two',
  );
  refuses(engine('"a"'), '6:5 Invalid config: Expected an object, not a string at "engines.0"');
});

Deno.test("parseConfig() wants a reason and a real date for what is allowed", () => {
  const allow = (fields: string) =>
    edited(
      '  "engines"',
      `  "allow": [\n    { "rule": "axiom", "file": "A.lean", ${fields} }\n  ],\n  "engines"`,
    );
  assert.deepEqual(accepts(allow('"reason": "classical", "expires": "2028-02-29"')).allow, [
    {
      rule: "axiom",
      file: "A.lean",
      reason: "classical",
      expires: "2028-02-29",
      place: { line: 6, column: 5 },
    },
  ]);
  refuses(allow('"reason": ""'), '6:52 Invalid config: Expected a reason at "allow.0.reason"');
  refuses(
    allow('"reason": "x", "expires": "2027-02-29"'),
    '6:68 Invalid config: Expected a date such as 2026-12-31 at "allow.0.expires"',
  );
});

Deno.test("parseConfig() refuses what no parser may recurse into, and paths that no system has", () => {
  for (const text of ["[".repeat(100_000), '{"a":'.repeat(100_000)]) {
    const parsed = parseConfig("f", text);
    assert.equal(!parsed.ok && parsed.findings[0]?.code, "config_syntax");
  }
  refuses(
    edited('"fixtures/traces"', '"fixtures\\u0000"'),
    '4:15 Invalid config: Expected a path without the character NUL at "fixtures"',
  );
});

Deno.test("parseConfig() takes a Lean package alone, and emitter, fixtures and engines only together", () => {
  assert.deepEqual(accepts('{ "formal": { "root": "lean" } }'), {
    formal: { root: "lean" },
    engines: [],
    allow: [],
  });
  assert.deepEqual(accepts("{}").formal, { root: "." });
  refuses(
    '{ "formal": { "root": "lean", "emitter": "emit" } }',
    '1:1 Invalid config: Missing field "fixtures"',
    '1:1 Invalid config: Missing field "engines"',
  );
  refuses(
    '{\n  "fixtures": "f",\n  "engines": [{ "name": "a", "module": "a.ts" }]\n}',
    '1:1 Invalid config: Missing field "formal.emitter"',
  );
});
