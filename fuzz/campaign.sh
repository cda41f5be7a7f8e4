#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# campaign.sh SECONDS [NAME...]: fuzzes each surface in turn for this long, and again from the start until it is stopped.
# Appends a line for each turn to build/fuzz/campaign.tsv: name, seconds of CPU time, executions, exit status. `campaign.sh
# --sum` prints the totals of that file. A NAME is a target, or `program-` and a surface of fuzz/program.txt.
set -u
cd "$(dirname "$0")/.." || exit
table=build/fuzz/campaign.tsv
if [ "$1" = --sum ]; then
    exec awk -F'\t' '{ cpu[$1] += $2; runs[$1] += $3; bad[$1] += $4 != 0 }
        END { for (n in cpu) printf "%-20s %8.2f h %12d executions %4d failed turns\n", n, cpu[n] / 3600, runs[n], bad[n] }' "$table" | sort
fi
seconds=$1
shift
# shellcheck disable=SC2046 # one word for each surface
[ $# -gt 0 ] || set -- module host lsp isagen rehearse $(sed -n 's/^\([a-z]\+\)|.*/program-\1/p' fuzz/program.txt | sort -u)
# shellcheck disable=SC2046 # one word for each target
make -s build/gen/ptx.dict $(printf "build/fuzz/%s\n" "${@%%-*}" | sort -u) || exit
TIMEFORMAT='%U %S'
for ((turn = 1;; turn++)); do
    for name; do
        target=${name%%-*}
        surface=${name#"$target"}
        { time FUZZ_SECONDS=$seconds FUZZ_RUNS=-1 FUZZ_SEED=$RANDOM sh fuzz/run.sh "$target" "${surface#-}" >"build/fuzz/turn-$name" 2>&1; } 2>"build/fuzz/time-$name"
        status=$(grep -c FAILED "build/fuzz/turn-$name")
        runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "build/fuzz/turn-$name")
        cpu=$(awk '{ print $1 + $2 }' "build/fuzz/time-$name")
        printf '%s\t%s\t%s\t%s\n' "$name" "$cpu" "${runs:-0}" "$status" >>"$table"
    done
done
