#!/bin/sh
# Fails if a file includes what its folder must not know: frontend → moo ← backends, runtime knows nothing of ours,
# and within moo each room knows only those below it.
#
#   include_edges.sh ROOT
set -eu
cd "$1"
failed=0

# allow FOLDER PATTERN: includes of ours in FOLDER must match PATTERN.
allow() {
  offenders=$(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"(moo|frontend|backends|runtime|tests)/' "$1" |
    grep -vE "#[[:space:]]*include[[:space:]]*\"($2)/" || true)
  if [ -n "$offenders" ]; then
    printf 'includes that %s must not have (it may include %s):\n%s\n' "$1" "$2" "$offenders"
    failed=1
  fi
}

allow runtime 'runtime'
allow moo/base 'moo/base'
allow moo/external 'moo/base|moo/external'
allow moo/structure 'moo/base|moo/structure'
allow moo/syntax 'moo/base|moo/syntax'
allow moo/expr 'moo/base|moo/expr'
allow moo/model 'moo/base|moo/syntax|moo/expr|moo/model'
allow moo/program 'moo/base|moo/expr|moo/model|moo/program'
allow moo/units 'moo/base|moo/expr|moo/model|moo/units'
allow moo/scalarize 'moo/base|moo/expr|moo/model|moo/scalarize'
allow moo/functions 'moo/base|moo/expr|moo/model|moo/scalarize|moo/functions'
allow moo/lower 'moo/base|moo/syntax|moo/expr|moo/model|moo/lower'
allow moo/passes 'moo/base|moo/expr|moo/model|moo/functions|moo/scalarize|moo/structure|moo/passes'
allow moo/io 'moo/base|moo/syntax|moo/expr|moo/model|moo/lower|moo/io'
allow moo/tool 'moo/[a-z]+'
allow frontend 'moo/(base|external|syntax|expr|model|units|structure|lower|scalarize|io)|frontend'
# Icons are drawn by the library that plots use.
allow backends/icon 'moo/(base|model)|backends/(common|icon)|runtime/draw'
# Descriptions of FMUs speak of units.
allow backends/fmu 'moo/(base|expr|model|program|external|io|units)|backends|runtime/abi'
for folder in backends/*/; do
  [ "$folder" = backends/tool/ ] || [ "$folder" = backends/fmu/ ] || [ "$folder" = backends/icon/ ] || allow "$folder" 'moo/(base|expr|model|program|external|io)|backends|runtime/abi'
done
# mosim takes a model all the way.
allow backends/tool 'moo/[a-z]+|frontend/(library|tool)|backends|runtime/(abi|tool)'

# Every folder of the house is covered by a line above.
for folder in moo/*/; do
  grep -q "^allow ${folder%/} " "tests/support/include_edges.sh" || {
    echo "no rule for ${folder%/}"
    failed=1
  }
done
exit $failed
