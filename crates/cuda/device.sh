#!/usr/bin/env bash
# The whole check of a GPU and its record, in one call of under ten minutes, on a machine that need not have Rust:
#
#   cargo xtask device                   where Rust is: the programs come into .device
#   bash .device/device.sh FOLDER        where the device is: logs and record.json come into FOLDER
#
# Every step has a limit of time, after which it is ended within a second; all of them together have 595 seconds. The record is there after each. Steps after a failed one are made all the same; where the programs do
# not start, Python loads a few kernels in the place of the others. The exit status says whether all passed. PAPILIO_SEED is the seed of the tests, and drawn where it is not given.
set -uo pipefail
if [ "$#" != 1 ]; then
    echo "usage: $0 FOLDER" >&2
    exit 2
fi
here="$(cd "$(dirname "$0")" && pwd)"
mkdir -p "$1"
out="$(cd "$1" && pwd)"
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
        timeout --kill-after=1 "$limit" "$@" >>"$log" 2>&1
    else
        timeout --kill-after=1 "$limit" "$@" >"$out/$file" 2>>"$log"
    fi
    status=$?
    steps="$steps${steps:+,}{\"step\":\"$name\",\"status\":$status,\"milliseconds\":$((($(date +%s%N) - start) / 1000000))}"
    if [ "$status" != 0 ]; then
        failed=1
        printf '   failed: %s\n' "$status" | tee -a "$log"
        tail -n 20 "$log"
    fi
    record
    return "$status"
}

# The JSON of a step, or null where it has none.
json() {
    if [ -s "$out/$1" ]; then cat "$out/$1"; else echo null; fi
}

# The rows of files, which are lines, and errors are not.
rows() {
    cat "$@" 2>/dev/null | grep '^{"operation"' | sed '$!s/$/,/'
}

record() {
    printf '{"commit":"%s","seed":"%s","steps":[%s],"device":"%s","info":%s,"rates":%s,"ceilings":[%s],"rows":[%s]}\n' \
        "$(cat "$here/commit.txt")" "$PAPILIO_SEED" "$steps" \
        "$device" "$(json info.json)" "$(json rates.json)" "$(rows "$out/ceilings.json")" "$(rows "$out"/rows-*.json)" >"$out/record.json"
}

# Where the programs do not start, as over an older C library: a few kernels by Python, and no other step.
without_programs() {
    if command -v python3 >/dev/null; then
        step "kernels by Python" 180 rows-python.json python3 "$here/load.py"
    else
        steps="$steps,{\"step\":\"kernels by Python\",\"status\":null,\"milliseconds\":0}"
        printf '\n== python3 is not here: no kernel has run\n' | tee -a "$log"
        record
    fi
}

device="$(nvidia-smi --id=0 --query-gpu=name,driver_version,memory.total,clocks.max.sm,clocks.max.memory --format=csv,noheader 2>/dev/null)"
export PAPILIO_ENGINE=auto PAPILIO_SEED="${PAPILIO_SEED:-$(od -An -N8 -tu8 /dev/urandom | tr -d ' ')}"
printf 'PAPILIO_SEED=%s\n' "$PAPILIO_SEED" | tee -a "$log"
# The driver compiles the kernels once, here and in no earlier run, and what is measured stays here.
export CUDA_CACHE_PATH="$out/.cache" XDG_CACHE_HOME="$out/.cache"
trap 'rm -rf "$out/.cache" "$out"/info.json "$out"/rates.json "$out"/ceilings.json "$out"/rows-*.json' EXIT

step machine 10 - nvidia-smi
step start 5 - "$here/papilio" --version || { without_programs; exit 1; }
step "kernels compiled by the driver" 30 info.json "$here/papilio" info --json
step "kernels loaded again" 10 - "$here/papilio" info
step rates 25 rates.json "$here/papilio" engine measure --samples 5 --json
# Clocks and power while it works.
nvidia-smi --query-gpu=timestamp,clocks.sm,clocks.mem,power.draw,temperature.gpu --format=csv --loop=1 >"$out/clocks.csv" 2>/dev/null &
clocks=$!
step ceilings 20 ceilings.json "$here/papilio" bench engine --engine cuda --samples 25 --json --operation ceilings
step conformance 130 - "$here/conformance" --test-threads 4
# The processor, which every row is compared with, takes longest. The transforms of no set come first: the one across ciphertexts without copies, with
# them, and with copies of a window while another is transformed. The one inside a ciphertext is next.
for operation in columns slots arithmetics baby_bear goldilocks bn254; do
    step "$operation" "$([ "$operation" = bn254 ] && echo 40 || echo 20)" "rows-0-$operation.json" "$here/papilio" bench engine --engine cuda --samples 3 --json --operation "$operation"
done
for case in "1 8192x3 8" "1 16384x12 10" "1 32768x12 12" "8 8192x3 10" "8 16384x12 16" "8 32768x12 28"; do
    read -r batch set limit <<<"$case"
    step "$set, batch $batch" "$limit" "rows-$batch-$set.json" "$here/papilio" bench engine --engine cuda --samples 1 --json --set "$set" --batch "$batch"
done
for operation in ntt_forward ntt_inverse add; do
    step "$operation, batch 64" 12 "rows-64-$operation.json" "$here/papilio" bench engine --engine cuda --samples 3 --json --operation "$operation" --batch 64
done
kill "$clocks" 2>/dev/null
# The smallest case of every kernel under the checks of addresses and races, where the tool is.
if command -v compute-sanitizer >/dev/null; then
    step "checks of addresses" 40 - compute-sanitizer --tool memcheck --error-exitcode 9 "$here/conformance" --exact every_kernel::every_kernel_once
    step "checks of races" 40 - compute-sanitizer --tool racecheck --error-exitcode 9 "$here/conformance" --exact every_kernel::every_kernel_once
else
    steps="$steps,{\"step\":\"checks of addresses and races\",\"status\":null,\"milliseconds\":0}"
    printf '\n== compute-sanitizer is not here: neither addresses nor races are checked\n' | tee -a "$log"
    record
fi
printf '\n== %s s: %s\n' "$SECONDS" "$([ "$failed" = 0 ] && echo "all steps passed" || echo "some steps failed")" | tee -a "$log"
exit "$failed"
