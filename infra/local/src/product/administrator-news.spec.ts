import { expect, it } from '@jest/globals';
import { AdministratorNews } from './administrator-news.ts';

const event = '{"level":30,"msg":"made","event":"first-administrator-created"}';

it('knows that the account was made', () => {
  const news = new AdministratorNews();
  news.read(event);
  expect(news.createdOr(() => undefined)).toBe(true);
});

it('tells it later, once', () => {
  const news = new AdministratorNews();
  let told = 0;
  expect(news.createdOr(() => (told += 1))).toBe(false);
  news.read('{"level":30,"msg":"about first-administrator-created"}');
  news.read('first-administrator-created');
  expect(told).toBe(0);
  news.read(event);
  news.read(event);
  expect(told).toBe(1);
});

it('knows why there is none', () => {
  const news = new AdministratorNews();
  expect(news.hindrance).toBeUndefined();
  const msg = 'there is no administrator: set ADMIN_PASSWORD';
  news.read(JSON.stringify({ level: 50, msg, event: 'first-administrator-missing' }));
  expect(news.hindrance).toBe(msg);
  news.read(event);
  expect(news.hindrance).toBeUndefined();
});
