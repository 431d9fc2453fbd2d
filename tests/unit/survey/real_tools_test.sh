#!/bin/bash
# mosurvey with the real tools, from a small library to verified trajectories.
#
#   real_tools_test.sh FOLDER_OF_TOOLS [MOSURVEY]
set -u
tools=$1
mosurvey=${2:-$1/mosurvey}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
fail() { echo "FAILED: $*"; cat out err; exit 1; }

mkdir -p Lib ref/Lib/Decay ref/Lib/Growth
echo 'package Lib end Lib;' >Lib/package.mo
cat >Lib/Decay.mo <<'MODEL'
within Lib;
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  annotation(experiment(StopTime = 1));
end Decay;
MODEL
sed 's/Decay/Growth/; s/-x/x/' Lib/Decay.mo | sed 's/end Decay/end Growth/' >Lib/Growth.mo
sed 's/Decay/Misspelt/; s/-x/-y/' Lib/Decay.mo | sed 's/end Decay/end Misspelt/' >Lib/Misspelt.mo
printf 'Lib.Decay\nLib.Growth\nLib.Misspelt\n' >models.txt
# exp(-t), which is right for one and wrong for the other.
awk 'BEGIN { print "time,x"; for (i = 0; i <= 100; i++) printf "%.17g,%.17g\n", i / 100, exp(-i / 100) }' |
  tee ref/Lib/Decay/Decay.csv >ref/Lib/Growth/Growth.csv

# A sanitizer takes more address space than any limit.
survey() {
  "$mosurvey" ./Lib --tools "$tools" --models models.txt --stage verify --reference ref --memory-limit 0 --jobs 2 \
    -o report.html "$@" >out 2>err || fail "exit code $?"
}
survey --compiled
[ "$(cat out)" = "flatten: 2 of 3
optimize: 2 of 3
compile: 2 of 3
simulate: 2 of 3
verify: 1 of 2" ] || fail "the counts, compiled"
survey
[ "$(cat out)" = "flatten: 2 of 3
optimize: 2 of 3
simulate: 2 of 3
verify: 1 of 2" ] || fail "the counts"
cp report.txt out
grep -q '^Lib.Decay  *verify  *[1-9]' report.txt || fail "Decay is not verified, or its variables are not counted"
grep -q '^Lib.Growth  *simulate .*\[TrajectoryDiffers\]$' report.txt || fail "Growth is not refused"
grep -q '^Lib.Misspelt  *- .*Lib/Misspelt.mo:5:13: .*\[UnknownName\]$' report.txt || fail "Misspelt has no place"
echo "all is well"
