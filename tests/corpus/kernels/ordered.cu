// SPDX-License-Identifier: Apache-2.0
// libcu++ atomics: memory orders and scopes (ld.acquire, st.release, red, fence).
// corpus: min=75
#include <cuda/atomic>

template <cuda::thread_scope Scope>
__device__ void exercise(int *data, int *flag)
{
    cuda::atomic_ref<int, Scope> f(*flag);
    if (threadIdx.x == 0) {
        *data = 42;
        f.store(1, cuda::std::memory_order_release);
    } else {
        while (f.load(cuda::std::memory_order_acquire) == 0) {
        }
        atomicAdd(data, 1);
    }
    f.fetch_add(2, cuda::std::memory_order_relaxed);
    f.fetch_or(4, cuda::std::memory_order_acq_rel);
    f.exchange(5, cuda::std::memory_order_seq_cst);
    int expected = 5;
    f.compare_exchange_strong(expected, 6, cuda::std::memory_order_acq_rel,
                              cuda::std::memory_order_relaxed);
    cuda::atomic_thread_fence(cuda::std::memory_order_seq_cst, Scope);
}

__global__ void handshake(int *data, int *flag)
{
    exercise<cuda::thread_scope_block>(data, flag);
    exercise<cuda::thread_scope_device>(data + 1, flag + 1);
    exercise<cuda::thread_scope_system>(data + 2, flag + 2);
}

__global__ void wide(unsigned long long *p)
{
    cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> a(*p);
    a.fetch_max(threadIdx.x);
    a.fetch_sub(1);
    p[1] = a.load();
}
