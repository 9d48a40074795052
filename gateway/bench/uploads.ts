/**
 * The gateway's memory during 50 uploads of 10 MB at once: gateway, media with its worker, and
 * object storage, all real; the catalog answers from memory. Needs MONGODB_URI, REDIS_URL,
 * RABBITMQ_URL, S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY, and the built media service.
 */
import type { ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { accessKeys, type SessionRecord } from '@ctdb/contracts';
import { Redis } from 'ioredis';
import { Client } from 'minio';
import { createConnection } from 'mongoose';
import { createGateway } from '../src/create-gateway.js';
import { startCatalog } from './catalog.js';
import { heavyPng } from './picture.js';
import { memoryOf, start, startBuilt, stop } from './processes.js';

const AT_ONCE = Number(process.env['UPLOADS'] ?? 50);
const HOUR_MS = 3_600_000;
const file = fileURLToPath(import.meta.url);
const media = (path: string) =>
  fileURLToPath(new URL(`../../../../services/media/dist/${path}`, import.meta.url));
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

const startGateway = async (): Promise<void> => {
  const app = await createGateway();
  await app.listen(0, '127.0.0.1');
  process.send?.(await app.getUrl());
};

const signIn = async (): Promise<string> => {
  const redis = new Redis(process.env['REDIS_URL'] ?? '', {
    keyPrefix: process.env['REDIS_PREFIX'] ?? '',
  });
  const token = randomBytes(32).toString('base64url');
  const record: SessionRecord = {
    accountId: 'a'.repeat(24),
    username: 'admin',
    sessionId: 'session',
    expiresAt: Date.now() + HOUR_MS,
  };
  const key = accessKeys.session(createHash('sha256').update(token).digest('hex'));
  await redis.set(key, JSON.stringify(record), 'PX', HOUR_MS);
  redis.disconnect();
  return `Bearer ${token}`;
};

/** Uploads one image; the status of the answer. */
const uploader = (origin: string, authorization: string, picture: Blob) => async () => {
  const body = new FormData();
  body.append('treatmentId', 'e'.repeat(24));
  body.append('title', 'Left arm');
  body.append('image', picture, 'arm.png');
  const headers = { authorization };
  const answer = await fetch(`${origin}/api/treatments/images`, { method: 'POST', body, headers });
  await answer.arrayBuffer();
  return answer.status;
};

const measure = async (gateway: ChildProcess, upload: () => Promise<number>): Promise<void> => {
  const timeout = AbortSignal.timeout(120_000);
  while ((await upload()) !== 201) {
    timeout.throwIfAborted();
    await pause(500);
  }
  const before = await memoryOf(gateway);
  const seen: number[] = [];
  const watch = setInterval(() => void memoryOf(gateway).then(({ now }) => seen.push(now)), 50);
  const began = performance.now();
  const statuses = await Promise.all(Array.from({ length: AT_ONCE }, upload));
  const seconds = (performance.now() - began) / 1_000;
  clearInterval(watch);
  const { now, most } = await memoryOf(gateway);
  const ready = statuses.filter((status) => status === 201).length;
  const figure = (value: number) => `${value.toFixed(0)} MB`;
  say(`${AT_ONCE} uploads of 10 MB at once: ${ready} ready in ${seconds.toFixed(1)} s`);
  say(`other answers         ${statuses.filter((status) => status !== 201).join(' ') || 'none'}`);
  say(`gateway before        ${figure(before.now)}`);
  say(`gateway at the most   ${figure(Math.max(...seen, most))} (${seen.length} looks)`);
  say(`gateway afterwards    ${figure(now)}`);
  say(`growth at the most    ${figure(Math.max(...seen, most) - before.now)}`);
};

const removeTraces = async (name: string): Promise<void> => {
  const { hostname, port, protocol } = new URL(process.env['S3_ENDPOINT'] ?? '');
  const client = new Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: protocol === 'https:',
    accessKey: process.env['S3_ACCESS_KEY'] ?? '',
    secretKey: process.env['S3_SECRET_KEY'] ?? '',
  });
  if (await client.bucketExists(name)) {
    for await (const { name: key } of client.listObjectsV2(name, '', true))
      if (key) await client.removeObject(name, key);
    await client.removeBucket(name);
  }
  const mongo = await createConnection(process.env['MONGODB_URI'] ?? '', {
    dbName: name,
  }).asPromise();
  await mongo.dropDatabase();
  await mongo.close();
};

const main = async (): Promise<void> => {
  const name = `bench-${randomBytes(5).toString('hex')}`;
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  Object.assign(process.env, {
    MONGODB_DB: name,
    REDIS_PREFIX: `${name}:`,
    MESSAGE_NAMESPACE: name,
    S3_BUCKET: name,
    BACKUP_DIR: join(folder, 'backups'),
    WEB_DIST: folder,
    SERVICE_TOKEN_SECRET: randomBytes(32).toString('hex'),
    SEED_SAMPLE_DATA: 'false',
    HEALTH_PORT: '0',
    LOG_LEVEL: 'warn',
    RATE_UPLOAD: '100000',
  });
  const picture = new Blob([new Uint8Array(heavyPng(10))], { type: 'image/png' });
  const catalog = await start(file, 'catalog');
  const gateway = await start(file, 'gateway');
  const services = [
    await startBuilt(media('main.js')),
    await startBuilt(media('worker.js'), ['--max-semi-space-size=2']),
  ];
  try {
    await measure(gateway.child, uploader(String(gateway.message), await signIn(), picture));
  } finally {
    for (const child of services) await stop(child);
    for (const { child } of [catalog, gateway]) child.send('end');
    await removeTraces(name);
    await rm(folder, { recursive: true, force: true });
  }
};

process.once('message', () => process.exit());
switch (process.argv[2] ?? 'measure') {
  case 'catalog':
    await startCatalog();
    process.send?.('ready');
    break;
  case 'gateway':
    await startGateway();
    break;
  default:
    await main();
}
