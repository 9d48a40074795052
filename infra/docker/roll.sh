#!/bin/sh
# Replaces running containers one by one, service by service: for new images, new settings, or a
# restart. An old container stops only when the new one is healthy, and finishes its work. Needs only
# Docker. COMPOSE_FILE and COMPOSE_PROJECT_NAME select files and project, as in compose.
#   infra/docker/roll.sh [service…]
set -eu
cd "$(dirname "$0")/../.."

# ops first: the audit trail then keeps what new versions of the others add to their events. Services come
# before the gateway that calls them.
[ $# -gt 0 ] || set -- ops ops-worker catalog catalog-worker billing media media-worker gateway

# An unhealthy new container is removed, and its last log lines are printed; the old one keeps running.
abort_update() {
  service=$1 containers_before=$2 output=$3
  printf '%s\n' "$output" | tail -n 5 >&2
  for container in $(docker compose ps --all --quiet "$service"); do
    case $containers_before in
      *"$container"*)
        [ "$(docker inspect --format '{{.State.Health.Status}}' "$container")" = healthy ] ||
          echo "$service: an old container is not healthy either; run docker compose up --detach $service" >&2
        ;;
      *)
        docker logs --tail 20 "$container" >&2
        docker rm -f "$container" >/dev/null
        ;;
    esac
  done
  echo "$service: update aborted, remaining containers unchanged" >&2
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
  # One at a time: each start needs a processor for seconds, and the others respond meanwhile.
  for container in $old; do
    containers_before=$(docker compose ps --all --quiet "$service")
    output=$(docker compose up --detach --wait --wait-timeout "${ROLL_TIMEOUT:-180}" --no-deps --no-recreate \
      --scale "$service=$((count + 1))" "$service" 2>&1) || abort_update "$service" "$containers_before" "$output"
    # Callers have resolved the new address by then.
    sleep "${ROLL_PAUSE:-3}"
    docker stop -t 30 "$container" >/dev/null
    docker rm "$container" >/dev/null
  done
  echo "$service: $count new"
}

# A new version may need a new secret, and other rights at the servers.
docker compose run --rm --no-deps init >/dev/null
docker compose run --rm --no-deps mongo-users >/dev/null
# Another S3 server has other users (compose.s3.yml). Running processes keep their former ones until the end.
has_storage=$(docker compose config --services | grep -cx minio-users || true)
[ "$has_storage" -eq 0 ] || docker compose run --rm --no-deps --env KEEP_FORMER_USERS=yes minio-users >/dev/null
docker compose exec -T rabbitmq rabbitmqctl import_definitions /etc/rabbitmq/conf.d/definitions.json >/dev/null
docker compose exec -T redis sh -c 'REDISCLI_AUTH="$(cat /run/config/password)" redis-cli -e acl load' >/dev/null

for service; do roll "$service"; done

[ "$has_storage" -eq 0 ] || docker compose run --rm --no-deps minio-users >/dev/null
