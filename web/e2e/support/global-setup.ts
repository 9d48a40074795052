import { setTimeout as pause } from 'node:timers/promises';
import { Api, signIn } from './api.ts';
import { settings } from './settings.ts';
import { NAME_PREFIX } from './test-data.ts';

const MAX_ATTEMPTS = 60;

/** Waits for the product; deletes data of aborted runs, because journeys count the sample data. */
export default async function setup(): Promise<void> {
  await waitForProduct();
  const api = new Api((await signIn()).token);
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
