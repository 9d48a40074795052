#!/bin/bash
# Restores the newest file into the MongoDB of this pod, which ends with the pod.
set -euo pipefail
newest=$(ls -1 "${BACKUP_DIR:-/backups}"/mongodb/*.archive.gz | sort | tail -n 1)
echo "restoring $newest"
[ -z "$(find "$newest" -mmin +2160)" ] || { echo 'the newest backup is older than 36 hours' >&2; exit 1; }
# Without --stopOnError it succeeds even if documents cannot be restored.
mongorestore --host=127.0.0.1 --stopOnError --gzip --archive="$newest" --nsExclude='admin.*' --nsExclude='config.*'
count() { mongosh --quiet --host 127.0.0.1 --eval "db.getSiblingDB('$1').$2.countDocuments()"; }
diseases=$(count catalog diseases)
users=$(count billing users)
echo "in it: $diseases diseases, $users users"
# A registry may be empty, but every installation has an account.
[ "$users" -gt 0 ]
