void f() { asm volatile("tcgen05.nosuch;"); } // ptxcheck: ignore[unknown-instruction]
// ptxcheck: ignore
void g() { asm volatile("tcgen05.nosuch;"); }
void h() {
    asm volatile("tcgen05.nosuch; // ptxcheck: ignore\n"
                 "tcgen05.wait::ld.sync.aligned;" ::: "memory");
}
