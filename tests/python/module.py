# SPDX-License-Identifier: Apache-2.0
"""The Python module, as a user calls it."""
import copy
import dataclasses
import os
import pickle
import subprocess
import sys
import threading
import unittest

import ptxcheck
from ptxcheck import descriptors, isa, tensormap

HEADER = ".version 8.7\n.target sm_100a\n.address_size 64\n"
BAD = HEADER + ".entry k() {\n    .reg .b32 %r<2>;\n    tcgen05.cp.cta_group::1.64x128b [%r1], %r9;\n    ret;\n}\n"
COMPILED = HEADER + '.entry k() {\n.reg .b32 r;\n.loc 1 7 3\nmov.b32 r, x;\nret;\n}\n.file 1 "kernel.cu"\n'
ASM = 'void f(int x) { asm("add.u33 %0, %0, 1;" : "+r"(x)); }\n'


class Check(unittest.TestCase):
    def test_clean(self):
        self.assertEqual(ptxcheck.check(HEADER), [])

    def test_findings(self):
        rule, register = ptxcheck.check(BAD)
        self.assertEqual(str(rule).split(": ")[:2], ["6:28", "error"])
        self.assertEqual((rule.code, rule.name, rule.rule), ("ptx-411", "qualifier-requires", "tcgen05-cp-multicast"))
        self.assertEqual(BAD[rule.place.start : rule.place.end], ".64x128b")
        self.assertIn("syntax: tcgen05.cp", rule.notes[0].message)
        self.assertIsNone(rule.notes[0].place)
        self.assertEqual((register.line, register.column, register.code), (6, 44, "ptx-322"))
        self.assertEqual(register.notes[0].place.line, 5)

    def test_places(self):
        """Lines and columns are those of the offsets, also of a range that has several lines."""
        text = HEADER + ".entry k() {\r\n.reg .b32 r;\nadd.u32 r, r\n, é;\ntcgen05\n.cp [r]\n, r;\nmov.b32 /* é */ x, y;\nret;\n}\n/* no\nend"
        data, several = text.encode(), 0
        for d in ptxcheck.check(text):
            for place in [d.place, *(n.place for n in d.notes if n.place), *(f.place for f in d.fixes)]:
                for offset, found in (place.start, (place.line, place.column)), (place.end, (place.end_line, place.end_column)):
                    before = data[:offset]
                    self.assertEqual(found, (before.count(b"\n") + 1, offset - before.rfind(b"\n")))
                several += place.line != place.end_line
        self.assertGreater(several, 0)

    def test_values(self):
        """What check returns is equal to what the constructors make of the same values, and can be copied, hashed and pickled."""
        texts = BAD, COMPILED, BAD.replace("%r9", "é"), HEADER + ".entry k() { ret }\n"
        found = [d for text in texts for d in ptxcheck.check(text)]
        self.assertTrue(all(any(getattr(d, part) for d in found) for part in ("notes", "fixes", "source")))
        for d in found:
            for value in d, d.place, *d.notes, *d.fixes:
                fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
                self.assertEqual(type(value)(**fields), value)
                self.assertEqual(vars(type(value)(**fields)), vars(value))
                self.assertEqual(repr(type(value)(**fields)), repr(value))
            self.assertEqual(pickle.loads(pickle.dumps(d)), d)
            self.assertEqual(copy.deepcopy(d), d)
            self.assertEqual(dataclasses.replace(d, message="x").message, "x")
            with self.assertRaises(dataclasses.FrozenInstanceError):
                d.message = "x"
        self.assertEqual(len(set(found)), len(found))

    def test_many(self):
        """More than fits at the first attempt: each with several fixes, notes and long messages."""
        lines = [f".reg .b32 {'a' * 300}{i};" for i in range(9)] * 2 + ["tcgen05.cp.cta_group::1.64x128b [%r1], %r9;"] * 300
        text = HEADER + ".entry k() {\n" + "\n".join(lines) + "\nret;\n}\n"
        found = ptxcheck.check(text, warnings={"all": "show"})
        self.assertGreater(len(found), 300)
        self.assertEqual([(d.line, d.column) for d in found], sorted((d.line, d.column) for d in found))
        self.assertEqual(found, ptxcheck.check(text.encode(), warnings={"all": "show"}))

    def test_fix(self):
        text = HEADER.replace("100a", "100") + ".entry k() {\n.reg .b32 r;\ntcgen05.shift.cta_group::1.down [r];\nret;\n}\n"
        fixes = [d for d in ptxcheck.check(text) if d.code == "ptx-440"][0].fixes
        self.assertEqual([(f.place.line, f.text) for f in fixes], [(2, "sm_100a")])

    def test_source(self):
        self.assertEqual(ptxcheck.check(COMPILED)[0].source, ptxcheck.Source("kernel.cu", 7, 3))

    def test_arch_and_toolkit(self):
        self.assertEqual(ptxcheck.check(HEADER, arch="sm_100")[0].name, "arch-mismatch")
        self.assertEqual(ptxcheck.check(HEADER.replace("8.7", "9.5"), toolkit="12.8")[0].severity, "error")

    def test_warnings(self):
        text = HEADER + ".entry k() {\n.reg .b32 a;\n{ .reg .b32 a; mov.b32 a, 0; }\nret; }\n"
        names = {d.name for d in ptxcheck.check(text)}
        for name in names:
            self.assertNotIn(name, {d.name for d in ptxcheck.check(text, warnings={name: "ignore"})})
            as_error = ptxcheck.check(text, warnings={"all": "ignore", name: "error"})
            self.assertEqual({(d.name, d.severity) for d in as_error}, {(name, "error")})

    def test_language(self):
        found = ptxcheck.check(ASM, language="c++")
        self.assertEqual([(d.line, d.column, d.severity) for d in found], [(1, 25, "error")])
        guarded = "#if X\n" + ASM + "#endif\n"
        self.assertEqual(ptxcheck.check(guarded, language="c++", defines=["X=0"]), [])
        self.assertEqual(len(ptxcheck.check(guarded, language="c++", defines=["X"])), 1)

    def test_bytes(self):
        self.assertEqual(ptxcheck.check(HEADER.encode()), [])
        self.assertEqual(ptxcheck.check(b"\xff")[0].name, "non-ascii")
        self.assertEqual(ptxcheck.check("// \udcff\n" + HEADER), [])

    def test_bad_arguments(self):
        for error, message, arguments in (
            (ptxcheck.UnknownArch, "newest release does not support the architecture 'sm_7'", {"arch": "sm_7"}),
            (ptxcheck.UnknownToolkit, "'7.0' is not a known release", {"toolkit": "7.0"}),
            (ptxcheck.UnknownWarning, "'no-such' is not the name", {"warnings": {"lenient-operand": "show", "no-such": "show"}}),
            (ValueError, "of warning 'all' must be one of 'show', 'ignore', 'error', not 'off'", {"warnings": {"all": "off"}}),
            (ValueError, "language must be one of 'ptx', 'c\\+\\+', .*, not 'cobol'", {"language": "cobol"}),
            (TypeError, "arch must be str or None, not int", {"arch": 100}),
            (TypeError, "warnings must be a mapping of names, not list", {"warnings": ["all"]}),
            (TypeError, "the name of a warning must be str, not NoneType", {"warnings": {None: "ignore"}}),
            (TypeError, "a definition must be str, not NoneType", {"defines": [None]}),
        ):
            with self.subTest(arguments), self.assertRaisesRegex(error, message):
                ptxcheck.check(HEADER, **arguments)
        with self.assertRaisesRegex(TypeError, "text must be str or bytes, not NoneType"):
            ptxcheck.check(None)

    def test_threads(self):
        expected, wrong = ptxcheck.check(BAD), []

        def work():
            wrong.extend(1 for _ in range(50) if ptxcheck.check(BAD) != expected)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    @unittest.skipUnless(hasattr(os, "fork"), "no fork here")
    def test_fork(self):
        child = os.fork()
        if not child:
            os._exit(len(ptxcheck.check(BAD)))
        self.assertEqual(os.WEXITSTATUS(os.waitpid(child, 0)[1]), 2)


class Format(unittest.TestCase):
    def test_format(self):
        self.assertEqual(ptxcheck.format(".entry k() {\nret;\n}\n", indent=2), ".entry k() {\n  ret;\n}\n")
        self.assertEqual(ptxcheck.format(".entry k() {\n" + "ret;\n" * 2000 + "}\n").count("\n    ret;"), 2000)


class Isa(unittest.TestCase):
    def test_find(self):
        insn = isa.find("tcgen05.cp.cta_group::1")
        self.assertEqual(insn.name, "tcgen05.cp")
        self.assertEqual([o.name for o in insn.forms[0].operands], ["taddr", "s_desc"])
        self.assertIn("sm_100", insn.targets)
        self.assertIn("tcgen05.cp", insn.examples[0].text)
        with self.assertRaises(KeyError):
            isa.find("no.such")

    def test_all(self):
        names = [insn.name for insn in isa.instructions()]
        self.assertEqual(names, sorted(names))
        self.assertIn("wgmma.mma_async", names)


class TensorMap(unittest.TestCase):
    MAP = tensormap.TensorMap("float16", (1024, 512), (2048,), (64, 64), address=1 << 20, swizzle="128b")

    def test_check(self):
        self.assertEqual(tensormap.check(self.MAP), ())
        bad = tensormap.TensorMap("float16", (1024, 512), (2048,), (64, 300), address=1 << 20)
        (violation,) = tensormap.check(bad)
        self.assertEqual((violation.rule, violation.parameter, violation.index), ("box-max", "boxDim", 1))
        with self.assertRaisesRegex(ValueError, "boxDim\\[1\\] is 300, but must be at most 256"):
            tensormap.encode(bad)

    def test_round_trip(self):
        decoded = tensormap.decode(tensormap.encode(self.MAP))
        self.assertEqual((decoded.dims, decoded.box, decoded.swizzle), ((1024, 512), (64, 64), "128b"))
        with self.assertRaisesRegex(ValueError, "128 bytes, not 3"):
            tensormap.decode(b"abc")

    def test_bad_arguments(self):
        for message, arguments in (
            ("data_type must be one of uint8, .*, not 'half'", ("half", (8,), (), (8,))),
            ("dims has 6 values; at most 5 fit", ("uint8", (8,) * 6, (8,) * 4, (8,))),
            ("box\\[0\\] must be an integer of 32 bits, not -1", ("uint8", (8,), (), (-1,))),
        ):
            with self.subTest(message), self.assertRaisesRegex(ValueError, message):
                tensormap.check(tensormap.TensorMap(*arguments))


class Descriptors(unittest.TestCase):
    def test_round_trip(self):
        value = descriptors.encode("idesc", {"m": 128, "atype": "BF16"}, qualifiers=".kind::f16")
        fields = {f.name: f for f in descriptors.decode("idesc", value, qualifiers=".kind::f16")}
        self.assertEqual((fields["m"].number, fields["atype"].meaning), (128, "BF16"))

    def test_bad_arguments(self):
        for message, arguments in (
            ("'nope' is not a layout", ("nope", {})),
            ("'idesc' does not have a field 'x'", ("idesc", {"x": 1})),
            ("'FP99' is not a value of 'atype'", ("idesc", {"atype": "FP99"})),
            ("the field 'm' cannot hold 7", ("idesc", {"m": 7})),
        ):
            with self.subTest(message), self.assertRaisesRegex(ValueError, message):
                descriptors.encode(*arguments, qualifiers=".kind::f16")
        with self.assertRaisesRegex(ValueError, "differs between instructions"):
            descriptors.encode("idesc", {})


class Library(unittest.TestCase):
    def test_missing(self):
        environment = {**os.environ, "PTXCHECK_LIBRARY": "/gone"}
        run = subprocess.run([sys.executable, "-c", "import ptxcheck"], env=environment, capture_output=True, text=True)
        self.assertIn("ImportError: the shared library of ptxcheck is missing", run.stderr)


if __name__ == "__main__":
    unittest.main()
