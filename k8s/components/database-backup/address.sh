# To be sourced: writes the address of MongoDB into the file $settings, for the tools' --config. The address
# contains a password, and every process in the pod can read a program's arguments.
uri=$(<"${MONGODB_URI_FILE:-/run/secrets/mongodb-uri}")
# The tools read only a database that the address names, which is also the authSource.
if [[ $uri =~ ^(mongodb(\+srv)?://[^/?]+)/([^/?]+)(\?(.*))?$ ]]; then
  servers=${BASH_REMATCH[1]} database=${BASH_REMATCH[3]} options=${BASH_REMATCH[5]}
  if [[ $servers == *@* && ! $options =~ [aA]uth[sS]ource= ]]; then
    options=${options:+$options&}authSource=$database
  fi
  uri=$servers/?$options
fi
settings=${TMPDIR:-/tmp}/mongodb.yaml
(umask 077 && printf 'uri: "%s"\n' "$uri" >"$settings")
