import type { Topic } from './topic.ts';

/** Settings that no process reads: of compose, and of the launcher. */
export const installationTopics: Topic[] = [
  {
    title: 'With compose',
    readBy: 'compose',
    settings: {
      COMPOSE_PROFILES: [
        'Further services, with commas: `test-payments`, `https`, `observability`.',
        'https',
      ],
      COMPOSE_FILE: [
        'The compose files, with colons. With `infra/docker/compose.replicas.yml`: two of each process; with `infra/docker/compose.s3.yml`: another S3 server.',
        'docker-compose.yml:infra/docker/compose.replicas.yml',
      ],
      PUBLISH: 'The address of the product on this machine. For other machines: `0.0.0.0:80`.',
      HTTPS_DOMAIN: [
        'The domain whose certificate the service `caddy` (profile `https`) obtains and renews.',
        'clinic.example',
      ],
      PUBLISH_HTTP: 'The port for http of `caddy`, with or without an address.',
      PUBLISH_HTTPS: 'The port for https of `caddy`.',
      ACME_EMAIL: ['The address for mail of the issuer of certificates.', 'admin@clinic.example'],
      ACME_DIRECTORY: 'The ACME directory of another issuer. Set `DNS_CAA_ISSUER`, too.',
      ACME_CA_FILE: 'A PEM file in the container with the authorities of that directory.',
      TEST_PAYMENTS: [
        'The simulator in place of PayPal and Razorpay. Needs the profile `test-payments`.',
        'yes',
      ],
      PUBLISH_PAYPAL_SANDBOX: 'The address of its payment page on this machine.',
      BACKUP_FOLDER: 'The folder or volume of the repository with copies of everything.',
      BACKUP_ENV_FILE: 'The file with settings that is copied, too: `./.env`.',
      CPUS: 'The processors of each container; 0 sets no limit.',
      CPUS_LARGE: 'The processors of MongoDB and of the worker for images; 0 sets no limit.',
      TZ: 'The time zone of schedules and logs.',
      IMAGES: 'The prefix of the names of the product’s images.',
      PUBLISH_GRAFANA: 'The address of Grafana (profile `observability`) on this machine.',
      PUBLISH_PROMETHEUS: 'The address of Prometheus.',
      PUBLISH_ALERTMANAGER: 'The address of Alertmanager.',
      ALERTMANAGER_ORIGIN: 'The address of Alertmanager in the links of its mail.',
      ALERTMANAGER_CONFIG: 'The file with its configuration.',
      ALERTMANAGER_SMTP_PASSWORD_FILE: 'The file with the password of its mail server.',
    },
  },
  {
    title: 'With `npm start` and `npm test`',
    readBy: 'launcher',
    settings: {
      DATA_DIR: 'The folder of all data; `.data` by default.',
      CTDB_CACHE:
        'The folder of programs that were downloaded or built; `~/.cache/colour-therapy-database` by default.',
      CHROMIUM: 'The browser of the browser tests; one on PATH by default.',
      BACKING:
        'Where the servers of a new installation come from: `containers` or `private`; the order of [infra/local](../local/README.md#servers) by default.',
      TEST_BACKING: 'The same for tests and other runs on temporary data.',
    },
  },
];
