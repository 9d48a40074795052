import { randomBytes, randomUUID } from 'node:crypto';
import { MONGO } from '@ctdb/chassis';
import {
  admin,
  anonymous,
  emptyRedis,
  eventSpy,
  type EventSpy,
  person,
  type RpcCaller,
  rpcCallers,
  sharedTestEnv,
  startTestService,
  testEnv,
  type TestEnv,
  type TestService,
} from '@ctdb/chassis/testing';
import {
  accessKeys,
  claimPasses,
  DomainError,
  type EventContract,
  getActivePass,
  invitePerson,
  isAccessReason,
  listPeople,
  listPurchases,
  openLink,
  passRecord,
  type PassRecord,
  type PersonRole,
  type Purchase,
  refreshSession,
  renewBrowserToken,
  type RequestInput,
  restoreAccess,
  revealAccessCode,
  type SessionRecord,
  sessionRecord,
  type SessionTokens,
  setPasswordByLink,
  signIn,
} from '@ctdb/contracts';
import { getModelToken } from '@nestjs/mongoose';
import { Redis } from 'ioredis';
import type { Connection, Model } from 'mongoose';
import { beforeAll, expect, vi } from 'vitest';
import { hashToken } from '../../src/accounts/users/tokens.js';
import { BillingModule } from '../../src/billing.module.js';
import { PracticeRecord } from '../../src/practices/practice.record.js';
import { PurchaseRecord } from '../../src/purchases/purchase.record.js';
import { ReceiptRecord } from '../../src/receipts/receipt.record.js';
import { ledgerOf, newBrowser, type Paid } from './ledger.js';
import { PaypalSimulator } from './paypal.js';
import { RazorpaySimulator } from './razorpay.js';

/** The administrator of the tests. */
export const ADMIN = { username: 'Admin', password: 'tangerine-otter-47' } as const;
/** The password of those who join. */
export const PASSWORD = 'marigold-heron-58';
/** Where browsers find the product. */
export const ORIGIN = 'https://clinic.example';
/** The tax number of the seller. */
export const GSTIN = '29AAGCB7383J1Z4';

/** Accounts at the providers, which the files of a worker share. */
export const simulators = { paypal: new PaypalSimulator(), razorpay: new RazorpaySimulator() };

const basic = {
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
  BILLING_BUCKET: `test-${randomBytes(6).toString('hex')}`,
  // Seldom enough that what happens here is not the reconciler's work.
  RECONCILE_SECONDS: '3600',
};
const common = {
  ...basic,
  PUBLIC_ORIGIN: ORIGIN,
  ...{ SELLER_NAME: 'Clinic', SELLER_ADDRESS: 'Bengaluru', SELLER_GSTIN: GSTIN },
  ...simulators.paypal.env,
  ...simulators.razorpay.env,
};

/** Where a person gets mail, and in which language. */
interface Contact {
  contactEmail?: string;
  locale?: 'en' | 'kn';
}

/** An environment that files of a worker share, or one of its own for a file with `settings`. */
export const billingEnv = (settings?: Record<string, string>): TestEnv =>
  settings ? testEnv({ ...basic, ...settings }) : sharedTestEnv(common);

/** A client that sees the keys as the service does. */
export const redisOf = (env: TestEnv): Redis => {
  const redis = new Redis(env.REDIS_URL, { keyPrefix: env.REDIS_PREFIX });
  env.onEnd(async () => redis.disconnect());
  return redis;
};

const isAbout =
  (id: string) =>
  ({ payload }: { payload: unknown }): boolean =>
    Object.values(payload as object).includes(id);

/** Billing, which runs during the tests of the file; it begins without purchases of other files. */
export class TestBilling {
  readonly redis: Redis;
  service!: TestService;
  as!: Awaited<ReturnType<typeof rpcCallers>>;
  /** Calls of a stranger. */
  buyer!: RpcCaller;
  admin!: RpcCaller;
  /** Calls of the first owner. */
  owner!: RpcCaller;
  ownerId!: string;
  events!: EventSpy;
  readonly ledger = ledgerOf(() => this.service);

  constructor(readonly env: TestEnv = billingEnv()) {
    this.redis = redisOf(env);
    beforeAll(async () => {
      this.events = await eventSpy(env);
      this.service = await startTestService(BillingModule, env);
      this.as = await rpcCallers(env);
      this.buyer = this.as(anonymous);
      this.admin = this.as(admin());
      this.ownerId = String((await this.users().findOne({ usernameKey: 'admin' }))?._id);
      this.owner = this.asOwner(this.ownerId);
      const names = [PracticeRecord.name, PurchaseRecord.name, ReceiptRecord.name];
      if (env.isShared) for (const name of names) await this.model(name).deleteMany({});
    }, 60_000);
  }

  model<T>(name: string): Model<T> {
    return this.service.get<Model<T>>(getModelToken(name));
  }

  users() {
    return this.service.get<Connection>(MONGO).collection('users');
  }

  /** The value of the browser's key in Redis. */
  readonly inRedis = async (browser: string): Promise<PassRecord | string | null> => {
    const value = await this.redis.get(accessKeys.pass(browser));
    return value === null || isAccessReason(value) ? value : passRecord.parse(JSON.parse(value));
  };

  readonly resume = async (browser: string): Promise<PassRecord | null> =>
    (await this.buyer(getActivePass, { browser })).pass;

  readonly claim = async (browser: string): Promise<PassRecord | null> =>
    (await this.buyer(claimPasses, { browser })).pass;

  readonly list = async (browser: string): Promise<Purchase[]> =>
    (await this.buyer(listPurchases, { browser })).purchases;

  /** What the browser's purchases look like to their buyer. */
  readonly statesOf = async (browser: string): Promise<Record<string, Purchase['state']>> =>
    Object.fromEntries((await this.list(browser)).map(({ id, state }) => [id, state]));

  /** A purchase that has begun in the browser that ordered it. */
  readonly begun = async (...args: Parameters<typeof this.ledger.paid>): Promise<Paid> => {
    const paid = await this.ledger.paid(...args);
    await this.ledger.activate(paid.id);
    return paid;
  };

  /** Opens the practice of a purchase in another browser, by its access code. */
  readonly restore = (
    { accessCode }: Pick<Paid, 'accessCode'>,
    next = newBrowser(),
    more: Partial<RequestInput<typeof restoreAccess>> = {},
  ) => this.buyer(restoreAccess, { accessCode, next, address: freshAddress(), ...more });

  /** Lets `next` replace the token of a browser when it is first used; undefined if it does not. */
  readonly renew = async (browser: string, next = newBrowser()): Promise<string | undefined> =>
    (await this.buyer(renewBrowserToken, { browser, next })).isRenewed ? next : undefined;

  /** The code of a purchase, shown to a browser. */
  readonly reveal = async (orderId: string, browser: string): Promise<string> =>
    (await this.buyer(revealAccessCode, { orderId, browser })).accessCode;

  practices() {
    return this.model<PracticeRecord>(PracticeRecord.name);
  }

  private readonly withoutPrefix = (key: string) => key.slice(this.env.REDIS_PREFIX.length);

  /** The names of the keys in Redis that contain `part`. */
  readonly keys = async (part = ''): Promise<string[]> =>
    (await this.redis.keys(`${this.env.REDIS_PREFIX}*${part}*`)).map(this.withoutPrefix);

  /** Lets Redis forget everything of this test. */
  readonly emptyRedis = (): Promise<void> => emptyRedis(this.env);

  asOwner(id: string): RpcCaller {
    return this.as(person('owner', { id }));
  }

  /** What is published of a kind about an account or a purchase. */
  readonly eventsAbout = <E extends EventContract>(contract: E, id: string) =>
    this.events.of(contract).filter(isAbout(id));

  /** The first of these, as soon as it is published. */
  readonly eventAbout = <E extends EventContract>(contract: E, id: string) =>
    this.events.waitFor(contract, isAbout(id));

  /** A person who has set the password. */
  async join(role: PersonRole, contact?: Contact) {
    const { id, username, token } = await this.invite(role, contact);
    await this.setPassword(token);
    return { id, username };
  }

  readonly signIn = (username: string, password: string = PASSWORD): Promise<SessionTokens> =>
    this.buyer(signIn, { username, password, address: freshAddress() });

  readonly refresh = ({ refreshToken }: Pick<SessionTokens, 'refreshToken'>) =>
    this.buyer(refreshSession, { refreshToken });

  /** What a link of a person shows. */
  readonly openLink = (token: string) => this.buyer(openLink, { token });

  readonly setPassword = (
    token: string,
    password: string = PASSWORD,
    idempotencyKey: string = randomUUID(),
  ) => this.buyer(setPasswordByLink, { token, password }, { idempotencyKey });

  /** A person in the list of an owner. */
  readonly listed = async (id: string) =>
    (await this.owner(listPeople, { page: 1, limit: 100 })).items.find((row) => row.id === id);

  /** Who is invited with a new name, and the link. */
  readonly invite = async (role: PersonRole, contact: Contact = {}) => {
    const username = newName();
    return { username, ...(await this.owner(invitePerson, { username, role, ...contact })) };
  };

  /** The session of an access token, if it is open. */
  readonly recordOf = async ({
    token,
  }: Pick<SessionTokens, 'token'>): Promise<SessionRecord | undefined> => {
    const value = await this.redis.get(accessKeys.session(hashToken(token)));
    return value === null ? undefined : sessionRecord.parse(JSON.parse(value));
  };

  readonly isOpen = async (tokens: Pick<SessionTokens, 'token'>): Promise<boolean> =>
    (await this.recordOf(tokens)) !== undefined;
}

/** A username that no test has used yet. */
export const newName = (): string => `person-${randomBytes(5).toString('hex')}`;

/** The code that `work` failed with. */
export const codeOf = async (work: Promise<unknown>): Promise<string> => (await errorOf(work)).code;

/** What `work` failed with; fails the test if it did not, or not with an error of the contract. */
export const errorOf = async (work: Promise<unknown>): Promise<DomainError> => {
  const [{ reason }] = (await Promise.allSettled([work])) as [{ reason?: unknown }];
  if (reason instanceof DomainError) return reason;
  throw new Error('expected a DomainError', { cause: reason });
};

/** How many of all succeed. */
export const countSuccesses = async (works: Promise<unknown>[]): Promise<number> =>
  (await Promise.allSettled(works)).filter(({ status }) => status === 'fulfilled').length;

/**
 * Fails if the shortest times that the two take differ by more than `factor`. Work beside the test makes single times
 * longer, so it measures on until they are as close: those of different work stay apart.
 */
export const expectSameTime = async (
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  factor: number,
): Promise<void> => {
  const fastest: [number, number] = [Infinity, Infinity];
  const ratio = () => fastest[0] / fastest[1];
  const isClose = () => ratio() > 1 / factor && ratio() < factor;
  for (let round = 0; round < 18 || (round < 200 && !isClose()); round += 1) {
    const start = performance.now();
    await (round % 2 === 0 ? one : other)();
    fastest[round % 2] = Math.min(fastest[round % 2] ?? NaN, performance.now() - start);
  }
  expect(ratio()).toBeGreaterThan(1 / factor);
  expect(ratio()).toBeLessThan(factor);
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
