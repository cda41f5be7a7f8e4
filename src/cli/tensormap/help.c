/* SPDX-License-Identifier: Apache-2.0
 * What ptxcheck tensormap --help prints. */
#include "cli/tensormap/tensormap.h"

void help_tensormap(struct out *out) {
    out_text(out, "ptxcheck tensormap - why the driver refuses a tensor map, and what a copy does\n"
                  "\n"
                  "Examples:\n"
                  "  ptxcheck tensormap --init > map.json         a call to fill in\n"
                  "  ptxcheck tensormap map.json                  every rule that it violates\n"
                  "  ptxcheck tensormap --batch calls.jsonl       a call a line, an answer a line\n"
                  "  ptxcheck tensormap --show --at=64,0 map.json what one copy reads and writes\n"
                  "  ptxcheck tensormap --svg=copy.svg --at=64,0 map.json\n"
                  "\n"
                  "FILE holds a JSON object, or an array of them: 'function' (the driver API's\n"
                  "name) and the driver's parameters; '-' is standard input.\n"
                  "\n");
    out_text(out,
             "What is checked:\n"
             "  --profile=PROFILE    cc90: as the driver of a device of cc 9.0 decides;\n"
             "                       document: as documented, for any device; both (default):\n"
             "                       what only the document forbids is a warning\n"
             "  --mode=MODE          and for an instruction's load mode: tile, tile::gather4,\n"
             "                       tile::scatter4, im2col, im2col::w or im2col::w::128\n"
             "  --target=SM          and for a target, such as sm_120a\n"
             "\n"
             "How it is reported:\n"
             "  --batch              JSON Lines in and out; no limit of the size\n"
             "  --format=FORMAT      text (default) or json\n"
             "\n");
    out_text(out,
             "One copy (of a map that the driver accepts):\n"
             "  --access             its bytes, runs and trap, as JSON; with --batch for lines\n"
             "                       of {\"map\": ..., \"at\": [...], \"offsets\": [...]}\n"
             "  --show               the same for people\n"
             "  --svg=FILE           the same as a drawing (-: to standard output)\n"
             "  --at=X,Y,...         the instruction's coordinates, dimension 0 first\n"
             "  --offsets=X,...      im2col offsets, or wHalo,wOffset\n"
             "  --op=OP              load (default), store, add, min, max, inc, dec, and, or,\n"
             "                       xor\n"
             "  --shared=N           the address in shared memory, from a 1024-byte boundary\n"
             "\n"
             "Other:\n"
             "  --init[=KIND]        write a call to fill in, to FILE or standard output:\n"
             "                       tiled (default), im2col, im2col-wide or replace\n"
             "\n"
             "Exit status: 0 all calls are accepted, 1 rules are violated (or the copy traps),\n"
             "2 input that cannot be used, usage or input/output error.\n");
}

void help_map_descriptor(struct out *out) {
    out_text(out, "ptxcheck encode tensormap - the 128 bytes that the driver makes of a call\n"
                  "ptxcheck decode tensormap - the call that made 128 bytes\n"
                  "\n"
                  "Usage:\n"
                  "  ptxcheck encode tensormap [--bytes] [--batch] FILE.json\n"
                  "  ptxcheck decode tensormap HEX|FILE\n"
                  "  ptxcheck decode tensormap --batch FILE\n"
                  "\n"
                  "HEX is 16 words of 16 digits (what encode prints) or 256 digits, the bytes in\n"
                  "the order of memory (encode --bytes). FILE holds the same, or the 128 bytes.\n"
                  "The layout is inferred from descriptors of compute capability 9.0.\n");
}
