#!/bin/sh
# Fails if a file includes what its folder must not know: frontend → moo ← backends, runtime knows nothing of the others,
# and within moo, frontend and runtime each folder knows only folders that have a rule above its own.
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

allow runtime/abi 'runtime/abi'
allow runtime/values 'runtime/(abi|values)'
allow runtime/text 'runtime/(abi|text)'
allow runtime/draw 'runtime/draw'
allow runtime/results 'runtime/(abi|text|draw|results)'
allow runtime/instance 'runtime/(abi|values|text|instance)'
allow runtime/math 'runtime/(abi|values|text|instance|math)'
allow runtime/events 'runtime/(abi|values|text|instance|events)'
allow runtime/solvers 'runtime/(abi|values|text|instance|math|solvers)'
allow runtime/simulate 'runtime/(abi|values|text|results|instance|events|solvers|simulate)'
allow runtime/analysis 'runtime/(abi|text|results|instance|math|simulate|analysis)'
allow runtime/tool 'runtime/(abi|text|results|simulate|analysis|tool)'
allow runtime/fmi 'runtime/(abi|values|text|instance|math|events|solvers|fmi)'

allow moo/base 'moo/base'
allow moo/external 'moo/base|moo/external'
allow moo/structure 'moo/base|moo/structure'
allow moo/syntax 'moo/base|moo/syntax'
allow moo/expr 'moo/base|moo/expr'
allow moo/model 'moo/base|moo/syntax|moo/expr|moo/model'
allow moo/check 'moo/base|moo/expr|moo/model|moo/check'
allow moo/evaluate 'moo/base|moo/expr|moo/model|moo/evaluate'
allow moo/program 'moo/base|moo/external|moo/expr|moo/model|moo/evaluate|moo/program'
allow moo/units 'moo/base|moo/expr|moo/model|moo/units'
allow moo/scalarize 'moo/base|moo/expr|moo/model|moo/evaluate|moo/scalarize'
allow moo/functions 'moo/base|moo/expr|moo/model|moo/scalarize|moo/functions'
allow moo/lower 'moo/base|moo/syntax|moo/expr|moo/model|moo/lower'
allow moo/library 'moo/base|moo/syntax|moo/lower|moo/library'
allow moo/trust 'moo/base|moo/external|moo/syntax|moo/model|moo/lower|moo/library|moo/trust'
allow moo/passes 'moo/base|moo/expr|moo/model|moo/check|moo/evaluate|moo/functions|moo/scalarize|moo/structure|moo/passes'
allow moo/io 'moo/base|moo/syntax|moo/expr|moo/model|moo/check|moo/lower|moo/io'
allow moo/tool 'moo/[a-z]+'

below='moo/(base|external|syntax|expr|model|check|evaluate|units|structure|lower|library|trust)'
allow frontend/library "$below|frontend/library"
allow frontend/resolve "$below|frontend/(library|resolve)"
allow frontend/instantiate "$below|frontend/(library|resolve|instantiate)"
allow frontend/typecheck "$below|frontend/(library|resolve|instantiate|typecheck)"
allow frontend/icons "$below|frontend/(library|resolve|instantiate|typecheck|icons)"
allow frontend/state_machines "$below|frontend/(library|resolve|instantiate|typecheck|state_machines)"
allow frontend/connect "$below|frontend/(library|resolve|instantiate|typecheck|state_machines|connect)"
allow frontend/clocks "$below|frontend/clocks"
allow frontend/flatten "$below|moo/scalarize|frontend/(library|resolve|instantiate|typecheck|icons|state_machines|connect|clocks|flatten)"
allow frontend/tool 'moo/[a-z]+|frontend/(library|flatten|tool)'

# Icons are drawn by the library that plots use.
allow backends/icon 'moo/(base|model)|backends/(common|icon)|runtime/draw'
# Descriptions of FMUs speak of units.
allow backends/fmu 'moo/(base|expr|model|check|evaluate|program|external|io|units|trust)|backends|runtime/abi'
# Reports colour and order graphs themselves.
allow backends/show 'moo/(base|expr|model|check|structure|io)|backends/(common|show|template)'
for folder in backends/*/; do
  [ "$folder" = backends/tool/ ] || [ "$folder" = backends/show/ ] || [ "$folder" = backends/fmu/ ] || [ "$folder" = backends/icon/ ] || allow "$folder" 'moo/(base|expr|model|check|evaluate|program|external|io|trust)|backends|runtime/abi'
done
# mosim and moshow take a model all the way.
allow backends/tool 'moo/[a-z]+|frontend/(library|tool)|backends|runtime/(abi|simulate|tool)'
# It drives the tools from outside.
allow tests/survey 'moo/(base|library)|frontend/library|tests/survey'

# It drives any back end from outside, and reads what it writes as the survey does.
allow tests/conformance 'moo/base|tests/survey|tests/conformance'

# Every folder of moo, frontend and runtime has a rule above.
for folder in moo/*/ frontend/*/ runtime/*/; do
  grep -q "^allow ${folder%/} " "tests/support/include_edges.sh" || {
    echo "no rule for ${folder%/}"
    failed=1
  }
done
exit $failed
