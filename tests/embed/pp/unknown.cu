// RUN: not %ptxcheck pp -q --unknown=ignore --arch=sm_90a %s -o %t.cu --report=%t.txt; test ! -e %t.cu
// RUN: FileCheck --strict-whitespace --implicit-check-not=error: --implicit-check-not=warning: %s < %t.txt
// An instruction of a future ISA: nobody knows the constraint of its operands.

void operands() {
    // CHECK: [[@LINE+1]]:39: error: cannot tell whether 'frobnicate.u32' reads or writes 'a', and with what type [ptx-516 block-unknown]
    asm volatile(R"ptx(frobnicate.u32 a, b;)ptx");
    // What is no C++ is not asked about.
    asm volatile(R"ptx(.reg .b32 %a; frobnicate.u32 %a, 1;)ptx");
}
