# RUN: not %ptxcheck -q %s | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:


@dsl_user_op
def wait(bar, phase, *, loc=None, ip=None):
    llvm.inline_asm(
        None,
        [bar.ir_value(loc=loc, ip=ip), "a, string"],
        "{\n\t"
        ".reg .pred p;\n\t"
        "WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0], $1;\n\t"
        "@p bra DONE;\n\tbra WAIT;\n\tDONE: }",
        "r,r",
        has_side_effects=True,
        asm_dialect=llvm.AsmDialect.AD_ATT,
    )
    llvm.inline_asm(T.f32(), [x], "tanh.aprox.f32 $0, $1;", "=f,f", has_side_effects=False)
    # CHECK: :[[@LINE-1]]:40: error:
    _llvm.inline_asm(None, [x], "s_cmp_lt_u32 $0, $1\n\ts_cbranch_scc1 1f", "s,s,~{scc},~{memory}")
    _llvm.inline_asm(res=None, operands_=[], asm_string="fence.proxy.asinc;", constraints="")
    # CHECK: :[[@LINE-1]]:69: error:


kernel = cupy.RawKernel(r'''
extern "C" __global__ void k(unsigned *p) {
    asm volatile("mov.u32 %0, %%clokc;" : "=r"(*p));
    // CHECK: :[[@LINE-1]]:31: error: '%%clokc' is not declared
}
''', "k")
