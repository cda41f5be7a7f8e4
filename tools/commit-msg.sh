#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Git runs this on the message of each commit: `./bootstrap --dev` installs it as .git/hooks/commit-msg.
set -eu
subject=$(sed -n '/^#/d; /./{p;q;}' "$1")

refuse() {
    printf 'commit-msg: %s:\n  %s\n' "$1" "$subject" >&2
    exit 1
}

case $subject in
"Merge "* | "Revert "* | fixup!* | squash!* | amend!*) exit 0 ;;
esac
[ "${#subject}" -le 72 ] || refuse "the subject has ${#subject} characters; at most 72 are allowed"
case $subject in
*.) refuse "the subject ends with a full stop" ;;
esac
# "room: Add ..." and "room/part, other: add ..." name what the commit changes.
verb=$(printf '%s\n' "$subject" | sed -E 's/^[a-z0-9_./, -]+: //; s/ .*//')
case $verb in
[Bb]ring | [Ee]mbed | [Nn]eed | [Ss]eed | [Ff]eed | [Ss]peed) ;;
*ing | *ed | [Aa]dds | [Ff]ixes | [Rr]emoves | [Cc]hanges | [Mm]akes | [Uu]ses)
    refuse "the subject starts with '$verb', not with an imperative such as 'Add' or 'Fix'"
    ;;
esac
