# SPDX-License-Identifier: Apache-2.0
"""The ways through a kernel: which statements can follow which, as far as labels and branches of the text tell."""

import functools
import re

import mutations

LEAD = re.compile(r"[{}]|([\w$%.]+):(?!:)")


class Ways:
    """The statements of one function body. `after[i]` and `before[i]` are the neighbors of statement i on any way."""

    def __init__(self, code, start, end):
        body = start + code[start:end].index("{")
        self.statements = list(mutations.statements(code, body, end))
        self.starts = {s.start: i for i, s in enumerate(self.statements)}
        blocks, self.labels, at, path = [], {}, body, ()
        for i, s in enumerate(self.statements):
            for lead in LEAD.finditer(code, at, s.start):
                if lead[1]:
                    self.labels[path, lead[1]] = i
                else:
                    path = (*path, lead.start()) if lead[0] == "{" else path[:-1]
            blocks.append(path)
            at = s.end
        self.after = [self._after(i, s, path) for i, (s, path) in enumerate(zip(self.statements, blocks))]
        self.before = [[] for _ in self.statements]
        for i, following in enumerate(self.after):
            for j in following:
                self.before[j].append(i)

    def _after(self, i, s, path):
        word = s.opcode.split(".")[0]
        following = []
        if word == "bra":
            name = s.rest.strip()
            found = (self.labels.get((path[:n], name)) for n in range(len(path), -1, -1))
            following = [next((i for i in found if i is not None), None)]
        if word == "brx" or None in following:
            following = list(self.labels.values())
        if (s.guard or word not in ("bra", "brx", "ret", "exit", "trap")) and i + 1 < len(self.statements):
            following.append(i + 1)
        return following

    def reached(self, starts, neighbors, stop=None):
        """Returns the statements that can be executed after (neighbors = self.after) or before (self.before) one of `starts`, without
        `stop`, where a way ends."""
        seen, rest = set(), [j for i in starts for j in neighbors[i]]
        while rest:
            i = rest.pop()
            if i not in seen and i != stop:
                seen.add(i)
                rest.extend(neighbors[i])
        return seen

    def before_passing(self, i):
        """Returns the statements that a thread can execute before it passes statement i."""
        return set() if i == 0 else {0} | self.reached([0], self.after, i)


@functools.lru_cache(maxsize=8)
def ways_of(code, entry):
    """Returns the ways of a function of this name, in text without comments."""
    return next(Ways(code, start, end) for name, start, end in mutations.functions(code) if name == entry)
