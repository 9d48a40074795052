import { describe, expect, it } from '@jest/globals';
import {
  openAccessLink,
  requestRefund,
  requestRefundByReceipt,
  restoreAccess,
} from '@ctdb/contracts';
import { ids } from './support/records.js';
import { hashOf, own, passCookie, startShop } from './support/shop.js';
import { purchase, receipt } from './support/staged-billing.js';

const { billing, gateway, post } = await startShop();

describe('what a browser has bought', () => {
  it('is listed for its cookie, and nothing is for none', async () => {
    const cookie = `pass=${'d'.repeat(43)}`;
    const listed = await gateway.call('/api/access', { headers: { cookie } });
    expect(JSON.parse(listed.text)).toEqual([purchase]);
    expect(JSON.parse((await gateway.call('/api/access')).text)).toEqual([]);
  });

  it('moves to another browser by receipt code and e-mail', async () => {
    const json = { receiptCode: receipt.code, email: 'Buyer@Example.com' };
    const result = await post('/api/access/restore', { json });
    expect(result.status).toBe(200);
    const { token } = passCookie(result.headers['set-cookie']);
    expect(billing.last(restoreAccess).request).toEqual({
      ...json,
      holder: hashOf(token),
      address: '127.0.0.1',
    });
    const unknown = await post('/api/access/restore', { json: { ...json, receiptCode: 'X' } });
    expect([unknown.status, unknown.json()['code']]).toEqual([404, 'NOT_FOUND']);
  });

  it('moves to another browser by a link from a mail', async () => {
    const result = await post('/api/access/link', { json: { token: 'secret' } });
    expect(result.status).toBe(200);
    const { token } = passCookie(result.headers['set-cookie']);
    expect(billing.last(openAccessLink).request).toEqual({
      token: 'secret',
      holder: hashOf(token),
    });
  });

  it('can be asked back by its browser, without running access and by an administrator too', async () => {
    const json = { id: ids.order };
    const cookie = `pass=${'e'.repeat(43)}`;
    const { authorization } = await gateway.admin();
    for (const headers of [
      { ...own, cookie },
      { authorization, cookie },
    ]) {
      const result = await post('/api/access/refund-request', { json, headers });
      expect(result.status).toBe(202);
      expect(billing.last(requestRefund).request).toEqual({
        ...json,
        holder: hashOf('e'.repeat(43)),
      });
    }
    const foreign = { cookie, 'sec-fetch-site': 'cross-site' };
    const result = await post('/api/access/refund-request', { json, headers: foreign });
    expect([result.status, result.json()['code']]).toEqual([403, 'FOREIGN_ORIGIN']);
  });

  it('can be asked back by receipt code and e-mail', async () => {
    const json = { receiptCode: receipt.code, email: 'Buyer@Example.com' };
    const ask = (body: unknown) => post('/api/access/refund-request', { json: body });
    const result = await ask(json);
    expect([result.status, result.headers['set-cookie']]).toEqual([202, undefined]);
    expect(billing.last(requestRefundByReceipt).request).toEqual({ ...json, address: '127.0.0.1' });
    const half = await ask({ receiptCode: receipt.code });
    expect(half.json()['params']).toEqual({ faults: [{ path: 'email', code: 'REQUIRED' }] });
  });
});
