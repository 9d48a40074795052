import { expect, it } from 'vitest';
import { FirstAdministratorWatcher } from './first-administrator-watcher.ts';

const event = '{"level":"info","msg":"made","event":"first-administrator-created"}';

it('knows that the account was made, and calls back once, now or later', () => {
  const watcher = new FirstAdministratorWatcher();
  let calls = 0;
  expect(watcher.onCreated(() => (calls += 1))).toBe(false);
  watcher.read('{"level":"info","msg":"about first-administrator-created"}');
  watcher.read('first-administrator-created');
  expect(calls).toBe(0);
  watcher.read(event);
  watcher.read(event);
  expect(calls).toBe(1);
  expect(watcher.onCreated(() => undefined)).toBe(true);
});

it('knows why there is none', () => {
  const watcher = new FirstAdministratorWatcher();
  const msg = 'there is no administrator: set ADMIN_PASSWORD';
  watcher.read(JSON.stringify({ level: 'error', msg, event: 'first-administrator-missing' }));
  expect(watcher.failureReason).toBe(msg);
  watcher.read(event);
  expect(watcher.failureReason).toBeUndefined();
});
