#!/bin/sh
# The back end in JavaScript is small, fails no case of the kit, and refuses only what its README says.
#
#     javascript_test.sh MOCONFORM FOLDER_OF_THE_BACK_END
set -eu
moconform=$1
folder=$2

lines=$(cat "$folder"/*.js | wc -l)
[ "$lines" -le 500 ] || { echo "the back end has $lines lines; 500 are allowed"; exit 1; }
long=$(LC_ALL=C.UTF-8 grep -nE '^.{121}' "$folder"/*.js || true)
[ -z "$long" ] || { echo "longer than 120 characters:"; echo "$long"; exit 1; }

command -v node >/dev/null || { echo "skipped: node is not installed"; exit 77; }
result=$("$moconform" --timeout 100 -- node "$folder/simulate.js") || { echo "$result"; exit 1; }
echo "$result"
refused=$(echo "$result" | sed -n 's/.* refused: //p' | sort -u | tr '\n' ' ')
[ "$refused" = "clocks delays external transports " ] || { echo "it refuses $refused"; exit 1; }
