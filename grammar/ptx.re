/* SPDX-License-Identifier: Apache-2.0
 * The lexer of PTX. Manual: Syntax (Source Format, Comments, Identifiers, Constants).
 *
 * Tokens are as large as the grammar allows: an opcode with its qualifiers is one CHAIN,
 * whatever it contains, so `.128x256b`, `.sp::2:4` and `.1d` need no special treatment
 * elsewhere. */
#include "syntax/lexer.h"
#include "ptx.tab.h"
#include <assert.h>
#include <string.h>

void lexer_init(struct lexer *lexer, struct arena *arena, struct diags *diags, struct line_index *lines,
                const char *text, uint32_t length) {
    assert(!text[length]); /* otherwise it would read past the end */
    *lexer = (struct lexer){.text = text,
                            .cursor = text,
                            .limit = text + length,
                            .arena = arena,
                            .diags = diags,
                            .lines = lines};
    *lines = (struct line_index){.text = text};
    list_init(&lines->marks, sizeof(struct line_mark));
}

static void add_line(struct lexer *lexer, const char *start) {
    if (lexer->lines) line_index_add(lexer->arena, lexer->lines, (uint32_t)(start - lexer->text));
}

/* Counts the ends of lines in a comment or string from `start` to the cursor. */
static bool add_lines(struct lexer *lexer, const char *start) {
    bool any = false;
    while ((start = memchr(start, '\n', (size_t)(lexer->cursor - start)))) {
        add_line(lexer, ++start);
        any = true;
    }
    return any;
}

void lexer_pass_lines(struct lexer *lexer, const char *start) { add_lines(lexer, start); }

static ptxc_span span_to_cursor(const struct lexer *lexer, const char *start) {
    return (ptxc_span){(uint32_t)(start - lexer->text), (uint32_t)(lexer->cursor - lexer->text)};
}

static void no_nul(struct lexer *lexer, const char *start) {
    const char *nul = memchr(start, '\0', (size_t)(lexer->cursor - start));
    if (!nul || !lexer->diags) return;
    uint32_t at = (uint32_t)(nul - lexer->text);
    report_nul_byte(lexer->diags, (ptxc_span){at, at + 1});
    lexer->error_count++;
}

static void only_ascii(struct lexer *lexer, const char *start) {
    while (start < lexer->cursor && (unsigned char)*start < 0x80) start++;
    if (start == lexer->cursor || !lexer->diags) return;
    uint32_t at = (uint32_t)(start - lexer->text);
    report_non_ascii(lexer->diags, (ptxc_span){at, at + 1});
    lexer->error_count++;
}

/* What follows such bytes inside a word is not a word of its own. */
static void skip_rest_of_word(struct lexer *lexer, const char *bytes) {
    if (bytes == lexer->text || !is_name_byte(bytes[-1])) return;
    while (lexer->cursor < lexer->limit &&
           (is_name_byte(*lexer->cursor) || (unsigned char)*lexer->cursor >= 0x80))
        lexer->cursor++;
}

static void bad_byte(struct lexer *lexer, const char *start) {
    if (!lexer->diags) return;
    /* Reports a run of such bytes once: a BOM, or a word in another script. */
    unsigned char c = (unsigned char)*start;
    if (c >= 0x80)
        while (lexer->cursor < lexer->limit && (unsigned char)*lexer->cursor >= 0x80)
            lexer->cursor++;
    else if (!c)
        while (lexer->cursor < lexer->limit && !*lexer->cursor) lexer->cursor++;
    ptxc_span span = span_to_cursor(lexer, start);
    lexer->error_count++;
    if (c >= 0x80) {
        report_non_ascii(lexer->diags, span);
        skip_rest_of_word(lexer, start);
    } else if (!c) {
        report_nul_byte(lexer->diags, span);
    } else if (c < ' ' || c == 0x7f) {
        char name[8] = "'\\x00'";
        name[3] = "0123456789abcdef"[c >> 4];
        name[4] = "0123456789abcdef"[c & 15];
        report_bad_character(lexer->diags, span,
                             (struct text){arena_copy(lexer->arena, name, 6), 6});
    } else {
        char name[4] = {'\'', (char)c, '\'', 0};
        report_bad_character(lexer->diags, span,
                             (struct text){arena_copy(lexer->arena, name, 3), 3});
    }
}

#define REPORT(id)                                                                                 \
    do {                                                                                           \
        lexer->error_count++;                                                                      \
        if (lexer->diags) report_##id(lexer->diags, span_to_cursor(lexer, start));                 \
    } while (0)

void lexer_next(struct lexer *lexer, struct token *token) {
    const char *start, *YYMARKER = NULL;
    bool first = lexer->cursor == lexer->text;
    int kind;
#define TOKEN(k)                                                                                   \
    do {                                                                                           \
        kind = k;                                                                                  \
        goto found;                                                                                \
    } while (0)

next:
    start = lexer->cursor;
    /*!re2c
    re2c:define:YYCTYPE = "unsigned char";
    re2c:define:YYCURSOR = lexer->cursor;
    re2c:define:YYLIMIT = lexer->limit;
    re2c:yyfill:enable = 0;
    re2c:eof = 0;

    digit  = [0-9];
    hex    = [0-9a-fA-F];
    follow = [a-zA-Z0-9_$];
    name   = [a-zA-Z] follow* | [_$%] follow+;
    word   = [a-zA-Z0-9_$]+;
    part   = "." word ("::" word)* | ".sp::" digit+ ":" digit+;
    number = digit | digit [0-9a-zA-Z_]*;

    [ \t\r\f\x1a]+      { goto next; }
    "\\" [ \t\r]* "\n"    { add_line(lexer, lexer->cursor); goto next; }
    "\n"                { add_line(lexer, lexer->cursor); first = true; goto next; }
    "//" [^\n]*         { no_nul(lexer, start); goto next; }
    "/*" ([^*] | "*"+ [^*/])* "*"+ "/" {
        if (add_lines(lexer, start)) first = true;
        no_nul(lexer, start);
        goto next;
    }
    "/*" ([^*] | "*"+ [^*/])* "*"* {
        add_lines(lexer, start);
        lexer->cursor = start + 2;
        REPORT(open_comment);
        lexer->cursor = lexer->limit;
        lexer->cut_short = true;
        goto next;
    }
    "#" [ \t]* ("line" [ \t]+)? digit+ [ \t]+ "\"" [^"\n]* "\"" [0-9 \t\r]* / "\n"
                        { no_nul(lexer, start); goto next; }
    "#" [^\n]*          { REPORT(bad_preprocessor); goto next; }

    "\"" [^"]* "\""     {
        no_nul(lexer, start);
        only_ascii(lexer, start);
        if (add_lines(lexer, start)) first = true;
        TOKEN(TOK_STRING);
    }
    "\"" [^"]* {
        /* The rest of the text has no quote: continue on the next line. */
        const char *end = memchr(start, '\n', (size_t)(lexer->cursor - start));
        if (end) lexer->cursor = end;
        lexer->cut_short = true;
        REPORT(open_string);
        TOKEN(TOK_STRING);
    }

    "WARP_SZ"           { TOKEN(TOK_WARP_SIZE); }
    "function_name"     { TOKEN(TOK_FUNCTION_NAME); }
    "inlined_at"        { TOKEN(TOK_INLINED_AT); }
    "_" | name          { TOKEN(TOK_NAME); }
    name "." ([xyzwrgba] | "b" ([0-7] | [0-7]{4} | "10" | "20" | "21" | "30" | "31" | "210" | "310" | "320" | "321") | "h" ([0-3] | [0-3]{2})) | "%" follow+ "." word
                        { TOKEN(TOK_COMPONENT); }
    [a-zA-Z] follow* part+  { TOKEN(TOK_CHAIN); }

    digit+ "." digit* ([eE] [+-]? digit+)? | digit+ [eE] [+-]? digit+ | "." digit+ ([eE] [+-]? digit+)?
                        { TOKEN(TOK_DECIMAL); }
    "0" [fF] hex{8}     { TOKEN(TOK_HEX_SINGLE); }
    "0" [dD] hex{16}    { TOKEN(TOK_HEX_DOUBLE); }
    number              { TOKEN(TOK_INTEGER); }

    ".reg" | ".sreg" | ".tex"                           { TOKEN(TOK_D_REG); }
    ".const" | ".global" | ".local" | ".param" | ".shared" { TOKEN(TOK_D_SPACE); }
    ".extern" | ".visible" | ".common"                  { TOKEN(TOK_D_LINKAGE); }
    ".weak"             { TOKEN(TOK_D_WEAK); }
    ".align"            { TOKEN(TOK_D_ALIGN); }
    ".attribute"        { TOKEN(TOK_D_ATTRIBUTE); }
    ".entry"            { TOKEN(TOK_D_ENTRY); }
    ".func"             { TOKEN(TOK_D_FUNC); }
    ".version"          { TOKEN(TOK_D_VERSION); }
    ".target"           { TOKEN(TOK_D_TARGET); }
    ".address_size"     { TOKEN(TOK_D_ADDRESS_SIZE); }
    ".alias"            { TOKEN(TOK_D_ALIAS); }
    ".file"             { TOKEN(TOK_D_FILE); }
    ".loc" | ".loc_intermediate" { TOKEN(TOK_D_LOC); }
    ".section"          { TOKEN(TOK_D_SECTION); }
    ".pragma"           { TOKEN(TOK_D_PRAGMA); }
    ".branchtargets" | ".calltargets" { TOKEN(TOK_D_TARGETS); }
    ".callprototype"    { TOKEN(TOK_D_PROTOTYPE); }
    ".maxnreg" | ".maxntid" | ".reqntid" | ".minnctapersm" | ".maxnctapersm" | ".reqnctapercluster"
    | ".explicitcluster" | ".maxclusterrank" | ".blocksareclusters" | ".noreturn" | ".abi_preserve"
    | ".abi_preserve_control" | ".minperctamemory" | ".language"
                        { TOKEN(TOK_D_TUNING); }
    part                { TOKEN(TOK_WORD); }
    "@@" [dD][wW][aA][rR][fF] [^\n]* { TOKEN(TOK_DWARF_LINE); }

    "(" { TOKEN(TOK_LPAREN); }   ")" { TOKEN(TOK_RPAREN); }
    "[" { TOKEN(TOK_LBRACKET); } "]" { TOKEN(TOK_RBRACKET); }
    "{" { TOKEN(TOK_LBRACE); }   "}" { TOKEN(TOK_RBRACE); }
    "," { TOKEN(TOK_COMMA); }    ";" { TOKEN(TOK_SEMICOLON); }
    ":" { TOKEN(TOK_COLON); }    "@" { TOKEN(TOK_AT); }
    "=" { TOKEN(TOK_ASSIGN); }   "?" { TOKEN(TOK_QUESTION); }
    "+" { TOKEN(TOK_PLUS); }     "-" { TOKEN(TOK_MINUS); }
    "*" { TOKEN(TOK_STAR); }     "/" { TOKEN(TOK_SLASH); }
    "%" { TOKEN(TOK_PERCENT); }  "!" { TOKEN(TOK_NOT); }
    "~" { TOKEN(TOK_TILDE); }    "&" { TOKEN(TOK_AND); }
    "|" { TOKEN(TOK_OR); }       "^" { TOKEN(TOK_XOR); }
    "<" { TOKEN(TOK_LESS); }     ">" { TOKEN(TOK_GREATER); }
    "<<" { TOKEN(TOK_SHL); }     ">>" { TOKEN(TOK_SHR); }
    "<=" { TOKEN(TOK_LE); }      ">=" { TOKEN(TOK_GE); }
    "==" { TOKEN(TOK_EQ); }      "!=" { TOKEN(TOK_NE); }
    "&&" { TOKEN(TOK_ANDAND); }  "||" { TOKEN(TOK_OROR); }

    $                   { TOKEN(TOK_END); }
    *                   { bad_byte(lexer, start); goto next; }
    */
found:
    token->kind = kind;
    token->start = (uint32_t)(start - lexer->text);
    token->end = (uint32_t)(lexer->cursor - lexer->text);
    token->first_on_line = first;
}

static inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

/* Words that are names to this rule but not to lexer_next, such as WARP_SZ, are left to
 * lexer_next. */
bool lexer_operand(struct lexer *lexer, struct plain_operand *operand) {
    enum { LONGEST = 4096 };
    const char *s = lexer->cursor, *start, *YYMARKER;
    bool lines = false;
    while (is_blank(*s)) lines |= *s++ == '\n';
    start = s;
    /*!re2c
    re2c:define:YYCURSOR = s;
    re2c:eof = -1;
    blank  = [ \t]*;
    single = [a-zA-VX-Z] follow* | [_$%] follow+ | "_";
    plain  = blank single blank;
    plains = plain ("," plain)*;
    small  = "0" | [1-9] digit{0,8};

    "function_name" | "inlined_at" { return false; }
    single                         { operand->kind = PLAIN_NAME; goto found; }
    "%" follow+ "." [a-z]          { operand->kind = PLAIN_COMPONENT; goto found; }
    "-"? small                     { operand->kind = PLAIN_INTEGER; goto found; }
    "0" [fF] hex{8}                { operand->kind = PLAIN_SINGLE; goto found; }
    "[" plain "]"                  { operand->kind = PLAIN_ADDRESS; goto found; }
    "[" plain "+" small "]"        { operand->kind = PLAIN_OFFSET_ADDRESS; goto found; }
    "[" plain "," blank "{" plains "}" blank "]" { operand->kind = PLAIN_TENSOR_ADDRESS; goto found; }
    "{" plains "}"                 { operand->kind = PLAIN_VECTOR; goto found; }
    * { return false; }
    */
found:
    if (s - start > LONGEST) return false;
    operand->start = (uint32_t)(start - lexer->text);
    operand->end = (uint32_t)(s - lexer->text);
    while (is_blank(*s)) lines |= *s++ == '\n';
    operand->lines = lines;
    lexer->cursor = s;
    return *s == ',' || *s == ';';
}

/* Words that start with a digit are words only if the assembler knows them; it reads all others as
 * numbers. `s` points past the dot into text that ends with a byte that is not part of a word. */
bool lexer_is_digit_word(const char *s) {
    const char *YYMARKER;
    /*!re2c
    re2c:define:YYCURSOR = s;
    re2c:eof = -1;
    tail = [^a-zA-Z0-9_$] ;
    ([1-5] "d" | "2dms" | "16x64b" | "16x128b" | "16x256b" | "16x32bx2" | "32x32b" | "128x256b"
    | "4x256b" | "128x128b" | "64x128b" | "32x128b" | "64B" | "128B" | "256B") tail { return true; }
    * { return false; }
    */
}
