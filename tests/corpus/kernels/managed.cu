// SPDX-License-Identifier: Apache-2.0
// Managed variables and symbols shared between host and device.
// corpus: min=75
__managed__ int shared_counter = 3;
__device__ __managed__ float weights[8] = {1, 2, 3};
__managed__ struct {
    double x;
    char tag[5];
} state = {0.5, "init"};

__global__ void bump(int by)
{
    atomicAdd_system(&shared_counter, by);
    weights[threadIdx.x & 7] += state.x;
    if (threadIdx.x == 0)
        state.tag[by & 3] = 'k';
}

int drive()
{
    bump<<<1, 32>>>(2);
    return shared_counter;
}
