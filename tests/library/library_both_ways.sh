#!/bin/bash
# Simulates the models of simulate_sample.txt with the interpreter and as compiled code where the Modelica Standard Library
# 4.1.0 is installed: both have to succeed, and their trajectories have to agree as a result has to agree with its
# reference. Skipped, with code 77, where the library is missing.
#
#   library_both_ways.sh FOLDER_OF_TOOLS [MOSURVEY]
set -u
tools=$1
mosurvey=${2:-$1/mosurvey}
here=$(dirname "$0")
data=${XDG_DATA_HOME:-$HOME/.local/share}/modelica
library=
for folder in "$data/Modelica" "$data/Modelica 4.1.0"; do
  [ -f "$folder/package.mo" ] && grep -q '^ *version *= *"4\.1\.0"' "$folder/package.mo" && library=$folder && break
done
[ -n "$library" ] || { echo "SKIPPED: there is no Modelica Standard Library 4.1.0 in $data"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
models=$(grep -v '^#' "$here/simulate_sample.txt")
# survey FOLDER [--compiled]: simulates all. A sanitizer takes more address space than any limit.
survey() {
  local folder=$1
  shift
  "$mosurvey" "$library" --tools "$tools" --models "$here/simulate_sample.txt" --stage simulate --time-limit 300 \
    --memory-limit 0 --keep "$folder" "$@" >"$work/text" || { cat "$work/text"; exit 1; }
  [ "$(tail -n 1 "$work/text")" = "simulate: $(wc -w <<<"$models") of $(wc -w <<<"$models")" ] ||
    { cat "$work/text"; exit 1; }
}
survey "$work/interpreted"
survey "$work/compiled" --compiled
for model in $models; do
  "$mosurvey" --compare "$work/interpreted/$model.csv" "$work/compiled/$model.csv" || { echo "FAILED: $model"; exit 1; }
done
