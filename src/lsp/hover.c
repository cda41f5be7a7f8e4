/* SPDX-License-Identifier: Apache-2.0
 * What the thing under the cursor is. */
#include "feature.h"

json_t *hover_hover(struct call *call) {
    struct subject subject;
    if (!subject_of(call, &subject)) return NULL;
    return json_null();
}
