#!/usr/bin/env bash
# The whole check of a GPU and its record, in one call of under ten minutes, on a machine that need not have Rust:
#
#   cargo xtask device                   where Rust is: the programs come into .device
#   bash .device/device.sh FOLDER        where the device is: logs and record.json come into FOLDER
#
# Every step has a limit of time, and the steps after a failed one are made all the same. The exit status says whether all passed.
set -uo pipefail
if [ "$#" != 1 ]; then
    echo "usage: $0 FOLDER" >&2
    exit 2
fi
here="$(cd "$(dirname "$0")" && pwd)"
out="$1"
mkdir -p "$out"
log="$out/log.txt"
: >"$log"
failed=0
steps=""

# step NAME SECONDS FILE COMMAND...: its output goes to a file of the folder, or to the log for `-`; its errors go to the log.
step() {
    local name="$1" limit="$2" file="$3" start status
    shift 3
    printf '\n== %s s: %s\n' "$SECONDS" "$name" | tee -a "$log"
    start="$(date +%s%N)"
    if [ "$file" = - ]; then
        timeout --kill-after=5 "$limit" "$@" >>"$log" 2>&1
    else
        timeout --kill-after=5 "$limit" "$@" >"$out/$file" 2>>"$log"
    fi
    status=$?
    steps="$steps${steps:+,}{\"step\":\"$name\",\"status\":$status,\"milliseconds\":$((($(date +%s%N) - start) / 1000000))}"
    if [ "$status" != 0 ]; then
        failed=1
        printf '   failed: %s\n' "$status" | tee -a "$log"
        tail -n 20 "$log"
    fi
    return "$status"
}

# The JSON of a step, or null where it has none.
json() {
    if [ -s "$out/$1" ]; then cat "$out/$1"; else echo null; fi
}

record() {
    printf '{"steps":[%s],"device":"%s","info":%s,"rates":%s,"rows":[%s]}\n' "$steps" \
        "$(nvidia-smi --query-gpu=name,driver_version,memory.total,clocks.max.sm,clocks.max.memory --format=csv,noheader 2>/dev/null)" \
        "$(json info.json)" "$(json rates.json)" "$(sed '$!s/$/,/' "$out/rows.json" 2>/dev/null)" >"$out/record.json"
    rm -f "$out/info.json" "$out/rates.json" "$out/rows.json"
}

export PAPILIO_ENGINE=auto
# The driver compiles the kernels once, here and in no earlier run.
export CUDA_CACHE_PATH="$out/.cache"
trap 'rm -rf "$CUDA_CACHE_PATH"' EXIT

step machine 15 - nvidia-smi
if ! step start 10 - "$here/papilio" --version; then
    record
    exit 1
fi
step "kernels compiled by the driver" 40 info.json "$here/papilio" info --json
step "kernels loaded again" 10 - "$here/papilio" info
step rates 40 rates.json "$here/papilio" engine measure --json
# Clocks and power while it works.
nvidia-smi --query-gpu=timestamp,clocks.sm,clocks.mem,power.draw,temperature.gpu --format=csv --loop=1 >"$out/clocks.csv" 2>/dev/null &
clocks=$!
step conformance 180 - "$here/conformance" --test-threads 4
step benchmark 140 rows.json "$here/papilio" bench engine --engine cuda --json
kill "$clocks" 2>/dev/null
# The smallest cases under the checks of addresses and races, where the tool is.
if command -v compute-sanitizer >/dev/null; then
    step "checks of addresses" 40 - compute-sanitizer --tool memcheck --error-exitcode 9 "$here/conformance" --exact automorphisms::images_are_those_of_the_cpu
    step "checks of races" 40 - compute-sanitizer --tool racecheck --error-exitcode 9 "$here/conformance" --exact threads_share_a_device
fi
record
printf '\n== %s s: %s\n' "$SECONDS" "$([ "$failed" = 0 ] && echo "all steps passed" || echo "some steps failed")" | tee -a "$log"
exit "$failed"
