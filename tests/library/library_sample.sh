#!/bin/bash
# Flattens the models of sample.txt where the Modelica Standard Library 4.1.0 is installed. Fails if one does not
# pass that flatten.txt does not list. Skipped, with code 77, where the library is missing.
#
#   library_sample.sh FOLDER_OF_TOOLS [MOSURVEY]
set -u
tools=$1
mosurvey=${2:-$1/mosurvey}
here=$(dirname "$0")
data=${XDG_DATA_HOME:-$HOME/.local/share}/modelica
library=
for folder in "$data/Modelica" "$data/Modelica 4.1.0"; do
  [ -f "$folder/package.mo" ] && grep -q '^ *version *= *"4\.1\.0"' "$folder/package.mo" && library=$folder && break
done
[ -n "$library" ] || { echo "SKIPPED: there is no Modelica Standard Library 4.1.0 in $data"; exit 77; }
# A sanitizer takes more address space than any limit.
exec "$mosurvey" "$library" --tools "$tools" --models "$here/sample.txt" --baseline "$here/flatten.txt" \
  --stage flatten --time-limit 60 --memory-limit 0
