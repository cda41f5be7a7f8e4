/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DEEP_H
#define DEEP_H
#define TYPE "u32"
#if LEVEL >= 2
#define ADD(d, a) "add.u32 %" #d ", %" #a ", 1;"
#else
#define ADD(d, a) "ad.u32 %" #d ", %" #a ", 1;"
#endif
#endif
