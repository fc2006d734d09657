#!/usr/bin/env bash
# Pins the formal package to another Lean: a release such as v4.28.0, or the newest stable one.
#
# LEAN  pin (keeps what lean-toolchain says), stable, or a release
set -euo pipefail

case "$LEAN" in
  pin) ;;
  stable)
    tag=$(git ls-remote --tags --refs https://github.com/leanprover/lean4 'v4.*' |
      sed -n 's|.*refs/tags/\(v4\.[0-9]*\.[0-9]*\)$|\1|p' | sort -V | tail -n 1)
    [ -n "$tag" ] || { echo "::error title=lean-gate::Failed to find the newest stable Lean" >&2; exit 3; }
    echo "leanprover/lean4:$tag" > formal/lean-toolchain
    ;;
  *) echo "leanprover/lean4:$LEAN" > formal/lean-toolchain ;;
esac
cat formal/lean-toolchain
