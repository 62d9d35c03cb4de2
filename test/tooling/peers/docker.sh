#!/usr/bin/env bash
# A Docker daemon inside the namespaces of apart.sh: docker.sh FOLDER [PORT…]. It listens at FOLDER/docker.sock; each PORT on the loopback
# inside is a socket FOLDER/PORT.sock of whoever serves it outside. Says `ready` and runs until its input ends.
set -euo pipefail

folder=$1
shift
here=$(dirname "$0")
# The first process of a namespace has no reaction to signals but those that it asks for.
trap 'exit 143' TERM INT HUP
mount -t tmpfs tmpfs /run
ip link set lo up
for port in "$@"; do node "$here/relay.mjs" "$port" "$folder/$port.sock" >/dev/null & done
export DOCKER_HOST=unix://$folder/docker.sock
nice -n 10 dockerd --host "$DOCKER_HOST" --data-root "$folder/data" --exec-root /run/docker --pidfile /run/docker.pid \
  --cgroup-parent "/${folder##*/}" >"$folder/log" 2>&1 &
for _ in $(seq 300); do
  ! docker version >/dev/null 2>&1 || break
  sleep 0.1
done
docker version >/dev/null || { tail -5 "$folder/log" >&2; exit 1; }
echo ready
while read -r _; do :; done
