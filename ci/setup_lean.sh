#!/usr/bin/env bash
# Sees to it that there is elan with the pinned Lean. What is there already is used as it is.
#
# PIN  what lean-toolchain says, e.g. leanprover/lean4:v4.28.0
set -euo pipefail

ELAN_VERSION=v4.2.3

# The sum of the archive for this machine: nothing of it runs before it is known to be that.
sum_of() {
  case "$1" in
    "Linux x86_64") echo df0b2b3a439961ffcbb3985214365ffe40f49bc871df04dff268c7d8e21ca8b2 ;;
    "Linux aarch64") echo cb69af0803b04157bc30201c29c12fca882bb3ad8b43476b8d2d3064810bc3ac ;;
    *)
      echo "::error title=lean-gate::Failed to install elan: no archive is known for \"$1\". Install elan before this action, or give it the input lean: embedded" >&2
      return 1
      ;;
  esac
}

install_elan() {
  local machine sum folder
  sum=$(sum_of "$(uname -sm)")
  machine=$(uname -m)
  folder=$(mktemp -d "$RUNNER_TEMP/elan-XXXXXX")
  curl --proto =https --tlsv1.2 --retry 3 -fsSL -o "$folder/elan.tar.gz" \
    "https://github.com/leanprover/elan/releases/download/$ELAN_VERSION/elan-$machine-unknown-linux-gnu.tar.gz"
  echo "$sum  $folder/elan.tar.gz" | sha256sum --check --quiet
  tar -xzf "$folder/elan.tar.gz" -C "$folder"
  "$folder/elan-init" -y --no-modify-path --default-toolchain none
}

home=${ELAN_HOME:-$HOME/.elan}
if ! command -v elan > /dev/null; then
  [ -x "$home/bin/elan" ] || install_elan
  echo "$home/bin" >> "$GITHUB_PATH"
  PATH="$home/bin:$PATH"
fi
elan --version
# The folder in which elan keeps the toolchain.
toolchain=${PIN//\//--}
toolchain=${toolchain//:/---}
[ -x "$home/toolchains/$toolchain/bin/lean" ] || elan toolchain install "$PIN"
