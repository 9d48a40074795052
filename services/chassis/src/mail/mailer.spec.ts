import { expect, it } from 'vitest';
import { mailKinds } from '@ctdb/contracts';
import { composeMail, formatMailTime } from './mailer.js';

const settings = {
  productName: { en: 'Color Therapy', kn: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ' },
  origin: 'https://clinic.example',
};

it('escapes what is put into the HTML, and into no text', () => {
  const values = { username: '<b>"Asha" & co</b>', until: "o'clock" };
  const mail = { kind: 'invitation', locale: 'en', values, path: '/invite#a&b' } as const;
  const { text, html } = composeMail(mail, settings);
  expect(text).toContain('<b>"Asha" & co</b>');
  expect(html).toContain('&lt;b&gt;&quot;Asha&quot; &amp; co&lt;/b&gt;');
  expect(html).toContain('href="https://clinic.example/invite#a&amp;b"');
});

it('has no link without a path', () => {
  const { text, html } = composeMail({ kind: 'receipt', locale: 'en', values: {} }, settings);
  expect(text).not.toContain('Open my access');
  expect(html).not.toContain('href');
});

it.each(mailKinds)('refuses line breaks in the subject: %s', (kind) => {
  const productName = { ...settings.productName, en: 'Color\r\nBcc: eve@example.com' };
  const values = { endsAt: 'today\r\nBcc: eve@example.com' };
  const compose = () => composeMail({ kind, locale: 'en', values }, { ...settings, productName });
  expect(compose).toThrow('control characters');
});

it('gives times in Karnataka as the site writes days', () => {
  const date = new Date('2026-11-24T20:20:00Z');
  expect(formatMailTime(date, 'en')).toBe('25 November 2026, 01:50 IST');
  expect(formatMailTime(date, 'kn')).toBe('25 ನವೆಂಬರ್ 2026, 01:50 IST');
});
