// Makes the users of processes in MinIO, and their policies, by its API for administrators. Repeated, it
// changes nothing. Run as a program it waits for MinIO: S3_ENDPOINT, and the files of its administrator.
import { createCipheriv, createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { bucketName, passwordOf, storagePolicies } from './users.mjs';

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

/** @param {Administrator} administrator @param {string} action @param {Record<string, string>} query @param {Buffer} body */
const call = async (administrator, action, query, body = Buffer.alloc(0)) => {
  const url = new URL(`/minio/admin/v3/${action}`, administrator.endpoint);
  for (const [name, value] of Object.entries(query).sort()) url.searchParams.set(name, value);
  const headers = sign(administrator, 'PUT', url, body);
  const signal = AbortSignal.timeout(10_000);
  const answer = await fetch(url, { method: 'PUT', headers, body, signal });
  if (!answer.ok) throw new Error(`MinIO answers ${answer.status}: ${await answer.text()}`);
};

/** @param {Administrator} administrator @param {(bucket: string) => string[]} bucketNames */
const putUsers = async (administrator, bucketNames) => {
  for (const { user, policy } of storagePolicies(bucketNames)) {
    const secretKey = passwordOf(administrator.password, user);
    const account = JSON.stringify({ secretKey, status: 'enabled' });
    const policyText = Buffer.from(JSON.stringify(policy));
    await call(administrator, 'add-canned-policy', { name: user }, policyText);
    await call(
      administrator,
      'add-user',
      { accessKey: user },
      encrypt(administrator.password, account),
    );
    const attachment = { policyName: user, userOrGroup: user, isGroup: 'false' };
    await call(administrator, 'set-user-or-group-policy', attachment);
  }
};

/** Whether the server does not accept connections yet, or answers 503 until its users are loaded. @param {unknown} error */
const isStarting = (error) =>
  error instanceof TypeError ||
  (error instanceof Error && error.message.startsWith('MinIO answers 503'));

/**
 * Makes the users of all processes that use the object storage. Waits a minute for a server that starts.
 * @param {Administrator} administrator
 * @param {(bucket: string) => string[]} bucketNames see `storagePolicies`
 */
export const makeMinioUsers = async (administrator, bucketNames) => {
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await putUsers(administrator, bucketNames);
    } catch (error) {
      if (attempts === 120 || !isStarting(error)) throw error;
      await pause(500);
    }
  }
};

// Not by process.argv: in a Job the program is a link of a ConfigMap.
if (import.meta.main) {
  const { S3_ENDPOINT = '', MINIO_USER = '', MINIO_PASSWORD_FILE = '' } = process.env;
  const password = readFileSync(MINIO_PASSWORD_FILE, 'utf8').trim();
  const administrator = { endpoint: S3_ENDPOINT, user: MINIO_USER, password };
  await makeMinioUsers(administrator, (bucket) => [bucketName(process.env, bucket)]);
  console.log('the users of the object storage are made');
}
