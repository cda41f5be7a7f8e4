/* SPDX-License-Identifier: Apache-2.0 */
#define FORCED(d) "mov.u23 " #d ", 2;"
