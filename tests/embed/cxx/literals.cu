// RUN: not %ptxcheck -q %s | FileCheck --strict-whitespace --implicit-check-not=error: --implicit-check-not=warning: %s
// Columns are those of the bytes between the quotes, whatever stands between them and the PTX text.

__device__ void literals(unsigned r, unsigned long long l) {
    asm volatile("{\n\t" /* a comment */
                 ".reg .pred p; \n"
        // CHECK: [[@LINE+1]]:39: error: '.32x128b' requires '.warpx4'
        "tcgen05.cp" "." "cta_group::1.32x" // a word in three literals
                 "128b [%0], %1;\n"
                 "}" :: "r"(r), "l"(l) : "memory");
    // CHECK: [[@LINE+1]]:65: error: '.32x128b' requires '.warpx4'
    asm volatile(u8"\x74\143gen05\056cp\t.cta_group::1" L"" R"-(.32x128b [%0], %1;)-" :: "r"(r), "l"(l) : "memory");
    asm volatile(R"(
        // "quoted" \n
        tcgen05.cp.cta_group::1.32x128b
            [%0], %1;
    )" :: "r"(r), "l"(l) : "memory");
    asm volatile("tcgen05.cp.cta_\
group::1.32x128b [%0], %1;" :: "r"(r), "l"(l) : "memory");
// CHECK: [[@LINE-5]]:32: error: '.32x128b' requires '.warpx4'
// CHECK: [[@LINE-2]]:9: error: '.32x128b' requires '.warpx4'
    // CHECK: [[@LINE+1]]:48: error: missing ';' at the end of the instruction
    asm volatile("tcgen05.wait::ld.sync.aligned" ::: "memory");
}
