# Sourced by run.sh and test.sh: installs what is missing, configures and builds. Needs a shell and apt only.

say() { printf '\033[1m== %s\033[0m\n' "$*" >&2; }

# install_missing PACKAGE…
install_missing() {
  missing=""
  for package in "$@"; do
    status=$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null || true)
    [ "$status" = "install ok installed" ] || missing="$missing $package"
  done
  [ -z "$missing" ] && return 0
  say "installing$missing"
  as_root=""
  if [ "$(id -u)" -ne 0 ]; then as_root=sudo; fi
  $as_root apt-get update -q >&2
  # shellcheck disable=SC2086 # the words of $missing are separate packages
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing >&2
}

build_packages="g++ cmake ninja-build pkg-config libffi-dev libxxhash-dev libpugixml-dev nlohmann-json3-dev libeigen3-dev libsundials-dev libsuitesparse-dev libzip-dev zlib1g-dev"
test_packages="catch2 libbenchmark-dev clang libclang-rt-dev lld python3 python3-numpy python3-scipy python3-jsonschema libcairo2 fonts-dejavu-core xsltproc libxml2-utils octave valgrind nodejs chromium"

# build_preset PRESET [TARGET…]: configures once, builds with all cores; a second call finds nothing to do.
build_preset() {
  preset=$1
  shift
  log=$(mktemp)
  if [ ! -f "build/$preset/build.ninja" ]; then
    say "configuring ($preset)"
    cmake --preset "$preset" >"$log" 2>&1 || { cat "$log" >&2; rm -f "$log"; return 1; }
  fi
  say "building ($preset)"
  # If CMake has to run again, it does so first: only then are the steps known.
  ninja -C "build/$preset" build.ninja >"$log" 2>&1 || { cat "$log" >&2; rm -f "$log"; return 1; }
  # The steps that are left, to estimate the remaining time.
  ninja -C "build/$preset" -n "$@" >"$log"
  # Without pipefail, the exit code of ninja has to be passed on in a file.
  code=$(mktemp)
  {
    result=0
    NINJA_STATUS='[%f/%t %e] ' ninja -C "build/$preset" "$@" 2>&1 || result=$?
    echo "$result" >"$code"
  } | .ci/show_progress.sh "build/$preset" "$log"
  result=$(cat "$code")
  rm -f "$log" "$code"
  return "$result"
}
