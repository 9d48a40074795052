import { join, resolve } from 'node:path';
import { publicKeysOf } from '../../access/token-keys.mjs';
import { bucketOf, databases } from '../../access/users.mjs';
import { compileCache, repository } from '../paths.ts';
import { ownVariable } from '../servers/backing-server.ts';
import { gatewayOrigin, type ProductSettings } from './settings.ts';

/** A process of the product. */
export interface Service {
  name: string;
  /** Its project, from the repository's top. */
  folder: string;
  /** Default: `dist/main.js`. */
  program?: string;
  /** Its own variables, in addition to the common ones. */
  env?: (settings: ProductSettings) => NodeJS.ProcessEnv;
}

/**
 * Options of Node for every process. Young objects take 8 MB and not 32. The images have the same (Dockerfile), and one
 * arena for all threads, so that glibc reuses freed memory (mallopt(3)).
 */
export const nodeOptions = ['--enable-source-maps', '--max-semi-space-size=4'];
/** Without a limit V8 lets a heap grow to four times what it holds. Containers have their own limits. */
export const heapLimit = '--max-old-space-size=512';

const WORKER = 'dist/worker.js';

/** Every process of the product, in the order of starting. */
export const services: Service[] = [
  { name: 'catalog', folder: 'services/catalog' },
  { name: 'catalog-worker', folder: 'services/catalog', program: WORKER },
  { name: 'billing', folder: 'services/billing', env: billingEnvironment },
  { name: 'media', folder: 'services/media', env: mediaEnvironment },
  { name: 'media-worker', folder: 'services/media', program: WORKER, env: mediaEnvironment },
  {
    name: 'ops',
    folder: 'services/ops',
    env: (settings) => ({
      ...opsEnvironment(settings),
      ADMIN_EMAIL: settings.operator['ADMIN_EMAIL'] || (settings.mailCatcher && CATCHER_ADDRESS),
      ...mailEnvironment(settings),
    }),
  },
  { name: 'ops-worker', folder: 'services/ops', program: WORKER, env: opsEnvironment },
  {
    name: 'gateway',
    folder: 'gateway',
    env: ({ operator, secrets, address, gatewayPort, testPayments }) => ({
      AUDIT_HASH_KEY: operator['AUDIT_HASH_KEY'] || secrets.auditHash,
      SERVICE_TOKEN_PRIVATE_KEY: operator['SERVICE_TOKEN_PRIVATE_KEY'] || secrets.serviceTokenKey,
      PORT: String(gatewayPort),
      HOST: gatewayPort === address.port ? address.host : '127.0.0.1',
      WEB_DIST: toFolder(operator['WEB_DIST'], join(repository, 'web/dist')),
      PUBLIC_ORIGIN: address.origin,
      // The script of PayPal is loaded only if PayPal is used.
      ...(testPayments ? {} : { PAYPAL_CLIENT_ID: operator['PAYPAL_CLIENT_ID'] }),
    }),
  },
];

const paymentVariables = [
  ...['CLIENT_ID', 'CLIENT_SECRET', 'BASE_URL'].map((name) => `PAYPAL_${name}`),
  ...['KEY_ID', 'KEY_SECRET', 'WEBHOOK_SECRET', 'BASE_URL'].map((name) => `RAZORPAY_${name}`),
];

/** Credentials of the payment providers, or of the simulator. */
function paymentEnvironment({ operator, testPayments }: ProductSettings): NodeJS.ProcessEnv {
  if (testPayments === undefined) {
    return Object.fromEntries(paymentVariables.map((name) => [name, operator[name]]));
  }
  return {
    PAYPAL_BASE_URL: testPayments.baseUrl,
    PAYPAL_CLIENT_ID: testPayments.clientId,
    PAYPAL_CLIENT_SECRET: testPayments.clientSecret,
    RAZORPAY_BASE_URL: testPayments.baseUrl,
    RAZORPAY_KEY_ID: testPayments.razorpayKeyId,
    RAZORPAY_KEY_SECRET: testPayments.clientSecret,
    RAZORPAY_WEBHOOK_SECRET: testPayments.clientSecret,
  };
}

const CATCHER_ADDRESS = 'administrators@localhost.example';

/** The mail server of the operator, or the catcher. */
function mailEnvironment({ operator, mailCatcher }: ProductSettings): NodeJS.ProcessEnv {
  return mailCatcher === undefined
    ? { SMTP_URL: operator['SMTP_URL'], MAIL_FROM: operator['MAIL_FROM'] }
    : { SMTP_URL: mailCatcher.smtpUrl, MAIL_FROM: 'noreply@localhost.example' };
}

/** Projects of the services. One project may have several processes. */
export const serviceFolders = [...new Set(services.map(({ folder }) => folder))];

/** Variables that are not passed on to all services: secrets of one service, and variables of npm. */
const EXCLUDED_VARIABLES =
  /^(AUDIT_HASH_KEY|ADMIN_PASSWORD|ADMIN_PASSWORD_GENERATED|ADMIN_USERNAME|SERVICE_TOKEN_PRIVATE_KEY|PAYPAL_(CLIENT_ID|CLIENT_SECRET|BASE_URL)|RAZORPAY_(KEY_ID|KEY_SECRET|WEBHOOK_SECRET|BASE_URL)|SMTP_URL|MAIL_FROM|ADMIN_EMAIL|(.+_)?(S3_.*|MONGODB_URI|REDIS_URL|RABBITMQ_URL)|BACKUP_PASSWORD|PORT|HOST|HEALTH_PORT|npm_.*|INIT_CWD)$/;

/** The environment of a service: variables of the operator, overridden by those of the launcher. */
export function serviceEnvironment(
  service: Service,
  settings: ProductSettings,
  healthPort: number,
): NodeJS.ProcessEnv {
  const { operator, mode, secrets, namespace } = settings;
  const passedOn = Object.entries(operator).filter(([name]) => !EXCLUDED_VARIABLES.test(name));
  return {
    ...Object.fromEntries(passedOn),
    NODE_ENV: mode,
    MALLOC_ARENA_MAX: '1',
    NODE_COMPILE_CACHE: compileCache,
    LOG_LEVEL: operator['LOG_LEVEL'] || 'info',
    VERSION: operator['VERSION'] || operator['npm_package_version'],
    ...serverVariables(service, settings, ['REDIS_URL', 'RABBITMQ_URL']),
    ...dataEnvironment(service, settings),
    SERVICE_TOKEN_PUBLIC_KEYS:
      operator['SERVICE_TOKEN_PUBLIC_KEYS'] || publicKeysOf(secrets.serviceTokenKey),
    HEALTH_PORT: String(healthPort),
    ...(operator['RABBITMQ_URL'] && namespace && { MESSAGE_NAMESPACE: namespace }),
    ...(operator['REDIS_URL'] && namespace && { REDIS_PREFIX: `${namespace}:` }),
    ...service.env?.(settings),
  };
}

/** Addresses and keys of servers, with the user of the process where it has one of its own. */
function serverVariables(
  { name }: Service,
  { servers }: ProductSettings,
  variables: string[],
): NodeJS.ProcessEnv {
  // A server that the launcher has started has users; the administrator's address is for no process.
  const hasUsers = (key: string) => services.some((one) => ownVariable(one.name, key) in servers);
  return Object.fromEntries(
    variables.map((key) => [key, servers[hasUsers(key) ? ownVariable(name, key) : key]]),
  );
}

/** The database and the bucket of a process that has them. */
function dataEnvironment(service: Service, settings: ProductSettings): NodeJS.ProcessEnv {
  const { operator, namespace } = settings;
  const toName = (name: string) => (namespace === undefined ? name : `${namespace}-${name}`);
  const database = Object.entries(databases).find(([name]) => name === service.name)?.[1];
  if (database === undefined) return {};
  const { bucket, variable } = bucketOf(service.name);
  const keys = ['MONGODB_URI', 'S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'];
  return {
    ...serverVariables(service, settings, keys),
    S3_REGION: operator['S3_REGION'],
    MONGODB_DB: operator['MONGODB_URI'] ? toName(database) : database,
    [variable]: operator['S3_ENDPOINT'] && namespace ? toName(bucket) : operator[variable],
  };
}

/** A folder from the repository's top, or by default in the data folder. */
const toFolder = (given: string | undefined, byDefault: string) =>
  given ? resolve(repository, given) : byDefault;

/** Variables of billing: the first administrator, the address, payments and mail. */
function billingEnvironment(settings: ProductSettings): NodeJS.ProcessEnv {
  const { administrator, address } = settings;
  return {
    ...paymentEnvironment(settings),
    ...mailEnvironment(settings),
    ADMIN_USERNAME: administrator.username,
    ADMIN_PASSWORD: administrator.password,
    ADMIN_PASSWORD_GENERATED: String(administrator.generated),
    PUBLIC_ORIGIN: address.origin,
  };
}

/** Variables of both media processes: backups. */
function mediaEnvironment({ operator, dataFolder }: ProductSettings): NodeJS.ProcessEnv {
  return { BACKUP_DIR: toFolder(operator['BACKUP_DIR'], join(dataFolder, 'backups')) };
}

/** Variables of both ops processes: the built site, and the live one. */
function opsEnvironment(settings: ProductSettings): NodeJS.ProcessEnv {
  const { operator, address, gatewayPort } = settings;
  const local = gatewayOrigin(address, gatewayPort);
  // In development Vite answers at the browser's address.
  const isDevelopment = gatewayPort !== address.port;
  return {
    WEB_DIST: toFolder(operator['WEB_DIST'], join(repository, 'web/dist')),
    PUBLIC_ORIGIN: isDevelopment ? local : address.origin,
    PROBE_ORIGIN: operator['PROBE_ORIGIN'] || (isDevelopment ? undefined : local),
  };
}
