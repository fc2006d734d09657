# shellcheck shell=bash
# Sourced: goes to the project's folder, which the input names from the checkout, or from the root.

case "$INPUT_WORKING_DIRECTORY" in
  /*) project=$INPUT_WORKING_DIRECTORY ;;
  *) project=$GITHUB_WORKSPACE/$INPUT_WORKING_DIRECTORY ;;
esac
if [ ! -d "$project" ]; then
  shown=${INPUT_WORKING_DIRECTORY//%/%25}
  shown=${shown//$'\n'/%0A}
  echo "::error title=lean-gate::There is no folder \"${shown//$'\r'/%0D}\": correct the input working-directory, or check the project out first"
  exit 2
fi
cd -- "$project" || exit 2
