# To be sourced: writes where MongoDB is into the file $settings, for the tools' --config. The address holds
# a password, and every process in the pod can read a program's arguments.
uri=$(<"${MONGODB_URI_FILE:-/run/secrets/mongodb-uri}")
# The tools would look at nothing but a database that the address names. It also says who vouches for the user.
if [[ $uri =~ ^(mongodb(\+srv)?://[^/?]+)/([^/?]+)(\?(.*))?$ ]]; then
  servers=${BASH_REMATCH[1]} database=${BASH_REMATCH[3]} options=${BASH_REMATCH[5]}
  if [[ $servers == *@* && ! $options =~ [aA]uth[sS]ource= ]]; then
    options=${options:+$options&}authSource=$database
  fi
  uri=$servers/?$options
fi
settings=${TMPDIR:-/tmp}/mongodb.yaml
(umask 077 && printf 'uri: "%s"\n' "$uri" >"$settings")
