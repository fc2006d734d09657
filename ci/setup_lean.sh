#!/usr/bin/env bash
# Sees to it that there is elan with the pinned Lean. What is there already is used as it is.
#
# PIN  the toolchain as elan resolves what lean-toolchain says, e.g. leanprover/lean4:v4.28.0
set -euo pipefail

ELAN_VERSION=v4.2.3

# The archive for this machine and its sum: nothing of it runs before it is known to be that.
archive_of() {
  case "$1" in
    "Linux x86_64")
      echo x86_64-unknown-linux-gnu df0b2b3a439961ffcbb3985214365ffe40f49bc871df04dff268c7d8e21ca8b2 ;;
    "Linux aarch64")
      echo aarch64-unknown-linux-gnu cb69af0803b04157bc30201c29c12fca882bb3ad8b43476b8d2d3064810bc3ac ;;
    "Darwin x86_64")
      echo x86_64-apple-darwin 10d037a69731c0593723e018130c5f54afde175796b4af8ba1317e561e55598c ;;
    "Darwin arm64")
      echo aarch64-apple-darwin 7cae4c03b2f0de4053fb04a91359d5804551e6e37a6ddd1b2e0097dc561ae4a9 ;;
    *)
      echo "::error title=lean-gate::Failed to install elan: no archive is known for \"$1\". Install elan before this action, or give it the input lean: embedded" >&2
      return 1
      ;;
  esac
}

# Checks sums as Linux does, or as macOS does.
check_sum() {
  if command -v sha256sum > /dev/null; then sha256sum --check --quiet; else shasum -a 256 --check --quiet; fi
}

install_elan() {
  local archive target sum folder
  archive=$(archive_of "$(uname -sm)")
  read -r target sum <<< "$archive"
  folder=$(mktemp -d "$RUNNER_TEMP/elan-XXXXXX")
  curl --proto =https --tlsv1.2 --retry 3 -fsSL -o "$folder/elan.tar.gz" \
    "https://github.com/leanprover/elan/releases/download/$ELAN_VERSION/elan-$target.tar.gz"
  echo "$sum  $folder/elan.tar.gz" | check_sum
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
