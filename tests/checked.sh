#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# checked.sh WINE PROGRAM TARGET: for tests/cross.sh, runs ptxas-checked on Windows as a program, which wheels contain, and as
# a batch file, which the archive contains. A program made here replaces ptxas: it prints its arguments and the contents
# of the file "said".
set -eu
cd "$(dirname "$0")/.."
wine=$1 program=$PWD/$2 zig=$PWD/build/zig/ziglang/zig work=$PWD/build/cross/$3/checked
export WINEDEBUG=-all PTXCHECK_PTXAS='bin\real.exe'

rm -rf "$work"
mkdir -p "$work/bin"
cp "$program" "$work/bin/ptxcheck.exe"
cp "$program" "$work/bin/ptxas-checked.exe"
cat > "$work/real.c" << 'END'
#include <stdio.h>
int main(int count, char **words) {
    for (int i = 1; i < count; i++) printf("<%s>", words[i]);
    FILE *said = fopen("said", "rb");
    for (int c; said && (c = getc(said)) != EOF;) putc(c, stderr);
    return said ? 255 : 0;
}
END
"$zig" cc -target "$3" -o "$work/bin/real.exe" "$work/real.c"
python3 -c 'import sys; sys.path.insert(0, "tools"); import release; sys.stdout.buffer.write(release.CHECKED)' > "$work/bin/ptxas-checked.cmd"
cd "$work"
printf '.version 9.0\n.target sm_90\n.entry k() {\n.reg .b32 r;\nmov.b32 r, a;\nret;\n}\n' > 'a bad.ptx'

# checks STATUS WORD COMMAND...: ptxas gets its arguments, and the command says the word and exits with the status.
checks() {
    expected=$1 word=$2 status=0
    shift 2
    "$@" -arch=sm_90 "a bad.ptx" -o "out put" > out 2> err || status=$?
    if [ $status -ne "$expected" ] || ! grep -q "$word" err || ! grep -qF '<-arch=sm_90><a bad.ptx><-o><out put>' out; then
        cat out err >&2
        echo "checked.sh: error: exit status $status: $*" >&2
        exit 1
    fi
}

# A program that ptxas accepts, and one that it rejects.
for checked in "bin/ptxas-checked.exe" 'cmd /c bin\ptxas-checked.cmd'; do
    rm -f said
    # shellcheck disable=SC2086 # words on purpose
    checks 0 "a bad.ptx:5:12: warning: 'a' is not declared" "$wine" $checked
    printf "ptxas a bad.ptx, line 5; error   : Unknown symbol 'a'\r\nptxas fatal   : Ptx assembly aborted due to errors\r\n" > said
    # shellcheck disable=SC2086
    checks 255 "a bad.ptx:5:12: error: 'a' is not declared" "$wine" $checked
done
echo "$3: ptxas-checked works as .exe and as .cmd"
