import { randomBytes } from 'node:crypto';
import { AmqpConnection, REDIS } from '@ctdb/chassis';
import { closeApplication, waitUntil, type TestEnv } from '@ctdb/chassis/testing';
import { accessKeys, type PassRecord, type Plan, type SessionRecord } from '@ctdb/contracts';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Redis } from 'ioredis';
import { loadGatewayConfig } from '../../src/config.js';
import { createGateway } from '../../src/create-gateway.js';
import { call, type Call, type Result } from './http-client.js';
import { hashOf } from './shop.js';

const HOUR_MS = 3_600_000;

const config = loadGatewayConfig({ AUDIT_HASH_KEY: 'k'.repeat(32) });
const limits = Object.keys(config).filter((name) => /^(RATE|QUOTA)_/.test(name));

/** Variables that no test of limits wants to run into. */
export const unlimited: Record<string, string> = {
  ...Object.fromEntries(limits.map((name) => [name, '1000000'])),
  DRAIN_MS: '0',
  // Most tests have no ops to wait for.
  RELEASE_WAIT_MS: '0',
};

const newToken = (): string => randomBytes(32).toString('base64url');

/** A gateway that listens, and the Redis that it asks. */
export class GatewayUnderTest {
  private closing: Promise<void> | undefined;

  private constructor(
    readonly app: NestFastifyApplication,
    readonly origin: string,
    readonly redis: Redis,
  ) {}

  static async start(env: TestEnv): Promise<GatewayUnderTest> {
    const app = await createGateway();
    await app.listen(0, '127.0.0.1');
    const redis = new Redis(env.REDIS_URL, { keyPrefix: env.REDIS_PREFIX });
    const link = app.get(AmqpConnection);
    await waitUntil(() => link.isReady, 'the gateway is not connected to RabbitMQ');
    const own = app.get<Redis>(REDIS);
    await waitUntil(() => own.status === 'ready', 'the gateway is not connected to Redis');
    const gateway = new GatewayUnderTest(app, await app.getUrl(), redis);
    if (!env.isShared)
      env.onEnd(async () => {
        redis.disconnect();
        await gateway.close();
      });
    return gateway;
  }

  /** Stops it in order, as SIGTERM does; the end of the file does so too. */
  close(): Promise<void> {
    return (this.closing ??= closeApplication(this.app));
  }

  call(path: string, options?: Call): Promise<Result> {
    return call(this.origin, path, options);
  }

  /** Headers of a person of the team, whose record is written as billing writes it. */
  async admin(overrides: Partial<SessionRecord> = {}): Promise<{ authorization: string }> {
    const token = newToken();
    const record: SessionRecord = {
      accountId: 'a'.repeat(24),
      username: 'admin',
      role: 'admin',
      sessionId: 'session-1',
      expiresAt: Date.now() + HOUR_MS,
      confirmedAt: Date.now(),
      ...overrides,
    };
    await this.redis.set(accessKeys.session(hashOf(token)), JSON.stringify(record), 'PX', HOUR_MS);
    return { authorization: `Bearer ${token}` };
  }

  /** Headers of a buyer, whose record is written as billing writes it. */
  async pass(plan: Plan, overrides: Partial<PassRecord> = {}): Promise<{ cookie: string }> {
    const token = newToken();
    const { expiresAt = Date.now() + HOUR_MS, until = expiresAt } = overrides;
    const own = { id: `purchase-${plan}`, plan, practice: `practice-${plan}` };
    const record: PassRecord = { ...own, ...overrides, expiresAt, until };
    const key = accessKeys.pass(hashOf(token));
    await this.redis.set(key, JSON.stringify(record), 'PXAT', Date.now() + HOUR_MS, 'NX');
    return { cookie: `pass=${token}` };
  }
}
