#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cross.sh [TARGET]...: runs the tests that do not depend on the system with the programs that `make cross` built. What
# cannot run here is named; its link is what was tested.
set -eu
cd "$(dirname "$0")/.."
# shellcheck disable=SC2046 # words on purpose
[ $# -gt 0 ] || set -- $(sh tools/targets.sh)
failed=0

# Prints the words that run a program of the target, or nothing.
runner() {
    case $1 in
    "$(uname -m)-linux-"*) echo env ;;
    aarch64-linux-*) command -v qemu-aarch64-static || command -v qemu-aarch64 ;;
    *-windows-*) command -v wine64 || ls /usr/lib/wine/wine64 ;;
    wasm32-*) command -v node >/dev/null && echo "node --no-warnings $PWD/packaging/wasm/run.mjs" ;;
    esac 2>/dev/null || true
}

# Windows and WASI have no processes, signals or /dev; their drives and starts are slow.
tests() {
    case $1 in
    *-linux-*) echo tests/check tests/syntax tests/flow tests/cli tests/emit ;;
    *) echo tests/check/module tests/check/fixes tests/syntax ;;
    esac
}

for target; do
    run=$(runner "$target")
    program=$(ls "build/cross/$target/ptxcheck" "build/cross/$target/ptxcheck.exe" "build/cross/$target/ptxcheck.wasm" 2>/dev/null || true)
    if [ -z "$run" ] || [ -z "$program" ]; then
        echo "$target: linked; nothing here runs it"
        continue
    fi
    case $run in # the program looks at the name by which it is called
    env) named="-a \"\$0\"" ;;
    *qemu*) named="$run -0 \"\$0\"" ;;
    *wine*) # lit hides the user's home, where Wine would otherwise prepare a system for each start
        export WINEPREFIX="$PWD/build/cross/$target/wine"
        named="env WINEPREFIX=\"$WINEPREFIX\" WINEDEBUG=-all $run"
        ;;
    *) named=$run ;;
    esac
    printf '#!/bin/bash\nexec %s "%s" "$@"\n' "$named" "$PWD/$program" > "build/cross/$target/run"
    chmod +x "build/cross/$target/run"
    echo "$target: $(tests "$target")"
    # shellcheck disable=SC2046 # words on purpose
    PROGRAM="$PWD/build/cross/$target/run" "${PYTHON:-python3}" tests/run.py release $(tests "$target") || failed=1
    case $target in
    *-windows-*) sh tests/checked.sh "$run" "$program" "$target" || failed=1 ;;
    esac
done
exit $failed
