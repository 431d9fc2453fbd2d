#!/bin/bash
# How moflat builds external C code: once, safely at the same time, without a cache, without a compiler.
#
#   external_test.sh MOFLAT FOLDER    FOLDER holds good/ and libraries/
set -u
moflat=$1
folder=$2
work=$(mktemp -d)
trap 'chmod -R u+rwx "$work"; rm -rf "$work"' EXIT
failed=0
export LC_ALL=C
real=$(command -v cc) || { echo "no C compiler"; exit 1; }

fail() {
  echo "FAILED: $1"
  [ -f "$work/messages" ] && cat "$work/messages"
  failed=1
}

# A compiler that notes down each of its runs.
cat >"$work/cc" <<END
#!/bin/sh
echo run >>"$work/runs"
exec "$real" "\$@"
END
chmod +x "$work/cc"
export CC=$work/cc
runs() { if [ -f "$work/runs" ]; then wc -l <"$work/runs"; else echo 0; fi; }

# flatten MODEL: its exit code; the flat model without the places.
flatten() { "$moflat" --allow-external -L "$folder/libraries" "$folder/good/$1.mo" 2>"$work/messages" >"$work/$1.out"; }

# ---- built once ----
export XDG_CACHE_HOME=$work/cache
flatten scalars || fail "the first run"
first=$(runs)
[ "$first" -gt 0 ] || fail "the first run compiles nothing"
cp "$work/scalars.out" "$work/first.out"
flatten scalars || fail "the second run"
[ "$(runs)" = "$first" ] || fail "the second run compiles $(($(runs) - first)) times"
cmp "$work/first.out" "$work/scalars.out" || fail "the second run says something else"
flatten arrays || fail "another model"
[ "$(runs)" -lt $((2 * first)) ] || fail "another model of the same library compiles its sources again"

# ---- at the same time ----
rm -rf "$work/cache" "$work/runs"
pids=
for i in 1 2 3 4; do
  "$moflat" -L "$folder/libraries" "$folder/good/scalars.mo" >"$work/same$i" 2>"$work/same$i.err" &
  pids="$pids $!"
done
for pid in $pids; do wait "$pid" || fail "one of several runs at the same time"; done
for i in 1 2 3 4; do cmp "$work/first.out" "$work/same$i" || { fail "run $i of several"; cat "$work/same$i.err"; }; done
[ "$(runs)" = "$first" ] || fail "runs at the same time compile $(runs) times, one alone $first times"
ls "$work/cache/moo" | grep -q building && fail "a run leaves something unfinished"

# ---- what the user sees of it ----
rm -rf "$work/cache"
flatten scalars || fail "a run that compiles"
[ "$(grep -c '^moflat: compiling .* C files* in .*Foreign/Resources/C-Sources' "$work/messages")" = 1 ] ||
  fail "a run that compiles sources does not say so once"
flatten scalars || fail "a run that compiles nothing"
[ -s "$work/messages" ] && fail "a run that compiles nothing says something"
rm -rf "$work/cache"
"$moflat" --diagnostics=json -L "$folder/libraries" "$folder/good/scalars.mo" >"$work/json.out" 2>"$work/messages" ||
  fail "a run with messages for programs"
[ -s "$work/messages" ] && fail "a note is between messages for programs"

# ---- only what is called ----
rm -rf "$work/cache"
"$moflat" -L "$folder/libraries" "$folder/good/fortran_77.mo" >"$work/one.out" 2>"$work/messages" || fail "one function"
grep -q 'compiling 1 C file in' "$work/messages" || fail "one function needs more than its own source"

# ---- killed in the middle ----
rm -rf "$work/cache"
printf '#!/bin/sh\nsleep 60\n' >"$work/slow_cc"
chmod +x "$work/slow_cc"
CC=$work/slow_cc "$moflat" -L "$folder/libraries" "$folder/good/scalars.mo" >/dev/null 2>&1 &
killed=$!
for _ in $(seq 100); do
  [ -n "$(ls "$work/cache/moo" 2>/dev/null | grep building)" ] && break
  sleep 0.1
done
kill -KILL "$killed"
wait "$killed" 2>"$work/shell"
[ -n "$(ls "$work/cache/moo" | grep building)" ] || fail "the killed run had not begun"
flatten scalars || fail "a run after a killed one"
cmp "$work/first.out" "$work/scalars.out" || fail "after a killed run the output differs"
ls "$work/cache/moo" | grep -q building && fail "what a killed run left is still there"

# ---- a damaged entry ----
for object in "$work"/cache/moo/*/object.so; do : >"$object"; done
flatten scalars || fail "a run with damaged entries"
grep -q "again, because it is damaged" "$work/messages" || fail "damage is not mentioned"
cmp "$work/first.out" "$work/scalars.out" || fail "after damage the output differs"
flatten scalars || fail "a run after the repair"
[ -s "$work/messages" ] && fail "damage is repaired more than once"

# ---- a cache that cannot be written, or that others can write ----
: >"$work/file"
XDG_CACHE_HOME=$work/file flatten scalars || fail "without a folder for the cache"
cmp "$work/first.out" "$work/scalars.out" || fail "without a folder for the cache the output differs"
mkdir -p "$work/open/moo" && chmod 777 "$work/open/moo"
XDG_CACHE_HOME=$work/open flatten scalars || fail "with a cache that others can write"
[ -z "$(ls "$work/open/moo")" ] || fail "a cache that others can write is used"
# Root may write anywhere, so another user has to run this.
as_user=
if [ "$(id -u)" = 0 ]; then
  chmod 755 "$work"
  chown -R 65534 "$work/cache"
  as_user="setpriv --reuid 65534 --clear-groups"
fi
chmod -R a-w "$work/cache/moo"
chmod a+w "$work/runs"
cp "$folder/good/scalars.mo" "$folder/good/arrays.mo" "$work"
read_only() {
  XDG_DATA_HOME=$work/none $as_user "$moflat" -L "$folder/libraries" "$work/$1.mo" 2>"$work/messages" >"$work/read_only.out"
}
before=$(runs)
read_only scalars || fail "with a cache that is only for reading"
[ "$(runs)" = "$before" ] || fail "what is in a cache for reading is built again"
ls "$work/cache/moo" >"$work/before.list"
read_only arrays || fail "something new with a cache that is only for reading"
ls "$work/cache/moo" | cmp - "$work/before.list" || fail "a cache that is only for reading is changed"
chmod -R u+w "$work/cache/moo"

# ---- no compiler ----
rm -rf "$work/cache"
CC=/nowhere/cc flatten scalars && fail "a model that needs a compiler passes without one"
grep -q "there is no C compiler to build it" "$work/messages" || fail "the missing compiler is not named"
CC=/nowhere/cc flatten only_where_needed || fail "a model that calls nothing needs a compiler"
CC=/nowhere/cc flatten system_library || fail "a library of the system needs a compiler"
[ -e "$work/cache" ] && fail "something was built for models that need nothing"

# ---- what C code prints ----
cat >"$work/Talks.mo" <<'END'
model Talks
  Real x[Foreign.talks(1)] = {time};
end Talks;
END
"$moflat" -L "$folder/libraries" "$work/Talks.mo" >"$work/talks.out" 2>"$work/messages" || fail "a function that prints"
grep -q "this must not reach the model" "$work/talks.out" && fail "what C code prints is in the output"
head -1 "$work/talks.out" | grep -q '^//! base' || fail "the output does not begin as it should"

[ $failed = 0 ] && echo "external: fine"
exit $failed
