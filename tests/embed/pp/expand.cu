// RUN: mkdir -p %t && sed '/CHECK/s/.*//' %s > %t/expand.cu && %ptxcheck pp --arch=sm_90a %t/expand.cu -o %t.cu --report=%t.txt && test ! -s %t.txt
// RUN: FileCheck --strict-whitespace %s < %t.cu
// What blocks become: directions, types, predicates, effects, lines.
// CHECK: {{^}}#line 1 "{{.*}}expand.cu"{{$}}

__device__ void block(unsigned bar, unsigned phase, bool done, float *p, float a, unsigned n) {
    // In one line, and what has no effect may be moved.
    // CHECK: {{^}}    do { static_assert(sizeof(n) == 4, "'n' must have 32 bits"); static_assert(::_ptx_sort<decltype((n))>::is_integer, "'n' must have an integer type"); auto _ptx1 = (phase); static_assert(sizeof(_ptx1) == 4, {{[^;]*}}; static_assert({{[^;]*}}; asm("{add.u32 %0, %1, 1;\n}" : "=r"(reinterpret_cast<unsigned &>(n)) : "r"(reinterpret_cast<unsigned &>(_ptx1))); } while (0);{{$}}
    asm(R"ptx(add.u32 n, phase, 1;)ptx");
    // `volatile` that stands there stays.
    // CHECK: asm volatile("{not.b32 %0, %0;\n}" : "+r"(reinterpret_cast<unsigned &>(n)) :); } while (0);{{$}}
    asm volatile(R"ptx(not.b32 n, n;)ptx");
    // Special registers may change; votes need all threads; loads and barriers are about memory.
    // CHECK: asm volatile("{mov.u32 %0, %%clock;\n}"
    asm(R"ptx(mov.u32 n, %clock;)ptx");
    // CHECK: asm volatile("{activemask.b32 %0;\n}" : "=r"(reinterpret_cast<unsigned &>(n)) :);
    asm(R"ptx(activemask.b32 n;)ptx");
    // CHECK: asm volatile("{ld.global.f32 %0, [%1+4];\n}" : "=f"(reinterpret_cast<float &>(a)) : "l"(reinterpret_cast<unsigned long long &>(_ptx1)) : "memory");
    asm(R"ptx(ld.global.f32 a, [p+4];)ptx");
    // CHECK: asm volatile("{fence.proxy.async;\n}" : : : "memory"); } while (0);
    asm(R"ptx(fence.proxy.async;)ptx");
    // A block over lines: each check at the line of its operand, and all that follows at its own.
    // CHECK: {{^}}    do { {{$}}
    // CHECK-NEXT: {{^}}#line [[#@LINE+9]]{{$}}
    // CHECK-NEXT: {{^}}auto &_ptx0r = (done); unsigned _ptx0; auto _ptx1 = (bar); static_assert(sizeof(_ptx1) == 4, "'bar' must be an address in shared memory, of 32 bits: write $shared(...) for a pointer"); {{$}}
    // CHECK-NEXT: {{^}}#line [[#@LINE+8]]{{$}}
    // CHECK-NEXT: {{^}}auto _ptx2 = (phase); static_assert(
    // CHECK-NEXT: {{^}}#line [[#@LINE+4]]{{$}}
    // CHECK-NEXT: {{^}}asm volatile("{ .reg .pred %%ptxcheck_0;\n"{{$}}
    // CHECK-NEXT: {{^}}"        mbarrier.try_wait.parity.shared::cta.b64 %%ptxcheck_0, [%1],\n"{{$}}
    // CHECK-NEXT: {{^}}"            %2; // \"wait\" 100%%\n"{{$}}
    asm volatile(R"ptx(
        mbarrier.try_wait.parity.shared::cta.b64 done, [bar],
            phase; // "wait" 100%
    )ptx"); // behind
    // CHECK-NEXT: {{^}}"    \n selp.b32 %0, 1, 0, %%ptxcheck_0;}" : "=r"(_ptx0) : "r"(reinterpret_cast<unsigned &>(_ptx1)), "r"(reinterpret_cast<unsigned &>(_ptx2)) : "memory"); _ptx0r = _ptx0 != 0; } while (0); // behind{{$}}
}

struct pair { unsigned x; float y[2]; };

__device__ void operands(pair s, pair *q, unsigned long long *p, unsigned char c, signed char d, unsigned n, bool yes) {
    // Members, indexes, expressions; the same text is the same operand.
    // CHECK: auto _ptx1 = (q->y[1]);{{.*}} auto _ptx3 = (n * (n + 1));{{.*}}asm("{fma.rn.f32 %0, %2, %0, %0; add.u32 %1, %3, %3;\n}" : "+&f"(reinterpret_cast<float &>(s.y[n])), "=&r"(reinterpret_cast<unsigned &>(s.x)) : "f"(reinterpret_cast<float &>(_ptx1)), "r"(reinterpret_cast<unsigned &>(_ptx3)));
    asm(R"ptx(fma.rn.f32 s.y[n], q->y[1], s.y[n], s.y[n]; add.u32 $(s.x), $(n * (n + 1)), $(n * (n + 1));)ptx");
    // A pointer into shared memory becomes an address only where that is asked for.
    // CHECK: auto _ptx0 = static_cast<unsigned>(__cvta_generic_to_shared((p + 1)));{{.*}}"{mbarrier.inval.shared.b64 [%0];\n}"
    asm(R"ptx(mbarrier.inval.shared.b64 [$shared(p + 1)];)ptx");
    // CHECK: static_assert(sizeof(_ptx0) == 4, "'p + 1' must be an address in shared memory, of 32 bits: write $shared(...) for a pointer")
    asm(R"ptx(mbarrier.inval.shared.b64 [$(p + 1)];)ptx");
    // Without a space, an address is generic.
    // CHECK: auto _ptx0 = (p); static_assert(sizeof(_ptx0) == 8, "'p' must have 64 bits"); asm volatile("{mbarrier.inval.b64 [%0];\n}" : : "l"(
    asm(R"ptx(mbarrier.inval.b64 [p];)ptx");
    // Copies have an address of each kind.
    // CHECK: "{cp.async.ca.shared.global [%0], [%1], 16;\n}" : : "r"({{.*}}), "l"(
    asm(R"ptx(cp.async.ca.shared.global [n], [p], 16;)ptx");
    // Bytes are converted as C++ does it.
    // CHECK: do { auto &_ptx0r = (c); unsigned _ptx0; auto _ptx1 = (p);{{.*}} auto &_ptx2r = (d); int _ptx2; {{.*}}"{ld.global.u8 %0, [%2]; ld.global.s8 %1, [%2];\n}" : "=&r"(_ptx0), "=&r"(_ptx2) : "l"({{.*}} : "memory"); _ptx0r = _ptx0; _ptx2r = _ptx2; } while (0);
    asm(R"ptx(ld.global.u8 c, [p]; ld.global.s8 d, [p];)ptx");
    // CHECK: unsigned _ptx1 = ((c));
    asm(R"ptx(st.global.u8 [p], c;)ptx");
    // Constants.
    // CHECK: "{setmaxnreg.inc.sync.aligned.u32 %0;\n}" : : "n"((pair_registers))
    asm(R"ptx(setmaxnreg.inc.sync.aligned.u32 pair_registers;)ptx");
    // CHECK: "{st.global.u64 [%0+%1], 0;\n}" : : "l"({{.*}}), "n"((8 * 4))
    asm(R"ptx(st.global.u64 [p+$(8 * 4)], 0;)ptx");
    // CHECK: "{st.global.b32 [%0+%1], %1;\n}" : : "l"({{.*}}), "n"((pair_registers))
    asm(R"ptx(st.global.b32 [p+pair_registers], pair_registers;)ptx");
    // A guard keeps what it does not write; a predicate is read and written through a register.
    // CHECK: unsigned _ptx0 = static_cast<bool>((yes)); static_assert(sizeof(n){{.*}}"{ .reg .pred %%ptxcheck_0; setp.ne.b32 %%ptxcheck_0, %1, 0;@!%%ptxcheck_0 mov.u32 %0, 1;\n}" : "+r"(reinterpret_cast<unsigned &>(n)) : "r"(_ptx0)
    asm(R"ptx(@!yes mov.u32 n, 1;)ptx");
    // CHECK: \n selp.b32 %0, 1, 0, %%ptxcheck_0;}" : "+&r"(_ptx0) :{{.*}} _ptx0r = _ptx0 != 0;
    asm(R"ptx(
        not.pred yes, yes;
        not.pred yes, yes;)ptx");
    // A result goes to the place that was meant before the block, which is evaluated once.
    // CHECK: do { auto &_ptx0r = (yeses[n]); unsigned _ptx0 = static_cast<bool>(_ptx0r); {{.*}} _ptx0r = _ptx0 != 0; } while (0);
    asm(R"ptx(not.pred yeses[n], yeses[n]; add.u32 n, n, 1;)ptx");
    // CHECK: do { auto &_ptx0r = (bytes[n++]); unsigned _ptx0; {{.*}} _ptx0r = _ptx0; } while (0);
    asm(R"ptx(ld.global.u8 $(bytes[n++]), [p];)ptx");
}

__device__ void names(unsigned n, unsigned r1, unsigned loop) {
    // What the block declares is its own, a jump may skip a write, and a name of C++ is none behind its scope.
    // CHECK: asm("{\n"
    // CHECK-NEXT: "        .reg .b32 %%ptx_r<2>, x; .reg .pred %%ptx_p;\n"
    // CHECK-NEXT: "        mov.b32 %%ptx_r1, %2; mov.b32 x, %2;\n"
    // CHECK-NEXT: "        setp.eq.u32 %%ptx_p, %%ptx_r1, x;\n"
    // CHECK-NEXT: "        @%%ptx_p bra done;\n"
    // CHECK-NEXT: "        { .reg .b32 loop; mov.b32 loop, 1; mov.b32 %0, loop; }\n"
    // CHECK-NEXT: "    done:\n"
    // CHECK-NEXT: "        mov.b32 %1, %2;\n"
    // CHECK-NEXT: "    \n}" : "+&r"(reinterpret_cast<unsigned &>(n)), "=&r"(reinterpret_cast<unsigned &>(loop)) : "r"(reinterpret_cast<unsigned &>(_ptx0))); } while (0);
    asm(R"ptx(
        .reg .b32 %r<2>, x; .reg .pred %p;
        mov.b32 %r1, r1; mov.b32 x, r1;
        setp.eq.u32 %p, %r1, x;
        @%p bra done;
        { .reg .b32 loop; mov.b32 loop, 1; mov.b32 n, loop; }
    done:
        mov.b32 loop, r1;
    )ptx");
}

__device__ void matrices(float d[4], unsigned long long desc, unsigned a[4], unsigned b[2], bool scale) {
    // CHECK: "+&f"(reinterpret_cast<float &>(d[0])), "+&f"(reinterpret_cast<float &>(d[1])),{{.*}} : "l"({{.*}}, "r"(_ptx5) : "memory");
    asm(R"ptx(
        wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {d[0], d[1], d[2], d[3]}, desc, desc, scale, 1, 1, 0, 0;
        wgmma.commit_group.sync.aligned;)ptx");
    // CHECK: asm volatile("{mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n}" : "+f"(reinterpret_cast<float &>(d[0])){{.*}} : "r"(
    asm(R"ptx(mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {d[0], d[1], d[2], d[3]}, {a[0], a[1], a[2], a[3]}, {b[0], b[1]}, {d[0], d[1], d[2], d[3]};)ptx");
}
