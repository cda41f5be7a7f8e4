#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Lists the systems that releases are for, as zig names them.
printf '%s\n' x86_64-linux-musl aarch64-linux-musl x86_64-windows-gnu aarch64-macos x86_64-macos wasm32-wasi
