#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# site.sh fetch: for `./bootstrap --site`, installs the generator of the site and what the playground is bundled from.
# site.sh build PROGRAM: for `make site`, writes build/site. site.sh check: for `make check-site`.
set -eu
cd "$(dirname "$0")/.."
from=packaging/site tools=build/sitetools
export NO_MKDOCS_2_WARNING=1

fail() {
    echo "site.sh: error: $*" >&2
    exit 1
}

# up_to_date FOLDER LIST: true if what LIST names was installed in the folder.
up_to_date() { cmp -s "$2" "$1/.from"; }

fetch() {
    mkdir -p $tools
    if ! up_to_date $tools/python $from/requirements.txt; then
        echo "bootstrap: fetching MkDocs into $tools/python"
        rm -rf $tools/python
        build/venv/bin/python3 -m pip --quiet --disable-pip-version-check install --no-deps \
            --target $tools/python -r $from/requirements.txt || fail "could not fetch MkDocs"
        cp $from/requirements.txt $tools/python/.from
    fi
    if ! up_to_date $tools/node_modules $from/package-lock.json; then
        echo "bootstrap: fetching the editor of the playground into $tools/node_modules"
        command -v npm >/dev/null || fail "no npm; install Node.js and npm"
        cp $from/package.json $from/package-lock.json $tools
        (cd $tools && npm ci --silent --ignore-scripts --no-audit --no-fund) || fail "could not fetch the packages of npm"
        cp $from/package-lock.json $tools/node_modules/.from
    fi
}

# Times in the site are those of the last commit, so that the same sources give the same bytes.
build() {
    if ! up_to_date $tools/python $from/requirements.txt || ! up_to_date $tools/node_modules $from/package-lock.json; then
        fail "the tools of the site are missing or old: ./bootstrap --site fetches them"
    fi
    SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
    export SOURCE_DATE_EPOCH
    rm -rf build/site
    python3 $from/prepare.py "$1" build/sitepages
    PYTHONPATH=$PWD/$tools/python python3 -m mkdocs build --quiet -f build/sitepages/mkdocs.yml -d "$PWD/build/site"
    node $from/build.mjs $tools/node_modules build/cross/wasm32-wasi/ptxcheck.wasm build/site
    echo "build/site: $(find build/site -type f | wc -l) files, $(du -sh build/site | cut -f1)"
}

case ${1:-} in
fetch) fetch ;;
build) build "$2" ;;
check)
    [ -d build/site ] || fail "no site: make site builds it"
    command -v "${CHROMIUM:-chromium}" >/dev/null || fail "no chromium: ./bootstrap --site installs it, CHROMIUM names another"
    CHROMIUM=$(command -v "${CHROMIUM:-chromium}")
    export CHROMIUM
    # shellcheck disable=SC2086 # nothing, if no pictures are wanted
    node tests/site/check.mjs build/site $tools/node_modules ${PICTURES:-}
    ;;
*) fail "fetch, build or check?" ;;
esac
