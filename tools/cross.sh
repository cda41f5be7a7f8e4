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

# build FOLDER TARGET SYSTEM GOALS ARGUMENT...
# -g0: zig adds debug information by default, and with it the folder of its own headers to the archives. For Windows,
# some is left, with the path of the object file, unless that is given another name.
build() {
    b=$1 cc="$zig cc -target $2 -I$jansson/src -I$1" system=$3 goals=$4
    shift 4
    mkdir -p "$b"
    [ "$goals" = shared ] || [ -e "$b/libjansson.a" ] || build_jansson "$b"
    [ -z "$search" ] || $cc -O2 -g0 -fno-builtin -c -o "$search" packaging/zig/string.c
    # shellcheck disable=SC2086 # words on purpose
    make -s -j"${JOBS:-$(getconf _NPROCESSORS_ONLN)}" "B=$b" "CC=$cc" "AR=$zig ar" LD= "CFLAGS=-O2 -g0 $named -ffile-prefix-map=$PWD=. -Wno-enum-float-conversion" STRIP= \
        LDFLAGS=-s "JSON_LIBS=$b/libjansson.a $search" STATIC= "SYSTEM=$system" "$@" $goals
}

for target; do
    b=build/cross/$target named="" search=""
    # What an older version of this script has built, with other flags, is not reused.
    cmp -s tools/cross.sh "$b/.cross.sh" || { rm -rf "$b" && mkdir -p "$b" && cp tools/cross.sh "$b/.cross.sh"; }
    case $target in
    *-linux-musl) # a shared library needs the C library of its host, of which 2.17 is the oldest in use
        search=$b/string.o
        build "$b" "$target" linux "program library" STATIC=-static "PROGRAM=$b/ptxcheck" "LD=$zig ld.lld" "OBJCOPY=$(command -v llvm-objcopy-14 || true)"
        search=""
        build "$b/shared" "${target%musl}gnu.2.17" linux shared
        ;;
    *-macos) build "$b" "$target" darwin "program library shared" "PROGRAM=$b/ptxcheck" ;;
    *-windows-*)
        named="-Xclang -object-file-name=ptxcheck.o"
        build "$b" "$target" windows "program library shared" "PROGRAM=$b/ptxcheck.exe"
        ;;
    wasm32-*)
        search=$b/string.o
        mkdir -p "$b"
        cmp -s packaging/wasm/setjmp.h "$b/setjmp.h" || cp packaging/wasm/setjmp.h "$b" # a newer file rebuilds everything
        build "$b" "$target" wasi "program library" "PROGRAM=$b/ptxcheck.wasm"
        ;;
    *)
        echo "cross.sh: error: unknown target '$target'; known are: $(sh tools/targets.sh | paste -sd' ')" >&2
        exit 2
        ;;
    esac
    echo "$target: $b"
done
