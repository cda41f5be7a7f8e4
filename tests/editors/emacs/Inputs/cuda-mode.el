;;; cuda-mode.el --- Stands for the package of MELPA -*- lexical-binding: t -*-
;; SPDX-License-Identifier: Apache-2.0
;;; Code:
(define-derived-mode cuda-mode c++-mode "CUDA")
(add-to-list 'auto-mode-alist '("\\.cu\\'" . cuda-mode))
(provide 'cuda-mode)
;;; cuda-mode.el ends here
