#!/usr/bin/env bash
# Sees to it that there is cargo, for engines written in Rust, and tells its version.
set -euo pipefail

if ! command -v cargo > /dev/null && command -v rustup > /dev/null; then
  rustup toolchain install stable --profile minimal --no-self-update
fi
if command -v cargo > /dev/null; then
  version=$(cargo --version)
  echo "$version"
  echo "version=$version" >> "$GITHUB_OUTPUT"
else
  # Not every project has an engine in Rust; one that has fails later, with the gate's own words.
  echo "::notice title=lean-gate::There is neither cargo nor rustup: no engine in Rust can be built"
fi
