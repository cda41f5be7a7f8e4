/* SPDX-License-Identifier: Apache-2.0
 *
 * What all headers of ptxcheck share: statuses, spans, targets, PTX ISA versions, and releases
 * of the CUDA toolkit. ptxcheck.h describes the conventions. */
#ifndef PTXCHECK_BASE_H
#define PTXCHECK_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if !defined(PTXC_API) && defined(_WIN32)
#define PTXC_API
#elif !defined(PTXC_API)
#define PTXC_API __attribute__((visibility("default")))
#endif

#define PTXC_VERSION_MAJOR 0
#define PTXC_VERSION_MINOR 1
#define PTXC_VERSION_PATCH 0

#define PTXC_TEXT_OF_(x) #x
#define PTXC_TEXT_OF(x) PTXC_TEXT_OF_(x)
/* The version as a string, "0.1.0". */
#define PTXC_VERSION                                                                               \
    PTXC_TEXT_OF(PTXC_VERSION_MAJOR)                                                               \
    "." PTXC_TEXT_OF(PTXC_VERSION_MINOR) "." PTXC_TEXT_OF(PTXC_VERSION_PATCH)

typedef enum ptxc_status {
    PTXC_OK = 0,
    PTXC_NO_MEMORY,       /* the allocator returned NULL; the call has no effect */
    PTXC_BAD_ARGUMENT,    /* an argument is not valid, for example a pointer is NULL */
    PTXC_TOO_LARGE,       /* the text, including its NUL, has 4 GiB or more */
    PTXC_UNKNOWN_ARCH,    /* options.toolkit does not support options.arch */
    PTXC_UNKNOWN_TOOLKIT, /* options.toolkit is not a known release */
    PTXC_UNKNOWN_WARNING, /* options.warnings names an unknown diagnostic */
    PTXC_NOT_FOUND,    /* the call is valid, but what it asks for does not exist: an index past the
                          end, an unknown name, an offset without a token */
    PTXC_UNMATCHED,    /* a pattern of options.emit_only matches no function */
    PTXC_BAD_NAMESPACE /* options.emit_namespace is not a valid C++ namespace name */
} ptxc_status;

/* Returns a short English description of a status, which is constant and never NULL. */
PTXC_API const char *ptxc_status_message(ptxc_status status);

/* Returns the version of the library that the program runs with, as PTXC_VERSION writes it. */
PTXC_API const char *ptxc_library_version(void);

/* An error is what the assembler rejects; a warning is what the manual forbids and the assembler
 * accepts. A note only refers to another place. */
typedef enum ptxc_severity { PTXC_WARNING, PTXC_ERROR, PTXC_NOTE } ptxc_severity;

/* The half-open range of bytes [start, end) in the text. */
typedef struct ptxc_span {
    uint32_t start, end;
} ptxc_span;

/* ---- sets ---------------------------------------------------------------------------------------
 * A set of targets or of releases: it holds indexes that ptxc_target_get or ptxc_release_get takes.
 * The struct is opaque: read it through the functions only, and do not depend on what its bits
 * mean. It owns nothing, so you may copy it and drop it, and `{{0}}` is the empty set. The
 * functions keep no reference to a set that you pass. They may be called from any thread, and
 * several threads may read one set. A NULL set counts as empty. */
typedef struct ptxc_set {
    uint64_t bits[4];
} ptxc_set;

/* Returns true if the set contains the index. An index that no set can hold is never contained. */
PTXC_API bool ptxc_set_has(const ptxc_set *set, size_t index);
/* Returns the number of indexes in the set. */
PTXC_API size_t ptxc_set_count(const ptxc_set *set);
/* Returns true if the set contains no index. */
PTXC_API bool ptxc_set_is_empty(const ptxc_set *set);
/* Returns true if both sets contain the same indexes. */
PTXC_API bool ptxc_set_equal(const ptxc_set *a, const ptxc_set *b);
/* Returns the indexes that are in both sets. Neither set changes. */
PTXC_API ptxc_set ptxc_set_intersect(const ptxc_set *a, const ptxc_set *b);
/* Returns the indexes that are in at least one of the sets. Neither set changes. */
PTXC_API ptxc_set ptxc_set_unite(const ptxc_set *a, const ptxc_set *b);
/* Adds an index to the set, which you own and no other thread may use during the call. Returns
 * PTXC_BAD_ARGUMENT, and changes nothing, if `set` is NULL or no set can hold the index: each index
 * below ptxc_target_count or ptxc_release_count fits. */
PTXC_API ptxc_status ptxc_set_add(ptxc_set *set, size_t index);

/* ---- targets, versions and releases ----------------------------------------------------------
 * All targets, releases of ptxas and PTX ISA versions of the tables, oldest first. They are
 * constant data, which needs no module and may be read from any thread. Manual: PTX Module
 * Directives: .target; .version */

/* A target, "sm_100a". Targets with the same nonzero family share the features of the `f` names of
 * that family. */
typedef struct ptxc_target {
    const char *name;
    uint32_t number; /* 100 */
    char suffix;     /* 'a', 'f' or 0 */
    uint32_t family;
    uint32_t version; /* the first .version that supports it */
    size_t release;   /* the first release that supports it */
    size_t end;       /* the first later release that does not support it, or the count */
} ptxc_target;
/* Returns the number of targets. */
PTXC_API size_t ptxc_target_count(void);
/* Fills *target with the target of this index. Returns PTXC_NOT_FOUND past the last one. */
PTXC_API ptxc_status ptxc_target_get(size_t index, ptxc_target *target);

/* A release of ptxas. */
typedef struct ptxc_release {
    const char *name; /* "13.5" */
    uint32_t version; /* the newest .version it supports */
} ptxc_release;
/* Returns the number of releases. */
PTXC_API size_t ptxc_release_count(void);
/* Fills *release with the release of this index. Returns PTXC_NOT_FOUND past the last one. */
PTXC_API ptxc_status ptxc_release_get(size_t index, ptxc_release *release);

/* Returns the number of PTX ISA versions. */
PTXC_API size_t ptxc_isa_version_count(void);
/* Sets *version to the version of this index, 86 for 8.6. Returns PTXC_NOT_FOUND past the last one.
 */
PTXC_API ptxc_status ptxc_isa_version_get(size_t index, uint32_t *version);

/* Returns the set of all targets, those that ptxc_target_get knows. It needs no module and may be
 * called from any thread. */
PTXC_API ptxc_set ptxc_target_set_all(void);

/* Names a set of targets in few words, such as "sm_90a, sm_100f+". `sm_90+` stands for every target
 * in `among` of that number or higher, and `sm_100f+` for the `a` and `f` names of its family from
 * that one on. `among` holds the targets that the reader chooses from; NULL means all targets, and
 * targets outside `among` are not named. Writes to `buffer`, which you own, as snprintf does: cuts
 * the text to `size`, ends it with NUL, and returns the full length, which is 0 if the set is
 * empty. Keeps no reference to its arguments and may be called from any thread. */
PTXC_API size_t ptxc_target_set_text(const ptxc_set *targets, const ptxc_set *among, char *buffer,
                                     size_t size);

#ifdef __cplusplus
}
#endif
#endif
