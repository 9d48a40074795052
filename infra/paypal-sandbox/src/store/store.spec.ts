import { afterEach, beforeEach, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Store } from './store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'simulator-store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('Store changes the secret of an account and keeps its records, also after a restart', async () => {
  const webhook = { id: 'WH-1', url: 'http://merchant.example/hook' };
  let store = new Store(folder);
  store.openAccount('client', 'old secret').save('webhook', webhook);
  store.openAccount('client', 'new secret');
  for (const restart of [false, true]) {
    if (restart) {
      await store.close();
      store = new Store(folder);
    }
    expect(store.account('client', 'old secret')).toBeUndefined();
    const account = store.account('client', 'new secret');
    expect(account?.get('webhook', 'WH-1')).toEqual(webhook);
    expect(store.accounts).toEqual([account]);
  }
  await store.close();
});
