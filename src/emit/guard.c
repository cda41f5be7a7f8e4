/* SPDX-License-Identifier: Apache-2.0
 * What a function requires of target and toolkit, as C++ conditions and as text. */
#include "match/availability.h"
#include "emit/emit.h"
#include "isa/target_set.h"
#include <string.h>

static const isa_target_set ALL = ~(isa_target_set)0;

static void put_separated(struct text_builder *t, bool *any, const char *separator) {
    if (*any) PUT(t, separator);
    *any = true;
}

static bool has_family(isa_target_set set, unsigned number) {
    for (unsigned i = 0; i < isa_target_count; i++)
        if (target_set_has(set, i) && isa_targets[i].number == number &&
            isa_targets[i].suffix == 'f')
            return true;
    return false;
}

/* Writes the numbers below `from` whose family is in the set, or those that are in it only with an
 * `a`. */
static void put_family_numbers(struct text_builder *t, isa_target_set set, unsigned from,
                               bool family, bool *any) {
    bool first = true;
    for (unsigned i = 0; i < isa_target_count; i++) {
        const struct isa_target *x = &isa_targets[i];
        if (!target_set_has(set, i) || x->suffix != (family ? 'f' : 'a')) continue;
        if ((from && x->number >= from) || has_family(set, x->number) != family) continue;
        if (first) put_separated(t, any, " || ");
        PUT(t, !first ? ", " : family ? "detail::family<Needs>(" : "detail::specific<Needs>(");
        build_number(t, x->number);
        first = false;
    }
    if (!first) PUT(t, ")");
}

void emit_put_targets(struct text_builder *t, isa_target_set targets) {
    unsigned from = target_set_from(targets, ALL);
    bool any = false;
    put_family_numbers(t, targets, from, false, &any);
    put_family_numbers(t, targets, from, true, &any);
    if (!from) return;
    put_separated(t, &any, " || ");
    PUT(t, "detail::from<Needs>(");
    build_number(t, from);
    PUT(t, ")");
}

/* ---- text for users ---- */

static bool is_current_target(unsigned target) {
    return availability_has_target(isa_release_newest(), (int)target);
}

/* `nvcc -arch=sm_100a -c` also compiles for sm_100, so it cannot be used for what requires the
 * suffix. */
void emit_put_flags(struct text_builder *t, isa_target_set targets) {
    unsigned from = target_set_from(targets, ALL);
    const char *first = NULL;
    bool any = false;
    for (unsigned i = 0; i < isa_target_count; i++) {
        const struct isa_target *x = &isa_targets[i];
        if (!target_set_has(targets, i) || !is_current_target(i) || (from && x->number >= from))
            continue;
        if (!first) first = x->name;
        put_separated(t, &any, ", ");
        PUT(t, x->name);
    }
    if (from) {
        PUT(t, any ? ", " : "-arch=", "sm_");
        build_number(t, from);
        PUT(t, " or higher");
    }
    if (first) PUT(t, ": -gencode arch=compute_", first + 3, ",code=", first);
}

void emit_put_target_names(struct text_builder *t, isa_target_set targets) {
    char names[1024];
    size_t n = target_set_text(targets, ALL, names, sizeof names);
    build_bytes(t, names, n < sizeof names ? n : sizeof names - 1);
}

int emit_toolkit(uint8_t version) {
    for (unsigned r = 0; r < isa_release_count; r++)
        if (isa_releases[r].version >= version) return r ? (int)r : -1;
    return isa_release_newest();
}

/* ---- conditions in the header ---- */

void emit_put_once(struct text_builder *t, const struct emit *e, const char *name) {
    struct text_builder macro = build_in_arena(t->arena);
    PUT(&macro, "PTXCHECK_");
    for (const char *s = e->space; strcmp(e->space, "ptx") && *s; s++)
        if (*s != ':')
            build_bytes(&macro, s, 1);
        else if (s[1] == ':')
            PUT(&macro, "_");
    if (strcmp(e->space, "ptx")) PUT(&macro, "_");
    PUT(&macro, name);
    PUT(t, "#ifndef ", built_string(&macro), "\n#define ", built_string(&macro), "\n");
}

void emit_put_guards(struct text_builder *t, const struct emit *e) {
    PUT(t, "\n");
    emit_put_once(t, e, "GUARDS");
    PUT(t,
        "#define PTXCHECK_CONSTEXPR __host__ __device__ constexpr\n"
        "#if __cplusplus >= 201703L\n#define PTXCHECK_NODISCARD [[nodiscard]]\n"
        "#else\n#define PTXCHECK_NODISCARD\n#endif\n"
        "#if defined(__has_attribute)\n#if __has_attribute(unavailable)\n"
        "#define PTXCHECK_MISMATCH(text) __attribute__((unavailable(text)))\n#endif\n#endif\n"
        "#ifndef PTXCHECK_MISMATCH\n#define PTXCHECK_MISMATCH(text) = delete\n#endif\n"
        "namespace detail {\n"
        "// What is compiled for. In the pass for the host, arch is 0 and nothing is asked for.\n"
        "#if defined(__CUDA_ARCH__)\nconstexpr int arch = __CUDA_ARCH__ / 10;\n"
        "#else\nconstexpr int arch = 0;\n#endif\n"
        "#if defined(__CUDA_ARCH_SPECIFIC__)");
    for (unsigned i = 0; i < isa_target_count; i++) {
        if (isa_targets[i].suffix != 'a') continue;
        PUT(t, " || \\\n    defined(__CUDA_ARCH_FEAT_SM");
        build_number(t, isa_targets[i].number);
        PUT(t, "_ALL)");
    }
    PUT(t, "\nconstexpr char suffix = 'a';\n"
           "#elif defined(__CUDA_ARCH_FAMILY_SPECIFIC__)\nconstexpr char suffix = 'f';\n"
           "#else\nconstexpr char suffix = 0;\n#endif\n"
           "#if defined(__CUDACC_VER_MAJOR__)\n"
           "constexpr int cuda = __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__;\n"
           "#else\nconstexpr int cuda = 1000000; // not nvcc: nobody knows\n#endif\n\n");
    PUT(t,
        "// `Needs` makes them wait until a function is used.\n"
        "template <typename Needs> PTXCHECK_CONSTEXPR bool toolkit(int least) { return cuda >= least; }\n"
        "template <typename Needs> PTXCHECK_CONSTEXPR bool from(int least) {\n"
        "    return arch == 0 || arch >= least;\n}\n"
        "PTXCHECK_CONSTEXPR bool is_arch() { return arch == 0; }\n"
        "template <typename... Rest> PTXCHECK_CONSTEXPR bool is_arch(int first, Rest... rest) {\n"
        "    return arch == first || is_arch(rest...);\n}\n"
        "template <typename Needs, typename... Numbers> PTXCHECK_CONSTEXPR bool family(Numbers... n) {\n"
        "    return is_arch(n...) && (arch == 0 || suffix != 0);\n}\n"
        "template <typename Needs, typename... Numbers> PTXCHECK_CONSTEXPR bool specific(Numbers... n) {\n"
        "    return is_arch(n...) && (arch == 0 || suffix == 'a');\n}\n\n");
    PUT(t,
        "template <typename T> PTXCHECK_CONSTEXPR bool among(T) { return false; }\n"
        "template <typename T, typename... Rest> PTXCHECK_CONSTEXPR bool among(T x, T first, Rest... rest) {\n"
        "    return x == first || among(x, rest...);\n}\n"
        "template <bool> struct enable {};\n"
        "template <> struct enable<true> { using type = int; };\n"
        "// The bits of a value, the low ones first, as a value of another type.\n"
        "template <typename To, typename From> __host__ __device__ To as(const From& from) {\n"
        "    To to{};\n    memcpy(&to, &from, sizeof(To) < sizeof(From) ? sizeof(To) : sizeof(From));\n"
        "    return to;\n}\n"
        "// The result of a wrong call, which is no second error.\n"
        "struct nothing { template <typename T> __host__ __device__ operator T() const; };\n"
        "} // namespace detail\n\n"
        "// A number that the instruction holds: ptx::n32_t<16>{}.\n"
        "template <int N> struct n32_t { static constexpr int value = N; };\n\n"
        "// 128 bits, made of anything of that size.\n"
        "struct alignas(16) b128 {\n    uint64_t low, high;\n"
        "    b128() = default;\n"
        "    template <typename T> __host__ __device__ b128(const T& from) {\n"
        "        static_assert(sizeof(T) == 16, \"b128 is made of 16 bytes\");\n"
        "        memcpy(this, &from, 16);\n    }\n};\n#endif\n");
}
