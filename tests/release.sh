#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# release.sh DIST [TARGET]...: builds the release of the last commit again, in a clone with another path and under
# another time zone, locale and file mode, and compares the checksums with those of DIST. Before that, lintian checks
# the Debian packages.
set -eu
cd "$(dirname "$0")/.."
dist=$1 again=$PWD/build/again/a/longer/path
shift
[ -z "$(git status --porcelain)" ] || echo "release.sh: warning: changes that are not committed are not part of the second release" >&2

if command -v lintian >/dev/null && ls "$dist"/*.deb >/dev/null 2>&1; then
    lintian --allow-root --fail-on error,warning "$dist"/*.deb
    echo "lintian: no errors or warnings"
fi

rm -rf build/again
mkdir -p build/again/a/longer
git clone -q . "$again"
mkdir -p "$again/build/cross"
for part in zig cross/jansson venv editors/node; do
    [ ! -e "build/$part" ] || { mkdir -p "$(dirname "$again/build/$part")" && ln -s "$PWD/build/$part" "$again/build/$part"; }
done
(umask 077 && cd "$again" && TZ=Asia/Tokyo LC_ALL=C.UTF-8 make -s release TARGETS="$*" > ../log 2>&1) || {
    tail -n 20 build/again/a/longer/log >&2
    exit 1
}
if ! diff "$dist/SHA256SUMS" "$again/build/dist/SHA256SUMS"; then
    echo "release.sh: error: the second release differs; it is in $again/build/dist" >&2
    exit 1
fi
echo "the same bytes twice: $(wc -l < "$dist/SHA256SUMS") files"
rm -rf build/again
