import { join, resolve } from 'node:path';
import { repository } from '../paths.ts';
import { databaseName, gatewayOrigin, type ProductSettings } from './settings.ts';

/** Variable with the address of the object storage. */
export const S3_ENDPOINT_VARIABLE = 'S3_ENDPOINT';

/** A process of the product. */
export interface Service {
  name: string;
  /** Its project, from the repository's top. */
  folder: string;
  /** Default: `dist/main.js`. */
  program?: string;
  /** Further options of Node. */
  options?: string[];
  /** Variable of the server without which it cannot start. */
  requires?: string;
  /** Variable of the server that it uses, but does not need for its start. */
  optional?: string;
  /** Its own variables, in addition to the common ones. */
  env: (settings: ProductSettings) => NodeJS.ProcessEnv;
}

/** Every process of the product, in the order of starting. */
export const services: Service[] = [
  {
    name: 'catalog',
    folder: 'services/catalog',
    // The registry lies beside the heap, which otherwise grows to twice what it holds.
    options: ['--optimize-for-size', '--max-semi-space-size=8'],
    // Starts without the storage, which imports and the journal of erasures need.
    optional: S3_ENDPOINT_VARIABLE,
    env: catalogEnvironment,
  },
  {
    name: 'catalog-worker',
    folder: 'services/catalog',
    program: 'dist/worker.js',
    options: ['--max-semi-space-size=8'],
    requires: S3_ENDPOINT_VARIABLE,
    env: catalogEnvironment,
  },
  {
    name: 'billing',
    folder: 'services/billing',
    env: ({ administrator, namespace, address, ...settings }) => ({
      MONGODB_DB: databaseName('billing', namespace),
      ADMIN_USERNAME: administrator.username,
      ADMIN_PASSWORD: administrator.password,
      ADMIN_PASSWORD_GENERATED: String(administrator.generated),
      PUBLIC_ORIGIN: address.origin,
      ...paypalEnvironment(settings),
    }),
  },
  {
    name: 'media',
    folder: 'services/media',
    requires: S3_ENDPOINT_VARIABLE,
    env: mediaEnvironment,
  },
  {
    name: 'media-worker',
    folder: 'services/media',
    program: 'dist/worker.js',
    // Images pass through it. Without these limits the heap grows with every burst.
    options: ['--max-semi-space-size=4', '--max-old-space-size=1024'],
    requires: S3_ENDPOINT_VARIABLE,
    // One arena for all threads, so that glibc reuses freed memory (mallopt(3)).
    env: (settings) => ({ MALLOC_ARENA_MAX: '1', ...mediaEnvironment(settings) }),
  },
  {
    name: 'ops',
    folder: 'services/ops',
    // Starts without the storage, so that the audit trail is complete.
    optional: S3_ENDPOINT_VARIABLE,
    env: opsEnvironment,
  },
  {
    name: 'ops-worker',
    folder: 'services/ops',
    program: 'dist/worker.js',
    requires: S3_ENDPOINT_VARIABLE,
    env: opsEnvironment,
  },
  {
    name: 'gateway',
    folder: 'gateway',
    env: ({ operator, secrets, address, gatewayPort, testPayments }) => ({
      AUDIT_HASH_KEY: operator['AUDIT_HASH_KEY'] || secrets.auditHash,
      PORT: String(gatewayPort),
      HOST: gatewayPort === address.port ? address.host : '127.0.0.1',
      WEB_DIST: operator['WEB_DIST'] ?? join(repository, 'web/dist'),
      PUBLIC_ORIGIN: address.origin,
      // The script of PayPal is loaded only if PayPal is used.
      ...(testPayments ? {} : { PAYPAL_CLIENT_ID: operator['PAYPAL_CLIENT_ID'] }),
    }),
  },
];

/** Credentials of PayPal or of the simulator. */
function paypalEnvironment({
  operator,
  testPayments,
}: Pick<ProductSettings, 'operator' | 'testPayments'>): NodeJS.ProcessEnv {
  if (testPayments === undefined) {
    const names = ['CLIENT_ID', 'CLIENT_SECRET', 'WEBHOOK_ID', 'BASE_URL'];
    return Object.fromEntries(names.map((name) => [`PAYPAL_${name}`, operator[`PAYPAL_${name}`]]));
  }
  return {
    PAYPAL_BASE_URL: testPayments.baseUrl,
    PAYPAL_CLIENT_ID: testPayments.clientId,
    PAYPAL_CLIENT_SECRET: testPayments.clientSecret,
    PAYPAL_WEBHOOK_ID: testPayments.webhookId,
  };
}

/** Projects of the services. One project may have several processes. */
export const serviceFolders = [...new Set(services.map(({ folder }) => folder))];

/** Projects that every service uses. */
export const sharedProjects = ['services/contracts', 'services/chassis'];

/** Variables that are not passed on to all services: secrets of one service, and variables of npm. */
const EXCLUDED_VARIABLES =
  /^(AUDIT_HASH_KEY|ADMIN_PASSWORD|ADMIN_PASSWORD_GENERATED|ADMIN_USERNAME|PAYPAL_(CLIENT_ID|CLIENT_SECRET|WEBHOOK_ID|BASE_URL)|S3_.*|PORT|HOST|HEALTH_PORT|npm_.*|INIT_CWD)$/;

/** The environment of a service: variables of the operator, overridden by those of the launcher. */
export function serviceEnvironment(
  service: Service,
  settings: ProductSettings,
  healthPort: number,
): NodeJS.ProcessEnv {
  const { operator, mode, servers, secrets, namespace } = settings;
  const passedOn = Object.entries(operator).filter(([name]) => !EXCLUDED_VARIABLES.test(name));
  return {
    ...Object.fromEntries(passedOn),
    NODE_ENV: mode,
    LOG_LEVEL: operator['LOG_LEVEL'] || 'info',
    ...Object.fromEntries(
      Object.entries(servers).filter(([name]) => !EXCLUDED_VARIABLES.test(name)),
    ),
    SERVICE_TOKEN_SECRET: operator['SERVICE_TOKEN_SECRET'] || secrets.serviceToken,
    HEALTH_PORT: String(healthPort),
    ...(namespace === undefined
      ? {}
      : { MESSAGE_NAMESPACE: namespace, REDIS_PREFIX: `${namespace}:` }),
    ...service.env(settings),
  };
}

/** Storage for objects, with the buckets of the service. */
function storageEnvironment({ operator, servers }: ProductSettings): NodeJS.ProcessEnv {
  return {
    S3_ENDPOINT: servers[S3_ENDPOINT_VARIABLE],
    S3_ACCESS_KEY: servers['S3_ACCESS_KEY'],
    S3_SECRET_KEY: servers['S3_SECRET_KEY'],
    S3_REGION: operator['S3_REGION'],
  };
}

/** A folder from the repository's top, or by default in the data folder. */
const toFolder = (given: string | undefined, byDefault: string) =>
  given ? resolve(repository, given) : byDefault;

/** Variables of both catalog processes: sample data and storage. */
function catalogEnvironment(settings: ProductSettings): NodeJS.ProcessEnv {
  const { operator, namespace } = settings;
  return {
    MALLOC_ARENA_MAX: '1',
    MONGODB_DB: databaseName('catalog', namespace),
    SEED_SAMPLE_DATA: operator['SEED_SAMPLE_DATA'] ?? 'true',
    ...storageEnvironment(settings),
    CATALOG_BUCKET: namespace === undefined ? operator['CATALOG_BUCKET'] : `${namespace}-catalog`,
  };
}

/** Variables of both media processes: object storage and backups. */
function mediaEnvironment(settings: ProductSettings): NodeJS.ProcessEnv {
  const { operator, dataFolder, namespace } = settings;
  return {
    MONGODB_DB: databaseName('media', namespace),
    ...storageEnvironment(settings),
    S3_BUCKET: namespace === undefined ? operator['S3_BUCKET'] : `${namespace}-images`,
    BACKUP_DIR: toFolder(operator['BACKUP_DIR'], join(dataFolder, 'backups')),
  };
}

/** Variables of both ops processes: storage and builds of releases, and the live site. */
function opsEnvironment(settings: ProductSettings): NodeJS.ProcessEnv {
  const { operator, dataFolder, namespace, address, gatewayPort } = settings;
  const local = gatewayOrigin(address, gatewayPort);
  // In development Vite answers at the browser's address and serves no release.
  const isDevelopment = gatewayPort !== address.port;
  return {
    MONGODB_DB: databaseName('ops', namespace),
    ...storageEnvironment(settings),
    RELEASES_BUCKET:
      namespace === undefined ? operator['RELEASES_BUCKET'] : `${namespace}-releases`,
    BUILDS_DIR: toFolder(operator['BUILDS_DIR'], join(dataFolder, 'builds')),
    WEB_PROJECT: join(repository, 'web'),
    PUBLIC_ORIGIN: isDevelopment ? local : address.origin,
    PROBE_ORIGIN: operator['PROBE_ORIGIN'] || (isDevelopment ? undefined : local),
  };
}
