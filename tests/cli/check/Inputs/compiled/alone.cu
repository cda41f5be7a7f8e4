#include <cstdint>
__device__ void in_no_group(uint32_t s, uint64_t g) {
    asm volatile(
        "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;\n"
        "cp.async.bulk.wait_group.read 0;\n" ::"l"(g), "r"(s) : "memory");
}
__global__ void k(uint64_t g, int *out) {
  __shared__ alignas(128) int s[64];
  s[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) in_no_group((uint32_t)__cvta_generic_to_shared(s), g);
}
