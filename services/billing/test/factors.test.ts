import { MONGO } from '@ctdb/chassis';
import {
  anonymous,
  eventSpy,
  type EventSpy,
  person,
  type RpcCaller,
  rpcCallers,
  startTestService,
  type TestService,
} from '@ctdb/chassis/testing';
import {
  accessKeys,
  accountEvents,
  addPasskey,
  addTotp,
  changePassword,
  completeSignIn,
  confirm,
  type ErrorParams,
  type FactorProof,
  getFactors,
  openLink,
  removePasskey,
  removePersonFactors,
  removeTotp,
  renewRecoveryCodes,
  sessionRecord,
  type SessionTokens,
  setPasswordByLink,
  signIn,
  startConfirmation,
  startPasskey,
  startTotp,
} from '@ctdb/contracts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from 'mongoose';
import { TOTP } from 'otpauth';
import { OwnerReset } from '../src/accounts/owner-reset.js';
import { hashToken } from '../src/accounts/tokens.js';
import { BillingModule } from '../src/billing.module.js';
import { Authenticator } from './support/authenticator.js';
import { ADMIN, billingEnv, errorOf, freshAddress, redisOf, signInAs } from './support/billing.js';

const ORIGIN = 'https://clinic.example';
const env = billingEnv({ PUBLIC_ORIGIN: ORIGIN });
const redis = redisOf(env);
let service: TestService;
let as: Awaited<ReturnType<typeof rpcCallers>>;
let call: RpcCaller;
let id: string;
let spy: EventSpy;

const users = () => service.get<Connection>(MONGO).collection('users');

beforeAll(async () => {
  spy = await eventSpy(env);
  service = await startTestService(BillingModule, env);
  as = await rpcCallers(env);
  call = as(anonymous);
  id = String((await users().findOne({ usernameKey: 'admin' }))?._id);
}, 60_000);

beforeEach(async () => {
  const $unset = { totp: 1, passkeys: 1, recoveryCodes: 1 };
  await users().updateOne({ usernameKey: 'admin' }, { $unset });
});

const codeOf = async (work: Promise<unknown>) => (await errorOf(work)).code;
const recordOf = async ({ token }: Pick<SessionTokens, 'token'>) =>
  sessionRecord.parse(JSON.parse((await redis.get(accessKeys.session(hashToken(token)))) ?? ''));
/** Calls as the person, in the session of these tokens. */
const within = async (tokens: Pick<SessionTokens, 'token'>): Promise<RpcCaller> => {
  const { sessionId } = await recordOf(tokens);
  return as(person('owner', { id, sessionId }));
};
const owner = () => as(person('owner', { id }));
const codeAt = (secret: string, timestamp = Date.now()) =>
  new TOTP({ secret }).generate({ timestamp });
/** As if the last code was used long ago. */
const forgetStep = () =>
  users().updateOne({ usernameKey: 'admin' }, { $set: { 'totp.lastStep': 0 } });

const withTotp = async () => {
  const { secret } = await owner()(startTotp, {});
  const { recoveryCodes = [] } = await owner()(addTotp, { code: codeAt(secret) });
  await forgetStep();
  return { secret, recoveryCodes };
};
const withPasskey = async (name = 'Phone') => {
  const device = new Authenticator(ORIGIN);
  const { options } = await owner()(startPasskey, {});
  const credential = device.create(options.challenge);
  const { recoveryCodes } = await owner()(addPasskey, { name, credential });
  return { device, credential, recoveryCodes };
};
/** What is asked after the right password. */
const askedAfterPassword = async () => {
  const error = await errorOf(signInAs(call));
  expect(error.code).toBe('SECOND_FACTOR_REQUIRED');
  return error.params as ErrorParams<'SECOND_FACTOR_REQUIRED'>;
};
const complete = (challenge: string, proof: FactorProof, browser?: string) =>
  call(completeSignIn, { challenge, proof, address: freshAddress(), browser });

describe('a confirmation', () => {
  it('wants the second factor where there is one', async () => {
    const again = await within(await signInAs(call));
    const { secret } = await withTotp();
    expect(await again(startConfirmation, {})).toEqual({ kinds: ['code'] });
    const address = freshAddress();
    const byPassword = again(confirm, { proof: { password: ADMIN.password }, address });
    expect(await codeOf(byPassword)).toBe('WRONG_FACTOR');
    const code = codeAt(secret);
    await again(confirm, { proof: { code }, address });
    expect(await codeOf(again(confirm, { proof: { code }, address }))).toBe('WRONG_FACTOR');
  });
});

describe('the challenge of a sign-in', () => {
  it('is answered in the browser that got it, within five minutes', async () => {
    const { secret } = await withTotp();
    const browser = hashToken('own');
    const attempt = { username: 'admin', password: ADMIN.password, browser };
    const error = await errorOf(call(signIn, { ...attempt, address: freshAddress() }));
    const { challenge } = error.params as ErrorParams<'SECOND_FACTOR_REQUIRED'>;
    const code = codeAt(secret);
    // Whom it is about is no claim of the caller.
    expect(challenge).toMatch(/^[\w-]{43}\.Admin$/);
    const forged = challenge.replace('Admin', 'Asha');
    expect(await codeOf(complete(forged, { code }, browser))).toBe('CHALLENGE_ENDED');
    for (const other of [undefined, hashToken('other')])
      expect(await codeOf(complete(challenge, { code }, other))).toBe('CHALLENGE_ENDED');
    const left = await redis.pttl(`challenge:sign-in:${hashToken(challenge)}`);
    expect(left).toBeGreaterThan(290_000);
    expect(left).toBeLessThanOrEqual(300_000);
    const { browserToken } = await complete(challenge, { code }, browser);
    expect(await redis.exists(`tries:browser:${hashToken(browserToken)}`)).toBe(1);
  });

  it('is for persons who may sign in', async () => {
    await withTotp();
    await users().updateOne({ usernameKey: 'admin' }, { $set: { disabledAt: new Date() } });
    expect(await codeOf(signInAs(call))).toBe('INVALID_CREDENTIALS');
    await users().updateOne({ usernameKey: 'admin' }, { $unset: { disabledAt: 1 } });
  });
});

describe('an authenticator app', () => {
  it('is added by its first code, brings ten recovery codes, and is asked for at the sign-in', async () => {
    const { secret } = await owner()(startTotp, {});
    expect(await codeOf(owner()(addTotp, { code: '000000' }))).toBe('WRONG_FACTOR');
    expect((await signInAs(call)).token).toBeDefined();
    const first = codeAt(secret);
    const { recoveryCodes } = await owner()(addTotp, { code: first });
    expect(new Set(recoveryCodes).size).toBe(10);
    // 120 random bits.
    expect(recoveryCodes?.[0]).toMatch(/^(\w{4}-){5}\w{4}$/);
    expect(await codeOf(owner()(addTotp, { code: first }))).toBe('CHALLENGE_ENDED');
    expect(await owner()(getFactors, {})).toMatchObject({ recoveryCodesLeft: 10, passkeys: [] });
    const { challenge, kinds, setup } = await askedAfterPassword();
    expect([kinds, setup]).toEqual([['code'], undefined]);
    // The code that added the app is used already.
    expect(await codeOf(complete(challenge, { code: first }))).toBe('WRONG_FACTOR');
    const next = codeAt(secret, Date.now() + 30_000);
    const tokens = await complete(challenge, { code: `${next.slice(0, 3)} ${next.slice(3)}` });
    expect((await recordOf(tokens)).accountId).toBe(id);
    expect(await codeOf(complete(challenge, { code: next }))).toBe('CHALLENGE_ENDED');
    const { payload, actor } = await spy.waitFor(accountEvents.factorAdded);
    expect([payload.factor, actor]).toEqual(['totp', expect.objectContaining({ id })]);
  });

  it('lets one of two sign-ins with the same code in', async () => {
    const { secret } = await withTotp();
    const asked = [await askedAfterPassword(), await askedAfterPassword()];
    const code = codeAt(secret);
    const settled = await Promise.allSettled(
      asked.map(({ challenge }) => complete(challenge, { code })),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('can be guessed five times after each password, and then less and less often', async () => {
    await withTotp();
    const { challenge } = await askedAfterPassword();
    for (let round = 0; round < 5; round += 1)
      expect(await codeOf(complete(challenge, { code: '000000' }))).toBe('WRONG_FACTOR');
    expect(await codeOf(complete(challenge, { code: '000000' }))).toBe('CHALLENGE_ENDED');
    const address = freshAddress();
    const guess = async () => {
      const next = await askedAfterPassword();
      const proof = { code: '000000' };
      return codeOf(call(completeSignIn, { challenge: next.challenge, proof, address }));
    };
    const guesses: string[] = [];
    // The right password in between does not clear what was guessed.
    for (let round = 0; round < 6; round += 1) guesses.push(await guess());
    expect(guesses).toEqual([...Array.from({ length: 5 }, () => 'WRONG_FACTOR'), 'TOO_MANY_TRIES']);
  });

  it('is removed, with the recovery codes', async () => {
    await withTotp();
    await owner()(removeTotp, {});
    expect(await owner()(getFactors, {})).toMatchObject({ recoveryCodesLeft: 0 });
    expect((await signInAs(call)).token).toBeDefined();
    expect(await codeOf(owner()(removeTotp, {}))).toBe('NOT_FOUND');
  });
});

describe('a recovery code', () => {
  it('works once, however it is typed, until there are new ones', async () => {
    const { recoveryCodes } = await withTotp();
    const [one = '', other = ''] = recoveryCodes;
    const typed = one.toLowerCase().replaceAll('-', ' ');
    await complete((await askedAfterPassword()).challenge, { code: typed });
    const { challenge } = await askedAfterPassword();
    expect(await codeOf(complete(challenge, { code: one }))).toBe('WRONG_FACTOR');
    expect((await owner()(getFactors, {})).recoveryCodesLeft).toBe(9);
    const renewed = await owner()(renewRecoveryCodes, {});
    expect(renewed.recoveryCodes).toHaveLength(10);
    expect(await codeOf(complete(challenge, { code: other }))).toBe('WRONG_FACTOR');
    await complete(challenge, { code: renewed.recoveryCodes[0] ?? '' });
  });

  it('is stored as its hash alone', async () => {
    const { recoveryCodes } = await withTotp();
    const stored = JSON.stringify(await users().find().toArray());
    for (const code of recoveryCodes) expect(stored).not.toContain(code);
  });
});

describe('a passkey', () => {
  it('signs in once for each challenge', async () => {
    const { device, recoveryCodes } = await withPasskey();
    expect(recoveryCodes).toHaveLength(10);
    const { challenge, kinds, passkey } = await askedAfterPassword();
    expect(kinds).toEqual(['passkey', 'code']);
    const answer = device.use(passkey?.challenge ?? '');
    const tokens = await complete(challenge, { passkey: answer });
    expect((await recordOf(tokens)).accountId).toBe(id);
    const next = await askedAfterPassword();
    expect(await codeOf(complete(next.challenge, { passkey: answer }))).toBe('WRONG_FACTOR');
    const [stored] = (await owner()(getFactors, {})).passkeys;
    expect(stored).toMatchObject({ name: 'Phone', lastUsedAt: expect.any(String) });
  });

  it('confirms', async () => {
    const again = await within(await signInAs(call));
    const { device } = await withPasskey();
    const { passkey } = await again(startConfirmation, {});
    const proof = { passkey: device.use(passkey?.challenge ?? '') };
    await again(confirm, { proof, address: freshAddress() });
    expect(await codeOf(again(confirm, { proof, address: freshAddress() }))).toBe(
      'CHALLENGE_ENDED',
    );
  });

  it('is one of ten at most', async () => {
    const stored = { publicKey: 'x', counter: 0, transports: [], name: 'x', addedAt: new Date() };
    const passkeys = Array.from({ length: 10 }, (_, n) => ({ ...stored, id: `id-${n}` }));
    await users().updateOne({ usernameKey: 'admin' }, { $set: { passkeys } });
    expect(await codeOf(owner()(startPasskey, {}))).toBe('PASSKEYS_FULL');
  });

  it('is refused from another site, with another key, and after a copy was used', async () => {
    const { device, credential } = await withPasskey();
    const refusal = async (answer: (challenge: string) => ReturnType<typeof device.use>) => {
      const { challenge, passkey } = await askedAfterPassword();
      return codeOf(complete(challenge, { passkey: answer(passkey?.challenge ?? '') }));
    };
    const elsewhere = new Authenticator('https://clinic.example.evil.example');
    const { id: rawId } = credential;
    expect(await refusal((challenge) => ({ ...elsewhere.use(challenge), id: rawId, rawId }))).toBe(
      'WRONG_FACTOR',
    );
    const copy = new Authenticator(ORIGIN);
    expect(await refusal((challenge) => ({ ...copy.use(challenge), id: rawId, rawId }))).toBe(
      'WRONG_FACTOR',
    );
    device.counter = 5;
    const { challenge, passkey } = await askedAfterPassword();
    await complete(challenge, { passkey: device.use(passkey?.challenge ?? '') });
    device.counter = 2;
    expect(await refusal((asked) => device.use(asked))).toBe('WRONG_FACTOR');
  });

  it('is created for this site and for its own challenge', async () => {
    const { options } = await owner()(startPasskey, {});
    const create = (device: Authenticator, challenge = options.challenge) =>
      codeOf(owner()(addPasskey, { name: 'Phone', credential: device.create(challenge) }));
    expect(await create(new Authenticator('https://evil.example'))).toBe('WRONG_FACTOR');
    expect(await create(new Authenticator(ORIGIN))).toBe('CHALLENGE_ENDED');
    await owner()(startPasskey, {});
    expect(await create(new Authenticator(ORIGIN), 'another')).toBe('WRONG_FACTOR');
  });

  it('is removed by itself', async () => {
    const { credential } = await withPasskey('Phone');
    await withPasskey('Tablet');
    await owner()(removePasskey, { id: credential.id });
    const left = await owner()(getFactors, {});
    expect(left.passkeys.map(({ name }) => name)).toEqual(['Tablet']);
    expect(left.recoveryCodesLeft).toBe(10);
    expect(await codeOf(owner()(removePasskey, { id: credential.id }))).toBe('NOT_FOUND');
  });
});

describe('second factors', () => {
  it('end with a challenge of before when the password has changed', async () => {
    const { secret } = await withTotp();
    const { challenge } = await askedAfterPassword();
    const newPassword = `${ADMIN.password}-b`;
    const change = { address: freshAddress() };
    await owner()(changePassword, { ...change, currentPassword: ADMIN.password, newPassword });
    expect(await codeOf(complete(challenge, { code: codeAt(secret) }))).toBe('CHALLENGE_ENDED');
    const back = { currentPassword: newPassword, newPassword: ADMIN.password };
    await owner()(changePassword, { ...change, ...back });
  });

  it('are removed by an owner, and by the operators’ command', async () => {
    await withTotp();
    expect(await owner()(removePersonFactors, { id })).toMatchObject({ hasSecondFactor: false });
    expect((await signInAs(call)).token).toBeDefined();
    await withTotp();
    const { token } = await service.get(OwnerReset).run();
    // The owner is no new one.
    expect(await call(openLink, { token })).toMatchObject({ isInvitation: false });
    await call(setPasswordByLink, { token, password: ADMIN.password });
    expect((await signInAs(call)).token).toBeDefined();
  });
});
