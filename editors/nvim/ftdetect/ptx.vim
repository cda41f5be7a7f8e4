" SPDX-License-Identifier: Apache-2.0
" Neovim knows *.ptx since 0.11, and *.cu for long.
autocmd BufRead,BufNewFile *.ptx setfiletype ptx
