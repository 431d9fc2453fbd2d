#!/bin/bash
# mosurvey as its users run it, with tools that only pretend.
#
#   fake_tools_test.sh MOSURVEY
set -u
mosurvey=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
fail() { echo "FAILED: $*"; failed=1; }
# expect CODE COMMAND…: the exit code, with what was printed in out and err.
expect() {
  local code=$1 got
  shift
  "$@" >out 2>err
  got=$?
  [ "$got" = "$code" ] || { fail "exit code $got instead of $code: $*"; cat out err; }
}
contains() { grep -qF -- "$2" "$1" || { fail "\`$2\` is not in $1"; cat "$1"; }; }
calls() { [ -f calls ] && wc -l <calls || echo 0; }

mkdir -p tools Lib lib2
echo 'package Lib end Lib;' >Lib/package.mo
cat >tools/moflat <<'TOOL'
#!/bin/sh
if [ "$1" = --list-models ]; then
  printf 'Lib.Part.Examples.A\nLib.Part.Examples.Bad\nLib.Other.C\n'
  exit 0
fi
while [ "$1" = -L ]; do shift 2; done
echo "$1" >>"$CALLS"
case $1 in
  *Bad)
    printf '{"severity":"error","kind":"UnknownName","message":"no <b>x</b>",' >&2
    printf '"place":{"file":"%s/p.mo","line":2,"column":3}}\n' "$LIB" >&2
    exit 1 ;;
  *C) [ -f "$SLOW" ] && sleep 60 ;;
esac
echo "$1" >"$3"
echo 'variables                            12' >&2
echo 'equations                             9' >&2
TOOL
printf '#!/bin/sh\ncp "$1" "$3"\n' >tools/moopt
# mosim LIBRARIES MODEL -o FILE …
cat >tools/mosim <<'TOOL'
#!/bin/sh
while [ "$1" = -L ]; do shift 2; done
printf 'time,x\n0,1\n1,%s\n' "$(cat "$VALUE")" >"$3"
TOOL
# The simulator is a script that writes a result.
cat >tools/mogen-cpp <<'TOOL'
#!/bin/sh
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\nprintf "time,x\\n0,1\\n1,%%s\\n" "$(cat "$VALUE")" >"$2"\n' >"$2"
chmod +x "$2"
TOOL
chmod +x tools/*
export CALLS=$work/calls SLOW=$work/slow VALUE=$work/value LIB=$work/Lib
echo 2 >value
survey() { "$mosurvey" --tools tools --memory-limit 0 "$@"; }

# A report in three forms; the counts are the last lines.
expect 0 survey ./Lib -o report.html
[ "$(cat out)" = "flatten: 2 of 3" ] || fail "the counts: $(cat out)"
[ "$(tail -n 1 report.txt)" = "flatten: 2 of 3" ] || fail "the last line of report.txt"
contains report.txt 'Lib/p.mo:2:3: no <b>x</b> [UnknownName]'
contains report.html 'no &lt;b&gt;x&lt;/b&gt;'
contains report.json '"kind": "UnknownName"'
contains report.json '"variables": 12'
[ -e report.journal ] && fail "the journal was left"
[ "$(calls)" = 3 ] || fail "$(calls) calls instead of 3"

# Without -o the text goes to standard output.
expect 0 survey ./Lib
diff <(tail -n 1 out) <(echo "flatten: 2 of 3") || fail "the text"

# What is finished is not done again, unless something has changed.
rm calls
expect 0 survey ./Lib -o report.html --resume
[ "$(calls)" = 0 ] || fail "$(calls) calls after --resume instead of 0"
[ "$(tail -n 1 report.txt)" = "flatten: 2 of 3" ] || fail "the counts after --resume"
echo '# changed' >>tools/moflat
expect 0 survey ./Lib -o report.html --resume
[ "$(calls)" = 3 ] || fail "$(calls) calls after a change instead of 3"

# An interrupt loses nothing that was finished.
rm calls report.*
touch slow
"$mosurvey" --tools tools --memory-limit 0 ./Lib -o report.html --jobs 1 >out 2>err &
child=$!
for _ in $(seq 300); do
  [ -f report.journal ] && [ "$(wc -l <report.journal)" = 3 ] && break
  sleep 0.1
done
kill -TERM $child 2>/dev/null
wait $child
[ $? = 2 ] || fail "the exit code of an interrupted survey"
contains err 'interrupted after 2 of 3 models; `--resume` continues from here'
[ -e report.json ] && fail "an interrupted survey wrote a report"
rm slow calls
expect 0 survey ./Lib -o report.html --jobs 1 --resume
[ "$(cat calls)" = "Lib.Other.C" ] || fail "calls after the interrupt: $(cat calls)"
[ "$(tail -n 1 report.txt)" = "flatten: 2 of 3" ] || fail "the counts after the interrupt"

# Restrictions.
expect 0 survey ./Lib --only Lib.Part
[ "$(tail -n 1 out)" = "flatten: 1 of 2" ] || fail "--only: $(tail -n 1 out)"
printf '# sample\nLib.Other.C\n' >models.txt
expect 0 survey ./Lib --models models.txt
[ "$(tail -n 1 out)" = "flatten: 1 of 1" ] || fail "--models: $(tail -n 1 out)"
expect 2 survey ./Lib --only Lib.Nothing
contains err 'there are no models to survey'

# Baselines: the same is fine, better is fine, worse is not.
expect 0 survey ./Lib --write-baseline list.txt
contains list.txt 'library: Lib'
contains list.txt 'flatten: 2 of 3'
contains list.txt 'Lib.Part.Examples.Bad  UnknownName  no <b>x</b>'
expect 0 survey ./Lib --baseline list.txt
[ "$(tail -n 1 out)" = "no change" ] || fail "no change: $(tail -n 1 out)"
cp -r Lib tools lib2
expect 0 survey -L . --check-baseline list.txt
contains out 'flatten: 2 of 3'
sed -i 's/\*C)/*C) exit 3;; *D)/' tools/moflat
expect 1 survey -L . --check-baseline list.txt
contains out '  Lib.Other.C: exit code 3 [ToolError]'
contains out 'fewer: flatten: 1 models pass, 2 did'
expect 1 survey ./Lib --baseline report.json
expect 0 survey ./Lib --baseline list.txt --only Lib.Part
sed -i 's/\*Bad)/*Worse)/; s/\*C) exit 3/*E) exit 3/' tools/moflat
expect 0 survey ./Lib --baseline list.txt
contains out 'better: 1'

# All stages: the result is compared with a reference where there is one.
mkdir -p ref/Lib/Other/C ref/Lib/Part/Examples/A
printf 'time,x\n0,1\n1,2\n' | tee ref/Lib/Other/C/C.csv >ref/Lib/Part/Examples/A/A.csv
expect 0 survey ./Lib --stage verify --reference ref -o all.html
[ "$(cat out)" = "flatten: 3 of 3
optimize: 3 of 3
simulate: 3 of 3
verify: 2 of 2" ] || fail "all stages: $(cat out)"
expect 0 survey ./Lib --stage verify --reference ref --compiled -o all.html
[ "$(cat out)" = "flatten: 3 of 3
optimize: 3 of 3
compile: 3 of 3
simulate: 3 of 3
verify: 2 of 2" ] || fail "all stages, compiled: $(cat out)"
expect 0 survey ./Lib --stage compile
[ "$(tail -n 1 out)" = "compile: 3 of 3" ] || fail "the stage compile: $(tail -n 1 out)"
echo 2.1 >value
expect 0 survey ./Lib --stage verify --reference ref --keep kept -o all.html
[ "$(tail -n 1 out)" = "verify: 0 of 2" ] || fail "a wrong result: $(tail -n 1 out)"
contains all.txt '`x` is 2.1 at time 1, outside the tube'
contains all.txt '[TrajectoryDiffers]'
[ -s kept/Lib.Other.C.csv ] || fail "the files were not kept"
contains all.html '</span><br><svg '
expect 0 survey ./Lib --stage verify --reference ref --write-baseline verify.txt
contains verify.txt '# TrajectoryDiffers: 2'
contains verify.txt '# Without a reference that can be read: 1
# Lib.Part.Examples.Bad'

# Two files on their own.
expect 0 "$mosurvey" --compare ref/Lib/Other/C/C.csv ref/Lib/Part/Examples/A/A.csv
contains out '1 signals are in their tubes'
expect 1 "$mosurvey" --compare ref/Lib/Other/C/C.csv kept/Lib.Other.C.csv
expect 2 "$mosurvey" --compare ref/Lib/Other/C/C.csv

# Wrong usage.
expect 2 survey
contains err 'give a library'
expect 2 survey NoSuchLibraryAnywhere
expect 2 survey ./Lib --stage nothing
contains err 'the stages are flatten optimize compile simulate verify'
expect 2 survey ./Lib --stage verify
expect 2 survey ./Lib --jobs 0
expect 2 survey ./Lib --time-limit x
expect 2 survey ./Lib --memory-limit -1
expect 2 survey ./Lib -o report.txt
expect 2 survey ./Lib --resume
expect 2 survey ./Lib --baseline value
expect 2 survey ./Lib -o missing/report.html
expect 2 "$mosurvey" --tools /nowhere ./Lib
contains err 'cannot run `/nowhere/moflat`: No such file or directory'
[ $failed = 0 ] && echo "all is well"
exit $failed
