#!/bin/bash
# Writes all databases into one file, under its name only when it is whole; keeps the newest 14.
set -euo pipefail
folder=${BACKUP_DIR:-/backups}/mongodb
log=${TMPDIR:-/tmp}/mongodump.log
name=$(date -u +%Y-%m-%dT%H-%M-%SZ).archive.gz
part=$folder/$name.part
. "${0%/*}/address.sh"
mkdir -p "$folder"
# What was killed before its end; a run beside this one is younger than the longest may last.
find "$folder" -name '*.part' -mmin +300 -delete
trap 'rm -f "$part"' EXIT
mongodump --config="$settings" --gzip --archive="$part" 2>&1 | tee "$log"
# A user who may not read everything would get a file of what is left.
for database in catalog billing media; do
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
