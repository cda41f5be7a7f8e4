/* SPDX-License-Identifier: Apache-2.0
 * The lexer of the table language: docs/tables.md. */
#include "isagen.h"
#include "isa.tab.h"
#include <errno.h>

static const struct {
    const char *name;
    int token;
} keywords[] = {
    {"versions", TOK_VERSIONS}, {"toolkit", TOK_TOOLKIT}, {"ascii", TOK_ASCII},   {"target", TOK_TARGET},
    {"targets", TOK_TARGETS},   {"type", TOK_TYPE},         {"registers", TOK_REGISTERS},
    {"special", TOK_SPECIAL},   {"set", TOK_SET},           {"default", TOK_DEFAULT},
    {"operand", TOK_OPERAND},   {"operands", TOK_OPERANDS}, {"class", TOK_CLASS},
    {"ignored", TOK_IGNORED},   {"once", TOK_ONCE},         {"repeat", TOK_REPEAT},
    {"closed", TOK_CLOSED},     {"misnamed", TOK_MISNAMED},     {"ruleset", TOK_RULESET},   {"insn", TOK_INSN},
    {"end", TOK_END_BLOCK},     {"manual", TOK_MANUAL},     {"avail", TOK_AVAIL},
    {"lowered", TOK_LOWERED},   {"form", TOK_FORM},         {"none", TOK_NONE},
    {"use", TOK_USE},           {"by", TOK_BY},           {"as", TOK_AS},             {"if", TOK_IF},
    {"rule", TOK_RULE},         {"warn", TOK_WARN},         {"when", TOK_WHEN},
    {"require", TOK_REQUIRE},   {"forbid", TOK_FORBID},     {"release", TOK_RELEASE},
    {"imm", TOK_IMM},           {"fimm", TOK_FIMM},         {"var", TOK_VAR},
    {"pair", TOK_PAIR},         {"offset", TOK_OFFSET},     {"bare", TOK_BARE},         {"unified", TOK_UNIFIED},
    {"index", TOK_INDEX},       {"later", TOK_LATER},
    {"beside", TOK_BESIDE},     {"parsed", TOK_PARSED}, {"since", TOK_SINCE}, {"usual", TOK_USUAL}, {"parts", TOK_PARTS},
    {"unlowered", TOK_UNLOWERED}, {"whole", TOK_WHOLE},     {"param", TOK_PARAM},
    {"function", TOK_FUNCTION}, {"label", TOK_LABEL}, {"arguments", TOK_ARGUMENTS}, {"branches", TOK_BRANCHES}, {"callees", TOK_CALLEES},       {"mult", TOK_MULT},         {"pow2", TOK_POW2},
    {"nonzero", TOK_NONZERO},   {"w32", TOK_W32},           {"ptx", TOK_PTX},
    {"family", TOK_FAMILY},     {"width", TOK_WIDTH},       {"reg", TOK_REG},
    {"vector", TOK_VECTOR},     {"until", TOK_UNTIL},
    {"directive", TOK_DIRECTIVE}, {"tunes", TOK_TUNES},
    {"excludes", TOK_EXCLUDES}, {"needs", TOK_NEEDS}, {"known", TOK_KNOWN},     {"only", TOK_ONLY},     {"unbounded", TOK_UNBOUNDED},
    {"before", TOK_BEFORE},     {"guarded", TOK_GUARDED},   {"independent", TOK_INDEPENDENT},   {"narrow", TOK_NARROW}, {"holds", TOK_HOLDS},     {"version", TOK_VERSION},   {"refused", TOK_REFUSED},
    {"most", TOK_MOST},         {"uniform", TOK_UNIFORM},   {"layout", TOK_LAYOUT},
    {"field", TOK_FIELD},       {"reserved", TOK_RESERVED}, {"unused", TOK_UNUSED},
    {"times", TOK_TIMES},       {"for", TOK_FOR},           {"values", TOK_VALUES},
    {"distinct", TOK_DISTINCT},   {"converged", TOK_CONVERGED}, {"never", TOK_NEVER}, {"after", TOK_AFTER},
    {"does", TOK_DOES},           {"effect", TOK_EFFECT},       {"writes", TOK_WRITES},       {"updates", TOK_UPDATES},
    {"tag", TOK_TAG},             {"silent", TOK_SILENT},
    {"spelled", TOK_SPELLED},     {"generic", TOK_GENERIC},     {"moves", TOK_MOVES},       {"initially", TOK_EARLY},     {"signed", TOK_SIGNED},
    {"named", TOK_NAMED},         {"called", TOK_CALLED}, {"deduced", TOK_DEDUCED},         {"implied", TOK_IMPLIED},
    {"example", TOK_EXAMPLE},     {"means", TOK_MEANS}, {"purpose", TOK_PURPOSE},
    {"lenient", TOK_LENIENT},       {"without", TOK_WITHOUT},
    {"unwrapped", TOK_UNWRAPPED}, {"loose", TOK_LOOSE}, {"event", TOK_EVENT}, {"argument", TOK_ARGUMENT}, {"unreserved", TOK_UNRESERVED}, {"kernel", TOK_KERNEL}};

static int keyword(const char *s, size_t n) {
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strlen(keywords[i].name) == n && !memcmp(keywords[i].name, s, n))
            return keywords[i].token;
    return TOK_NAME;
}

bool is_keyword(const char *name) { return keyword(name, strlen(name)) != TOK_NAME; }

static struct place place_of(struct source *in, const char *start) {
    return (struct place){in->name, in->line, (int)(start - in->line_start) + 1};
}

static void end_line(struct source *in, const char *end) {
    if (end - in->line_start > ISAGEN_MOST_COLUMNS)
        fail_at((struct place){in->name, in->line, ISAGEN_MOST_COLUMNS + 1},
                "the line has more than %d columns", ISAGEN_MOST_COLUMNS);
    in->line++;
    in->line_start = in->cursor;
}

static int64_t integer(struct place at, const char *s) {
    errno = 0;
    int64_t number = strtoll(s, NULL, 10);
    if (errno) fail_at(at, "the number is too large");
    return number;
}

int isa_lex(ISA_STYPE *value, struct place *at, struct source *in) {
    const char *start, *YYMARKER;
#define TEXT(from, to) (value->text = save_text(from, (size_t)((to) - (from))))
next:
    start = in->cursor;
    *at = place_of(in, start);
    working_at(*at);
    /*!re2c
    re2c:define:YYCTYPE = "unsigned char";
    re2c:yych:conversion = 1;
    re2c:define:YYCURSOR = in->cursor;
    re2c:define:YYLIMIT = in->limit;
    re2c:yyfill:enable = 0;
    re2c:eof = 0;

    letter  = [A-Za-z0-9_];
    name    = [A-Za-z_] letter* ("-" letter+)*;
    choice  = "[" [^\]\x00\n]* "]";
    word    = "." (letter | "::" | choice)+ | ".sp::" [0-9]+ ":" [0-9]+;
    special = "%" (letter | choice)+;

    [ \t\r]+            { goto next; }
    "#" [^\x00\n]*      { goto next; }
    "\n"                { end_line(in, start); goto next; }

    "_"                 { return TOK_SINK; }
    name                {
        int token = keyword(start, (size_t)(in->cursor - start));
        TEXT(start, in->cursor);
        return token;
    }
    name ("." (letter | "::")+)+ { TEXT(start, in->cursor); return TOK_OPCODE; }
    word                { TEXT(start, in->cursor); return TOK_WORD; }
    special             { TEXT(start, in->cursor); return TOK_PERCENT; }
    "\"" [^"\x00\n]* "\"" { TEXT(start + 1, in->cursor - 1); return TOK_STRING; }
    [0-9]+              { value->number = integer(*at, start); return TOK_INTEGER; }
    [0-9]+ "." [0-9]+   { value->number = version_number(*at, start); return TOK_NUMBER; }
    ".."                { return TOK_TO; }
    "<="                { return TOK_LE; }
    ">="                { return TOK_GE; }
    "=="                { return TOK_EQ; }
    "!="                { return TOK_NE; }
    [=|,:()[\]{}<>&!~+*/-]  { return *start; }
    $                   { end_line(in, start); return TOK_END; }
    *                   {
        bool plain = *start > ' ' && *start <= '~';
        if (plain) fail_at(*at, "unexpected character '%c'", *start);
        if (!plain) fail_at(*at, "unexpected byte 0x%02x", (unsigned char)*start);
        goto next;
    }
    */
}
