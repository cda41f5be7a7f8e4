#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# For `make lint`: reports everything that is wrong, and then fails if anything was.
# shellcheck disable=SC2317 # functions are called by step
set -u
cd "$(dirname "$0")/.." || exit
failed=0

# step NAME COMMAND...
step() {
    name=$1
    shift
    command -v "$1" >/dev/null || {
        echo "lint: error: $1 is not installed; run ./bootstrap --dev" >&2
        failed=1
        return
    }
    if "$@"; then
        echo "lint: $name: ok"
    else
        echo "lint: $name: FAILED" >&2
        failed=1
    fi
}

sources=$(tools/sources.sh)
# Those of other systems are compiled by make cross.
c_files=$(echo "$sources" | grep '\.c$' | grep -vE '^src/program/io/(windows|darwin|wasi)\.c$')
flags='-std=c11 -D_DEFAULT_SOURCE -Iinclude -Isrc -Itools/isagen -Ibuild/gen -Ibuild/host'
analyzer="$flags -O2 -fanalyzer -Werror -c -o /dev/null"

# each COMMAND...: runs the command in parallel for each file named on standard input, which replaces FILE
each() { xargs -P "$(nproc)" -I FILE "$@"; }

# Functions with loops would cost most of the time: half a second for a file is enough, gcc looks on.
# shellcheck disable=SC2086 # words on purpose
tidy() { echo "$c_files" | each clang-tidy-14 --quiet FILE -- $flags -Xclang -analyzer-config -Xclang max-nodes=50000; }

# Warnings of clang; `make` shows those of gcc.
# shellcheck disable=SC2086
clang_warnings() {
    echo "$c_files" | each clang-14 $flags -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes \
        -Wmissing-prototypes -Werror -fsyntax-only FILE
}

# All memory of isagen is freed at the end of a run, which the analyzer does not see.
# shellcheck disable=SC2086
analyze() {
    bad=0
    echo "$c_files" | grep -v ^tools/ | each gcc $analyzer FILE || bad=1
    echo "$c_files" | grep ^tools/ | each gcc $analyzer -Wno-analyzer-malloc-leak FILE || bad=1
    return $bad
}

# No line ends with whitespace, and every C file has a license.
plain() {
    bad=$(echo "$sources" | xargs grep -nE '[[:blank:]]$'
        echo "$sources" | xargs grep -L 'SPDX-License-Identifier: Apache-2.0')
    [ -z "$bad" ] || echo "$bad" >&2
    [ -z "$bad" ]
}

# tools/prose/codespell.txt lists words that are names, or are misspelled on purpose. What oracle and corpus hold was
# written by others.
spelling() {
    git ls-files -z --cached --others --exclude-standard | grep -zvE '^tests/(oracle|corpus|hostile)/|\.(svg|png)$|-lock\.json$|codespell\.txt$' |
        xargs -0 codespell --quiet-level=3 --ignore-words tools/prose/codespell.txt
}

# shellcheck disable=SC2046,SC2086
{
    step format clang-format-14 --dry-run -Werror $sources
    step plain plain
    step layers tools/layers.py build/release
    step functions tools/functions.py
    step structs tools/structs.py
    step phrases tools/phrases.py
    step prose tools/prose.py
    step spelling spelling
    step "clang warnings" clang_warnings
    step clang-tidy tidy
    step cppcheck cppcheck -j "$(nproc)" --quiet --error-exitcode=1 --inline-suppr --std=c11 --enable=warning,portability \
        --suppress=missingIncludeSystem --suppressions-list=tools/cppcheck.txt -Iinclude -Isrc \
        -Itools/isagen -Ibuild/gen -Ibuild/host src tools bench fuzz tests/api
    step analyzer analyze
    step shellcheck shellcheck bootstrap .ci/run $(find tools tests examples fuzz -name '*.sh')
}
exit $failed
