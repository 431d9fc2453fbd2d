#!/bin/bash
# language.sh BIN_FOLDER LANGUAGE_FOLDER [--update] [PATTERN]: small models, one for each rule of the language.
#
# How to add one. Each chapter of the language has a folder with two folders inside; file names say the rule.
#
#   CHAPTER/good/NAME.mo    must be flattened without error, to what NAME.flat holds. The model is the last class of the
#                           file. NAME.flat is the output of `moflat NAME.mo` without source positions (the `@n` before
#                           declarations and equations, and the table at the end). Write NAME.flat by hand, or let
#                           --update write it and then read it against the specification. Each warning must be said by a
#                           comment among the first lines, `// warns: LINE: KIND: part of the message`.
#   CHAPTER/bad/NAME.mo     must be refused with exit code 1. Its first lines are comments that say each error:
#                               // expect: LINE: KIND: part of the message
#                           LINE counts in this file; it is `-` for an error that has no place in it. Each error must be
#                           expected, and each expected one must be found. Notes and warnings do not count.
#
# A good or bad model may use other files: `// arguments: -L ../libraries` among the first comment lines adds arguments.
# PATTERN restricts the run to paths that contain it. Prints what differs and `language: N good, M bad`.
set -u
bin=$(cd "$1" && pwd)/moflat
root=$(cd "$2" && pwd)
shift 2
update=false
if [ "${1:-}" = --update ]; then
    update=true
    shift
fi
pattern=${1:-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
good=0
bad=0
failed=0

fail() {
    failed=$((failed + 1))
    echo "FAILED $1: $2"
}

# Without the positions, which would change with every line of the model, and with paths from the language folder.
plain() {
    sed -e '/^  annotation(SourceLocations/,/)));$/d' -e 's/^\( *\)@[0-9]* /\1/' -e 's/ @[0-9]* / /g' -e "s|$root/||g"
}

run() {
    local arguments
    arguments=$(sed -n -e '/^\/\//!q' -e 's|^// arguments: ||p' "$1.mo")
    # shellcheck disable=SC2086 # several arguments
    (cd "$(dirname "$1")" && exec "$bin" $arguments "$(basename "$1").mo") >"$scratch/output" 2>"$scratch/messages"
}

# matches NAME SEVERITY COMMENT: the messages of this severity are those that the comments of the file say. Both lists as
# `LINE: KIND: text`; an expected one needs a message of its own with the same line and kind.
matches() {
    local name=$1 severity=$2 comment=$3
    sed -n -e '/^\/\//!q' -e "s|^// $comment: ||p" "$name.mo" >"$scratch/expected"
    sed -n -E -e "s|^$(basename "$name")\.mo:([0-9]+):[0-9]+: $severity: (.*) \[([A-Za-z]+)\]$|\1: \3: \2|p;t" \
        -e "s|^.*$severity: (.*) \[([A-Za-z]+)\]$|-: \2: \1|p" "$scratch/messages" >"$scratch/found"
    awk '
        FILENAME == ARGV[1] { found[++count] = $0; next }
        {
            split($0, field, ": ")
            head = field[1] ": " field[2] ": "
            text = substr($0, length(head) + 1)
            for (i = 1; i <= count; ++i) {
                if (!(i in used) && index(found[i], head) == 1 && index(found[i], text) > 0) break
            }
            if (i <= count) used[i] = 1
            else { print "  not found:  " $0; wrong = 1 }
        }
        END {
            for (i = 1; i <= count; ++i) if (!(i in used)) { print "  unexpected: " found[i]; wrong = 1 }
            exit wrong
        }' "$scratch/found" "$scratch/expected" >"$scratch/diff"
}

check_good() {
    local name=$1
    run "$name"
    local code=$?
    if [ $code != 0 ]; then
        fail "$name" "exit code $code"
        cat "$scratch/messages"
        return
    fi
    if ! matches "$name" warning warns; then
        fail "$name" "other warnings"
        cat "$scratch/diff"
    fi
    plain <"$scratch/output" >"$scratch/flat"
    if $update; then
        cp "$scratch/flat" "$name.flat"
    elif ! diff -u "$name.flat" "$scratch/flat" >"$scratch/diff" 2>&1; then
        fail "$name" "other output"
        cat "$scratch/diff"
    fi
}

check_bad() {
    local name=$1
    run "$name"
    local code=$?
    if matches "$name" error expect && [ -s "$scratch/expected" ] && [ $code = 1 ]; then return; fi
    fail "$name" "exit code $code"
    cat "$scratch/diff"
    if [ ! -s "$scratch/expected" ]; then echo '  the file says no `// expect:`'; fi
}

for path in "$root"/*/good/*.mo "$root"/*/bad/*.mo; do
    name=${path%.mo}
    if [ ! -f "$path" ] || [[ "$name" != *"$pattern"* ]]; then continue; fi
    case $name in
        */good/*)
            good=$((good + 1))
            check_good "$name"
            ;;
        *)
            bad=$((bad + 1))
            check_bad "$name"
            ;;
    esac
done
echo "language: $good good, $bad bad"
if [ $failed != 0 ]; then
    echo "$failed failed"
    exit 1
fi
