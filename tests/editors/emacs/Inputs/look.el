;;; look.el --- For the pictures -*- lexical-binding: t -*-
;; SPDX-License-Identifier: Apache-2.0
;;; Code:
(load-theme 'modus-vivendi t)
(menu-bar-mode -1)
(add-hook 'prog-mode-hook #'display-line-numbers-mode)
(setq make-backup-files nil
      auto-save-default nil
      completion-show-help nil)
;;; look.el ends here
