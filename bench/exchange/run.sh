#!/usr/bin/env bash
# Runs bench/exchange with the default MPI and with a tuned MPI, in turn, several times, and compares the medians.
#
#   bench/exchange/run.sh FOLDER [--ranks N] [--rounds N] [options of exchange]
#
# FOLDER: the build folder, build/release. The table goes to stdout; --json FILE keeps the rows. The tuned parameter is
# Open MPI's eager limit: shorter messages are sent at once, copied through shared memory, without asking the receiver
# first. It rises from 4 KiB to 128 KiB, above all messages of the default meshes. If there are more ranks than cpus,
# waiting ranks yield, as Open MPI does by itself when it detects this.
set -euo pipefail

case "${1:-}" in
  "" | -h | --help) sed -n '2,9s/^# \{0,1\}//p' "$0"; exit ;;
esac
exchange=$1/bench/exchange/exchange
shift
ranks=2 rounds=3 json=() options=()
while [ $# -gt 0 ]; do
  case "$1" in
    --ranks) ranks=$2; shift 2 ;;
    --rounds) rounds=$2; shift 2 ;;
    --json) json=(--json "$2"); shift 2 ;;
    *) options+=("$1"); shift ;;
  esac
done
launch=(mpiexec -n "$ranks")
[ "$ranks" -le "$(nproc)" ] || launch+=(--oversubscribe --mca mpi_yield_when_idle 1)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
files=()
for round in $(seq "$rounds"); do
  as_it_comes=$scratch/$round.as_it_comes.json tuned=$scratch/$round.tuned.json
  "${launch[@]}" "$exchange" "${options[@]}" --json "$as_it_comes" >"$scratch/said"
  grep -h flag "$scratch/said" >&2 || true
  "${launch[@]}" --mca btl_vader_eager_limit 131072 "$exchange" "${options[@]}" --tuned "eager limit 128 KiB" \
    --json "$tuned" >/dev/null
  files+=("$as_it_comes" "$tuned")
done
"$exchange" --merge "${files[@]}" "${json[@]}"
