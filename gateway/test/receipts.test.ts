import { testEnv } from '@ctdb/chassis/testing';
import { exportReceipts, getReceiptPdf, getReceipts } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { ids } from './support/records.js';
import { stagedBilling } from './support/staged-billing.js';

const env = testEnv(unlimited);
const billing = stagedBilling();
await billing.start(env);
const gateway = await GatewayUnderTest.start(env);
const headers = await gateway.admin();
const path = `/api/receipts/${ids.order}`;

describe('receipts', () => {
  it('are asked for by the browser’s own token alone', async () => {
    const answer = await gateway.call(path);
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject([{ number: '2026-27/000001' }]);
    expect(billing.last(getReceipts).request).toEqual({ id: ids.order });
    const forged = `${path}?holder=${'a'.repeat(64)}`;
    expect((await gateway.call(forged)).status).toBe(400);
  });

  it('come as PDF under their number', async () => {
    const answer = await gateway.call(`${path}/pdf?number=2026-27/000001&language=kn`);
    expect([answer.status, answer.text]).toEqual([200, '%PDF-']);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="2026-27-000001.pdf"');
    expect(billing.last(getReceiptPdf).request).toMatchObject({ language: 'kn' });
    expect((await gateway.call(`${path}/pdf?number=../x`)).status).toBe(400);
  });

  it('of a month come part by part as a file', async () => {
    const answer = await gateway.call('/api/receipts?month=2026-11', { headers });
    expect(answer.text).toBe('2026-11\n2026-27/000001\n');
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="receipts-2026-11.csv"',
    );
    expect(billing.last(exportReceipts).request).toMatchObject({ after: '2026-27/000001' });
    expect((await gateway.call('/api/receipts?month=2026-13', { headers })).status).toBe(400);
  });
});
