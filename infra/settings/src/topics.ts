import { installationTopics } from './installation-topics.ts';
import type { Topic } from './topic.ts';

/** All settings. The schemas add who reads them, defaults and possible values. */
export const topics: Topic[] = [
  {
    title: 'Address and name',
    settings: {
      PUBLIC_ORIGIN: [
        'The address in browsers. Changes from other origins are rejected. Passkeys and links in mail need it.',
        'https://clinic.example',
      ],
      SITE_DOMAIN: [
        'The domain, as `/domain-setup` and `/dns-checker` expect it. No password may be made of its words.',
        'clinic.example',
      ],
      SITE_IPV4: ['The address that the domain must lead to.', '203.0.113.7'],
      SITE_IPV6: [
        'Its IPv6 address. Without it, an AAAA record is reported as an error.',
        '2001:db8::7',
      ],
      TRUST_PROXY:
        'The proxies in front whose `X-Forwarded-*` headers are believed: their number, or addresses, networks, `loopback`, `linklocal`, `uniquelocal` with commas.',
      HSTS_INCLUDE_SUBDOMAINS:
        'Browsers use https for all names below the domain, too. Only if all have it.',
      PRODUCT_NAME_EN: 'The name of the product in English.',
      PRODUCT_NAME_KN: 'The name of the product in Kannada.',
      TESTIMONIAL_EN: 'A sentence of a user, shown on the landing page in English.',
      TESTIMONIAL_KN: 'The same in Kannada.',
      TESTIMONIAL_NAME: 'The name of this user.',
      SEED_SAMPLE_DATA: 'Fills an empty registry with sample diseases and their images.',
    },
  },
  {
    title: 'First administrator and sign-in',
    settings: {
      ADMIN_USERNAME: 'The first administrator, an owner; read while there is none.',
      ADMIN_PASSWORD:
        'The password of the first administrator. Compose, Kubernetes and `npm start` generate one without it.',
      ADMIN_PASSWORD_GENERATED:
        'The password was generated: the first sign-in only lets the administrator choose another one.',
      SECOND_FACTOR_REQUIRED: 'Owners and administrators sign in with a second factor.',
      PASSWORD_MIN_LENGTH: 'The least length of new passwords. It may only grow.',
      ACCESS_TOKEN_SECONDS: 'How long a sign-in is valid without being renewed.',
      REFRESH_IDLE_SECONDS: 'A session ends after this time without a request.',
      REFRESH_TOTAL_SECONDS: 'A session ends after this time in any case.',
      REFRESH_GRACE_SECONDS: 'How long a renewed token is still accepted, for requests under way.',
      SIGN_IN_TRIES: 'Failed sign-ins of an account from one address before delays begin.',
      SIGN_IN_ADDRESS_TRIES: 'Failed sign-ins from one address before delays begin.',
      SIGN_IN_ACCOUNT_TRIES:
        'Failed sign-ins of an account from all addresses before delays begin.',
      SIGN_IN_DELAY_SECONDS: 'The first delay. Each further failure doubles it.',
      SIGN_IN_LONGEST_DELAY_SECONDS: 'The longest delay.',
      PASSWORD_HASHES_AT_ONCE: 'Passwords that are verified at the same time.',
      PASSWORD_HASHES_WAITING: 'Further ones that wait. Beyond that, sign-ins are answered by 503.',
    },
  },
  {
    title: 'Mail',
    settings: {
      SMTP_URL: [
        'The mail server: `smtps://user:password@host:465`, or `smtp://…:587`; or `SMTP_URL_FILE`, a file with it. Without it no mail is sent. Needs `MAIL_FROM` and `PUBLIC_ORIGIN`.',
        'smtps://user:password@mail.example:465',
      ],
      MAIL_FROM: ['The address of the sender.', 'noreply@clinic.example'],
      ADMIN_EMAIL: [
        'The address for mail to administrators; without it they get none.',
        'admin@clinic.example',
      ],
      ADMIN_LANGUAGE: 'The language of mail to administrators.',
    },
  },
  {
    title: 'Payments',
    settings: {
      PAYPAL_ENV: '`live` takes real money.',
      PAYPAL_CLIENT_ID: 'PayPal’s client id. Without it and the secret PayPal is not offered.',
      PAYPAL_CLIENT_SECRET: 'The secret of this client.',
      PAYPAL_PAYEE: 'The merchant id of the receiver. Without it the receiver is not compared.',
      PAYPAL_BASE_URL: 'The address of the simulator in place of PayPal. Not with `live`.',
      RAZORPAY_KEY_ID: [
        'Razorpay’s key. `rzp_live_…` takes real money. Without it and the secret Razorpay is not offered.',
        'rzp_live_…',
      ],
      RAZORPAY_KEY_SECRET: 'The secret of this key.',
      RAZORPAY_WEBHOOK_SECRET:
        'The secret of the webhook for `PUBLIC_ORIGIN/razorpay/webhook`. Without it webhooks are rejected.',
      RAZORPAY_BASE_URL: 'The address of the simulator in place of Razorpay. Not with a live key.',
      SELLER_NAME: 'The seller on receipts; without it the name of the product.',
      SELLER_ADDRESS: 'The address of the seller.',
      SELLER_GSTIN:
        'The GSTIN of the seller: receipts in rupees show the tax. Needs name and address.',
      TAX_RATE_PERCENT: 'The tax that prices in rupees include.',
      SERVICE_CODE: 'The service accounting code (SAC) on receipts.',
      RECONCILE_SECONDS: 'The interval of the job that completes unfinished purchases.',
      PAYMENT_LEASE_MS: 'How long one process may work on a payment, in milliseconds.',
    },
  },
  {
    title: 'Limits of requests',
    settings: {
      RATE_ANONYMOUS: 'Requests per minute of one address without access.',
      RATE_SIGNED_IN: 'Requests per minute of one session or pass.',
      RATE_SIGN_IN: 'Sign-ins per minute of one address.',
      RATE_RESTORE: 'Attempts per minute of one address to restore access.',
      RATE_SETUP: 'Requests for the settings of payment pages per minute of one address.',
      RATE_ORDER: 'Orders per minute of one address.',
      RATE_CAPTURE: 'Captures per minute of one address.',
      RATE_WEBHOOK: 'Webhooks per minute of one address.',
      RATE_UPLOAD: 'Uploads per minute of one address.',
      QUOTA_ANSWERS: 'Replies per hour for one pass or plan.',
      QUOTA_ENTRIES: 'Notes and history entries saved per hour with one pass or plan.',
      QUOTA_IMAGES: 'Images per hour for one pass or plan.',
    },
  },
  {
    title: 'Backups',
    settings: {
      BACKUP_REPOSITORY: [
        'The encrypted repository with backups of everything: a folder, `s3:https://host/bucket` or `sftp:user@host:/folder`. Choose another disk or machine.',
        's3:https://s3.example/backups',
      ],
      BACKUP_PASSWORD:
        'The password of the repository. Without it no backup can be read: keep it elsewhere, too.',
      BACKUP_S3_ACCESS_KEY: 'The access key of a repository on an S3 server.',
      BACKUP_S3_SECRET_KEY: 'Its secret.',
      BACKUP_SSH_KEY: [
        'The private key for `sftp:`. With compose, user 1000 must be able to read it.',
        '/etc/colour-therapy/backup-key',
      ],
      BACKUP_SSH_KNOWN_HOST: 'The line of the server in `known_hosts`, as `ssh-keyscan` prints it.',
      BACKUP_RPO_MINUTES:
        'At most so many minutes of data may be lost. A run starts twice as often.',
      BACKUP_PING_URL: [
        'The address of a check at a service like Healthchecks, which alerts you if no call comes. A secret.',
        'https://hc-ping.com/…',
      ],
      BACKUP_PING_NETWORKS: [
        'Private networks in which this address may be, with commas. There http is allowed, too.',
        '10.0.0.0/8',
      ],
      BACKUP_DRILL_DAYS: 'The interval of drills that prove a restore.',
      DATABASE_BACKUP_DAYS:
        'How many days backups are kept. They hold names of patients that were erased since.',
      BACKUP_REMOVAL_DAYS:
        'How many days later their data has left the repository; more, if the repository keeps what is deleted. An erasure names the sum of both as the end of the name in backups.',
      BACKUP_APPEND_ONLY:
        'The repository lets this program delete nothing: another machine forgets and prunes.',
      BACKUP_CRON:
        'When all images are backed up to `BACKUP_DIR`: the five fields of crontab in the time zone of the process, or `off`.',
      DRILL_CRON: 'When a drill restores these backups, or `off`.',
      BACKUP_DIR:
        'The folder with a backup of every image. Best on another disk than the object storage.',
      BACKUPS_EXPECTED:
        'The program for backups of everything runs by itself: alerts miss its backups. With compose and the component `backup` the default is `true`.',
      BACKUPS_DB: 'The database with the journal of this program.',
      BACKUP_WORK: 'Its folder for a copy of all objects.',
      BACKUP_SECRETS: 'The folder or file with the secrets of the installation, which it copies.',
      BACKUP_SETTINGS: 'The folder with the settings of the installation, which it copies.',
      RESTORE_MONGODB_URI: 'The user that writes the databases during a restore.',
      RESTORE_S3_ACCESS_KEY: 'The user that writes the objects during a restore.',
      RESTORE_S3_SECRET_KEY: 'Its secret.',
    },
  },
  {
    title: 'Servers',
    settings: {
      MONGODB_URI: 'MongoDB: `mongodb://user:password@host:27017/?authSource=admin`.',
      MONGODB_DB: 'The database of the service.',
      RABBITMQ_URL: 'RabbitMQ: `amqp://` or `amqps://`; the hosts of a cluster with commas.',
      MESSAGE_NAMESPACE:
        'A prefix of all queues and exchanges, so that several systems share a broker.',
      REDIS_URL:
        'Redis: `redis://` or `rediss://`; with Sentinels `redis+sentinel://:password@one,two/master`.',
      REDIS_PREFIX: 'A prefix of all keys, so that several systems share a server.',
      S3_ENDPOINT: [
        'The S3 server: `http://` or `https://`, host and port. Without one there are no imports and no deployments, and nothing is noted for restores; media needs one. With compose, set `COMPOSE_FILE` to `docker-compose.yml:infra/docker/compose.s3.yml`, too.',
        'https://s3.example',
      ],
      S3_ACCESS_KEY: 'The access key of the process.',
      S3_SECRET_KEY: 'Its secret.',
      S3_REGION: 'The region of the buckets.',
      S3_BUCKET: 'The bucket of the images. Created if it is missing.',
      CATALOG_BUCKET:
        'The bucket of files of imports, and of the journal of erased patients. Created if it is missing.',
      BILLING_BUCKET:
        'The bucket of billing’s journal, which is repeated after a restore of its database. Created if it is missing.',
      RELEASES_BUCKET: 'The bucket of releases. Created if it is missing.',
      SERVICE_TOKEN_PUBLIC_KEYS:
        'The keys by which processes verify the gateway’s tokens (JSON Web Key Set); two during a rotation.',
      SERVICE_TOKEN_PRIVATE_KEY: 'The key with which the gateway signs (JSON Web Key).',
      AUDIT_HASH_KEY:
        'The key of the hashes of addresses in log and audit trail: at least 32 random characters.',
    },
  },
  {
    title: 'Translation',
    settings: {
      TRANSLATE_ENGINE: 'The service that translates texts.',
      TRANSLATE_URL: 'Its address. LibreTranslate needs it.',
      TRANSLATE_KEY: 'Its key. Google and Azure need it.',
      TRANSLATE_REGION: 'The region of an Azure key.',
    },
  },
  {
    title: 'Domains and deployments',
    settings: {
      DNS_SERVERS: [
        'Name servers in place of those of the system, with or without port, with commas.',
        '192.0.2.53',
      ],
      DNS_CAA_ISSUER: 'The issuer of certificates, as CAA records name it.',
      DNS_LABORATORY_NETWORKS:
        'Private networks that probes may connect to. For laboratories only.',
      DNS_TRUSTED_CA_FILE: 'A PEM file with further authorities that probes trust.',
      DNS_HTTPS_PORT: 'The port of https probes.',
      DNS_HTTP_PORT: 'The port of http probes.',
      PROBE_ORIGIN:
        'The address of the gateways for ops, if `PUBLIC_ORIGIN` cannot be reached from there.',
      WEB_DIST: 'The built site, which the gateway serves and ops publishes.',
      RELEASE_POLL_MS:
        'How often a gateway asks what the active deployment shows, in milliseconds.',
      RELEASE_WAIT_MS: 'How long the first pages wait for it after a start, in milliseconds.',
    },
  },
  {
    title: 'Processes, logs and traces',
    settings: {
      LOG_LEVEL: 'The least level of log lines.',
      OTEL_EXPORTER_OTLP_ENDPOINT: [
        'The OpenTelemetry collector that gets traces (OTLP over HTTP). Without it there are none.',
        'http://collector:4318',
      ],
      OTEL_TRACES_SAMPLER_ARG: 'The share of requests that are traced.',
      HOST: 'The address on which the gateway listens.',
      PORT: 'Its port; 0 takes a free one.',
      HEALTH_HOST: 'The address on which health and metrics listen.',
      HEALTH_PORT: 'Their port; 0 takes a free one.',
      DRAIN_MS: 'How long the gateway still accepts requests after a stop signal, in milliseconds.',
      VERSION: 'The version that runs.',
      REVISION: 'The commit that it was built from.',
    },
  },
  {
    title: 'Simulator of PayPal and Razorpay',
    settings: {
      PAYPAL_SANDBOX_PAGE_ORIGIN: 'Its address in browsers of buyers.',
      PAYPAL_SANDBOX_ORIGIN: 'Its address for billing.',
      PAYPAL_SANDBOX_HOST: 'The address on which it listens.',
      PAYPAL_SANDBOX_PORT: 'Its port; 0 takes a free one.',
      PAYPAL_SANDBOX_DATA: 'The folder with its journal.',
      PAYPAL_SANDBOX_CLIENT_ID: 'A PayPal account that exists from the start.',
      PAYPAL_SANDBOX_CLIENT_SECRET: 'The secret of all accounts, and of Razorpay’s webhook.',
      PAYPAL_SANDBOX_CLIENT_SECRET_FILE: 'A file with this secret.',
      PAYPAL_SANDBOX_WEBHOOK_URL: 'Where PayPal’s webhooks go.',
      PAYPAL_SANDBOX_RAZORPAY_KEY_ID: 'A Razorpay account that exists from the start.',
      PAYPAL_SANDBOX_RAZORPAY_WEBHOOK_URL: 'Where Razorpay’s webhooks go.',
    },
  },
  ...installationTopics,
];
