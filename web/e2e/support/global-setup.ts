import { setTimeout as pause } from 'node:timers/promises';
import { Api } from './api.ts';
import { shareSession, signIn } from './sessions.ts';
import { settings } from './settings.ts';
import { NAME_PREFIX } from './test-data.ts';

const MAX_ATTEMPTS = 60;

/** Waits for the product, signs in once for all tests, and deletes data of aborted runs. */
export default async function setup(): Promise<void> {
  await waitForProduct();
  const session = await signIn();
  shareSession(session);
  const api = new Api(session.token);
  for (const { id, nameEn } of await api.find(NAME_PREFIX))
    if (nameEn.startsWith(NAME_PREFIX)) api.deleteAtEnd(id);
  await api.clear();
}

async function waitForProduct(): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${settings.baseUrl}/api/config`).catch(() => undefined);
    if (response?.ok) return;
    if (attempt === MAX_ATTEMPTS) throw new Error(`${settings.baseUrl} does not respond`);
    await pause(500);
  }
}
