#!/bin/bash
# A MOO file that goes from text to JSON to XML and back to text is the same, byte by byte.
#
#   encodings_test.sh BIN_FOLDER MODEL...
set -u
bin=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# step NAME TOOL ARGUMENTS...: what the tool writes; a word about it if it fails.
step() {
  local name=$1
  shift
  "$bin/$1" "${@:2}" 2>"$work/err" && return
  echo "FAILED $model: $name"
  head -5 "$work/err"
  return 1
}

round_trip() {
  step "flattening" moflat "$model" -o "$work/flat.mo" &&
    step "sorting" moopt "$work/flat.mo" -o "$work/text" &&
    step "the check of the text" moconv --check "$work/text" &&
    step "text to JSON" moconv --to json "$work/text" -o "$work/json" &&
    step "JSON to XML" moconv --to xml "$work/json" -o "$work/xml" &&
    step "XML to text" moconv --to text "$work/xml" -o "$work/again" || return
  cmp -s "$work/text" "$work/again" && return
  echo "FAILED $model: the text has changed on its way"
  diff "$work/text" "$work/again" | head -10
  return 1
}

for model in "$@"; do
  if round_trip; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
