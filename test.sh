#!/bin/sh
# Builds everything and runs the whole suite.
#
#   ./test.sh [ctest options]
set -eu
cd "$(dirname "$0")"
. .ci/setup.sh
# shellcheck disable=SC2086 # lists of words
install_missing $build_packages $test_packages
build_preset test
say "testing"
ctest --preset test -j "$(nproc)" "$@"
