// SPDX-License-Identifier: Apache-2.0
// Records what the tensor memory access unit of the GPU at hand really copies: random maps that the
// driver accepts, one copy each, and where every byte went. Model-free: it writes what it saw.
//
//     nvcc -O2 -std=c++17 -arch=sm_90a -o record record.cu
//     ./record SET FIRST COUNT 1 > SET.tsv        load-tiled-16, store-im2col-0, reduce-tiled-32, ...
//
// COUNT 2100 takes a few seconds. The last word is how many processes work at a time: more than one is
// no faster, and twelve at once, or three that trap now and then, have left a GPU unusable.
//
// Bytes say where they come from: several copies of the source ("planes") differ in their bytes, and
// each carries five bits of the address it lies at. All values are finite floats of every type.
// A refused copy kills the context, so the work is done in child processes.
#include <cuda.h>
#include <cuda_runtime.h>
#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

enum { PLANES = 5, SHARED = 64 << 10, EMPTY = 0xEE };
static const uint64_t GLOBAL = 32u << 20;

enum Op { LOAD, STORE, ADD, MIN, MAX, INC, DEC, AND, OR, XOR, OPS };
static const char *const op_names[] = {"load", "store", "add", "min", "max", "inc", "dec", "and", "or", "xor"};

struct Set { Op op; bool im2col; int interleave; bool reduce, types; };

struct Map {
    bool im2col;
    uint32_t type, rank, cpp, ppc, inter, swizzle, fill;
    uint64_t base; // offset in a plane
    uint64_t dim[5], stride[5];
    uint32_t box[5], es[5];
    int lower[3], upper[3];
};
struct Copy { Map map; int at[5]; uint16_t off[3]; uint32_t dst; };
struct Maps { CUtensorMap map[PLANES]; };
struct Where { int at[5]; uint16_t off[3]; uint32_t rank, dst; };

// ---- device ----

__device__ uint32_t shared_address(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ uint64_t nanoseconds() { uint64_t t; asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t)); return t; }

#define C1 "{%2}"
#define C2 "{%2, %3}"
#define C3 "{%2, %3, %4}"
#define C4 "{%2, %3, %4, %5}"
#define C5 "{%2, %3, %4, %5, %6}"
#define O3 "{%8}"
#define O4 "{%8, %9}"
#define O5 "{%8, %9, %10}"
#define ARGS ::"r"(smem), "l"(map), "r"(w.at[0]), "r"(w.at[1]), "r"(w.at[2]), "r"(w.at[3]), "r"(w.at[4]), "r"(bar), \
    "h"(w.off[0]), "h"(w.off[1]), "h"(w.off[2]) : "memory"

template <bool IM2COL> __device__ void load(uint32_t smem, const CUtensorMap *map, const Where &w, uint32_t bar) {
#define TILE(R) asm volatile("cp.async.bulk.tensor." #R "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, " C##R "], [%7];" ARGS)
#define COLS(R) asm volatile("cp.async.bulk.tensor." #R "d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, " C##R "], [%7], " O##R ";" ARGS)
    if (IM2COL) {
        if (w.rank == 3) COLS(3);
        else if (w.rank == 4) COLS(4);
        else COLS(5);
    } else {
        if (w.rank == 1) TILE(1);
        else if (w.rank == 2) TILE(2);
        else if (w.rank == 3) TILE(3);
        else if (w.rank == 4) TILE(4);
        else TILE(5);
    }
#undef TILE
#undef COLS
}

template <int OP, bool IM2COL> __device__ void put(uint32_t smem, const CUtensorMap *map, const Where &w) {
    uint32_t bar = 0;
#define ONE(START, OPER)                                                                                   \
    if (IM2COL) {                                                                                          \
        if (w.rank == 3) asm volatile(START ".3d.global.shared::cta" OPER ".im2col_no_offs.bulk_group [%1, " C3 "], [%0];" ARGS); \
        else if (w.rank == 4) asm volatile(START ".4d.global.shared::cta" OPER ".im2col_no_offs.bulk_group [%1, " C4 "], [%0];" ARGS); \
        else asm volatile(START ".5d.global.shared::cta" OPER ".im2col_no_offs.bulk_group [%1, " C5 "], [%0];" ARGS); \
    } else {                                                                                               \
        if (w.rank == 1) asm volatile(START ".1d.global.shared::cta" OPER ".tile.bulk_group [%1, " C1 "], [%0];" ARGS); \
        else if (w.rank == 2) asm volatile(START ".2d.global.shared::cta" OPER ".tile.bulk_group [%1, " C2 "], [%0];" ARGS); \
        else if (w.rank == 3) asm volatile(START ".3d.global.shared::cta" OPER ".tile.bulk_group [%1, " C3 "], [%0];" ARGS); \
        else if (w.rank == 4) asm volatile(START ".4d.global.shared::cta" OPER ".tile.bulk_group [%1, " C4 "], [%0];" ARGS); \
        else asm volatile(START ".5d.global.shared::cta" OPER ".tile.bulk_group [%1, " C5 "], [%0];" ARGS); \
    }
    if (OP == STORE) { ONE("cp.async.bulk.tensor", "") }
    if (OP == ADD) { ONE("cp.reduce.async.bulk.tensor", ".add") }
    if (OP == MIN) { ONE("cp.reduce.async.bulk.tensor", ".min") }
    if (OP == MAX) { ONE("cp.reduce.async.bulk.tensor", ".max") }
    if (OP == INC) { ONE("cp.reduce.async.bulk.tensor", ".inc") }
    if (OP == DEC) { ONE("cp.reduce.async.bulk.tensor", ".dec") }
    if (OP == AND) { ONE("cp.reduce.async.bulk.tensor", ".and") }
    if (OP == OR) { ONE("cp.reduce.async.bulk.tensor", ".or") }
    if (OP == XOR) { ONE("cp.reduce.async.bulk.tensor", ".xor") }
}

extern __shared__ __align__(1024) uint8_t dynamic[];

__device__ uint8_t *aligned_buffer() {
    return dynamic + ((1024 - (shared_address(dynamic) & 1023)) & 1023);
}

__device__ void expect(uint32_t bar, uint32_t bytes) {
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(bytes) : "memory");
}
__device__ void arrive(uint32_t bar) {
    asm volatile("{ .reg .b64 t; mbarrier.arrive.shared::cta.b64 t, [%0]; }" ::"r"(bar) : "memory");
}
__device__ bool is_done(uint32_t bar) {
    uint32_t done;
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(bar) : "memory");
    return done;
}

// Dumps shared memory after one load of each plane, and counts the bytes that the load reports to its
// mbarrier: the first load expects too many, and what is missing is added step by step; the others
// expect that count. *count is 0 where they disagree.
template <bool IM2COL>
__global__ void load_kernel(const __grid_constant__ Maps maps, Where w, uint8_t *dump, uint32_t *count) {
    const uint32_t MOST = 65536;
    __shared__ __align__(8) uint64_t bars[PLANES];
    uint32_t bytes = MOST;
    uint8_t *buffer = aligned_buffer();
    for (int p = 0; p < PLANES; p++) {
        for (int i = threadIdx.x; i < SHARED / 4; i += blockDim.x) ((uint32_t *)buffer)[i] = 0xEEEEEEEE;
        asm volatile("fence.proxy.async;" ::: "memory");
        __syncthreads();
        if (threadIdx.x == 0) {
            uint32_t bar = shared_address(&bars[p]);
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar) : "memory");
            asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
            asm volatile("fence.proxy.async;" ::: "memory");
            expect(bar, p ? bytes : MOST);
            load<IM2COL>(shared_address(buffer) + w.dst, &maps.map[p], w, bar);
            if (!p) {
                for (uint64_t begin = nanoseconds(); nanoseconds() - begin < 60000;) {}
                arrive(bar);
                while (bytes && !is_done(bar)) {
                    asm volatile("mbarrier.complete_tx.relaxed.cluster.shared::cta.b64 [%0], 16;" ::"r"(bar) : "memory");
                    bytes -= 16;
                }
                *count = bytes;
            } else {
                arrive(bar);
                uint64_t begin = nanoseconds();
                while (!is_done(bar))
                    if (nanoseconds() - begin > 2000000) {
                        *count = 0;
                        break;
                    }
            }
        }
        __syncthreads();
        for (int i = threadIdx.x; i < SHARED / 4; i += blockDim.x)
            ((uint32_t *)(dump + p * SHARED))[i] = ((volatile uint32_t *)buffer)[i];
        __syncthreads();
    }
}

template <int OP, bool IM2COL> __global__ void put_kernel(const __grid_constant__ Maps maps, Where w) {
    uint8_t *buffer = aligned_buffer();
    for (int p = 0; p < PLANES; p++) {
        for (int i = threadIdx.x; i < SHARED; i += blockDim.x) buffer[i] = 0x20 | ((uint32_t)i >> (5 * p) & 31);
        asm volatile("fence.proxy.async;" ::: "memory");
        __syncthreads();
        if (threadIdx.x == 0) {
            put<OP, IM2COL>(shared_address(buffer) + w.dst, &maps.map[p], w);
            asm volatile("cp.async.bulk.commit_group;" ::: "memory");
            asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
        }
        __syncthreads();
    }
}

__global__ void code_planes(uint8_t *planes) {
    for (uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x; i < GLOBAL; i += (uint64_t)gridDim.x * blockDim.x)
        for (int p = 0; p < PLANES; p++) planes[p * GLOBAL + i] = 0x20 | ((uint32_t)i >> (5 * p) & 31);
}

struct Change { uint32_t granule; uint8_t byte[PLANES][16]; };

// Lists the 16-byte granules of plane 0 that no longer hold `empty`, with their bytes in all planes.
__global__ void find_changes(const uint8_t *planes, uint8_t empty, Change *list, uint32_t *count, uint32_t limit) {
    uint32_t word = empty * 0x01010101u;
    for (uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x; i < GLOBAL / 16; i += (uint64_t)gridDim.x * blockDim.x) {
        uint4 v = ((const uint4 *)planes)[i];
        if (v.x == word && v.y == word && v.z == word && v.w == word) continue;
        uint32_t n = atomicAdd(count, 1);
        if (n >= limit) continue;
        list[n].granule = (uint32_t)i;
        for (int p = 0; p < PLANES; p++)
            for (int b = 0; b < 16; b++) list[n].byte[p][b] = planes[p * GLOBAL + i * 16 + b];
    }
}

// ---- random maps ----

struct Random {
    uint64_t s;
    uint32_t next() { s += 0x9E3779B97F4A7C15ull; uint64_t z = s; z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull; z = (z ^ z >> 27) * 0x94D049BB133111EBull; return (uint32_t)((z ^ z >> 31) >> 16); }
    int in(int low, int high) { return low + (int)(next() % (uint32_t)(high - low + 1)); }
    bool percent(int p) { return in(0, 99) < p; }
};

static int element_bytes(uint32_t type) { static const int b[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4}; return b[type]; }

// After the PTX manual, and what was seen for the types that it does not name.
static bool can_reduce(Op op, uint32_t type) {
    switch (op) {
    case ADD: return type != 0 && type != 1 && type != 5;
    case MIN: case MAX: return (type >= 2 && type <= 6) || type == 9;
    case AND: case OR: case XOR: return type >= 2 && type <= 4;
    default: return type == 2;
    }
}

static void random_map(Random &r, const Set &set, Map &m) {
    memset(&m, 0, sizeof m);
    m.im2col = set.im2col;
    m.inter = (uint32_t)set.interleave;
    do m.type = (uint32_t)r.in(0, 12);
    while (set.reduce && !can_reduce(set.op, m.type));
    int es = element_bytes(m.type), align = m.inter == 2 ? 32 : 16;
    m.rank = (uint32_t)r.in(m.im2col || m.inter ? 3 : 1, 5);
    m.swizzle = (uint32_t)r.in(0, 3);
    m.fill = r.percent(50) && m.type >= 6;
    m.base = (8u << 20) + (uint64_t)align * r.in(0, 200);
    int span = 16 << m.swizzle;
    int most = m.swizzle && !m.inter ? span : 256;
    int inner = r.percent(40) ? std::min(most, 32 << r.in(0, 2)) : 16 * r.in(1, most / 16);
    if (m.inter && r.percent(60)) inner = align;
    while (inner / es > 256) inner /= 2;
    inner = std::max(inner / 16 * 16, 16);
    int small = m.rank == 5 ? 5 : m.rank == 4 ? 8 : 20;
    m.dim[0] = (uint64_t)r.in(1, std::max(2, inner / es * 2));
    if (r.percent(50)) m.dim[0] = (uint64_t)(16 / es * r.in(1, 16));
    for (uint32_t i = 1; i < m.rank; i++) m.dim[i] = (uint64_t)r.in(1, small);
    uint64_t low = m.inter ? (r.percent(50) ? 512 : 4096) : 0;
    uint64_t s = (m.dim[0] * (m.inter ? align : es) + align - 1) / align * align + (uint64_t)align * r.in(0, 5) + low;
    for (uint32_t i = 0; i + 1 < m.rank; i++) {
        m.stride[i] = s;
        s = s * (m.dim[i + 1] + r.in(0, 2)) + (uint64_t)align * r.in(0, 3);
    }
    for (uint32_t i = 0; i < m.rank; i++) m.es[i] = r.percent(60) ? 1 : (uint32_t)r.in(1, 4);
    if (r.percent(10)) m.es[r.in(0, (int)m.rank - 1)] = (uint32_t)r.in(1, 8);
    if (m.im2col) {
        m.cpp = (uint32_t)(inner / es);
        m.ppc = (uint32_t)r.in(1, 40);
        // A store must not reach outside the tensor.
        int low = set.op == LOAD ? -3 : 0, high = set.op == LOAD ? 3 : 0;
        for (uint32_t i = 0; i < 3; i++) m.lower[i] = r.in(low, 3), m.upper[i] = r.in(-3, high);
        return;
    }
    m.box[0] = (uint32_t)(inner / es);
    int rows = 1;
    for (uint32_t i = 1; i < m.rank; i++) {
        int n = r.in(1, std::max(1, std::min(8, 120 / rows)));
        rows *= n;
        m.box[i] = (uint32_t)(n * (int)m.es[i] - r.in(0, (int)m.es[i] - 1));
    }
}

// A copy that goes beyond the shared memory that the kernel has says nothing.
static bool is_small(const Map &m) {
    uint64_t bytes = m.inter ? 16 * m.inter : 128;
    if (m.im2col) return true;
    for (uint32_t i = m.inter ? 0 : 1; i < m.rank; i++) bytes *= (m.box[i] + m.es[i] - 1) / m.es[i];
    return bytes * 2 <= SHARED;
}

// Where the unit takes it; one place in two hundred is anywhere.
static void random_place(Random &r, const Set &set, Copy &c) {
    const Map &m = c.map;
    int es = element_bytes(m.type), R = (int)m.rank, least = set.op == LOAD ? -3 : 0;
    bool anywhere = r.in(0, 199) == 0;
    for (int i = 0; i < R; i++) {
        int d = (int)m.dim[i];
        c.at[i] = r.percent(70) ? r.in(0, d - 1) : r.in(anywhere ? -3 : least, d + 2);
    }
    if (!m.inter && !anywhere) c.at[0] = r.percent(40) ? 0 : 16 / es * r.in(set.op == LOAD ? -1 : 0, (int)m.dim[0] * es / 16 + 1);
    if (m.im2col && !anywhere)
        for (int i = 0, s = m.inter ? 0 : 1; i < R - 2; i++, s++)
            c.at[s] = r.in(m.lower[i], (int)m.dim[s] + m.upper[i] - 1);
    for (int i = 0; i < 3; i++) c.off[i] = r.percent(50) ? 0 : (uint16_t)r.in(0, 4);
    c.dst = r.percent(85) ? 0 : 128u * (uint32_t)r.in(1, 7);
}

// Every operation on every type, on one small map.
static void plain_copy(uint64_t n, Set &set, Copy &c) {
    memset(&c, 0, sizeof c);
    set.op = (Op)(ADD + n / 13 % 8);
    c.map.type = (uint32_t)(n % 13);
    c.map.rank = 2;
    c.map.base = 8u << 20;
    c.map.dim[0] = c.map.box[0] = 32;
    c.map.dim[1] = c.map.box[1] = 4;
    c.map.stride[0] = 512;
    c.map.es[0] = c.map.es[1] = 1;
}

// ---- driver ----

static void *driver_function(const char *name) {
    void *f = nullptr;
    cudaDriverEntryPointQueryResult found;
    if (cudaGetDriverEntryPointByVersion(name, &f, 13000, cudaEnableDefault, &found) != cudaSuccess) return nullptr;
    return f;
}

typedef CUresult Tiled(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *, const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
typedef CUresult Im2col(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *, const int *, const int *, cuuint32_t, cuuint32_t, const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

static Tiled *encode_tiled;
static Im2col *encode_im2col;

static bool encode(const Map &m, uint8_t *plane, CUtensorMap *out) {
    auto type = (CUtensorMapDataType)m.type;
    auto inter = (CUtensorMapInterleave)m.inter;
    auto swizzle = (CUtensorMapSwizzle)m.swizzle;
    auto fill = (CUtensorMapFloatOOBfill)m.fill;
    const cuuint64_t *dim = (const cuuint64_t *)m.dim, *stride = (const cuuint64_t *)m.stride;
    if (m.im2col)
        return encode_im2col(out, type, m.rank, plane + m.base, dim, stride, m.lower, m.upper, m.cpp, m.ppc, m.es, inter, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, fill) == CUDA_SUCCESS;
    return encode_tiled(out, type, m.rank, plane + m.base, dim, stride, m.box, m.es, inter, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, fill) == CUDA_SUCCESS;
}

// ---- a worker ----

static uint8_t *planes, *dump_device;
static Change *changes_device;
static uint32_t *count_device;
static const uint32_t CHANGES = 1 << 16;
static int start_error;

static void start() {
    auto check = [](cudaError_t e) { if (e != cudaSuccess && !start_error) start_error = (int)e; };
    check(cudaMalloc(&planes, PLANES * GLOBAL));
    check(cudaMalloc(&dump_device, PLANES * SHARED));
    check(cudaMalloc(&changes_device, CHANGES * sizeof(Change)));
    check(cudaMalloc(&count_device, 4));
    encode_tiled = (Tiled *)driver_function("cuTensorMapEncodeTiled");
    encode_im2col = (Im2col *)driver_function("cuTensorMapEncodeIm2col");
    if ((!encode_tiled || !encode_im2col) && !start_error) start_error = 9999;
    code_planes<<<512, 256>>>(planes);
    check(cudaDeviceSynchronize());
}

static std::string list(const char *format, int n, int64_t (*get)(const void *, int), const void *from) {
    std::string s;
    for (int i = 0; i < n; i++) {
        char b[32];
        snprintf(b, sizeof b, format, get(from, i));
        s += (i ? "," : "") + std::string(b);
    }
    return s;
}
template <class T> static std::string join(const T *v, int n) {
    return list("%" PRId64, n, [](const void *p, int i) { return (int64_t)((const T *)p)[i]; }, v);
}

static std::string describe(const Set &set, const Copy &c) {
    const Map &m = c.map;
    char b[256];
    int r = (int)m.rank;
    snprintf(b, sizeof b, "%s\t%s\t%u\t%u\t%" PRIu64 "\t", op_names[set.op], m.im2col ? "im2col" : "tiled", m.type, m.rank, m.base);
    std::string s = b + join(m.dim, r) + "\t" + join(m.stride, r - 1) + "\t";
    if (m.im2col)
        s += join(m.lower, r - 2) + ";" + join(m.upper, r - 2) + ";" + std::to_string(m.cpp) + ";" + std::to_string(m.ppc);
    else
        s += join(m.box, r);
    snprintf(b, sizeof b, "\t%u\t%u\t%u\t", m.inter, m.swizzle, m.fill);
    s += "\t" + join(m.es, r) + b + join(c.at, r) + "\t" + (m.im2col && set.op == LOAD ? join(c.off, r - 2) : "") + "\t" + std::to_string(c.dst);
    return s;
}

struct Byte { uint32_t shared; int kind; int64_t global; }; // kind: 'g', 'z', 'n', 'x'

static std::string runs(std::vector<Byte> &bytes) {
    std::sort(bytes.begin(), bytes.end(), [](const Byte &a, const Byte &b) { return a.shared != b.shared ? a.shared < b.shared : a.global < b.global; });
    std::string s;
    for (size_t i = 0; i < bytes.size();) {
        size_t j = i + 1;
        while (j < bytes.size() && bytes[j].shared == bytes[j - 1].shared + 1 && bytes[j].kind == bytes[i].kind &&
               (bytes[i].kind != 'g' || bytes[j].global == bytes[j - 1].global + 1)) j++;
        char b[64];
        if (bytes[i].kind == 'g') snprintf(b, sizeof b, "%u+%zu@%" PRId64, bytes[i].shared, j - i, bytes[i].global);
        else snprintf(b, sizeof b, "%u+%zu@%c", bytes[i].shared, j - i, bytes[i].kind);
        s += (s.empty() ? "" : " ") + std::string(b);
        i = j;
    }
    return s.empty() ? "-" : s;
}

// Five bits of each plane, or -1.
static int64_t decode(const uint8_t v[PLANES]) {
    int64_t n = 0;
    for (int p = 0; p < PLANES; p++) {
        if (v[p] < 0x20 || v[p] > 0x3f) return -1;
        n |= (int64_t)(v[p] & 31) << (5 * p);
    }
    return n;
}

static std::string do_load(const Maps &maps, const Where &w, bool im2col, int *error) {
    auto kernel = im2col ? load_kernel<true> : load_kernel<false>;
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED + 1024);
    kernel<<<1, 128, SHARED + 1024>>>(maps, w, dump_device, count_device);
    *error = (int)cudaDeviceSynchronize();
    if (*error) return "";
    static uint8_t dump[PLANES][SHARED];
    uint32_t bytes = 0;
    cudaMemcpy(dump, dump_device, sizeof dump, cudaMemcpyDeviceToHost);
    cudaMemcpy(&bytes, count_device, 4, cudaMemcpyDeviceToHost);
    std::vector<Byte> found;
    for (uint32_t i = 0; i < SHARED; i++) {
        uint8_t v[PLANES];
        bool same = true;
        for (int p = 0; p < PLANES; p++) v[p] = dump[p][i], same &= v[p] == v[0];
        if (same && v[0] == EMPTY) continue;
        int kind = same && v[0] == 0 ? 'z' : same && (v[0] == 0x7f || v[0] == 0xf7) ? 'n' : decode(v) >= 0 ? 'g' : 'x';
        found.push_back({i, kind, kind == 'g' ? decode(v) : 0});
    }
    return std::to_string(bytes) + "\t" + runs(found);
}

template <int OP> static void launch(const Maps &maps, const Where &w, bool im2col) {
    auto kernel = im2col ? put_kernel<OP, true> : put_kernel<OP, false>;
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED + 1024);
    kernel<<<1, 256, SHARED + 1024>>>(maps, w);
}

// A value that each operation replaces by the element of shared memory.
static uint8_t neutral(Op op) { return op == STORE ? EMPTY : op == MIN ? 0x7b : op == AND ? 0xff : 0; }

static std::string do_put(const Maps &maps, const Where &w, Op op, bool im2col, int *error) {
    cudaMemset(planes, neutral(op), PLANES * GLOBAL);
    cudaMemset(count_device, 0, 4);
    switch (op) {
    case STORE: launch<STORE>(maps, w, im2col); break;
    case ADD: launch<ADD>(maps, w, im2col); break;
    case MIN: launch<MIN>(maps, w, im2col); break;
    case MAX: launch<MAX>(maps, w, im2col); break;
    case INC: launch<INC>(maps, w, im2col); break;
    case DEC: launch<DEC>(maps, w, im2col); break;
    case AND: launch<AND>(maps, w, im2col); break;
    case OR: launch<OR>(maps, w, im2col); break;
    default: launch<XOR>(maps, w, im2col);
    }
    *error = (int)cudaDeviceSynchronize();
    if (*error) return "";
    find_changes<<<512, 256>>>(planes, neutral(op), changes_device, count_device, CHANGES);
    uint32_t count = 0;
    cudaMemcpy(&count, count_device, 4, cudaMemcpyDeviceToHost);
    std::vector<Change> changes(std::min(count, CHANGES));
    cudaMemcpy(changes.data(), changes_device, changes.size() * sizeof(Change), cudaMemcpyDeviceToHost);
    std::vector<Byte> found;
    int64_t written = 0;
    for (const Change &c : changes)
        for (uint32_t b = 0; b < 16; b++) {
            uint8_t v[PLANES];
            for (int p = 0; p < PLANES; p++) v[p] = c.byte[p][b];
            if (v[0] == neutral(op)) continue;
            written++;
            int64_t shared = decode(v);
            found.push_back({shared < 0 ? 0 : (uint32_t)shared, shared < 0 ? 'x' : 'g', (int64_t)c.granule * 16 + b});
        }
    return std::to_string(written) + "\t" + runs(found);
}

static void one(Set set, uint64_t seed, FILE *out) {
    Random r = {seed * 0x2545F4914F6CDD1Dull + 12345};
    Copy c;
    Maps maps;
    if (set.types) plain_copy(seed, set, c);
    else {
        if (set.reduce) do set.op = (Op)r.in(ADD, XOR); while (set.op == INC);
        do random_map(r, set, c.map);
        while (!is_small(c.map) || !encode(c.map, planes, &maps.map[0]));
        random_place(r, set, c);
    }
    for (int p = 0; p < PLANES; p++) encode(c.map, planes + p * GLOBAL, &maps.map[p]);
    Where w;
    memset(&w, 0, sizeof w);
    memcpy(w.at, c.at, sizeof w.at);
    memcpy(w.off, c.off, sizeof w.off);
    w.rank = c.map.rank;
    w.dst = c.dst;
    int error = 0;
    std::string line = describe(set, c);
    std::string seen = set.op == LOAD ? do_load(maps, w, set.im2col, &error) : do_put(maps, w, set.op, set.im2col, &error);
    if (error) fprintf(out, "%s\ttrap%d\t-\t-\n", line.c_str(), error);
    else fprintf(out, "%s\tok\t%s\n", line.c_str(), seen.c_str());
    fflush(out);
    if (error) _exit(3);
}

// "load-tiled-16", "store-im2col-0", "reduce-tiled-32"; "types-tiled-0" for seeds 0 to 103
static bool parse_set(const char *name, Set *set) {
    char op[16], mode[16];
    if (sscanf(name, "%15[a-z]-%15[a-z0-9]-%d", op, mode, &set->interleave) != 3) return false;
    set->interleave = set->interleave / 16;
    set->im2col = !strcmp(mode, "im2col");
    set->types = !strcmp(op, "types");
    set->reduce = !strcmp(op, "reduce");
    if (set->types || set->reduce) return true;
    for (int i = 0; i < OPS; i++)
        if (!strcmp(op, op_names[i])) { set->op = (Op)i; return true; }
    return false;
}

int main(int argc, char **argv) {
    Set set = {};
    setvbuf(stdout, nullptr, _IOFBF, 4 << 20); // a line is written whole
    if (argc != 5 || !parse_set(argv[1], &set)) {
        fprintf(stderr, "usage: record {load|store|reduce|types}-{tiled|im2col}-{0|16|32} FIRST COUNT WORKERS\n");
        return 2;
    }
    uint64_t first = strtoull(argv[2], 0, 0), count = strtoull(argv[3], 0, 0);
    auto *next = (volatile uint64_t *)mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int workers = atoi(argv[4]);
    for (int i = 0; i < workers; i++)
        if (!fork()) {
            // The parent of the processes that use the GPU does not use it itself.
            for (int failures = 0; *next < count && failures < 3;) {
                pid_t child = fork();
                if (!child) {
                    alarm(120);
                    start();
                    if (start_error) { fprintf(stderr, "record: cuda error %d at the start\n", start_error); _exit(4); }
                    for (uint64_t n; (n = __atomic_fetch_add(next, 1, __ATOMIC_SEQ_CST)) < count;) one(set, first + n, stdout);
                    _exit(0);
                }
                int status;
                waitpid(child, &status, 0);
                if (!WIFEXITED(status) || WEXITSTATUS(status) == 4) failures++, fprintf(stderr, "record: worker ended with %d\n", status);
            }
            _exit(0);
        }
    while (wait(0) > 0) {}
    return 0;
}
