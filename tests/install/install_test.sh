#!/bin/sh
# Installs to a temporary folder, builds somebody else's code generator against it, and uses the installed tools.
#
#   install_test.sh BUILD_FOLDER SOURCE_FOLDER COMPILER [FLAGS]
set -eu
build=$1
source=$2
compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/prefix" >/dev/null
for path in bin/moflat bin/moopt bin/mogen-cpp bin/mogen-template bin/mogen-xml bin/moshow share/moo/templates/c99.j2 \
  share/moo/schemas/moo.schema.json share/moo/schemas/moo.xsd share/moo/schemas/moo.ebnf share/moo/schemas/modelica_xml.xsd \
  share/moo/examples/modelica_xml/sets.xsl share/moo/examples/python_backend/simulator.py share/moo/examples/javascript_backend/simulate.js lib/libmoo_runtime.a include/moo/moo/expr/store.h \
  share/moo/conformance/adapters/adapter.py include/moo/runtime/abi/model.h lib/cmake/moo/moo-config.cmake; do
  [ -e "$work/prefix/$path" ] || { echo "not installed: $path"; exit 1; }
done

cp -r "$source/tests/install/generator" "$work/generator"
cmake -G Ninja -S "$work/generator" -B "$work/generator/build" -DCMAKE_PREFIX_PATH="$work/prefix" \
  -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_FLAGS="${4:-}" >/dev/null
cmake --build "$work/generator/build" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }

bin=$work/prefix/bin
"$bin/moflat" "$source/docs/examples/BouncingBall.mo" | "$bin/moopt" >"$work/ball.moo"
"$work/generator/build/list_equations" "$work/ball.moo" >"$work/listed"
printf 'der(h) := v\nder(v) := if flying then -g else 0\n' | diff - "$work/listed"

# The installed templates are found by name.
"$bin/mogen-template" c99 "$work/ball.moo" | grep -q '^int main'

# The installed kit is found, and a back end runs through it.
"$bin/moconform" --level 3 --complete -- python3 -B "$work/prefix/share/moo/conformance/adapters/mosim.py" "$bin" >"$work/kit" ||
  { cat "$work/kit"; exit 1; }

# The installed tools make a simulator that runs.
CXX=$compiler "$bin/mogen-cpp" "$work/ball.moo" -o "$work/ball"
"$work/ball" --stop 0.5 -o "$work/ball.csv"
[ "$(head -c 4 "$work/ball.csv")" = time ]
