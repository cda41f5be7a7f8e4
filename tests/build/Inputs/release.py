# SPDX-License-Identifier: Apache-2.0
"""release.py ROOT PROGRAM FOLDER: packs the program that is built here, as `make release` does for one target, and looks
into what comes out."""
import csv
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

root, program, folder = sys.argv[1:]
target = "x86_64-linux-musl"
place = os.path.join(folder, "root")

# A tree in which every input has its place, so that nothing needs to be compiled.
for name in ("include", "docs", "python", "packaging", "tools", "editors"):
    os.makedirs(place, exist_ok=True)
    os.symlink(os.path.join(root, name), os.path.join(place, name))
for name in ("LICENSE", "README.md"):
    shutil.copy(os.path.join(root, name), place)
built = os.path.join(place, "build", "cross", target)
os.makedirs(os.path.join(built, "shared"))
shared = os.path.realpath(os.path.join(root, "build/release/libptxcheck.so"))
for source, to in ((program, built), (shared, os.path.join(built, "shared"))):  # without symbols, which take long to compress
    subprocess.run(["strip", "-o", os.path.join(to, os.path.basename(source)), source], check=True)
with open(os.path.join(built, "libptxcheck.a"), "wb") as archive:
    archive.write(b"!<arch>\n")
subprocess.run([sys.executable, os.path.join(root, "tools/manual.py"), program, os.path.join(place, "build/manual")], check=True)
with zipfile.ZipFile(os.path.join(place, "build", "ptxcheck.vsix"), "w") as vsix:
    vsix.writestr("extension.vsixmanifest", '<Identity Id="ptxcheck" Version="0" Publisher="p" />')
    vsix.writestr("[Content_Types].xml", "<Types></Types>")

sys.path.insert(0, os.path.join(root, "tools"))
import release  # noqa: E402

release.ROOT = place
os.environ["SOURCE_DATE_EPOCH"] = "1700000000"
dist = [os.path.join(folder, name) for name in ("first", "second")]
for path in dist:
    out, sys.stdout = sys.stdout, io.StringIO()
    release.main(path, target)
    sys.stdout = out


def files(path):
    return {name: open(os.path.join(path, name), "rb").read() for name in sorted(os.listdir(path))}


first = files(dist[0])
assert first == files(dist[1])
print(f"same bytes: {len(first)} files")

version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
package = json.load(open(os.path.join(root, "editors/vscode/package.json"), encoding="utf-8"))
assert package["version"] == version
assert all(version in name for name in first if name != "SHA256SUMS"), sorted(first)
print("versions: one")

for line in first["SHA256SUMS"].decode().splitlines():
    digest, name = line.split("  ")
    assert hashlib.sha256(first[name]).hexdigest() == digest
print("checksums: right")


def only(end):
    return next(name for name in first if name.endswith(end))


def runs(data):
    path = os.path.join(folder, "program")
    with open(path, "wb") as out:
        out.write(data)
    os.chmod(path, 0o755)
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
    return said.split()[0]


with tarfile.open(fileobj=io.BytesIO(first[only(".tar.gz")])) as tar:
    top = f"ptxcheck-{version}-{target}/"
    names = set(tar.getnames())
    for name in ("lib/libptxcheck.a", "lib/libptxcheck.so", "include/ptxcheck.h", "share/man/man1/ptxcheck.1", "LICENSE",
                 "bin/ptxas-checked", "share/man/man1/ptxas-checked.1", "share/bash-completion/completions/ptxcheck", "share/doc/ptxcheck/diagnostics/ptx-203.md"):
        assert top + name in names, name
    member = tar.getmember(top + "bin/ptxcheck")
    assert member.mode == 0o755 and member.mtime == 1700000000
    print("archive:", runs(tar.extractfile(member).read()))

with zipfile.ZipFile(io.BytesIO(first[only(".whl")])) as wheel:
    record = {row[0]: row for row in csv.reader(io.StringIO(wheel.read(f"ptxcheck-{version}.dist-info/RECORD").decode()))}
    assert set(record) == set(wheel.namelist())
    assert re.search(rf"^Version: {re.escape(version)}$", wheel.read(f"ptxcheck-{version}.dist-info/METADATA").decode(), re.MULTILINE)
    assert "ptxcheck/py.typed" in record and "ptxcheck/libptxcheck.so" in record
    print("wheel:", runs(wheel.read(f"ptxcheck-{version}.data/scripts/ptxcheck")) + ", a module, RECORD complete")

with zipfile.ZipFile(io.BytesIO(first[only(".vsix")])) as vsix:
    assert f'Version="{version}"' in vsix.read("extension.vsixmanifest").decode()
    platform = re.search('TargetPlatform="(.*?)"', vsix.read("extension.vsixmanifest").decode()).group(1)
    runs(vsix.read("extension/bin/ptxcheck"))
    print(f"extension: {platform}, a program")

unpacked = os.path.join(folder, "deb")
subprocess.run(["dpkg-deb", "-x", os.path.join(dist[0], only(".deb")), unpacked], check=True)
said = subprocess.run([os.path.join(unpacked, "usr/bin/ptxcheck"), "--version"], capture_output=True, text=True, check=True).stdout
for name in ("usr/share/man/man1/ptxas-checked.1.gz", "usr/share/doc/ptxcheck/changelog.gz"):
    assert os.path.exists(os.path.join(unpacked, name)), name
print(f"Debian package: {said.split()[0]}, manual, changelog")

spdx = json.loads(first[only(".spdx.json")])
print(f"components: {spdx['spdxVersion']}, {len(spdx['files'])} files,", *(p["name"] for p in spdx["packages"] if p["name"] in ("jansson", "musl")))
