#!/bin/sh
# Fails if CMake checks a list of files each time ninja starts (CONFIGURE_DEPENDS). Then a dry run lists only that check, and
# run.sh and test.sh could not estimate how long a build takes. A list can depend on its folder instead.
cd "$1" || exit 2
if grep -rnE --include=CMakeLists.txt --include='*.cmake' 'GLOB[A-Z_]* .*CONFIGURE_DEPENDS' \
    CMakeLists.txt frontend moo backends runtime tests schemas; then
  exit 1
fi
