// SPDX-License-Identifier: Apache-2.0
// Device-side launches and programmatic dependent launch.
// corpus: min=75 flags=-rdc=true
__global__ void child(int depth, int *data) { data[depth] = depth; }

__global__ void parent(int depth, int *data)
{
    if (depth > 0) {
        child<<<dim3(2, 3), 64, 128>>>(depth, data);
        parent<<<1, 1, 0, cudaStreamTailLaunch>>>(depth - 1, data);
        data[0] = cudaGetLastError();
    }
}

#if __CUDA_ARCH__ >= 900
__global__ void early(int *data)
{
    cudaTriggerProgrammaticLaunchCompletion();
    data[0] = 1;
}
__global__ void late(int *data)
{
    cudaGridDependencySynchronize();
    data[1] = data[0];
}
#endif
