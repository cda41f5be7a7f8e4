# SPDX-License-Identifier: Apache-2.0
"""symbols.py ARCHIVE SHARED HEADER...: both libraries export exactly what the headers declare. The archive has no
other global symbols, hidden or not, contains no writable data, and calls only functions that a library may call.
The shared library has its name, and one version node for everything that it exports."""
import re
import subprocess
import sys

library, shared, *headers = sys.argv[1:]
FORBIDDEN = re.compile(r"(f|v|vf|p|put|get)?(printf|puts|putc|putchar|getc|open|close|write|read)$"
                       r"|f?(scanf|flush|gets)$|exit$|_exit$|abort$|setlocale$|signal$|stdin$|stdout$"
                       r"|stderr$|getenv$|system$|__[a-z]*printf_chk$|rand$|time$|strtok$|strtod$")
ALLOWED = {"memcpy", "snprintf", "vsnprintf"}
failed = []


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout


declared = set()
for header in headers:
    with open(header) as f:
        declared.update(re.findall(r"^PTXC_API [^;]*?\b(ptxc_\w+)\(", f.read(), re.M))

symbols = output("readelf", "-sW", library)
exported = set(re.findall(r" (?:GLOBAL|WEAK) +\w+ +(?:\d+|ABS|COM) (\w+)$", symbols, re.M))
for name in sorted(declared - exported):
    failed.append(f"{name} is declared and not defined")
for name in sorted(exported - declared):
    failed.append(f"{name} is exported and not declared")

for name in sorted(set(re.findall(r"GLOBAL +DEFAULT +UND (\w+)$", symbols, re.M)) - ALLOWED):
    if FORBIDDEN.match(name):
        failed.append(f"the library uses {name}")

# Data that only relocation writes (.data.rel.ro) counts as constant.
for section, size in re.findall(r"^(\.(?:data|bss|tdata|tbss)\S*) +(\d+)", output("size", "-A", library), re.M):
    if int(size) and not section.startswith(".data.rel.ro"):
        failed.append(f"{size} bytes of variables in {section}")
if "COMMON" in output("nm", library):
    failed.append("common symbols")

exports = re.findall(r" (?:GLOBAL|WEAK) +DEFAULT +\d+ (\S+)$", output("readelf", "--dyn-syms", "-W", shared), re.M)
for name in sorted(set(exports) ^ {name + "@@PTXCHECK_0" for name in declared} - {"PTXCHECK_0"}):
    failed.append(f"{name} is exported by the shared library or declared, not both")
if "Library soname: [libptxcheck.so.0]" not in output("readelf", "-dW", shared):
    failed.append("the shared library has another name")

sys.exit("\n".join(failed) if failed or not declared else 0)
