#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mbarriers of the rehearsal, against those of a GPU: random sequences of operations, and what tests and pending counts say.

mbarriers.py cases             prints a sequence a line: operations and, once recorded, what the tests among them answered
mbarriers.py record [-]        on the machine with the GPU: prints the sequences, or those of the standard input, with their answers
mbarriers.py check CASES       prints PTX that traps where an answer is not the one that was recorded
mbarriers.py traps CASES PROGRAM PTX  what a rehearsal says of each sequence that traps; PTX is a file to write

One warp runs. OPERATION*N: its first N lanes run it together; every other operation is one of lane 0. nc: noComplete. A test is of a
parity, or of the state that the arrival with that number returned; pending: the count that such a state holds.
"""

import ctypes
import os
import random
import re
import subprocess
import sys

HEAD = ".version 8.6\n.target sm_90a\n.address_size 64\n\n"
SEQUENCES, LENGTH, MANY, MOST = 160, 18, 64, (1 << 20) - 1


# At the limits, and beyond: too many arrivals trap.
CHOSEN = (
    "init 1; arrive 1*32; parity 0; parity 1; arrive 1; parity 0; parity 1; arrive 1; parity 0; parity 1",
    "init 2; arrive 1*32; parity 0; parity 1; arrive 1; parity 0; parity 1; arrive 2; parity 0; parity 1",
    "init 8; arrive 1*32; parity 0; parity 1; arrive 1; parity 0; parity 1; arrive 8; parity 0; parity 1",
    "init 16; arrive 1*32; parity 0; parity 1; arrive 1; parity 0; parity 1; arrive 16; parity 0; parity 1",
    "init 30; arrive 1*32; parity 0; parity 1; arrive 1; parity 0; parity 1; arrive 30; parity 0; parity 1",
    "init 31; arrive 1*32; parity 0; parity 1; arrive 1; parity 0; parity 1; arrive 31; parity 0; parity 1",
    "init 33; arrive 1*32; parity 0; arrive 1*32; parity 0; parity 1; arrive 1; pending 0; parity 0; parity 1",
    "init 33; arrive 2; arrive 1*32; parity 0; parity 1; arrive 1; pending 2; parity 0; parity 1",
    "init 1; arrive 1; arrive 1; parity 0; parity 1; pending 0; pending 1",
    "init 1; arrive 2; parity 0; parity 1; arrive 1; parity 0; parity 1; pending 0; pending 1",
    "init 5; arrive 6; parity 0; parity 1; arrive 1; parity 0; parity 1; pending 0; pending 1",
    "init 5; arrive 3; arrive 3; parity 0; parity 1; arrive 1; parity 0; parity 1; pending 0; pending 1; pending 2",
    "init 5; complete 16; parity 0; arrive 5; parity 0; expect 16; parity 0; parity 1",
    "init 5; complete 1048575; parity 0; arrive 5; parity 0; expect 1048575; parity 0; parity 1",
    "init 5; expect 1048575; parity 0; arrive 5; parity 0; complete 1048575; parity 0; parity 1",
    "init 1048575; arrive 1048575; parity 0; pending 0; arrive 1048574; parity 0; parity 1; pending 1; arrive 1; pending 2; parity 0; parity 1",
    "init 1048575; arrive_nc 1048574; parity 0; pending 0; arrive 1; parity 0; parity 1; pending 1",
    "init 3; arrive_nc 2; pending 0; parity 0; drop_nc 1; parity 0; pending 1",
    "init 3; arrive_nc 3; parity 0; parity 1; pending 0",
    "init 3; expect 16; arrive_nc 3; parity 0; complete 16; parity 0; parity 1; pending 0",
    "init 3; expect_arrive 16; arrive 2; pending 0; pending 1; state 1; complete 16; state 1; state 0; parity 0",
    "init 3; drop 2; pending 0; arrive 1; state 0; parity 0; arrive 1; parity 0; parity 1; pending 2",
    "init 3; drop 3; parity 0; parity 1; pending 0",
    "init 3; drop 3; parity 0; parity 1; arrive 1; parity 0; parity 1; pending 0; pending 1",
    "init 3; expect_drop 0; expect_drop 0; arrive 1; parity 0; arrive 1; parity 0; parity 1",
    "init 2; arrive 2; state 0; arrive 2; state 0; state 1; arrive 2; state 0; state 1; state 2",
    "init 4; expect_arrive 16*2; parity 0; complete 32; parity 0; arrive 2; parity 0; pending 1",
    "init 2; expect_arrive 16*2; parity 0; complete 32; parity 0; parity 1",
    "init 2; complete 16; expect_arrive 16*2; parity 0; complete 16; parity 0; parity 1",
    "init 1; arrive 1*2; parity 0; parity 1; pending 0",
    "init 3; arrive 1*7; parity 0; parity 1",
    "init 3; arrive 1*3; parity 0; parity 1; arrive 1*2; parity 0; arrive 1*2; parity 0; parity 1",
    "init 2; inval; init 3; arrive 3; parity 0",
)


class Barrier:
    """What keeps the sequences within what the manual defines: no more than that. The answers come from the GPU."""

    def __init__(self, dice):
        self.dice, self.words, self.phase, self.states = dice, [], 0, []
        self.begin()

    def begin(self):
        self.expected = self.pending = self.dice.choice((1, 2, 3, 5, 32, 33, 64, MOST))
        self.bytes, self.states, self.phase = 0, [], 0
        self.words.append(f"init {self.expected}")

    def settle(self):
        if not self.pending and not self.bytes:
            self.phase += 1
            self.pending = self.expected

    def arrive(self):
        kind = self.dice.choice(("arrive", "arrive", "drop", "arrive_nc", "drop_nc"))
        count = self.dice.choice((1, 1, 2, self.pending, self.pending - 1))
        last = self.pending - (not self.bytes) if kind.endswith("nc") else self.pending
        if not 1 <= count <= last or (kind.startswith("drop") and self.expected - count < 1):
            return
        self.states.append(self.phase)
        self.words.append(f"{kind} {count}")
        self.pending -= count
        self.expected -= count * kind.startswith("drop")
        self.settle()

    def arrive_together(self):
        lanes, bytes_ = self.dice.choice((2, 7, 31, 32)), self.dice.choice((0, 0, 16))
        if lanes > self.pending:
            return
        # Between two of these arrivals the phase must not end.
        if bytes_ and (self.bytes < 0 or self.bytes + bytes_ * lanes > MOST):
            return
        self.words.append(f"expect_arrive {bytes_}*{lanes}" if bytes_ else f"arrive 1*{lanes}")
        self.bytes += bytes_ * lanes
        self.pending -= lanes
        self.states.append(None)
        self.settle()

    def expect_arrive(self):
        count = self.dice.choice((0, 1, 16, 4096, MOST))
        drops = self.dice.random() < 0.3 and self.expected > 1
        if self.bytes + count > MOST or not self.pending:
            return
        self.states.append(self.phase)
        self.words.append(f"expect_{'drop' if drops else 'arrive'} {count}")
        self.bytes += count
        self.pending -= 1
        self.expected -= drops
        self.settle()

    def transact(self):
        count = self.dice.choice((16, 16, 1, 4096, abs(self.bytes) or 16))
        sign = self.dice.choice((1, -1))
        if abs(self.bytes + sign * count) > MOST or (not self.pending and self.bytes + sign * count < 0):
            return
        self.words.append(f"{'expect' if sign > 0 else 'complete'} {count}")
        self.bytes += sign * count
        self.settle()

    def ask(self):
        kind = self.dice.choice(("parity", "parity", "state", "state", "pending", "try"))
        if kind in ("parity", "try"):
            self.words.append(f"{kind} {self.dice.randrange(2)}")
            return
        known = [i for i, phase in enumerate(self.states) if phase is not None and phase >= self.phase - 1]
        if known:
            self.words.append(f"{kind} {self.dice.choice(known)}")

    def restart(self):
        if self.dice.random() < 0.2:
            self.words.append("inval")
            self.begin()


def sequence(seed):
    barrier = Barrier(random.Random(seed))
    acts = (Barrier.arrive, Barrier.arrive, Barrier.arrive_together, Barrier.expect_arrive, Barrier.transact, Barrier.transact,
            Barrier.ask, Barrier.ask, Barrier.ask, Barrier.restart)
    while len(barrier.words) < LENGTH:
        barrier.dice.choice(acts)(barrier)
        if barrier.dice.random() < 0.4:
            barrier.words.append(f"parity {barrier.dice.randrange(2)}")
    return "; ".join(barrier.words)


def cases():
    return [*CHOSEN, *map(sequence, range(SEQUENCES))]


OPERATIONS = {
    "init": "mbarrier.init.shared::cta.b64 [{b}], {n};",
    "inval": "mbarrier.inval.shared::cta.b64 [{b}];",
    "arrive": "mbarrier.arrive.release.cta.shared::cta.b64 {s}, [{b}], {n};",
    "arrive_nc": "mbarrier.arrive.noComplete.release.cta.shared::cta.b64 {s}, [{b}], {n};",
    "drop": "mbarrier.arrive_drop.release.cta.shared::cta.b64 {s}, [{b}], {n};",
    "drop_nc": "mbarrier.arrive_drop.noComplete.release.cta.shared::cta.b64 {s}, [{b}], {n};",
    "expect_arrive": "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 {s}, [{b}], {n};",
    "expect_drop": "mbarrier.arrive_drop.expect_tx.release.cta.shared::cta.b64 {s}, [{b}], {n};",
    "expect": "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [{b}], {n};",
    "complete": "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [{b}], {n};",
}
QUESTIONS = {
    "parity": "mbarrier.test_wait.parity.shared::cta.b64 %yes, [{b}], {n};",
    "try": "mbarrier.try_wait.parity.shared::cta.b64 %yes, [{b}], {n}, 1000;",
    "state": "mbarrier.test_wait.shared::cta.b64 %yes, [{b}], %state{n};",
    "pending": "mbarrier.pending_count.b64 %answer, %state{n};",
}


def text_of(index, words, answer):
    """`answer`: what follows each question, as text; its argument is the number of the question."""
    lines, arrivals, questions, barrier = [], 0, 0, f"bar+{8 * index}"
    for word in words.split("; "):
        name, _, rest = word.partition(" ")
        number, _, lanes = rest.partition("*")
        if name == "init":
            arrivals = 0
        if name in QUESTIONS:
            lines.append(f"@%p0 {QUESTIONS[name].format(b=barrier, n=number)}")
            if name != "pending":
                lines.append("selp.u32 %answer, 1, 0, %yes;")
            lines += [answer(questions), "bar.warp.sync 0xffffffff;"]
            questions += 1
            continue
        guard = f"setp.lt.u32 %few, %lane, {lanes}; @%few " if lanes else "@%p0 "
        text = OPERATIONS[name].format(b=barrier, n=number, s=f"%state{arrivals}")
        arrivals += "{s}" in OPERATIONS[name]
        lines.append(guard + text)
        lines.append("bar.warp.sync 0xffffffff;")
    lines.append(f"@%p0 {OPERATIONS['inval'].format(b=barrier)}")
    return "".join(f"    {line}\n" for line in lines)


def module(parameters, body):
    return (HEAD + f".visible .entry k({parameters}) .reqntid 32\n{{\n    .shared .align 8 .b64 bar[{SEQUENCES + len(CHOSEN)}];\n"
            f"    .reg .pred %p<1>, %yes, %few, %wrong;\n    .reg .b32 %lane, %answer;\n    .reg .b64 %out, %state<{LENGTH + 2}>;\n"
            "    mov.u32 %lane, %tid.x;\n    setp.eq.u32 %p0, %lane, 0;\n" + body + "    ret;\n}\n")


def is_question(word):
    return word.split(" ")[0] in QUESTIONS


def questions(words):
    return sum(map(is_question, words.split("; ")))


def one(words):
    """A kernel that stores the answers of a sequence"""
    return module(".param .b64 to", "    ld.param.b64 %out, [to];\n" + text_of(
        0, words, lambda q: f"@%p0 st.global.b32 [%out+{4 * q}], %answer;"))


def answer():
    """Sequences come from the standard input, answers go to the standard output."""
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "protocol"))
    import hardware
    driver = hardware.Driver()
    out = driver.buffer(4 * MANY)
    for words in sys.stdin:
        loaded, function, got = ctypes.c_void_p(), ctypes.c_void_p(), (ctypes.c_uint32 * MANY)()
        driver.call("cuModuleLoadData", ctypes.byref(loaded), one(words.rstrip("\n")).encode())
        driver.call("cuModuleGetFunction", ctypes.byref(function), loaded, b"k")
        driver.call("cuLaunchKernel", function, 1, 1, 1, 32, 1, 1, 0, None, (ctypes.c_void_p * 1)(ctypes.addressof(out)), None)
        driver.call("cuCtxSynchronize")
        driver.call("cuMemcpyDtoH_v2", ctypes.byref(got), out, ctypes.c_size_t(4 * MANY))
        print(*got[:questions(words)], flush=True)


def record(every):
    """A kernel that traps takes its process with it: the answers of that sequence are `trap`."""
    done = 0
    while done < len(every):
        with subprocess.Popen([sys.executable, __file__, "answer"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            for words in every[done:]:
                try:
                    print(words, file=process.stdin, flush=True)
                    said = process.stdout.readline().rstrip("\n")
                except BrokenPipeError:
                    said = ""
                print(words + "\t" + (said or "trap"), flush=True)
                done += 1
                if not said:
                    break
            process.kill()


def rows(path):
    with open(path, encoding="ascii") as f:
        return [line.rstrip("\n").split("\t") for line in f]


def check(path):
    body = ""
    for i, (words, answers) in enumerate(rows(path)):
        if answers == "trap":
            continue
        body += f"    // {words}\n" + text_of(i, words, lambda q, i=i, a=answers.split(): (
            f"setp.ne.u32 %wrong, %answer, {a[q]}; @!%p0 bra next_{i}_{q}; @%wrong trap; next_{i}_{q}:"))
    return module("", body)


def traps(path, program, to):
    """Prints what a rehearsal says of each sequence that traps."""
    for words, _ in (row for row in rows(path) if row[1] == "trap"):
        with open(to, "w", encoding="ascii") as f:
            f.write(module("", text_of(0, words, lambda q: "")))
        done = subprocess.run([program, "rehearse", to, "--block=32"], stdout=subprocess.PIPE, text=True, check=False)
        print(words, re.search(r"rehearsal: (\S+)", done.stdout)[1], sep="\t")


def main(verb, *rest):
    if verb == "cases":
        print("\n".join(cases()))
    elif verb == "record":
        record([line.rstrip("\n") for line in sys.stdin] if rest else cases())
    elif verb == "answer":
        answer()
    elif verb == "check":
        sys.stdout.write(check(rest[0]))
    elif verb == "traps":
        traps(*rest)


if __name__ == "__main__":
    main(*sys.argv[1:])
