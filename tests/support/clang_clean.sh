#!/bin/bash
# Checks that clang has no complaint about what g++ compiles: the same files with the same warnings, as errors.
#
#   clang_clean.sh BUILD_FOLDER [--all]    (skipped, with code 77, where clang++ is not installed)
#
# Every file takes minutes. Without --all it is what users compile with compilers of their own, as sources of FMUs: the
# runtime.
set -u
command -v clang++ >/dev/null || { echo "clang++ is not installed"; exit 77; }
build=$1
part=/runtime/
[ "${2:-}" = --all ] && part=/
# The compile commands of libraries and tools. Flags that only g++ knows go, nothing is written.
grep '"command"' "$build/compile_commands.json" | sed 's/^ *"command": "//; s/",$//; s/\\"/"/g; s/\\\\/\\/g' |
  grep -v '/tests/' | grep -- " -c [^ ]*$part" |
  sed -E 's/^([^ ]+ )*[^ ]*\+\+ /clang++ -fsyntax-only /; s/ -Wduplicated-cond//; s/ -Wlogical-op//; s/ -o [^ ]+//; s/ -M(D|T|F) ?[^ ]*//g; s/$/ -Werror/' >"$build/clang_commands"
count=$(wc -l <"$build/clang_commands")
[ "$count" -gt 50 ] || { echo "only $count commands were found in $build/compile_commands.json"; exit 1; }
cd "$build" && xargs -P "$(nproc)" -d '\n' -n 1 bash -c <clang_commands || { echo "clang++ complains"; exit 1; }
echo "$count files are clean"
