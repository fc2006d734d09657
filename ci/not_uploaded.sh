#!/usr/bin/env bash
# Tells, in the log and in the summary, that code scanning did not take the findings.
set -euo pipefail

said="The findings were not uploaded to code scanning: enable it for the repository, give the job security-events: write, or set the input upload-sarif to false. The verdict does not depend on it"
echo "::warning title=lean-gate::$said"
echo "> $said." >> "$GITHUB_STEP_SUMMARY"
