import { describe, expect, it } from '@jest/globals';
import { AcknowledgedOperations, verifyAuditTrail } from './acknowledged.ts';
import { Client } from './client.ts';

/** A product with these lines in its audit trail; without them it cannot be read. */
class Product extends Client {
  readonly #lines: object[] | undefined;

  constructor(lines?: object[]) {
    super('http://product.example');
    this.#lines = lines;
  }

  override json<T>(): Promise<T> {
    if (this.#lines === undefined) return Promise.reject(new Error('403'));
    return Promise.resolve(this.#lines as T);
  }
}

const acknowledged = new AcknowledgedOperations();
acknowledged.diseases.set('1', 'Load');
const line = { objectId: '1', action: 'created' };

describe('verifyAuditTrail', () => {
  it('reports a trail that cannot be read', async () => {
    const errors = await verifyAuditTrail(new Product(), acknowledged);
    expect(errors).toEqual(['the audit trail cannot be read']);
  });

  it('accepts a trail with each new disease once', async () => {
    expect(await verifyAuditTrail(new Product([line]), acknowledged)).toEqual([]);
  });
});
