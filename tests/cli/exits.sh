#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# exits.sh STATUS COMMAND...: runs the command, and fails unless it exits with STATUS.
wanted=$1
shift
"$@"
status=$?
[ "$status" -eq "$wanted" ] && exit 0
echo "exit status $status, not $wanted: $*" >&2
exit 1
