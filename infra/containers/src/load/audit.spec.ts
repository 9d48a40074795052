import { describe, expect, it } from '@jest/globals';
import { Client } from '../http/client.ts';
import { trail } from './audit.ts';
import { Ledger } from './ledger.ts';

/** A product whose audit trail is `lines`; none can be read without. */
class Product extends Client {
  readonly #lines: object[] | undefined;

  constructor(lines?: object[]) {
    super('http://nobody.example');
    this.#lines = lines;
  }

  override json<T>(): Promise<T> {
    if (this.#lines === undefined) return Promise.reject(new Error('403'));
    return Promise.resolve(this.#lines as T);
  }
}

const ledger = new Ledger();
ledger.diseases.set('1', 'Load');
const line = { objectId: '1', action: 'created' };

describe('trail', () => {
  it('is at fault where it cannot be read', async () => {
    expect(await trail(new Product(), ledger)).toEqual(['the audit trail cannot be read']);
  });

  it('is in order where each new disease is in it once', async () => {
    expect(await trail(new Product([line]), ledger)).toEqual([]);
  });
});
