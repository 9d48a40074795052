import { join } from 'node:path';
import { repository } from '../paths.ts';
import { mediaEnvironment, OBJECT_STORAGE } from './media-environment.ts';
import { opsEnvironment } from './ops-environment.ts';
import { databaseName, type ProductSettings } from './settings.ts';

/** A process of the product. */
export interface Service {
  name: string;
  /** Its project, from the repository's top. */
  folder: string;
  /** What is run there; `dist/main.js` unless given. */
  program?: string;
  /** Further options of Node. */
  options?: string[];
  /** The server, by its variable, that it can only start with when it is up. */
  needs?: string;
  /** The server, by its variable, that it starts without and uses when it is up. */
  wants?: string;
  /** What it gets beyond what all get. */
  env: (settings: ProductSettings) => NodeJS.ProcessEnv;
}

/** Every process of the product, in the order of starting. */
export const services: Service[] = [
  {
    name: 'catalog',
    folder: 'services/catalog',
    env: ({ operator, namespace }) => ({
      MONGODB_DB: databaseName('catalog', namespace),
      SEED_SAMPLE_DATA: operator['SEED_SAMPLE_DATA'] ?? 'true',
    }),
  },
  {
    name: 'billing',
    folder: 'services/billing',
    env: ({ administrator, namespace, ...settings }) => ({
      MONGODB_DB: databaseName('billing', namespace),
      ADMIN_USERNAME: administrator.username,
      ADMIN_PASSWORD: administrator.password,
      ...paypalEnvironment(settings),
    }),
  },
  {
    name: 'media',
    folder: 'services/media',
    needs: OBJECT_STORAGE,
    env: mediaEnvironment,
  },
  {
    name: 'media-worker',
    folder: 'services/media',
    program: 'dist/worker.js',
    // Bytes pass through it: young objects and native buffers would otherwise take what they can get.
    options: ['--max-semi-space-size=4', '--max-old-space-size=1024'],
    needs: OBJECT_STORAGE,
    // One arena for what all threads take, so that it is used again (glibc's mallopt(3)).
    env: (settings) => ({ MALLOC_ARENA_MAX: '1', ...mediaEnvironment(settings) }),
  },
  {
    name: 'ops',
    folder: 'services/ops',
    // The audit trail must not miss what happens while the storage is being built.
    wants: OBJECT_STORAGE,
    env: opsEnvironment,
  },
  {
    name: 'ops-worker',
    folder: 'services/ops',
    program: 'dist/worker.js',
    needs: OBJECT_STORAGE,
    env: opsEnvironment,
  },
  {
    name: 'gateway',
    folder: 'gateway',
    env: ({ operator, address, gatewayPort, testPayments }) => ({
      PORT: String(gatewayPort),
      HOST: gatewayPort === address.port ? address.host : '127.0.0.1',
      WEB_DIST: operator['WEB_DIST'] ?? join(repository, 'web/dist'),
      PUBLIC_ORIGIN: address.origin,
      // PayPal's own script is loaded only where PayPal itself is used.
      ...(testPayments ? {} : { PAYPAL_CLIENT_ID: operator['PAYPAL_CLIENT_ID'] }),
    }),
  },
];

/** Credentials of PayPal, or of its stand-in. */
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

/** Their projects: one may have several processes. */
export const serviceFolders = [...new Set(services.map(({ folder }) => folder))];

/** Projects that every service contains. */
export const sharedProjects = ['services/contracts', 'services/chassis'];

/** Secrets of one service, and what npm adds for its own use: not for all. */
const NOT_PASSED_ON =
  /^(ADMIN_PASSWORD|ADMIN_USERNAME|PAYPAL_(CLIENT_ID|CLIENT_SECRET|WEBHOOK_ID|BASE_URL)|S3_.*|PORT|HOST|HEALTH_PORT|npm_.*|INIT_CWD)$/;

/** The whole environment of a service: the operator's own variables, then what the launcher decides. */
export function serviceEnvironment(
  service: Service,
  settings: ProductSettings,
  healthPort: number,
): NodeJS.ProcessEnv {
  const { operator, mode, servers, secrets, namespace } = settings;
  const passedOn = Object.entries(operator).filter(([name]) => !NOT_PASSED_ON.test(name));
  return {
    ...Object.fromEntries(passedOn),
    NODE_ENV: mode,
    LOG_LEVEL: operator['LOG_LEVEL'] || 'info',
    ...Object.fromEntries(Object.entries(servers).filter(([name]) => !NOT_PASSED_ON.test(name))),
    SERVICE_TOKEN_SECRET: operator['SERVICE_TOKEN_SECRET'] || secrets.serviceToken,
    HEALTH_PORT: String(healthPort),
    ...(namespace === undefined
      ? {}
      : { MESSAGE_NAMESPACE: namespace, REDIS_PREFIX: `${namespace}:` }),
    ...service.env(settings),
  };
}
