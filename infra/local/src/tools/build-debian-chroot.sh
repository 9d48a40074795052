#!/bin/sh
# Builds the private Debian root. Runs inside a mount namespace of its own (unshare -m),
# so that nothing stays mounted when it ends or is killed.
# Arguments: target folder, mirror, suite, packages (space-separated).
set -eu
target=$1 mirror=$2 suite=$3 packages=$4
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

debootstrap --force-check-gpg --variant=minbase "$suite" "$target" "$mirror"

# Nothing that a package brings may start by itself.
printf '#!/bin/sh\nexit 101\n' > "$target/usr/sbin/policy-rc.d"
chmod 755 "$target/usr/sbin/policy-rc.d"

# The host's way out (proxy) also holds inside.
apt-config dump 2>/dev/null | grep -iE '^Acquire::https?::Proxy' > "$target/etc/apt/apt.conf.d/90host" || true
cat > "$target/etc/apt/apt.conf.d/91private-root" <<'CONF'
Acquire::Check-Valid-Until "false";
Acquire::Languages "none";
APT::Install-Recommends "false";
APT::Update::Post-Invoke { "true"; };
CONF
cat > "$target/etc/dpkg/dpkg.cfg.d/91private-root" <<'CONF'
force-unsafe-io
path-exclude=/usr/share/doc/*
path-exclude=/usr/share/man/*
path-exclude=/usr/share/locale/*
CONF
cp -L /etc/resolv.conf "$target/etc/resolv.conf" 2>/dev/null || true
printf '127.0.0.1 localhost\n' > "$target/etc/hosts"
echo localhost > "$target/etc/hostname"

mount -t proc proc "$target/proc"
mount --rbind /dev "$target/dev"

# Fixed ids, so that data stays readable after the root was built anew, and which no user of the host has.
add_user() {
  chroot "$target" groupadd --gid "$2" "$1"
  chroot "$target" useradd --uid "$2" --gid "$2" --home-dir "$3" --no-create-home --shell /bin/sh "$1"
}
add_user postgres 47101 /var/lib/postgresql
add_user ferretdb 47102 /nonexistent
add_user redis 47103 /var/lib/redis
add_user rabbitmq 47104 /var/lib/rabbitmq

# No default cluster: every data folder gets its own.
mkdir -p "$target/etc/postgresql-common"
echo 'create_main_cluster = false' > "$target/etc/postgresql-common/createcluster.conf"

chroot "$target" apt-get update -q
# shellcheck disable=SC2086
chroot "$target" apt-get install -q -y $packages
chroot "$target" apt-get clean
rm -rf "$target"/var/lib/apt/lists/*

# Where a server finds its own data and programs from outside.
mkdir -p "$target/data" "$target/programs"
# shellcheck disable=SC2086
chroot "$target" dpkg-query -W -f '${Package} ${Version}\n' $packages > "$target/etc/private-root-versions"
