import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { issueOf, Merchant } from './merchant.fixture.ts';
import { Process } from './process.fixture.ts';

const sandbox = new Process();
afterAll(() => sandbox.end());

describe('a killed simulator', () => {
  it('knows every answer that it has given', async () => {
    await sandbox.start();
    const credentials = 'survivor:secret';
    const paid: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const merchant = new Merchant(sandbox, credentials);
      const capturing: Promise<unknown>[] = [];
      // Whatever is under way when it dies may be done or not; what was answered is done.
      for (let count = 0; count < 5; count += 1) {
        const id = await merchant.approved();
        const work = merchant.capture(id, `capture-${id}`).then(() => paid.push(id));
        capturing.push(work.catch(() => undefined));
      }
      if (round % 2 === 0) await Promise.race(capturing);
      await sandbox.kill();
      await Promise.all(capturing);
      await sandbox.start();
      const { captures } = await new Merchant(sandbox, credentials).ledger();
      const orders = captures.map(({ orderId }) => orderId);
      expect(new Set(orders).size).toBe(orders.length);
      expect(orders).toEqual(expect.arrayContaining(paid));
    }
    expect(paid.length).toBeGreaterThan(0);
    const again = await new Merchant(sandbox, credentials).capture(
      paid[0] ?? '',
      `capture-${paid[0]}`,
    );
    expect(again.status).toBe(200);
    const other = await new Merchant(sandbox, credentials).capture(paid[0] ?? '', 'other');
    expect(issueOf(other)).toBe('ORDER_ALREADY_CAPTURED');
  });

  it('drops a line that was cut off, and goes on', async () => {
    const merchant = new Merchant(sandbox);
    const id = await merchant.approved();
    await sandbox.kill();
    appendFileSync(join(sandbox.folder, 'journal.jsonl'), '{"client":"survivor","kind":"cap');
    await sandbox.start();
    const after = new Merchant(sandbox, Buffer.from(merchant.basic.slice(6), 'base64').toString());
    expect((await after.capture(id)).status).toBe(201);
    await sandbox.kill();
    await sandbox.start();
    expect((await after.ledger()).captures).toHaveLength(1);
  });

  it('ends in order when asked to', async () => {
    await sandbox.kill('SIGTERM');
    await sandbox.start();
    expect((await sandbox.call('GET', '/_health')).status).toBe(200);
  });
});
