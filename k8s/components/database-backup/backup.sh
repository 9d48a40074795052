#!/bin/bash
# Writes all databases into one file, which gets its name when it is complete; keeps the newest 14.
set -euo pipefail
folder=${BACKUP_DIR:-/backups}/mongodb
log=${TMPDIR:-/tmp}/mongodump.log
name=$(date -u +%Y-%m-%dT%H-%M-%SZ).archive.gz
part=$folder/$name.part
. "${0%/*}/address.sh"
mkdir -p "$folder"
# Removes files of killed runs. A run in progress is younger than the time limit of a run.
find "$folder" -name '*.part' -mmin +300 -delete
trap 'rm -f "$part"' EXIT
mongodump --config="$settings" --gzip --archive="$part" 2>&1 | tee "$log"
# A user without access to all databases would get an incomplete file.
for database in catalog billing media ops; do
  grep -q "done dumping [^a-z]\{0,1\}$database\." "$log" || {
    echo "there is nothing of $database in it" >&2
    exit 1
  }
done
gzip --test <"$part"
sync "$part"
mv "$part" "$folder/$name"
sync "$folder"
ls -1 "$folder"/*.archive.gz | sort -r | tail -n +15 | xargs -r rm -f --
echo "written: $name, $(wc -c <"$folder/$name") bytes"
