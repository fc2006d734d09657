/** Ends the children of a process that was killed. */

/** Knows the process groups of the children that run. */
export interface Guard {
  started(group: number): void;
  ended(group: number): void;
  /** Lets the guard end; groups that it still knows are killed. */
  close(): void;
}

/**
 * A shell reads which groups there are. Its standard input ends with the process that holds the other end, however
 * that ends.
 */
const SCRIPT = `groups=
while read -r what group; do
  case $what in
    started) groups="$groups $group" ;;
    ended)
      others=
      for each in $groups; do
        [ "$each" = "$group" ] || others="$others $each"
      done
      groups=$others
      ;;
  esac
done
for each in $groups; do
  kill -s KILL -- "-$each" 2> /dev/null
done
`;

/** Where POSIX systems have their shell. */
const SHELL = "/bin/sh";

/** Starts the guard; without a shell there is none. */
export function openGuard(): Guard | undefined {
  let shell: Deno.ChildProcess;
  try {
    shell = new Deno.Command(SHELL, {
      args: ["-c", SCRIPT],
      clearEnv: true,
      cwd: "/",
      stdin: "piped",
      stdout: "null",
      stderr: "null",
      // A terminal's signals would end it before it is needed.
      detached: true,
    }).spawn();
  } catch {
    return undefined;
  }
  shell.unref();
  const writer = shell.stdin.getWriter();
  const encoder = new TextEncoder();
  // A guard that was killed itself guards no more; the run goes on.
  const tell = (what: string, group: number) =>
    void writer.write(encoder.encode(`${what} ${group}\n`)).catch(() => {});
  return {
    started: (group) => tell("started", group),
    ended: (group) => tell("ended", group),
    close: () => void writer.close().catch(() => {}),
  };
}
