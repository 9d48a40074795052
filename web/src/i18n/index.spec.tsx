import { expect, it, vi } from 'vitest';
import { setLanguage, startI18n } from './index';

it('keeps the language in a cookie for https alone where the page came over https', async () => {
  await startI18n('en');
  vi.stubGlobal('location', new URL('https://colours.example/'));
  const cookie = vi.spyOn(document, 'cookie', 'set');
  await setLanguage('kn');
  expect(cookie).toHaveBeenCalledWith(expect.stringMatching(/^language=kn; .*; secure$/));
});
