# SPDX-License-Identifier: Apache-2.0
"""Adds the program and the library of this platform, which `make` has built, to the wheel, and says what the hook for pre-commit installs."""
import os
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.path.join(ROOT, "build", "wheel", "ptxcheck")
LIBRARY = os.path.join(ROOT, "build", "wheel", "libptxcheck.so")


def version():
    """Returns the version, which only the header states."""
    with open(os.path.join(ROOT, "include", "ptxcheck_base.h"), encoding="utf-8") as header:
        return ".".join(re.findall(r"#define PTXC_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header.read()))


def platform_tag():
    """Returns the oldest C library with every symbol that the shared library needs."""
    symbols = subprocess.run(["objdump", "-T", LIBRARY], capture_output=True, text=True, check=True).stdout
    needed = max((tuple(map(int, v.split("."))) for v in re.findall(r"GLIBC_([\d.]+)", symbols)), default=(2, 17))
    major, minor = max(needed[:2], (2, 17))
    return f"manylinux_{major}_{minor}_{os.uname().machine}"


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ImportError:  # only version() is wanted
    pass
else:

    class Hook(BuildHookInterface):
        def initialize(self, version, build_data):
            if version == "editable":
                return
            for path in (PROGRAM, LIBRARY):
                if not os.path.exists(path):
                    raise FileNotFoundError(f"'{path}' is missing: run 'make wheel'")
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{platform_tag()}"
            build_data["force_include"][LIBRARY] = "ptxcheck/libptxcheck.so"
            build_data["shared_scripts"][PROGRAM] = "ptxcheck"
            build_data["shared_scripts"][os.path.join(self.root, "ptxas-checked")] = "ptxas-checked"

    class HookForPreCommit(MetadataHookInterface):
        def update(self, metadata):
            metadata["dependencies"] = [f"ptxcheck=={version()}"]
