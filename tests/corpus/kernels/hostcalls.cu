// SPDX-License-Identifier: Apache-2.0
// Calls served by the driver: printf, malloc, free, assert, trap, timers.
// corpus: min=75
#include <cassert>
#include <cstdio>
#include <new>

struct Node {
    Node *next;
    int value;
};

__global__ void buildList(int count, Node **head)
{
    Node *list = nullptr;
    for (int i = 0; i < count; ++i) {
        Node *node = static_cast<Node *>(malloc(sizeof(Node)));
        if (!node) {
            printf("thread %d: out of memory after %d nodes\n", threadIdx.x, i);
            __trap();
        }
        node->next = list;
        node->value = i;
        list = node;
    }
    head[threadIdx.x] = list;
}

__global__ void freeList(Node **head)
{
    for (Node *n = head[threadIdx.x]; n;) {
        Node *next = n->next;
        assert(n->value >= 0 && "values are not negative");
        free(n);
        n = next;
    }
    printf("done: %s %5.3f %c %llx\t\"quoted\"\n", "text", 0.5 * threadIdx.x, 'x', clock64());
}

__global__ void objects(int **out, int n)
{
    int *a = new int[n];
    for (int i = 0; i < n; ++i)
        a[i] = i;
    out[0] = a;
    delete[] out[1];
    long long start = clock64();
    while (clock64() - start < 1000)
        ;
    if (clock() == 0)
        __brkpt();
    memset(a, 0x5a, 64);
    memcpy(out[2], a, n * sizeof(int));
}
