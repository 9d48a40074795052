// Makes the installation's secrets, all in one Secret; each pod mounts its own.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { makeSecrets, random } from './installation.mjs';

const NAME = 'colour-therapy-secrets';
const {
  API_SERVER = 'https://kubernetes.default.svc',
  ACCOUNT_DIR = '/var/run/secrets/kubernetes.io/serviceaccount',
} = process.env;
const NOT_FOUND = 404;
const read = (/** @type {string} */ name) => readFileSync(`${ACCOUNT_DIR}/${name}`, 'utf8').trim();

const namespace = read('namespace');
const address = `${API_SERVER}/api/v1/namespaces/${namespace}/secrets`;
/** @param {string} url @param {string} method @param {string} type @param {object} [body] */
const request = (url, method, type, body) =>
  fetch(url, {
    method,
    headers: { authorization: `Bearer ${read('token')}`, 'content-type': type },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
/** @param {Response} answer @returns {Promise<unknown>} */
const requireOk = async (answer) => {
  if (answer.ok) return answer.json();
  throw new Error(`the API server answers ${answer.status}: ${await answer.text()}`);
};

const found = await request(`${address}/${NAME}`, 'GET', 'application/json');
const { data = {} } = /** @type {{ data?: Record<string, string> }} */ (
  found.status === NOT_FOUND ? {} : await requireOk(found)
);
/** @type {Record<string, string>} */
const secrets = {};
const stored = (/** @type {string} */ name) =>
  name in data ? Buffer.from(data[name] ?? '', 'base64').toString() : undefined;
/** The value as it is stored, or a new one. @param {string} name @param {() => string} make */
const keep = (name, make) => (secrets[name] = stored(name) ?? make());

makeSecrets({
  keep,
  derive: (name, text) => (secrets[name] = text),
  mongodbHost: 'mongodb',
  rabbitmqSettings: [
    'load_definitions = /etc/rabbitmq/definitions.json',
    'loopback_users = none',
    // Not a share of the node's memory: that is what it would see, and not what its pod may take.
    'vm_memory_high_watermark.absolute = 600MB',
    'disk_free_limit.absolute = 500MB',
  ],
});
// For KEDA, which asks from its own namespace.
keep('redis-address', () => `redis.${namespace}.svc:6379`);
keep('backup.password', random);
keep('admin-password', () => randomBytes(15).toString('base64url'));

const changed = Object.entries(secrets).filter(([name, value]) => stored(name) !== value);
const stringData = Object.fromEntries(changed);
if (found.status === NOT_FOUND) {
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: NAME }, stringData };
  await requireOk(await request(address, 'POST', 'application/json', secret));
} else if (changed.length > 0) {
  const type = 'application/merge-patch+json';
  await requireOk(await request(`${address}/${NAME}`, 'PATCH', type, { stringData }));
}
process.stdout.write(`${changed.length} secrets were written\n`);
