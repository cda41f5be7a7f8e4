/* SPDX-License-Identifier: Apache-2.0
 * C++ around the PTX of kernels: see kernel.h. */
#include "check/declaration.h"
#include "emit/kernel/kernel.h"

static void put_span(struct sink *out, const struct unit *u, ptxc_span at) {
    sink_bytes(out, u->text + at.start, at.end - at.start);
}

/* ---- what the file needs ---- */

static void write_target_condition(struct sink *out, const struct isa_target *t) {
    if (t->suffix == 'a') {
        sink_text(out, "!defined(__CUDA_ARCH_FEAT_SM");
        sink_number(out, t->number);
        sink_text(out, "_ALL)");
    } else if (t->suffix == 'f') {
        sink_text(out, "(!defined(__CUDA_ARCH_FAMILY_SPECIFIC__) || (1");
        for (unsigned i = 0; i < isa_target_count; i++) {
            const struct isa_target *o = &isa_targets[i];
            if (o->family != t->family || o->suffix != 'f' || o->number < t->number) continue;
            sink_text(out, " && __CUDA_ARCH__ != ");
            sink_number(out, o->number * 10);
        }
        sink_text(out, "))");
    } else {
        sink_text(out, "__CUDA_ARCH__ < ");
        sink_number(out, t->number * 10);
    }
}

/* -arch=sm_90a compiles for compute_90, too, which has none of the features of sm_90a. */
static void write_flag(struct sink *out, const struct isa_target *t) {
    const char *number = t->name + 3; /* behind "sm_" */
    if (t->suffix) {
        sink_text(out, "-gencode arch=compute_");
        sink_text(out, number);
        sink_text(out, ",code=");
    } else {
        sink_text(out, "-arch=");
    }
    sink_text(out, t->name);
}

static void write_target_guard(struct sink *out, const struct isa_target *t) {
    sink_text(out, "#if defined(__CUDA_ARCH__) && ");
    write_target_condition(out, t);
    sink_text(out, "\n#error \"this is PTX for ");
    sink_text(out, t->name);
    sink_text(out, ": compile it with ");
    write_flag(out, t);
    sink_text(out, "\"\n#endif\n");
}

static int version_of(const struct unit *u) {
    for (uint32_t i = 0; i < u->ast->stmts.count; i++) {
        if (ast_stmt(u->ast, i)->kind != PTXC_STMT_VERSION) continue;
        double number = ast_node(u->ast, ast_nodes_begin(u->ast, i))->number;
        return (int)(number * 10 + 0.5);
    }
    return 0;
}

/* The first release that takes the version; none is asked for if all known ones do. */
static void write_version_guard(struct sink *out, int version) {
    unsigned i = 0;
    while (i < isa_release_count && isa_releases[i].version < version) i++;
    if (!i || i == isa_release_count) return;
    struct text name = text_of(isa_releases[i].name);
    const char *dot = memchr(name.start, '.', name.length);
    sink_text(out, "#if defined(__CUDACC_VER_MAJOR__) && \\\n"
                   "    __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ < ");
    sink_bytes(out, name.start, (size_t)(dot - name.start));
    sink_text(out, strlen(dot + 1) < 2 ? "0" : "");
    sink_text(out, dot + 1);
    sink_text(out, "\n#error \"this is PTX of .version ");
    sink_version(out, version);
    sink_text(out, ": compile it with nvcc ");
    sink_text(out, name.start);
    sink_text(out, " or later\"\n#endif\n");
}

static void write_head(struct sink *out, const struct unit *u) {
    sink_text(out, "// CUDA C++ made of PTX by ptxcheck. Edit the PTX, not this.\n");
    write_target_guard(out, &isa_targets[emit_kernel_target(u)]);
    write_version_guard(out, version_of(u));
    sink_text(out,
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

/* ---- what stands beside the kernels ---- */

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
    /* The prototype of an entry says nothing that its definition does not. */
    for (uint32_t i = ast_nodes_begin(u->ast, stmt); i < s->nodes_end; i++) {
        const struct node *n = ast_node(u->ast, i);
        if (n->kind == PTXC_OPERAND_WORD && word_is(text_at(u->text, node_span(n)), entry))
            return false;
    }
    return true;
}

/* Writes them, or finds out whether there are any (`w` NULL). */
static bool write_module_scope(const struct unit *u, struct emit_asm *w) {
    bool any = false;
    for (uint32_t i = 0; i < u->ast->stmts.count;) {
        const struct stmt *s = ast_stmt(u->ast, i);
        bool body = s->kind == PTXC_STMT_FUNCTION && s->body;
        uint32_t end = body ? emit_kernel_end(u->ast, i) : i + 1;
        bool wanted = is_shared_by_kernels(u, i);
        any = any || wanted;
        for (; w && wanted && i < end; i++) emit_asm_statement(w, i);
        i = end;
    }
    return any;
}

/* A function whose asm ends it, goes on with what stands in the module, and begins another that
 * the compiler ends: so it is written where the PTX has it, outside of all functions. */
static void write_module(struct sink *out, const struct unit *u, ptxc_span name) {
    struct emit_asm w = {.unit = u, .out = out};
    if (!write_module_scope(u, NULL)) return;
    sink_text(out, "\n// Variables and functions of the module. The asm ends the function it is in "
                   "and begins\n// another, so that they stand between the two.\n"
                   "extern \"C\" __device__ __attribute__((used, noinline)) void ptx_module_");
    put_span(out, u, name);
    sink_text(out, "()\n{\n    asm volatile(");
    emit_asm_line(&w, "}");
    write_module_scope(u, &w);
    emit_asm_text(&w, ".func ptx_end_", 14);
    emit_asm_text(&w, u->text + name.start, name.end - name.start);
    emit_asm_line(&w, "()");
    emit_asm_line(&w, "{");
    sink_text(out, "\n        :: \"n\"(0));\n}\n");
}

/* ---- a kernel ---- */

static void write_numbers(struct sink *out, const int64_t *value) {
    for (int i = 0; i < 3; i++) {
        if (i) sink_text(out, ", ");
        sink_number(out, value[i]);
    }
}

/* nvcc makes .maxntid of one number: it is the product that counts. .reqntid has no word of its own
 * but beside .blocksareclusters, which changes what a launch means. */
static void write_bounds(struct sink *out, const struct kernel_tuning_value *t) {
    const struct kernel_tuning_value *size = &t[KERNEL_MAXNTID];
    bool by_blocks = t[KERNEL_BLOCKS].given;
    if (t[KERNEL_REQNTID].given) size = &t[KERNEL_REQNTID];
    bool more = t[KERNEL_MINNCTAPERSM].given || t[KERNEL_RANK].given;
    if (!more && (by_blocks || !size->given)) return;
    sink_text(out, " __launch_bounds__(");
    sink_number(out, size->given ? size->value[0] * size->value[1] * size->value[2] : 1024);
    if (more) {
        sink_text(out, ", ");
        sink_number(out, t[KERNEL_MINNCTAPERSM].given ? t[KERNEL_MINNCTAPERSM].value[0] : 0);
    }
    if (t[KERNEL_RANK].given) {
        sink_text(out, ", ");
        sink_number(out, t[KERNEL_RANK].value[0]);
    }
    sink_text(out, ")");
}

static void write_tunings(struct sink *out, const struct kernel_tuning_value *t) {
    write_bounds(out, t);
    if (t[KERNEL_BLOCKS].given) {
        sink_text(out, " __block_size__((");
        write_numbers(out, t[KERNEL_REQNTID].value);
        sink_text(out, "), (");
        write_numbers(out, t[KERNEL_CLUSTER].value);
        sink_text(out, "))");
    } else if (t[KERNEL_CLUSTER].given) {
        sink_text(out, " __cluster_dims__(");
        write_numbers(out, t[KERNEL_CLUSTER].value);
        sink_text(out, ")");
    } else if (t[KERNEL_EXPLICIT].given) {
        sink_text(out, " __cluster_dims__()");
    }
    if (t[KERNEL_MAXNREG].given) {
        sink_text(out, " __maxnreg__(");
        sink_number(out, t[KERNEL_MAXNREG].value[0]);
        sink_text(out, ")");
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

static void write_parameter(struct sink *out, const struct unit *u, const struct kernel *k,
                            uint32_t i) {
    const struct kernel_parameter *p = &k->parameter[i];
    const struct isa_type *t = &isa_types[p->type];
    uint64_t unit = t->width / 8 * (uint64_t)(p->vector ? p->vector : 1);
    uint64_t align = p->align ? p->align : unit;
    const char *scalar = p->vector || p->elements || align > unit ? NULL : scalar_of(t);
    if (p->pointer && scalar) {
        sink_text(out, "void *");
    } else if (scalar) {
        sink_text(out, scalar);
        sink_text(out, " ");
    } else {
        sink_text(out, "ptx_bytes<");
        uint64_t size = unit * (p->elements ? p->elements : 1);
        sink_number(out, (int64_t)size);
        sink_text(out, ", ");
        sink_number(out, (int64_t)align);
        sink_text(out, "> ");
    }
    if (emit_kernel_is_name(text_at(u->text, p->at))) {
        put_span(out, u, p->at);
    } else {
        sink_text(out, "parameter_");
        sink_number(out, i);
    }
}

static void write_body(struct sink *out, const struct unit *u, struct kernel *k) {
    struct emit_asm w = {.unit = u, .out = out, .kernel = k, .depth = 1};
    uint32_t end = emit_kernel_end(u->ast, k->stmt);
    emit_asm_line(&w, "{");
    for (uint32_t i = 0; i < k->pragma_count; i++) {
        ptxc_span at = node_span(ast_node(u->ast, k->pragma[i]));
        emit_asm_text(&w, "  .pragma ", 10);
        emit_asm_text(&w, u->text + at.start, at.end - at.start);
        emit_asm_line(&w, ";");
    }
    for (uint32_t i = k->stmt + 2; i < end; i++) emit_asm_statement(&w, i);
}

static void write_kernel(struct sink *out, const struct unit *u, struct kernel *k) {
    sink_text(out, "\nextern \"C\" __global__ void");
    write_tunings(out, k->tuning);
    sink_text(out, "\n");
    put_span(out, u, k->name);
    sink_text(out, "(");
    for (uint32_t i = 0; i < k->parameter_count; i++) {
        if (i) sink_text(out, ", ");
        write_parameter(out, u, k, i);
    }
    sink_text(out, ")\n{\n    asm volatile(");
    write_body(out, u, k);
    sink_text(out, "\n        :: \"n\"(0) : \"memory\");\n}\n");
}

void emit_kernel_write(const struct unit *u, struct kernel *const *kernels, uint32_t count,
                       struct sink *out) {
    write_head(out, u);
    write_module(out, u, kernels[0]->name);
    for (uint32_t i = 0; i < count; i++) write_kernel(out, u, kernels[i]);
}
