// SPDX-License-Identifier: Apache-2.0
// Tensor and bulk copies with transaction barriers (TMA), as inline PTX.
// corpus: min=90
struct alignas(64) TensorMap {
    unsigned long long opaque[16];
};

__device__ unsigned sharedAddress(const void *p)
{
    return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__device__ void waitParity(unsigned barrier, unsigned parity)
{
    asm volatile("{\n\t.reg .pred done;\nAGAIN:\n\t"
                 "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1, 0x989680;\n\t"
                 "@done bra.uni OUT;\n\tbra.uni AGAIN;\nOUT:\n\t}" ::"r"(barrier), "r"(parity)
                 : "memory");
}

__device__ unsigned ofCta(unsigned address, unsigned rank)
{
    unsigned remote;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote) : "r"(address), "r"(rank));
    return remote;
}

__device__ void syncCluster()
{
    asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;"
                 ::: "memory");
}

// Two CTAs of 32 threads. Each loads a tile of its own, gives the other 1024 bytes by multicast, and
// a word of each thread by st.async.
__global__ void __cluster_dims__(2) __launch_bounds__(32)
    tiles(const __grid_constant__ TensorMap map, const float *in, float *out, int x, int y)
{
    __shared__ alignas(128) float tile[32][32];
    __shared__ alignas(128) float shared[2][256];
    __shared__ unsigned mail[32];
    __shared__ alignas(8) unsigned long long barrier, arrived;
    unsigned rank, bar = sharedAddress(&barrier), post = sharedAddress(&arrived);
    unsigned dst = sharedAddress(tile);
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(1));
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(post), "r"(1));
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar),
                     "r"((int)(sizeof(tile) + sizeof(shared))) : "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(post),
                     "r"((int)sizeof(mail)) : "memory");
    }
    syncCluster(); // no copy may arrive before the barriers of both CTAs are ready
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile"
                     ".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(dst),
                     "l"(&map), "r"(x), "r"(y), "r"(bar) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                     ".multicast::cluster.L2::cache_hint [%0], [%1], %2, [%3], %4, %5;" ::
                     "r"(sharedAddress(shared[rank])), "l"(in), "r"((int)sizeof(shared[0])), "r"(bar),
                     "h"((short)3), "l"(0x12f0000000000000ll) : "memory");
    }
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::
                 "r"(ofCta(sharedAddress(&mail[threadIdx.x]), rank ^ 1)), "r"(threadIdx.x),
                 "r"(ofCta(post, rank ^ 1)) : "memory");
    waitParity(bar, 0);
    waitParity(post, 0);
    tile[threadIdx.x][0] *= shared[0][threadIdx.x] + shared[1][threadIdx.x] + mail[threadIdx.x];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::
                     "l"(&map), "r"(x), "r"(y), "r"(dst) : "memory");
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], %2;" ::
                     "l"(out), "r"(dst), "r"(128) : "memory");
        asm volatile("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group 0;" ::: "memory");
    }
    unsigned leader;
    asm volatile("{\n\t.reg .pred p;\n\telect.sync _|p, 0xffffffff;\n\tselp.u32 %0, 1, 0, p;\n\t}"
                 : "=r"(leader));
    out[32 + threadIdx.x] = tile[0][threadIdx.x] + leader;
    syncCluster(); // neither CTA ends while the other may still write into it
}
