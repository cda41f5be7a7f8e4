// RUN: mkdir -p %t && sed '/CHECK/s/.*//' %s > %t/names.cu && %ptxcheck pp --arch=sm_90a %t/names.cu -o %t.cu --report=%t.txt && test ! -s %t.txt
// RUN: FileCheck %s < %t.cu
// Variables of the user's are none of those that the expansion declares: not these names, nor with one underscore.
__device__ void f(unsigned a, unsigned my_ptx_1) {
    unsigned _ptx0 = a, _ptx1 = 7;
    // CHECK: auto _ptx__1 = (_ptx0); {{.*}}auto _ptx__2 = (_ptx1); {{.*}} : "r"(reinterpret_cast<unsigned &>(_ptx__1)), "r"(reinterpret_cast<unsigned &>(_ptx__2)));
    asm(R"ptx(add.u32 a, _ptx0, _ptx1;)ptx");
}
