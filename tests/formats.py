# SPDX-License-Identifier: Apache-2.0
"""Test formats other than RUN lines, for lit.local.cfg."""

import copy
import lzma
import os
import re
import subprocess

import lit.formats
import lit.Test

PASS, FAIL = lit.Test.PASS, lit.Test.FAIL


def run(command, env, **how):
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=900, **how)
    return done.returncode, done.stdout.decode("utf-8", "replace")


class Cases(lit.formats.ShTest):
    """Test programs that list their cases (`program --list`) and run one (`program NAME`). They are in `folder`,
    one for each .c file in the folder of the tests. Files with RUN lines are also tests."""

    def __init__(self, folder):
        super().__init__(False)
        self.folder = folder

    def getTestsInDirectory(self, suite, path, lit_config, local_config):
        yield from super().getTestsInDirectory(suite, path, lit_config, local_config)
        source = suite.getSourcePath(path)
        for name in sorted(os.listdir(source)):
            stem, suffix = os.path.splitext(name)
            if suffix != ".c":
                continue
            program = os.path.join(self.folder, stem)
            _, cases = run([program, "--list"], local_config.environment)
            for case in cases.split():
                yield lit.Test.Test(suite, path + (stem, case), local_config)

    def execute(self, test, lit_config):
        stem, case = test.path_in_suite[-2:]
        if case.endswith(".test"):
            return super().execute(test, lit_config)
        code, output = run([os.path.join(self.folder, stem), case], test.config.environment)
        return (PASS if code == 0 else FAIL), output


class Clean(lit.formats.FileBasedTest):
    """A file, or the contents of an .xz, in which the program may only find what ptxas also advises. The files of
    llc have all instructions in one kernel: no code could be generated for it, and it follows no protocol."""

    def __init__(self, program):
        super().__init__()
        self.program = program

    def execute(self, test, lit_config):
        path = test.getSourcePath()
        opener = lzma.open if path.endswith(".xz") else open
        with opener(path, "rb") as f:
            text = f.read()
        arch = "--arch=compute_" + re.search(rb"\.target\s+sm_(\w+)", text)[1].decode()
        off = ["-Wno-mixed-unchecked"] + (["-Wno-protocol"] if os.path.basename(path).startswith("llc.") else [])
        code, output = run([self.program, "-q", *off, arch, "-"],
                           test.config.environment, input=text)
        output = "".join(x for x in output.splitlines(True) if "-multicast-slow]" not in x)
        return (PASS if code == 0 and not output else FAIL), f"exit {code}\n{output}"


class Variant(lit.Test.Test):
    """A test with an additional path component for the program that it runs with."""

    def getSourcePath(self):
        return self.suite.getSourcePath(self.path_in_suite[:-2] + self.path_in_suite[-1:])


class Again(lit.formats.ShTest):
    """Runs each test as usual, without pictures, and once more with each of `programs`, by name, as `substitution`."""

    def __init__(self, substitution, programs):
        super().__init__(False)
        self.substitution, self.programs = substitution, programs

    def getTestsInDirectory(self, suite, path, lit_config, local_config):
        for test in super().getTestsInDirectory(suite, path, lit_config, local_config):
            yield test
            for name, program in self.programs.items():
                config = copy.copy(local_config)
                config.environment = {**local_config.environment, "PICTURES": ""}
                config.substitutions = [(self.substitution, program), *local_config.substitutions]
                yield Variant(suite, path + (name, test.path_in_suite[-1]), config)
