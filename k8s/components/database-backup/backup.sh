#!/bin/bash
# Writes all databases into one file, under its name only when it is whole; keeps the newest 14.
set -euo pipefail
folder=/backups/mongodb
name=$(date -u +%Y-%m-%dT%H-%M-%SZ).archive.gz
mkdir -p "$folder"
rm -f "$folder"/*.part
# The address holds a password: by a file, for everybody in the pod sees the arguments.
printf 'uri: "%s"\n' "$(cat /run/secrets/mongodb-uri)" >/tmp/mongodb.yaml
mongodump --config=/tmp/mongodb.yaml --gzip --archive="$folder/$name.part"
gzip --test <"$folder/$name.part"
sync "$folder/$name.part"
mv "$folder/$name.part" "$folder/$name"
sync "$folder"
ls -1 "$folder"/*.archive.gz | sort -r | tail -n +15 | xargs -r rm -f --
echo "written: $name, $(stat -c %s "$folder/$name") bytes"
