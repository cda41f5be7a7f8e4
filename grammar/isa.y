/* SPDX-License-Identifier: Apache-2.0
 * The grammar of the table language. It builds a plain tree, which tools/isagen interprets.
 * docs/tables.md is the reference. */
%require "3.8"
%define api.pure full
%define api.prefix {isa_}
%define api.token.prefix {TOK_}
%define api.location.type {struct place}
%define parse.error custom
%locations
%expect 0
%param {struct source *in}

%code requires {
#include "isagen.h"
}

%union {
    const char *text;
    int64_t number;
    struct node *node;
}

%code provides {
int isa_lex(ISA_STYPE *value, struct place *at, struct source *in);
}

%code {
static void isa_error(const struct place *at, struct source *in, const char *message) {
    (void)in, (void)message; /* syntax errors are reported below, so this means that the stack is
                                full */
    fail_at(*at, "this is nested too deeply");
}
/* The stack never grows: deeper nesting is an error. */
#define YYMAXDEPTH ISAGEN_MOST_STACK
#define YYLLOC_DEFAULT(to, from, n) ((to) = (n) ? (from)[1] : (from)[0])
#define NEW(kind, at) new_node(kind, at)

static struct node *argument(struct place at, const char *name, const char *doc, struct node *said,
                             const char *op) {
    struct node *n = named(NODE_ARGUMENT_INFO, at, name, NULL);
    n->more = doc;
    n->doc = said;
    n->extra = named(NODE_NAME, at, op, NULL);
    return n;
}
}

%token END 0 "end of file"
%token <text> NAME "name" OPCODE "opcode" WORD "word" PERCENT "special register" STRING "string"
%token <number> INTEGER "number" NUMBER "version"
%token VERSIONS "'versions'" TOOLKIT "'toolkit'" TARGET "'target'" TARGETS "'targets'" TYPE "'type'"
%token REGISTERS "'registers'" SPECIAL "'special'" SET "'set'" DEFAULT "'default'"
%token ASCII "'ascii'" OPERAND "'operand'" OPERANDS "'operands'" CLASS "'class'" IGNORED "'ignored'" ONCE "'once'"
%token NEVER "'never'" AFTER "'after'" CONVERGED "'converged'" LOOSE "'loose'" DISTINCT "'distinct'" UNIFORM "'uniform'" REFUSED "'refused'" MOST "'most'" REPEAT "'repeat'" UNRESERVED "'unreserved'" CLOSED "'closed'" MISNAMED "'misnamed'" RULESET "'ruleset'" INSN "'insn'" END_BLOCK "'end'"
%token MANUAL "'manual'" AVAIL "'avail'" LOWERED "'lowered'" FORM "'form'" NONE "'none'" USE "'use'"
%token AS "'as'" IF "'if'" RULE "'rule'" WARN "'warn'" WHEN "'when'" REQUIRE "'require'"
%token FORBID "'forbid'" RELEASE "'release'" IMM "'imm'" FIMM "'fimm'" VAR "'var'" PAIR "'pair'"
%token OFFSET "'offset'" BARE "'bare'" UNIFIED "'unified'" FUNCTION "'function'" LABEL "'label'" ARGUMENTS "'arguments'" BRANCHES "'branches'" CALLEES "'callees'"
%token INDEX "'index'" LATER "'later'"
%token BESIDE "'beside'" UNLOWERED "'unlowered'" PARSED "'parsed'" SINCE "'since'" USUAL "'usual'" PARTS "'parts'" MULT "'mult'" POW2 "'pow2'"
%token NONZERO "'nonzero'" W32 "'w32'" PTX "'ptx'" FAMILY "'family'" WIDTH "'width'" REG "'reg'"
%token ONLY "'only'" UNBOUNDED "'unbounded'" BEFORE "'before'" VERSION "'version'" KNOWN "'known'" WHOLE "'whole'" PARAM "'param'" UNTIL "'until'" DIRECTIVE "'directive'" TUNES "'tunes'" EXCLUDES "'excludes'" NEEDS "'needs'"
%token EVENT "'event'" ARGUMENT "'argument'"
%token EXAMPLE "'example'" MEANS "'means'" PURPOSE "'purpose'"
%token EFFECT "'effect'" DOES "'does'" WRITES "'writes'" UPDATES "'updates'"
%token TAG "'tag'" SILENT "'silent'" SPELLED "'spelled'" GENERIC "'generic'" MOVES "'moves'" EARLY "'initially'" SIGNED "'signed'" NAMED "'named'" CALLED "'called'" DEDUCED "'deduced'" IMPLIED "'implied'" UNWRAPPED "'unwrapped'" LENIENT "'lenient'" WITHOUT "'without'"
%token BY "'by'" GUARDED "'guarded'" KERNEL "'kernel'" INDEPENDENT "'independent'" NARROW "'narrow'" HOLDS "'holds'" LAYOUT "'layout'" FIELD "'field'" RESERVED "'reserved'" UNUSED "'unused'" TIMES "'times'" VALUES "'values'" FOR "'for'"
%token VECTOR "'vector'" SINK "'_'" TO "'..'" LE "'<='" GE "'>='" EQ "'=='" NE "'!='"

%type <node> file item header version_range version_ranges target_names target_name family until first_version
%type <node> set segments segment member members member_items words attrs attr attr_list default
%type <node> avail avail_opt target_refs target_ref doc_opt type_flags type_flag
%type <node> alts alt ranges_opt ranges range range_parts range_part spaces
%type <node> float_parts float_limits holds
%type <node> by_words by_word fragment operands_list operand_item condition_opt condition conjunction primary
%type <node> sum length product factor
%type <node> insn insn_name insn_items insn_item form form_name quals qual qual_words qual_word form_operands
%type <node> rule shared shared_item ignored rule_word rule_when rule_what
%type <node> layout_words layout_items layout_item field_bits choice_groups choices choice
%type <node> numbers number insn_layout names tag_words tag_word
%type <node> directive_items directive_item
%type <node> words_opt called_end deduced_opt
%type <node> event_takes event_list event_taken argument_names argument_name event_arguments event_argument event_value
%type <node> meant only_for roots root of_names of_name in_kernel
%type <number> integer since most times narrow
%type <node> lenient_kind lenient_by lenient_operands lenient_operand lenient_form lenient_alts lenient_alt
%type <text> name string event_word event_plain

%%
start:
    file                                { in->tree = $1; }
  ;

file:
    %empty                              { $$ = NULL; }
  | file item                           { $$ = join($1, $2); }
  ;

item:
    header
  | set
  | fragment
  | insn
  | RULESET NAME shared END_BLOCK       { $$ = named(NODE_RULESET, @1, $2, $3); }
  | CLASS name '=' words                { $$ = named(NODE_CLASS, @1, $2, $4); }
  | KNOWN words                         { $$ = named(NODE_CLASS, @1, "", $2); }
  | IGNORED words since                 { $$ = named(NODE_IGNORED, @1, "", $2);
                                          $$->number = $3; }
  | IGNORED ONCE name '=' words since   { $$ = named(NODE_IGNORED, @1, $3, $5);
                                          $$->number = $6; }
  | CONVERGED words                     { $$ = named(NODE_CONVERGED, @1, "", $2); }
  | UNRESERVED words                    { $$ = named(NODE_UNRESERVED, @1, "", $2); }
  | REPEAT words                        { $$ = named(NODE_REPEAT, @1, "", $2); }
  | UNIFORM NAME words since            { $$ = named(NODE_UNIFORM, @1, $2, $3);
                                          $$->number = $4; }
  | TAG name '=' tag_words              { $$ = named(NODE_TAG, @1, $2, $4); }
  | SILENT words                        { $$ = named(NODE_SILENT, @1, "", $2); }
  | SPELLED tag_words                   { $$ = named(NODE_SPELLED, @1, "", $2); }
  | SIGNED names                        { $$ = named(NODE_SIGNED, @1, "", $2); }
  | CLOSED NAME                         { $$ = named(NODE_CLOSED, @1, $2, NULL); }
  | MISNAMED STRING AS STRING           { $$ = named(NODE_MISNAMED, @1, $2, NULL); $$->more = $4; }
  | PURPOSE of_names string in_kernel   { $$ = named(NODE_PURPOSE, @1, $3, $2);
                                          $$->extra = $4; }
  | MEANS meant string only_for         { $$ = named(NODE_MEANS, @1, $3, $2);
                                          $$->extra = $4; }
  | ARGUMENT NAME string doc_opt OPERAND
                                        { $$ = argument(@1, $2, $3, $4, "operand"); }
  | ARGUMENT NAME string doc_opt NAME   { $$ = argument(@1, $2, $3, $4, $5); }
  | ARGUMENT NAME string doc_opt VALUES argument_names
                                        { $$ = argument(@1, $2, $3, $4, "values");
                                          $$->child = $6; }
  | EVENT NAME event_takes string event_plain
                                        { $$ = named(NODE_EVENT_KIND, @1, $2, $3);
                                          $$->extra = named(NODE_NAME, @4, $4, NULL);
                                          $$->more = $5; }
  | LAYOUT NAME string WIDTH INTEGER layout_words layout_items END_BLOCK
                                        { $$ = named(NODE_LAYOUT, @1, $2, $7); $$->more = $3;
                                          $$->number = $5; $$->extra = $6; }
  ;

/* ---- kinds of events ---- */

argument_names:
    argument_name
  | argument_names ',' argument_name    { $$ = join($1, $3); }
  ;

argument_name:
    event_word doc_opt                  { $$ = named(NODE_NAME, @1, $1, NULL); $$->doc = $2; }
  | event_word doc_opt words            { $$ = named(NODE_NAME, @1, $1, $3); $$->doc = $2; }
  ;

/* The name of an argument may be a keyword of this language elsewhere. */
event_word:
    NAME
  | GENERIC                             { $$ = "generic"; }
  | PARAM                               { $$ = "param"; }
  | RELEASE                             { $$ = "release"; }
  ;

event_takes:
    %empty                              { $$ = NULL; }
  | '(' event_list ')'                  { $$ = $2; }
  ;

event_list:
    event_taken
  | event_list event_taken              { $$ = join($1, $2); }
  ;

event_taken:
    NAME                                { $$ = named(NODE_NAME, @1, $1, NULL); }
  | '{' NAME '}'                        { $$ = named(NODE_NAME, @2, $2, NULL); $$->number = 1; }
  ;

event_plain:
    %empty                              { $$ = NULL; }
  | NAME
  ;

/* A text that does not fit on a line is written in pieces. */
string:
    STRING
  | string '+' STRING                   { $$ = format_text("%s%s", $1, $3); }
  ;

/* Keywords of this language that are also allowed as names. */
name:
    NAME
  | LAYOUT                              { $$ = "layout"; }
  | FIELD                               { $$ = "field"; }
  | NARROW                              { $$ = "narrow"; }
  | SIGNED                              { $$ = "signed"; }
  | TYPE                                { $$ = "type"; }
  ;

/* Words, or names of operands. */
meant:
    words
  | names
  ;

of_names:
    of_name
  | of_names of_name                    { $$ = join($1, $2); }
  ;

of_name:
    root
  | SET                                 { $$ = named(NODE_NAME, @1, "set", NULL); }
  ;

in_kernel:
    %empty                              { $$ = NULL; }
  | KERNEL string                       { $$ = named(NODE_NAME, @1, $2, NULL); }
  ;

only_for:
    %empty                              { $$ = NULL; }
  | FOR roots                           { $$ = $2; }
  ;

/* Not the name of a set, because it could start the next item. */
roots:
    root
  | roots root                          { $$ = join($1, $2); }
  ;

root:
    NAME                                { $$ = named(NODE_NAME, @1, $1, NULL); }
  | OPCODE                              { $$ = named(NODE_NAME, @1, $1, NULL); }
  ;

tag_words:
    tag_word
  | tag_words tag_word                  { $$ = join($1, $2); }
  ;

tag_word:
    WORD                                { $$ = named(NODE_WORD, @1, $1, NULL); }
  | WORD AS NAME                        { $$ = named(NODE_WORD, @1, $1, NULL); $$->more = $3; }
  ;

since:
    %empty                              { $$ = 0; }
  | RELEASE GE NUMBER                   { $$ = $3; }
  ;

/* ---- versions, targets, types ---- */

header:
    VERSIONS version_ranges             { $$ = named(NODE_VERSIONS, @1, "", $2); }
  | TOOLKIT NUMBER PTX NUMBER           { $$ = NEW(NODE_TOOLKIT, @1);
                                          $$->number = $2; $$->high = $4; }
  | TOOLKIT NUMBER PTX NUMBER ASCII     { $$ = NEW(NODE_TOOLKIT, @1);
                                          $$->number = $2; $$->high = $4; $$->more = "ascii"; }
  | TARGET target_names first_version family TOOLKIT NUMBER until
                                        { $$ = named(NODE_TARGET, @1, "", $2);
                                          $$->doc = $3; $$->high = $6; $$->extra = $4;
                                          $$->doc->extra = $7; }
  | TARGETS NAME '=' target_refs        { $$ = named(NODE_TARGETS, @1, $2, $4); }
  | TYPE WORD WIDTH INTEGER NAME type_flags avail_opt
                                        { $$ = named(NODE_TYPE, @1, $2, $6);
                                          $$->number = $4; $$->more = $5; $$->extra = $7; }
  | REGISTERS NAME string '=' words     { $$ = named(NODE_REGISTERS, @1, $2, $5);
                                          $$->more = $3; }
  | DIRECTIVE words directive_items avail_opt
                                        { $$ = named(NODE_DIRECTIVE, @1, "", $2);
                                          $$->extra = join($3, $4); }
  | SPECIAL PERCENT WORD narrow holds avail_opt doc_opt
                                        { $$ = named(NODE_SPECIAL, @1, $2, $5);
                                          $$->more = $3; $$->extra = $6; $$->high = $4;
                                          $$->doc = $7; }
  | SPECIAL PERCENT WORD VECTOR narrow holds avail_opt doc_opt
                                        { $$ = named(NODE_SPECIAL, @1, $2, $6);
                                          $$->more = $3; $$->extra = $7; $$->number = 4;
                                          $$->high = $5; $$->doc = $8; }
  ;

narrow: %empty { $$ = 0; } | NARROW { $$ = 1; } ;
holds: %empty { $$ = NULL; } | HOLDS NAME { $$ = named(NODE_HOLDS, @2, $2, NULL); } ;

version_ranges:
    version_range
  | version_ranges version_range        { $$ = join($1, $2); }
  ;

version_range:
    NUMBER                              { $$ = NEW(NODE_RANGE, @1); $$->number = $$->high = $1; }
  | NUMBER TO NUMBER                    { $$ = NEW(NODE_RANGE, @1); $$->number = $1; $$->high = $3; }
  ;

target_names:
    target_name
  | target_names target_name            { $$ = join($1, $2); }
  ;

target_name: NAME                       { $$ = named(NODE_NAME, @1, $1, NULL); } ;

family:
    %empty                              { $$ = NULL; }
  | FAMILY INTEGER                      { $$ = NEW(NODE_NUMBER, @1); $$->number = $2; }
  ;

first_version:
    PTX NUMBER                          { $$ = NEW(NODE_NUMBER, @2); $$->number = $2; }
  | PTX NUMBER EARLY NUMBER             { $$ = NEW(NODE_NUMBER, @2); $$->number = $2;
                                          $$->high = $4; }
  ;

until:
    %empty                              { $$ = NULL; }
  | UNTIL NUMBER                        { $$ = NEW(NODE_NUMBER, @1); $$->number = $2; }
  ;

type_flags:
    %empty                              { $$ = NULL; }
  | type_flags type_flag                { $$ = join($1, $2); }
  ;

type_flag:
    REG                                 { $$ = named(NODE_NAME, @1, "reg", NULL); }
  | VAR                                 { $$ = named(NODE_NAME, @1, "var", NULL); }
  ;

/* ---- availability ---- */

avail:
    AVAIL NUMBER                        { $$ = NEW(NODE_AVAIL, @1); $$->number = $2; }
  | AVAIL NUMBER target_refs            { $$ = NEW(NODE_AVAIL, @1); $$->number = $2;
                                          $$->child = $3; }
  | AVAIL target_refs                   { $$ = named(NODE_AVAIL, @1, "", $2); }
  ;

avail_opt: %empty { $$ = NULL; } | avail ;

target_refs:
    target_ref
  | target_refs target_ref              { $$ = join($1, $2); }
  ;

target_ref:
    NAME                                { $$ = named(NODE_NAME, @1, $1, NULL); }
  | NAME '+'                            { $$ = named(NODE_NAME, @1, $1, NULL); $$->number = 1; }
  ;

/* ---- words ---- */

words:
    WORD                                { $$ = named(NODE_WORD, @1, $1, NULL); }
  | words WORD                          { $$ = join($1, named(NODE_WORD, @2, $2, NULL)); }
  ;

set:
    SET WORD default '=' segments       { $$ = named(NODE_SET, @1, $2, $5); $$->extra = $3; }
  ;

default:
    %empty                              { $$ = NULL; }
  | DEFAULT WORD                        { $$ = named(NODE_WORD, @2, $2, NULL); }
  ;

segments:
    segment
  | segments '|' segment                { $$ = join($1, $3); }
  ;

/* Attributes after a segment apply to all of its words. */
segment:
    member_items                        { $$ = named(NODE_SEGMENT, @1, "", $1); }
  | member_items attrs                  { $$ = named(NODE_SEGMENT, @1, "", $1); $$->extra = $2; }
  ;

member_items: members ;

members:
    member
  | members member                      { $$ = join($1, $2); }
  ;

member:
    WORD                                { $$ = named(NODE_WORD, @1, $1, NULL); }
  | '{' WORD '}'                        { $$ = named(NODE_INCLUDE, @2, $2, NULL); }
  ;

attrs: '(' attr_list ')'                { $$ = $2; } ;

attr_list:
    attr
  | attr_list ',' attr                  { $$ = join($1, $3); }
  ;

attr:
    NAME '=' integer                    { $$ = named(NODE_ATTR, @1, $1, NULL); $$->number = $3; }
  | avail
  ;

integer:
    INTEGER
  | '-' INTEGER                         { $$ = -$2; }
  ;

/* ---- operands ---- */

fragment:
    OPERAND NAME doc_opt '=' alts lenient_kind
                                        { $$ = named(NODE_OPERAND_KIND, @1, $2, $5);
                                          $$->extra = $3;
                                          loosen_kind($5, $6); }
  | OPERAND NAME string BY by_words lenient_by
                                        { $$ = named(NODE_OPERAND_BY, @1, $2, $5);
                                          $$->more = $3;
                                          loosen_by($5, $6); }
  | OPERANDS NAME '=' operands_list lenient_operands
                                        { $$ = named(NODE_OPERANDS, @1, $2, $4);
                                          loosen_operands($4, $5); }
  ;

/* What the assembler accepts beyond the manual, listed below the item it extends: see
 * tools/isagen/lenient.c. */
lenient_kind:
    %empty                              { $$ = NULL; }
  | lenient_kind LENIENT lenient_alts   { $$ = join($1, named(NODE_LENIENT, @2, "", $3)); }
  ;

lenient_by:
    %empty                              { $$ = NULL; }
  | lenient_by LENIENT words ':' lenient_alts
                                        { struct node *line = named(NODE_LENIENT, @2, "", $5);
                                          line->extra = $3;
                                          $$ = join($1, line); }
  ;

lenient_operands:
    %empty                              { $$ = NULL; }
  | lenient_operands LENIENT lenient_operand
                                        { $$ = join($1, $3); }
  ;

lenient_form:
    %empty                              { $$ = NULL; }
  | lenient_form LENIENT lenient_operand
                                        { $$ = join($1, $3); }
  | lenient_form LENIENT WITHOUT words  { $$ = join($1, named(NODE_WITHOUT, @3, "", $4)); }
  ;

lenient_operand:
    NAME ':' lenient_alts condition_opt { $$ = named(NODE_LENIENT, @1, $1, $3); $$->extra = $4; }
  ;

lenient_alts:
    lenient_alt
  | lenient_alts '|' lenient_alt        { $$ = join($1, $3); }
  ;

lenient_alt:
    alt
  | '{' alts '}'                        { $$ = named(NODE_ALT_ELEMENTS, @1, "", $2); }
  ;

by_words:
    by_word
  | by_words ',' by_word                { $$ = join($1, $3); }
  ;

by_word: words ':' alts                 { $$ = pair(NODE_BY_WORD, @1, $1, $3); } ;

doc_opt:
    %empty                              { $$ = NULL; }
  | string                              { $$ = named(NODE_NAME, @1, $1, NULL); }
  ;

alts:
    alt
  | alts '|' alt                        { $$ = join($1, $3); }
  ;

alt:
    NAME                                { $$ = named(NODE_ALT_NAME, @1, $1, NULL); }
  | NAME '(' WORD ')'                   { $$ = named(NODE_ALT_BY_WORD, @1, $1, NULL);
                                          $$->more = $3; }
  | '!' alt                             { $$ = named(NODE_ALT_NOT, @1, "", $2); }
  | SINK                                { $$ = NEW(NODE_ALT_SINK, @1); }
  | FUNCTION                            { $$ = NEW(NODE_ALT_FUNCTION, @1); }
  | FUNCTION '(' spaces ')'             { $$ = named(NODE_ALT_FUNCTION, @1, "", $3); }
  | LABEL                               { $$ = NEW(NODE_ALT_LABEL, @1); }
  | BRANCHES                            { $$ = NEW(NODE_ALT_BRANCHES, @1); }
  | CALLEES                             { $$ = NEW(NODE_ALT_CALLEES, @1); }
  | ARGUMENTS                           { $$ = NEW(NODE_ALT_ARGUMENTS, @1); }
  | IMM ranges_opt                      { $$ = named(NODE_ALT_IMM, @1, "", $2); }
  | FIMM                                { $$ = NEW(NODE_ALT_FIMM, @1); }
  | FIMM '(' INTEGER ')'                { $$ = NEW(NODE_ALT_FIMM, @1); $$->number = $3; }
  | FIMM '(' float_parts ')'            { $$ = named(NODE_ALT_FIMM, @1, "",
                                                     named(NODE_RANGE, @3, "", $3)); }
  | VAR '(' spaces ')'                  { $$ = named(NODE_ALT_VAR, @1, "", $3); }
  | SPECIAL '(' alts ')'                { $$ = named(NODE_ALT_SPECIAL, @1, "", $3); }
  | OFFSET '(' alts ')'                 { $$ = named(NODE_ALT_OFFSET, @1, "", $3); }
  | INDEX '(' alts ')'                  { $$ = named(NODE_ALT_INDEX, @1, "", $3); }
  | LATER '(' alts ')'                  { $$ = named(NODE_ALT_LATER, @1, "", $3); }
  | WHOLE '(' alts ')'                  { $$ = named(NODE_ALT_WHOLE, @1, "", $3); }
  | PARAM '(' alts ')'                  { $$ = named(NODE_ALT_PARAM, @1, "", $3); }
  | BESIDE '(' alts ')'                 { $$ = named(NODE_ALT_BESIDE, @1, "", $3); }
  | UNLOWERED '(' alts ')'              { $$ = named(NODE_ALT_UNLOWERED, @1, "", $3); }
  | SINCE NUMBER '(' alts ')'           { $$ = named(NODE_ALT_RELEASES, @1, "", $4);
                                          $$->number = $2; }
  | UNTIL NUMBER '(' alts ')'           { $$ = named(NODE_ALT_RELEASES, @1, "", $4);
                                          $$->number = $2; $$->high = 1; }
  | PARTS '(' NAME alts ')'             { $$ = named(NODE_ALT_PART, @1, $3, $4); }
  | '-' alt                             { $$ = named(NODE_ALT_MINUS, @1, "", $2); }
  | PARSED '(' alts ')'                 { $$ = named(NODE_ALT_PARSED, @1, "", $3); }
  | USUAL '(' alts ')'                  { $$ = named(NODE_ALT_USUAL, @1, "", $3); }
  | BARE '(' alts ')'                   { $$ = named(NODE_ALT_BARE, @1, "", $3); }
  | UNIFIED '(' alts ')'                { $$ = named(NODE_ALT_UNIFIED, @1, "", $3); }
  | PAIR '(' alts ',' alts ')'          { $$ = named(NODE_ALT_PAIR, @1, "", $3);
                                          $$->extra = $5; }
  | VECTOR '(' alts '*' length ')'         { $$ = named(NODE_ALT_VECTOR_REGISTER, @1, "", $3);
                                          $$->extra = $5; }
  | '[' alts ']'                        { $$ = named(NODE_ALT_ADDRESS, @1, "", $2); }
  | '{' alts '*' length '}'             { $$ = named(NODE_ALT_VECTOR, @1, "", $2); $$->extra = $4; }
  | '{' ONLY alts '*' sum '}'           { $$ = named(NODE_ALT_VECTOR, @1, "", $3); $$->extra = $5;
                                          $$->number = 1; }
  | '{' REGISTERS alts '*' sum '}'          { $$ = named(NODE_ALT_VECTOR, @1, "", $3); $$->extra = $5;
                                          $$->high = 1; }
  | '{' ONLY REGISTERS alts '*' sum '}' { $$ = named(NODE_ALT_VECTOR, @1, "", $4); $$->extra = $6;
                                          $$->number = $$->high = 1; }
  | '{' alts ',' alts '}'               { $$ = named(NODE_ALT_TWO, @1, "", $2); $$->extra = $4; }
  | '{' alts ',' alts '*' sum '}'       { $$ = named(NODE_ALT_FIRST, @1, "", $2);
                                          $$->extra = named(NODE_ALT_VECTOR, @4, "", $4);
                                          $$->extra->extra = $6; }
  | '{' alts ',' ONLY REGISTERS alts '*' sum '}'
                                        { $$ = named(NODE_ALT_FIRST, @1, "", $2);
                                          $$->extra = named(NODE_ALT_VECTOR, @6, "", $6);
                                          $$->extra->extra = $8; $$->number = $$->high = 1; }
  ;

/* NULL stands for any length. */
length:
    sum
  | UNBOUNDED                           { $$ = NULL; }
  ;

spaces:
    NAME                                { $$ = named(NODE_NAME, @1, $1, NULL); }
  | REG                                 { $$ = named(NODE_NAME, @1, "reg", NULL); }
  | PARAM                               { $$ = named(NODE_NAME, @1, "param", NULL); }
  | spaces NAME                         { $$ = join($1, named(NODE_NAME, @2, $2, NULL)); }
  | spaces PARAM                        { $$ = join($1, named(NODE_NAME, @2, "param", NULL)); }
  ;

ranges_opt:
    %empty                              { $$ = NULL; }
  | '(' ranges ')'                      { $$ = $2; }
  ;

ranges:
    range
  | ranges ',' range                    { $$ = join($1, $3); }
  ;

range: range_parts avail_opt            { $$ = named(NODE_RANGE, @1, "", $1); $$->extra = $2; } ;

range_parts:
    range_part
  | range_parts range_part              { $$ = join($1, $2); }
  ;

float_parts:
    float_limits
  | NONZERO float_limits                { $$ = join(NEW(NODE_NONZERO, @1), $2); }
  ;

float_limits:
    integer TO integer                  { $$ = NEW(NODE_LIMITS, @1);
                                          $$->number = $1; $$->high = $3; }
  ;

range_part:
    integer                             { $$ = NEW(NODE_LIMITS, @1); $$->number = $$->high = $1; }
  | integer TO integer                  { $$ = NEW(NODE_LIMITS, @1);
                                          $$->number = $1; $$->high = $3; }
  | MULT INTEGER                        { $$ = NEW(NODE_MULT, @1); $$->number = $2; }
  | POW2                                { $$ = NEW(NODE_POW2, @1); }
  | NONZERO                             { $$ = NEW(NODE_NONZERO, @1); }
  | W32                                 { $$ = NEW(NODE_W32, @1); }
  ;

operands_list:
    operand_item
  | operands_list ',' operand_item      { $$ = join($1, $3); }
  ;

operand_item:
    NAME ':' alts condition_opt         { $$ = named(NODE_OPERAND, @1, $1, $3); $$->extra = $4; }
  | '{' NAME ':' alts '}' condition_opt { $$ = named(NODE_OPERAND, @2, $2, $4); $$->extra = $6;
                                          $$->number = 1; }
  | '[' operands_list ']' condition_opt { $$ = named(NODE_GROUP, @1, "", $2); $$->extra = $4; }
  | NAME                                { $$ = named(NODE_FRAGMENT, @1, $1, NULL); }
  ;

condition_opt:
    %empty                              { $$ = NULL; }
  | IF condition                        { $$ = $2; }
  ;

/* ---- conditions ---- */

condition:
    conjunction
  | condition '|' conjunction           { $$ = pair(NODE_OR, @2, $1, $3); }
  ;

conjunction:
    primary
  | conjunction '&' primary             { $$ = pair(NODE_AND, @2, $1, $3); }
  ;

primary:
    '!' primary                         { $$ = named(NODE_NOT, @1, "", $2); }
  | '(' condition ')'                   { $$ = $2; }
  | WORD                                { $$ = named(NODE_ROLE, @1, $1, NULL); }
  | WORD '=' words                      { $$ = named(NODE_ROLE_IS, @1, $1, $3); }
  | WORD NE words                       { $$ = named(NODE_NOT, @1, "",
                                                     named(NODE_ROLE_IS, @1, $1, $3)); }
  | NAME                                { $$ = named(NODE_GIVEN, @1, $1, NULL); }
  | NAME ':' NAME                       { $$ = named(NODE_GIVEN, @1, $1, NULL); $$->more = $3; }
  | NAME '=' numbers                    { $$ = named(NODE_FIELD_IS, @1, $1, $3); }
  | NAME LE NAME                        { $$ = named(NODE_UP_TO, @1, $1, NULL); $$->more = $3; }
  | TARGET '(' target_refs ')'          { $$ = named(NODE_ON_TARGET, @1, "", $3); }
  | WORD BEFORE WORD                    { $$ = named(NODE_BEFORE, @1, $1, NULL); $$->more = $3; }
  | GUARDED                             { $$ = NEW(NODE_GUARDED, @1); }
  | INDEPENDENT                         { $$ = NEW(NODE_INDEPENDENT, @1); }
  | KERNEL                              { $$ = NEW(NODE_KERNEL, @1); }
  | RELEASE GE NUMBER                   { $$ = NEW(NODE_RELEASE, @1); $$->number = $3; }
  | VERSION GE NUMBER                   { $$ = NEW(NODE_VERSION, @1); $$->number = $3; }
  | sum LE sum                          { $$ = pair(NODE_LE, @2, $1, $3); }
  | sum GE sum                          { $$ = pair(NODE_GE, @2, $1, $3); }
  | sum EQ sum                          { $$ = pair(NODE_EQ, @2, $1, $3); }
  ;

sum:
    product
  | sum '+' product                     { $$ = pair(NODE_ADD, @2, $1, $3); }
  | sum '-' product                     { $$ = pair(NODE_SUB, @2, $1, $3); }
  ;

product:
    factor
  | product '*' factor                  { $$ = pair(NODE_MUL, @2, $1, $3); }
  | product '/' factor                  { $$ = pair(NODE_DIV, @2, $1, $3); }
  ;

factor:
    INTEGER                             { $$ = NEW(NODE_NUMBER, @1); $$->number = $1; }
  | NAME '(' WORD ')'                   { $$ = named(NODE_ATTR_OF, @1, $1, NULL); $$->more = $3; }
  | '(' sum ')'                         { $$ = $2; }
  ;

/* ---- directives ---- */

directive_items:
    %empty                              { $$ = NULL; }
  | directive_items directive_item      { $$ = join($1, $2); }
  ;

directive_item:
    NAME                                { $$ = named(NODE_NAME, @1, $1, NULL); }
  | ONCE                                { $$ = named(NODE_NAME, @1, "once", NULL); }
  | NONZERO                             { $$ = named(NODE_NAME, @1, "nonzero", NULL); }
  | VALUES INTEGER                      { $$ = NEW(NODE_RANGE, @1);
                                          $$->number = $$->high = $2; }
  | VALUES INTEGER TO                   { $$ = NEW(NODE_RANGE, @1);
                                          $$->number = $2; $$->high = UINT32_MAX; }
  | VALUES INTEGER TO INTEGER           { $$ = NEW(NODE_RANGE, @1);
                                          $$->number = $2; $$->high = $4; }
  | MOST INTEGER                        { $$ = NEW(NODE_LIMITS, @1); $$->high = $2; }
  | UNTIL NUMBER                        { $$ = NEW(NODE_VERSION, @1); $$->number = $2; }
  | TUNES words                         { $$ = named(NODE_TUNES, @1, "", $2); }
  | EXCLUDES words                      { $$ = named(NODE_EXCLUDES, @1, "", $2); }
  | NEEDS words                         { $$ = named(NODE_NEEDS, @1, "", $2); }
  | NEVER AFTER words                   { $$ = named(NODE_NEVER_AFTER, @1, "", $3); }
  ;

/* ---- layouts of bits ---- */

layout_words:
    %empty                              { $$ = NULL; }
  | FOR words                           { $$ = $2; }
  ;

layout_items:
    %empty                              { $$ = NULL; }
  | layout_items layout_item            { $$ = join($1, $2); }
  ;

layout_item:
    MANUAL string                       { $$ = named(NODE_MANUAL, @1, $2, NULL); }
  | FIELD NAME field_bits string times choice_groups
                                        { $$ = $3; $$->at = @1; $$->text = $2; $$->more = $4;
                                          $$->child = $6;
                                          $$->extra = NEW(NODE_NUMBER, @5);
                                          $$->extra->number = $5; }
  | RESERVED field_bits                 { $$ = $2; $$->kind = NODE_RESERVED; $$->at = @1; }
  | RESERVED field_bits '=' INTEGER     { $$ = $2; $$->kind = NODE_RESERVED; $$->at = @1;
                                          $$->extra = NEW(NODE_NUMBER, @4);
                                          $$->extra->number = $4; }
  | UNUSED field_bits                   { $$ = $2; $$->kind = NODE_UNUSED; $$->at = @1; }
  | rule
  ;

field_bits:
    INTEGER                             { $$ = NEW(NODE_FIELD, @1); $$->number = $$->high = $1; }
  | INTEGER TO INTEGER                  { $$ = NEW(NODE_FIELD, @1);
                                          $$->number = $1; $$->high = $3; }
  ;

times:
    %empty                              { $$ = 1; }
  | TIMES INTEGER                       { $$ = $2; }
  ;

choice_groups:
    %empty                              { $$ = NULL; }
  | choice_groups VALUES choices rule_when
                                        { struct node *group = named(NODE_CHOICES, @2, "", $3);
                                          group->extra = $4;
                                          $$ = join($1, group); }
  ;

choices:
    choice
  | choices ',' choice                  { $$ = join($1, $3); }
  ;

choice: INTEGER string                  { $$ = named(NODE_CHOICE, @1, $2, NULL);
                                          $$->number = $1; } ;

numbers:
    number
  | numbers number                      { $$ = join($1, $2); }
  ;

number:
    INTEGER                             { $$ = NEW(NODE_LIMITS, @1); $$->number = $$->high = $1; }
  | INTEGER TO INTEGER                  { $$ = NEW(NODE_LIMITS, @1);
                                          $$->number = $1; $$->high = $3; }
  | INTEGER TO INTEGER '/' INTEGER      { $$ = NEW(NODE_LIMITS, @1);
                                          $$->number = $1; $$->high = $3;
                                          $$->extra = NEW(NODE_NUMBER, @5);
                                          $$->extra->number = $5; }
  | string                              { $$ = named(NODE_CHOICE, @1, $1, NULL); }
  ;

/* ---- instructions ---- */

insn:
    INSN insn_name doc_opt insn_items END_BLOCK
                                        { $$ = $2; $$->at = @1; $$->extra = $3;
                                          $$->child = $4; }
  ;

insn_name:
    OPCODE                              { $$ = named(NODE_INSN, @1, $1, NULL); }
  | NAME                                { $$ = named(NODE_INSN, @1, $1, NULL); }
  | SET                                 { $$ = named(NODE_INSN, @1, "set", NULL); }
  ;

insn_items:
    %empty                              { $$ = NULL; }
  | insn_items insn_item                { $$ = join($1, $2); }
  ;

insn_item:
    MANUAL string                       { $$ = named(NODE_MANUAL, @1, $2, NULL); }
  | avail
  | EXAMPLE string doc_opt              { $$ = named(NODE_EXAMPLE, @1, $2, NULL);
                                          $$->extra = $3; }
  | LOWERED                             { $$ = NEW(NODE_LOWERED, @1); }
  | LOWERED WHEN condition              { $$ = NEW(NODE_LOWERED, @1); $$->extra = $3; }
  | LOWERED WHOLE                       { $$ = NEW(NODE_LOWERED, @1); $$->number = 1; }
  | LOOSE                               { $$ = NEW(NODE_LOOSE, @1); }
  | LOWERED WHOLE WHEN condition        { $$ = NEW(NODE_LOWERED, @1); $$->number = 1;
                                          $$->extra = $4; }
  | set
  | form
  | rule
  | USE NAME                            { $$ = named(NODE_USE, @1, $2, NULL); }
  | ignored
  | NEVER AFTER insn_name               { $$ = named(NODE_NEVER_AFTER, @1, $3->text, NULL); }
  | DISTINCT INTEGER                    { $$ = NEW(NODE_DISTINCT, @1); $$->number = $2; }
  | EFFECT NAME rule_when               { $$ = named(NODE_EFFECT, @1, $2, NULL);
                                          $$->extra = $3; }
  | DOES NAME                           { $$ = named(NODE_DOES, @2, $2, NULL); }
  | EVENT NAME event_arguments rule_when
                                        { $$ = named(NODE_EVENT, @2, $2, $3); $$->extra = $4; }
  | NAMED NAME                          { $$ = named(NODE_NAMED, @1, $2, NULL); }
  | CALLED NAME words_opt called_end ':' words_opt deduced_opt rule_when
                                        { struct node *tags = named(NODE_NAME, @6, "", $6);
                                          tags->extra = $7;
                                          $$ = named(NODE_CALLED, @1, $2, $3);
                                          if ($4) $$->child = join($3, $4);
                                          $$->doc = tags; $$->extra = $8; }
  | UNWRAPPED string                    { $$ = named(NODE_UNWRAPPED, @1, $2, NULL); }
  | IMPLIED words                       { $$ = named(NODE_IMPLIED, @1, "", $2); }
  | GENERIC names rule_when             { $$ = named(NODE_GENERIC, @1, "", $2);
                                          $$->extra = $3; }
  | MOVES names rule_when               { $$ = named(NODE_MOVES, @1, "", $2);
                                          $$->extra = $3; }
  | WRITES names                        { $$ = named(NODE_WRITES, @1, "", $2); }
  | UPDATES names                       { $$ = named(NODE_UPDATES, @1, "", $2); }
  | insn_layout
  ;

words_opt:
    %empty                              { $$ = NULL; }
  | words
  ;

/* The words that a suffix of the name precedes. */
called_end:
    %empty                              { $$ = NULL; }
  | '|' words                           { $$ = $2; $$->number = 1; }
  ;

deduced_opt:
    %empty                              { $$ = NULL; }
  | DEDUCED names                       { $$ = $2; }
  ;

event_arguments:
    %empty                              { $$ = NULL; }
  | event_arguments event_argument      { $$ = join($1, $2); }
  ;

event_argument:
    NAME '=' event_value                { $$ = $3; $$->kind = NODE_ARGUMENT; $$->at = @1;
                                          $$->text = $1; }
  ;

/* more: a name; doc: a word; extra: a computed value. */
event_value:
    event_word                          { $$ = NEW(NODE_ARGUMENT, @1); $$->more = $1; }
  | WORD                                { $$ = NEW(NODE_ARGUMENT, @1);
                                          $$->doc = named(NODE_ROLE, @1, $1, NULL); }
  | WORD '|' event_word                 { $$ = NEW(NODE_ARGUMENT, @1); $$->more = $3;
                                          $$->doc = named(NODE_ROLE, @1, $1, NULL); }
  | INTEGER                             { $$ = NEW(NODE_ARGUMENT, @1);
                                          $$->extra = NEW(NODE_NUMBER, @1);
                                          $$->extra->number = $1; }
  | '(' sum ')'                         { $$ = NEW(NODE_ARGUMENT, @1); $$->extra = $2; }
  ;

ignored:
    IGNORED words most                  { $$ = named(NODE_IGNORED, @1, "", $2);
                                          $$->number = $3; }
  | REFUSED words                       { $$ = named(NODE_IGNORED, @1, "", $2); }
  ;

most:
    %empty                              { $$ = UINT8_MAX; }
  | MOST INTEGER                        { $$ = $2; }
  ;

insn_layout:
    LAYOUT names '=' NAME               { $$ = named(NODE_INSN_LAYOUT, @1, $4, $2); }
  ;

names:
    NAME                                { $$ = named(NODE_NAME, @1, $1, NULL); }
  | names NAME                          { $$ = join($1, named(NODE_NAME, @2, $2, NULL)); }
  ;

form:
    FORM form_name quals ':' form_operands lenient_form
                                        { $$ = $2; $$->at = @1; $$->child = $3;
                                          $$->extra = $5;
                                          loosen_form($$, $6); }
  | FORM form_name ':' form_operands lenient_operands
                                        { $$ = $2; $$->at = @1; $$->extra = $4;
                                          loosen_operands($4, $5); }
  ;

form_name:
    %empty                              { $$ = named(NODE_FORM, @$, "", NULL); }
  | NAME                                { $$ = named(NODE_FORM, @1, $1, NULL); }
  ;

form_operands:
    NONE                                { $$ = NULL; }
  | operands_list
  ;

quals:
    qual
  | quals qual                          { $$ = join($1, $2); }
  ;

qual:
    qual_word
  | '<' qual_words '>'                  { $$ = named(NODE_ORDERED, @1, "", $2); }
  | '{' qual_words '}'                  { $$ = named(NODE_OPTIONAL, @1, "", $2); }
  | '{' REPEAT qual_word '}'            { $$ = named(NODE_OPTIONAL, @1, "", $3); $$->high = 1; }
  | '{' '<' qual_words '>' '}'          { $$ = named(NODE_OPTIONAL, @1, "",
                                                     named(NODE_ORDERED, @2, "", $3)); }
  | '{' qual_words '}' '(' avail ')'    { $$ = named(NODE_OPTIONAL, @1, "", $2); $$->extra = $5; }
  ;

qual_words:
    qual_word
  | qual_words qual_word                { $$ = join($1, $2); }
  ;

qual_word:
    WORD                                { $$ = named(NODE_QUAL, @1, $1, NULL); }
  | WORD AS WORD                        { $$ = named(NODE_QUAL, @1, $1, NULL); $$->more = $3; }
  | WORD AS WORD '(' avail ')'          { $$ = named(NODE_QUAL, @1, $1, NULL); $$->more = $3;
                                          $$->extra = $5; }
  | WORD '(' avail ')'                  { $$ = named(NODE_QUAL, @1, $1, NULL); $$->extra = $3; }
  ;

shared:
    shared_item
  | shared shared_item                  { $$ = join($1, $2); }
  ;

shared_item:
    rule
  | ignored
  ;

rule:
    rule_word name doc_opt rule_when rule_what
                                        { $$ = $1; $$->text = $2; $$->doc = $3; $$->extra = $4;
                                          $$->child = $5; }
  ;

rule_word:
    RULE                                { $$ = NEW(NODE_RULE, @1); }
  | WARN                                { $$ = NEW(NODE_RULE, @1); $$->number = 1; }
  ;

rule_when:
    %empty                              { $$ = NULL; }
  | WHEN condition                      { $$ = $2; }
  ;

rule_what:
    REQUIRE condition                   { $$ = named(NODE_REQUIRE, @1, "", $2); }
  | FORBID condition                    { $$ = named(NODE_FORBID, @1, "", $2); }
  | avail
  ;

%%
static int yyreport_syntax_error(const yypcontext_t *context, struct source *in) {
    (void)in;
    enum { MOST = 6 };
    yysymbol_kind_t expected[MOST];
    char text[400] = "";
    int n = yypcontext_expected_tokens(context, expected, MOST);
    for (int i = 0; i < n; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s",
                 !i ? ", expected " : i + 1 == n ? " or " : ", ", yysymbol_name(expected[i]));
    }
    fail_at(*yypcontext_location(context), "unexpected %s%s",
            yysymbol_name(yypcontext_token(context)), text);
    return 0;
}
