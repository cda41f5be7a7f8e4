# SPDX-License-Identifier: Apache-2.0
"""everywhere-offer.py PROGRAM: sends requests for each prefix of two texts, at its end and at other positions;
every request is answered."""
import random
import sys

import client

PTX = """.version 9.0
.target sm_100a
.entry k(.param .u64 from) {
  .reg .pred %p; .reg .b32 %r<4>; /* \U0001f600
 */ .reg .b64 %rd<4>;
  @!%p tcgen05.cp.cta_group::1.32x128b.warpx4 [%r1], %rd2; // e
L: tensormap.replace.tile.elemtype.global.b1024.b32 [%rd1], 13;
  bra L; mov.b32 {%r1, %r2}, %tid.x; }
"""
CXX = """void f(int a) { /* \U0001f600 */
  asm volatile("{ .reg .b32 %%x; tcgen05.cp.cta_group::1" // e
    ".32x128b.warpx4 [%0], %1;\\n\\t}" :: "r"(a), "l"(b));
  asm(R"ptx( mov.u32 %y, 0x13; )ptx"); }
"""
AT_A_PLACE = ["completion", "signatureHelp"]
ON_A_RANGE = ["inlayHint", "semanticTokens/range"]


def requests(text, numbers):
    lines = text.split("\n")
    places = [(len(lines) - 1, len(lines[-1]))]
    places += [(line, numbers.randrange(len(lines[line]) + 2)) for line in numbers.choices(range(len(lines)), k=2)]
    for line, character in places:
        position = {"line": line, "character": character}
        for method in AT_A_PLACE:
            yield method, {"position": position}
    for method in ON_A_RANGE:
        yield method, {"range": {"start": position, "end": {"line": 99, "character": 0}}}
    yield "semanticTokens/full", {}


def main(program):
    numbers, number = random.Random(1), 10
    for text, language in ((PTX, "ptx"), (CXX, "cuda-cpp")):
        server = client.Server(program)
        server.send(client.initialize(textDocument={"diagnostic": {}}))
        for end in range(len(text)):
            prefix = text[:end]
            server.send(client.opened(prefix, end, language))
            for method, what in requests(prefix, numbers):
                number += 1
                server.send(client.request(number, "textDocument/" + method, textDocument={"uri": client.URI}, **what))
                answer = server.until(number=number)
                if not answer or "result" not in answer:
                    sys.exit(f"{method} {what} of {prefix!r}: {answer}")
        server.send(*client.END)
        print(language, server.end()[1])


if __name__ == "__main__":
    main(*sys.argv[1:])
