# Runs the scenarios of a job one after the other; the job's own file has set:
#   LAB      the lab's work folder on the host: kernel modules, films
#   GUEST    the folder of this file
#   SUZUME   the program under test
#   JOBS     "NAME LIMIT" a line: the scenarios, and how many seconds each may take
export PATH=/usr/sbin:/usr/bin:/sbin:/bin TMPDIR=/run/lab/tmp HOME=/run/lab/tmp LAB GUEST SUZUME
out=/run/lab/out

now() { local up rest; read -r up rest < /proc/uptime; echo "$up"; }

echo "up $(now)" >> $out/progress
while read -r name limit; do
    [ -n "$name" ] || continue
    echo "start $name $(now)" >> $out/progress
    export CASE=$out/$name
    mkdir -p "$CASE"
    timeout -k 5 "$limit" bash -c '. "$GUEST/actions.sh"; set -x; . "$CASE/script.sh"; set +x; say finished' \
        < /dev/null > "$CASE/log" 2>&1 &
    group=$!
    wait $group
    status=$?
    # Whatever the scenario left running is in the group that `timeout` has made. What cannot be killed keeps its
    # module loaded, and that is told.
    kill -KILL -- -$group 2> /dev/null
    bash -c '. "$GUEST/actions.sh"; unload_all' < /dev/null >> "$CASE/log" 2>&1
    echo "end $name $status $? $(now)" >> $out/progress
done <<< "$JOBS"
dmesg > $out/dmesg
