#!/bin/bash
# Replaces the databases with the newest backup, or with FILE. No process may write during that time.
set -euo pipefail
folder=${BACKUP_DIR:-/backups}/mongodb
file=${FILE:-$(ls -1 "$folder"/*.archive.gz | sort | tail -n 1)}
gzip --test <"$folder/${file##*/}"
. "${0%/*}/address.sh"
echo "restoring ${file##*/}"
mongorestore --config="$settings" --drop --stopOnError --gzip --archive="$folder/${file##*/}" \
  --nsExclude='admin.*' --nsExclude='config.*'
