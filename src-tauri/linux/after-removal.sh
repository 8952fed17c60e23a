#!/bin/sh
# RPM removes the folders that a package lists, and of ours the bundler lists only /usr/lib/suzume-table.
# $1 is how many versions of the package stay installed: none, unless this is an update.
if [ "$1" = 0 ]; then
    for folder in lib/suzume-table/models lib/suzume-table/lib lib/suzume-table share/licenses/suzume-table; do
        rmdir "/usr/$folder" 2>/dev/null || true
    done
fi
