/* SPDX-License-Identifier: Apache-2.0
 * Writes the C++ around the PTX of kernels: see kernel.h. */
#include "check/declaration.h"
#include "emit/kernel/kernel.h"

static void put_span(struct text_builder *out, const struct unit *u, ptxc_span at) {
    build_bytes(out, u->text + at.start, at.end - at.start);
}

/* ---- requirements of the file ---- */

static void write_target_condition(struct text_builder *out, const struct isa_target *t) {
    if (t->suffix == 'a') {
        build_string(out, "!defined(__CUDA_ARCH_FEAT_SM");
        build_number(out, t->number);
        build_string(out, "_ALL)");
    } else if (t->suffix == 'f') {
        build_string(out, "(!defined(__CUDA_ARCH_FAMILY_SPECIFIC__) || (1");
        for (unsigned i = 0; i < isa_target_count; i++) {
            const struct isa_target *o = &isa_targets[i];
            if (o->family != t->family || o->suffix != 'f' || o->number < t->number) continue;
            build_string(out, " && __CUDA_ARCH__ != ");
            build_number(out, o->number * 10);
        }
        build_string(out, "))");
    } else {
        build_string(out, "__CUDA_ARCH__ < ");
        build_number(out, t->number * 10);
    }
}

/* -arch=sm_90a also compiles for compute_90, which lacks the features of sm_90a. */
static void write_flag(struct text_builder *out, const struct isa_target *t) {
    const char *number = t->name + 3; /* after "sm_" */
    if (t->suffix) {
        build_string(out, "-gencode arch=compute_");
        build_string(out, number);
        build_string(out, ",code=");
    } else {
        build_string(out, "-arch=");
    }
    build_string(out, t->name);
}

static void write_target_guard(struct text_builder *out, const struct isa_target *t) {
    build_string(out, "#if defined(__CUDA_ARCH__) && ");
    write_target_condition(out, t);
    build_string(out, "\n#error \"this is PTX for ");
    build_string(out, t->name);
    build_string(out, ": compile it with ");
    write_flag(out, t);
    build_string(out, "\"\n#endif\n");
}

static int version_of(const struct unit *u) {
    for (uint32_t i = 0; i < u->ast->stmts.count; i++) {
        if (ast_stmt(u->ast, i)->kind != PTXC_STMT_VERSION) continue;
        double number = ast_node(u->ast, ast_nodes_begin(u->ast, i))->number;
        return (int)(number * 10 + 0.5);
    }
    return 0;
}

/* Writes a check for the first release that supports the version, unless all known ones do. */
static void write_version_guard(struct text_builder *out, int version) {
    unsigned i = 0;
    while (i < isa_release_count && isa_releases[i].version < version) i++;
    if (!i || i == isa_release_count) return;
    struct text name = text_of(isa_releases[i].name);
    const char *dot = memchr(name.start, '.', name.length);
    build_string(out, "#if defined(__CUDACC_VER_MAJOR__) && \\\n"
                      "    __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ < ");
    build_bytes(out, name.start, (size_t)(dot - name.start));
    build_string(out, strlen(dot + 1) < 2 ? "0" : "");
    build_string(out, dot + 1);
    build_string(out, "\n#error \"this is PTX of .version ");
    build_version(out, version);
    build_string(out, ": compile it with nvcc ");
    build_string(out, name.start);
    build_string(out, " or later\"\n#endif\n");
}

static void write_head(struct text_builder *out, const struct unit *u) {
    build_string(out, "// CUDA C++ made of PTX by ptxcheck. Edit the PTX, not this.\n");
    write_target_guard(out, &isa_targets[emit_kernel_target(u)]);
    write_version_guard(out, version_of(u));
    build_string(out,
                 "\n#ifndef PTX_BYTES\n"
                 "#define PTX_BYTES\n"
                 "// A parameter of so many bytes: anything of that size, such as a CUtensorMap.\n"
                 "template <unsigned size, unsigned align> struct alignas(align) ptx_bytes {\n"
                 "    unsigned char byte[size];\n"
                 "    ptx_bytes() = default;\n"
                 "    template <class T> __host__ __device__ ptx_bytes(const T &value) {\n"
                 "        static_assert(sizeof(T) == size, \"a parameter of another size\");\n"
                 "        for (unsigned i = 0; i < size; i++)\n"
                 "            byte[i] = reinterpret_cast<const unsigned char *>(&value)[i];\n"
                 "    }\n"
                 "};\n"
                 "#endif\n");
}

/* ---- declarations outside of kernels ---- */

static bool is_shared_by_kernels(const struct unit *u, uint32_t stmt) {
    static const char entry[] = ".entry";
    const struct stmt *s = ast_stmt(u->ast, stmt);
    switch (s->kind) {
    case PTXC_STMT_VARIABLE:
    case PTXC_STMT_ALIAS:
    case PTXC_STMT_PRAGMA:
    case PTXC_STMT_PROTOTYPE: return true;
    case PTXC_STMT_FUNCTION: break;
    default: return false;
    }
    /* The prototype of an entry adds nothing to its definition. */
    for (uint32_t i = ast_nodes_begin(u->ast, stmt); i < s->nodes_end; i++) {
        const struct node *n = ast_node(u->ast, i);
        if (n->kind == PTXC_OPERAND_WORD && text_is(text_at(u->text, node_span(n)), entry))
            return false;
    }
    return true;
}

/* Writes these declarations or, if `w` is NULL, finds out whether there are any. */
static bool write_module_scope(const struct unit *u, struct emit_asm *w) {
    bool any = false;
    for (uint32_t i = 0; i < u->ast->stmts.count;) {
        const struct stmt *s = ast_stmt(u->ast, i);
        bool body = s->kind == PTXC_STMT_FUNCTION && s->body;
        uint32_t end = body ? ast_body_end(u->ast, i) : i + 1;
        bool wanted = is_shared_by_kernels(u, i);
        any = any || wanted;
        for (; w && wanted && i < end; i++) emit_asm_statement(w, i);
        i = end;
    }
    return any;
}

/* Writes a function whose asm statement ends the function, contains the declarations of the module,
 * and starts another function that the compiler ends. This places them outside of all functions, as
 * in the PTX. */
static void write_module(struct text_builder *out, const struct unit *u, ptxc_span name) {
    struct emit_asm w = {.unit = u, .out = out};
    if (!write_module_scope(u, NULL)) return;
    build_string(out,
                 "\n// Variables and functions of the module. The asm ends the function it is in "
                 "and begins\n// another, so that they stand between the two.\n"
                 "extern \"C\" __device__ __attribute__((used, noinline)) void ptx_module_");
    put_span(out, u, name);
    build_string(out, "()\n{\n    asm volatile(");
    emit_asm_line(&w, "}");
    write_module_scope(u, &w);
    emit_asm_text(&w, ".func ptx_end_", 14);
    emit_asm_text(&w, u->text + name.start, name.end - name.start);
    emit_asm_line(&w, "()");
    emit_asm_line(&w, "{");
    build_string(out, "\n        :: \"n\"(0));\n}\n");
}

/* ---- one kernel ---- */

static void write_numbers(struct text_builder *out, const int64_t *value) {
    for (int i = 0; i < 3; i++) {
        if (i) build_string(out, ", ");
        build_number(out, value[i]);
    }
}

/* nvcc writes .maxntid with one number, because only the product counts. .reqntid has no attribute
 * of its own except next to .blocksareclusters, which changes the meaning of a launch. */
static void write_bounds(struct text_builder *out, const struct kernel_tuning_value *t) {
    const struct kernel_tuning_value *size = &t[KERNEL_MAXNTID];
    bool by_blocks = t[KERNEL_BLOCKS].given;
    if (t[KERNEL_REQNTID].given) size = &t[KERNEL_REQNTID];
    bool more = t[KERNEL_MINNCTAPERSM].given || t[KERNEL_RANK].given;
    if (!more && (by_blocks || !size->given)) return;
    build_string(out, " __launch_bounds__(");
    build_number(out, size->given ? size->value[0] * size->value[1] * size->value[2] : 1024);
    if (more) {
        build_string(out, ", ");
        build_number(out, t[KERNEL_MINNCTAPERSM].given ? t[KERNEL_MINNCTAPERSM].value[0] : 0);
    }
    if (t[KERNEL_RANK].given) {
        build_string(out, ", ");
        build_number(out, t[KERNEL_RANK].value[0]);
    }
    build_string(out, ")");
}

static void write_tunings(struct text_builder *out, const struct kernel_tuning_value *t) {
    write_bounds(out, t);
    if (t[KERNEL_BLOCKS].given) {
        build_string(out, " __block_size__((");
        write_numbers(out, t[KERNEL_REQNTID].value);
        build_string(out, "), (");
        write_numbers(out, t[KERNEL_CLUSTER].value);
        build_string(out, "))");
    } else if (t[KERNEL_CLUSTER].given) {
        build_string(out, " __cluster_dims__(");
        write_numbers(out, t[KERNEL_CLUSTER].value);
        build_string(out, ")");
    } else if (t[KERNEL_EXPLICIT].given) {
        build_string(out, " __cluster_dims__()");
    }
    if (t[KERNEL_MAXNREG].given) {
        build_string(out, " __maxnreg__(");
        build_number(out, t[KERNEL_MAXNREG].value[0]);
        build_string(out, ")");
    }
}

static const char *scalar_of(const struct isa_type *t) {
    if (t->kind == TYPE_FLOAT && t->width == 32 && !strcmp(t->name, ".f32")) return "float";
    if (t->kind == TYPE_FLOAT && t->width == 64) return "double";
    bool is_signed = t->kind == TYPE_SINT;
    switch (t->width) {
    case 8: return is_signed ? "signed char" : "unsigned char";
    case 16: return is_signed ? "short" : "unsigned short";
    case 32: return is_signed ? "int" : "unsigned";
    case 64: return is_signed ? "long long" : "unsigned long long";
    default: return NULL;
    }
}

static void write_parameter(struct text_builder *out, const struct unit *u, const struct kernel *k,
                            uint32_t i) {
    const struct kernel_parameter *p = &k->parameter[i];
    const struct isa_type *t = &isa_types[p->type];
    uint64_t unit = t->width / 8 * (uint64_t)(p->vector ? p->vector : 1);
    uint64_t align = p->align ? p->align : unit;
    const char *scalar = p->vector || p->elements || align > unit ? NULL : scalar_of(t);
    if (p->pointer && scalar) {
        build_string(out, "void *");
    } else if (scalar) {
        build_string(out, scalar);
        build_string(out, " ");
    } else {
        build_string(out, "ptx_bytes<");
        uint64_t size = unit * (p->elements ? p->elements : 1);
        build_number(out, (int64_t)size);
        build_string(out, ", ");
        build_number(out, (int64_t)align);
        build_string(out, "> ");
    }
    if (emit_kernel_is_name(text_at(u->text, p->at))) {
        put_span(out, u, p->at);
    } else {
        build_string(out, "parameter_");
        build_number(out, i);
    }
}

static void write_body(struct text_builder *out, const struct unit *u, struct kernel *k) {
    struct emit_asm w = {.unit = u, .out = out, .kernel = k, .depth = 1};
    uint32_t end = ast_body_end(u->ast, k->stmt);
    emit_asm_line(&w, "{");
    for (uint32_t i = 0; i < k->pragma_count; i++) {
        ptxc_span at = node_span(ast_node(u->ast, k->pragma[i]));
        emit_asm_text(&w, "  .pragma ", 10);
        emit_asm_text(&w, u->text + at.start, at.end - at.start);
        emit_asm_line(&w, ";");
    }
    for (uint32_t i = k->stmt + 2; i < end; i++) emit_asm_statement(&w, i);
}

static void write_kernel(struct text_builder *out, const struct unit *u, struct kernel *k) {
    build_string(out, "\nextern \"C\" __global__ void");
    write_tunings(out, k->tuning);
    build_string(out, "\n");
    put_span(out, u, k->name);
    build_string(out, "(");
    for (uint32_t i = 0; i < k->parameter_count; i++) {
        if (i) build_string(out, ", ");
        write_parameter(out, u, k, i);
    }
    build_string(out, ")\n{\n    asm volatile(");
    write_body(out, u, k);
    build_string(out, "\n        :: \"n\"(0) : \"memory\");\n}\n");
}

void emit_kernel_write(const struct unit *u, struct kernel *const *kernels, uint32_t count,
                       struct text_builder *out) {
    write_head(out, u);
    write_module(out, u, kernels[0]->name);
    for (uint32_t i = 0; i < count; i++) write_kernel(out, u, kernels[i]);
}
