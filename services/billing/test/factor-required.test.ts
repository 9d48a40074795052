import { person } from '@ctdb/chassis/testing';
import {
  addTotp,
  completeSignIn,
  type ErrorParams,
  getFactors,
  invitePerson,
  listSessions,
  removeTotp,
  signIn,
  startTotp,
} from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { TOTP } from 'otpauth';
import {
  ADMIN,
  billingEnv,
  codeOf,
  errorOf,
  freshAddress,
  PASSWORD as OWN,
  TestBilling,
} from './support/billing.js';

const billing = new TestBilling(
  billingEnv({ SECOND_FACTOR_REQUIRED: 'true', ADMIN_PASSWORD_GENERATED: 'true' }),
);

const attempt = (password: string, newPassword?: string, username = 'admin') =>
  billing.buyer(signIn, { username, password, newPassword, address: freshAddress() });
const askedBy = async (work: Promise<unknown>) => {
  const error = await errorOf(work);
  expect(error.code).toBe('SECOND_FACTOR_REQUIRED');
  return error.params as ErrorParams<'SECOND_FACTOR_REQUIRED'>;
};
const complete = (challenge: string, code: string) =>
  billing.buyer(completeSignIn, { challenge, proof: { code }, address: freshAddress() });
const codeFor = ({ setup }: ErrorParams<'SECOND_FACTOR_REQUIRED'>) =>
  new TOTP({ secret: setup?.secret ?? '' }).generate();

// In this order: each goes on from what the one before has left.
it('has a generated password changed at the first sign-in', async () => {
  expect(await codeOf(attempt(ADMIN.password))).toBe('PASSWORD_CHANGE_REQUIRED');
  expect(await codeOf(attempt(ADMIN.password, ADMIN.password))).toBe('PASSWORD_CHANGE_REQUIRED');
  expect(await codeOf(attempt(ADMIN.password, 'abc'))).toBe('PASSWORD_TOO_SHORT');
  expect(await codeOf(attempt('wrong-password', OWN))).toBe('INVALID_CREDENTIALS');
  await askedBy(attempt(ADMIN.password, OWN));
  expect(await codeOf(attempt(ADMIN.password))).toBe('INVALID_CREDENTIALS');
  expect(await codeOf(attempt(OWN, 'another-heron-58'))).toBe('VALIDATION_FAILED');
});

it('has an owner set an authenticator app up to sign in', async () => {
  const [one, other] = [await askedBy(attempt(OWN)), await askedBy(attempt(OWN))];
  expect(await codeOf(complete(one.challenge, '000000'))).toBe('WRONG_FACTOR');
  expect((await billing.owner(getFactors, {})).isRequired).toBe(true);
  // What was offered to another browser must not replace it.
  const finish = (asked: typeof one) =>
    complete(asked.challenge, codeFor(asked)).catch(() => undefined);
  const both = await Promise.all([finish(one), finish(other)]);
  const [done, ...more] = both.filter((tokens) => tokens !== undefined);
  expect(more).toEqual([]);
  expect(done?.recoveryCodes).toHaveLength(10);
  expect(await codeOf(complete(other.challenge, codeFor(other)))).toBe('CHALLENGE_ENDED');
  expect(await codeOf(billing.owner(removeTotp, {}))).toBe('LAST_FACTOR');
  expect((await askedBy(attempt(OWN))).setup).toBeUndefined();
});

it('ends sessions of owners and admins that began without a factor, at their renewal', async () => {
  const asked = await askedBy(attempt(OWN));
  const users = billing.users();
  await users.updateOne({ usernameKey: 'admin' }, { $set: { 'totp.lastStep': 0 } });
  const stored = await users.findOne({ usernameKey: 'admin' });
  const code = new TOTP({ secret: stored?.['totp'].secret }).generate();
  const tokens = await complete(asked.challenge, code);
  await users.updateOne({ usernameKey: 'admin' }, { $unset: { totp: 1 } });
  expect(await codeOf(billing.refresh(tokens))).toBe('ACCESS_REQUIRED');
});

it('asks no editor, and ends sessions that began without a factor when the first one is added', async () => {
  const { id, token } = await billing.owner(invitePerson, { username: 'asha', role: 'editor' });
  await billing.setPassword(token, OWN);
  const attempts = [1, 2].map(() => attempt(OWN, undefined, 'asha'));
  expect(await Promise.all(attempts)).toHaveLength(2);
  const [kept] = await billing.as(person('editor', { id }))(listSessions, {});
  const editor = billing.as(person('editor', { id, sessionId: kept?.id ?? '' }));
  const { secret } = await editor(startTotp, {});
  await editor(addTotp, { code: new TOTP({ secret }).generate() });
  expect((await editor(listSessions, {})).map((session) => session.id)).toEqual([kept?.id]);
});
