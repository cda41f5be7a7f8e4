#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Lists the C sources that `make format` formats and `make lint` checks, one per line.
cd "$(dirname "$0")/.." && find include src tools tests bench fuzz examples/api -name '*.[ch]' | sort
