;;; session.el --- One session of Emacs, as a user has it -*- lexical-binding: t -*-
;; SPDX-License-Identifier: Apache-2.0
;; emacs -Q --batch -l session.el, with INIT (the lines of the page for Emacs), SOURCE, HOVER, FIX: opens the file, says what
;; eglot is told there, applies the first quick fix, and saves.

;;; Code:

(require 'package)
(add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa")
(package-initialize)
(load (getenv "INIT") nil t)
(require 'eglot)

(defun session-say (format &rest arguments)
  (princ (concat (apply #'format format arguments) "\n")))

(defun session-wait (what ready)
  (let ((end (+ (float-time) 20)))
    (while (not (funcall ready))
      (when (> (float-time) end) (error "No %s" what))
      (accept-process-output nil 0.05))))

(defun session-start ()
  (let ((noninteractive nil)) ; flymake starts only then
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

(find-file (getenv "SOURCE"))
(session-say "mode: %s" major-mode)
(session-start)
(session-diagnostics)
(session-hover (getenv "HOVER"))
(session-fix (getenv "FIX"))
(save-buffer)
(eglot-shutdown (eglot-current-server))

;;; session.el ends here
