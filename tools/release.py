#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Packs what `make cross` built for release: archives, Debian packages, wheels, extensions for VS Code, checksums and a
list of components. release.py DIST [TARGET]... The same inputs give the same bytes."""

import base64
import gzip
import hashlib
import io
import json
import os
import re
import stat
import subprocess
import sys
import tarfile
import time
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "python"))
import hatch_build  # noqa: E402 (it reads the version from the header)

VERSION = hatch_build.version()
MAINTAINER = os.environ.get("MAINTAINER", "ptxcheck developers <ptxcheck@example.org>")
CHECKED = b'@"%~dp0ptxcheck.exe" ptxas -- %*\r\n'  # ptxas-checked for Windows, which has no links
# For each target: Debian's name, the wheel's and VS Code's. None: there is no such package.
NAMES = {
    "x86_64-linux-musl": ("amd64", "manylinux_2_17_x86_64.manylinux2014_x86_64", "linux-x64"),
    "aarch64-linux-musl": ("arm64", "manylinux_2_17_aarch64.manylinux2014_aarch64", "linux-arm64"),
    "x86_64-windows-gnu": (None, "win_amd64", "win32-x64"),
    "aarch64-macos": (None, "macosx_13_0_arm64", "darwin-arm64"),
    "x86_64-macos": (None, "macosx_13_0_x86_64", "darwin-x64"),
    "wasm32-wasi": (None, None, None),
}


def epoch():
    """Returns the time of all files: SOURCE_DATE_EPOCH, or that of the last commit."""
    named = os.environ.get("SOURCE_DATE_EPOCH")
    if named:
        return int(named)
    log = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    return int(log or 1577836800)


def read(*path):
    with open(os.path.join(ROOT, *path), "rb") as file:
        return file.read()


def folder(*path, end=""):
    return {name: read(*path, name) for name in sorted(os.listdir(os.path.join(ROOT, *path))) if name.endswith(end)}


class Build:
    """The files of one target."""

    def __init__(self, target):
        self.target = target
        self.at = ("build", "cross", target)
        self.suffix = ".exe" if "windows" in target else ".wasm" if "wasm" in target else ""

    def is_optimized(self):
        """Whether the program is the one for this machine, with a profile: tools/profile.sh."""
        return self.target.startswith(os.uname().machine + "-linux") and os.path.exists(os.path.join(ROOT, "build/optimized/ptxcheck"))

    def program(self):
        return read("build", "optimized", "ptxcheck") if self.is_optimized() else read(*self.at, "ptxcheck" + self.suffix)

    def libraries(self):
        """Returns names and licenses of the libraries of the compiler that the program is linked with statically."""
        if self.is_optimized():  # the demangler is that of libstdc++
            return [("glibc", "LGPL-2.1-or-later"), ("libstdc++", "GPL-3.0-or-later WITH GCC-exception-3.1")]
        names = {"linux-musl": ("musl", "MIT"), "windows-gnu": ("mingw-w64", "NOASSERTION"), "wasi": ("wasi-libc", "NOASSERTION")}
        return [library for end, library in names.items() if self.target.endswith(end)]

    def shared(self):
        """Returns the name and the bytes of the shared library, or None."""
        if "wasm" in self.target:
            return None
        name = "ptxcheck.dll" if "windows" in self.target else "libptxcheck.dylib"
        if "linux" in self.target:
            name, data = "libptxcheck.so", read(*self.at, "shared", f"libptxcheck.so.{VERSION}")
        else:
            data = read(*self.at, name)
        if b"ptxc_module_open" not in data:
            sys.exit(f"release.py: error: {name} of {self.target} exports nothing")
        return name, data


def manual():
    """Returns the manual and the completions by their places below share/."""
    files = {f"man/man1/{name}": data for name, data in folder("build", "manual", "man1", end=".1").items()}
    files["bash-completion/completions/ptxcheck"] = read("build", "manual", "ptxcheck.bash")
    files["zsh/site-functions/_ptxcheck"] = read("build", "manual", "_ptxcheck")
    files["fish/vendor_completions.d/ptxcheck.fish"] = read("build", "manual", "ptxcheck.fish")
    return files


def pages():
    """Returns what the language server opens, by its place below share/doc/ptxcheck/."""
    files = {f"diagnostics/{name}": data for name, data in folder("docs", "diagnostics", end=".md").items()}
    files.update({f"isa/{name}": data for name, data in folder("docs", "isa", end=".md").items()})
    return files


# ---- archives ----

def tar(files, time_of_all):
    """Returns a tar of {name: bytes, or the target of a link}; those below bin/ can be run."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as archive:
        folders = {"/".join(name.split("/")[:i]) for name in files for i in range(1, name.count("/") + 1)}
        for name in sorted(folders | set(files)):
            entry = tarfile.TarInfo(name)
            entry.mtime, entry.uname, entry.gname = time_of_all, "root", "root"
            data = files.get(name)
            if data is None:
                entry.type, entry.mode = tarfile.DIRTYPE, 0o755
            elif isinstance(data, str):
                entry.type, entry.linkname, entry.mode = tarfile.SYMTYPE, data, 0o777
            else:
                entry.size, entry.mode = len(data), 0o755 if "/bin/" in name else 0o644
            archive.addfile(entry, io.BytesIO(data) if isinstance(data, bytes) else None)
    return out.getvalue()


def compressed(data):
    return gzip.compress(data, 9, mtime=0)


def zipped(files, time_of_all):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, time.gmtime(max(time_of_all, 315532800))[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            mode = 0o755 if "/bin/" in name or "/scripts/" in name else 0o644
            entry.external_attr = (stat.S_IFREG | mode) << 16
            archive.writestr(entry, data)
    return out.getvalue()


def archive(build, when):
    top = f"ptxcheck-{VERSION}-{build.target}"
    files = {f"bin/ptxcheck{build.suffix}": build.program(), "lib/libptxcheck.a": read(*build.at, "libptxcheck.a"),
             "LICENSE": read("LICENSE"), "README.md": read("README.md")}
    shared = build.shared()
    if shared:
        files[f"lib/{shared[0]}"] = shared[1]
    if build.suffix == ".wasm":
        files["bin/run.mjs"] = read("packaging", "wasm", "run.mjs")
    elif build.suffix == ".exe":
        files["bin/ptxas-checked.cmd"] = CHECKED
    else:
        files["bin/ptxas-checked"] = "ptxcheck"
    files.update({f"include/{name}": data for name, data in folder("include").items()})
    files.update({f"share/{name}": data for name, data in manual().items()})
    files.update({f"share/doc/ptxcheck/{name}": data for name, data in pages().items()})
    files = {f"{top}/{name}": data for name, data in sorted(files.items())}
    if build.suffix == ".exe":
        return top + ".zip", zipped(files, when)
    return top + ".tar.gz", compressed(tar(files, when))


# ---- Debian ----

def debian(build, when):
    files = {"./usr/bin/ptxcheck": build.program(), "./usr/bin/ptxas-checked": "ptxcheck"}
    for name, data in manual().items():
        files["./usr/share/" + name + (".gz" if name.startswith("man/") else "")] = compressed(data) if name.startswith("man/") else data
    files["./usr/share/zsh/vendor-completions/_ptxcheck"] = files.pop("./usr/share/zsh/site-functions/_ptxcheck")
    files["./usr/share/man/man1/ptxas-checked.1.gz"] = "ptxcheck-ptxas.1.gz"
    doc = "./usr/share/doc/ptxcheck/"
    files.update({doc + name: data for name, data in pages().items()})
    files[doc + "copyright"] = read("packaging", "debian", "copyright")
    files["./usr/share/lintian/overrides/ptxcheck"] = read("packaging", "debian", "overrides")
    date = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(when))
    change = f"ptxcheck ({VERSION}) unstable; urgency=medium\n\n  * Release {VERSION}: see CHANGELOG.md.\n\n -- {MAINTAINER}  {date}\n"
    files[doc + "changelog.gz"] = compressed(change.encode())
    size = sum(len(data) for data in files.values() if isinstance(data, bytes)) // 1024
    control = read("packaging", "debian", "control").decode().format(version=VERSION, maintainer=MAINTAINER, architecture=NAMES[build.target][0], size=size)
    sums = "".join(f"{hashlib.md5(data).hexdigest()}  {name[2:]}\n" for name, data in sorted(files.items()) if isinstance(data, bytes))
    parts = {"debian-binary": b"2.0\n",
             "control.tar.gz": compressed(tar({"./control": control.encode(), "./md5sums": sums.encode()}, when)),
             "data.tar.gz": compressed(tar(files, when))}
    out = b"!<arch>\n"
    for name, data in parts.items():
        out += f"{name:<16}{when:<12}{0:<6}{0:<6}{100644:<8}{len(data):<10}`\n".encode() + data + b"\n" * (len(data) % 2)
    return f"ptxcheck_{VERSION}_{NAMES[build.target][0]}.deb", out


# ---- Python ----

def wheel(build, when):
    tag = NAMES[build.target][1]
    name = f"ptxcheck-{VERSION}"
    info, scripts = f"{name}.dist-info", f"{name}.data/scripts"
    files = {f"ptxcheck/{n}": data for n, data in folder("python", "ptxcheck").items() if n.endswith((".py", ".typed"))}
    library, data = build.shared()
    files[f"ptxcheck/{library}"] = data
    files[f"{scripts}/ptxcheck{build.suffix}"] = build.program()
    files[f"{scripts}/ptxas-checked{build.suffix}"] = build.program() if build.suffix else read("python", "ptxas-checked")
    files[f"{info}/METADATA"] = metadata().encode()
    files[f"{info}/WHEEL"] = ("Wheel-Version: 1.0\nGenerator: ptxcheck\nRoot-Is-Purelib: false\n" + "".join(f"Tag: py3-none-{t}\n" for t in tag.split("."))).encode()
    files[f"{info}/entry_points.txt"] = b"[pytest11]\nptxcheck = ptxcheck.pytest_plugin\n"
    files[f"{info}/licenses/LICENSE"] = read("LICENSE")
    rows = "".join(f"{n},sha256={digest(data)},{len(data)}\n" for n, data in files.items())
    files[f"{info}/RECORD"] = (rows + f"{info}/RECORD,,\n").encode()
    return f"{name}-py3-none-{tag}.whl", zipped(files, when)


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def metadata():
    """Returns the metadata of pyproject.toml, as far as it says it."""
    text = read("python", "pyproject.toml").decode()
    said = {key: re.search(rf'^{key} = "(.*)"$', text, re.MULTILINE).group(1) for key in ("name", "description", "license", "requires-python")}
    words = [re.findall(r'"([^"]*)"', re.search(rf"^{key} = \[(.*)\]$", text, re.MULTILINE).group(1)) for key in ("keywords", "classifiers")]
    lines = ["Metadata-Version: 2.4", f"Name: {said['name']}", f"Version: {VERSION}", f"Summary: {said['description']}",
             f"License-Expression: {said['license']}", "License-File: LICENSE", f"Keywords: {','.join(words[0])}",
             *(f"Classifier: {c}" for c in words[1]), f"Requires-Python: {said['requires-python']}", "Description-Content-Type: text/markdown"]
    return "\n".join(lines) + "\n\n" + read("python", "README.md").decode()


# ---- VS Code ----

def extension(build, when):
    """Adds the program to the extension that tools/vsix.sh packed."""
    platform = NAMES[build.target][2]
    with zipfile.ZipFile(os.path.join(ROOT, "build", "ptxcheck.vsix")) as packed:
        files = {name: packed.read(name) for name in sorted(packed.namelist())}
    manifest = files["extension.vsixmanifest"].decode()
    manifest = re.sub(r'(<Identity [^>]*?Version=")[^"]*(")', rf'\g<1>{VERSION}\g<2> TargetPlatform="{platform}"', manifest, count=1)
    types = files["[Content_Types].xml"].decode().replace("</Types>", '<Default Extension=".exe" ContentType="application/octet-stream"/></Types>')
    files["[Content_Types].xml"] = types.replace("</Types>", '<Override PartName="/extension/bin/ptxcheck" ContentType="application/octet-stream"/></Types>').encode()
    files["extension.vsixmanifest"] = manifest.encode()
    files[f"extension/bin/ptxcheck{build.suffix}"] = build.program()
    return f"ptxcheck-{VERSION}-{platform}.vsix", zipped(files, when)


# ---- lists ----

def components(files, targets, when):
    """Returns what the files are made of, in the form of SPDX 2.3."""
    def package(identifier, name, version, licence, **more):
        return {"SPDXID": f"SPDXRef-{identifier}", "name": name, "versionInfo": version, "licenseConcluded": licence, "licenseDeclared": licence,
                "copyrightText": "NOASSERTION", "filesAnalyzed": False, "downloadLocation": "NOASSERTION", **more}
    own = "SPDXRef-ptxcheck"
    libraries = sorted({library for target in targets for library in Build(target).libraries()})
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"ptxcheck-{VERSION}",
        "documentNamespace": f"https://spdx.org/spdxdocs/ptxcheck-{VERSION}-" + hashlib.sha256("".join(files).encode()).hexdigest()[:16],
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(when)), "creators": ["Tool: ptxcheck-release"]},
        "packages": [package("ptxcheck", "ptxcheck", VERSION, "Apache-2.0"), package("jansson", "jansson", "2.14", "MIT"),
                     package("vscode-languageclient", "vscode-languageclient", "NOASSERTION", "MIT"),
                     *(package(name.replace("+", "x"), name, "NOASSERTION", licence) for name, licence in libraries)],
        "files": [{"SPDXID": f"SPDXRef-file-{i}", "fileName": f"./{name}", "copyrightText": "NOASSERTION", "licenseConcluded": "NOASSERTION",
                   "checksums": [{"algorithm": "SHA1", "checksumValue": hashlib.sha1(data).hexdigest()},
                                 {"algorithm": "SHA256", "checksumValue": hashlib.sha256(data).hexdigest()}]}
                  for i, (name, data) in enumerate(files.items())],
        "relationships": [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": own},
                          {"spdxElementId": own, "relationshipType": "STATIC_LINK", "relatedSpdxElement": "SPDXRef-jansson"},
                          *({"spdxElementId": own, "relationshipType": "STATIC_LINK", "relatedSpdxElement": "SPDXRef-" + name.replace("+", "x")}
                            for name, _ in libraries),
                          {"spdxElementId": own, "relationshipType": "CONTAINS", "relatedSpdxElement": "SPDXRef-vscode-languageclient"}],
    }
    return json.dumps(document, indent=2).encode() + b"\n"


def main(dist, *targets):
    when = epoch()
    files = {}
    for target in targets or NAMES:
        build = Build(target)
        names = NAMES[target]
        makers = [archive] + [maker for maker, name in zip((debian, wheel, extension), names) if name]
        if not os.path.exists(os.path.join(ROOT, "build", "ptxcheck.vsix")):
            makers = [maker for maker in makers if maker is not extension]
        files.update(maker(build, when) for maker in makers)
    files = dict(sorted(files.items()))
    files[f"ptxcheck-{VERSION}.spdx.json"] = components(files, targets or NAMES, when)
    files["SHA256SUMS"] = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items())).encode()
    os.makedirs(dist, exist_ok=True)
    print(f"{'bytes':>9}  {'SHA-256':<64}  file in {dist}")
    for name, data in files.items():
        with open(os.path.join(dist, name), "wb") as out:
            out.write(data)
        print(f"{len(data):>9}  {hashlib.sha256(data).hexdigest()}  {name}")
    print(f"{sum(map(len, files.values())):>9}  in {len(files)} files")


if __name__ == "__main__":
    main(*sys.argv[1:])
