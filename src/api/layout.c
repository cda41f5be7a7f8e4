/* SPDX-License-Identifier: Apache-2.0
 * The public functions for descriptors: layouts and fields by index. */
#include "isa/descriptor.h"
#include <string.h>

static const struct isa_layout *layout_at(size_t i) {
    return i < isa_layout_count ? &isa_layouts[i] : NULL;
}

/* Returns the field, or NULL if there is none. */
static const struct isa_field *field_at(size_t layout, size_t i) {
    const struct isa_layout *l = layout_at(layout);
    return l && i < l->fields.count ? &isa_fields[l->fields.first + i] : NULL;
}

static struct descriptor make(size_t layout, uint64_t value, const char *qualifiers) {
    return (struct descriptor){
        layout_at(layout), value, UINT64_MAX, text_of(qualifiers ? qualifiers : ""), -1, -1};
}

size_t ptxc_layout_count(void) { return isa_layout_count; }

ptxc_status ptxc_layout_get(size_t layout, ptxc_layout *out) {
    const struct isa_layout *l = layout_at(layout);
    if (!out) return PTXC_BAD_ARGUMENT;
    if (!l) return PTXC_NOT_FOUND;
    *out = (ptxc_layout){.name = isa_str(l->name),
                         .title = isa_str(l->title),
                         .manual = isa_str(l->manual),
                         .qualifiers = isa_str(l->words),
                         .width = l->width,
                         .field_count = l->fields.count};
    return PTXC_OK;
}

ptxc_status ptxc_layout_find(const char *name, const char *qualifiers, size_t *layout) {
    if (!name || !layout) return PTXC_BAD_ARGUMENT;
    const struct isa_layout *l = descriptor_layout(name, text_of(qualifiers ? qualifiers : ""));
    if (!l) return PTXC_NOT_FOUND;
    *layout = (size_t)(l - isa_layouts);
    return PTXC_OK;
}

uint64_t ptxc_layout_empty(size_t layout) {
    const struct isa_layout *l = layout_at(layout);
    return l ? descriptor_empty(l) : 0;
}

ptxc_status ptxc_field_get(size_t layout, size_t field, ptxc_field *out) {
    const struct isa_field *f = field_at(layout, field);
    if (!out) return PTXC_BAD_ARGUMENT;
    if (!f) return PTXC_NOT_FOUND;
    *out = (ptxc_field){.name = isa_str(f->name),
                        .doc = isa_str(f->doc),
                        .low = f->low,
                        .high = f->high,
                        .factor = f->times,
                        .reserved = f->flags & FIELD_RESERVED};
    return PTXC_OK;
}

ptxc_status ptxc_field_value_get(size_t layout, size_t field, const char *qualifiers, size_t index,
                                 ptxc_field_value *out) {
    const struct isa_field *f = field_at(layout, field);
    struct descriptor d = make(layout, 0, qualifiers);
    if (!out) return PTXC_BAD_ARGUMENT;
    if (!f) return PTXC_NOT_FOUND;
    const struct isa_meaning *m = descriptor_meaning_at(&d, f, index);
    if (!m) return PTXC_NOT_FOUND;
    *out = (ptxc_field_value){isa_str(m->name), (uint64_t)m->value * f->times};
    return PTXC_OK;
}

ptxc_status ptxc_field_decode(size_t layout, size_t field, uint64_t descriptor, uint64_t *number) {
    const struct isa_field *f = field_at(layout, field);
    if (!number) return PTXC_BAD_ARGUMENT;
    if (!f) return PTXC_NOT_FOUND;
    *number = descriptor_number(f, descriptor);
    return PTXC_OK;
}

ptxc_status ptxc_field_encode(size_t layout, size_t field, uint64_t number, uint64_t *descriptor) {
    const struct isa_field *f = field_at(layout, field);
    if (!descriptor) return PTXC_BAD_ARGUMENT;
    if (!f) return PTXC_NOT_FOUND;
    return descriptor_set(f, number, descriptor) ? PTXC_OK : PTXC_BAD_ARGUMENT;
}

size_t ptxc_field_problem_text(size_t layout, size_t field, uint64_t descriptor,
                               const char *qualifiers, const char *arch, char *buffer,
                               size_t size) {
    const struct isa_field *f = field_at(layout, field);
    struct descriptor d = make(layout, descriptor, qualifiers);
    struct descriptor_problem p;
    if (f && arch) d.target = isa_target_find(arch, (uint32_t)strlen(arch));
    if (f && descriptor_is_wrong(&d, f, &p)) return descriptor_say(&d, &p, buffer, size);
    if (buffer && size) *buffer = '\0';
    return 0;
}
