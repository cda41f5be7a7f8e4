// SPDX-License-Identifier: Apache-2.0
// Cooperative groups; thread block clusters from sm_90.
// corpus: min=75
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void tiles(const int *in, int *out)
{
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto quad = cg::tiled_partition<4>(warp);
    int v = in[block.thread_rank()];
    v += cg::reduce(warp, v, cg::plus<int>());
    v ^= quad.shfl_xor(v, 1) + warp.any(v > 3) + quad.match_any(v);
    if (v & 1) {
        cg::coalesced_group active = cg::coalesced_threads();
        v += active.size() * active.thread_rank() + active.shfl(v, 0);
    }
    block.sync();
    out[block.thread_rank()] = v;
}

__global__ void wholeGrid(int *data)
{
    cg::grid_group grid = cg::this_grid();
    data[grid.thread_rank()] += 1;
    grid.sync();
    data[grid.thread_rank()] += data[(grid.thread_rank() + 1) % grid.size()];
}

#if __CUDA_ARCH__ >= 900
__global__ void __cluster_dims__(2, 2, 1) neighbours(int *out)
{
    __shared__ int box[32];
    cg::cluster_group cluster = cg::this_cluster();
    box[threadIdx.x] = cluster.block_rank();
    cluster.sync();
    int *other = cluster.map_shared_rank(box, cluster.block_rank() ^ 1);
    out[threadIdx.x] = other[threadIdx.x] + cluster.num_blocks() + cluster.query_shared_rank(other);
    auto token = cluster.barrier_arrive();
    out[threadIdx.x] += cluster.dim_blocks().x * cluster.block_index().y;
    cluster.barrier_wait(static_cast<decltype(token) &&>(token));
}
#endif
