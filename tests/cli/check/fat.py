# SPDX-License-Identifier: Apache-2.0
"""Writes fat binaries as nvcc does: fat.py FOLDER. `fat.py PROGRAM TURNS FOLDER` runs the program on damaged ones."""

import base64
import pathlib
import random
import struct
import subprocess
import sys

PTX = b".version 8.0\n.target sm_90\n.entry k() { bar.%s 0; ret; }\n"
# What nvcc 13.5 writes with --compress-mode=size; the text has 1667 bytes.
ZSTD = base64.b64decode("""
KLUv/WCDBU0SAPZWSSAgsR78sMpphtPey3hvspaGQox9w3UStYVN8qMQwOoWMT8AQAA/ANkf5xXeyxkfiqK1c5jZbDl/hMt6VB5CQU3eGnaIserSF60Qby5N
aY3zvdbfI1GZhhtTst3+EC5Bbbt0xhd/AY0GRTkE0OYKMt708TntG3NuY/2m+JitNozi23a7L5N/fpJEYIQ6v9h7/4pLq/SKXMlXWANrWlQFN4AXZ84hBQdY
o4dan0ZIkh9J8iMoqlBUI0VQA53ifqj1xGkzS17sJeZLteo0lc+U3R+m9ntn9Fezb5KWlj3j99rysmWPegKA6ee9Ntu2fKp5UDob5zfRNNqzrd5LQBURIf7w
fPwPYNiWtW7TAtBmFJs5f4kaxeejm++FcayjEbXgBJ2zTu0BgJOoEVnJSspIUspygESE6sYN4nBcyjOJcoITTFElKqlnOUBMpCj5HAw4vHEKz0EoUsAjD9pJ
EDwJkEv+H3HPxiDLP7KENOGhMK3CDIlVO3nam/A5dEGA3yHcuc3UAea1eHFyfimQLab25sDrUlxcthPaiHRiNuggCZgJJoSn1usphJ7jcj35uDZq7HmeBEhZ
AwuPJH9+RWp0D7/80WrTg7ElLUIf6D4OHfo3CAXPwGQYQAXkrh3l6FbfX0pYbeLvsuk+Ho2aIGxJnKHj7+K3PBE4IpSIm/ynqovKRDBaj1Svr+DIEy2LQOba
+Jyal5h84aPiQjPzlwdjc+7qpaZpJ7qlBXuCyBYEvs74WQhfnoqsKdgL7YwJ8sxRhER1kne8Rg==
""")
ZSTD_LENGTH = 1667


def entry(kind, arch, data, packing=0, length=0):
    """Returns an entry: kind 1 is PTX, 2 is machine code; packing 0x2000 is LZ4, 0x8000 is zstd."""
    padded = data + bytes(-len(data) % 8)
    header = struct.pack("<HHIQIIIIQQQQ", kind, 0x101, 64, len(padded), len(data) if packing else 0, 0, 0x10008, arch, 0, 0x11 | packing, 0, length)
    return header + padded


def lz4(data):
    """Returns a block whose second half copies from the first one."""
    half = len(data) // 2
    assert data[:half] == data[half:]
    token = bytes([0xF0 | 15]) + length(half - 15) + data[:half] + struct.pack("<H", half) + length(half - 4 - 15 - 5)
    return token + bytes([0x50]) + data[-5:]


def length(n):
    return bytes([255] * (n // 255) + [n % 255])


def binary(*entries):
    body = b"".join(entries)
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(body)) + body


def samples():
    good, bad = PTX % b"sync", PTX % b"sinc"
    twice = (b"// " + b"x" * 300 + b"\n" + good).ljust(500, b"\n")
    other = b".entry k2() { ret; }".ljust(500, b"\n")
    packed = lz4(twice + twice)
    elf = b"\x7fELF" + bytes(60)
    return {
        "plain.fatbin": binary(entry(2, 90, elf), entry(1, 90, good), entry(1, 100, bad)),
        "a.out": elf + b"P\xedU" + binary(entry(1, 80, bad)) + b"between" + binary(entry(2, 90, elf), entry(1, 90, other)),
        "lz4.o": elf + binary(entry(1, 90, packed, 0x2000, 1000)),
        "damaged.o": elf + binary(entry(1, 90, packed[:-9], 0x2000, 1000)),
        "zstd.o": elf + binary(entry(1, 90, ZSTD, 0x8000, ZSTD_LENGTH)),
        "cut.o": elf + binary(entry(1, 90, ZSTD[:-30], 0x8000, ZSTD_LENGTH)),
        "none.o": elf,
    }


def damage(rng, data):
    data = bytearray(data)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(data))
        data[at : at + rng.randint(0, 3)] = bytes(rng.choice((0, 1, 15, 127, 128, 255, rng.randrange(256))) for _ in range(rng.randint(0, 4)))
    return bytes(data[: rng.randrange(len(data))]) if rng.random() < 0.2 else bytes(data)


def main():
    folder = pathlib.Path(sys.argv[-1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in samples().items():
        (folder / name).write_bytes(data)
    if len(sys.argv) == 2:
        return 0
    rng = random.Random(1)
    names = sorted(samples())
    for turn in range(int(sys.argv[2])):
        for number, name in enumerate(names):
            (folder / f"{number}.bin").write_bytes(b"\x7fELF" + damage(rng, samples()[name]))
        ran = subprocess.run([sys.argv[1], "-q", *(str(folder / f"{n}.bin") for n in range(len(names)))], capture_output=True, check=False)
        if ran.returncode not in (0, 1, 2):
            print(f"turn {turn}: exit {ran.returncode}", ran.stderr.decode(errors="replace"))
            return 1
    return 0


sys.exit(main())
