// RUN: not %ptxcheck -q %s | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %ptxcheck --list-skipped %s 2>&1 | FileCheck %s --check-prefix=SKIPPED --implicit-check-not="asm not checked"
// Modules of PTX and of CUDA C++ in strings.
const char *whole = R"ptx(
// written by hand
.version 8.0
.target sm_80
.visible .entry k()
{
    .reg .b32 %r<2>;
    mov.u64 %r1, %clock64;
    // CHECK: :[[@LINE-1]]:13: error: operand 'd' must be a 64-bit register
    ret;
}
)ptx";
const char *joined = ".version 8.0\n"
                     ".target sm_70\n" // a comment
                     ".entry k() {\n\t"
                     "griddepcontrol.wait;\n"
                     // CHECK: :[[@LINE-1]]:23: error: 'griddepcontrol' needs
                     "}\n";
const char *format = ".version 8.0\n.target sm_%d\n.entry k() { }";
// SKIPPED: :[[@LINE-1]]:22: asm not checked: a part of its text is not a literal
const char *field = ".version 8.0\n.target sm_{}\n.entry k() { }";
// SKIPPED: :[[@LINE-1]]:21: asm not checked: a part of its text is not a literal
std::string sum = ".version 8.0\n.target sm_80\n.entry k(" + parameters + ") { }";
// SKIPPED: :[[@LINE-1]]:19: asm not checked: a part of its text is not a literal
const char *other = "the .version directive precedes .target";
const char *header = ".version 8.0\n.target sm_80\n";

nvrtcCreateProgram(&program, R"(
extern "C" __global__ void k(unsigned *p) {
    asm volatile("mov.u32 %0, %%clokc;" : "=r"(*p));
    // CHECK: :[[@LINE-1]]:31: error: '%%clokc' is not declared
}
)", "k.cu", 0, nullptr, nullptr);

// CUDA C++ in strings with escapes.
nvrtcCreateProgram(&program,
    "extern \"C\" __global__ void k(unsigned *p) {\n" /* asm("ad.u32 %0;"); */
    "    asm volatile(\"mov.u32 %0, %%laneid;\\n\" \"ad.u32 %0, %0, 1;\" : \"=r\"(*p));\n"
    // CHECK: :[[@LINE-1]]:54: error: PTX has no instruction 'ad'
    "    printf(\"\\\"asm(\");\n"
    "}\n", "k.cu", 0, nullptr, nullptr);
snprintf(text, size, "__device__ void k() { asm(\"ad.u32 %%0, %%0, %d;\" : \"+r\"(x)); }", n);
std::string completed = "__device__ void k() { asm(\"add." + type + " %0, 1;\" : \"+r\"(x)); }";
// SKIPPED: :[[@LINE-1]]:48: asm not checked
const char *macros = ".version 8.0\n.target sm_80\n.entry k() { " BODY " }";
// SKIPPED: :[[@LINE-1]]:22: asm not checked: a part of its text is not a literal
