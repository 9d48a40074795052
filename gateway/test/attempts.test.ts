import { expect, it } from 'vitest';
import {
  type Attempt,
  completeSignIn,
  DomainError,
  openLink,
  receiveWebhook,
  recordAttempts,
  setPasswordByLink,
} from '@ctdb/contracts';
import { AttemptLog } from '../src/server/attempt-log.js';
import { ownStage } from './support/stage.js';
import { stubBilling } from './support/stub-billing.js';
import { StubService, unavailable } from './support/stub-service.js';

const refuse = (code: 'INVALID_SIGNATURE' | 'LINK_ENDED' | 'CHALLENGE_ENDED') => (): never => {
  throw new DomainError(code);
};
const billing = stubBilling().answer(receiveWebhook, refuse('INVALID_SIGNATURE'));
const ops = new StubService('ops').answer(recordAttempts, () => ({}));
const variables = { RATE_ORDER: '1', TRUST_PROXY: '127.0.0.1' };
const { gateway, admin } = await ownStage(variables, billing, ops);
const pass = { ...(await gateway.pass('hourly')), 'sec-fetch-site': 'same-origin' };
const log = gateway.app.get(AttemptLog);

const post = (path: string, json: object, headers = {}) =>
  gateway.call(path, {
    method: 'POST',
    headers: { 'x-forwarded-for': '198.51.100.1', ...headers },
    json,
  });
const signIn = (username: string) => post('/api/admin/login', { username, password: 'wrong' });
const hashOf = async (text: string) =>
  (await post('/api/audit/source-hash', { text }, admin)).json()['hash'];

const proof = { code: '000000' };
const password = 'battery staple';

/** What a flush sends to ops. */
const flush = async (): Promise<Attempt[]> => {
  const before = ops.calls(recordAttempts).length;
  await log.flush();
  const sent = ops.calls(recordAttempts).slice(before);
  return sent.flatMap(({ request }) => (request as { attempts: Attempt[] }).attempts);
};

it('refused attempts are counted by action, route and keyed hashes of address and account', async () => {
  await signIn('asha@example.org');
  await signIn(' ASHA@example.org');
  await post('/api/admin/login/factor', { challenge: 'c', proof });
  await post('/api/admin/login/factor', { challenge: 'c.Asha@example.org', proof });
  await post('/razorpay/webhook', {});
  await post('/api/access/restore', { accessCode: 'unknown', email: 'a@b.example' });
  await gateway.call('/api/audit', { headers: pass });
  for (let n = 0; n < 3; n += 1) await post('/paypal/order', {});
  const attempts = await flush();
  const address = await hashOf('198.51.100.1');
  const account = await hashOf('asha@example.org');
  expect(account).not.toBe(address);
  const seen = attempts.map(({ action, count, role, route, source }) => [
    [action, count, role, route].join(' '),
    source,
  ]);
  const other = await hashOf('a@b.example');
  expect(seen).toEqual([
    ['sign-in-failed 2 anonymous POST /api/admin/login', { address, account }],
    ['sign-in-failed 1 anonymous POST /api/admin/login/factor', { address }],
    ['sign-in-failed 1 anonymous POST /api/admin/login/factor', { address, account }],
    ['webhook-refused 1 anonymous POST /razorpay/webhook', { address }],
    ['restore-failed 1 anonymous POST /api/access/restore', { address, account: other }],
    ['role-refused 1 pass GET /api/audit', expect.anything()],
    ['throttled 2 anonymous POST /paypal/order', { address }],
  ]);
  expect(JSON.stringify(attempts)).not.toMatch(/asha|198\.51|example/);
  expect(await flush()).toEqual([]);
});

it.each([
  ['a link that has ended', '/api/people/link/open', { token: 'guessed' }],
  ['a password by such a link', '/api/people/link/password', { token: 'guessed', password }],
  ['a second step without a challenge', '/api/admin/login/factor', { challenge: 'x', proof }],
  [
    'a change of the password by a wrong one',
    '/api/admin/change-password',
    { currentPassword: 'wrong', newPassword: password },
  ],
])('refused attempts include %s', async (_, path, body) => {
  billing
    .answer(openLink, refuse('LINK_ENDED'))
    .answer(setPasswordByLink, refuse('LINK_ENDED'))
    .answer(completeSignIn, refuse('CHALLENGE_ENDED'));
  const caller = path.includes('change-password') ? admin : {};
  await post(path, body, { 'x-forwarded-for': '203.0.113.9', ...caller });
  expect(await flush()).toEqual([
    expect.objectContaining({ action: 'sign-in-failed', count: 1, route: `POST ${path}` }),
  ]);
});

it('refused attempts that ops has not confirmed are sent again under the same ids', async () => {
  ops.answer(recordAttempts, unavailable);
  await signIn('first');
  const [lost] = await flush();
  ops.answer(recordAttempts, () => ({}));
  await signIn('second');
  const sent = await flush();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(lost);
});

it('refused attempts that are not sent yet are sent when the gateway stops', async () => {
  const before = ops.calls(recordAttempts).length;
  await signIn('first');
  await gateway.close();
  const sent = ops.calls(recordAttempts).slice(before);
  expect(sent.map(({ request }) => request)).toEqual([
    { attempts: [expect.objectContaining({ action: 'sign-in-failed', count: 1 })] },
  ]);
});
