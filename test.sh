#!/bin/sh
# Builds everything, runs all tests, and runs a sample of them once more with sanitizers.
#
#   ./test.sh                  what has to pass before a change is accepted
#   ./test.sh --full           also all tests with sanitizers, a build of every file on its own, and the benchmarks
#   ./test.sh ctest-options    only the tests that ctest selects, without sanitizers: ./test.sh -L quick, ./test.sh -R unit
set -eu
cd "$(dirname "$0")"
. .ci/setup.sh
full=""
case ${1:-} in
  -h | --help) sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 0 ;;
  --full) full=yes; shift ;;
esac

# shellcheck disable=SC2086 # lists of words
install_missing $build_packages $test_packages
build_preset test
say "testing"
ctest --preset test -j "$(nproc)" "$@"
[ $# -eq 0 ] || exit 0

# Sanitizers make stack frames much larger, and some tests recurse until a limit stops them.
ulimit -s 1000000 2>/dev/null || true
if [ -z "$full" ]; then
  build_preset asan sanitizer_tests
  say "testing with sanitizers"
  exec ctest --preset asan -j "$(nproc)" -L sanitizer
fi
build_preset asan
say "testing with sanitizers"
ctest --preset asan -j "$(nproc)"
build_preset dev
build_preset bench benchmarks
