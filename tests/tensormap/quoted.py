# SPDX-License-Identifier: Apache-2.0
"""quoted.py DOCUMENT OUTPUT: every line of OUTPUT occurs in DOCUMENT."""
import sys

with open(sys.argv[1]) as document, open(sys.argv[2]) as output:
    text, lines = document.read(), output.read().splitlines()
missing = [line for line in lines if line + "\n" not in text]
sys.exit("\n".join(missing) if missing or not lines else 0)
