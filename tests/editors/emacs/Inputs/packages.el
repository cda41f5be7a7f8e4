;;; packages.el --- Debian's packages, which `emacs -Q' leaves out -*- lexical-binding: t -*-
;; SPDX-License-Identifier: Apache-2.0
;;; Code:
(require 'package)
(add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa")
(package-initialize)
;;; packages.el ends here
