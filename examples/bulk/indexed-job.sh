#!/bin/sh
# Shards as an Indexed Job of Kubernetes runs them, here as processes of one machine:
#
#     sh indexed-job.sh --data invoices.jsonl --out invoices [--completions 4] [-- MORE OPTIONS OF platen batch]
#
# The exit codes decide as the chart's policy does: 2 and 3 end a shard, 75 and signals are tried again.
set -u
here=$(dirname "$0")
data= out= completions=4 template=$here/template.json
while [ $# -gt 0 ]; do
  case $1 in
    --data) data=${2-} ;;
    --out) out=${2-} ;;
    --template) template=${2-} ;;
    --completions) completions=${2-} ;;
    --) shift; break ;;
    *) echo "unknown: $1" >&2; exit 2 ;;
  esac
  [ $# -gt 1 ] || { echo "$1 needs a value" >&2; exit 2; }
  shift 2
done
[ -n "$data" ] && [ -n "$out" ] || { echo "--data FILE and --out DIR are required" >&2; exit 2; }
date=${SOURCE_DATE_EPOCH:-$(date +%s)}

pod() {
  index=$1
  shift
  for backoff in 1 10 60 0; do
    JOB_COMPLETION_INDEX=$index JOB_COMPLETIONS=$completions \
      ${PLATEN:-platen} batch "$template" --data "$data" --out "$out" --name '{number}' --date "$date" --workers 1 --quiet "$@"
    code=$?
    case $code in
      0 | 1) return 0 ;; # refused records are in errors-….jsonl
      2 | 3) return $code ;;
    esac
    sleep $backoff
  done
  return $code
}

pods=
index=0
while [ $index -lt "$completions" ]; do
  pod $index "$@" &
  pods="$pods $!"
  index=$((index + 1))
done
worst=0
for pid in $pods; do
  wait "$pid"
  code=$?
  [ $code -le $worst ] || worst=$code
done
exit $worst
