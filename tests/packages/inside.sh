#!/bin/sh
# Starts an installed program in the clean root, as a person: the root cannot be written to, only the person's folder and
# /tmp can, and nothing of the environment goes in but the screen and what a driver of windows tells the program.
# SUZUME_ROOT is the root, SUZUME_HOME the person's folder, SUZUME_INSIDE another program than the window. SUZUME_SHARED is
# a folder below /tmp that is seen in the same place: a driver looks at a file before it gives it to a page.
set -eu
set -- "${SUZUME_INSIDE:-/usr/bin/suzume-table}" "$@"
pass() {
    eval "value=\${$1:-}"
    [ -z "$value" ] || options="$options --setenv $1 $value"
}
options=
for name in DISPLAY WEBKIT_INSPECTOR_SERVER TAURI_AUTOMATION TAURI_WEBVIEW_AUTOMATION; do pass "$name"; done
[ -z "${XAUTHORITY:-}" ] || options="$options --ro-bind $XAUTHORITY /tmp/xauthority --setenv XAUTHORITY /tmp/xauthority"
[ -z "${SUZUME_SHARED:-}" ] || options="$options --ro-bind $SUZUME_SHARED $SUZUME_SHARED"
# No value holds a space: they are numbers, addresses and paths that we made.
exec bwrap --ro-bind "$SUZUME_ROOT" / --bind "$SUZUME_HOME" /home/person --proc /proc --dev /dev --tmpfs /tmp --tmpfs /run \
    --unshare-pid --unshare-user --uid 1000 --gid 1000 --die-with-parent --clearenv \
    --setenv HOME /home/person --setenv PATH /usr/bin:/bin --setenv LANG C.UTF-8 --setenv NO_AT_BRIDGE 1 \
    $options --chdir /home/person "$@"
