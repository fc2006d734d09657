/** Where a job runs: its folders, and the files through which steps talk to the runner. */
import { join } from "node:path";
import { REPOSITORY } from "../support/cli.ts";

/** A fake runner, removed when the test ends. */
export interface Runner extends AsyncDisposable {
  /** The checkout. */
  readonly workspace: string;
  readonly temp: string;
  /** Where elan keeps its toolchains: there are none yet. */
  readonly elanHome: string;
  /** What a step would show in the job's summary. */
  summary(): Promise<string>;
  /** Runs a script as a runner does, and reads what it told. */
  bash(script: string, env: Readonly<Record<string, string>>): Promise<Told>;
}

/** What a script told. */
export interface Told {
  readonly code: number;
  /** What it printed: stdout, then stderr. */
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Variables of this machine that a job sees; nothing else passes. */
const PASSED = [
  "HOME",
  "LEAN_GATE_CACHE",
  "XDG_CACHE_HOME",
  "DENO_DIR",
  "CARGO_HOME",
  "RUSTUP_HOME",
  "RUSTUP_TOOLCHAIN",
  // Whose certificates this machine trusts.
  "DENO_CERT",
  "DENO_TLS_CA_STORE",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
];
const FILES = ["GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_ENV", "GITHUB_PATH"];

/** Starts a runner with an empty checkout. */
export async function startRunner(): Promise<Runner> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "lean-gate-runner-" }));
  const workspace = join(root, "work");
  const temp = join(root, "temp");
  const elanHome = join(root, "elan");
  await Promise.all([workspace, temp].map((folder) => Deno.mkdir(folder)));
  const files = Object.fromEntries(FILES.map((name) => [name, join(temp, `_${name}`)]));
  await Promise.all(FILES.map((name) => Deno.writeTextFile(files[name]!, "")));
  const passed = PASSED.map((name) => [name, Deno.env.get(name)] as const);
  const always: Record<string, string> = {
    ...Object.fromEntries(passed.filter(([, value]) => value !== undefined)),
    // The Deno that the action would have set up is the one that runs this test.
    PATH: `${join(Deno.execPath(), "..")}:${Deno.env.get("PATH")}`,
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_ACTION_PATH: join(REPOSITORY, "ci"),
    GITHUB_WORKSPACE: workspace,
    RUNNER_TEMP: temp,
    RUNNER_OS: "Linux",
    ELAN_HOME: elanHome,
    ...files,
  };
  const take = async (name: string) => {
    const text = await Deno.readTextFile(files[name]!);
    await Deno.writeTextFile(files[name]!, "");
    return text;
  };
  return {
    workspace,
    temp,
    elanHome,
    summary: () => Deno.readTextFile(files.GITHUB_STEP_SUMMARY!),
    async bash(script, own) {
      const file = join(temp, "step.sh");
      await Deno.writeTextFile(file, script);
      const { code, stdout, stderr } = await new Deno.Command("bash", {
        args: ["--noprofile", "--norc", "-e", "-o", "pipefail", file],
        cwd: workspace,
        env: { ...always, ...own },
        clearEnv: true,
        stdin: "null",
      }).output();
      Object.assign(always, pairs(await take("GITHUB_ENV")));
      const paths = (await take("GITHUB_PATH")).split("\n").filter((path) => path !== "");
      always.PATH = [...paths.reverse(), always.PATH].join(":");
      const text = new TextDecoder();
      return {
        code,
        log: text.decode(stdout) + text.decode(stderr),
        outputs: pairs(await take("GITHUB_OUTPUT")),
      };
    },
    async [Symbol.asyncDispose]() {
      await Deno.remove(root, { recursive: true });
    },
  };
}

/** `name=value`, or `name<<END`, lines, `END`. */
function pairs(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  const lines = text.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const [, name, end] = /^([^=]+?)<<(.+)$/.exec(line) ?? [];
    if (name !== undefined) {
      const last = lines.indexOf(end!, i + 1);
      if (last < 0) throw new Error(`The value of "${name}" does not end`);
      found[name] = lines.slice(i + 1, last).join("\n");
      i = last;
    } else if (line !== "") {
      const [, name, value] = /^([^=]+)=(.*)$/.exec(line) ?? [];
      if (name === undefined) throw new Error(`No output: "${line}"`);
      found[name] = value!;
    }
  }
  return found;
}
