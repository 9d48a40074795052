import { expect, it } from 'vitest';
import type { Call } from './support/http-client.js';
import {
  DomainError,
  openAccessLink,
  requestRefund,
  requestRefundByReceipt,
  restoreAccess,
  sendAccessLink,
  signOutOfAccess,
} from '@ctdb/contracts';
import { ids } from './support/records.js';
import { hashOf, own, passCookie } from './support/shop.js';
import { sharedStage } from './support/stage.js';
import { purchase, receipt } from './support/staged-billing.js';

const { admin, billing, gateway } = await sharedStage();
const post = (path: string, options: Call = {}) =>
  gateway.call(path, { method: 'POST', ...options });

it('what a browser has bought is listed for its cookie, and nothing is for none', async () => {
  const cookie = `pass=${'d'.repeat(43)}`;
  const listed = await gateway.call('/api/access', { headers: { cookie } });
  expect(JSON.parse(listed.text)).toEqual([purchase]);
  expect(JSON.parse((await gateway.call('/api/access')).text)).toEqual([]);
});

it('what a browser has bought moves to another browser by receipt code and e-mail', async () => {
  const json = { receiptCode: receipt.code, email: 'Buyer@Example.com' };
  const result = await post('/api/access/restore', { json });
  expect(result.status).toBe(200);
  const { token } = passCookie(result.headers['set-cookie']);
  const wanted = { ...json, holder: hashOf(token), address: '127.0.0.1' };
  expect(billing.last(restoreAccess).request).toEqual(wanted);
  const unknown = await post('/api/access/restore', { json: { ...json, receiptCode: 'X' } });
  expect([unknown.status, unknown.json()['code']]).toEqual([404, 'NOT_FOUND']);
});

it('what a browser has bought moves by a link from a mail, also whose answer was lost, but not for who knows the link alone', async () => {
  const open = async (key: string, token = 'secret', cookie = '') => {
    const headers = { ...own, 'idempotency-key': key, ...(cookie && { cookie }) };
    const result = await post('/api/access/link', { json: { token }, headers });
    expect(result.status).toBe(200);
    const holder = hashOf(passCookie(result.headers['set-cookie']).token);
    expect(billing.last(openAccessLink).request).toEqual({ token, holder });
    return holder;
  };
  const holder = await open('page-1');
  expect(await open('page-1')).toBe(holder);
  expect(await open('page-2')).not.toBe(holder);
  expect(await open('page-1', 'another')).not.toBe(holder);
  // A token without access is replaced, by the same one each time.
  const cookie = `pass=${'f'.repeat(43)}`;
  expect(await open('page-1', 'secret', cookie)).toBe(holder);
});

it('what a browser has bought is asked for by mail with the same answer after the same time, known or not', async () => {
  const ask = async () => {
    const start = performance.now();
    const result = await post('/api/access/lost', { json: { email: 'Asha@Example.com' } });
    expect(performance.now() - start).toBeGreaterThan(290);
    return [result.status, result.json()['code']];
  };
  expect(await ask()).toEqual([202, undefined]);
  billing.answer(sendAccessLink, () => {
    throw new DomainError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
  });
  expect(await ask()).toEqual([503, 'SERVICE_UNAVAILABLE']);
});

it('what a browser has bought is logged out of at the server, and the cookie stays until that is done', async () => {
  const headers = { ...own, cookie: `pass=${'d'.repeat(43)}` };
  const leave = () => post('/api/access/sign-out', { headers });
  billing.answer(signOutOfAccess, () => {
    throw new DomainError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
  });
  const failed = await leave();
  expect([failed.status, failed.headers['set-cookie']]).toEqual([503, undefined]);
  billing.reset();
  const result = await leave();
  expect(result.status).toBe(204);
  expect(result.headers['set-cookie']?.[0]).toMatch(/^pass=; Max-Age=0/);
  expect(billing.last(signOutOfAccess).request).toEqual({ holder: hashOf('d'.repeat(43)) });
  billing.reset();
  expect((await post('/api/access/sign-out', { headers: own })).status).toBe(204);
  expect(billing.calls(signOutOfAccess)).toEqual([]);
});

it('what a browser has bought can be asked back by its browser, without running access and by an administrator too', async () => {
  const json = { id: ids.order };
  const cookie = `pass=${'e'.repeat(43)}`;
  const wanted = { ...json, holder: hashOf('e'.repeat(43)) };
  for (const by of [own, admin]) {
    const result = await post('/api/access/refund-request', { json, headers: { ...by, cookie } });
    expect(result.status).toBe(202);
    expect(billing.last(requestRefund).request).toEqual(wanted);
  }
  const foreign = { cookie, 'sec-fetch-site': 'cross-site' };
  const result = await post('/api/access/refund-request', { json, headers: foreign });
  expect([result.status, result.json()['code']]).toEqual([403, 'FOREIGN_ORIGIN']);
});

it('what a browser has bought can be asked back by receipt code and e-mail', async () => {
  const json = { receiptCode: receipt.code, email: 'Buyer@Example.com' };
  const ask = (body: unknown) => post('/api/access/refund-request', { json: body });
  const result = await ask(json);
  expect([result.status, result.headers['set-cookie']]).toEqual([202, undefined]);
  expect(billing.last(requestRefundByReceipt).request).toEqual({ ...json, address: '127.0.0.1' });
  const half = await ask({ receiptCode: receipt.code });
  expect(half.json()['params']).toEqual({ faults: [{ path: 'email', code: 'REQUIRED' }] });
});
