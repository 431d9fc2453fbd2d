#!/bin/sh
# Takes a Modelica model through moflat | moopt | mogen-cpp, simulates it and shows the result.
#
#   ./run.sh [Model.mo] [-- simulator options]
#   ./run.sh --tools        builds all tools and prints how to put them on the path
set -eu

model=""
tools=""
while [ $# -gt 0 ]; do
  case $1 in
    --) shift; break ;;
    --tools) tools=all; shift ;;
    -h | --help) sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 0 ;;
    -*) echo "run.sh: error: unknown option '$1'; put simulator options after --" >&2; exit 2 ;;
    *)
      [ -z "$model" ] || { echo "run.sh: error: more than one model is given" >&2; exit 2; }
      model=$(realpath "$1") || exit 2
      shift
      ;;
  esac
done

cd "$(dirname "$0")"
. .ci/setup.sh
bin=$PWD/build/release/bin
# shellcheck disable=SC2086 # a list of words
install_missing $build_packages
if [ -n "$tools" ]; then
  build_preset release
  echo "export PATH=$bin:\$PATH"
  exit 0
fi
# Only what this script uses; --tools builds the rest.
build_preset release moflat moopt mogen-cpp

if [ -z "$model" ]; then
  model=docs/examples/BouncingBall.mo
  [ $# -gt 0 ] || set -- --stop 3
fi
name=$(basename "$model" .mo)
mkdir -p out
say "moflat | moopt | mogen-cpp -o out/$name"
"$bin/moflat" "$model" -o "out/$name.bmo"
"$bin/moopt" "out/$name.bmo" -o "out/$name.moo"
"$bin/mogen-cpp" "out/$name.moo" -o "out/$name"
say "out/$name $*"
"./out/$name" -o "out/$name.csv" --plot-file "out/$name.svg" --chart "$@"
echo
echo "equations: $PWD/out/$name.moo"
echo "simulator: $PWD/out/$name"
echo "results:   $PWD/out/$name.csv"
echo "plot:      $PWD/out/$name.svg"
