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

# An unhealthy new container is removed, and its last log lines are printed; the old one keeps running.
give_up() {
  service=$1 before=$2 said=$3
  printf '%s\n' "$said" | tail -n 5 >&2
  for container in $(docker compose ps --all --quiet "$service"); do
    case $before in
      *"$container"*)
        [ "$(docker inspect --format '{{.State.Health.Status}}' "$container")" = healthy ] ||
          echo "$service: an old container is not healthy either: docker compose up --detach $service" >&2
        ;;
      *)
        docker logs --tail 20 "$container" >&2
        docker rm -f "$container" >/dev/null
        ;;
    esac
  done
  echo "$service: nothing was changed any more" >&2
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
    said=$(docker compose up --detach --wait --wait-timeout "${ROLL_TIMEOUT:-180}" --no-deps --no-recreate \
      --scale "$service=$((count + 1))" "$service" 2>&1) || give_up "$service" "$before" "$said"
    # Callers have resolved the new address by then.
    sleep "${ROLL_PAUSE:-3}"
    docker stop -t 30 "$container" >/dev/null
    docker rm "$container" >/dev/null
  done
  echo "$service: $count new"
}

# A new version may need a secret that is not there yet.
docker compose run --rm --no-deps init >/dev/null

for service; do roll "$service"; done
