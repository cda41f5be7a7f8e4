;;; ptx-mode.el --- NVIDIA PTX, with the language server of ptxcheck -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0
;; Version: 0.1.0
;; Package-Requires: ((emacs "26.1") (eglot "1.9"))

;;; Commentary:

;; Highlights *.ptx files; `M-x eglot' or `M-x lsp' starts `ptxcheck lsp' for them.  In C++ and CUDA, `lsp' starts it in
;; addition to clangd, for the PTX in asm.  eglot uses one server per buffer: `M-x ptx-eglot' takes this one.
;; Only the server knows the instructions; this mode does not.

;;; Code:

(defgroup ptx nil "NVIDIA PTX." :group 'languages)

(defcustom ptx-server '("ptxcheck" "lsp")
  "The program of the language server, and its arguments."
  :type '(repeat string))

(defvar ptx-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?\" "\"" table)
    (dolist (character '(?_ ?$ ?%))
      (modify-syntax-entry character "_" table))
    table))

(defconst ptx-font-lock-keywords
  `((,(concat "^[ \t]*\\(\\.\\(?:version\\|target\\|address_size\\|file\\|loc\\|section\\|pragma\\|alias\\)\\)\\_>")
     1 font-lock-preprocessor-face)
    ("^[ \t]*\\.version[ \t]+\\([0-9]+\\.[0-9]+\\)" 1 font-lock-constant-face)
    ("\\.\\(?:visible\\|extern\\|weak\\|common\\|entry\\|func\\)\\_>" . font-lock-keyword-face)
    ("\\.entry[ \t]+\\([[:alnum:]_$%]+\\)" 1 font-lock-function-name-face)
    ("^[ \t]*\\([[:alpha:]_$%][[:alnum:]_$]*\\)[ \t]*:\\(?:[^:]\\|$\\)" 1 font-lock-constant-face)
    ("^[ \t]*\\(?:@!?[[:alnum:]_$%]+[ \t]+\\)?\\([a-z][a-z0-9_]*\\)[.; \t]" 1 font-lock-function-name-face)
    ("%\\(?:n?tid\\|n?ctaid\\|laneid\\|n?warpid\\|n?smid\\|clock\\(?:64\\)?\\|globaltimer\\)\\_>"
     . font-lock-builtin-face)
    ("%[[:alnum:]_$]+" . font-lock-variable-name-face)
    ("\\.\\(?:pred\\|[bus]\\(?:8\\|16\\|32\\|64\\|128\\)\\|b?f\\(?:16\\|32\\|64\\)\\(?:x2\\)?\\|tf32\\)\\_>"
     . font-lock-type-face)
    ("\\.[[:alnum:]_]+\\(?:::[[:alnum:]_]+\\)*" . font-lock-builtin-face)))

;;;###autoload
(define-derived-mode ptx-mode prog-mode "PTX"
  "Mode for NVIDIA PTX."
  (setq-local comment-start "// ")
  (setq-local comment-start-skip "\\(?://+\\|/\\*+\\)[ \t]*")
  (setq-local comment-end "")
  (setq-local indent-tabs-mode nil)
  (setq-local tab-width 4) ; eglot passes it to the formatter
  (setq-local indent-line-function #'indent-relative)
  (setq-local font-lock-defaults '(ptx-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.ptx\\'" . ptx-mode))
;; A mode for CUDA that is installed precedes this.
;;;###autoload
(add-to-list 'auto-mode-alist '("\\.cuh?\\'" . c++-mode) t)

;; C++ and CUDA are left to clangd.
(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               `(ptx-mode . ,(lambda (&rest _) ptx-server))))

(defun ptx-eglot ()
  "Start eglot with ptxcheck in this buffer, whatever its mode."
  (interactive)
  (require 'eglot)
  (let ((eglot-server-programs (list (cons major-mode ptx-server))))
    (call-interactively #'eglot)))

(defvar lsp-language-id-configuration)
(declare-function lsp-register-client "lsp-mode")
(declare-function lsp-activate-on "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")
(declare-function make-lsp-client "lsp-mode")
(with-eval-after-load 'lsp-mode
  (add-to-list 'lsp-language-id-configuration '(ptx-mode . "ptx"))
  (add-to-list 'lsp-language-id-configuration '(cuda-mode . "cuda") t)
  (lsp-register-client
   (make-lsp-client :new-connection (lsp-stdio-connection (lambda () ptx-server))
                    :activation-fn (lsp-activate-on "ptx" "cuda" "cpp")
                    :add-on? t ; next to clangd
                    :server-id 'ptxcheck)))

(provide 'ptx-mode)
;;; ptx-mode.el ends here
