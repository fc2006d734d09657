import assert from "node:assert/strict";
import { isWatched } from "./folders.ts";

const FILES = {
  folders: new Set(["", "src"]),
  names: new Set(["a.lean", "src/b.ts", "src/new.ts"]),
  git: undefined,
};

Deno.test("isWatched() takes a file that is there, and a new folder", () => {
  for (const path of ["a.lean", "src/b.ts", "src"]) {
    assert.equal(isWatched(FILES, path), true, path);
  }
});

Deno.test("isWatched() takes no file that came and went, whatever its name", () => {
  for (
    const path of [
      "sedA1b2C3",
      "src/b.ts.sb-1234-x",
      "src/b.ts___jb_tmp___",
      "src/b.ts.tmp.41",
      "4913",
    ]
  ) {
    assert.equal(isWatched(FILES, path), false, path);
  }
});

Deno.test("isWatched() takes no hidden, ignored or temporary file that stays", () => {
  const names = new Set([".a.swp", "a~", "x.tmp", "ignored.txt"]);
  const git = { files: new Set<string>(), folders: new Set<string>() };
  for (const path of names) {
    assert.equal(isWatched({ folders: FILES.folders, names, git }, path), false, path);
  }
});
