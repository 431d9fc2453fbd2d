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
cp -r "$root/tests/survey" "$copy/tests"
cp "$root/tests/support/include_edges.sh" "$copy/tests/support"
check="$root/tests/support/include_edges.sh"
"$check" "$copy"

# finds WHAT TEXT: the check must fail, and its report must contain TEXT.
finds() {
  if "$check" "$copy" >"$copy/report"; then
    echo "$1 went unnoticed"
    exit 1
  fi
  grep -qF "$2" "$copy/report" || {
    echo "$1: the report does not mention $2:"
    cat "$copy/report"
    exit 1
  }
}

# intrude FOLDER HEADER: a file in FOLDER that includes HEADER must be found.
intrude() {
  printf '#include "%s"\n' "$2" >"$copy/$1/intruder.h"
  finds "an include of $2 in $1" "$1/intruder.h"
  rm "$copy/$1/intruder.h"
}

# Between rooms, and within each of them against the order of its folders.
intrude runtime/abi moo/base/id.h
intrude moo/base runtime/abi/model.h
intrude frontend/tool backends/cpp/compile.h
intrude backends/cpp frontend/library/library.h
intrude moo/model moo/check/verify_document.h
intrude frontend/resolve frontend/typecheck/elaborator.h
intrude runtime/instance runtime/math/newton.h
intrude runtime/math runtime/events/event_cycle.h
intrude runtime/simulate runtime/tool/options.h
intrude tests/survey moo/model/document.h

# A folder without a rule.
for room in moo frontend runtime; do
  mkdir "$copy/$room/annex"
  finds "a folder of $room without a rule" "no rule for $room/annex"
  rmdir "$copy/$room/annex"
done
