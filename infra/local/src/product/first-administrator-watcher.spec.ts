import { expect, it } from '@jest/globals';
import { FirstAdministratorWatcher } from './first-administrator-watcher.ts';

const event = '{"level":"info","msg":"made","event":"first-administrator-created"}';

it('knows that the account was made', () => {
  const news = new FirstAdministratorWatcher();
  news.read(event);
  expect(news.onCreated(() => undefined)).toBe(true);
});

it('calls back later, once', () => {
  const news = new FirstAdministratorWatcher();
  let calls = 0;
  expect(news.onCreated(() => (calls += 1))).toBe(false);
  news.read('{"level":"info","msg":"about first-administrator-created"}');
  news.read('first-administrator-created');
  expect(calls).toBe(0);
  news.read(event);
  news.read(event);
  expect(calls).toBe(1);
});

it('knows why there is none', () => {
  const news = new FirstAdministratorWatcher();
  expect(news.failureReason).toBeUndefined();
  const msg = 'there is no administrator: set ADMIN_PASSWORD';
  news.read(JSON.stringify({ level: 'error', msg, event: 'first-administrator-missing' }));
  expect(news.failureReason).toBe(msg);
  news.read(event);
  expect(news.failureReason).toBeUndefined();
});
