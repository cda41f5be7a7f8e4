# ptxcheck: make, make check, make bench; `make help` lists all targets.
# MODE=release (default), debug, asan, msan, cov, fuzz. Every output lies in build/.

MODE ?= release
B := build/$(MODE)
G := build/gen
H := build/host

BISON ?= bison
RE2C ?= re2c
PYTHON ?= python3
CLANG ?= $(firstword $(shell command -v clang-14 clang) clang)
CFLAGS ?= -O2 -g
# For the installed program of a release: a cross build names its own, STRIP= keeps the symbols.
STRIP ?= $(if $(filter release,$(MODE)),strip)
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
# Beside BINDIR: the language server finds the pages of diagnostics from where it lies.
PAGESDIR = $(BINDIR)/../share/doc/ptxcheck/diagnostics
ISADIR = $(BINDIR)/../share/doc/ptxcheck/isa

OPT_release := -DNDEBUG
OPT_asan := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
OPT_msan := -O1 -fsanitize=memory -fno-omit-frame-pointer
OPT_debug := -O0
OPT_cov := -O0 --coverage
OPT_fuzz := -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
ifneq ($(filter fuzz msan,$(MODE)),)
CC := $(CLANG)
endif

WARN := -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
        -Werror=implicit-function-declaration
ALL_CFLAGS = $(WARN) -ffunction-sections -fno-asynchronous-unwind-tables -fvisibility=hidden $(CFLAGS) $(OPT_$(MODE)) -MMD -MP -Iinclude -Isrc -I$(G)
# What Bison and re2c write is not ours to keep free of warnings. The tables hold their texts in one long string.
GEN_CFLAGS := -Wno-conversion -Wno-shadow -Wno-unused-but-set-variable -Wno-overlength-strings
LINK = $(CC) $(CFLAGS) $(OPT_$(MODE)) $(LDFLAGS)

VERSION := $(shell sed -n 's/^\#define PTXC_VERSION_[A-Z]* //p' include/ptxcheck_base.h | paste -sd.)
ISA := $(wildcard grammar/isa/*.isa)
PAGES := $(wildcard docs/diagnostics/ptx-*.md)
ISA_PAGES = $(wildcard docs/isa/*.md)
# The rooms of src/, lower ones first (docs/design.md).
LIB_ROOMS := base isa diag syntax symbols chain match check flow flow/value flow/threads flow/check flow/mbarrier flow/run flow/relate rehearse/program rehearse/race rehearse rehearse/launch emit emit/kernel embed query api tensormap
CLI_ROOMS := program/io program/text program/map program/options program/isa \
             cli cli/check cli/isa cli/matrix cli/emit cli/log cli/ptxas cli/tensormap cli/rehearse cli/tools lsp lsp/wire lsp/session lsp/card lsp/feature
LIB_SRC := $(wildcard $(LIB_ROOMS:%=src/%/*.c))
CLI_SRC := $(wildcard $(CLI_ROOMS:%=src/%/*.c))
# What a plain check runs lies together in the program, the rest about it: less of that is fetched.
APART := $(B)/gen/pages.o $(addprefix $(B)/src/,lsp/%.o cli/ptxas/%.o cli/tensormap/%.o cli/isa/%.o cli/emit/%.o cli/matrix/%.o \
         cli/log/%.o cli/tools/%.o cli/check/json.o program/isa/%.o program/text/json%.o embed/%.o emit/%.o query/%.o flow/relate/%.o \
         rehearse/%.o cli/rehearse/%.o api/rehearse.o api/isa%.o api/layout.o isa/words.o isa/descriptor.o syntax/format.o)
LIB_ALL := $(LIB_SRC:%.c=$(B)/%.o) $(addprefix $(B)/gen/,ptx.tab.o ptx.lex.o isa_tables.o)
CLI_ALL := $(CLI_SRC:%.c=$(B)/%.o) $(B)/gen/pages.o
LIB_OBJ := $(filter-out $(APART),$(LIB_ALL)) $(filter $(APART),$(LIB_ALL))
CLI_OBJ := $(filter $(APART),$(CLI_ALL)) $(filter-out $(APART),$(CLI_ALL))
API_TESTS := $(patsubst %.c,$(B)/%,$(wildcard tests/api/*.c))
GENERATED := $(addprefix $(G)/,ptx.tab.c ptx.tab.h ptx.lex.c isa_events.h isa_tables.c pages.c) \
             $(addprefix $(H)/,isa.tab.c isa.tab.h isa.lex.c)
JSON_LIBS := $(firstword $(wildcard /usr/lib/*/libjansson.a) -ljansson)
# Where all libraries are there as archives, the program needs nothing of the system it is copied to,
# and starts in three quarters of the time. `make STATIC=` makes a dynamic one.
STATIC := $(if $(filter release,$(MODE)),$(shell echo 'int main(void) { return 0; }' | \
    $(CC) -static -o /dev/null -x c - -x none $(JSON_LIBS) -lpthread 2>/dev/null && echo -static))

# The program of the release build is the one people use.
LIBRARY := $(B)/libptxcheck.a
# The shared library has objects of its own: position-independent code would slow the program.
SONAME := libptxcheck.so.$(firstword $(subst ., ,$(VERSION)))
SHARED := $(B)/libptxcheck.so.$(VERSION)
SHARED_OBJ = $(LIB_OBJ:$(B)/%=$(B)/pic/%)
OBJCOPY ?= $(firstword $(shell command -v objcopy llvm-objcopy))
PROGRAM := $(if $(filter release,$(MODE)),build/ptxcheck,$(B)/ptxcheck)

# For LD_PRELOAD; where there is none, `make` of the rest still works.
SHIM := $(B)/libptxcheck_tensormap.so
SHIM_SRC := $(wildcard src/shim/*.c src/tensormap/*.c)

.SUFFIXES:
.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all help shared shim check test-index check-cuda check-editors check-headers public-asm check-asan check-valgrind lint bench fuzz oracle oracle-record \
        mutate corpus corpus-mutants protocol-kernels protocol-mutants docs format demo vsix install uninstall dist clean

## make               build build/ptxcheck and build/MODE/libptxcheck.a, in the release mode also libptxcheck.so
all: $(PROGRAM) $(LIBRARY) $(if $(filter release,$(MODE)),shared)

## make help          this list
help:
	@sed -n 's/^## //p' $(firstword $(MAKEFILE_LIST))

$(PROGRAM): $(CLI_OBJ) $(LIB_OBJ)
	$(LINK) -Wl,--gc-sections $(STATIC) -o $@ $^ $(JSON_LIBS) -lpthread

# valgrind sees no allocation of a static program.
$(B)/ptxcheck-dynamic: $(CLI_OBJ) $(LIB_OBJ)
	$(LINK) -o $@ $^ $(JSON_LIBS) -lpthread

# One object, in which every function that is not public is local: a program that links the archive
# may use their names. Without objcopy they stay visible.
$(LIBRARY): $(LIB_OBJ)
	rm -f $@
	$(LD) -r -o $(@:.a=.o) $^
	$(if $(OBJCOPY),$(OBJCOPY) --localize-hidden $(@:.a=.o))
	$(AR) qcs $@ $(@:.a=.o)
	rm $(@:.a=.o)

## make shared        build/MODE/libptxcheck.so.VERSION and its links
shared: $(SHARED)
$(SHARED): src/api/exports.map $(SHARED_OBJ)
	$(LINK) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=$< -Wl,-z,defs -Wl,--gc-sections -o $@ $(SHARED_OBJ)
	ln -sfn $(@F) $(B)/$(SONAME)
	ln -sfn $(SONAME) $(B)/libptxcheck.so

$(B)/src/%.o: src/%.c | $(G)/ptx.tab.h $(G)/isa_events.h
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

$(B)/pic/src/%.o: src/%.c | $(G)/ptx.tab.h $(G)/isa_events.h
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -fPIC -c -o $@ $<

$(B)/pic/gen/%.o: $(G)/%.c | $(G)/ptx.tab.h $(G)/isa_events.h
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(GEN_CFLAGS) -fPIC -c -o $@ $<

## make shim          build/MODE/libptxcheck_tensormap.so: LD_PRELOAD it, and refused tensor maps are explained
shim: $(SHIM)
$(SHIM): $(SHIM_SRC) $(wildcard src/shim/*.h src/tensormap/*.h include/*.h) src/tensormap/rules.def
	@mkdir -p $(@D)
	$(CC) $(WARN) -fvisibility=hidden $(CFLAGS) -O2 -Iinclude -Isrc -shared -fPIC -o $@ $(SHIM_SRC) -ldl

# Only the program may use what POSIX adds to C.
$(B)/src/cli/%.o $(B)/src/lsp/%.o $(B)/src/program/%.o: ALL_CFLAGS += -D_POSIX_C_SOURCE=200809L

$(B)/gen/%.o: $(G)/%.c | $(G)/ptx.tab.h $(G)/isa_events.h
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

$(H)/isagen: $(wildcard tools/isagen/*.[ch]) src/isa/tables.h src/isa/does.def src/isa/holds.def src/isa/condition.h src/isa/limits.h \
             $(H)/isa.tab.c $(H)/isa.tab.h $(H)/isa.lex.c
	$(CC) $(WARN) $(GEN_CFLAGS) -O1 -g -Iinclude -Isrc -Itools/isagen -I$(H) -o $@ $(filter %.c,$^)

# The file that declares the kinds of events: other tables change without all code being compiled.
$(G)/isa_events.h: grammar/isa/event.isa $(H)/isagen
	@mkdir -p $(G)
	$(H)/isagen --events -o $@ $<

$(G)/isa_tables.c: $(H)/isagen $(ISA)
	@mkdir -p $(G)
	$(H)/isagen -o $@ $(ISA)

$(G)/ptx.dict: fuzz/words.dict grammar/ptx.re $(ISA) $(H)/isagen
	@mkdir -p $(G)
	{ cat $<; grep -o '"\.[a-z_][a-z_]*"' grammar/ptx.re | sort -u; $(H)/isagen --dict $(ISA); } > $@

# The words of the table language.
$(G)/isa.dict: grammar/isa.re
	@mkdir -p $(G)
	grep -o '{"[a-z0-9_]*", TOK' $< | sed 's/^{//; s/,.*//' > $@

$(G)/pages.c: tools/pages.awk $(PAGES)
	@mkdir -p $(G)
	@LC_ALL=C awk -f $< $(PAGES) < /dev/null > $@

# ---- tests ----

$(B)/tests/api/%: tests/api/%.c $(LIBRARY)
	@mkdir -p $(@D)
	$(LINK) $(WARN) -MMD -MP -Iinclude -o $@ $< $(LIBRARY) -lpthread

## make check         build and run all tests; TESTS=tests/cli for some, MODE=asan for another build
TESTS ?= tests
check: all shim $(API_TESTS) $(H)/isagen
	@$(PYTHON) tests/run.py $(MODE) $(TESTS)

## make test-index    write tests/INDEX.md: which tests judge each diagnostic and each rule
test-index: all
	@$(PYTHON) tests/index.py $(PROGRAM) --write

## make abi-update    write tests/api/abi.txt: the binary interface of the library that make check compares with
.PHONY: abi-update
abi-update: shared
	@$(PYTHON) tests/api/abi.py $(B)/libptxcheck.so include tests/api/abi.txt --write

## make check-asan    the same, built with AddressSanitizer and UBSan
check-asan:
	@$(MAKE) --no-print-directory MODE=asan check

## make check-valgrind  a sample of inputs under valgrind
check-valgrind: all $(API_TESTS) $(B)/ptxcheck-dynamic
	@sh tests/valgrind.sh $(B)/ptxcheck-dynamic $(B)/tests/api

NVCC ?= build/cuda/nvcc/nvidia/cu13/bin/nvcc
PTXAS_13_5 := build/cuda/13.5/ptxas

## make check-headers  asm statements in the headers of CUDA and CUTLASS: how many are judged, no error but those of
##                    tests/embed/cxx/true.txt (a minute);
##                    then each instruction is broken in one way, and found or not; SEEDS=200 of each kind
CUTLASS ?= build/cuda/cutlass/cutlass_library/source
CUDA_INCLUDE = $(abspath $(dir $(NVCC))/../include)
HEADER_FOLDERS = $(wildcard $(CUDA_INCLUDE) $(CUTLASS))
SEEDS ?= 100
check-headers: all
	@test -d "$(CUDA_INCLUDE)" || { echo "no headers of CUDA: ./bootstrap --cuda fetches them"; exit 1; }
	@test -d "$(CUTLASS)" || echo "no CUTLASS: ./bootstrap --cuda fetches it, CUTLASS=... names it"
	@$(PYTHON) tests/embed/cxx/headers.py $(PROGRAM) tests/embed/cxx/true.txt $(HEADER_FOLDERS)
	@$(PYTHON) tests/embed/cxx/seed.py $(PROGRAM) $(PTXAS_13_5) $(SEEDS) 98 $(HEADER_FOLDERS)

## make public-asm    the figures of docs/public-code.md: PUBLIC="FOLDER..." of C++, SAMPLE=200 of the warnings;
##                    mistakes in real asm statements, compared with nvcc; EACH=40 of each kind
PUBLIC ?= $(HEADER_FOLDERS)
SAMPLE ?= 0
public-asm: all
	@$(PYTHON) tests/embed/cxx/public.py $(PROGRAM) $(NVCC) $(PUBLIC) --sample=$(SAMPLE) --true=tests/embed/cxx/true.txt
	@$(PYTHON) tests/embed/cxx/mutants.py $(PROGRAM) $(NVCC) $(PTXAS_13_5) $(or $(filter-out 12,$(EACH)),40) $(PUBLIC)

## make check-cuda    that, and compile the functions of `ptxcheck emit --all` for seven targets (./bootstrap --cuda;
##                    15 minutes), and one call of each overload of cuda::ptx: FOR="sm_90a kernel.ptx" for some. EACH=12 of ordinary instructions; EACH=0: all
EACH ?= 12
check-cuda: check-headers
	@test -x $(NVCC) -a -x $(PTXAS_13_5) || { echo "no nvcc: ./bootstrap --cuda fetches it, NVCC=... names another"; exit 1; }
	@CHECK_CUDA=1 $(PYTHON) tests/run.py $(MODE) tests/emit/cuda/guards.cu
	@$(PYTHON) tests/emit/cuda/emit.py --each=$(EACH) $(PROGRAM) $(NVCC) $(PTXAS_13_5) build/check-cuda $(FOR)
	@$(PYTHON) tests/emit/cuda/cccl.py --least=95 $(PROGRAM) $(NVCC) $(CUDA_INCLUDE)/cccl build/check-cuda/cccl

## make check-editors  Neovim old and new, Emacs, VS Code with the language server (./bootstrap --editors; two minutes);
##                    PICTURES=docs/images draws those of the documents anew
PICTURES ?=
check-editors: all
	@test -d build/editors || { echo "no editors: ./bootstrap --editors fetches them"; exit 1; }
	@test ! -d build/editors/node || sh tools/vsix.sh > build/editors/vsix.log 2>&1 || cat build/editors/vsix.log
	@EDITORS="$(abspath build/editors)" PICTURES="$(abspath $(PICTURES))" $(PYTHON) tests/run.py $(MODE) tests/editors

## make oracle        a million lines for ptxas 13.5, 200,000 for each other found: does ptxcheck agree?
##                    writes docs/agreement.md (./bootstrap --cuda or PTXAS=a:b:c; RELEASE=13.5: one; JOBS=2)
RELEASE ?=
JOBS ?= 1
ORACLE = $(PYTHON) tests/oracle/compare.py --report -j $(JOBS) $(RELEASE:%=--release %)
oracle: all $(H)/isagen
	@$(ORACLE)

## make oracle-record  the same, and writes down a sample of the verdicts for make check
oracle-record: all $(H)/isagen
	@$(ORACLE) --record

## make mutate        take each line of the tables apart: which could go without a test noticing? (an hour)
##                    MUTANTS='tma.isa' or ': rule:' for some
mutate:
	@$(PYTHON) tests/mutate.py $(if $(MUTANTS),"$(MUTANTS)")

## make corpus        compile CUDA's own PTX wrappers and kernels for many targets, check them all,
##                    compare each verdict with ptxas (./bootstrap --cuda); CORPUS=all: more of them
CORPUS ?= first
corpus: all
	@$(PYTHON) tests/corpus/make.py $(PROGRAM) $(CORPUS)

## make corpus-mutants   real modules with one word dropped, doubled or replaced, compared with ptxas:
##                    N=2000 of them, SEED=1; FROM="FOLDER..." takes more files; WHOLE=1: the files as they
##                    are; RECORD=1 renews what make check replays; COUNT=1: what docs/agreement.md counts
corpus-mutants: all
	@$(PYTHON) tests/corpus/mutants.py $(PROGRAM) $(if $(N),-n $(N)) $(if $(SEED),--seed $(SEED)) \
	    $(FROM:%=--from %) $(if $(WHOLE),--whole) $(if $(RECORD),--record) $(if $(COUNT),--count) $(if $(SAVE),--save $(SAVE))

## make protocol-kernels   real kernels with asynchronous instructions, from every compiler that is found, in
##                    build/protocol/kernels (tests/protocol/README.md); FROM="cuda triton": of these producers;
##                    TRITON=, CURAND= name folders of packages
protocol-kernels:
	@TRITON='$(TRITON)' CURAND='$(CURAND)' $(PYTHON) tests/protocol/kernels.py $(FROM)

## make protocol-mutants   synchronization taken from those kernels, one instruction at a time: what is found?
##                    The sample in build/protocol/mutants is made once; ODD=1 makes and judges a second one;
##                    CODE=1 compiles each mutant before (an hour); ADVISORIES=1 compares with what ptxas said then
MUTANTS = build/protocol/$(if $(ODD),held-out,mutants)
protocol-mutants: all
	@[ -e $(MUTANTS)/index.tsv ] || $(PYTHON) tests/protocol/mutants.py make $(PROGRAM) --in $(MUTANTS) $(if $(ODD),--odd) $(FROM:%=--from %)
	@[ -z '$(CODE)' ] || $(PYTHON) tests/protocol/mutants.py code --in $(MUTANTS)
	@$(PYTHON) tests/protocol/mutants.py judge $(PROGRAM) --in $(MUTANTS) $(if $(ADVISORIES),--advisories)

## make lint          formatting, layers, static analysis, scripts
lint: $(GENERATED) all
	@sh tools/lint.sh

## make format        format the C sources
format:
	clang-format-14 -i $$(tools/sources.sh)

# ---- measuring ----

# The objects, not the archive: the lexer is timed alone, too.
$(B)/bench/%: bench/%.c $(LIB_OBJ)
	@mkdir -p $(@D)
	$(LINK) $(WARN) -D_DEFAULT_SOURCE -MMD -MP -Iinclude -Isrc -I$(G) -Wl,--gc-sections -o $@ $< $(LIB_OBJ)

## make bench         speed and memory, as ratios: docs/bench.md
bench: all $(B)/bench/bench $(B)/bench/generate $(B)/bench/tensormap
	@$(PYTHON) bench/run.py $(PROGRAM) $(B)/bench

# The program but for its main.
$(B)/libprogram.a: $(filter-out $(B)/src/cli/main.o,$(CLI_OBJ))
	rm -f $@
	$(AR) qcs $@ $^

FUZZ_LIBS := build/fuzz/libprogram.a build/fuzz/libptxcheck.a
build/fuzz/module: fuzz/module.c build/fuzz/libptxcheck.a
	$(CLANG) $(WARN) $(CFLAGS) $(OPT_fuzz) -fsanitize=fuzzer -MMD -MP -Iinclude -o $@ $^
build/fuzz/lsp: fuzz/lsp.c $(FUZZ_LIBS)
	$(CLANG) $(WARN) $(CFLAGS) $(OPT_fuzz) -fsanitize=fuzzer -MMD -MP -Iinclude -Isrc -o $@ $^ \
	    $(JSON_LIBS) -lpthread

ISAGEN_FUZZ_SRC = fuzz/isagen.c $(filter-out %/main.c,$(wildcard tools/isagen/*.c)) $(H)/isa.tab.c $(H)/isa.lex.c
build/fuzz/isagen: $(ISAGEN_FUZZ_SRC) $(wildcard tools/isagen/*.h) $(H)/isa.tab.h src/isa/tables.h src/isa/does.def src/isa/holds.def src/isa/condition.h \
                   src/isa/limits.h $(G)/isa.dict
	@mkdir -p $(@D)
	$(CLANG) $(WARN) $(GEN_CFLAGS) $(CFLAGS) $(OPT_fuzz) -fsanitize=fuzzer -Iinclude -Isrc -Itools/isagen -I$(H) -o $@ \
	    $(ISAGEN_FUZZ_SRC)

# Libraries built for the fuzzer are another MODE, so another make builds them.
ifneq ($(MODE),fuzz)
.PHONY: $(FUZZ_LIBS)
$(FUZZ_LIBS):
	@$(MAKE) --no-print-directory MODE=fuzz $@
endif

## make fuzz          fuzz library, language server and table compiler for FUZZ_SECONDS each (60), with seeds
##                    from tests, examples and tables; FUZZ_TARGETS=lsp for one, FUZZ_RUNS=0 for the seeds alone
FUZZ_SECONDS ?= 60
FUZZ_RUNS ?= -1
FUZZ_SEED ?= 1
FUZZ_TARGETS ?= module lsp isagen
fuzz: $(FUZZ_TARGETS:%=build/fuzz/%) $(G)/ptx.dict
	@for target in $(FUZZ_TARGETS); do FUZZ_SECONDS=$(FUZZ_SECONDS) FUZZ_RUNS=$(FUZZ_RUNS) \
	    FUZZ_SEED=$(FUZZ_SEED) sh fuzz/run.sh $$target || exit; done

# ---- using and shipping ----

## make demo          check a real kernel, and one with mistakes
demo: all
	@sh examples/demo.sh $(PROGRAM)

## make vsix          build/ptxcheck.vsix, the extension for VS Code (needs npm)
vsix:
	@sh tools/vsix.sh

## make wheel         build/dist/ptxcheck-VERSION-*.whl for this platform: program, library and Python module
WHEELS ?= build/dist
.PHONY: wheel
wheel: all shared
	@mkdir -p build/wheel
	cp $(PROGRAM) build/wheel/ptxcheck
	cp $(SHARED) build/wheel/libptxcheck.so
	$(if $(STRIP),$(STRIP) build/wheel/ptxcheck build/wheel/libptxcheck.so)
	$(PYTHON) -m pip wheel --quiet --disable-pip-version-check --no-deps $(WHEEL_FLAGS) --wheel-dir $(WHEELS) ./python

## make docs          all pages on diagnostics in one file, build/docs/diagnostics.md
docs: build/docs/diagnostics.md
build/docs/diagnostics.md: $(PAGES)
	@mkdir -p $(@D)
	awk 'FNR == 1 && NR > 1 { print "" } { print }' $^ < /dev/null > $@

## make isa-pages     docs/isa/: a page for each instruction, made of the tables
.PHONY: isa-pages
isa-pages: all
	rm -f docs/isa/*.md
	$(PROGRAM) isa pages docs/isa

## make install       program, libraries, headers, pages on diagnostics, files for pkg-config and CMake;
##                    PREFIX=/usr/local DESTDIR=; the program is stripped: STRIP= keeps its symbols
HEADERS := $(wildcard include/*.h)
CMAKEDIR := $(LIBDIR)/cmake/ptxcheck
CMAKE_CONFIGS := ptxcheckConfig.cmake ptxcheckConfigVersion.cmake
install: all shared
	install -d "$(DESTDIR)$(BINDIR)" "$(DESTDIR)$(LIBDIR)/pkgconfig" "$(DESTDIR)$(INCLUDEDIR)"
	install -m 755 $(PROGRAM) "$(DESTDIR)$(BINDIR)/ptxcheck"
	$(if $(STRIP),$(STRIP) "$(DESTDIR)$(BINDIR)/ptxcheck")
	ln -sfn ptxcheck "$(DESTDIR)$(BINDIR)/ptxas-checked"
	install -m 644 $(LIBRARY) "$(DESTDIR)$(LIBDIR)/libptxcheck.a"
	install -m 755 $(SHARED) "$(DESTDIR)$(LIBDIR)/$(notdir $(SHARED))"
	ln -sfn $(notdir $(SHARED)) "$(DESTDIR)$(LIBDIR)/$(SONAME)"
	ln -sfn $(SONAME) "$(DESTDIR)$(LIBDIR)/libptxcheck.so"
	install -m 644 $(HEADERS) "$(DESTDIR)$(INCLUDEDIR)"
	install -d "$(DESTDIR)$(PAGESDIR)"
	install -m 644 $(PAGES) "$(DESTDIR)$(PAGESDIR)"
	install -d "$(DESTDIR)$(ISADIR)"
	install -m 644 $(ISA_PAGES) "$(DESTDIR)$(ISADIR)"
	printf '%s\n' 'libdir=$(LIBDIR)' 'includedir=$(INCLUDEDIR)' '' 'Name: ptxcheck' \
	    'Description: checker for NVIDIA PTX' 'Version: $(VERSION)' \
	    'Libs: -L$${libdir} -lptxcheck' 'Cflags: -I$${includedir}' \
	    > "$(DESTDIR)$(LIBDIR)/pkgconfig/ptxcheck.pc"
	install -d "$(DESTDIR)$(CMAKEDIR)"
	install -m 644 cmake/Ptxcheck.cmake "$(DESTDIR)$(CMAKEDIR)"
	for f in $(CMAKE_CONFIGS); do \
	    sed 's|@BINDIR@|$(BINDIR)|; s|@LIBDIR@|$(LIBDIR)|; s|@INCLUDEDIR@|$(INCLUDEDIR)|; s|@VERSION@|$(VERSION)|; s|@SONAME@|$(SONAME)|' \
	        "cmake/$$f.in" > "$(DESTDIR)$(CMAKEDIR)/$$f" || exit; \
	done

## make uninstall     remove what install has put there
uninstall:
	rm -rf "$(DESTDIR)$(PAGESDIR)" "$(DESTDIR)$(ISADIR)"
	rm -f "$(DESTDIR)$(BINDIR)/ptxcheck" "$(DESTDIR)$(BINDIR)/ptxas-checked" "$(DESTDIR)$(LIBDIR)/libptxcheck.a" \
	    $(patsubst %,"$(DESTDIR)$(LIBDIR)/%",libptxcheck.so $(SONAME) $(notdir $(SHARED))) \
	    $(HEADERS:include/%="$(DESTDIR)$(INCLUDEDIR)/%") \
	    "$(DESTDIR)$(LIBDIR)/pkgconfig/ptxcheck.pc"
	rm -f $(patsubst %,"$(DESTDIR)$(CMAKEDIR)/%",Ptxcheck.cmake $(CMAKE_CONFIGS))
	-rmdir "$(DESTDIR)$(CMAKEDIR)" 2> /dev/null

## make dist          build/ptxcheck-VERSION.tar.gz, which builds without Bison and re2c
DIST := ptxcheck-$(VERSION)
dist: $(GENERATED)
	rm -rf build/$(DIST)
	mkdir -p build/$(DIST)
	git ls-files -co --exclude-standard -z | tar -cf - --null -T - | tar -xf - -C build/$(DIST)
	mkdir -p $(addprefix build/$(DIST)/,$(G) $(H))
	for f in $(GENERATED); do cp "$$f" "build/$(DIST)/$$f" || exit; done
	tar -C build -czf build/$(DIST).tar.gz $(DIST)
	rm -rf build/$(DIST)

## make clean         remove what was built, but not what bootstrap fetched
clean:
	rm -rf build/release build/debug build/asan build/msan build/cov build/fuzz build/gen build/host \
	    build/docs build/ptxcheck build/ptxcheck-*.tar.gz

-include $(LIB_OBJ:.o=.d) $(SHARED_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(API_TESTS:=.d)
