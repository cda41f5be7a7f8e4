# SPDX-License-Identifier: Apache-2.0
# Prints what a completion offers for several command lines: complete.bash COMPLETION
# shellcheck source=/dev/null
source "$1"
offer() {
    COMP_WORDS=(ptxcheck "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    _ptxcheck
    echo "$*: ${COMPREPLY[*]}"
}
offer is
offer --arch = sm_90
offer matrix --format = ''
offer --syn
offer explain ptx-203
offer isa sh
offer -Wignored-q
