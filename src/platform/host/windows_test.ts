import assert from "node:assert/strict";
import { homeFolder, programFile } from "./windows.ts";

const host = (os: string, variables: Record<string, string>) => ({
  os,
  env: (name: string) => variables[name],
});

Deno.test("homeFolder() reads HOME, and on Windows USERPROFILE first", () => {
  const both = { HOME: "/c/Users/me", USERPROFILE: "C:\\Users\\me" };
  assert.equal(homeFolder(host("windows-x86_64", both)), "C:\\Users\\me");
  assert.equal(homeFolder(host("darwin-aarch64", both)), "/c/Users/me");
  assert.equal(homeFolder(host("windows-x86_64", { HOME: "/c/Users/me" })), "/c/Users/me");
  assert.equal(homeFolder(host("linux-x86_64", {})), undefined);
});

Deno.test("programFile() adds .exe on Windows alone", () => {
  assert.equal(programFile(host("windows-x86_64", {}), "lean"), "lean.exe");
  assert.equal(programFile(host("darwin-aarch64", {}), "lean"), "lean");
});
