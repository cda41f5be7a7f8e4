#pragma once
__device__ __forceinline__ void copy_out(void *to, const void *from, int bytes)
{
    unsigned s = (unsigned)__cvta_generic_to_shared(from);
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" : : "l"(to), "r"(s), "r"(bytes) : "memory");
}
__device__ __forceinline__ void commit()
{
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
