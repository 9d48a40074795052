import { MONGO } from '@ctdb/chassis';
import {
  anonymous,
  person,
  type RpcCaller,
  rpcCallers,
  startTestService,
  type TestService,
} from '@ctdb/chassis/testing';
import {
  accessKeys,
  invitePerson,
  sessionRecord,
  type PersonRole,
  type SessionTokens,
  setPasswordByLink,
  signIn,
} from '@ctdb/contracts';
import { beforeAll } from 'vitest';
import type { Connection } from 'mongoose';
import { hashToken } from '../../src/accounts/tokens.js';
import { BillingModule } from '../../src/billing.module.js';
import { billingEnv, errorOf, freshAddress, redisOf } from './billing.js';

/** The password of those who {@link testTeam} lets join. */
export const PASSWORD = 'marigold-heron-58';

/** Billing with its first owner, which runs during the tests of the file; use it inside of tests only. */
export const testTeam = () => {
  const env = billingEnv();
  const redis = redisOf(env);
  let service: TestService;
  let callers: Awaited<ReturnType<typeof rpcCallers>>;
  let firstOwner: string;
  let last = 0;

  beforeAll(async () => {
    service = await startTestService(BillingModule, env);
    callers = await rpcCallers(env);
    firstOwner = String((await users().findOne({ usernameKey: 'admin' }))?._id);
  }, 60_000);

  const users = () => service.get<Connection>(MONGO).collection('users');
  const as: typeof callers = (subject) => callers(subject);
  const call: RpcCaller = (...request) => as(anonymous)(...request);
  const asOwner = (id: string): RpcCaller => as(person('owner', { id }));
  const owner: RpcCaller = (...request) => asOwner(firstOwner)(...request);
  const nextName = () => `person-${(last += 1)}`;

  return {
    env,
    service: () => service,
    users,
    as,
    /** Calls of a stranger. */
    call,
    /** Calls of the first owner. */
    owner,
    asOwner,
    firstOwner: () => firstOwner,
    nextName,
    /** A person who has set the password. */
    join: async (role: PersonRole) => {
      const username = nextName();
      const { id, token } = await owner(invitePerson, { username, role });
      await call(setPasswordByLink, { token, password: PASSWORD });
      return { id, username };
    },
    signInWith: (username: string, password = PASSWORD) =>
      call(signIn, { username, password, address: freshAddress() }),
    recordOf: async ({ token }: SessionTokens) => {
      const value = await redis.get(accessKeys.session(hashToken(token)));
      return value === null ? undefined : sessionRecord.parse(JSON.parse(value));
    },
  };
};

/** The code that `work` failed with. */
export const codeOf = async (work: Promise<unknown>): Promise<string> => (await errorOf(work)).code;
