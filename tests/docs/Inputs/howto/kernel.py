import triton
import triton.language as tl


@triton.jit
def add(x, y):
    return tl.inline_asm_elementwise("ad.u32 $0, $1, $2;", "=r,r,r", [x, y], dtype=tl.int32, is_pure=True, pack=1)
