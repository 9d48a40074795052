import { person, type RpcCaller } from '@ctdb/chassis/testing';
import {
  accountEvents,
  addPasskey,
  addTotp,
  changePassword,
  completeSignIn,
  confirm,
  type ErrorParams,
  type FactorProof,
  getFactors,
  removePasskey,
  removePersonFactors,
  removeTotp,
  renewRecoveryCodes,
  type SessionTokens,
  signIn,
  startConfirmation,
  startPasskey,
  startTotp,
} from '@ctdb/contracts';
import { beforeEach, expect, it } from 'vitest';
import { TOTP } from 'otpauth';
import { SessionsService } from '../src/accounts/sessions/sessions.service.js';
import { AccountsRepository } from '../src/accounts/users/accounts.repository.js';
import { resetOwner } from '../src/reset-owner.js';
import { hashToken } from '../src/accounts/users/tokens.js';
import { Authenticator } from './support/authenticator.js';
import {
  codeOf,
  countSuccesses,
  errorOf,
  freshAddress,
  ORIGIN,
  PASSWORD,
  TestBilling,
} from './support/billing.js';

const billing = new TestBilling();
let id: string;
let username: string;

beforeEach(async () => {
  ({ id, username } = await billing.join('owner'));
});

const change = (changes: object) => billing.users().updateOne({ username }, changes);
/** Calls as the person, in the session of these tokens. */
const within = async (tokens: Pick<SessionTokens, 'token'>): Promise<RpcCaller> => {
  const { sessionId = '' } = (await billing.recordOf(tokens)) ?? {};
  return billing.as(person('owner', { id, sessionId }));
};
const own: RpcCaller = (...request) => billing.asOwner(id)(...request);
const open = () => billing.signIn(username);
const codeAt = (secret: string, timestamp = Date.now()) =>
  new TOTP({ secret }).generate({ timestamp });

const withTotp = async () => {
  const { secret } = await own(startTotp, {});
  const { recoveryCodes = [] } = await own(addTotp, { code: codeAt(secret) });
  // As if the last code was used long ago.
  await change({ $set: { 'totp.lastStep': 0 } });
  return { secret, recoveryCodes };
};
const withPasskey = async (name = 'Phone') => {
  const device = new Authenticator(ORIGIN);
  const { options } = await own(startPasskey, {});
  const credential = device.create(options.challenge);
  const { recoveryCodes } = await own(addPasskey, { name, credential });
  return { device, credential, recoveryCodes };
};

/** What is asked after the right password. */
const askedAfterPassword = async (browser?: string) => {
  const request = { username, password: PASSWORD, address: freshAddress(), browser };
  const error = await errorOf(billing.buyer(signIn, request));
  expect(error.code).toBe('SECOND_FACTOR_REQUIRED');
  return error.params as ErrorParams<'SECOND_FACTOR_REQUIRED'>;
};
const complete = (challenge: string, proof: FactorProof, browser?: string) =>
  billing.buyer(completeSignIn, { challenge, proof, address: freshAddress(), browser });
const refusal = (challenge: string, proof: FactorProof, browser?: string) =>
  codeOf(complete(challenge, proof, browser));

it('a confirmation wants the second factor where there is one', async () => {
  const again = await within(await open());
  const { secret } = await withTotp();
  expect(await again(startConfirmation, {})).toEqual({ kinds: ['code'] });
  const address = freshAddress();
  const byPassword = again(confirm, { proof: { password: PASSWORD }, address });
  expect(await codeOf(byPassword)).toBe('WRONG_FACTOR');
  const code = codeAt(secret);
  await again(confirm, { proof: { code }, address });
  expect(await codeOf(again(confirm, { proof: { code }, address }))).toBe('WRONG_FACTOR');
});

it('the challenge of a sign-in is answered in the browser that got it, within five minutes', async () => {
  const { secret } = await withTotp();
  const browser = hashToken('own');
  const { challenge } = await askedAfterPassword(browser);
  const code = codeAt(secret);
  // Whom it is about is no claim of the caller.
  expect(challenge).toBe(`${challenge.slice(0, 43)}.${username}`);
  const forged = challenge.replace(username, 'Asha');
  expect(await refusal(forged, { code }, browser)).toBe('CHALLENGE_ENDED');
  for (const other of [undefined, hashToken('other')])
    expect(await refusal(challenge, { code }, other)).toBe('CHALLENGE_ENDED');
  const left = await billing.redis.pttl(`challenge:sign-in:${hashToken(challenge)}`);
  expect(left).toBeGreaterThan(290_000);
  expect(left).toBeLessThanOrEqual(300_000);
  const { browserToken } = await complete(challenge, { code }, browser);
  expect(await billing.redis.exists(`tries:browser:${hashToken(browserToken)}`)).toBe(1);
});

it('the challenge of a sign-in is for persons who may sign in, and ends when the password changes', async () => {
  const { secret } = await withTotp();
  const { challenge } = await askedAfterPassword();
  const passwords = { currentPassword: PASSWORD, newPassword: 'otter-lagoon-77' };
  await own(changePassword, { ...passwords, address: freshAddress() });
  expect(await refusal(challenge, { code: codeAt(secret) })).toBe('CHALLENGE_ENDED');
  await change({ $set: { disabledAt: new Date() } });
  const disabled = billing.signIn(username, 'otter-lagoon-77');
  expect(await codeOf(disabled)).toBe('INVALID_CREDENTIALS');
});

it('an authenticator app is added by its first code, brings ten recovery codes, and is asked for at the sign-in', async () => {
  const { secret } = await own(startTotp, {});
  expect(await codeOf(own(addTotp, { code: '000000' }))).toBe('WRONG_FACTOR');
  expect((await open()).token).toBeDefined();
  const first = codeAt(secret);
  const { recoveryCodes = [] } = await own(addTotp, { code: first });
  expect(new Set(recoveryCodes).size).toBe(10);
  // 120 random bits, stored as hashes alone.
  const stored = JSON.stringify(await billing.users().findOne({ username }));
  for (const code of recoveryCodes) {
    expect(code).toMatch(/^(\w{4}-){5}\w{4}$/);
    expect(stored).not.toContain(code);
  }
  expect(await codeOf(own(addTotp, { code: first }))).toBe('CHALLENGE_ENDED');
  expect(await own(getFactors, {})).toMatchObject({ recoveryCodesLeft: 10, passkeys: [] });
  const { challenge, kinds, setup } = await askedAfterPassword();
  expect([kinds, setup]).toEqual([['code'], undefined]);
  // The code that added the app is used already.
  expect(await refusal(challenge, { code: first })).toBe('WRONG_FACTOR');
  const next = codeAt(secret, Date.now() + 30_000);
  const tokens = await complete(challenge, { code: `${next.slice(0, 3)} ${next.slice(3)}` });
  expect((await billing.recordOf(tokens))?.accountId).toBe(id);
  expect(await refusal(challenge, { code: next })).toBe('CHALLENGE_ENDED');
  const { payload, actor } = await billing.eventAbout(accountEvents.factorAdded, id);
  expect([payload.factor, actor]).toEqual(['totp', expect.objectContaining({ id })]);
});

it('an authenticator app lets one of two sign-ins with a code in, and can be guessed five times, then less often', async () => {
  const { secret } = await withTotp();
  const asked = [await askedAfterPassword(), await askedAfterPassword()];
  const both = asked.map((one) => complete(one.challenge, { code: codeAt(secret) }));
  expect(await countSuccesses(both)).toBe(1);
  const proof = { code: '000000' };
  const { challenge } = await askedAfterPassword();
  for (let round = 0; round < 5; round += 1)
    expect(await refusal(challenge, proof)).toBe('WRONG_FACTOR');
  expect(await refusal(challenge, proof)).toBe('CHALLENGE_ENDED');
  const address = freshAddress();
  // The right password in between does not clear what was guessed.
  for (const code of [...Array<string>(5).fill('WRONG_FACTOR'), 'TOO_MANY_TRIES']) {
    const { challenge: next } = await askedAfterPassword();
    const guess = billing.buyer(completeSignIn, { challenge: next, proof, address });
    expect(await codeOf(guess)).toBe(code);
  }
});

it('a recovery code works once, however it is typed, until there are new ones', async () => {
  const [one = '', other = ''] = (await withTotp()).recoveryCodes;
  const typed = one.toLowerCase().replaceAll('-', ' ');
  await complete((await askedAfterPassword()).challenge, { code: typed });
  const { challenge } = await askedAfterPassword();
  expect(await refusal(challenge, { code: one })).toBe('WRONG_FACTOR');
  expect((await own(getFactors, {})).recoveryCodesLeft).toBe(9);
  const renewed = await own(renewRecoveryCodes, {});
  expect(renewed.recoveryCodes).toHaveLength(10);
  expect(await refusal(challenge, { code: other })).toBe('WRONG_FACTOR');
  await complete(challenge, { code: renewed.recoveryCodes[0] ?? '' });
});

it('a passkey signs in and confirms, once for each challenge', async () => {
  const again = await within(await open());
  const { device, recoveryCodes } = await withPasskey();
  expect(recoveryCodes).toHaveLength(10);
  const { challenge, kinds, passkey } = await askedAfterPassword();
  expect(kinds).toEqual(['passkey', 'code']);
  const answer = device.use(passkey?.challenge ?? '');
  const tokens = await complete(challenge, { passkey: answer });
  expect((await billing.recordOf(tokens))?.accountId).toBe(id);
  const next = await askedAfterPassword();
  expect(await refusal(next.challenge, { passkey: answer })).toBe('WRONG_FACTOR');
  const [stored] = (await own(getFactors, {})).passkeys;
  const { hostname: domain } = new URL(ORIGIN);
  const here = { name: 'Phone', domain, worksHere: true };
  expect(stored).toMatchObject({ ...here, lastUsedAt: expect.any(String) });
  const asked = await again(startConfirmation, {});
  const proof = { passkey: device.use(asked.passkey?.challenge ?? '') };
  await again(confirm, { proof, address: freshAddress() });
  const repeated = again(confirm, { proof, address: freshAddress() });
  expect(await codeOf(repeated)).toBe('CHALLENGE_ENDED');
});

it('a passkey is refused from another site, with another key, and after a copy was used', async () => {
  const { device, credential } = await withPasskey();
  const { id: rawId } = credential;
  const refusalOf = async (used: Authenticator) => {
    const { challenge, passkey } = await askedAfterPassword();
    const answer = used.use(passkey?.challenge ?? '');
    return refusal(challenge, { passkey: { ...answer, id: rawId, rawId } });
  };
  for (const site of [`${ORIGIN}.evil.example`, ORIGIN])
    expect(await refusalOf(new Authenticator(site))).toBe('WRONG_FACTOR');
  device.counter = 5;
  const { challenge, passkey } = await askedAfterPassword();
  await complete(challenge, { passkey: device.use(passkey?.challenge ?? '') });
  device.counter = 2;
  expect(await refusalOf(device)).toBe('WRONG_FACTOR');
});

it('a passkey is created for this site, for its own challenge, and as one of ten at most', async () => {
  const { options } = await own(startPasskey, {});
  const create = (device: Authenticator, challenge = options.challenge) =>
    codeOf(own(addPasskey, { name: 'Phone', credential: device.create(challenge) }));
  expect(await create(new Authenticator('https://evil.example'))).toBe('WRONG_FACTOR');
  expect(await create(new Authenticator(ORIGIN))).toBe('CHALLENGE_ENDED');
  await own(startPasskey, {});
  expect(await create(new Authenticator(ORIGIN), 'another')).toBe('WRONG_FACTOR');
  // Passkeys of another domain are shown with it, and not offered.
  const rpId = 'old.example';
  const stored = {
    publicKey: 'x',
    counter: 0,
    transports: [],
    rpId,
    name: 'x',
    addedAt: new Date(),
  };
  const passkeys = Array.from({ length: 10 }, (_, n) => ({ ...stored, id: `${id}-${n}` }));
  await change({ $set: { passkeys } });
  expect(await codeOf(own(startPasskey, {}))).toBe('PASSKEYS_FULL');
  const [shown] = (await own(getFactors, {})).passkeys;
  expect(shown).toMatchObject({ domain: rpId, worksHere: false });
  expect((await askedAfterPassword()).kinds).toEqual(['code']);
});

it('second factors are removed by their person, an owner, and the operators’ command', async () => {
  const { credential } = await withPasskey('Phone');
  await withPasskey('Tablet');
  await own(removePasskey, { id: credential.id });
  const { passkeys, recoveryCodesLeft } = await own(getFactors, {});
  expect([passkeys[0]?.name, passkeys.length, recoveryCodesLeft]).toEqual(['Tablet', 1, 10]);
  expect(await codeOf(own(removePasskey, { id: credential.id }))).toBe('NOT_FOUND');
  await own(removePasskey, { id: passkeys[0]?.id ?? '' });
  await withTotp();
  await own(removeTotp, {});
  expect(await own(getFactors, {})).toMatchObject({ recoveryCodesLeft: 0 });
  expect((await open()).token).toBeDefined();
  expect(await codeOf(own(removeTotp, {}))).toBe('NOT_FOUND');
  await withTotp();
  const removed = { hasSecondFactor: false };
  expect(await billing.owner(removePersonFactors, { id })).toMatchObject(removed);
  expect((await open()).token).toBeDefined();
  await withTotp();
  const [accounts, sessions] = [
    billing.service.get(AccountsRepository),
    billing.service.get(SessionsService),
  ];
  const { token } = await resetOwner(accounts, sessions, username);
  // The owner is no new one.
  expect(await billing.openLink(token)).toMatchObject({ isInvitation: false });
  await billing.setPassword(token);
  expect((await open()).token).toBeDefined();
});
