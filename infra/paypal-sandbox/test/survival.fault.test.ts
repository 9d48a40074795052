import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { getIssue, Merchant } from './merchant.fixture.ts';
import { Process } from './process.fixture.ts';

const simulator = new Process();
afterAll(() => simulator.end());

describe('a killed simulator', () => {
  it('knows every reply that it has given', async () => {
    await simulator.start();
    const credentials = 'survivor:secret';
    const paid: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const merchant = new Merchant(simulator, credentials);
      const capturing: Promise<unknown>[] = [];
      // Whatever is under way when it dies may be done or not; what was answered is done.
      for (let count = 0; count < 5; count += 1) {
        const id = await merchant.approved();
        const work = merchant.capture(id, `capture-${id}`).then(() => paid.push(id));
        capturing.push(work.catch(() => undefined));
      }
      if (round % 2 === 0) await Promise.race(capturing);
      await simulator.kill();
      await Promise.all(capturing);
      await simulator.start();
      const { captures } = await new Merchant(simulator, credentials).ledger();
      const orders = captures.map(({ orderId }) => orderId);
      expect(new Set(orders).size).toBe(orders.length);
      expect(orders).toEqual(expect.arrayContaining(paid));
    }
    expect(paid.length).toBeGreaterThan(0);
    const again = await new Merchant(simulator, credentials).capture(
      paid[0] ?? '',
      `capture-${paid[0]}`,
    );
    expect(again.status).toBe(200);
    const other = await new Merchant(simulator, credentials).capture(paid[0] ?? '', 'other');
    expect(getIssue(other)).toBe('ORDER_ALREADY_CAPTURED');
  });

  it('drops an incomplete line and continues', async () => {
    const merchant = new Merchant(simulator);
    const id = await merchant.approved();
    await simulator.kill();
    appendFileSync(join(simulator.folder, 'journal.jsonl'), '{"client":"survivor","kind":"cap');
    await simulator.start();
    const after = new Merchant(
      simulator,
      Buffer.from(merchant.basic.slice(6), 'base64').toString(),
    );
    expect((await after.capture(id)).status).toBe(201);
    await simulator.kill();
    await simulator.start();
    expect((await after.ledger()).captures).toHaveLength(1);
  });

  it('exits in order after SIGTERM', async () => {
    await simulator.kill('SIGTERM');
    await simulator.start();
    expect((await simulator.call('GET', '/_health')).status).toBe(200);
  });
});
