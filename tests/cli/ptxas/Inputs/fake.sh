#!/bin/sh
# Replaces ptxas: prints the contents of the file "said" and its arguments.
for argument; do printf '<%s>' "$argument"; done
echo
[ ! -e said ] || cat said >&2
[ ! -e said ] || exit 255
