/** Kinds of repositories: work lands in each, and nothing else of it changes. */
import assert from "node:assert/strict";
import { PLAIN, strange } from "./testing/repository.ts";

/** A set-up, and what the worker does besides committing a file `x`. */
interface Kind {
  readonly name: string;
  readonly script: string;
  readonly worker?: string;
  /** Run at the end, in the root; must succeed. */
  readonly then?: string;
}

const HOOKS =
  "for h in post-checkout pre-commit post-index-change reference-transaction update fsmonitor; do " +
  'printf "#!/bin/sh\\necho $h >> $HOME/ran\\nexit 0\\n" > $D/$h; chmod +x $D/$h; done';
const SOURCE = "git init -q -b main src; (cd src; echo a > a; git add .; git commit -qm i; " +
  "echo b > b; git add .; git commit -qm j; git config uploadpack.allowFilter true)";

const KINDS: readonly Kind[] = [
  { name: "bare", script: `${SOURCE}; git clone -q --bare src repo` },
  {
    name: "bare, where bare repositories must be named",
    script:
      `${SOURCE}; git clone -q --bare src repo; git config --global safe.bareRepository explicit`,
  },
  {
    name: "sha256",
    script: "git init -q -b main --object-format=sha256 repo; cd repo; echo a > a; git add .; " +
      "git commit -qm i",
    then: 'test "$(git -C repo rev-parse integration | wc -c)" = 65',
  },
  {
    name: "partial clone",
    script: `${SOURCE}; git clone -q --filter=blob:none "file://$HOME/src" repo`,
  },
  { name: "shallow clone", script: `${SOURCE}; git clone -q --depth 1 "file://$HOME/src" repo` },
  { name: "alternates", script: `${SOURCE}; git clone -q --shared src repo` },
  {
    name: "sparse checkout",
    script: `${PLAIN}; mkdir d e; echo d > d/f; echo e > e/f; git add .; git commit -qm d; ` +
      "git sparse-checkout set d",
    worker: "git sparse-checkout set d",
    then: 'test "$(git -C repo show integration:e/f)" = e',
  },
  {
    name: "a linked worktree",
    script: "git init -q -b main base; cd base; echo a > a; git add .; git commit -qm i; " +
      "git worktree add -q -b side ../repo",
    then: "git -C repo status --porcelain=v2 | (! grep .); git -C base status --short | (! grep .)",
  },
  {
    name: "a git directory elsewhere",
    script: "git init -q -b main --separate-git-dir=dir repo; cd repo; echo a > a; git add .; " +
      "git commit -qm i",
  },
  {
    name: "hooks, which do not run in our commands",
    script:
      `${PLAIN}; D=.git/hooks; ${HOOKS}; git config core.fsmonitor "$PWD/.git/hooks/fsmonitor"; ` +
      "rm -f $HOME/ran",
    // The reference transaction of the landing is the owner's to refuse.
    then: "grep -q reference-transaction ran; ! grep -v reference-transaction ran",
  },
  {
    name: "pointers with a filter, as LFS has them",
    script: `${PLAIN}; git config --global filter.lfs.clean 'sed s/^big/pointer/'; ` +
      "git config --global filter.lfs.smudge 'sed s/^pointer/big/'; " +
      "git config --global filter.lfs.required true; " +
      "echo '*.bin filter=lfs' > .gitattributes; echo big > f.bin; git add .; git commit -qm l",
    worker: "test $(cat f.bin) = big; touch f.bin",
    then: 'test "$(git -C repo show integration:f.bin)" = pointer',
  },
  {
    name: "names that differ in case alone",
    script: `${PLAIN}; echo 1 > Foo; echo 2 > foo; git add .; git commit -qm case; ` +
      "git config core.ignoreCase true",
    then: 'test "$(git -C repo show integration:Foo)" = 1',
  },
  {
    name: "names that git quotes",
    script:
      `${PLAIN}; printf x > "$(printf 'tab\\there\\nline "quoted" \\303\\251')"; git add .; ` +
      "git commit -qm names",
    worker: 'for f in tab*; do printf y >> "$f"; done; git commit -qam changed',
  },
  {
    name: "configured to answer otherwise",
    script: `${PLAIN}; git config --global alias.rev-parse '!false'; ` +
      "git config --global core.pager 'false'; git config --global pager.worktree true; " +
      "git config --global color.ui always; git config --global log.showSignature true; " +
      "git config --global diff.external false; git config --global diff.relative true; " +
      "git config --global core.quotePath true; git config --global submodule.recurse true; " +
      "git config --global status.showUntrackedFiles no; git config --global core.logAllRefUpdates false; " +
      "git config --global rev-list.x y; git config --global worktree.guessRemote true; " +
      "git config --global i18n.commitEncoding latin1; git config --global core.abbrev 4",
  },
  {
    name: "settings by includeIf",
    script: `${PLAIN}; printf '[core]\\n hooksPath = %s/no\\n fsmonitor = false\\n[status]\\n ` +
      "showUntrackedFiles = no\\n' $HOME > $HOME/more; " +
      'git config --global "includeIf.gitdir:$HOME/.path" $HOME/more',
  },
  {
    name: "replaced and grafted commits",
    script: `${PLAIN}; echo b > b; git add .; git commit -qm b; ` +
      "o=$(git commit-tree HEAD^{tree} -m orphan); git replace HEAD $o",
  },
  {
    name: "line ends that are converted",
    script: `${PLAIN}; git config --global core.autocrlf true; printf 'a\\nb\\n' > t; ` +
      "git add .; git commit -qm t",
    worker: "touch t",
  },
  {
    name: "a split index and an untracked cache",
    script: `${PLAIN}; git config core.splitIndex true; git config core.untrackedCache true`,
    worker: "git update-index --split-index",
  },
  {
    name: "other worktrees, one locked and one away",
    script: `${PLAIN}; mkdir ../disk; git worktree add -q --detach ../disk/mine; ` +
      "git worktree add -q --lock --detach ../locked; (cd ../disk/mine; echo w > w; git add w; " +
      "git commit -qm detached; echo s > s; git add s); mv ../disk ../disk.off",
    then: "mv disk.off disk; git -C disk/mine status --short | grep -qx 'A  s'; " +
      'test "$(git -C disk/mine log -1 --format=%s)" = detached; git -C locked status',
  },
  {
    name: "settings of each worktree",
    script: `${PLAIN}; git config extensions.worktreeConfig true; ` +
      "git config --worktree status.showUntrackedFiles no; git config --worktree core.fileMode false",
    worker: "git config --worktree core.fileMode false; echo y > y; git add y",
    then: "git -C repo status --short | (! grep .)",
  },
  {
    name: "a partial clone that is bare, with a commit graph and a bitmap",
    script: `${SOURCE}; git clone -q --bare --filter=blob:none "file://$HOME/src" repo; ` +
      "git -C repo repack -adbq; git -C repo commit-graph write --reachable",
  },
  {
    name: "packed refs and a submodule that is not there",
    script: `git init -q -b main sub; (cd sub; git commit -q --allow-empty -m s); ${PLAIN}; ` +
      'git submodule --quiet add "$HOME/sub" sub; git commit -qm sub; git pack-refs --all; git gc -q',
  },
  {
    name: "a submodule whose commits are on its remote",
    script:
      `git init -q -b main sub; (cd sub; echo s > s; git add .; git commit -qm s); ${PLAIN}; ` +
      'git submodule --quiet add "$HOME/sub" sub; git commit -qm sub',
    worker: "git submodule --quiet update --init; cd sub; git checkout -q -b topic; echo t > t; " +
      "git add .; git commit -qm t; git push -q origin topic; cd ..; git commit -qam bump",
    then: 'git -C sub cat-file -e "$(git -C repo rev-parse integration:sub)"',
  },
];

for (const { name, script, worker = "", then = "" } of KINDS) {
  Deno.test(`work lands, and nothing else changes: ${name}`, async () => {
    await using world = await strange(script);
    const foreign = "git -C repo for-each-ref | grep -v refs/heads/integration; " +
      "git -C repo config --list --local; " +
      "find . -path ./store -prune -o -name objects -prune -o -type f -print | " +
      "grep -Ev 'integration|\\.git/(packed-refs|modules)|/ran$|logs|sub/|src/' | sort";
    const before = await world.sh(foreign);
    await world.claim();
    await world.sh(
      `${worker}\necho x > x; git add x; git commit -qm x; rm -f $HOME/ran`,
      world.worktree,
    );
    assert.deepEqual(await world.finish(), { accepted: true, reasons: [] });
    assert.equal(await world.sh("git -C repo show integration:x"), "x");
    // The worker may be at work in its folder until it has ended.
    assert.equal(await world.host.files.exists(world.worktree), true);
    assert.equal(await world.end(), "");
    assert.equal(await world.host.files.exists(world.worktree), false);
    assert.equal(await world.sh(`git -C repo worktree list | (! grep store)`), "");
    await world.sh(then);
    if (name.startsWith("other worktrees")) return;
    assert.equal(await world.sh(foreign), before);
  });
}

Deno.test("a file that git confuses with another by its case is told, and lands by its own name", async () => {
  await using world = await strange(`${PLAIN}; git config core.ignoreCase true`);
  await world.claim();
  // Git takes "A" for "a", and adds nothing.
  await world.sh("echo A > A; git add A; echo x > x; git add x; git commit -qm x", world.worktree);
  const reasons = ['Worktree "worktrees/build-1" is dirty: untracked A'];
  assert.deepEqual(await world.finish(), { accepted: false, reasons });
  await world.sh("git -c core.ignoreCase=false add A; git commit -qm A", world.worktree);
  assert.deepEqual(await world.finish(), { accepted: true, reasons: [] });
  assert.equal(await world.sh("git -C repo show integration:a integration:A"), "a\nA");
});
