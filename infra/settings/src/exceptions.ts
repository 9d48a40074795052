/** Settings that docker-compose.yml does not take from `.env`, by the reason. */
export const exceptions: [reason: string, names: string[]][] = [
  [
    'The servers are part of the compose file, and `init` makes their users and passwords.',
    ['MONGODB_URI', 'RABBITMQ_URL', 'REDIS_URL', 'RESTORE_MONGODB_URI'],
  ],
  [
    'The users of restores belong to these servers.',
    ['RESTORE_S3_ACCESS_KEY', 'RESTORE_S3_SECRET_KEY'],
  ],
  [
    'The users of these servers have rights to these names only.',
    ['BACKUPS_DB', 'MESSAGE_NAMESPACE', 'MONGODB_DB', 'REDIS_PREFIX'],
  ],
  [
    '`init` makes these keys, and knows whether it generated the password.',
    [
      'ADMIN_PASSWORD_GENERATED',
      'AUDIT_HASH_KEY',
      'SERVICE_TOKEN_PRIVATE_KEY',
      'SERVICE_TOKEN_PUBLIC_KEYS',
    ],
  ],
  [
    'Folders and files inside the containers; volumes say where they are on the machine.',
    [
      'BACKUP_DIR',
      'BACKUP_SECRETS',
      'BACKUP_SETTINGS',
      'BACKUP_WORK',
      'DNS_TRUSTED_CA_FILE',
      'PAYPAL_SANDBOX_DATA',
      'WEB_DIST',
    ],
  ],
  [
    'Addresses inside the network of the containers; `PUBLISH…` sets those on the machine.',
    [
      'HEALTH_HOST',
      'HEALTH_PORT',
      'HOST',
      'PAYPAL_SANDBOX_HOST',
      'PAYPAL_SANDBOX_ORIGIN',
      'PAYPAL_SANDBOX_PORT',
      'PORT',
      'PROBE_ORIGIN',
    ],
  ],
  [
    '`TEST_PAYMENTS` sets both sides of test payments.',
    [
      'PAYPAL_BASE_URL',
      'PAYPAL_SANDBOX_CLIENT_ID',
      'PAYPAL_SANDBOX_CLIENT_SECRET',
      'PAYPAL_SANDBOX_CLIENT_SECRET_FILE',
      'PAYPAL_SANDBOX_RAZORPAY_KEY_ID',
      'PAYPAL_SANDBOX_RAZORPAY_WEBHOOK_URL',
      'PAYPAL_SANDBOX_WEBHOOK_URL',
      'RAZORPAY_BASE_URL',
    ],
  ],
  [
    'The ports of probes are others only in laboratories, outside compose.',
    ['DNS_HTTPS_PORT', 'DNS_HTTP_PORT'],
  ],
  ['Belongs to `stop_grace_period` of the compose file.', ['DRAIN_MS']],
  [
    'Belongs to the timeouts of calls to providers, which are part of the code.',
    ['PAYMENT_LEASE_MS'],
  ],
  [
    'Intervals that no installation has to change.',
    ['RECONCILE_SECONDS', 'REFRESH_GRACE_SECONDS', 'RELEASE_POLL_MS', 'RELEASE_WAIT_MS'],
  ],
  ['Arguments of the build: they are part of the images.', ['VERSION', 'REVISION']],
];
