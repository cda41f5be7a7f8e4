# RUN: not %ptxcheck -q %s | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
# RUN: not %ptxcheck --list-skipped %s 2>&1 | FileCheck %s --check-prefix=SKIPPED --implicit-check-not="asm not checked" --implicit-check-not="not checked in"
# Modules of CUDA C++ and of PTX in strings of Python.

PTX = """
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p)
{
    .reg .b32 %r<2>;
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %tid.x;
    // CHECK: :[[@LINE-1]]:13: error: '%r2' is outside the range of '%r<2>'
    ret;
}
"""
JOINED = (".version 8.0\n"
          ".target sm_70\n"
          ".entry k()\n{\n"
          "  griddepcontrol.wait;\n"
          # CHECK: :[[@LINE-1]]:14: error: 'griddepcontrol' needs
          "}\n")
NOT_PTX = ".version is a directive of PTX, and so is .target"
module.load_from_string(f".version 8.0\n.target sm_{arch}\n.entry k() {{ ret; }}")
# SKIPPED: :[[@LINE-1]]:25: asm not checked: a part of its text is not a literal

source = """
extern "C" __global__ void k(unsigned *p) {
    asm volatile("{\\n\\t.reg .pred q;\\n\\tsetp.ne.u32 q, %1, 0;\\n\\t@q mov.u32 %0, %%clokc;\\n\\t}" : "=r"(*p) : "r"(1));
    // CHECK: :[[@LINE-1]]:87: error: '%%clokc' is not declared
    asm volatile(\"mov.u32 %0, 1;\" : \"=r\"(*p));
    printf("\\n");
}
"""
formatted = f'''
__global__ void k(unsigned *p) {{
    asm volatile("{{ mov.u32 %0, {value}; ad.u32 %0, 1; }}" : "=r"(*p));
    // CHECK: :[[@LINE-1]]:43: error: PTX has no instruction 'ad'
    asm volatile("mov.u{bits} %0, 1; bar.sync 0;" : "=r"(*p) : : "memory");
}}
'''
replaced = '''
__global__ void k(unsigned *p) { asm volatile("ad.TYPE %0, 1;" : "=r"(*p)); }
'''.replace("ad.TYPE", "mov.u32")
# SKIPPED: :[[@LINE-2]]:34: asm not checked: its text needs the preprocessor
