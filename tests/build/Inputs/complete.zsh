# SPDX-License-Identifier: Apache-2.0
# Types a part of a command and two tabs into a shell, and prints what it shows: complete.zsh COMPLETION
zmodload zsh/zpty
zpty shell zsh -f
zpty -w shell "autoload -Uz compinit && compinit -u -D; source $1; PS1='>'"
zpty -w -n shell $'ptxcheck --arch=sm_121\t\t'
zpty -r -m shell out '*121f*' && print -r -- $out
zpty -d shell
