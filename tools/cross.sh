#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cross.sh TARGET...: builds the program and the libraries for other systems in build/cross/TARGET, with the compiler
# of ./bootstrap --release. Without TARGET: all of them.
set -eu
cd "$(dirname "$0")/.."
zig=$PWD/build/zig/ziglang/zig
jansson=build/cross/jansson
if [ ! -x "$zig" ] || [ ! -d $jansson ]; then
    echo "cross.sh: error: no compiler: ./bootstrap --release fetches it" >&2
    exit 1
fi
# shellcheck disable=SC2046 # words on purpose
[ $# -gt 0 ] || set -- $(sh tools/targets.sh)

# The sources of jansson are few; its configuration is the same for all targets.
build_jansson() {
    cat > "$1/jansson_config.h" << 'END'
#define JSON_INLINE inline
#define JSON_INTEGER_IS_LONG_LONG 1
#define JSON_HAVE_LOCALECONV 0
#define JSON_HAVE_ATOMIC_BUILTINS 0
#define JSON_HAVE_SYNC_BUILTINS 0
#define JSON_PARSER_MAX_DEPTH 2048
END
    printf '#define HAVE_STDINT_H 1\n#define INITIAL_HASHTABLE_ORDER 3\n' > "$1/jansson_private_config.h"
    for f in "$jansson"/src/*.c; do
        # shellcheck disable=SC2086 # words on purpose
        $cc -O2 -w -DHAVE_CONFIG_H -I"$1" -I$jansson/src -c -o "$1/json-$(basename "$f" .c).o" "$f"
    done
    $zig ar qcs "$1/libjansson.a" "$1"/json-*.o
}

for target; do
    b=build/cross/$target
    cc="$zig cc -target $target"
    mkdir -p "$b"
    set -- "B=$b" "CC=$cc -I$jansson/src -I$b" "AR=$zig ar" "CFLAGS=-O2 -Wno-enum-float-conversion -Wno-deprecated" STRIP= "JSON_LIBS=$b/libjansson.a" LDFLAGS=-s OBJCOPY=
    case $target in
    *-linux-*) set -- "$@" SYSTEM=linux STATIC=-static "PROGRAM=$b/ptxcheck" ;;
    *-macos*) set -- "$@" SYSTEM=darwin STATIC= "PROGRAM=$b/ptxcheck" ;;
    *-windows-*) set -- "$@" SYSTEM=windows STATIC= "PROGRAM=$b/ptxcheck.exe" ;;
    wasm32-*) set -- "$@" "CC=$cc -Ipackaging/wasm -I$jansson/src -I$b" SYSTEM=wasi STATIC= "PROGRAM=$b/ptxcheck.wasm" ;;
    esac
    [ -e "$b/libjansson.a" ] || build_jansson "$b"
    make -s ${JOBS:+-j$JOBS} ${KEEP:+-k} "$@" program
    echo "$target: $(ls "$b"/ptxcheck*)"
done
