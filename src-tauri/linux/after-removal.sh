#!/bin/sh
# RPM removes the folders that a package lists, and of ours the bundler lists only the outermost one.
# $1 is how many versions of the package stay installed: none, unless this is an update.
if [ "$1" = 0 ]; then
    rmdir /usr/lib/suzume-table/models /usr/lib/suzume-table/lib /usr/lib/suzume-table 2>/dev/null || true
fi
