#!/bin/sh
# The check of the includes accepts the project and finds each kind of violation, so that its silence means something.
#
#   include_edges_test.sh ROOT
set -eu
root=$1
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
mkdir -p "$copy/tests/support"
cp -r "$root/moo" "$root/runtime" "$root/frontend" "$root/backends" "$copy"
cp -r "$root/tests/survey" "$root/tests/conformance" "$copy/tests"
cp "$root/tests/support/include_edges.sh" "$copy/tests/support"
check="$root/tests/support/include_edges.sh"
"$check" "$copy"

# Each line is a file in FOLDER that includes a HEADER that it must not include: between moo, frontend, backends and
# runtime, and within each against the order of its folders.
cat >"$copy/intruders" <<'END'
runtime/abi moo/base/id.h
moo/base runtime/abi/model.h
frontend/tool backends/cpp/compile.h
backends/cpp frontend/library/library.h
moo/model moo/check/verify_document.h
frontend/resolve frontend/typecheck/elaborator.h
runtime/instance runtime/math/newton.h
runtime/math runtime/events/event_cycle.h
runtime/simulate runtime/tool/options.h
tests/survey moo/model/document.h
tests/conformance moo/io/json/read.h
END
while read -r folder header; do
  printf '#include "%s"\n' "$header" >"$copy/$folder/intruder.h"
done <"$copy/intruders"
# Folders without a rule.
mkdir "$copy/moo/annex" "$copy/frontend/annex" "$copy/runtime/annex"

if "$check" "$copy" >"$copy/report"; then
  echo "forbidden includes went unnoticed"
  exit 1
fi

# reports TEXT
reports() {
  grep -qF "$1" "$copy/report" || {
    echo "not found: $1; the report:"
    cat "$copy/report"
    exit 1
  }
}
while read -r folder header; do
  reports "$folder/intruder.h:1:#include \"$header\""
done <"$copy/intruders"
for room in moo frontend runtime; do
  reports "no rule for $room/annex"
done
