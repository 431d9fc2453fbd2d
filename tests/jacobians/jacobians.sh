#!/bin/bash
# Optimizes the models of tests/simulation, and of tests/library/sample.txt where the standard library is installed, and
# compares all partial derivatives with difference quotients: those in the files, and what the runtime makes of them.
#
#   jacobians.sh FOLDER_OF_TOOLS JACOBIAN_VALUES TANGENT_VALUES
set -u
tools=$1
compare=$2
tangents=$3
tests=$(dirname "$0")/..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
files=()
failed=0
optimize() { # MODEL NAME, MODEL a file or a class
  local moo=$work/$2.moo
  if ! "$tools/moflat" "$1" 2>"$work/errors" | "$tools/moopt" -o "$moo" 2>>"$work/errors"; then
    echo "$1 is not optimized:"
    cat "$work/errors"
    failed=1
    return
  fi
  files+=("$moo")
}
for model in "$tests"/simulation/*.mo "$tests"/simulation/systems/*.mo; do
  optimize "$model" "$(basename "$model" .mo)"
done
data=${XDG_DATA_HOME:-$HOME/.local/share}/modelica
if [ -d "$data/Modelica" ] || [ -d "$data/Modelica 4.1.0" ]; then
  while read -r class; do
    [[ $class == \#* || -z $class ]] || optimize "$class" "$class"
  done <"$tests/library/sample.txt"
fi
"$compare" "${files[@]}" || failed=1
"$tangents" "${files[@]}" || failed=1
"$tangents" --break "${files[@]}" >"$work/broken" || failed=1
grep "goes unnoticed" "$work/broken"
exit $failed
