// SPDX-License-Identifier: Apache-2.0
// Texture and surface objects, all dimensions.
// corpus: min=75
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t t, float4 *out, float x, float y, float z)
{
    int k = 0;
    out[k++] = tex1Dfetch<float4>(t, threadIdx.x);
    out[k++] = tex1D<float4>(t, x);
    out[k++] = tex2D<float4>(t, x, y);
    out[k++] = tex3D<float4>(t, x, y, z);
    out[k++] = tex1DLayered<float4>(t, x, 2);
    out[k++] = tex2DLayered<float4>(t, x, y, 3);
    out[k++] = texCubemap<float4>(t, x, y, z);
    out[k++] = texCubemapLayered<float4>(t, x, y, z, 1);
    out[k++] = tex1DLod<float4>(t, x, 0.5f);
    out[k++] = tex2DLod<float4>(t, x, y, 1.5f);
    out[k++] = tex3DLod<float4>(t, x, y, z, 2.0f);
    out[k++] = tex2DGrad<float4>(t, x, y, make_float2(1, 0), make_float2(0, 1));
    out[k++] = tex3DGrad<float4>(t, x, y, z, make_float4(1, 0, 0, 0), make_float4(0, 1, 0, 0));
    out[k++] = tex2Dgather<float4>(t, x, y, 0);
    out[k++] = tex2Dgather<float4>(t, x, y, 3);
}

__global__ void sampleIntegers(cudaTextureObject_t t, int4 *si, uint4 *ui, float x, float y)
{
    si[0] = tex2D<int4>(t, x, y);
    ui[0] = tex2D<uint4>(t, x, y);
    si[1].x = tex1Dfetch<short>(t, 5);
    ui[1].x = tex1Dfetch<unsigned char>(t, 6);
    bool resident;
    ui[2] = tex2D<uint4>(t, x, y, &resident);
    ui[2].w += resident;
}

__global__ void copySurface(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int layers)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    surf1Dwrite(surf1Dread<float>(from, x * 4), to, x * 4);
    surf2Dwrite(surf2Dread<float4>(from, x * 16, y), to, x * 16, y);
    surf2Dwrite(surf2Dread<uchar4>(from, x * 4, y, cudaBoundaryModeClamp), to, x * 4, y,
                cudaBoundaryModeZero);
    surf3Dwrite(surf3Dread<short2>(from, x * 4, y, 1), to, x * 4, y, 1);
    for (int l = 0; l < layers; ++l)
        surf2DLayeredwrite(surf2DLayeredread<uint2>(from, x * 8, y, l), to, x * 8, y, l);
    surfCubemapwrite(surfCubemapread<int>(from, x * 4, y, 2), to, x * 4, y, 2);
}
