#!/bin/sh
# Shows how far a build is and how much time it still needs.
#
#   show_progress.sh FOLDER STEPS     reads what ninja prints with NINJA_STATUS='[%f/%t %e] '
#
# STEPS is a file with one line for each step that ninja is going to take in the build folder FOLDER. Everything else that ninja
# prints (warnings, errors) is passed on.
set -u
folder=$1
steps=$2

# weight_of STEP: sets `weight` to the time that the step takes, in an arbitrary unit. Compiling a file takes time for its headers
# and some more for each file of its batch; linking is quick.
weight_of() {
  weight=1
  case $1 in
    *Building*)
      batch=$folder/${1##* }
      batch=${batch%.o}
      files=1
      [ ! -f "$batch" ] || files=$(grep -c '^#include' "$batch")
      weight=$((8 + files))
      ;;
  esac
}

clock() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

total=0
while IFS= read -r line; do
  case $line in '['*) weight_of "$line"; total=$((total + weight)) ;; esac
done <"$steps"
columns=$(tput cols 2>/dev/null || echo 80)
finished=0
shown_at=-10

while IFS= read -r line; do
  case $line in
    '['[0-9]*/[0-9]*' '[0-9.]*'] '*) ;;
    'ninja: no work to do.' | 'ninja: Entering directory'*) continue ;;
    *)
      [ ! -t 2 ] || printf '\r\033[K' >&2
      printf '%s\n' "$line" >&2
      continue
      ;;
  esac
  status=${line%%]*}
  elapsed=${status##* }
  elapsed=${elapsed%%.*}
  step=${line#*] }
  weight_of "$step"
  finished=$((finished + weight))
  [ "$finished" -le "$total" ] || total=$finished
  left=$((elapsed * (total - finished) / finished))
  text="$((100 * finished / total)) %, $(clock "$elapsed") elapsed, about $(clock "$left") left"
  if [ -t 2 ]; then
    room=$((columns - ${#text} - 3))
    printf '\r\033[K%s  %.*s' "$text" "$room" "${step##*/}" >&2
  elif [ $((elapsed - shown_at)) -ge 10 ]; then
    # In a log, print a line every ten seconds.
    shown_at=$elapsed
    printf '%s\n' "$text" >&2
  fi
done
[ ! -t 2 ] || printf '\r\033[K' >&2
