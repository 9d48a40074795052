#!/bin/bash
# Restores the newest file into the MongoDB beside it, which ends with this pod. mongorestore ends with an
# error when a document could not be restored.
set -euo pipefail
newest=$(ls -1 /backups/mongodb/*.archive.gz | sort | tail -n 1)
age=$(($(date +%s) - $(stat -c %Y "$newest")))
echo "restoring $newest, $((age / 3600)) hours old"
[ "$age" -lt 129600 ] || { echo 'the newest backup is older than 36 hours' >&2; exit 1; }
mongorestore --host=127.0.0.1 --gzip --archive="$newest" --nsExclude='admin.*' --nsExclude='config.*'
count='db.getSiblingDB("catalog").diseases.countDocuments() + db.getSiblingDB("billing").users.countDocuments()'
restored=$(mongosh --quiet --host 127.0.0.1 --eval "$count")
echo "diseases and users in it: $restored"
[ "$restored" -gt 0 ]
