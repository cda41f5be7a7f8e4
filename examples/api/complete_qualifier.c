/* SPDX-License-Identifier: Apache-2.0
 * Lists the qualifiers that may follow an unfinished instruction, such as
 * "tcgen05.cp.cta_group::1": cc complete_qualifier.c $(pkg-config --cflags --libs ptxcheck) */
#include <ptxcheck_query.h>
#include <stdio.h>
#include <string.h>

enum { MOST_WORDS = 256 };

int main(int argc, char **argv) {
    static ptxc_next_word words[MOST_WORDS];
    if (argc != 2) {
        fprintf(stderr, "usage: complete_qualifier CHAIN\n");
        return 2;
    }
    size_t count = ptxc_isa_next_words(argv[1], strlen(argv[1]), NULL, words, MOST_WORDS);
    for (size_t i = 0; i < count && i < MOST_WORDS; i++)
        printf("%s%s\n", words[i].word, words[i].missing ? " (required)" : "");
    return count == 0;
}
