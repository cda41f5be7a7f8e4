;;; company.el --- lsp-mode with two servers -*- lexical-binding: t -*-
;; SPDX-License-Identifier: Apache-2.0
;; emacs -Q --batch -l company.el, with INIT and SOURCE: prints which servers lsp-mode starts for SOURCE, and what each says.

;;; Code:

(require 'package)
(add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa")
(package-initialize)
(load (getenv "INIT") nil t)
(require 'lsp-mode)
(require 'lsp-clangd)
(setq lsp-clients-clangd-executable (getenv "CLANGD")
      lsp-clients-clangd-args (list "--background-index=0" (concat "--query-driver=" "/nowhere"))
      lsp-enable-snippet nil
      lsp-session-file (expand-file-name ".session" (getenv "HOME"))
      lsp-auto-guess-root nil
      lsp-restart 'ignore
      lsp-diagnostics-provider :none)

(defun company-wait (what ready)
  (let ((end (+ (float-time) 60)))
    (while (not (funcall ready))
      (when (> (float-time) end) (error "No %s" what))
      (accept-process-output nil 0.05))))

(defun company-sources ()
  (let (sources)
    (maphash (lambda (_ list)
               (dolist (d list) (push (gethash "source" d) sources)))
             (lsp-diagnostics))
    (sort (delete-dups sources) #'string<)))

(find-file (getenv "SOURCE"))
(lsp-workspace-folders-add default-directory)
(princ (format "mode: %s\n" major-mode))
(lsp)
(let ((wanted (split-string (getenv "SERVERS"))))
  (company-wait "servers" (lambda () (and (= (length (lsp-workspaces)) (length wanted))
                                          (seq-every-p (lambda (w) (eq (lsp--workspace-status w) 'initialized)) (lsp-workspaces))))))
(dolist (name (sort (mapcar (lambda (w) (symbol-name (lsp--client-server-id (lsp--workspace-client w)))) (lsp-workspaces)) #'string<))
  (princ (format "server: %s\n" name)))
(company-wait "diagnostics" (lambda () (= (length (company-sources)) (length (split-string (getenv "SERVERS"))))))
(princ (format "diagnostics: %s\n" (string-join (company-sources) " ")))
(when (getenv "FORMAT")
  (lsp-format-buffer)
  (save-buffer))

;;; company.el ends here
