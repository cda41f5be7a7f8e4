/* SPDX-License-Identifier: Apache-2.0
 * The grammar of PTX. It knows directives and the shapes of operands, but no instructions.
 * Manual: Syntax (Statements), State Spaces Types and Variables, Directives.
 *
 * Statements are flat: the `{` and `}` of a function are ordinary items, so nesting needs no
 * stack. Operands create their nodes as they are reduced, children first. Reductions dominate
 * the cost (docs/design.md, Speed), so the most common operands are separate rules in each list. */
%require "3.8"
%define api.pure full
%define api.prefix {ptx_}
%define api.token.prefix {TOK_}
%define api.token.raw
%define api.location.type {span}
%define lr.type canonical-lr
%define lr.default-reduction consistent
%define parse.error custom
%locations
%expect 0
%param {struct parser *p}

%code requires {
#include "syntax/parse.h"
}

/* Every member has 8 bytes: Bison copies the whole union, and a copy of what was just written in
 * smaller parts stalls the processor (docs/design.md, Speed). */
%union {
    struct name name;
    uint64_t count;
    uint64_t chain;
    const struct value *value;
}

%code {
/* The stack grows in the arena, so that nothing leaks if memory runs out. */
#define YYMALLOC(size) arena_alloc(p->arena, size)
#define YYFREE(block) ((void)(block))
#define YYINITDEPTH 200
#define YYMAXDEPTH 100000
#define YYLLOC_DEFAULT(current, rhs, n) locate(&(current), rhs, n)

/* Spans the first to the last of n symbols. An empty rule gets the end of the preceding word. */
static inline void locate(span *at, const span *rhs, int n) {
    store_span(at, n ? rhs[1].start : rhs[0].end, rhs[n].end);
}

/* Bison calls this only if the stack is full; ptx_parse then returns 2. */
static void ptx_error(const span *at, struct parser *p, const char *message) {
    (void)at, (void)p, (void)message;
}
}

%code provides {
int ptx_lex(PTX_STYPE *value, span *at, struct parser *p);
}

%token END
%token <name> NAME COMPONENT
%token <chain> CHAIN
%token <value> INTEGER WARP_SIZE DECIMAL HEX_DOUBLE HEX_SINGLE
%token STRING WORD DWARF_LINE FUNCTION_NAME INLINED_AT
%token <count> PLAIN
%token D_REG D_SPACE D_LINKAGE D_WEAK D_ALIGN D_ATTRIBUTE D_ENTRY D_FUNC D_VERSION D_TARGET
%token D_ADDRESS_SIZE D_ALIAS D_FILE D_LOC D_SECTION D_PRAGMA D_TARGETS D_PROTOTYPE D_TUNING
%token LPAREN RPAREN LBRACKET RBRACKET LBRACE RBRACE COMMA SEMICOLON COLON AT ASSIGN
%token QUESTION PLUS MINUS STAR SLASH PERCENT NOT TILDE AND OR XOR LESS GREATER SHL SHR LE GE EQ NE
%token ANDAND OROR

%type <count> operands list list_head elements address variable_words parameter_words declarators declarator
%type <count> dimensions parameters parameter_list parameter tunings strings values names
%type <count> function_words function_start prototype_start symbols braces braced braced_item attributes
%type <value> constant size

/* Prefers to shift what can follow over starting a new statement after a missing `;`. */
%precedence SHORTEST
%precedence NAME COMPONENT D_SPACE D_WEAK D_ALIAS D_PRAGMA SEMICOLON LBRACE
%right QUESTION
%left OROR
%left ANDAND
%left OR
%left XOR
%left AND
%left EQ NE
%left LESS GREATER LE GE
%left SHL SHR
%left PLUS MINUS
%left STAR SLASH PERCENT
%precedence SIGN

%%
module:
    items END                           { end_module(p, @2); }
  ;

items:
    %empty
  | items CHAIN PLAIN                   { add_instruction(p, across(@2, @3), @2, $2, $3);
                                          statement_done(p, yychar); }
  | items guard CHAIN PLAIN             { add_instruction(p, across(@3, @4), @3, $3, $4);
                                          guard_instruction(p, @2);
                                          statement_done(p, yychar); }
  | items CHAIN operands SEMICOLON      { add_instruction(p, across(@2, @4), @2, $2, $3);
                                          statement_done(p, yychar); }
  | items guard CHAIN operands SEMICOLON
                                        { add_instruction(p, across(@3, @5), @3, $3, $4);
                                          guard_instruction(p, @2);
                                          statement_done(p, yychar); }
  | items instruction                   { statement_done(p, yychar); }
  | items guard instruction             { guard_instruction(p, @2); statement_done(p, yychar); }
  | items item                          { statement_done(p, yychar); }
  ;

item:
    NAME COLON                          { add_label(p, @$, @1, $1); }
  | LBRACE                              { add_open(p, @1); }
  | RBRACE                              { add_close(p, @1); }
  | header_directive
  | debug_directive
  | variable_words declarators semicolon
                                        { add_stmt(p, PTXC_STMT_VARIABLE, @$, @1, $1 + $2); }
  | variable_words SEMICOLON            { add_stmt(p, PTXC_STMT_VARIABLE, @$, @1, $1); }
  | function
  | D_ALIAS NAME COMMA NAME semicolon   { add_symbol(p, @2, $2);
                                          add_symbol(p, @4, $4);
                                          add_stmt(p, PTXC_STMT_ALIAS, @$, @1, 2); }
  | D_PRAGMA strings semicolon          { add_stmt(p, PTXC_STMT_PRAGMA, @$, @1, $2); }
  | D_TARGETS names semicolon           { add_stmt(p, PTXC_STMT_TARGET_LIST, @$, @1, $2); }
  | prototype
  | SEMICOLON                           { report_empty_statement(p->diags, @1);
                                          add_error(p, @1); }
  | error SEMICOLON                     { yyerrok;
                                          add_error(p, @$); }
  ;

semicolon: SEMICOLON | missing ;

missing:
    %empty %prec SHORTEST               { if (!missing_semicolon(p, yychar)) YYERROR; }
  ;

/* ---- instructions ---- */

instruction:
    CHAIN operands missing              { add_instruction(p, @$, @1, $1, $2); }
  | CHAIN semicolon                     { add_instruction(p, @$, @1, $1, 0); }
  | NAME operands semicolon             { add_instruction(p, @$, @1, chain_of(p, @1), $2); }
  | NAME PLAIN                          { add_instruction(p, @$, @1, chain_of(p, @1), $2); }
  | NAME semicolon                      { add_instruction(p, @$, @1, chain_of(p, @1), 0); }
  | COMPONENT operands semicolon        { add_instruction(p, @$, @1, chain_of(p, @1), $2); }
  | COMPONENT semicolon                 { add_instruction(p, @$, @1, chain_of(p, @1), 0); }
  | spaced_chain operands semicolon     { add_spaced(p, @$, @1, $2); }
  | spaced_chain semicolon              { add_instruction(p, @$, @1, chain_of(p, @1), 0); }
  | NAME NAME COLON                     { add_unended(p, @1, chain_of(p, @1), @2, @3, $2); }
  | CHAIN NAME COLON                    { add_unended(p, @1, $1, @2, @3, $2); }
  ;

/* Whitespace and comments may precede a qualifier. `suld.b` and `ret.b2` look like components of
 * registers. */
spaced_chain:
    CHAIN qualifier
  | COMPONENT qualifier
  | NAME qualifier
  | spaced_chain qualifier
  ;

qualifier: WORD | D_SPACE | D_WEAK | D_ALIAS ;

guard:
    AT NAME                             { add_symbol(p, @2, $2);
                                          add_group(p, PTXC_OPERAND_GUARD, @$, 1); }
  | AT NOT NAME                         { add_symbol(p, @3, $3);
                                          add_group(p, PTXC_OPERAND_NOT, across(@2, @3), 1);
                                          add_group(p, PTXC_OPERAND_GUARD, @$, 1); }
  ;

operands:
    NAME                                { add_symbol(p, @1, $1); $$ = 1; }
  | constant                            { add_value(p, @1, $1); $$ = 1; }
  | vector                              { $$ = 1; }
  | operand                             { $$ = 1; }
  | operands COMMA NAME                 { add_symbol(p, @3, $3); $$ = $1 + 1; }
  | operands COMMA constant             { add_value(p, @3, $3); $$ = $1 + 1; }
  | operands COMMA vector               { $$ = $1 + 1; }
  | operands COMMA operand              { $$ = $1 + 1; }
  ;

operand:
    HEX_SINGLE                          { add_value(p, @1, $1); }
  | component
  | offset
  | NOT NAME                            { add_symbol(p, @2, $2);
                                          add_group(p, PTXC_OPERAND_NOT, @$, 1); }
  | MINUS NAME                          { add_symbol(p, @2, $2);
                                          add_group(p, PTXC_OPERAND_MINUS, @$, 1); }
  | MINUS COMPONENT                     { add_component(p, @2, $2);
                                          add_group(p, PTXC_OPERAND_MINUS, @$, 1); }
  | NAME OR NAME                        { add_symbol(p, @1, $1);
                                          add_symbol(p, @3, $3);
                                          add_group(p, PTXC_OPERAND_PAIR, @$, 2); }
  | NAME LBRACKET subscript RBRACKET    { add_index(p, @$, $1); }
  | place_in_memory                     { add_group(p, PTXC_OPERAND_ADDRESS, @$, 1); }
  | place_in_memory WORD                { check_unified(p, @2);
                                          add_word(p, @2);
                                          add_group(p, PTXC_OPERAND_ADDRESS, @$, 2); }
  | LBRACKET address RBRACKET           { add_group(p, PTXC_OPERAND_ADDRESS, @$, $2); }
  | vector OR NAME                      { add_symbol(p, @3, $3);
                                          add_group(p, PTXC_OPERAND_PAIR, @$, 2); }
  | LPAREN list RPAREN                  { add_group(p, PTXC_OPERAND_LIST, @$, $2); }
  ;

place_in_memory:
    LBRACKET NAME RBRACKET              { add_symbol(p, @2, $2); }
  | LBRACKET NAME PLUS constant RBRACKET
                                        { add_symbol(p, @2, $2);
                                          add_offset(p, across(@2, @4), $4, @4); }
  | LBRACKET NAME MINUS constant RBRACKET
                                        { add_symbol(p, @2, $2);
                                          minus_offset(p, across(@2, @4), @3, $4); }
  | LBRACKET constant RBRACKET          { add_integer(p, @2, $2); }
  ;

component:
    COMPONENT                           { add_component(p, @1, $1); }
  | NAME WORD                           { add_component(p, @$, $1); }
  ;

/* A name can only be the first term of a sum: `4+name`, `name*2` and `name-4` are not valid. */
offset:
    NAME PLUS constant %prec SHORTEST   { add_symbol(p, @1, $1);
                                          add_offset(p, @$, $3, @3); }
  ;

subscript:
    NAME                                { add_symbol(p, @1, $1); }
  | constant                            { add_integer(p, @1, $1); }
  | offset
  | NAME MINUS constant %prec SHORTEST  { add_symbol(p, @1, $1);
                                          minus_offset(p, @$, @2, $3); }
  ;

/* [map, {x, y}] and similar addresses */
address:
    NAME COMMA                          { add_symbol(p, @1, $1); }
    address_part                        { $$ = 2; }
  | address COMMA address_part          { $$ = $1 + 1; }
  ;

address_part:
    NAME                                { add_symbol(p, @1, $1); }
  | vector
  ;

vector:
    LBRACE elements RBRACE              { add_group(p, PTXC_OPERAND_VECTOR, @$, $2); }
  ;

elements:
    NAME                                { add_symbol(p, @1, $1); $$ = 1; }
  | element                             { $$ = 1; }
  | elements COMMA NAME                 { add_symbol(p, @3, $3); $$ = $1 + 1; }
  | elements COMMA element              { $$ = $1 + 1; }
  ;

element:
    component
  | constant                            { add_value(p, @1, $1); }
  | HEX_SINGLE                          { add_value(p, @1, $1); }
  ;

/* A list of a call. `(1)` is a constant, which a call takes for a list of one. */
list:
    %empty                              { $$ = 0; }
  | NAME                                { add_symbol(p, @1, $1); $$ = 1; }
  | list_head COMMA argument            { $$ = $1 + 1; }
  ;

list_head:
    argument                            { $$ = 1; }
  | list_head COMMA argument            { $$ = $1 + 1; }
  ;

argument:
    NAME                                { add_symbol(p, @1, $1); }
  | constant                            { add_value(p, @1, $1); }
  | HEX_SINGLE                          { add_value(p, @1, $1); }
  ;

constant:
    INTEGER
  | WARP_SIZE
  | DECIMAL
  | HEX_DOUBLE
  | LPAREN constant RPAREN              { $$ = $2; }
  | LPAREN HEX_SINGLE RPAREN            { $$ = $2; }
  | MINUS constant %prec SIGN           { $$ = unary(p, '-', $2, @$); }
  | PLUS constant %prec SIGN            { $$ = $2; }
  | NOT constant %prec SIGN             { $$ = unary(p, '!', $2, @$); }
  | TILDE constant %prec SIGN           { $$ = unary(p, '~', $2, @$); }
  | LPAREN WORD RPAREN constant %prec SIGN
                                        { $$ = cast(p, @2, $4); }
  | constant STAR constant              { $$ = binary(p, '*', $1, $3, @3); }
  | constant SLASH constant             { $$ = binary(p, '/', $1, $3, @3); }
  | constant PERCENT constant           { $$ = binary(p, '%', $1, $3, @3); }
  | constant PLUS constant              { $$ = binary(p, '+', $1, $3, @3); }
  | constant MINUS constant             { $$ = binary(p, '-', $1, $3, @3); }
  | constant SHL constant               { $$ = binary(p, VALUE_OP('<', '<'), $1, $3, @3); }
  | constant SHR constant               { $$ = binary(p, VALUE_OP('>', '>'), $1, $3, @3); }
  | constant LESS constant              { $$ = binary(p, '<', $1, $3, @3); }
  | constant GREATER constant           { $$ = binary(p, '>', $1, $3, @3); }
  | constant LE constant                { $$ = binary(p, VALUE_OP('<', '='), $1, $3, @3); }
  | constant GE constant                { $$ = binary(p, VALUE_OP('>', '='), $1, $3, @3); }
  | constant EQ constant                { $$ = binary(p, VALUE_OP('=', '='), $1, $3, @3); }
  | constant NE constant                { $$ = binary(p, VALUE_OP('!', '='), $1, $3, @3); }
  | constant AND constant               { $$ = binary(p, '&', $1, $3, @3); }
  | constant XOR constant               { $$ = binary(p, '^', $1, $3, @3); }
  | constant OR constant                { $$ = binary(p, '|', $1, $3, @3); }
  | constant ANDAND constant            { $$ = binary(p, VALUE_OP('&', '&'), $1, $3, @3); }
  | constant OROR constant              { $$ = binary(p, VALUE_OP('|', '|'), $1, $3, @3); }
  | constant QUESTION constant COLON constant %prec QUESTION
                                        { $$ = choose(p, $1, @2, $3, $5); }
  ;

/* ---- declarations ---- */

variable_words:
    space                               { add_word(p, @1); $$ = 1; }
  | linkage                             { add_word(p, @1); $$ = 1; }
  | place                               { $$ = 1; }
  | variable_words space                { add_word(p, @2); $$ = $1 + 1; }
  | variable_words linkage              { add_word(p, @2); $$ = $1 + 1; }
  | variable_words type_word            { $$ = $1 + 1; }
  ;

space: D_REG | D_SPACE ;
linkage: D_LINKAGE | D_WEAK ;

type_word:
    WORD                                { add_word(p, @1); }
  | place
  ;

place:
    D_ALIGN size                        { add_value(p, @2, $2);
                                          add_group(p, PTXC_OPERAND_WORD, @1, 1); }
  | D_ATTRIBUTE LPAREN attributes RPAREN { add_group(p, PTXC_OPERAND_WORD, @1, $3); }
  ;

attributes:
    attribute                           { $$ = 1; }
  | attributes COMMA attribute          { $$ = $1 + 1; }
  ;

attribute:
    WORD                                { add_word(p, @1); }
  | WORD LPAREN values RPAREN           { add_group(p, PTXC_OPERAND_WORD, @1, $3); }
  ;

declarators:
    declarator                          { $$ = 1; }
  | declarators COMMA declarator        { $$ = $1 + 1; }
  ;

declarator:
    declared dimensions                 { add_group(p, PTXC_OPERAND_DECLARATOR, @$, 1 + $2); }
  | declared dimensions ASSIGN initializer
                                        { add_group(p, PTXC_OPERAND_DECLARATOR, @$, 2 + $2); }
  | declared LESS size GREATER       { add_range(p, across(@2, @4), $3);
                                          add_group(p, PTXC_OPERAND_DECLARATOR, @$, 2); }
  ;

declared: NAME                          { add_symbol(p, @1, $1); } ;

dimensions:
    %empty                              { $$ = 0; }
  | dimensions LBRACKET RBRACKET        { add_group(p, PTXC_OPERAND_ADDRESS, across(@2, @3), 0);
                                          $$ = $1 + 1; }
  | dimensions LBRACKET size RBRACKET
                                        { add_value(p, @3, $3);
                                          add_group(p, PTXC_OPERAND_ADDRESS, across(@2, @4), 1);
                                          $$ = $1 + 1; }
  ;

/* Only the symbols that an initializer names get nodes: a table of a million numbers has none. */
initializer:
    symbols                             { add_group(p, PTXC_OPERAND_INITIALIZER, @1, $1); }
  | braces                              { add_group(p, PTXC_OPERAND_INITIALIZER, @1, $1); }
  ;

braces:
    LBRACE RBRACE                       { $$ = 0; }
  | LBRACE braced RBRACE                { $$ = $2; }
  ;

braced:
    braced_item
  | braced COMMA braced_item            { $$ = $1 + $3; }
  ;

braced_item:
    symbols
  | braces
  | NAME ASSIGN NAME                    { $$ = 0; }
  | NAME ASSIGN constant                { $$ = 0; }
  ;

symbols:
    constant                            { $$ = 0; }
  | HEX_SINGLE                          { $$ = 0; }
  | symbol                              { $$ = 1; }
  | INTEGER LPAREN constant RPAREN      { integer_only(p, $3, @3); $$ = 0; }
  | INTEGER LPAREN symbol RPAREN        { $$ = 1; }
  ;

symbol:
    NAME                                { add_symbol(p, @1, $1); }
  | offset
  | NAME LPAREN NAME RPAREN            { check_word(p, @1, "generic");
                                          add_symbol(p, @3, $3); }
  | NAME LPAREN NAME RPAREN PLUS constant %prec SHORTEST
                                        { check_word(p, @1, "generic");
                                          add_symbol(p, @3, $3);
                                          integer_only(p, $6, @6); }
  ;

/* ---- functions ---- */

function:
    function_start tunings LBRACE       { add_function(p, across(@1, @2), @1, $1 + $2);
                                          add_open(p, @3); }
  | function_start tunings SEMICOLON    { add_prototype(p, @$, @1, $1 + $2); }
  | function_start tunings %prec SHORTEST
                                        { add_prototype(p, @$, @1, $1 + $2); }
  ;

function_start:
    function_words NAME                 { add_symbol(p, @2, $2); $$ = $1 + 1; }
  | function_words NAME parameters      { add_declared_parameters(p, @2, $2); $$ = $1 + 2; }
  | function_words parameters NAME      { add_symbol(p, @3, $3); $$ = $1 + 2; }
  | function_words parameters NAME parameters
                                        { add_declared_parameters(p, @3, $3); $$ = $1 + 3; }
  ;

function_words:
    D_ENTRY                             { add_word(p, @1); $$ = 1; }
  | D_FUNC                              { add_word(p, @1); $$ = 1; }
  | variable_words D_ENTRY              { add_word(p, @2); $$ = $1 + 1; }
  | variable_words D_FUNC               { add_word(p, @2); $$ = $1 + 1; }
  | function_words D_ATTRIBUTE LPAREN attributes RPAREN
                                        { add_group(p, PTXC_OPERAND_WORD, @2, $4); $$ = $1 + 1; }
  ;

parameters:
    LPAREN RPAREN                       { add_group(p, PTXC_OPERAND_PARAMETERS, @$, 0); $$ = 1; }
  | LPAREN parameter_list RPAREN        { add_group(p, PTXC_OPERAND_PARAMETERS, @$, $2); $$ = 1; }
  ;

parameter_list:
    parameter
  | parameter_list COMMA parameter      { $$ = $1 + $3; }
  ;

parameter:
    parameter_words declarator          { $$ = $1 + 1; }
  ;

parameter_words:
    space                               { add_word(p, @1); $$ = 1; }
  | parameter_words space               { add_word(p, @2); $$ = $1 + 1; }
  | parameter_words type_word           { $$ = $1 + 1; }
  ;

tunings:
    %empty                              { $$ = 0; }
  | tunings D_TUNING                    { add_word(p, @2); $$ = $1 + 1; }
  | tunings D_TUNING values             { add_group(p, PTXC_OPERAND_WORD, @2, $3); $$ = $1 + 1; }
  | tunings D_TUNING strings            { add_group(p, PTXC_OPERAND_WORD, @2, $3); $$ = $1 + 1; }
  | tunings D_PRAGMA strings SEMICOLON  { add_group(p, PTXC_OPERAND_WORD, @2, $3); $$ = $1 + 1; }
  ;

prototype:
    D_PROTOTYPE prototype_start tunings semicolon
                                        { add_stmt(p, PTXC_STMT_PROTOTYPE, @$, @1, $2 + $3); }
  ;

prototype_start:
    NAME                                { check_word(p, @1, "_"); add_symbol(p, @1, $1); $$ = 1; }
  | NAME parameters                     { check_word(p, @1, "_");
                                          add_declared_parameters(p, @1, $1); $$ = 2; }
  | parameters NAME                     { check_word(p, @2, "_"); add_symbol(p, @2, $2); $$ = 2; }
  | parameters NAME parameters          { check_word(p, @2, "_");
                                          add_declared_parameters(p, @2, $2); $$ = 3; }
  ;

values:
    size                                { add_value(p, @1, $1); $$ = 1; }
  | values COMMA size                   { add_value(p, @3, $3); $$ = $1 + 1; }
  ;

size: INTEGER | WARP_SIZE ;

strings:
    STRING                              { add_leaf(p, PTXC_OPERAND_STRING, @1); $$ = 1; }
  | strings COMMA STRING                { add_leaf(p, PTXC_OPERAND_STRING, @3); $$ = $1 + 1; }
  ;

/* `.branchtargets N<5>` names N0 .. N4 */
names:
    NAME                                { add_symbol(p, @1, $1); $$ = 1; }
  | NAME LESS size GREATER           { add_symbol(p, @1, $1);
                                          add_range(p, across(@2, @4), $3); $$ = 2; }
  | names COMMA NAME                    { add_symbol(p, @3, $3); $$ = $1 + 1; }
  | names COMMA NAME LESS size GREATER
                                        { add_symbol(p, @3, $3);
                                          add_range(p, across(@4, @6), $5); $$ = $1 + 2; }
  ;

/* ---- module headers and debug information: these do not end with `;` ---- */

header_directive:
    D_VERSION DECIMAL                   { add_value(p, @2, $2);
                                          add_stmt(p, PTXC_STMT_VERSION, @$, @1, 1); }
  | D_TARGET names                      { add_stmt(p, PTXC_STMT_TARGET, @$, @1, $2); }
  | D_ADDRESS_SIZE size                 { add_value(p, @2, $2);
                                          add_stmt(p, PTXC_STMT_ADDRESS_SIZE, @$, @1, 1); }
  ;

debug_directive:
    D_FILE size STRING                  { add_file(p, @$, @1, @2, $2, @3); }
  | D_FILE size STRING COMMA size       { add_file(p, @$, @1, @2, $2, @3); }
  | D_FILE size STRING COMMA size COMMA size
                                        { add_file(p, @$, @1, @2, $2, @3); }
  | location                            { add_stmt(p, PTXC_STMT_LOC, @1, @1, 3); }
  | location COMMA FUNCTION_NAME function_name COMMA INLINED_AT numbers
                                        { add_stmt(p, PTXC_STMT_LOC, @$, @1, 6); }
  | D_SECTION section LBRACE section_lines RBRACE
                                        { section_name(p, @2);
                                          add_leaf(p, PTXC_OPERAND_WORD, @2);
                                          add_stmt(p, PTXC_STMT_SECTION, @$, @1, 1); }
  | DWARF_LINE                          { add_stmt(p, PTXC_STMT_DWARF, @$, @1, 0); }
  ;

/* .version and the words of D_REG are also valid section names. */
section: WORD | D_VERSION | D_REG ;

location: D_LOC numbers ;

/* a file, a line and a column */
numbers:
    size size size                      { add_value(p, @1, $1);
                                          add_value(p, @2, $2);
                                          add_value(p, @3, $3); }
  ;

function_name:
    NAME                                { section_name(p, @1); }
  | WORD                                { section_name(p, @1); }
  | NAME PLUS INTEGER                   { section_name(p, @1); }
  | WORD PLUS INTEGER                   { section_name(p, @1); }
  ;

section_lines:
    %empty
  | section_lines NAME COLON            { section_label(p, @2); }
  | section_lines WORD integers         { section_numbers(p, @2); }
  | section_lines WORD section_address  { section_address(p, @2, @3); }
  ;

/* A list may contain only integers. They are checked as they are read. */
integers: section_integer | integers COMMA section_integer ;

section_integer: INTEGER | MINUS INTEGER { section_has(p, SECTION_MINUS, @1); } ;

section_address:
    NAME
  | NAME PLUS INTEGER
  | NAME MINUS NAME                     { section_has(p, SECTION_DIFFERENCE, @$); }
  | section
  | section PLUS INTEGER
  ;

%%

enum { MAX_EXPECTED = 128 };

static int yyreport_syntax_error(const yypcontext_t *context, struct parser *p) {
    yysymbol_kind_t expected[MAX_EXPECTED];
    int count = yypcontext_expected_tokens(context, expected, MAX_EXPECTED);
    uint8_t kinds[MAX_EXPECTED];
    for (int i = 0; i < count; i++) kinds[i] = (uint8_t)expected[i];
    parse_syntax_error(p, (int)yypcontext_token(context), kinds, count);
    return 0;
}
