#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The C sources that `make format` formats and `make lint` checks, one a line.
cd "$(dirname "$0")/.." && find include src tools tests bench fuzz examples/api -name '*.[ch]' | sort
