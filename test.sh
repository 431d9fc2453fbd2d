#!/bin/sh
# Builds everything and runs all tests: unit tests and the like with sanitizers, what runs whole models or tools without.
#
#   ./test.sh                  what has to pass before a change is accepted
#   ./test.sh --full           all tests with and without sanitizers, a build of every file on its own, and the benchmarks
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

# run_tests PRESET [ctest options]
run_tests() {
  say "testing ($*)"
  # Sanitizers make frames on the stack much larger, and some tests recurse until a limit stops them.
  [ "$1" != asan ] || ulimit -s 1000000 2>/dev/null || true
  ctest --preset "$@" -j "$(nproc)"
}

if [ $# -gt 0 ]; then
  build_preset test
  run_tests test "$@"
elif [ -z "$full" ]; then
  build_preset test plain_tests
  run_tests test -LE 'sanitizer|full'
  build_preset asan sanitizer_tests
  run_tests asan -L sanitizer -LE full
else
  build_preset test
  run_tests test
  build_preset asan
  run_tests asan
  build_preset dev
  build_preset bench benchmarks
fi
