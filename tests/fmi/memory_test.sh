#!/bin/sh
# memory_test.sh PROGRAM: the tests of FMUs under valgrind. Neither wrong accesses nor leaks.
set -eu
command -v valgrind >/dev/null || exit 77
# Sanitizers do the same, and do not get along with it.
if nm "$1" | grep -q __asan_init; then exit 77; fi
folder=$(dirname "$0")
# Left out: what repeats the same calls very often.
exec valgrind -q --suppressions="$folder/valgrind.supp" --leak-check=full --error-exitcode=9 --num-callers=20 \
  "$1" "~a thousand*" "~FMI*any order*" "~FMUs give*"
