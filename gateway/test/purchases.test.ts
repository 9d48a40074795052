import { expect, it } from 'vitest';
import type { Call } from './support/http-client.js';
import {
  changeAccess,
  checkAccessCode,
  confirmAddress,
  exportPracticeData,
  openLinkedPractice,
  requestErasure,
  requestRefund,
  requestRefundByCode,
  restoreAccess,
  revealAccessCode,
  sendAccessLink,
  sendAddressCode,
  sendChangeCode,
  sendJoinCode,
  signOutOfAccess,
} from '@ctdb/contracts';
import { ids } from './support/records.js';
import { hashOf, own, passCookie } from './support/shop.js';
import { sharedStage } from './support/stage.js';
import { accessCode, purchase } from './support/stub-billing.js';
import { unavailable } from './support/stub-service.js';

const { admin, billing, gateway } = await sharedStage();
const post = (path: string, options: Call = {}) =>
  gateway.call(path, { method: 'POST', ...options });

const token = 'd'.repeat(43);
const browser = hashOf(token);
const headers = { ...own, cookie: `pass=${token}` };
const email = 'Asha@Example.com';

it('what a browser has bought is listed for its cookie, and nothing is for none', async () => {
  const listed = await gateway.call('/api/access', { headers });
  expect(JSON.parse(listed.text)).toEqual([purchase]);
  expect(JSON.parse((await gateway.call('/api/access')).text)).toEqual([]);
});

it.each([
  ['code', revealAccessCode, { orderId: ids.order }],
  ['restore/check', checkAccessCode, { accessCode }],
  ['email', sendAddressCode, { email }],
  ['email/confirm', confirmAddress, { code: '123456' }],
  ['change/code', sendChangeCode, { address: 'a***@example.com' }],
  ['change', changeAccess, { kind: 'newCodes' }],
  ['refund-request', requestRefund, { orderId: ids.order }],
  ['export', exportPracticeData, { accessCode }],
  ['erasure', requestErasure, { accessCode }],
] as const)('what a browser has bought is named by its cookie: %s', async (path, message, json) => {
  for (const by of [headers, { ...headers, ...admin }]) {
    await post(`/api/access/${path}`, { json, headers: by });
    expect(billing.last(message).request).toMatchObject({ ...json, browser });
    billing.reset();
  }
  const foreign = { ...headers, 'sec-fetch-site': 'cross-site' };
  expect((await post(`/api/access/${path}`, { json, headers: foreign })).status).toBe(403);
});

it.each([
  ['restore', restoreAccess, { accessCode }],
  ['link/open', openLinkedPractice, { token: 'secret', practice: ids.order }],
] as const)(
  'what a browser has bought comes by %s under a new token, the same one if the answer was lost',
  async (path, message, json) => {
    const open = (key?: string) => {
      const keyed = { ...headers, ...(key !== undefined && { 'idempotency-key': key }) };
      return post(`/api/access/${path}`, { json, headers: keyed });
    };
    const tokenOf = async (key?: string) => {
      const next = passCookie((await open(key)).headers['set-cookie']).token;
      const expected = { ...json, browser, next: hashOf(next) };
      expect(billing.last(message).request).toMatchObject(expected);
      return next;
    };
    const next = await tokenOf('page-1');
    expect(await tokenOf('page-1')).toBe(next);
    const others = [await tokenOf('page-2'), await tokenOf(), await tokenOf()];
    expect(new Set([token, next, ...others]).size).toBe(5);
    billing.answer(message, unavailable);
    const failed = await open();
    expect([failed.status, failed.headers['set-cookie']]).toEqual([503, undefined]);
  },
);

it('what a browser has bought is written about with the same answer after the same time, known or not', async () => {
  const messages = [sendAccessLink, sendAddressCode, sendChangeCode, sendJoinCode];
  const bodies = [{ email }, { email }, undefined, { token: 'x' }];
  const ask = () =>
    Promise.all(
      ['lost', 'email', 'change/code', 'link/code'].map(async (path, at) => {
        const start = performance.now();
        const { status } = await post(`/api/access/${path}`, { json: bodies[at], headers });
        expect(performance.now() - start).toBeGreaterThan(290);
        return status;
      }),
    );
  expect(await ask()).toEqual([202, 202, 202, 202]);
  for (const message of messages) billing.answer(message, unavailable);
  expect(await ask()).toEqual([503, 503, 503, 503]);
});

it('what a browser has bought is logged out of at the server, and the cookie stays until that is done', async () => {
  const leave = () => post('/api/access/sign-out', { headers });
  billing.answer(signOutOfAccess, unavailable);
  const failed = await leave();
  expect([failed.status, failed.headers['set-cookie']]).toEqual([503, undefined]);
  billing.reset();
  const result = await leave();
  expect(result.status).toBe(204);
  expect(result.headers['set-cookie']?.[0]).toMatch(/^pass=; Max-Age=0/);
  expect(billing.last(signOutOfAccess).request).toEqual({ browser });
  billing.reset();
  expect((await post('/api/access/sign-out', { headers: own })).status).toBe(204);
  expect(billing.calls(signOutOfAccess)).toEqual([]);
});

it('what a browser has bought can be asked back by access code', async () => {
  const ask = (json: object) => post('/api/access/refund-request', { json });
  expect((await ask({ accessCode, email })).status).toBe(202);
  const sent = { accessCode, email, address: '127.0.0.1' };
  expect(billing.last(requestRefundByCode).request).toEqual(sent);
  const faults = [{ path: 'accessCode', code: 'REQUIRED' }];
  expect((await ask({})).json()['params']).toEqual({ faults });
});
