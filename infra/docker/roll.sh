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

roll() {
  service=$1
  old=$(docker compose ps --quiet "$service")
  count=$(printf '%s\n' "$old" | grep -c . || true)
  if [ "$count" -eq 0 ]; then
    echo "$service does not run" >&2
    return 1
  fi
  docker compose up --detach --wait --wait-timeout "${ROLL_TIMEOUT:-180}" --no-deps --no-recreate \
    --scale "$service=$((count * 2))" "$service" >/dev/null 2>&1 || {
    echo "$service: the new containers are not healthy; the old ones go on" >&2
    for container in $(docker compose ps --all --quiet "$service"); do
      case $old in
        *"$container"*) ;;
        *) docker rm -f "$container" >/dev/null ;;
      esac
    done
    return 1
  }
  # Whoever asks for their names has learnt the new ones by then.
  sleep "${ROLL_PAUSE:-3}"
  for container in $old; do
    docker stop -t 30 "$container" >/dev/null
    docker rm "$container" >/dev/null
  done
  echo "$service: $count new"
}

for service; do roll "$service"; done
