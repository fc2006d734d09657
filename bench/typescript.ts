/** The TypeScript reducer on the committed traces, against `JSON.parse` of the same bytes. */
import { denoHost } from "../src/platform/host/deno.ts";
import { openModule } from "../src/replay/engines/module.ts";
import type { PlacedTrace } from "../src/replay/trace/read.ts";
import { readTrace } from "../src/replay/trace/read_line.ts";
import type { Diagnostic } from "../src/platform/diagnostic.ts";
import { type Fixture, readFixtures, ROOT } from "./fixtures.ts";
import { judged } from "./judged.ts";
import { least } from "./measure.ts";
import type { Row } from "./table.ts";

/** Each line read exactly and validated, its trace replayed, and every decision compared. */
export async function typescriptRows(): Promise<Row[]> {
  const fixtures = await readFixtures();
  const count = lines(fixtures).reduce((sum, { texts }) => sum + texts.length - 1, 0);
  await using owned = denoHost(new AbortController().signal);
  const config = { name: "typescript", module: "src/lifecycle/engine.ts", hidden: [] };
  await using typescript = await openModule(config, ROOT, owned.host);
  const once = () => judged(typescript, read(fixtures), count);
  const tenTimes = async () => {
    for (let n = 0; n < 10; n++) await once();
  };
  const time = await least(100, {
    parse: () => {
      for (const { texts } of lines(fixtures)) for (const text of texts) JSON.parse(text);
    },
    replay: once,
  });
  const growth = await least(4, { once, tenTimes });
  return [{
    work: `TypeScript: read, validate, replay and compare ${count} traces`,
    peer: "`JSON.parse` of the same lines",
    ratio: time.parse / time.replay,
    bound: { least: 1 / 3 },
  }, {
    work: "TypeScript: the same ten times",
    peer: "once",
    ratio: growth.tenTimes / growth.once,
    bound: { most: 11 },
  }];
}

function lines(fixtures: readonly Fixture[]) {
  const decoder = new TextDecoder();
  return fixtures.map(({ file, bytes }) => ({
    file,
    texts: decoder.decode(bytes).trimEnd().split("\n"),
  }));
}

/** The traces line by line, none of them kept: nor does the peer keep what it parses. */
function* read(fixtures: readonly Fixture[]): Generator<PlacedTrace> {
  for (const { file, texts } of lines(fixtures)) {
    for (let line = 2; line <= texts.length; line++) {
      const findings: Diagnostic[] = [];
      const trace = readTrace(file, texts[line - 1]!, line, findings);
      if (trace === undefined) throw new Error(findings[0]!.message);
      yield { ...trace, location: { file, line } };
    }
  }
}
