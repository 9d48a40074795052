#!/bin/sh
# Puts new containers in the place of those that run, service by service and one by one: for new
# images, new settings, or a restart. The old ones go only when the new ones are healthy, and finish
# what they have begun. Needs Docker alone; which files and project are meant is as in compose
# (COMPOSE_FILE, COMPOSE_PROJECT_NAME).
#   infra/docker/roll.sh [service…]
set -eu
cd "$(dirname "$0")/../.."

# Those that answer come before the one that asks them.
[ $# -gt 0 ] || set -- catalog billing media media-worker ops ops-worker gateway

# The new ones that are not healthy go again; whatever else runs stays.
give_up() {
  for container in $(docker compose ps --all --quiet "$1"); do
    case $2 in
      *"$container"*) ;;
      *) docker rm -f "$container" >/dev/null ;;
    esac
  done
  echo "$1: a new container is not healthy; what ran goes on" >&2
  return 1
}

roll() {
  service=$1
  old=$(docker compose ps --quiet "$service")
  count=$(printf '%s\n' "$old" | grep -c . || true)
  if [ "$count" -eq 0 ]; then
    echo "$service does not run" >&2
    return 1
  fi
  # One at a time: each start takes a processor for seconds, which those that answer need.
  for container in $old; do
    before=$(docker compose ps --all --quiet "$service")
    docker compose up --detach --wait --wait-timeout "${ROLL_TIMEOUT:-180}" --no-deps --no-recreate \
      --scale "$service=$((count + 1))" "$service" >/dev/null 2>&1 || give_up "$service" "$before"
    # Whoever asks for their names has learnt the new one by then.
    sleep "${ROLL_PAUSE:-3}"
    docker stop -t 30 "$container" >/dev/null
    docker rm "$container" >/dev/null
  done
  echo "$service: $count new"
}

for service; do roll "$service"; done
