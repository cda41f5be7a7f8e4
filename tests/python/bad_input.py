# SPDX-License-Identifier: Apache-2.0
"""Wrong types and values, texts that are not UTF-8, threads and forks, and memory after many calls."""
import os
import resource
import threading
import unittest

import ptxcheck
from ptxcheck import descriptors, isa, tensormap

HEADER = ".version 8.7\n.target sm_100a\n.address_size 64\n"
BAD = HEADER + ".entry k() {\n    .reg .b32 %r<2>;\n    mov.b32 %r1, %r9;\n    ret;\n}\n"
IDESC = {"qualifiers": ".kind::f16"}


class Arguments(unittest.TestCase):
    def rejects(self, error, message, function, *arguments, **named):
        with self.subTest(message), self.assertRaisesRegex(error, message):
            function(*arguments, **named)

    def test_check(self):
        for error, message, named in (
            (TypeError, "toolkit must be str or None, not float", {"toolkit": 12.9}),
            (TypeError, "arch must be str or None, not bytes", {"arch": b"sm_90"}),
            (ValueError, "arch must not contain a NUL character: 'sm_90.x00x'", {"arch": "sm_90\0x"}),
            (ValueError, "language must be one of 'ptx', .*, not \\[\\]", {"language": []}),
            (ValueError, "'all' must be one of 'show', .*, not \\[\\]", {"warnings": {"all": []}}),
            (TypeError, "the name of a warning must be str, not int", {"warnings": {1: "show"}}),
            (TypeError, "defines must be a sequence of str, not str", {"defines": "X=1"}),
            (TypeError, "defines must be a sequence of str, not int", {"defines": 3}),
            (TypeError, "a definition must be str, not int", {"defines": ["A", 3]}),
            (TypeError, "a definition must be str, not NoneType", {"defines": [None]}),
            (UnicodeEncodeError, "surrogates not allowed", {"arch": "\ud800"}),
        ):
            self.rejects(error, message, ptxcheck.check, HEADER, **named)
        self.rejects(TypeError, "text must be str or bytes, not PosixPath", ptxcheck.check, __import__("pathlib").Path("k.ptx"))
        self.rejects(UnicodeEncodeError, "surrogates not allowed", ptxcheck.check, "// \ud800\n" + HEADER)

    def test_format(self):
        self.rejects(TypeError, "text must be str or bytes, not NoneType", ptxcheck.format, None)
        self.rejects(TypeError, "indent must be int, not str", ptxcheck.format, HEADER, indent="4")
        for columns in -1, 0, 201, 1 << 32:
            self.rejects(ValueError, f"comments must be in 1..200, not {columns}", ptxcheck.format, HEADER, comments=columns)

    def test_others(self):
        self.rejects(TypeError, "opcode must be str, not NoneType", isa.find, None)
        self.rejects(KeyError, "''", isa.find, "")
        self.rejects(TypeError, "the map must be a TensorMap, not dict", tensormap.check, {})
        self.rejects(TypeError, "the descriptor must be bytes, not str", tensormap.decode, "a" * 128)
        self.rejects(TypeError, "layout must be str, not NoneType", descriptors.decode, None, 0)
        self.rejects(TypeError, "fields must be a mapping of names, not list", descriptors.encode, "idesc", [], **IDESC)
        for value in -1, 1.5, 1 << 64, (1 << 64) + 128, None:
            self.rejects(ValueError, "the field 'm' cannot hold", descriptors.encode, "idesc", {"m": value}, **IDESC)
        for value in -1, "x", 1 << 64:
            self.rejects(ValueError, "the descriptor must be an integer of 64 bits", descriptors.decode, "idesc", value, **IDESC)


class Texts(unittest.TestCase):
    def test_not_utf8(self):
        (found,) = [d for d in ptxcheck.check(BAD.encode().replace(b"ret;", b"ret; // \xff\xfe")) if d.severity == "error"]
        self.assertEqual(found.line, 6)
        self.assertEqual(ptxcheck.check(HEADER.encode() + b"\xff")[0].name, "non-ascii")
        self.assertEqual(ptxcheck.format(HEADER.encode() + b"// \xff\n").encode("utf-8", "surrogateescape")[-2:], b"\xff\n")
        compiled = HEADER.encode() + b'.entry k() {\n.reg .b32 r;\n.loc 1 7 3\nmov.b32 r, x;\nret;\n}\n.file 1 "\xff.cu"\n'
        self.assertEqual(ptxcheck.check(compiled)[0].source.file, "\N{REPLACEMENT CHARACTER}.cu")

    def test_odd(self):
        self.assertEqual(ptxcheck.check("")[0].name, "missing-version")
        self.assertIn("nul-byte", {d.name for d in ptxcheck.check(HEADER + "\0")})
        self.assertEqual(ptxcheck.check(memoryview(b"_".join(HEADER.encode()[i : i + 1] for i in range(len(HEADER))))[::2]), [])


class Processes(unittest.TestCase):
    def test_fork_with_threads(self):
        """Children that are forked while other threads check find the same."""
        expected, ended = ptxcheck.check(BAD), threading.Event()

        def work():
            while not ended.is_set():
                ptxcheck.check(BAD)

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        try:
            statuses = []
            for _ in range(10):
                child = os.fork()
                if not child:
                    os._exit(0 if ptxcheck.check(BAD) == expected else 1)
                statuses.append(os.waitpid(child, 0)[1])
        finally:
            ended.set()
            for thread in threads:
                thread.join()
        self.assertEqual(statuses, [0] * 10)

    def test_memory(self):
        """Neither results nor exceptions leave memory behind."""
        text = BAD + "// " + "x" * 100000

        def calls():
            for _ in range(300):
                ptxcheck.check(text)
                ptxcheck.format(text)
                for named in {"arch": "sm_7"}, {"warnings": {"no-such": "show"}}, {"toolkit": "7.0"}:
                    with self.assertRaises(ptxcheck.Error):
                        ptxcheck.check(text, **named)
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # KiB

        before = calls()
        self.assertLess(calls() - before, 4096)


if __name__ == "__main__":
    unittest.main()
