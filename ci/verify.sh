#!/usr/bin/env bash
# Runs the gate as the action's inputs say, and tells what it found: as outputs, in the job's summary, and
# by its exit code.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d "$RUNNER_TEMP/lean-gate-XXXXXX")

arguments=(
  verify --lean "$INPUT_LEAN" --format "$INPUT_FORMAT"
  --report "json=$folder/report.json"
  --report "sarif=$folder/report.sarif"
  --report "markdown=$folder/summary.md"
  --report "html=$folder/report.html"
)
[ -z "$INPUT_CONFIG" ] || arguments+=(--config "$INPUT_CONFIG")
[ "$INPUT_FAIL_ON_WARNING" != true ] || arguments+=(--deny warnings)
[ -z "$INPUT_ONLY" ] || arguments+=(--only "${INPUT_ONLY//[[:space:]]/}")
[ -z "$INPUT_SHARD" ] || arguments+=(--shard "$INPUT_SHARD")

# shellcheck source=ci/enter.sh disable=SC1091
. "$here/enter.sh"
# What the gate shows is no command to the runner, whoever wrote it; with the annotations it says so itself.
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
[ "$INPUT_FORMAT" = github ] || echo "::stop-commands::$token"
code=0
deno run --quiet --no-prompt --config "$here/../deno.json" \
  --allow-read --allow-write --allow-run --allow-env --allow-sys=cpus,systemMemoryInfo \
  "$here/../cli/main.ts" "${arguments[@]}" || code=$?
[ "$INPUT_FORMAT" = github ] || printf '\n::%s::\n' "$token"
deno run --quiet --no-prompt --config "$here/../deno.json" \
  --allow-env --allow-read="$folder" --allow-write="$GITHUB_OUTPUT,$GITHUB_STEP_SUMMARY" \
  "$here/outcome.ts" "$folder" "$code"
