# SPDX-License-Identifier: Apache-2.0
# docs/diagnostics/ptx-NNN.md -> the C data of src/program/text/pages.h:
#   LC_ALL=C awk -f tools/pages.awk docs/diagnostics/ptx-*.md > build/gen/pages.c
# A page begins with `# ptx-NNN NAME`, an empty line, and `**SEVERITY**: SUMMARY` of one sentence.

function fail(message) {
    print FILENAME ":" FNR ": error: " message > "/dev/stderr"
    failed = 1
    exit 1
}

function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/"/, "\\\"", text)
    gsub(/\?/, "\\?", text)
    return "\"" text "\""
}

function finish_page() {
    if (pages) print "},"
}

BEGIN {
    print "/* Made by tools/pages.awk from docs/diagnostics. */"
    print "#include \"program/text/pages.h\""
    print ""
    print "const struct page pages[] = {"
}

FNR == 1 {
    finish_page()
    pages++
    if (NF != 3 || $1 != "#" || $2 !~ /^ptx-[1-9][0-9][0-9]$/) fail("expected '**error**: SUMMARY', warning or note for error, and no full stop")
    if (FILENAME !~ ("(^|/)" $2 "\\.md$")) fail("the file is not named " $2 ".md")
    print "{" substr($2, 5) ", " quoted($3) ","
    title = $0
    next
}

FNR == 2 {
    if ($0 != "") fail("expected '**error**: SUMMARY', warning or note for error, and no full stop")
    next
}

FNR == 3 {
    if ($0 !~ /^\*\*(error|warning|note)\*\*: .*[^.]$/)
        fail("expected '**error**: SUMMARY', warning or note for error, and no full stop")
    summary = $0
    sub(/^[^:]*: /, "", summary)
    print quoted(summary) ","
    print quoted(title) "\"\\n\\n\""
}

{ print quoted($0) "\"\\n\"" }

END {
    if (failed) exit 1
    finish_page()
    if (!pages) print "{0, \"\", \"\", \"\"}"
    print "};"
    print "const size_t page_count = " pages + 0 ";"
}
