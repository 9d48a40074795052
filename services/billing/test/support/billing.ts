import {
  admin,
  anonymous,
  type RpcCaller,
  rpcCallers,
  startTestService,
  testEnv,
  type TestEnv,
  type TestService,
} from '@ctdb/chassis/testing';
import {
  accessKeys,
  DomainError,
  isAccessReason,
  passRecord,
  type PassRecord,
  type SessionTokens,
  signIn,
} from '@ctdb/contracts';
import { beforeAll, vi } from 'vitest';
import { Redis } from 'ioredis';
import { BillingModule } from '../../src/billing.module.js';

/** The administrator of the tests. */
export const ADMIN = { username: 'Admin', password: 'tangerine-otter-47' } as const;

/** An environment of its own for billing; `extra` overrides. */
export const billingEnv = (extra: Record<string, string> = {}): TestEnv =>
  testEnv({ ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password, ...extra });

/** A client that sees the keys as the service does. */
export const redisOf = (env: TestEnv): Redis => {
  const redis = new Redis(env.REDIS_URL, { keyPrefix: env.REDIS_PREFIX });
  env.onEnd(async () => redis.disconnect());
  return redis;
};

/** Billing, which runs during the tests of the file. */
export class TestBilling {
  readonly redis: Redis;
  service!: TestService;
  buyer!: RpcCaller;
  admin!: RpcCaller;

  constructor(readonly env: TestEnv) {
    this.redis = redisOf(env);
    beforeAll(async () => {
      this.service = await startTestService(BillingModule, env);
      const as = await rpcCallers(env);
      this.buyer = as(anonymous);
      this.admin = as(admin());
    }, 60_000);
  }

  /** The value of the browser's key in Redis. */
  readonly inRedis = async (browser: string): Promise<PassRecord | string | null> => {
    const value = await this.redis.get(accessKeys.pass(browser));
    return value === null || isAccessReason(value) ? value : passRecord.parse(JSON.parse(value));
  };
}

/** What `work` failed with; fails the test if it did not, or not with an error of the contract. */
export const errorOf = async (work: Promise<unknown>): Promise<DomainError> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof DomainError) return error;
  throw new Error('expected a DomainError', { cause: error });
};

/** An address that no test has used yet. */
export const freshAddress = (() => {
  let last = 0;
  return (): string => {
    last += 1;
    return `198.51.${Math.floor(last / 250)}.${(last % 250) + 1}`;
  };
})();

/** Signs the test's administrator in. */
export const signInAs = (
  call: RpcCaller,
  password: string = ADMIN.password,
  address: string = freshAddress(),
): Promise<SessionTokens> => call(signIn, { username: 'admin', password, address });

/** One line of the log. */
export type LogLine = Record<string, unknown> & { msg?: string };

/**
 * Captures the log lines of services that start from now on and does not print them. (Pino
 * bypasses `process.stdout` unless a caller has replaced its `write`.)
 */
export const captureLogs = (): { text: () => string; lines: () => LogLine[] } => {
  let text = '';
  const write = process.stdout.write.bind(process.stdout);
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    if (!String(chunk).startsWith('{"level"')) return write(chunk);
    text += String(chunk);
    return true;
  });
  return {
    text: () => text,
    lines: () =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as LogLine),
  };
};
