/** What a worktree may hold that exists nowhere else: it is refused, and kept when it goes on. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { converge } from "./converge.ts";
import { kill, retry } from "./tasks.ts";
import { within } from "./testing/memory.ts";
import { PLAIN, strange } from "./testing/repository.ts";

const SUB = "git init -q -b main sub; (cd sub; echo s > s; git add .; git commit -qm s); " + PLAIN +
  '; git submodule --quiet add "$HOME/sub" sub; git commit -qm sub';

/** Name, set-up, what the worker leaves behind its commit, and the reason of the refusal. */
const HAZARDS: readonly (readonly [string, string, string, RegExp])[] = [
  [
    "an untracked file that status does not show",
    `${PLAIN}; git config status.showUntrackedFiles no`,
    "echo work > new",
    /untracked new$/,
  ],
  [
    "an untracked file that one clone ignores",
    `${PLAIN}; echo new > .git/info/exclude`,
    "echo work > new",
    /untracked new$/,
  ],
  [
    "an untracked file that one user ignores",
    `${PLAIN}; echo new > $HOME/ignore; git config --global core.excludesFile $HOME/ignore`,
    "echo work > new",
    /untracked new$/,
  ],
  [
    "an untracked file that one user ignores by default",
    `${PLAIN}; mkdir -p $HOME/xdg/git; echo new > $HOME/xdg/git/ignore`,
    "echo work > new",
    /untracked new$/,
  ],
  [
    "an ignored file that is tracked",
    `${PLAIN}; echo a > .gitignore; git add .; git commit -qm ignore`,
    "echo work > a",
    /changed a$/,
  ],
  [
    "a change to a file that is assumed unchanged",
    PLAIN,
    "git update-index --assume-unchanged a; echo work > a",
    /changed a$/,
  ],
  [
    "a change to a file that is to be left out",
    PLAIN,
    "git update-index --skip-worktree a; echo work > a",
    /changed a$/,
  ],
  ["a file that is only staged", PLAIN, "echo work > n; git add n; rm n", /staged n/],
  ["a file that is only announced", PLAIN, "echo work > n; git add -N n", /changed n/],
  ["a change that is staged and undone", PLAIN, "echo w > a; git add a; echo a > a", /staged a/],
  [
    "a change that a file system monitor does not report",
    `${PLAIN}; printf '#!/bin/sh\\nprintf "now\\\\0"\\n' > $HOME/mon; chmod +x $HOME/mon; ` +
    "git config core.fsmonitor $HOME/mon; git config core.fsmonitorHookVersion 2",
    "git status > $HOME/seen; echo work > a",
    /changed a$/,
  ],
  [
    "a change of mode alone",
    `${PLAIN}; git config core.fileMode false`,
    "chmod +x a",
    /changed a$/,
  ],
  [
    "an untracked file that differs from a tracked one in case alone",
    `${PLAIN}; git config core.ignoreCase true`,
    "echo work > A",
    /untracked A$/,
  ],
  [
    "a repository in the worktree",
    PLAIN,
    "git init -q inner; cd inner; echo i > i; git add .; git commit -qm i",
    /untracked inner\/$/,
  ],
  [
    "a change in a submodule that is not to be looked at",
    `${SUB}; git config -f .gitmodules submodule.sub.ignore all; git config diff.ignoreSubmodules all; ` +
    "git commit -qam ignore",
    "git submodule --quiet update --init; echo work > sub/new; echo work > sub/s",
    /changed sub\/s, untracked sub\/new$/,
  ],
  [
    "a file that a submodule's own configuration hides",
    SUB,
    "git submodule --quiet update --init; git -C sub config status.showUntrackedFiles no; echo w > sub/n",
    /untracked sub\/n$/,
  ],
  [
    "a commit in a submodule that exists nowhere else",
    SUB,
    "git submodule --quiet update --init; cd sub; echo m > m; git add m; git commit -qm m; cd ..; " +
    "git commit -qam bump",
    /in "sub" commit [0-9a-f]{40}, which is on no remote$/,
  ],
  [
    "a branch in a submodule that exists nowhere else",
    SUB,
    "git submodule --quiet update --init; cd sub; git checkout -qb side; git commit -q --allow-empty -m m; " +
    "git checkout -q main",
    /in "sub" commit [0-9a-f]{40}, which is on no remote$/,
  ],
  [
    "a stash in a submodule",
    SUB,
    "git submodule --quiet update --init; cd sub; echo w > s; git stash -q",
    /in "sub" commit/,
  ],
  ["files in the place of a submodule", SUB, "mkdir -p sub; echo w > sub/w", /untracked sub\/w/],
  [
    "a rebase under way",
    PLAIN,
    "GIT_SEQUENCE_EDITOR='sed -i s/^pick/edit/' git rebase -q -i HEAD~1 2> $HOME/seen",
    /under way: rebase-merge$/,
  ],
  [
    "a merge under way",
    PLAIN,
    "o=$(git commit-tree HEAD~1^{tree} -p HEAD~1 -m o); git merge -q --no-commit --no-ff $o > $HOME/seen",
    /under way: MERGE_HEAD$/,
  ],
  [
    "a worktree that git is told to look for elsewhere",
    PLAIN,
    "git config extensions.worktreeConfig true; mkdir $HOME/other; git -C . archive HEAD | tar x -C $HOME/other; " +
    "echo work > new; git config --worktree core.worktree $HOME/other",
    /untracked new$/,
  ],
  ["a HEAD without a commit", PLAIN, "git checkout -q --orphan fresh", /HEAD is no commit$/],
];

for (const [name, script, worker, reason] of HAZARDS) {
  Deno.test(`nothing is lost: ${name}`, async () => {
    await using world = await strange(script);
    await world.claim();
    const before = await world.sh("git -C repo rev-parse integration");
    await world.sh(`echo x > x; git add x; git commit -qm x\n${worker}`, world.worktree);
    const list = "find . -type f | grep -v '/index$' | sort | xargs -d '\\n' cksum";
    const held = await world.sh(list, world.worktree);
    const commit = await world.sh(
      "git -C store/worktrees/build-1 rev-parse -q --verify HEAD || git -C repo rev-parse HEAD",
    );
    const { accepted, reasons } = await world.finish({ contract: "land", commit });
    assert.equal(accepted, false);
    assert.match(reasons.join(), reason);
    assert.equal(await world.sh("git -C repo rev-parse integration"), before);
    // The attempt ends otherwise, and the next generation begins: the worktree stays.
    await world.end();
    await within(world, async (service) => {
      await retry(service, "build");
      assert.match(service.kept.join(), /^Worktree "worktrees\/build-1" was kept: /);
    });
    assert.equal(await world.sh(list, world.worktree), held);
  });
}

/** Name, what makes integration used after the claim, and the reason. */
const USES: readonly (readonly [string, string, RegExp])[] = [
  ["checked out", "git -C repo checkout -q integration", /is checked out in/],
  [
    "checked out by a symbolic ref",
    "git -C repo symbolic-ref refs/heads/alias refs/heads/integration; " +
    "git -C repo symbolic-ref HEAD refs/heads/alias",
    /is checked out in/,
  ],
  [
    "a symbolic ref",
    "git -C repo update-ref -d refs/heads/integration; " +
    "git -C repo symbolic-ref refs/heads/integration refs/heads/main",
    /is a symbolic ref: landing would move "refs\/heads\/main"/,
  ],
  [
    "being rebased",
    "cd repo; git checkout -q integration; echo n > n; git add n; git commit -qm n; " +
    "GIT_SEQUENCE_EDITOR='sed -i s/^pick/edit/' git rebase -q -i HEAD~1 2> $HOME/seen",
    /is being rebased in/,
  ],
  [
    "being bisected",
    "cd repo; git checkout -q integration; git commit -q --allow-empty -m 1; " +
    "git commit -q --allow-empty -m 2; git bisect start HEAD HEAD~2 > $HOME/seen",
    /is being bisected in/,
  ],
  [
    "checked out where nobody can look now",
    "git -C repo worktree add -q ../disk/mine integration; mv disk disk.off",
    /is checked out in/,
  ],
];

for (const [name, script, reason] of USES) {
  Deno.test(`a branch is not moved that is ${name}`, async () => {
    await using world = await strange(PLAIN);
    await world.claim();
    await world.sh("echo x > x; git add x; git commit -qm x", world.worktree);
    await world.sh(script);
    const refs = await world.sh("git -C repo for-each-ref; git -C repo status --short");
    const { accepted, reasons } = await world.finish();
    assert.equal(accepted, false);
    assert.match(reasons.join(), reason);
    assert.equal(await world.sh("git -C repo for-each-ref; git -C repo status --short"), refs);
  });
}

Deno.test("init() takes no symbolic ref for its branch", async () => {
  await using world = await strange(
    `${PLAIN}; git symbolic-ref refs/heads/integration refs/heads/main`,
  );
  await assert.rejects(world.claim(), /is a symbolic ref to "refs\/heads\/main"/);
});

Deno.test("signed commits and their signatures are no part of a merge", async () => {
  await using world = await strange(
    `ssh-keygen -q -t ed25519 -N '' -f k -C x; ${PLAIN}; git config gpg.format ssh; ` +
      'git config user.signingkey "$HOME/k.pub"; git config commit.gpgsign true; ' +
      'git config log.showSignature true; echo "w@x $(cat $HOME/k.pub)" > $HOME/allowed; ' +
      'git config gpg.ssh.allowedSignersFile "$HOME/allowed"',
  );
  await world.claim();
  await world.sh("echo x > x; git add x; git commit -qm x", world.worktree);
  // Somebody else lands beside it, so that a merge is needed.
  await world.sh(
    "cd repo; t=$(git mktree < /dev/null); " +
      "git update-ref refs/heads/integration $(git commit-tree -S HEAD^{tree} -p HEAD -m other)",
  );
  assert.deepEqual(await world.finish(), { accepted: true, reasons: [] });
  assert.equal(
    await world.sh(
      "git -C repo show integration:x; git -C repo config --unset log.showSignature; git -C repo log -1 --format=%P integration | wc -w",
    ),
    "x\n2",
  );
});

Deno.test("a merge driver of the repository is not run: what it would decide is a conflict", async () => {
  await using world = await strange(
    `${PLAIN}; echo 'a merge=mine' > .gitattributes; git add .; git commit -qm m; ` +
      "echo 'a merge=mine' > .git/info/attributes; git config merge.mine.driver 'touch $HOME/ran; exit 0'",
  );
  await world.claim();
  await world.sh("echo x > a; git commit -qam x", world.worktree);
  await world.sh(
    "cd repo; git worktree add -q --detach ../side; cd ../side; echo y > a; git commit -qam y; " +
      "git update-ref refs/heads/integration HEAD",
  );
  const { accepted, reasons } = await world.finish();
  assert.deepEqual([accepted, reasons], [false, [
    'it conflicts with "refs/heads/integration" in a',
  ]]);
  assert.equal(await world.host.files.exists(join(world.root, "ran")), false);
});

Deno.test("a file that a link leads to is not delivered", async () => {
  await using world = await strange(`${PLAIN}; echo secret > $HOME/secret`);
  await world.claim();
  await world.sh("ln -s $HOME/secret result; git add .; git commit -qm link", world.worktree);
  const file = join(world.worktree, "result");
  const { accepted, reasons } = await world.finish({ contract: "deliver", file });
  assert.equal(accepted, false);
  assert.match(reasons.join(), /is not in the attempt's worktree/);
});

Deno.test("a worktree that a link stands for is foreign, and what it leads to stays", async () => {
  await using world = await strange(PLAIN);
  await world.claim();
  await world.sh("echo x > x; git add x; git commit -qm x", world.worktree);
  await world.sh("mv store/worktrees/build-1 away; ln -s $HOME/away store/worktrees/build-1");
  const { accepted, reasons } = await world.finish();
  assert.equal(accepted, false);
  assert.match(reasons.join(), /is foreign: it is reached by a link/);
  await within(world, (service) => kill(service, "build"));
  await world.end();
  await within(world, converge);
  assert.equal(await world.sh("cat away/x"), "x");
});

Deno.test("a commit in an ignored repository is kept with its worktree after the landing", async () => {
  await using world = await strange(
    `${PLAIN}; echo deps > .gitignore; git add .; git commit -qm g`,
  );
  await world.claim();
  await world.sh(
    "echo x > x; git add x; git commit -qm x; git init -q deps/one; cd deps/one; echo i > i; " +
      "git add .; git commit -qm i",
    world.worktree,
  );
  assert.equal((await world.finish()).accepted, true);
  assert.match(await world.end(), /was kept: in "deps\/one" commit/);
  assert.equal(await world.sh("git log -1 --format=%s", join(world.worktree, "deps/one")), "i");
});
