#!/bin/sh
# A compiler that always complains about the same C code in the same words.
for word; do
  case $word in
    */include.c)
      if grep -q 'return m' "$word"; then
        echo "include.c:2:33: error: 'm' undeclared" >&2
        exit 1
      fi
      ;;
  esac
done
exec cc "$@"
