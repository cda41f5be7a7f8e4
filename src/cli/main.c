/* SPDX-License-Identifier: Apache-2.0
 * ptxcheck, the program. */
#include "driver.h"
#include "complain.h"
#include "descriptor.h"
#include "explain.h"
#include "help.h"
#include "isa.h"
#include "matrix.h"
#include "system.h"
#include <string.h>

static int print(void (*write)(struct out *out)) {
    struct out out;
    out_init(&out, 1);
    write(&out);
    int error = out_flush(&out);
    if (error && !sys_is_closed_pipe(error))
        complain("cannot write standard output: %s", sys_error_text(error));
    return error ? EXIT_TROUBLE : EXIT_CLEAN;
}

static void write_version(struct out *out) {
    out_text(out, "ptxcheck ");
    out_text(out, ptxc_version());
    out_char(out, '\n');
}

static int run(const struct options *options) {
    switch (options->task) {
    case TASK_HELP: return print(help_main);
    case TASK_VERSION: return print(write_version);
    case TASK_CHECK: return check_files(options);
    }
    return EXIT_TROUBLE;
}

int main(int argc, char **argv) {
    sys_start();
    if (argc > 1 && !strcmp(argv[1], "explain")) return explain_main(argc - 2, argv + 2);
    if (argc > 1 && !strcmp(argv[1], "isa")) return isa_main(argc - 2, argv + 2);
    if (argc > 1 && !strcmp(argv[1], "matrix")) return matrix_main(argc - 2, argv + 2);
    if (argc > 1 && !strcmp(argv[1], "decode")) return decode_main(argc - 2, argv + 2);
    if (argc > 1 && !strcmp(argv[1], "encode")) return encode_main(argc - 2, argv + 2);
    struct options options;
    int status = options_parse(&options, argc, argv) ? run(&options) : EXIT_TROUBLE;
    options_free(&options);
    return status;
}
