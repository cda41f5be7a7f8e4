;;; session.el --- One session of Emacs, as a user has it -*- lexical-binding: t -*-
;; SPDX-License-Identifier: Apache-2.0
;; emacs -Q --batch -l session.el, with INIT (the lines of the page for Emacs): opens SOURCE, says what eglot is told there,
;; of HOVER, too, applies the first quick fix for FIX, completes TYPE in a line TYPE REST before that of BEFORE, names RENAME
;; anew as TO, formats if FORMAT is set, and saves.

;;; Code:

(require 'package)
(add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa")
(package-initialize)
(load (getenv "INIT") nil t)
(require 'eglot)
(setq eglot-connect-timeout 60
      jsonrpc-default-request-timeout 60)

(defun session-say (format &rest arguments)
  (princ (concat (apply #'format format arguments) "\n")))

(defun session-wait (what ready)
  (let ((end (+ (float-time) 60)))
    (while (not (funcall ready))
      (when (> (float-time) end) (error "No %s" what))
      (accept-process-output nil 0.05))))

(defun session-start ()
  (let ((noninteractive nil) ; flymake starts only then
        (eglot-server-programs (if (eq major-mode 'ptx-mode) eglot-server-programs
                                 (list (cons major-mode ptx-server))))) ; as `ptx-eglot' does
    (apply #'eglot (eglot--guess-contact))
    (flymake-mode 1))
  (session-wait "server" #'eglot-current-server))

(defun session-at (text)
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun session-diagnostics ()
  (session-wait "diagnostics" (lambda () (flymake-start) (flymake-diagnostics)))
  (dolist (d (flymake-diagnostics))
    (session-say "%s '%s' %s" (flymake-diagnostic-type d)
                 (buffer-substring (flymake-diagnostic-beg d) (flymake-diagnostic-end d))
                 (car (split-string (flymake-diagnostic-text d) "\n")))))

(defun session-hover (text)
  (session-at text)
  (let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
    (session-say "hover: %s" (plist-get (plist-get hover :contents) :value))))

(defun session-fix (text)
  (session-at text)
  (let ((action (car (eglot-code-actions (point) (point) "quickfix"))))
    (session-say "quick fix: %s" (plist-get action :title))
    (eglot--apply-workspace-edit (plist-get action :edit))))

(defun session-rename (from to)
  (session-at from)
  (eglot-rename to))

(defun session-complete (before text rest)
  (session-at before)
  (beginning-of-line)
  (save-excursion (insert text rest "\n"))
  (forward-char (length text))
  (eglot--signal-textDocument/didChange)
  (let ((list (all-completions "" (nth 2 (eglot-completion-at-point)))))
    (session-say "completion: %s" (string-join (sort (mapcar #'substring-no-properties list) #'string<) " ")))
  (completion-at-point))

(find-file (getenv "SOURCE"))
(session-say "mode: %s" major-mode)
(session-start)
(session-diagnostics)
(session-hover (getenv "HOVER"))
(session-fix (getenv "FIX"))
(session-complete (getenv "BEFORE") (getenv "TYPE") (getenv "REST"))
(session-rename (getenv "RENAME") (getenv "TO"))
(when (getenv "FORMAT") (eglot-format-buffer))
(save-buffer)
(eglot-shutdown (eglot-current-server))

;;; session.el ends here
