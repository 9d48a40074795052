import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { composeFiles, replicasFile, repository } from './settings.ts';

const read = (file: string) => readFileSync(join(repository, file), 'utf8');
const compose = composeFiles.map(read).join('\n');
const replicas = read(replicasFile);

/** Names of variables at the beginnings of lines. */
const names = (text: string) =>
  [...text.matchAll(/^\s+([A-Z][A-Z0-9_]{2,}):/gm)].map(([, name = '']) => name);

const schemas = globSync(
  [
    'gateway/src/config.ts',
    'services/*/src/**/{config,settings,chassis-env,mail-env,paypal.config,razorpay.config,receipts.config}.ts',
    'infra/paypal-sandbox/src/config.ts',
    'infra/backup/src/settings.ts',
  ],
  { cwd: repository },
);
// A text is no setting: it is what a fault is called.
const known = new Set(schemas.flatMap((file) => names(read(file).replace(/^\s+\w+: '.*$/gm, ''))));

/** Of the images of others, of `init`, of Node, and of glibc. */
const OTHERS =
  /^(ACME_|GF_|HTTPS_DOMAIN$|MONGO_INITDB_|MONGODB_(HOST|USER|PASSWORD)|MINIO_|GLIBC_TUNABLES$|TEST_PAYMENTS$|TZ$|MALLOC_ARENA_MAX$)/;

/** What the compose file leaves at its default, and why. */
const LEFT = `
  BACKUP_DIR BUILDS_DIR WEB_DIST BACKUP_WORK: paths in the container
  WEB_PROJECT WEB_PREBUILT: the image has built pages
  BACKUP_SSH_KEY: set as a file
  HEALTH_HOST HEALTH_PORT: set in the image
  DRAIN_MS: no balancer outside sends to a gateway that stops
  MESSAGE_NAMESPACE REDIS_PREFIX BACKUPS_DB: for servers that several installations share
  PAYMENT_LEASE_MS RECONCILE_SECONDS REFRESH_GRACE_SECONDS RELEASE_POLL_MS RELEASE_WAIT_MS: no change is needed
  DEPLOYMENT_DRIVER CERTIFICATE_WAIT_SECONDS KUBERNETES_ACCOUNT_DIR: for a cluster
  KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT: for a cluster
  DNS_TRUSTED_CA_FILE DNS_HTTPS_PORT DNS_HTTP_PORT: for laboratories`.match(/[A-Z]+_[A-Z_]+/g);

const OWN = '${IMAGES:-localhost/colour-therapy-database}/';

it('docker-compose.yml sets what the processes read, and nothing else', () => {
  expect(known.size).toBeGreaterThan(50);
  const set = new Set(names(compose + replicas).filter((name) => !OTHERS.test(name)));
  const strangers = [...set].filter((name) => !known.has(name.replace(/_FILE$/, '')));
  expect(strangers).toEqual([]);
  const missing = [...known].filter(
    (name) => !set.has(name) && !set.has(`${name}_FILE`) && !LEFT?.includes(name),
  );
  expect(missing).toEqual([]);
  expect(LEFT?.filter((name) => !known.has(name) || set.has(name))).toEqual([]);
});

it('docker-compose.yml gives no secret a value', () => {
  const secrets = /^\s+(\w*(?:SECRET|PASSWORD|PASS|KEY|URL|URI))(_FILE)?: *(.*)$/gm;
  const values = [...compose.matchAll(secrets)]
    .filter(([, name, isFile]) => !isFile && !/WEBHOOK_URL|BASE_URL/.test(name ?? ''))
    .map(([, name, , value]) => [name, value]);
  expect(values.filter(([, value]) => value !== '')).toEqual([]);
  expect(values.length).toBeGreaterThan(2);
});

it.each([
  ['catalog', 'dist/main.js'],
  ['media-worker', 'dist/worker.js'],
])('docker-compose.yml starts %s as the launcher does', (name, program) => {
  const launcher = read('infra/local/src/product/services.ts').split(`name: '${name}'`)[1] ?? '';
  const service = compose.split(`\n  ${name}:\n`)[1]?.split('\n\n')[0] ?? '';
  const [, options = ''] = /options: \[([^\]]*)\]/.exec(launcher) ?? [];
  const flags = [...options.matchAll(/'([^']+)'/g)].map(([, flag]) => flag);
  expect(flags.length).toBeGreaterThan(0);
  expect(service).toContain(`command: [${[...flags, program].join(', ')}]`);
  const [, arenas] = /MALLOC_ARENA_MAX: '(\d)'/.exec(launcher) ?? [];
  expect(service).toContain(`MALLOC_ARENA_MAX: '${arenas ?? ''}'`);
});

it('docker-compose.yml builds its own images, and asks no registry for them', () => {
  const images = [...compose.matchAll(/^\s+image: (\S+):local$/gm)].map(([, image = '']) => image);
  const own = images.filter((image) => image.startsWith(OWN));
  const names = new Set(own.map((image) => image.slice(OWN.length)));
  const expected = 'backup billing catalog gateway init media ops paypal-sandbox';
  expect([...names].sort().join(' ')).toBe(expected);
  // `mongo-users` has the policy of `init`.
  expect(compose.match(/^ +pull_policy: never$/gm)).toHaveLength(own.length - 1);
  // Two builds that export one name at the same time can fail.
  expect(compose.match(/^ +build:/gm)).toHaveLength(names.size);
});

it('docker-compose.yml leaves every limit of processors to the machine', () => {
  const limits = [...(compose + replicas).matchAll(/cpus: (.*?),/g)].map(([, limit]) => limit);
  expect(limits.length).toBeGreaterThan(10);
  const settings = new Set(["'${CPUS:-1}'", "'${CPUS_LARGE:-2}'"]);
  expect(new Set(limits)).toEqual(settings);
});
