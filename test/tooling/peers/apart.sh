#!/usr/bin/env bash
# apart.sh FOLDER SCRIPT [ARG…]: runs SCRIPT FOLDER ARG… as the first process of mount, network, process and other namespaces of its own.
# Nothing of it shows on this machine's network, and all of it ends with this, however this ends. SCRIPT may use control groups named as
# the last part of FOLDER; they and the folder go at the end, and what a killed run left goes at the next.
set -euo pipefail

folder=$1 script=$2
shift 2
name=${folder##*/}

sweep() {
  local group
  for group in /sys/fs/cgroup/*/"$1" /sys/fs/cgroup/"$1"; do
    [ ! -d "$group" ] || find "$group" -depth -type d -exec rmdir {} \; 2>/dev/null || true
  done
  rm -rf "$(dirname "$folder")/$1"
}
for old in "${folder%-*}"-*; do
  [ -d "$old" ] && [ ! -d "/proc/${old##*-}" ] && [ "$old" != "$folder" ] && sweep "${old##*/}"
done
mkdir -p -m 700 "$folder"
setpriv --pdeathsig KILL unshare --mount --net --pid --ipc --uts --fork --kill-child --mount-proc --propagation private \
  "$BASH" "$script" "$folder" "$@" <&0 &
child=$!
trap 'kill -KILL $child 2>/dev/null' TERM INT HUP
status=0
wait $child || status=$?
wait
sleep 0.3
sweep "$name"
exit $status
