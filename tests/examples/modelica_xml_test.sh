#!/bin/sh
# What mogen-xml writes for every model of the suite that moopt takes is valid; what is broken is not.
#
#   modelica_xml_test.sh FOLDER_OF_OUR_TOOLS ROOT_OF_THE_SOURCES
set -eu
bin=$1
root=$2
schema=$root/schemas/modelica_xml.xsd
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

valid() { xmllint --noout --schema "$schema" "$1" >"$work/messages" 2>&1; }

checked=0
for model in "$root"/docs/examples/*.mo "$root"/tests/simulation/*.mo "$root"/tests/examples/*.mo "$root"/tests/golden/*/*.mo; do
  "$bin/moflat" "$model" >"$work/flat" 2>/dev/null || continue
  "$bin/moopt" "$work/flat" >"$work/moo" 2>/dev/null || continue
  "$bin/mogen-xml" "$work/moo" >"$work/xml"
  valid "$work/xml" || { echo "$model:"; cat "$work/messages"; exit 1; }
  checked=$((checked + 1))
done
echo "$checked models"
[ "$checked" -ge 15 ]

# The schema says something.
"$bin/moflat" "$root/docs/examples/BouncingBall.mo" | "$bin/moopt" | "$bin/mogen-xml" >"$work/ball.xml"
reject() {
  sed "$1" "$work/ball.xml" >"$work/broken.xml"
  ! cmp -s "$work/ball.xml" "$work/broken.xml" || { echo "nothing is changed by: $1"; exit 1; }
  ! valid "$work/broken.xml" || { echo "valid after: $1"; exit 1; }
}
reject 's/form="ass"/form="assign"/'
reject 's/<lte>/<less>/; s,</lte>,</less>,'
reject '/<real_literal value="0.0"/d'
reject 's/equation number="2"/equation number="1"/'
reject 's/sfile="1"/sfile="2"/'
