#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the manual pages and the shell completions from what the program prints with --help.
manual.py PROGRAM FOLDER: writes FOLDER/man1/ptxcheck*.1 and FOLDER/ptxcheck.bash, _ptxcheck and ptxcheck.fish."""

import os
import re
import subprocess
import sys

COMMANDS = ("emit", "emit --kernels", "explain", "explain-log", "format", "isa", "lsp", "matrix", "pp", "ptxas", "rehearse",
            "tensormap", "decode", "encode", "decode tensormap", "encode tensormap")
COLUMN = 23  # of the descriptions of options


def printed(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout


class Option:
    """An option with its spellings, its value and its description."""

    def __init__(self, head, text):
        self.head, self.text = head, text
        self.names = re.findall(r"(?:^|, )(-[-\w]+)", head)
        self.value = (re.findall(r"[= ]([A-Z][A-Z,.]*)", head) or [""])[0]

    def choices(self):
        """Returns the values that the description lists: "text (default), json or github"."""
        plain = re.sub(r" ?\([^)]*\)", "", self.text)
        found = re.match(r"([\w+:-]+(?:, [\w+:-]+)*),? or ([\w+:-]+)", plain)
        return found.group(1).split(", ") + [found.group(2)] if found and self.value else []


class Page:
    """What --help says of one command, as blocks: ("text", TEXT), ("code", LINES), ("options", OPTIONS), ("head", TEXT)."""

    def __init__(self, command, text):
        self.command = command
        self.blocks = []
        for paragraph in text.strip("\n").split("\n\n"):
            lines = paragraph.split("\n")
            if re.fullmatch(r"[A-Z][^:]*:", lines[0]):
                self.blocks.append(("head", lines.pop(0)[:-1]))
            status = re.match(r"Exit status: ?", " ".join(lines))
            if status:
                self.blocks += [("head", "Exit status"), ("text", " ".join(lines)[status.end():])]
            elif lines and lines[0].startswith("  -") and self.last_head() != "Examples":
                self.blocks.append(("options", list(self.options_of(lines))))
            elif lines:
                self.blocks.append(("code", lines) if lines[0].startswith("  ") else ("text", "\n".join(lines)))

    def last_head(self):
        return next((content for kind, content in reversed(self.blocks) if kind == "head"), "")

    @staticmethod
    def options_of(lines):
        """Yields the options of lines; a description may begin on the line after its option."""
        head, text = None, []
        for line in lines:
            if line.startswith("  -"):
                if head:
                    yield Option(head, " ".join(text))
                cut = re.match(r"  (.*?)(?:  +(.*)|: (.*)|)$" if line[COLUMN - 1:COLUMN] != " " else r"  (.{%d}) (.*)$" % (COLUMN - 3), line)
                head, text = cut.group(1).strip(), [next((g for g in cut.groups()[1:] if g), "")]
            else:
                text.append(line.strip())
        yield Option(head, " ".join(text))

    def options(self):
        return [option for kind, content in self.blocks if kind == "options" for option in content]

    def summary(self, usage):
        """Returns what the command does, in a few words: its own first sentence, or what the main page says."""
        kind, content = self.blocks[0]
        if kind != "text":
            return next((text for words, text in usage if words.startswith(f"ptxcheck {self.command.split()[0]} ")), "")
        for line in content.split("\n"):
            if line.startswith(self.title()):
                return line[len(self.title()):]
        sentence = re.split(r"[.:](?:\s|$)", content.replace("\n", " "))[0]
        return sentence if sentence[1:2].isupper() else sentence[:1].lower() + sentence[1:]

    def title(self):
        return f"ptxcheck {self.command}".strip() + " - "


def usage_of(page):
    """Returns the lines "ptxcheck decode LAYOUT VALUE    print the fields of a descriptor" in two parts."""
    lines = [line for kind, content in page.blocks if kind == "code" for line in content]
    pairs = [re.split(r"  +", line.strip(), maxsplit=1) for line in lines]
    return [pair for pair in pairs if len(pair) == 2 and not pair[1].startswith("see ")]


# ---- manual pages ----

def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def man_name(command):
    return "-".join(["ptxcheck", *command.replace("--", "").split()])


def paragraph(out):
    """Returns the macro that begins a paragraph, unless a heading has begun one."""
    return [] if out[-1].startswith(".SH") else [".PP"]


def man_page(page, pages, version, usage):
    summary = page.summary(usage)
    out = [f'.TH {man_name(page.command).upper()} 1 "" "ptxcheck {version}" "ptxcheck"', ".SH NAME",
           f"{man_name(page.command)} \\- {escaped(summary)}"]
    usage_lines = [line.strip() for line in block_after(page, "Usage")]
    if usage_lines:
        out += [".SH SYNOPSIS", ".nf", *map(escaped, usage_lines), ".fi"]
    out.append(".SH DESCRIPTION")
    for kind, content in page.blocks:
        if kind == "head" and content != "Usage":
            out.append(f".SH {content.upper()}")
        elif kind == "text" and not content.startswith(page.title()):
            out += [*paragraph(out), escaped(content)]
        elif kind == "code" and [line.strip() for line in content] != usage_lines:
            out += [*paragraph(out), ".nf", *map(escaped, content), ".fi"]
        elif kind == "options":
            for option in content:
                out += [".TP", f".B {escaped(option.head)}", escaped(option.text)]
    others = ", ".join(f".BR {man_name(p.command)} (1)" for p in pages if p is not page)
    return "\n".join(out + [".SH SEE ALSO", others.replace(", ", " ,\n")]) + "\n"


def block_after(page, head):
    return next((content for (kind, name), (next_kind, content) in zip(page.blocks, page.blocks[1:])
                 if kind == "head" and name == head and next_kind == "code"), [])


# ---- completions ----

class Words:
    """Which words complete a value: lists that the tables of the program hold."""

    def __init__(self, program):
        details = dict(line.split(": ", 1) for line in printed(program, "--version", "--verbose").split("\n") if ": " in line)
        self.lists = {"ARCH": details["targets"].split(), "SM": details["targets"].split(),
                      "RELEASE": details["ptxas releases"].split()}
        rows = re.findall(r"^(ptx-\d+)\s+(\S+)\s+(\S+)", printed(program, "explain", "--list"), re.MULTILINE)
        self.codes = [word for code, _, name in rows for word in (code, name)]
        self.warnings = [name for _, severity, name in rows if severity == "warning"]

    def of(self, option):
        return option.choices() or self.lists.get(option.value.split(",")[0], [])


def long_options(page):
    return [(name, option) for option in page.options() for name in option.names]


# Words after a command that are not files.
def operands(words):
    return {"explain": words.codes, "isa": ["list", "show", "example", "page", "pages"]}


def first_words(pages):
    return sorted({p.command.split()[0] for p in pages if p.command})


def by_command(pages):
    """Returns the options of each first word: those of `emit` and `emit --kernels` together."""
    merged = {}
    for page in pages:
        entries = merged.setdefault(page.command.split()[0] if page.command else "", {})
        for name, option in long_options(page):
            entries.setdefault(name, option)
    shared = {n: o for n, o in merged[""].items()}
    for command in ("emit", "pp", "explain-log", "ptxas"):  # they take the options of a check
        merged[command] = {**shared, **merged[command]}
    return merged


def bash(pages, words):
    cases, values = [], []
    for command, options in by_command(pages).items():
        names = " ".join(n + ("=" if o.value and n.startswith("--") else "") for n, o in options.items())
        cases.append(f"    {command or chr(39) * 2}) options='{names}' ;;")
        values += [f"    '{command} {n}') words='{' '.join(words.of(o))}' ;;" for n, o in options.items() if words.of(o)]
    more = [f"    {c}) words='{' '.join(w)}' ;;" for c, w in operands(words).items()]
    return f"""# Completion of ptxcheck for bash, generated by tools/manual.py.
_ptxcheck_options() {{
    case $1 in
{chr(10).join(cases)}
    esac
}}
_ptxcheck_values() {{
    case "$1 $2" in
{chr(10).join(values)}
    esac
}}
_ptxcheck_operands() {{
    case $1 in
{chr(10).join(more)}
    esac
}}
_ptxcheck() {{
    local options= words= command= commands='{' '.join(first_words(pages))}'
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}
    [[ $COMP_CWORD -gt 1 && " $commands " == *" ${{COMP_WORDS[1]}} "* ]] && command=${{COMP_WORDS[1]}}
    # bash splits --arch=sm at the sign
    if [[ $word == = ]]; then word= ; elif [[ $before == = ]]; then before=${{COMP_WORDS[COMP_CWORD - 2]}}; fi
    _ptxcheck_values "$command" "$before"
    if [[ -z $words && $word == -* ]]; then
        _ptxcheck_options "$command"
        words=$options
        [[ $word == -W* ]] && words='-Wall -Werror -Wrehearse {' '.join('-W' + name for name in words.warnings)}'
    elif [[ -z $words ]]; then
        _ptxcheck_operands "$command"
        [[ $COMP_CWORD -eq 1 ]] && words=$commands
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    [[ ${{COMPREPLY[0]}} == *= ]] && compopt -o nospace 2> /dev/null
    return 0
}}
complete -o default -F _ptxcheck ptxcheck
"""


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh(pages, words):
    def spec(name, option):
        text = re.sub(r"([\[\]:\\])", r"\\\1", option.text)
        choices = words.of(option)
        action = f"({' '.join(choices)})" if choices else "_files"
        sign = ("=" if name.startswith("--") else "+") if option.value else ""
        return quoted(f"{name}{sign}[{text}]" + (f":{option.value}:{action}" if option.value else ""))

    cases = []
    for command, options in by_command(pages).items():
        specs = " ".join(spec(n, o) for n, o in options.items() if n != "-W")
        operand = operands(words).get(command)
        rest = quoted("*:word:(" + " ".join(operand) + ")") if operand else "'*:file:_files'"
        cases.append(f"    {command or chr(39) * 2}) _arguments {specs} {rest} ;;")
    return f"""#compdef ptxcheck
# Completion of ptxcheck for zsh, generated by tools/manual.py.
_ptxcheck() {{
    local -a commands=({' '.join(first_words(pages))})
    local command=
    if (( CURRENT > 2 && $commands[(Ie)$words[2]] )); then
        command=$words[2]
        shift words
        (( CURRENT-- ))
    elif (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
        compadd -a commands
    fi
    case $command in
{chr(10).join(cases)}
    esac
}}
if [[ $funcstack[1] == _ptxcheck ]]; then _ptxcheck "$@"; else compdef _ptxcheck ptxcheck; fi
"""


def fish(pages, words, usage):
    out = ["# Completion of ptxcheck for fish, generated by tools/manual.py.",
           f"set -l commands {' '.join(first_words(pages))}"]
    summaries = {}
    for page in pages:
        if page.command:
            summaries.setdefault(page.command.split()[0], page.summary(usage))
    for command, text in summaries.items():
        out.append(f"complete -c ptxcheck -n __fish_use_subcommand -a {command} -d {quoted(text)}")
    for command, options in by_command(pages).items():
        when = f"'__fish_seen_subcommand_from {command}'" if command else "'not __fish_seen_subcommand_from '\"$commands\""
        for name, option in options.items():
            spelled = f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" if len(name) == 2 else f"-o {name[1:]}"
            choices = words.of(option)
            value = f" -x -a {quoted(' '.join(choices))}" if choices else " -r" if option.value else ""
            out.append(f"complete -c ptxcheck -n {when} {spelled}{value} -d {quoted(option.text)}")
        if command in operands(words):
            out.append(f"complete -c ptxcheck -n {when} -f -a {quoted(' '.join(operands(words)[command]))}")
    return "\n".join(out) + "\n"


def main(program, folder):
    version = printed(program, "--version").split()[1]
    pages = [Page(command, printed(program, *command.split(), "--help")) for command in ("", *COMMANDS)]
    usage = usage_of(pages[0])
    words = Words(program)
    os.makedirs(os.path.join(folder, "man1"), exist_ok=True)
    files = {f"man1/{man_name(page.command)}.1": man_page(page, pages, version, usage) for page in pages}
    files["man1/ptxas-checked.1"] = ".so man1/ptxcheck-ptxas.1\n"
    files.update({"ptxcheck.bash": bash(pages, words), "_ptxcheck": zsh(pages, words), "ptxcheck.fish": fish(pages, words, usage)})
    for name, text in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
            out.write(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
