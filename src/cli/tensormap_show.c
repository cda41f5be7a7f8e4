/* SPDX-License-Identifier: Apache-2.0 */
#include "tensormap.h"
void access_show(struct out *out, const ptxc_tensormap *map, const ptxc_tm_copy *copy) {
    access_answer(out, map, copy);
}
void access_draw(struct out *out, const ptxc_tensormap *map, const ptxc_tm_copy *copy) {
    access_answer(out, map, copy);
}
