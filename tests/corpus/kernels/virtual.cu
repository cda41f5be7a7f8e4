// SPDX-License-Identifier: Apache-2.0
// Indirect calls: virtual functions, function pointers, tables of them.
// corpus: min=75
struct Shape {
    float scale;
    __device__ Shape(float s) : scale(s) {}
    __device__ virtual float area() const = 0;
    __device__ virtual void grow(float by) { scale *= by; }
    __device__ virtual ~Shape() {}
};

struct Square : Shape {
    using Shape::Shape;
    __device__ float area() const override { return scale * scale; }
};

struct Disc : Shape {
    using Shape::Shape;
    __device__ float area() const override { return 3.14159265f * scale * scale; }
    __device__ void grow(float by) override { scale += by; }
};

__global__ void areas(const int *kinds, float *out)
{
    Shape *s = kinds[threadIdx.x] ? static_cast<Shape *>(new Square(2.0f)) : new Disc(3.0f);
    s->grow(1.25f);
    out[threadIdx.x] = s->area();
    delete s;
}

struct Big {
    double a[5];
    int tag;
};

typedef float (*Unary)(float);
typedef Big (*Builder)(int, Big);

__device__ __noinline__ float twice(float x) { return 2 * x; }
__device__ __noinline__ float square(float x) { return x * x; }
__device__ __noinline__ float cube(float x) { return x * x * x; }
__device__ __noinline__ Big makeBig(int i, Big b)
{
    b.a[i % 5] = i;
    b.tag = i;
    return b;
}
__device__ __noinline__ Big copyBig(int, Big b) { return b; }

__device__ Unary table[3] = {twice, square, cube};
__constant__ Builder builders[2] = {makeBig, copyBig};

__global__ void dispatch(const int *select, float *data, Big *big)
{
    int s = select[threadIdx.x];
    data[threadIdx.x] = table[s % 3](data[threadIdx.x]);
    big[threadIdx.x] = builders[s & 1](s, big[threadIdx.x]);
}

__global__ void apply(void (*f)(int, void *), void *context)
{
    f(threadIdx.x, context);
}
