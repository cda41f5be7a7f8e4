# SPDX-License-Identifier: Apache-2.0
"""Mutants of the tables: parses the language of grammar/isa (docs/tables.md) as far as needed to know what can be
removed, and where. Each mutant is one change that removes one piece of information."""

import collections
import os
import re

# What was changed where, and the edits: (start, end, replacement), with offsets in the file; about: the instructions
# whose lines it may affect, or None for any.
Mutant = collections.namedtuple("Mutant", "file line kind what edits about")
# A top-level item: its keyword, its name, and all names in it.
Item = collections.namedtuple("Item", "keyword name words")
# Items that instructions use by name; any other top-level item may affect all of them.
USED = {"set", "ruleset", "operand", "operands", "registers", "targets"}
Token = collections.namedtuple("Token", "kind text start end")
Span = collections.namedtuple("Span", "start end")

TOKEN = re.compile(r"""
    (?P<skip>[ \t\r\n]+|\#[^\n]*)
  | (?P<string>"[^"\n]*")
  | (?P<word>\.sp::\d+:\d+|\.(?:\w|::|\[[^\]\n]*\])+)
  | (?P<special>%(?:\w|\[[^\]\n]*\])+)
  | (?P<number>\d+\.\d+|\d+)
  | (?P<name>[A-Za-z_]\w*(?:-\w+)*(?:\.(?:\w|::)+)*)
  | (?P<sign>\.\.|<=|>=|==|!=|[=|,:()\[\]{}<>&!~+*/-])""", re.X)
ITEMS = set("""insn ruleset set class known ignored repeat unreserved loose closed operand operands versions toolkit
    target targets type registers special directive uniform
    converged layout field reserved unused values distinct never refused rule warn use form end lowered manual avail
    does event argument effect writes updates generic moves named implied called deduced tag silent spelled signed example means purpose lenient""".split())   # what a list of names ends at
DIRECTIVE_ITEMS = set("statement strings nonzero once memory section_name bounds_threads sets_threads bounds_ctas sets_cluster bounds_registers values most until tunes excludes needs never".split())
WRAPPERS = {"later", "beside", "whole", "unlowered", "parsed"}
MOST = 2 ** 63 - 1


def tokens(text):
    found, at = [], 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise SyntaxError(f"unexpected {text[at]!r} at {at}")
        if match.lastgroup != "skip":
            found.append(Token(match.lastgroup, match.group(), at, match.end()))
        at = match.end()
    return found + [Token("end", "", at, at)]


class Reader:
    """A parser for one file, read from front to back, which collects `mutants`."""

    def __init__(self, name, text):
        self.name, self.text, self.tokens, self.at = name, text, tokens(text), 0
        self.mutants = []
        self.owner = ""                            # name of the item that is being parsed
        self.items = []
        self.uses = collections.defaultdict(list)  # ruleset -> where it is used
        self.lonely = []                           # rules that are the only one of their ruleset

    # ---- parsing ----

    @property
    def now(self):
        return self.tokens[self.at]

    def next_is(self, *texts):
        return self.now.text in texts and self.now.kind != "string"

    def take(self, *texts):
        """Returns the token if it is one of these texts, or any token if none is given."""
        if texts and not self.next_is(*texts):
            line = self.text.count("\n", 0, self.now.start) + 1
            raise SyntaxError(f"{self.name}:{line}: expected {texts}, not {self.now.text!r}")
        self.at += 1
        return self.tokens[self.at - 1]

    def skip(self, *texts):
        return self.take() if self.next_is(*texts) else None

    def since(self, start):
        """Returns the span from `start` to the last token read."""
        return Span(start, self.tokens[self.at - 1].end)

    def texts(self):
        """Parses an optional text, in pieces joined by "+"."""
        while self.now.kind == "string" or self.next_is("+"):
            self.take()

    def listed(self, read, separator):
        spans = [read()]
        while self.skip(separator):
            spans.append(read())
        return spans

    # ---- mutants ----

    def add(self, kind, what, *edits):
        line = self.text.count("\n", 0, edits[0][0]) + 1
        what = " ".join(what.split())
        if len(what) > 90:
            what = what[:90] + "..."
        self.mutants.append(Mutant(self.name, line, kind, f"{self.owner}: {what}", edits, len(self.items)))

    def drop(self, kind, span, instead=""):
        self.add(kind, self.text[span.start:span.end], (span.start, span.end, instead))

    def drop_each(self, kind, spans):
        """Removes each item of a list with its separator, unless it is the only one."""
        for i, span in enumerate(spans):
            if len(spans) > 1:
                start, end = ((span.start, spans[i + 1].start) if not i else (spans[i - 1].end, span.end))
                self.add(kind, self.text[span.start:span.end], (start, end, ""))

    # ---- availability, words ----

    def avail(self):
        start = self.take("avail").start
        if self.now.kind == "number":
            self.take()
        self.references()
        return self.since(start)

    def avail_opt(self, kind):
        if self.next_is("avail"):
            self.drop(kind, self.avail())

    def references(self):
        """Parses targets and sets of them, each with its '+'."""
        spans = []
        while self.now.kind == "name" and self.now.text not in ITEMS:
            start = self.take().start
            if self.next_is("+"):
                self.take()
            spans.append(self.since(start))
        return spans

    def words(self):
        spans = []
        while self.now.kind == "word":
            spans.append(self.take())
        return spans

    def choices(self, kind, word):
        """Removes each number or name in the list of `.x[n:1,2,4..8]`."""
        for bracket in re.finditer(r"\[(?:\w+:)?([^\]]*)\]", word.text):
            start, spans = word.start + bracket.start(1), []
            for part in re.finditer(r"[^,]+", bracket.group(1)):
                spans.append(Span(start + part.start(), start + part.end()))
            self.drop_each(kind, spans)
            for part in re.finditer(r"(\d+)\.\.(\d+)(?:/(\d+))?", bracket.group(1)):
                step = int(part.group(3) or 1)
                for group, by in ((1, step), (2, -step)):
                    self.move(kind, Span(start + part.start(group), start + part.end(group)), by)

    def move(self, kind, span, by):
        old = self.text[span.start:span.end]
        new = int(old.replace(" ", "")) + by
        if -MOST <= new <= MOST:
            self.add(kind, f"{old} -> {new}", (span.start, span.end, str(new)))

    def set(self):
        start = self.take("set").start
        name = self.take().text
        if self.next_is("default"):
            default = self.take().start
            self.take()
            self.drop("default of a set", self.since(default))
        self.take("=")
        segments = self.listed(self.segment, "|")
        total = sum(len(members) for members, _ in segments)
        spans = [Span(members[0].start, end) for members, end in segments]
        for i, (members, end) in enumerate(segments):
            if len(members) == 1 and total > 1:
                one = spans[i]
                first, last = ((one.start, spans[i + 1].start) if not i else (spans[i - 1].end, one.end))
                self.add("member of a set", name + ": " + self.text[one.start:one.end], (first, last, ""))
            for span in members if len(members) > 1 else ():
                self.add("member of a set", name + ": " + self.text[span.start:span.end],
                         (span.start, span.end, ""))
        return self.since(start)

    def segment(self):
        """Parses the members and the end of a segment; attributes in brackets apply to all members."""
        members = []
        while self.now.kind == "word" or self.next_is("{"):
            if self.next_is("{"):
                start = self.take().start
                self.take()
                self.take("}")
                members.append(self.since(start))
            else:
                members.append(self.take())
                self.choices("member of a set", members[-1])
        if self.next_is("("):
            start = self.take().start
            self.listed_attributes(members, start)
        return members, self.tokens[self.at - 1].end

    def listed_attributes(self, members, open_at):
        attributes, gates = [], []
        while not self.skip(")"):
            start = self.now.start
            if self.next_is("avail"):
                gates.append(self.avail())
            else:
                self.take()
                self.take("=")
                self.skip("-")
                self.take()
                attributes.append(self.text[start:self.since(start).end])
            self.skip(",")
        end = self.tokens[self.at - 1].end
        behind = self.text[open_at:end]
        bare = f" ({', '.join(attributes)})" if attributes else ""
        for i, one in enumerate(members if gates else ()):
            before = self.text[members[0].start:members[i - 1].end] + " " + behind + " | " if i else ""
            after = (" | " + self.text[members[i + 1].start:members[-1].end] + " " + behind
                     if i + 1 < len(members) else "")
            text = self.text[one.start:one.end]
            self.add("avail of a member", text + " " + self.text[gates[0].start:gates[0].end],
                     (members[0].start, end, before + text + bare + after))

    # ---- operands ----

    def alternatives(self):
        """Parses `a | b` and returns its span."""
        spans = self.listed(self.alternative, "|")
        self.drop_each("alternative", spans)
        return Span(spans[0].start, spans[-1].end)

    def lenient(self, rows):
        """Parses `lenient a | b` and similar lines; rows: the name of each list that such a line can extend, and
        its span."""
        while self.next_is("lenient"):
            start = self.take().start
            if self.skip("without"):
                words = self.words()
                self.drop_each("lenient mark", words)
                if len(words) == 1:
                    self.drop("lenient mark", self.since(start))
                continue
            labels = {word.text for word in self.words()}
            if self.tokens[self.at + 1].text == ":":
                labels.add(self.take().text)
            self.skip(":")
            alternatives = self.listed(self.alternative, "|")
            self.drop_each("alternative", alternatives)
            condition = self.condition_text() if self.next_is("if") else ""
            line = self.since(start)
            if len(alternatives) == 1:
                self.drop("alternative", line)
            edits = [edit for label, had, span in rows if not labels or labels & label and condition in ("", had)
                     for one in alternatives for edit in self.among(span, one)]
            self.add("lenient mark", self.text[line.start:line.end], (line.start, line.end, ""), *edits)

    def among(self, span, one):
        """Returns the edits that move the alternative of a lenient line to those of the manual."""
        text = self.text[one.start:one.end]
        inner = Reader.parts(tokens(text)[:-1])
        if text[0] == "{" and inner == [(len(text) - 1, "{")] or text[0] == "[":
            places = [at for at, bracket in Reader.parts(tokens(self.text[span.start:span.end])[:-1]) if bracket == text[0]]
            if places:
                return [(span.start + at, span.start + at, " | " + text[1:-1]) for at in places]
        return [(span.end, span.end, " | " + text)]

    @staticmethod
    def parts(found):
        """Returns the end of each list of alternatives that is directly inside brackets, and the kind of brackets."""
        depth, ends = 0, []
        for token in found:
            if token.text in ("(", "[", "{"):
                depth += 1
                if depth == 1:
                    bracket, is_open = token.text, True
            elif depth == 1 and bracket != "(" and token.text in (",", "*", "]", "}"):
                if is_open:
                    ends.append((token.start, bracket))
                is_open = token.text == ","
            if token.text in (")", "]", "}"):
                depth -= 1
        return ends

    def condition_text(self):
        start = self.take("if").start
        self.condition()
        return " ".join(self.text[start:self.since(start).end].split())

    def in_brackets(self, opened, closed):
        self.take(opened)
        self.qualities()
        start = self.now.start
        self.alternatives()
        inner = self.since(start)
        while not self.next_is(closed):
            if self.skip(","):
                self.qualities()
                self.alternatives()
            else:
                self.length()
        self.take(closed)
        return inner

    def qualities(self):
        while self.next_is("only", "registers"):
            self.drop(self.now.text, self.take())

    def length(self):
        self.take("*")
        depth = 0
        while depth or not self.next_is(")", "}"):
            depth += {"(": 1, ")": -1}.get(self.take().text, 0)

    def alternative(self):
        start = self.now.start
        if self.next_is("!", "-"):
            self.take()
            self.alternative()
        elif self.next_is("["):
            self.in_brackets("[", "]")
        elif self.next_is("{"):
            self.in_brackets("{", "}")
        else:
            name = self.take().text
            if name == "imm" and self.skip("("):
                self.ranges(start, [])
            elif name == "fimm" and self.skip("("):
                self.float_range(start)
            elif name == "var":
                self.take("(")
                spans = []
                while not self.skip(")"):
                    spans.append(self.take())
                self.drop_each("space of a variable", spans)
            elif name == "parts":
                self.take("(")
                self.take()
                self.alternatives()
                self.take(")")
            elif name in ("since", "until"):
                self.take()
                self.in_brackets("(", ")")
            elif self.next_is("("):
                inner = self.in_brackets("(", ")")
                whole = self.since(start)
                if name in WRAPPERS:
                    self.add("wrapper", self.text[start:whole.end],
                             (start, whole.end, self.text[inner.start:inner.end]))
        return self.since(start)

    def ranges(self, imm, spans):
        while True:
            start = self.now.start
            parts = []
            while not self.next_is(",", ")", "avail"):
                parts.append(self.range_part())
            for kind, span in parts:
                if kind and len(parts) > 1:
                    self.drop("part of a range", span)
                elif kind:
                    self.add("part of a range", self.text[imm:span.end + 1], (imm, span.end + 1, "imm"))
            self.avail_opt("avail of a range")
            spans.append(self.since(start))
            if self.take(",", ")").text == ")":
                break
        self.drop_each("range", spans)

    def range_part(self):
        """Returns (None or its kind, span)."""
        start = self.now.start
        word = self.now.text
        if self.skip("pow2", "nonzero", "w32"):
            return word, self.since(start)
        if self.skip("mult"):
            self.take()
            return word, self.since(start)
        self.limits()
        return None, self.since(start)

    def limits(self):
        low = self.integer()
        if self.skip(".."):
            high = self.integer()
            for span, by in ((low, -1), (low, 1), (high, -1), (high, 1)):
                self.move("limit of a range", span, by)
        else:
            for by in (-1, 1):
                self.move("limit of a range", low, by)

    def integer(self):
        start = self.now.start
        self.skip("-")
        self.take()
        return self.since(start)

    def float_range(self, start):
        nonzero = self.skip("nonzero")
        if nonzero:
            self.drop("part of a range", nonzero)
        self.integer()
        if self.next_is(".."):
            self.at -= 1 if self.tokens[self.at - 2].text != "-" else 2
            self.limits()
        self.take(")")
        self.add("range", self.text[start:self.since(start).end], (start, self.since(start).end, "fimm"))

    def operands(self):
        """Returns its operands as lenient() expects them."""
        rows = []
        while True:
            self.operand(rows)
            if not self.skip(","):
                return rows

    def operand(self, rows):
        start = self.now.start
        if self.skip("["):
            rows += self.operands()
            self.take("]")
            name = span = None
        elif self.next_is("{"):
            opened = self.take()
            name = self.take().text
            self.take(":")
            span = self.alternatives()
            closed = self.take("}")
            self.add("optional operand made mandatory", self.text[start:closed.end],
                     (opened.start, opened.end, ""), (closed.start, closed.end, ""))
        else:
            name = self.take().text
            if not self.skip(":"):
                return
            span = self.alternatives()
        condition = ""
        if self.next_is("if"):
            at = self.now.start
            condition = self.condition_text()
            self.add("condition of an operand", self.text[start:self.since(start).end],
                     (at, self.since(at).end, ""))
        if name:
            rows.append(({name}, condition, span))

    # ---- conditions ----

    def condition(self):
        """Parses the alternatives, each of which is a list of joined terms."""
        parts = [self.conjunction()]
        while self.skip("|"):
            parts.append(self.conjunction())
        return parts

    def conjunction(self):
        return self.listed(self.primary, "&")

    def primary(self):
        start = self.now.start
        if self.skip("!"):
            self.primary()
        elif self.now.kind == "word":
            self.take()
            if self.skip("before"):
                self.take()
            elif self.skip("=", "!="):
                self.words()
        elif self.skip("("):
            depth = 1
            while depth:
                depth += {"(": 1, ")": -1}.get(self.take().text, 0)
            self.rest_of_sum()
        elif self.next_is("target"):
            self.take()
            self.take("(")
            self.references()
            self.take(")")
        else:
            self.factor()
            if self.skip(":"):
                self.take()
            elif self.skip("="):
                self.numbers()
            self.rest_of_sum()
        return self.since(start)

    def numbers(self):
        """Parses `8..256/8 300 "BF16"`."""
        while self.now.kind in ("number", "string"):
            self.take()
            if self.skip("..", "/"):
                continue

    def factor(self):
        self.take()
        if self.skip("("):
            self.take()
            self.take(")")

    def rest_of_sum(self):
        while self.skip("+", "-", "*", "/", "<=", ">=", "=="):
            self.factor()

    # ---- rules ----

    def rule(self):
        start = self.take("rule", "warn").start
        self.take()
        self.texts()
        if self.skip("when"):
            self.condition()
        if self.next_is("avail"):
            self.avail()
        else:
            how = self.take("require", "forbid").text
            parts = self.condition()
            if how == "require" and len(parts) == 1:
                self.drop_each("part of a rule", parts[0])
            elif how == "forbid":
                self.drop_each("part of a rule", [Span(p[0].start, p[-1].end) for p in parts])
        return self.since(start)

    def ruleset(self):
        start = self.take("ruleset").start
        name = self.take().text
        rules = []
        while not self.skip("end"):
            if self.next_is("ignored", "refused"):
                self.word_row()
            else:
                rules.append(self.rule())
        if len(rules) == 1:
            self.lonely.append((name, rules[0], self.since(start), len(self.items)))
        else:
            for rule in rules:
                self.drop("rule", rule)

    # ---- instructions ----

    def called(self):
        start = self.take("called").start
        self.take()
        while self.now.kind == "word" or self.next_is("|", ":"):
            self.take()
        if self.skip("deduced"):
            while self.now.kind == "name" and self.now.text not in ITEMS | {"when"}:
                self.take()
        if self.skip("when"):
            self.condition()
        self.drop("called", self.since(start))

    def insn(self):
        start = self.take("insn").start
        self.take()
        forms = []
        while not self.skip("end"):
            item = self.now.text
            at = self.now.start
            if self.now.kind == "string" or item in ("manual", "example", "+"):
                self.take()
            elif item == "avail":
                self.drop("avail of an instruction", self.avail(), "avail 1.0")
            elif item in ("ignored", "refused"):
                self.word_row()
            elif item in ("distinct", "layout", "writes", "updates"):
                self.dropped_row(item)
            elif item in ("effect", "generic", "moves"):
                self.take()
                while self.now.kind == "name" and self.now.text not in ITEMS | {"when"}:
                    self.take()
                if self.skip("when"):
                    self.condition()
                self.drop(item, self.since(at))
            elif item == "event":
                self.event()
            elif item in ("does", "named", "implied"):
                self.take()
                if item != "implied":
                    self.take()
                else:
                    self.words()
                self.drop(item, self.since(at))
            elif item == "called":
                self.called()
            elif item == "loose":
                self.take()
                self.drop(item, self.since(at))
            elif item == "never":
                self.take()
                self.take("after")
                self.take()
                self.drop(item, self.since(at))
            elif item == "lowered":
                self.lowered()
            elif item == "set":
                self.set()
            elif item == "form":
                forms.append(self.form())
            elif item == "use":
                self.take()
                name = self.take().text
                self.uses[name].append(self.since(at))
                self.drop("use of rules", self.since(at))
            else:
                self.drop("rule", self.rule())
        if len(forms) > 1:
            for form in forms:
                self.drop("form", form)
        self.drop("instruction", self.since(start))

    def event(self):
        start = self.take("event").start
        self.take()
        given = []
        while self.now.kind == "name" and self.tokens[self.at + 1].text == "=":
            given.append(self.event_argument())
        if self.next_is("when"):
            when = self.take().start
            self.condition()
            self.drop("condition of an event", self.since(when))
        for argument in given:
            self.drop("argument of an event", argument)
        self.drop("event", self.since(start))

    def event_argument(self):
        start = self.take().start
        self.take("=")
        if self.next_is("("):
            self.factor_in_brackets()
        else:
            self.take()
            if self.skip("|"):
                self.take()
        return self.since(start)

    def factor_in_brackets(self):
        depth = 0
        while True:
            depth += {"(": 1, ")": -1}.get(self.take().text, 0)
            if not depth:
                return

    def lowered(self):
        start = self.take("lowered").start
        if self.next_is("whole"):
            whole = self.take().start
            self.drop("whole of lowered", self.since(whole))
        if self.next_is("when"):
            when = self.take().start
            self.condition()
            self.drop("condition of lowered", self.since(when))
        self.drop("lowered", self.since(start))

    def form(self):
        start = self.take("form").start
        if self.now.kind == "name":
            self.take()
        while not self.skip(":"):
            self.qualifier()
        self.lenient([] if self.skip("none") else self.operands())
        return self.since(start)

    def qualifier(self):
        start = self.now.start
        if self.skip("<"):
            self.ordered(start)
            self.make_optional(self.since(start))
        elif self.skip("{"):
            self.optional(start)
        else:
            self.qualifier_word()
            self.make_optional(self.since(start))

    def make_optional(self, span):
        text = self.text[span.start:span.end]
        self.add("mandatory slot made optional", text, (span.start, span.end, "{" + text + "}"))

    def qualifier_word(self):
        start = self.take().start
        if self.skip("as"):
            self.take()
        if self.next_is("("):
            opened = self.take().start
            self.avail()
            self.take(")")
            self.add("avail of a slot", self.text[start:self.since(start).end],
                     (opened, self.since(start).end, ""))
        return self.since(start)

    def ordered(self, start):
        words = []
        while not self.next_is(">"):
            words.append(self.qualifier_word())
        closed = self.take(">")
        self.add("order", self.text[start:closed.end], (start, start + 1, ""), (closed.start, closed.end, ""))

    def optional(self, start):
        words = []
        if self.next_is("repeat"):
            self.drop("repeat", self.take())
        if self.next_is("<"):
            self.ordered(self.take().start)
        while not self.skip("}"):
            words.append(self.qualifier_word())
        closed = self.tokens[self.at - 1].end
        gate = ""
        if self.skip("("):
            self.avail()
            self.take(")")
            gate = self.text[closed:self.since(start).end]
            self.add("avail of a slot", self.text[start:self.since(start).end],
                     (closed, self.since(start).end, ""))
        whole = self.since(start)
        self.drop("optional slot", whole)
        if len(words) > 1:
            alone = " ".join("{" + self.text[w.start:w.end] + "}" + gate for w in words)
            self.add("together", self.text[start:whole.end], (start, whole.end, alone))

    # ---- versions, targets, types, words ----

    def versions(self):
        self.take("versions")
        spans = []
        while self.now.kind == "number":
            start = self.take().start
            if self.skip(".."):
                self.take()
            spans.append(self.since(start))
        self.drop_each("versions", spans)

    def toolkit(self):
        start = self.take("toolkit").start
        self.take()
        self.take("ptx")
        self.take()
        at = self.now.start
        if self.skip("ascii"): self.drop("ascii", self.since(at))
        self.drop("toolkit", self.since(start))

    def target(self):
        start = self.take("target").start
        names = []
        while self.now.text != "ptx":
            names.append(self.take())
        version = self.take("ptx").start
        self.take()
        self.add("version of a target", self.text[start:self.since(start).end],
                 (version, self.since(start).end, "ptx 1.0"))
        for word in ("initially", "family", "toolkit", "until"):
            if self.next_is(word):
                at = self.take().start
                self.take()
                self.add(word + " of a target", self.text[start:self.since(start).end],
                         (at, self.since(at).end, "toolkit 12.3" if word == "toolkit" else ""))
        if len(names) > 1:
            self.drop_each("target", names)
        else:
            self.drop("target", self.since(start))

    def targets(self):
        self.take("targets")
        self.take()
        self.take("=")
        spans = self.references()
        self.drop_each("member of targets", spans)
        for span in spans:
            if self.text[span.end - 1] == "+":
                self.add("'+' of targets", self.text[span.start:span.end], (span.end - 1, span.end, ""))

    def type(self):
        start = self.take("type").start
        self.take()
        self.take("width")
        self.take()
        self.take()
        while self.next_is("reg", "var"):
            self.drop("flag of a type", self.take())
        self.avail_opt("avail of a type")
        self.drop("type", self.since(start))

    def registers(self):
        self.take("registers")
        self.take()
        self.texts()
        self.take("=")
        self.drop_each("type of registers", self.words())

    def special(self):
        start = self.take("special").start
        name = self.take()
        self.take()
        if self.next_is("vector"):
            self.drop("vector of a special register", self.take())
        if self.next_is("narrow"):
            self.drop("narrow of a special register", self.take())
        if self.next_is("holds"):
            start_of_holds = self.take().start
            self.take()
            self.drop("holds of a special register", self.since(start_of_holds))
        self.avail_opt("avail of a special register")
        self.texts()
        self.choices("special register", name)
        self.drop("special register", self.since(start))

    def directive(self):
        start = self.take("directive").start
        words = self.words()
        while self.now.text in DIRECTIVE_ITEMS:
            self.directive_item()
        self.avail_opt("avail of a directive")
        if len(words) > 1:
            self.drop_each("directive", words)
        else:
            self.drop("directive", self.since(start))

    def directive_item(self):
        """Parses `values 1..3`, `most 11`, `never after WORDS`, `once`."""
        start = self.now.start
        item = self.take().text
        if item == "never":
            self.take("after")
        while self.now.kind in ("word", "number") or self.next_is(".."):
            self.take()
        self.drop(item + " of a directive", self.since(start))

    def word_row(self):
        """Parses known, ignored, refused, repeat, uniform, class, closed."""
        start = self.now.start
        kind = self.take().text
        if kind in ("closed", "uniform"):
            self.take()
        if self.skip("once") or kind == "class":
            self.take()
            self.take("=")
        words = self.words()
        if self.next_is("release"):
            at = self.take().start
            self.take(">=")
            self.take()
            self.drop("release of " + kind, self.since(at))
        if self.next_is("most"):
            at = self.take().start
            self.take()
            self.drop("most of " + kind, self.since(at))
        if kind not in ("class", "uniform") and len(words) > 1:
            self.drop_each(kind, words)
            for word in words:
                self.choices(kind, word)
        else:
            self.drop(kind, self.since(start))

    def dropped_row(self, item):
        """Parses `distinct N`, `layout OPERANDS = NAME` of an instruction."""
        start = self.take().start
        while self.now.kind in ("name", "number") and self.now.text not in ITEMS or self.next_is("="):
            self.take()
        self.drop(item, self.since(start))

    def layout(self):
        self.take("layout")
        while not self.skip("end"):
            start = self.now.start
            if self.next_is("rule"):
                self.drop("rule", self.rule())
            elif self.next_is("reserved"):
                self.take()
                self.numbers()
                self.add("reserved", self.text[start:self.since(start).end], (start, start + 8, "unused"))
                if self.next_is("="):
                    equals = self.take().start
                    self.take()
                    edits = (start, start + 8, "unused"), (equals, self.since(start).end, "")
                    self.mutants[-1] = self.mutants[-1]._replace(edits=edits)
            elif self.next_is("values"):
                self.values()
            else:
                self.take()
                if self.next_is("times"):
                    times = self.take().start
                    self.take()
                    self.drop("times of a field", self.since(times))

    def values(self):
        start = self.take("values").start
        self.listed(self.value, ",")
        if self.skip("when"):
            self.condition()
        self.drop("values", self.since(start))

    def value(self):
        start = self.take().start
        self.take()
        return self.since(start)

    def names(self):
        """Parses tag, silent, spelled, signed: how emit names a word."""
        start = self.now.start
        if self.take().text == "tag":
            self.take()
        while self.now.text not in ITEMS and self.now.kind != "end":
            self.take()
        self.drop("name in C++", self.since(start))

    def means(self):
        """Skips documentation, from which nothing is removed."""
        self.take("means", "misnamed")
        while self.now.text not in ITEMS and self.now.kind != "end":
            self.take()

    def purpose(self):
        """Skips documentation; `set` among its names is an instruction."""
        while self.now.kind != "string":
            self.take()
        while self.now.text not in ITEMS and self.now.kind != "end":
            self.take()

    def event_kinds(self):
        """Parses event, argument: the parts of the events of instructions."""
        self.take("event", "argument")
        while not self.next_is("event", "argument") and self.now.kind != "end":
            self.take()

    def operand_kind(self):
        self.take("operand")
        self.take()
        self.texts()
        if self.skip("by"):
            self.lenient(self.listed(self.choice_by_word, ","))
            return
        self.take("=")
        self.lenient([(set(), "", self.alternatives())])

    def choice_by_word(self):
        words = {word.text for word in self.words()}
        self.take(":")
        return words, "", self.alternatives()

    def operand_list(self):
        self.take("operands")
        self.take()
        self.take("=")
        self.lenient(self.operands())

    def drop_lonely(self):
        """A ruleset cannot be empty: if its only rule is removed, the ruleset is also removed."""
        for name, rule, whole, item in self.lonely:
            edits = [(whole.start, whole.end, "")] + [(u.start, u.end, "") for u in self.uses[name]]
            line = self.text.count("\n", 0, rule.start) + 1
            what = " ".join(self.text[rule.start:rule.end].split())
            self.mutants.append(Mutant(self.name, line, "rule", f"{name}: {what}", tuple(edits), item))

    def read(self):
        words = dict.fromkeys(("class", "known", "ignored", "repeat", "unreserved", "uniform", "closed", "converged"),
                              self.word_row)
        readers = dict(words, insn=self.insn, ruleset=self.ruleset, set=self.set,
                       operand=self.operand_kind, operands=self.operand_list, versions=self.versions,
                       toolkit=self.toolkit, target=self.target, targets=self.targets, type=self.type,
                       registers=self.registers, special=self.special, directive=self.directive, layout=self.layout,
                       tag=self.names, silent=self.names, spelled=self.names,
                       signed=self.names, means=self.means, purpose=self.purpose, misnamed=self.means, event=self.event_kinds, argument=self.event_kinds)
        while self.now.kind != "end":
            if self.now.text not in readers:
                self.take(*sorted(readers))
            first, self.owner = self.at, self.tokens[self.at + 1].text
            readers[self.now.text]()
            words = {t.text for t in self.tokens[first + 2:self.at] if t.kind in ("name", "word")}
            self.items.append(Item(self.tokens[first].text, self.owner, words))


def apply(text, edits):
    for start, end, instead in sorted(edits, reverse=True):
        text = text[:start] + instead + text[end:]
    return text


def of_files(paths):
    """Returns the mutants of the tables in these files."""
    readers = []
    for path in sorted(paths):
        with open(path, encoding="utf-8") as f:
            readers.append(Reader(os.path.basename(path), f.read()))
        readers[-1].read()
        readers[-1].drop_lonely()
    users = Users([item for reader in readers for item in reader.items])
    for reader in readers:
        # The words in the name of a loose instruction may be separated by other words.
        found = [m._replace(about=None if m.kind == "loose" else users.instructions(reader.items[m.about]))
                 for m in reader.mutants]
        yield from numbered(sorted(found, key=lambda m: m.line))


class Users:
    """Finds which instructions use an item by its name. It may find too many, because two items can share a name."""

    def __init__(self, items):
        self.users = collections.defaultdict(list)  # name -> items that mention it
        self.known = {}
        for item in items:
            for word in item.words:
                self.users[word].append(item)

    def instructions(self, item):
        if item.keyword == "insn":
            return frozenset([item.name])
        if item.keyword not in USED:
            return None
        if item.name not in self.known:
            self.known[item.name] = frozenset()  # for items that use themselves
            parts = [self.instructions(user) for user in self.users[item.name]]
            self.known[item.name] = None if None in parts else frozenset().union(*parts)
        return self.known[item.name]


def numbered(found):
    """Distinguishes mutants that differ only in their line number, because lines move."""
    seen = collections.Counter()
    for mutant in found:
        seen[mutant.kind, mutant.what] += 1
        n = seen[mutant.kind, mutant.what]
        yield mutant._replace(what=f"{mutant.what} ({n})") if n > 1 else mutant
