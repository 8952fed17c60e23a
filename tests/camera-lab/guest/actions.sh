# What a scenario's [guest] part is written in. Everything it says goes to $CASE: `events` is what the scenario did and
# when ("SECONDS TEXT", in seconds since the guest's start), `watch.jsonl` what `suzume camera watch` printed (the same).

films=/run/lab/films

# Starting a program takes long in an emulated processor, so whatever is done again and again is done by bash itself; and
# none of that is wanted in the log.
exec {never}<> <(:)
nap() { read -t "$1" -u "$never"; return 0; }

# Notes that something happened just now.
say() {
    { local -; set +x; } 2> /dev/null
    local up rest
    read -r up rest < /proc/uptime
    echo "$up $*" >> "$CASE/events"
}

module() { modprobe -d "$LAB/unpacked" "$@"; }

# loopback NUMBER=NAME.. : cameras that show what is fed to /dev/videoNUMBER.
loopback() {
    local numbers= names= caps= pair
    for pair in "$@"; do
        numbers+=,${pair%%=*} names+=,${pair#*=} caps+=,1
    done
    module v4l2loopback devices=$# video_nr=${numbers:1} card_label=${names:1} exclusive_caps=${caps:1}
    for pair in "$@"; do wait_for_file "/dev/video${pair%%=*}"; done
    say loaded
}

unload() {
    modprobe -d "$LAB/unpacked" -r "$1" && say "unloaded $1"
}

# vivid: a device with every size a webcam may offer, 3840x2160 at 2 a second too, and nodes that are no cameras.
vivid() {
    # 0x1 a camera, 0x100 a video output, 0x20000 metadata; one input, of the webcam kind.
    module vivid n_devs=1 node_types=0x20101 num_inputs=1 input_types=0
    wait_for_file /dev/video0
    say "vivid loaded"
}

# unplug_vivid, plug_vivid: while programs use it, as with a cable.
unplug_vivid() {
    say "vivid unplugged"
    echo vivid.0 > /sys/bus/platform/drivers/vivid/unbind
}

plug_vivid() {
    say "vivid plugged in"
    echo vivid.0 > /sys/bus/platform/drivers/vivid/bind
}

wait_for_file() {
    { local -; set +x; } 2> /dev/null
    local turn
    for turn in {1..100}; do [ -e "$1" ] && return; nap 0.1; done
    say "no $1"
    return 1
}

# wait_until_shown NUMBER: until something is shown on /dev/videoNUMBER; only then the device has a format.
wait_until_shown() {
    { local -; set +x; } 2> /dev/null
    local turn format
    for turn in {1..600}; do
        format=
        read -r format 2> /dev/null < "/sys/devices/virtual/video4linux/video$1/format"
        [ -n "$format" ] && return
        nap 0.1
    done
    say "waited 60 s in vain for a film on video$1"
    return 1
}

# fetch FILM: films are played from memory. Leaves its folder in `folder`.
fetch() {
    folder=$films/$(sed -n "s/^$1 //p" "$CASE/films")
    [ -e "$folder" ] || cp -r "$LAB/films/${folder##*/}" "$folder"
}

# show NUMBER FILM: the camera shows the film, again and again, until `hide NUMBER` or another film.
show() {
    local folder options
    fetch "$2"
    quietly_hide "$1"
    read -r options < "$folder/options"
    # What ffmpeg is given is passed on as it is: no decoding in the guest.
    (cd "$folder" && exec ffmpeg -nostdin -loglevel error -re $options -c:v copy -f v4l2 "/dev/video$1") &
    feeders[$1]=$!
    wait_until_shown "$1" && say "video$1 shows $2"
}

quietly_hide() {
    local feeder=${feeders[$1]-}
    [ -n "$feeder" ] || return 0
    unset "feeders[$1]"
    kill "$feeder"
    wait "$feeder" 2> /dev/null
    return 0
}

# hide NUMBER: nothing is shown any more.
hide() {
    quietly_hide "$1"
    say "video$1 stopped"
}

# list: what `suzume camera list` says now.
list() {
    "$SUZUME" camera list --json > "$CASE/list.json"
    say "list exit $?"
}

# snap [OPTION..]: one picture through the camera.
snap() {
    "$SUZUME" camera snap "$CASE/snap.jpg" --json "$@" > "$CASE/snap.json"
    say "snap exit $?"
}

# take NAME [OPTION..]: the same, for `taken NAME` among the expectations: the host reads the picture.
take() {
    "$SUZUME" camera snap "$CASE/$1.jpg" --json "${@:2}"
    say "take $1 exit $?"
}

# watch [OPTION..]: the program watches from now on, in the background.
watch() {
    say watch
    rm -f "$CASE/watcher"
    : > /run/lab/tmp/printed
    {
        "$SUZUME" camera watch --json "$@" &
        local watcher=$!
        echo "$watcher" > "$CASE/watcher"
        wait "$watcher"
        say "watch exit $?"
    } | {
        set +x
        while IFS= read -r line; do
            read -r up rest < /proc/uptime
            printf '%s %s\n' "$up" "$line" >> "$CASE/watch.jsonl"
            printf '%s\n' "$line" >> /run/lab/tmp/printed
        done
    } &
    watching=$!
    wait_for_file "$CASE/watcher"
    exec {printed}< /run/lab/tmp/printed
    memory "$(cat "$CASE/watcher")" &
}

# Its memory, once a second: "SECONDS KILOBYTES".
memory() {
    { set +x; } 2> /dev/null
    local up rest key value unit
    while [ -e "/proc/$1" ]; do
        read -r up rest < /proc/uptime
        while read -r key value unit; do
            [ "$key" = VmRSS: ] && echo "$up $value" >> "$CASE/memory"
        done < "/proc/$1/status"
        nap 1
    done 2> /dev/null
}

# await SECONDS PATTERN: waits until the watcher prints a line that matches, after the one that was awaited before.
await() {
    { local -; set +x; } 2> /dev/null
    local up end line rest
    read -r up rest < /proc/uptime
    end=$((${up%.*} + $1))
    while ((${up%.*} < end)); do
        while read -r line <&"$printed"; do
            [[ $line =~ $2 ]] && return
        done
        nap 0.1
        read -r up rest < /proc/uptime
    done
    say "waited $1 s in vain for $2"
    return 1
}

# watched: waits until the watcher has ended by itself.
watched() { wait "$watching"; }

# enough: the watcher need not go on.
enough() {
    kill "$(cat "$CASE/watcher")"
    watched
}

# busy FILE: somebody else films with this device.
busy() {
    v4l2-ctl -d "$1" --stream-mmap --stream-count=0 --stream-to=/dev/null > /dev/null 2>&1 &
    other=$!
    nap 3
    say "$1 is taken"
}

free() {
    say "${1-device} is free"
    kill "$other"
    wait "$other" 2> /dev/null
}

declare -A feeders

# After a scenario: no camera is left. Fails when one cannot be unloaded.
unload_all() {
    local turn name left
    for turn in {1..50}; do
        left=
        for name in v4l2loopback vivid; do
            [ -d "/sys/module/$name" ] || continue
            modprobe -d "$LAB/unpacked" -r "$name" || left="$left $name"
        done
        [ -z "$left" ] && return
        nap 0.1
    done
    echo "still loaded:$left"
    return 1
}

# read_picture PICTURE: `suzume read` on a picture of tests/golden, with this guest's processor.
read_picture() {
    "$SUZUME" read "$GUEST/../../golden/$1" --json > "$CASE/read.json"
    say "read exit $?"
}
