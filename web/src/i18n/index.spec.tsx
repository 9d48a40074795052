/**
 * @jest-environment-options {"url": "https://colours.example/"}
 */
import { afterEach, expect, it, jest } from '@jest/globals';
import { setLanguage, startI18n } from './index';

afterEach(() => localStorage.clear());

it('keeps the language in a cookie for https alone where the page came over https', async () => {
  await startI18n('en');
  const cookie = jest.spyOn(document, 'cookie', 'set');
  await setLanguage('kn');
  expect(cookie).toHaveBeenCalledWith(expect.stringMatching(/^language=kn; .*; secure$/));
});
