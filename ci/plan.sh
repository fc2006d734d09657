#!/usr/bin/env bash
# Tells, as outputs, what is worth keeping between runs and what each of it depends on: see plan.ts.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=ci/enter.sh disable=SC1091
. "$here/enter.sh"
deno run --quiet --no-prompt --config "$here/../deno.json" \
  --allow-read --allow-env --allow-run=git --allow-write="$GITHUB_OUTPUT" "$here/plan.ts"
