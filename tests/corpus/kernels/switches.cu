// SPDX-License-Identifier: Apache-2.0
// Dense and sparse switches, gotos, nested loops: branch tables (brx.idx).
// corpus: min=75
__global__ void interpret(const unsigned char *code, int n, int *stack)
{
    int sp = 0, acc = threadIdx.x;
    for (int pc = 0; pc < n; ++pc) {
        switch (code[pc]) {
        case 0: acc += stack[sp]; break;
        case 1: acc -= stack[sp]; break;
        case 2: acc *= stack[sp]; break;
        case 3: stack[++sp] = acc; break;
        case 4: acc = stack[sp--]; break;
        case 5: acc = ~acc; break;
        case 6: acc = __popc(acc); break;
        case 7: pc += acc & 7; break;
        case 8: acc = -acc; /* falls through */
        case 9: acc <<= 1; break;
        case 10: acc = __brev(acc); break;
        case 11: return;
        case 12: __syncthreads(); break;
        case 13: stack[0] = acc % 7; break;
        case 14: acc = stack[stack[sp] & 3]; break;
        default: acc ^= 0x5a5a; break;
        }
    }
    stack[sp] = acc;
}

__global__ void sparse(long long key, int *out)
{
    switch (key) {
    case -5: *out = 1; break;
    case 1000: *out = 22; break;
    case 1000000007LL: *out = 333; break;
    case 0x7fffffffffffLL: *out = 4444; break;
    }
}

__global__ void wander(int *data, int n)
{
    int i = 0, j = 0;
outer:
    if (i >= n)
        goto done;
    for (j = 0; j < n; ++j) {
        if (data[i * n + j] < 0)
            goto skip;
        if (data[i * n + j] == 0)
            continue;
        do {
            data[i * n + j] /= 2;
        } while (data[i * n + j] > 10);
    }
skip:
    ++i;
    goto outer;
done:
    data[n * n] = i + j;
}
