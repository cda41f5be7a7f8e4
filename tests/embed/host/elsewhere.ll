; RUN: %ptxcheck -q %s | count 0
target triple = "x86_64-unknown-linux-gnu"
module asm ".global f"
module asm "f: ad eax, 1"
