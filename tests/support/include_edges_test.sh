#!/bin/sh
# The check of the includes finds a forbidden one, so that its silence means something.
set -eu
root=$1
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
mkdir -p "$copy/tests/support"
cp -r "$root/moo" "$root/runtime" "$root/frontend" "$root/backends" "$copy"
cp "$root/tests/support/include_edges.sh" "$copy/tests/support"
"$root/tests/support/include_edges.sh" "$copy"
printf '#include "moo/base/id.h"\n' >"$copy/runtime/abi/intruder.h"
if "$root/tests/support/include_edges.sh" "$copy" >"$copy/report"; then
  echo "an include of moo/ in runtime/ went unnoticed"
  exit 1
fi
grep -q intruder "$copy/report"
