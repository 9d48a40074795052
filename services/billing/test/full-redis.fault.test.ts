import { OwnRedis } from '@ctdb/chassis/testing';
import { accessKeys, refreshSession, restoreAccess } from '@ctdb/contracts';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { errorOf, freshAddress, signInAs } from './support/billing.js';
import { Desk } from './support/desk.js';
import { newBrowser } from './support/ledger.js';

const redis = await OwnRedis.start();
process.env['REDIS_URL'] = redis.url;
const desk = new Desk();
afterAll(redis.stop);
afterEach(() => redis.setFull(false));

const begun = async () => {
  const paid = await desk.ledger.paid('premium_monthly');
  await desk.ledger.activate(paid.id);
  return paid;
};

describe('while Redis is full', () => {
  it('sign-in and restore are unavailable, and work again afterwards', async () => {
    const { receiptCode, email } = await begun();
    const restore = () =>
      desk.buyer(restoreAccess, {
        receiptCode,
        email,
        holder: newBrowser(),
        address: freshAddress(),
      });
    await redis.setFull(true);
    expect((await errorOf(signInAs(desk.buyer))).code).toBe('SERVICE_UNAVAILABLE');
    expect((await errorOf(restore())).code).toBe('SERVICE_UNAVAILABLE');
    await redis.setFull(false);
    expect((await signInAs(desk.buyer)).token).toHaveLength(43);
    expect((await restore()).pass.plan).toBe('premium');
  });

  it('a session is renewed', async () => {
    const { refreshToken, token } = await signInAs(desk.buyer);
    await redis.setFull(true);
    const next = await desk.buyer(refreshSession, { refreshToken });
    expect(next.token).not.toBe(token);
  });

  it('a pass that Redis lost comes back, and a refunded one ends', async () => {
    const { id, browser } = await begun();
    await desk.redis.del(accessKeys.pass(browser));
    await redis.setFull(true);
    expect(await desk.resume(browser)).toMatchObject({ id });
    expect(await desk.inRedis(browser)).toMatchObject({ id });
    await desk.ledger.refund(id);
    await desk.ledger.sync(id);
    expect(await desk.inRedis(browser)).toBe('ended');
  });
});
