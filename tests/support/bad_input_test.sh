#!/bin/bash
# Input that nobody should write gives one clear error, quickly, and no crash.
#
#   bad_input_test.sh BIN_FOLDER
set -u
bin=$1
work=$(mktemp -d)
trap 'chmod -R u+rwx "$work"; rm -rf "$work"' EXIT
failed=0

# check NAME KIND EXIT TOOL [arguments]: the tool's first line names KIND, there is one error, and it takes no time.
check() {
  local name=$1 kind=$2 code=$3 tool=$4
  shift 4
  timeout 20 "$bin/$tool" "$@" >"$work/out" 2>"$work/err" </dev/null
  local got=$?
  local errors
  errors=$(grep -ac ': error: \|^error: ' "$work/err")
  if [ $got -ne "$code" ] || [ "$errors" -ne 1 ] || ! grep -aq "\[$kind\]" "$work/err" || [ -s "$work/out" ]; then
    echo "FAILED $name with $tool: exit $got (expected $code), $errors errors (expected 1 of kind $kind)"
    head -c 600 "$work/err"
    failed=$((failed + 1))
  else
    passed=$((passed + 1))
  fi
}
passed=0

: >"$work/empty.mo"
head -c 100000 /dev/urandom >"$work/binary.mo"
printf '\177ELF\002\001\001\000\000\000' >"$work/elf.mo"
{ printf 'model A\n  Real x = '; head -c 1000000 /dev/zero | tr '\0' '('; printf '1;\nend A;\n'; } >"$work/parentheses.mo"
{ printf 'model A\n  Real x = '; head -c 1000000 /dev/zero | tr '\0' '{'; } >"$work/braces.mo"
{ printf 'model A\n  Real x = '; head -c 1000000 /dev/zero | tr '\0' '-'; printf '1;\nend A;\n'; } >"$work/minuses.mo"
{ for _ in $(seq 20000); do printf 'model A '; done; } >"$work/classes.mo"
{ printf 'model A\nequation\n'; for _ in $(seq 20000); do printf 'if true then '; done; } >"$work/ifs.mo"
printf 'model A "never\n%s' "$(seq 100000)" >"$work/string.mo"
printf 'model A /* never\n%s' "$(seq 100000)" >"$work/comment.mo"
printf 'model A\n  Real \047x;\nend A;\n' >"$work/identifier.mo"
printf 'model A "\303\050"\nend A;\n' >"$work/utf8.mo"
mkdir "$work/folder.mo"

for tool in moflat moopt; do
  check "an empty file" FileEmpty 1 $tool "$work/empty.mo"
  check "a binary file" FileOfOtherKind 1 $tool "$work/elf.mo"
  check "a million parentheses" NestingTooDeep 1 $tool "$work/parentheses.mo"
  check "a million braces" NestingTooDeep 1 $tool "$work/braces.mo"
  check "nested classes" NestingTooDeep 1 $tool "$work/classes.mo"
  check "nested ifs" NestingTooDeep 1 $tool "$work/ifs.mo"
  check "an unterminated string" UnterminatedString 1 $tool "$work/string.mo"
  check "an unterminated comment" UnterminatedComment 1 $tool "$work/comment.mo"
  check "an unterminated identifier" UnterminatedIdentifier 1 $tool "$work/identifier.mo"
  check "wrong UTF-8" InvalidUtf8 1 $tool "$work/utf8.mo"
  check "a missing file" FileUnreadable 2 $tool "$work/missing.mo"
  check "a folder" FileUnreadable 2 $tool "$work/folder.mo"
  check "standard input without text" FileEmpty 1 $tool
done
check "an empty file" FileEmpty 1 mogen-cpp "$work/empty.mo" -o "$work/x"
check "a million parentheses" NestingTooDeep 1 mogen-cpp "$work/parentheses.mo" -o "$work/x"

# A document in JSON and XML, and what can be wrong with it.
cat >"$work/good.moo" <<'END'
model M
  parameter Real k = 2;
  Real x(start = 1);
equation
  p = {k};
  iEq[1,1] = {x, 1, "ass"};
  iEq[2,2] = {der(x), -k*x, "ass"};
  Eq[1,1] = {der(x), -7*x, "ass"};
  annotation(__moo(version = "1.0.0"));
end M;
END
"$bin/moconv" --to json "$work/good.moo" -o "$work/good.json" || failed=$((failed + 1))
"$bin/moconv" --to xml "$work/good.moo" -o "$work/good.xml" || failed=$((failed + 1))
repeat() { awk -v count="$1" -v text="$2" 'BEGIN { for (i = 0; i < count; ++i) printf "%s", text }'; }
# replaced NAME ENCODING OLD NEW: the document with another text in the first place of OLD.
replaced() {
  awk -v old="$3" -v new="$4" '!done && (at = index($0, old)) {
    $0 = substr($0, 1, at - 1) new substr($0, at + length(old)); done = 1 } { print }' "$work/good.$2" >"$work/$1.$2"
  if cmp -s "$work/good.$2" "$work/$1.$2"; then echo "FAILED: no $3 in $2"; failed=$((failed + 1)); fi
}
replaced version json 1.0.0 7.0.0
replaced version xml 1.0.0 7.0.0
replaced unknown json '["*","k"' '["*","nobody"'
replaced unknown xml '<var name="k"/>' '<var name="nobody"/>'
replaced type json '"variables": [' '"variables": 3, "more": ['
replaced type xml 'form="ass"' 'form="maybe"'
replaced entity xml '<moo' '<!DOCTYPE moo [<!ENTITY a "b">]><moo'
{ printf '{"moo": "1.0.0", "name": "M", "initialization": [{"equations":[{"target":"x","value":'; repeat 200000 '["-",'; } >"$work/deep.json"
{
  printf '<moo version="1.0.0" name="M"><variables><variable name="x" type="Real" role="algebraic"><binding>'
  repeat 200000 '<apply op="-">'; printf '<integer>1</integer>'; repeat 200000 '</apply>'
  printf '</binding></variable></variables></moo>'
} >"$work/deep.xml"
for encoding in json xml; do
  head -c 300 "$work/good.$encoding" >"$work/half.$encoding"
  check "half a file" MooMalformed 1 moconv "$work/half.$encoding"
  check "another version" MooVersion 1 moconv "$work/version.$encoding"
  check "an unknown variable" MooMalformed 1 moconv "$work/unknown.$encoding"
  check "a wrong type" MooMalformed 1 moconv "$work/type.$encoding"
  check "a deep expression" MooMalformed 1 moconv "$work/deep.$encoding"
done
check "a document type" MooMalformed 1 moconv "$work/entity.xml"

# Several errors are fine here, a crash is not.
for file in binary minuses; do
  timeout 20 "$bin/moflat" "$work/$file.mo" >/dev/null 2>&1
  code=$?
  if [ $code -gt 2 ]; then
    echo "FAILED $file: exit $code"
    failed=$((failed + 1))
  else
    passed=$((passed + 1))
  fi
done

# A sum of a hundred thousand terms is long, not deep: it goes through every stage.
{ printf 'model Sum\n  Real x;\nequation\n  x = time'; for _ in $(seq 100000); do printf ' + time'; done; printf ';\nend Sum;\n'; } >"$work/sum.mo"
for back_end in "'$bin/mogen-cpp' --source '$work/sum'" "'$bin/mogen-xml' | xmllint --noout -"; do
  if timeout 60 bash -o pipefail -c "'$bin/moflat' '$work/sum.mo' | '$bin/moopt' | $back_end"; then
    passed=$((passed + 1))
  else
    echo "FAILED a long sum: $back_end"
    failed=$((failed + 1))
  fi
done

# A reader that goes away is no error: no word, exit code 0. The text is larger than a pipe holds.
"$bin/moflat" "$work/sum.mo" 2>"$work/err" | head -c 10 >/dev/null
codes=("${PIPESTATUS[@]}")
if [ "${codes[0]}" -eq 0 ] && [ ! -s "$work/err" ] && [ "$("$bin/moflat" "$work/sum.mo" | wc -c)" -gt 200000 ]; then
  passed=$((passed + 1))
else
  echo "FAILED a closed pipe: exit ${codes[0]}"
  cat "$work/err"
  failed=$((failed + 1))
fi

# An output file appears whole or not at all, and an older one survives an error.
echo old >"$work/kept"
"$bin/moflat" "$work/utf8.mo" -o "$work/kept" 2>/dev/null
if [ "$(cat "$work/kept")" = old ]; then passed=$((passed + 1)); else echo "FAILED an older output was lost"; failed=$((failed + 1)); fi

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
