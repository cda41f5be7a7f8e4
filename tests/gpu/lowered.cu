// SPDX-License-Identifier: Apache-2.0
// Runs kernels of Inputs/*.ptx and what `ptxcheck emit --kernels` makes of them on a GPU of compute
// capability 9.0, and compares all that they write, bit by bit. lowered.sh builds and runs it.
//
//     ./lowered DIRECTORY      with replace.cubin, replace.lowered.cubin, gather.cubin, ...
#include <cuda.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

static std::string folder;

static void check(CUresult result, const char *what) {
    const char *name = "?";
    if (result == CUDA_SUCCESS) return;
    cuGetErrorName(result, &name);
    printf("%s: %s\n", what, name);
    exit(1);
}
#define CHECK(call) check(call, #call)

static CUdeviceptr allocate(size_t bytes) {
    CUdeviceptr p;
    CHECK(cuMemAlloc(&p, bytes));
    CHECK(cuMemsetD8(p, 0xEE, bytes));
    return p;
}

static std::vector<uint8_t> bytes_of(CUdeviceptr p, size_t bytes) {
    std::vector<uint8_t> v(bytes);
    CHECK(cuMemcpyDtoH(v.data(), p, bytes));
    return v;
}

static uint64_t hash_of(const std::vector<uint8_t> &v) { // FNV-1a
    uint64_t h = 0xcbf29ce484222325u;
    for (uint8_t b : v) h = (h ^ b) * 0x100000001b3u;
    return h;
}

// ---- a tensor of 512 rows of 64 floats, each different ----

enum { ROWS = 512, COLUMNS = 64 };
static float element(int row, int column) { return (float)(row * COLUMNS + column) * 0.25f + 1; }

static CUdeviceptr make_tensor() {
    std::vector<float> v(ROWS * COLUMNS);
    for (int i = 0; i < ROWS * COLUMNS; i++) v[i] = element(i / COLUMNS, i % COLUMNS);
    CUdeviceptr p = allocate(v.size() * 4);
    CHECK(cuMemcpyHtoD(p, v.data(), v.size() * 4));
    return p;
}

static CUtensorMap make_map(CUdeviceptr tensor, uint32_t box_columns, uint32_t box_rows) {
    CUtensorMap map;
    cuuint64_t dim[] = {COLUMNS, ROWS}, stride[] = {COLUMNS * 4};
    cuuint32_t box[] = {box_columns, box_rows}, steps[] = {1, 1};
    CHECK(cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, (void *)tensor, dim, stride, box, steps,
                                 CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                                 CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    return map;
}

// ---- one run of each kernel: what it wrote, and how much of that is wrong ----

struct Written { std::vector<uint8_t> bytes; size_t wrong; };

static void launch(CUmodule module, const char *name, unsigned x, unsigned y, unsigned threads, unsigned shared,
                   void **arguments) {
    CUfunction kernel;
    CHECK(cuModuleGetFunction(&kernel, module, name));
    CHECK(cuLaunchKernel(kernel, x, y, 1, threads, 1, 1, shared, 0, arguments, 0));
    CHECK(cuCtxSynchronize());
}

// Boxes of 16 columns and 32 rows, through a map of another tensor and of more columns than the
// kernel says: those that are left are filled with zeros.
static Written run_replace(CUmodule module) {
    CUdeviceptr tensor = make_tensor(), other = allocate(ROWS * COLUMNS * 4), place = allocate(128);
    Written all = {};
    const uint32_t boxes[][3] = {{64, 0, 0}, {64, 48, 480}, {40, 32, 100}, {64, 60, 500}, {8, 0, 7}};
    for (auto &box : boxes) {
        CUtensorMap map = make_map(other, 16, 32);
        CUdeviceptr out = allocate(2048);
        uint32_t columns = box[0], at[2] = {box[1], box[2]};
        void *arguments[] = {&map, &place, &tensor, &out, &columns, at};
        launch(module, "replace_and_copy", 1, 1, 128, 0, arguments);
        std::vector<uint8_t> bytes = bytes_of(out, 2048);
        for (uint32_t i = 0; i < 512; i++) {
            uint32_t row = at[1] + i / 16, column = at[0] + i % 16;
            float value, wanted = row < ROWS && column < columns ? element((int)row, (int)column) : 0;
            memcpy(&value, &bytes[i * 4], 4);
            all.wrong += value != wanted;
        }
        all.bytes.insert(all.bytes.end(), bytes.begin(), bytes.end());
        std::vector<uint8_t> made = bytes_of(place, 64); // the map that was replaced, but its address
        all.bytes.insert(all.bytes.end(), made.begin() + 8, made.end());
    }
    return all;
}

static Written run_gather(CUmodule module) {
    enum { BLOCKS = 12, LISTED = BLOCKS * 16 };
    CUdeviceptr tensor = make_tensor(), list = allocate(LISTED * 4), total = allocate(4);
    CUtensorMap map = make_map(tensor, 16, 1);
    std::vector<uint32_t> rows(LISTED);
    for (uint32_t i = 0; i < LISTED; i++) rows[i] = i % 19 == 18 ? ROWS + i : i * 2654435761u % ROWS; // some outside
    CHECK(cuMemcpyHtoD(list, rows.data(), LISTED * 4));
    size_t size = LISTED * 4 * 64;
    CUdeviceptr out = allocate(size);
    void *arguments[] = {&map, &list, &out, &total};
    launch(module, "gather", BLOCKS, 4, 32, 2048, arguments);
    Written all = {bytes_of(out, size), 0};
    for (uint32_t i = 0; i < size / 4; i++) {
        uint32_t block = i / 256, row = rows[block / 4 * 16 + i / 16 % 16], column = block % 4 * 16 + i % 16;
        float value, wanted = row < ROWS ? element((int)row, (int)column) : 0;
        memcpy(&value, &all.bytes[i * 4], 4);
        all.wrong += value != wanted;
    }
    std::vector<uint8_t> count = bytes_of(total, 4);
    uint32_t gathered;
    memcpy(&gathered, count.data(), 4);
    all.wrong += gathered != LISTED * 4;
    all.bytes.insert(all.bytes.end(), count.begin(), count.end());
    return all;
}

static Written run_parameters(CUmodule module) {
    CUdeviceptr out = allocate(512);
    uint8_t value[16][32]; // C++ rounds the size of a parameter up to its alignment
    for (int i = 0; i < 16 * 32; i++) value[i / 32][i % 32] = (uint8_t)(i * 37 + 129);
    void *arguments[17] = {&out};
    for (int i = 0; i < 16; i++) arguments[i + 1] = value[i];
    launch(module, "parameters", 1, 1, 1, 0, arguments);
    Written all = {bytes_of(out, 512), 0};
    const size_t size[] = {1, 0, 2, 0, 2, 4, 4, 4, 8, 8, 8, 12, 24, 4, 10, 7};
    for (int i = 0; i < 16; i++) all.wrong += memcmp(&all.bytes[(size_t)i * 32], value[i], size[i]) != 0;
    return all;
}

// ---- both ----

static bool compare(const char *name, Written run(CUmodule)) {
    Written written[2];
    for (int lowered = 0; lowered < 2; lowered++) {
        CUmodule module;
        CHECK(cuModuleLoad(&module, (folder + "/" + name + (lowered ? ".lowered" : "") + ".cubin").c_str()));
        written[lowered] = run(module);
        CHECK(cuModuleUnload(module));
    }
    bool same = written[0].bytes == written[1].bytes;
    printf("%s: %zu bytes, %016llx, %zu values are wrong; lowered: %s\n", name, written[0].bytes.size(),
           (unsigned long long)hash_of(written[0].bytes), written[0].wrong, same ? "the same" : "OTHER");
    return same && !written[0].wrong;
}

int main(int argc, char **argv) {
    CUdevice device;
    CUcontext context;
    folder = argc > 1 ? argv[1] : ".";
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    bool good = compare("replace", run_replace);
    good = compare("gather", run_gather) && good;
    good = compare("parameters", run_parameters) && good;
    return good ? 0 : 1;
}
