/* SPDX-License-Identifier: Apache-2.0
 * What --help prints: examples first, then every option. */
#include "program/options/help.h"

void help_main(struct out *out) {
    out_text(out,
             "ptxcheck - report errors in NVIDIA PTX and suggest fixes\n"
             "\n"
             "Examples:\n"
             "  ptxcheck kernel.ptx                          check one file\n"
             "  ptxcheck --arch=sm_100a kernel.ptx           check it for one GPU\n"
             "  ptxcheck --arch=sm_100a kernel.cu            check inline PTX in C++ and CUDA\n"
             "  ptxcheck kernel.cu --ptx=kernel.ptx          and its compiled kernels\n"
             "  ptxcheck -j 8 src                            check all files of a folder\n"
             "  nvcc -ptx -o - kernel.cu | ptxcheck -        check standard input\n"
             "  ptxcheck -j 8 --format=sarif --report=r.sarif *.ptx\n"
             "                                               write one report of many files\n"
             "  ptxcheck -o out.ptx in.ptx                   copy it if it has no errors\n"
             "  ptxcheck emit --kernels k.ptx -o k.cu        convert kernels to CUDA C++\n"
             "  ptxcheck explain ptx-203                     explain a diagnostic\n"
             "  ptxcheck matrix kernel.ptx                   list the targets of each instruction\n"
             "  ptxcheck isa show tcgen05.cp                 describe an instruction\n"
             "\n"
             "Usage:\n"
             "  ptxcheck [OPTION]... FILE...                 FILE: '-' is standard input\n"
             "  ptxcheck explain CODE|NAME|--list\n"
             "  ptxcheck explain-log [--ptx FILE]... [LOG]   see 'ptxcheck explain-log --help'\n"
             "  ptxcheck ptxas -- ARGUMENT...                see 'ptxcheck ptxas --help'\n"
             "  ptxcheck matrix FILE...                      see 'ptxcheck matrix --help'\n"
             "  ptxcheck rehearse FILE                       see 'ptxcheck rehearse --help'\n"
             "  ptxcheck isa list|show|example|page          see 'ptxcheck isa --help'\n"
             "  ptxcheck emit --kernels FILE                 see 'ptxcheck emit --help'\n"
             "  ptxcheck emit FILE                           see 'ptxcheck emit --help'\n"
             "  ptxcheck decode LAYOUT VALUE                 print the fields of a descriptor\n"
             "  ptxcheck encode LAYOUT FIELD=VALUE...        build a descriptor from its fields\n"
             "  ptxcheck pp FILE.cu                          see 'ptxcheck pp --help'\n"
             "  ptxcheck tensormap FILE.json                 see 'ptxcheck tensormap --help'\n"
             "  ptxcheck format FILE...                      see 'ptxcheck format --help'\n"
             "  ptxcheck lsp                                 run the language server for editors\n"
             "  ptxcheck @FILE                               read more arguments from FILE\n"
             "\n");
    out_text(
        out,
        "What is checked:\n"
        "  --arch=ARCH          check for ARCH, such as sm_100a or compute_100a, and not\n"
        "                       only for the module's .target\n"
        "  --toolkit=RELEASE    decide as ptxas of CUDA RELEASE, such as 13.5; the\n"
        "                       default is the newest known release\n"
        "  --unknown=WHAT       error (default) or ignore unknown instructions\n"
        "  --syntax-only        parse, and check nothing else\n"
        "  --language=LANGUAGE  ptx, c++ (asm statements), python, llvm (IR or MLIR),\n"
        "                       rust, markdown or auto (default: .cu, .cpp, .h, ... are\n"
        "                       C++, .py Python, .ll and .mlir LLVM, .rs Rust, .md\n"
        "                       Markdown, others PTX)\n"
        "  --ptx=FILE           also check FILE, PTX compiled from the C++ file with\n"
        "                       -lineinfo, and report its protocol findings in the C++\n"
        "  --tensormap=NAME=FILE  the tensor map in parameter or variable NAME, as JSON\n"
        "                       for 'ptxcheck tensormap'\n"
        "  -D NAME[=VALUE]      define a macro of C++, used in asm and '#if'\n"
        "  --compile-commands=FILE  the macros and headers that each C++ file is compiled\n"
        "                       with, from a compile_commands.json\n"
        "  --no-config          ignore .ptxcheck files, which set options for folders\n"
        "\n"
        "What is reported:\n"
        "  -WNAME, -Wno-NAME    turn a warning on or off; 'all' stands for all of them\n"
        "  -Wrehearse           also run each kernel with assumed launches, to find hangs and\n"
        "                       races\n"
        "  -Werror[=NAME]       make warnings errors; -Wno-error[=NAME] undoes it\n"
        "  -w                   no warnings\n"
        "  --max-errors=N       show N errors of each file (default 0: all)\n"
        "\n");
    out_text(out,
             "How it is reported:\n"
             "  --format=FORMAT      text (default), json, sarif or github\n"
             "  --color=WHEN         auto (default: on a terminal), always or never\n"
             "  --report=FILE        report to FILE, written whole or not at all\n"
             "  -q, --quiet          one line for each diagnostic and nothing else\n"
             "  --verbose            a line about each file, and asm not checked, on stderr\n"
             "  --list-skipped       asm not checked, and how many for each reason, on stderr\n"
             "  --dump-ast           print the tree of each file before its diagnostics\n"
             "  --dump-flow          print what is known of asynchronous functions, before that\n"
             "\n"
             "What passes:\n"
             "  -o FILE              write the input to FILE, as it is, if it has no errors;\n"
             "                       with '-o -' reports go to standard error\n"
             "  -MD                  and a rule for make to FILE with suffix .d\n"
             "  -MF FILE, -MT NAME   the file of the rule, and its target\n"
             "\n"
             "Other:\n"
             "  -j N                 check N files at a time (0: one for each processor)\n"
             "  --version            print the version; with --verbose, also the known targets\n"
             "                       and releases\n"
             "  -h, --help           print this help\n"
             "\n"
             "Exit status: 0 no errors (warnings are allowed), 1 errors in the input,\n"
             "2 usage, input/output or internal error.\n");
}

void help_explain(struct out *out) {
    out_text(out, "Examples:\n"
                  "  ptxcheck explain ptx-203             explain a code and how to fix the error\n"
                  "  ptxcheck explain missing-semicolon   the same by name\n"
                  "  ptxcheck explain --list              list all codes, one per line\n");
}

void help_format(struct out *out) {
    out_text(out, "Lays out PTX: blocks indented, operands and comments in columns. Lines stay\n"
                  "lines; nothing but blanks changes.\n"
                  "\n"
                  "Examples:\n"
                  "  ptxcheck format kernel.ptx           on standard output\n"
                  "  ptxcheck format -i *.ptx             in place\n"
                  "  ptxcheck format --check *.ptx        names the files that would change\n"
                  "\n"
                  "Usage:\n"
                  "  ptxcheck format [OPTION]... FILE...  FILE: '-' is standard input\n"
                  "\n"
                  "  -i, --in-place       write each file that changes, whole or not at all\n"
                  "  --check              write nothing; status 1 if a file would change\n"
                  "\n"
                  "Exit status: 0, 1 with --check, 2 usage or input/output error.\n");
}

void help_explain_log(struct out *out) {
    out_text(
        out,
        "What ptxas says in the log of a build, as diagnostics: once for each mistake, with its\n"
        "column, and where the PTX names its source (nvcc -lineinfo), in the C++. Lines of\n"
        "other programs pass unchanged; what no diagnostic says stays as ptxas said it.\n"
        "\n"
        "Examples:\n"
        "  nvcc -lineinfo --keep -c kernel.cu 2>&1 | ptxcheck explain-log\n"
        "                                       nvcc keeps the PTX that its log names\n"
        "  ptxas k.ptx 2>&1 | ptxcheck explain-log --format=github\n"
        "  ptxcheck explain-log --ptx a.ptx --ptx b.ptx build.log\n"
        "                                       of a log in a file\n"
        "\n");
    out_text(out,
             "Usage:\n"
             "  ptxcheck explain-log [OPTION]... [LOG]       without LOG, standard input\n"
             "\n"
             "  --ptx=FILE           PTX that the log is about: found by its name, or the only\n"
             "                       one; what is not given is looked for where the log says.\n"
             "                       If it is not there, the .cu of that name is checked\n"
             "\n"
             "Other options are those of a check: --arch, --toolkit, --format, --report, -q, ...\n"
             "With --format=json or sarif, lines of other programs go to standard error.\n"
             "\n"
             "Exit status: 0 the log has no errors, 1 it has some, 2 usage or input/output\n"
             "error.\n");
}

void help_ptxas(struct out *out) {
    out_text(out, "Run ptxas, check its input at the same time, and explain what ptxas rejects.\n"
                  "\n"
                  "Examples:\n"
                  "  ptxcheck ptxas -- -arch=sm_90a k.ptx -o k.cubin\n"
                  "  ptxcheck ptxas -q -Wprotocol-may -- -arch=sm_100a k.ptx -o k.cubin\n"
                  "  TRITON_PTXAS_PATH=$(which ptxas-checked) python3 kernel.py\n"
                  "\n"
                  "Usage:\n"
                  "  ptxcheck ptxas [OPTION]... -- ARGUMENT...    ARGUMENT: as ptxas takes it\n"
                  "  ptxas-checked ARGUMENT...                    the same without options\n"
                  "\n"
                  "The real ptxas is the first one in PATH, or the one that PTXCHECK_PTXAS names.\n"
                  "It gets the arguments unchanged. Diagnostics go to standard error, in place of\n"
                  "the messages of ptxas that they explain. What ptxas accepts is not an error:\n"
                  "it is reported as a warning. Other options are those of a check: -WNAME,\n"
                  "--format, --report, -q, ...\n"
                  "\n"
                  "Exit status: that of ptxas, or 2 if ptxas cannot be run.\n");
}

void help_isa(struct out *out) {
    out_text(out, "What the tables know of the instruction set.\n"
                  "\n"
                  "Examples:\n"
                  "  ptxcheck isa list                    all instructions, a line each\n"
                  "  ptxcheck isa list tcgen05            those whose names begin so\n"
                  "  ptxcheck isa show tcgen05.cp         syntax, qualifiers, operands and rules\n"
                  "  ptxcheck isa show --format=json fence mbarrier.init\n"
                  "                                       the same of two, as JSON\n"
                  "  ptxcheck isa example cp.async.bulk 2 > k.ptx\n"
                  "                                       its second example, as a whole module\n"
                  "  ptxcheck isa page tcgen05.mma        a page of Markdown\n"
                  "\n"
                  "Usage:\n"
                  "  ptxcheck isa [OPTION]... list [PREFIX]\n"
                  "  ptxcheck isa [OPTION]... show MNEMONIC...\n"
                  "  ptxcheck isa example MNEMONIC [NUMBER]\n"
                  "  ptxcheck isa page MNEMONIC\n"
                  "  ptxcheck isa pages DIRECTORY         a page for each, and an index\n"
                  "\n"
                  "  --format=FORMAT      text (default) or json\n"
                  "  --color=WHEN         auto (default: on a terminal), always or never\n"
                  "\n"
                  "Exit status: 0, or 2 if there is no such instruction.\n");
}

void help_emit_kernels(struct out *out) {
    out_text(out, "Makes CUDA C++ of PTX: each .entry becomes a __global__ function.\n"
                  "\n"
                  "Examples:\n"
                  "  ptxcheck emit --kernels kernel.ptx -o kernel.cu\n"
                  "  nvcc -gencode arch=compute_90a,code=sm_90a kernel.cu main.cu\n"
                  "\n"
                  "Usage:\n"
                  "  ptxcheck emit --kernels [OPTION]... FILE     FILE: '-' is standard input\n"
                  "\n"
                  "  -o FILE              written whole, or not at all (default: standard output)\n"
                  "\n"
                  "Options of a check are taken, too: --arch, --toolkit, -W..., --format, -MD.\n"
                  "Diagnostics go to standard error, or to --report=FILE.\n"
                  "\n"
                  "Exit status: 0 made, 1 errors in the PTX, or it cannot become C++,\n"
                  "2 usage, input/output or internal error.\n");
}

void help_matrix(struct out *out) {
    out_text(out,
             "Which targets, versions and releases of ptxas accept each instruction of a file.\n"
             "\n"
             "Examples:\n"
             "  ptxcheck matrix kernel.ptx                  as a table\n"
             "  ptxcheck matrix --format=json a.ptx b.ptx   all of it, as JSON\n"
             "\n"
             "Usage:\n"
             "  ptxcheck matrix [OPTION]... FILE...         FILE: '-' is standard input\n"
             "\n"
             "  --format=FORMAT      text (default) or json\n"
             "  --color=WHEN         auto (default: on a terminal), always or never\n"
             "\n"
             "Exit status: 0 some target accepts each whole file, 1 none does or there are\n"
             "errors of other causes, 2 usage or input/output error.\n");
}

void help_rehearse(struct out *out) {
    out_text(
        out,
        "Run the synchronization of a kernel on the CPU, without data, and say whether it\n"
        "finishes. Integers, predicates and addresses are exact; all else is unknown.\n"
        "\n"
        "Examples:\n"
        "  ptxcheck rehearse gemm.ptx --launch=launch.json\n"
        "  ptxcheck rehearse k.ptx --entry=k --block=128 --param 0=buffer:4096 --param 1=u32:8\n"
        "\n"
        "Usage:\n"
        "  ptxcheck rehearse [OPTION]... FILE          FILE: '-' is standard input\n"
        "\n"
        "  --launch=FILE        entry, grid, block, cluster, shared, params and maps, as JSON\n"
        "  --entry=NAME         the kernel (default: the only one)\n"
        "  --grid=X,Y,Z         CTAs of the grid\n"
        "  --block=X,Y,Z        threads of a CTA\n"
        "  --cluster=X,Y,Z      CTAs of the cluster that is run\n"
        "  --shared=BYTES       dynamic shared memory\n"
        "  --param N=VALUE      parameter N, from 0, or its name; N+BYTES: a member of it. A\n"
        "                       number, 'f32:1.5', 'buffer:BYTES', 'zeros:BYTES', 'words:1,2'\n"
        "                       or 'tensormap:FILE'\n"
        "  --assume LINE=taken  the guard of that line is true where it depends on data, or\n"
        "                       with 'not-taken' false\n"
        "  --infer              assume what is not given, and say it\n"
        "  --explore[=N]        try up to N orders of warps and copies (default: 64), those that\n"
        "                       differ first\n"
        "  --seed=N             run warps and copies in a random order\n"
        "  --order=ORDER        run them in the order that a report names\n"
        "  --max-steps=N        give up after N instructions (default: 20000000)\n"
        "  --timeline           show what each warp, unit and mbarrier does, as text\n"
        "  --svg=FILE           draw that\n"
        "  --format, --report, --color, -q, -W: as for a check\n"
        "\n"
        "Exit status: 0 the kernel finishes, 1 findings, 2 usage or input/output error,\n"
        "3 undecided: it depends on data.\n");
}

void help_emit(struct out *out) {
    out_text(
        out,
        "CUDA C++ for instructions of PTX: a header of functions whose bodies are inline PTX.\n"
        "\n"
        "Examples:\n"
        "  ptxcheck emit kernel.ptx -o kernel_ptx.cuh    a function for each instruction\n"
        "  ptxcheck emit --all --arch=sm_100a -o ptx.cuh all that the target accepts\n"
        "\n"
        "Usage:\n"
        "  ptxcheck emit [OPTION]... FILE                FILE: '-' is standard input\n"
        "  ptxcheck emit --all --arch=ARCH [OPTION]...\n"
        "\n"
        "  -o FILE              write FILE, whole or not at all (default: standard output)\n"
        "  --arch=ARCH          for ARCH, such as sm_100a, as ptxas -arch takes it\n"
        "  --toolkit=RELEASE    what ptxas of CUDA RELEASE accepts\n"
        "  --all                each form of each instruction that ptxcheck knows\n"
        "  --only=PATTERN,...   only functions of these opcodes (tcgen05, mbarrier.*) or with\n"
        "                       these names (ld_nc); '*' and '?' match as in a shell\n"
        "  --namespace=NAME     put the functions into NAME, such as mine::ptx (default: ptx)\n"
        "  -MD, -MF FILE, -MT TARGET   also write a rule for make, as for a check\n"
        "\n"
        "If the assembler rejects something in FILE, nothing is written. Diagnostics go to\n"
        "standard error.\n"
        "\n"
        "Exit status: 0, 1 errors in the input, 2 usage or input/output error.\n");
}

void help_pp(struct out *out) {
    out_text(out, "Blocks of plain PTX in C++ become asm statements with operands.\n"
                  "\n"
                  "  asm volatile(R\"ptx(\n"
                  "      mbarrier.try_wait.parity.shared::cta.b64 done, [bar], phase;\n"
                  "  )ptx\");\n"
                  "\n"
                  "done, bar and phase are C++ variables. Any other expression stands in $(...);\n"
                  "$shared(p) is the address of p in shared memory. Whether an operand is read or\n"
                  "written, and of what size it is, the tables of the instructions say.\n"
                  "\n");
    out_text(
        out,
        "Examples:\n"
        "  ptxcheck pp kernel.cu -o kernel.pp.cu               expand, then compile\n"
        "  ptxcheck pp --arch=sm_100a kernel.cu -o - | less    on standard output\n"
        "\n"
        "Usage:\n"
        "  ptxcheck pp [OPTION]... FILE                        FILE: '-' is standard input\n"
        "\n"
        "  -o FILE              the C++; '-', the default: standard output, and reports\n"
        "                       go to standard error\n"
        "  --report=FILE        reports go to FILE\n"
        "  -D NAME[=VALUE]      NAME is defined: a block that '#if' leaves out stays as it is\n"
        "\n"
        "and all options of 'ptxcheck --help' on what is checked and reported. Nothing is\n"
        "written if there is an error.\n"
        "\n"
        "Exit status: 0 written, 1 errors in the input, 2 usage or input/output error.\n");
}

void help_descriptor(struct out *out) {
    out_text(out,
             "Examples:\n"
             "  ptxcheck decode idesc 0x08110010 --kind=f16      fields, and what is wrong\n"
             "  ptxcheck decode smem-desc 0x4000404000010000\n"
             "  ptxcheck encode idesc --kind=f16 m=128 n=64 dtype=f32 atype=bf16 btype=bf16\n"
             "  ptxcheck decode --list                           layouts and their fields\n"
             "  ptxcheck decode tensormap HEX|FILE               a tensor map, as JSON: see\n"
             "                                                   ptxcheck decode tensormap --help\n"
             "\n");
    out_text(out, "Options:\n"
                  "  --kind=KIND          of the instruction: f16, tf32, f8f6f4, i8, mxf4, ...\n"
                  "  --for=QUALIFIERS     more of it, such as .sp.cta_group::2, or all of it:\n"
                  "                       tcgen05.mma.cta_group::1.kind::f16\n"
                  "  --arch=ARCH          the architecture, such as sm_100a\n"
                  "  --format=FORMAT      text (default) or json\n"
                  "\n"
                  "What is not said is not judged. Numbers are decimal, 0x... or 0b...\n"
                  "\n"
                  "Exit status: 0 legal, 1 a field is wrong, 2 usage or output error.\n");
}

void help_lsp(struct out *out) {
    out_text(out, "A language server (LSP 3.17) on standard input and output, for editors.\n"
                  "docs/lsp.md says how to set them up.\n"
                  "\n"
                  "Usage:\n"
                  "  ptxcheck lsp [--stdio]\n"
                  "  ptxcheck lsp --lit-test < FILE       messages between lines '---', for tests\n"
                  "\n"
                  "Exit status: 0 after 'shutdown' and 'exit', 1 if the client goes without them,\n"
                  "2 wrong usage.\n");
}
