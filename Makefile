# ptxcheck: make, make check, make bench; `make help` lists all targets.
# MODE=release (default), debug, asan, cov, fuzz. Every output lies in build/.

MODE ?= release
B := build/$(MODE)
G := build/gen
H := build/host

CC ?= gcc
BISON ?= bison
RE2C ?= re2c
PREFIX ?= /usr/local
CFLAGS ?= -O2 -g

OPT_asan := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
OPT_debug := -O0
OPT_cov := -O0 --coverage
OPT_fuzz := -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all

WARN := -std=c11 -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
ALL_CFLAGS = $(WARN) -fvisibility=hidden $(CFLAGS) $(OPT_$(MODE)) -MMD -MP -Iinclude -Isrc -I$(G)
# What Bison and re2c write is not ours to keep free of warnings.
GEN_CFLAGS = -Wno-conversion -Wno-shadow -Wno-unused-but-set-variable

ISA := $(wildcard grammar/isa/*.isa)
DRAFTS := $(wildcard grammar/isa/draft/*.isa)
LIB_SRC := $(wildcard src/*.c)
CLI_SRC := $(wildcard src/cli/*.c)
LIB_OBJ := $(LIB_SRC:%.c=$(B)/%.o) $(B)/gen/ptx.tab.o $(B)/gen/ptx.lex.o
ISA_OBJ := $(B)/gen/isa_tables.o
CLI_OBJ := $(CLI_SRC:%.c=$(B)/%.o) $(B)/gen/pages.o
JSON_LIBS := $(firstword $(wildcard /usr/lib/*/libjansson.a) -ljansson)

# The program of the release build is the one people use.
PROGRAM := $(if $(filter release,$(MODE)),build/ptxcheck,$(B)/ptxcheck)

.SUFFIXES:
.DELETE_ON_ERROR:
.PHONY: all help check lint bench fuzz oracle docs format install uninstall dist clean demo
.SECONDARY:

all: $(PROGRAM) $(B)/libptxcheck.a

help:
	@sed -n 's/^## //p' $(MAKEFILE_LIST)

$(PROGRAM): $(CLI_OBJ) $(B)/libptxcheck.a
	$(CC) $(CFLAGS) $(OPT_$(MODE)) $(LDFLAGS) -o $@ $^ $(JSON_LIBS) -lpthread

$(B)/libptxcheck.a: $(LIB_OBJ) $(ISA_OBJ)
	rm -f $@
	$(AR) rcs $@ $^

$(B)/src/%.o: src/%.c | $(G)/ptx.tab.h
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

$(B)/src/cli/%.o: ALL_CFLAGS += -D_POSIX_C_SOURCE=200809L

$(B)/gen/%.o: $(G)/%.c | $(G)/ptx.tab.h
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(GEN_CFLAGS) -c -o $@ $<

# ---- generated ----

$(G)/ptx.tab.c $(G)/ptx.tab.h &: grammar/ptx.y
	@mkdir -p $(G)
	$(BISON) -Wall -Werror --header=$(G)/ptx.tab.h -o $(G)/ptx.tab.c $<

$(G)/ptx.lex.c: grammar/ptx.re
	@mkdir -p $(G)
	$(RE2C) -W -Werror --no-unsafe -o $@ $<

$(H)/isa.tab.c $(H)/isa.tab.h &: grammar/isa.y
	@mkdir -p $(H)
	$(BISON) -Wall -Werror --header=$(H)/isa.tab.h -o $(H)/isa.tab.c $<

$(H)/isa.lex.c: grammar/isa.re
	@mkdir -p $(H)
	$(RE2C) -W -Werror --no-unsafe -o $@ $<

$(H)/isagen: $(wildcard tools/isagen*.c tools/isagen*.h) $(H)/isa.tab.c $(H)/isa.tab.h $(H)/isa.lex.c src/isa.h
	$(CC) $(WARN) $(GEN_CFLAGS) -O1 -g -Iinclude -Isrc -Itools -I$(H) -o $@ $(filter %.c,$^)

$(G)/isa_tables.c: $(H)/isagen $(ISA)
	@mkdir -p $(G)
	$(H)/isagen -o $@ $(ISA)

$(G)/isa_draft_tables.c: $(H)/isagen $(ISA) $(DRAFTS)
	@mkdir -p $(G)
	$(H)/isagen -o $@ $(ISA) $(DRAFTS)

-include $(LIB_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(ISA_OBJ:.o=.d)

clean:
	rm -rf build/release build/debug build/asan build/cov build/fuzz build/gen build/host build/ptxcheck
