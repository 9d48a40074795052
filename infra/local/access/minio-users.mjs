// Makes the users of processes in Silo or MinIO, and their policies, by its API for administrators. Repeated, it
// changes nothing. Run as a program it waits for the server: S3_ENDPOINT, and the files with its secrets.
// KEEP_FORMER_USERS=yes leaves the users of the version before, whose processes may still run.
import { createCipheriv, createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import {
  accessKeyOf,
  BACKUP_USER,
  passwordOf,
  STORAGE_ADMINISTRATOR,
  storagePolicies,
  storageProcesses,
} from './users.mjs';

/** @param {string | Buffer} key @param {string} text */
const hmac = (key, text) => createHmac('sha256', key).update(text).digest();
/** @param {string | Buffer} data */
const sha256 = (data) => createHash('sha256').update(data).digest('hex');

const REGION = 'us-east-1';

/** Headers that sign a request (AWS Signature Version 4). @param {Administrator} administrator @param {string} method @param {URL} url @param {Buffer} body */
const sign = ({ user, password }, method, url, body) => {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${REGION}/s3/aws4_request`;
  const headers = { host: url.host, 'x-amz-content-sha256': sha256(body), 'x-amz-date': time };
  const names = Object.keys(headers).join(';');
  const canonical = [
    ...[method, url.pathname, url.searchParams.toString()],
    ...Object.entries(headers).map(([name, value]) => `${name}:${value}`),
    ...['', names, headers['x-amz-content-sha256']],
  ].join('\n');
  const key = [...scope.split('/')].reduce(
    hmac,
    /** @type {string | Buffer} */ (`AWS4${password}`),
  );
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const signature = hmac(key, text).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${user}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...headers, authorization };
};

const PBKDF2_AES_GCM = 2;
const LAST_PART = 0x80;

/**
 * Encrypts as MinIO demands it for secrets: salt, algorithm, nonce, one part of a stream (its bytes are
 * numbered from 1; part 0 authenticates the empty header).
 * @param {string} password
 * @param {string} text
 */
const encrypt = (password, text) => {
  const salt = randomBytes(32);
  const nonce = randomBytes(8);
  const key = pbkdf2Sync(password, salt, 8192, 32, 'sha256');
  /** @param {number} number @param {Buffer} header @param {string} data */
  const seal = (number, header, data) => {
    const counter = Buffer.from([number, 0, 0, 0]);
    const cipher = createCipheriv('aes-256-gcm', key, Buffer.concat([nonce, counter]));
    cipher.setAAD(header);
    return Buffer.concat([cipher.update(data, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  };
  const header = Buffer.concat([Buffer.from([LAST_PART]), seal(0, Buffer.alloc(0), '')]);
  return Buffer.concat([salt, Buffer.from([PBKDF2_AES_GCM]), nonce, seal(1, header, text)]);
};

/** @typedef {{ endpoint: string, user: string, password: string }} Administrator */

/** @typedef {{ endpoint: string, password: string, accessKeys: string }} Storage `accessKeys`: see `accessKeyOf` */

/** @param {Administrator} administrator @param {string} method @param {string} action @param {Record<string, string>} query @param {Buffer} body */
const send = (administrator, method, action, query, body = Buffer.alloc(0)) => {
  const url = new URL(`/minio/admin/v3/${action}`, administrator.endpoint);
  for (const [name, value] of Object.entries(query).sort()) url.searchParams.set(name, value);
  const headers = sign(administrator, method, url, body);
  const signal = AbortSignal.timeout(10_000);
  return fetch(url, { method, headers, ...(body.length > 0 && { body }), signal });
};

/** @param {Response} answer */
const assertOk = async (answer) => {
  if (!answer.ok) throw new Error(`MinIO answers ${answer.status}: ${await answer.text()}`);
};

/** @param {Administrator} administrator @param {string} action @param {Record<string, string>} query @param {Buffer} [body] */
const put = async (administrator, action, query, body) =>
  assertOk(await send(administrator, 'PUT', action, query, body));

/** @param {Administrator} administrator @param {string} accessKeys @param {NodeJS.ProcessEnv} env */
const putUsers = async (administrator, accessKeys, env) => {
  for (const { user, policy } of storagePolicies(env)) {
    const accessKey = accessKeyOf(accessKeys, user);
    const secretKey = passwordOf(administrator.password, user);
    const account = JSON.stringify({ secretKey, status: 'enabled' });
    const policyText = Buffer.from(JSON.stringify(policy));
    await put(administrator, 'add-canned-policy', { name: user }, policyText);
    await put(administrator, 'add-user', { accessKey }, encrypt(administrator.password, account));
    const attachment = { policyName: user, userOrGroup: accessKey, isGroup: 'false' };
    await put(administrator, 'set-user-or-group-policy', attachment);
  }
};

const NOT_FOUND = 404;
/** The administrator of versions whose access keys were names. */
const FORMER_ADMINISTRATOR = 'ctdb';

/** Removes the users whose access keys are the names of processes. @param {Administrator} administrator */
const removeFormerUsers = async (administrator) => {
  for (const accessKey of [...storageProcesses, BACKUP_USER]) {
    const answer = await send(administrator, 'DELETE', 'remove-user', { accessKey });
    if (answer.status !== NOT_FOUND) await assertOk(answer);
  }
};

/** Whether the server does not accept connections yet, or answers 503 until its users are loaded. @param {unknown} error */
const isStarting = (error) =>
  error instanceof TypeError ||
  (error instanceof Error && error.message.startsWith('MinIO answers 503'));

/** Whether the server runs with another administrator. @param {unknown} error */
const isUnknown = (error) => error instanceof Error && error.message.includes('InvalidAccessKeyId');

/**
 * Makes the users of all processes that use the object storage. Waits a minute for a server that starts.
 * @param {Storage} storage
 * @param {NodeJS.ProcessEnv} env see `storagePolicies`
 */
export const makeMinioUsers = async (
  { endpoint, password, accessKeys },
  env,
  keepsFormerUsers = false,
) => {
  const administrator = {
    endpoint,
    password,
    user: accessKeyOf(accessKeys, STORAGE_ADMINISTRATOR),
  };
  for (let attempts = 0; ; attempts += 1) {
    try {
      await putUsers(administrator, accessKeys, env);
      if (!keepsFormerUsers) await removeFormerUsers(administrator);
      return;
    } catch (error) {
      // A server that has not been restarted since the update.
      if (isUnknown(error) && administrator.user !== FORMER_ADMINISTRATOR)
        administrator.user = FORMER_ADMINISTRATOR;
      else if (attempts === 120 || !isStarting(error)) throw error;
      else await pause(500);
    }
  }
};

// Not by process.argv: in a Job the program is a link of a ConfigMap.
if (import.meta.main) {
  const { env } = process;
  const read = (/** @type {string | undefined} */ file) => readFileSync(file ?? '', 'utf8').trim();
  const storage = {
    endpoint: env.S3_ENDPOINT ?? '',
    password: read(env.MINIO_PASSWORD_FILE),
    accessKeys: read(env.MINIO_ACCESS_KEYS_FILE),
  };
  const keepsFormerUsers = env.KEEP_FORMER_USERS === 'yes';
  await makeMinioUsers(storage, env, keepsFormerUsers);
  console.log('the users of the object storage are made');
}
