import { beforeEach, describe, expect, it } from 'vitest';
import type { AccessReason } from '@ctdb/contracts';
import { act, screen } from '@testing-library/react';
import { AccessNotice, type AccessNoticeProps } from '@/components/layout/access-gate';
import type { Language } from '@/i18n/language';
import { json, mockApi, renderApp, see, unseen } from '@/testing';

type Needs = AccessNoticeProps['needs'];

let role = 'anonymous';
let reason: AccessReason | undefined;
const open = (needs?: Needs, language: Language = 'en') => {
  mockApi({ 'GET /api/session': () => json({ role, reason, capabilities: [] }) });
  return renderApp(<AccessNotice needs={needs} />, { path: '/app', language });
};
const links = () =>
  screen.getAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`);

beforeEach(() => {
  role = 'anonymous';
  reason = undefined;
  sessionStorage.clear();
});

describe('a closed screen', () => {
  it('offers a visitor both kinds of access and the restore of paid access', async () => {
    await open();
    await see('Access required');
    expect(links()).toEqual([
      'Hourly Access /hourly-access',
      'Admin Login /admin-login',
      'Restore access /access',
    ]);
  });

  it('does not sell an hour for what an hour does not open', async () => {
    await open('admin');
    await see('This page is for administrators.');
    expect(links()).toEqual(['Admin Login /admin-login']);
  });

  it('names the plans that have the figures', async () => {
    role = 'pass';
    await open('analytics');
    await see('Not included in your access', /premium and professional plans/);
    expect(links()).toEqual(['View plans /subscribe', 'Back to the registry /app']);
  });

  it('does not say that access ended to a visitor who never had any', async () => {
    sessionStorage.setItem('draft:note:1', '{}');
    await open();
    await see('Access required');
    unseen(/saved in this tab/);
  });

  it.each([
    [
      'ended',
      'en',
      'Your access has ended',
      /^Your paid time is over, or your payment was refunded/,
    ],
    ['ended', 'kn', 'ನಿಮ್ಮ ಪ್ರವೇಶದ ಅವಧಿ ಮುಗಿದಿದೆ', /ಹಿಂತಿರುಗಿಸಲಾಗಿದೆ/],
    ['moved', 'en', 'Your access runs in another browser', /with the receipt number/],
    ['moved', 'kn', 'ನಿಮ್ಮ ಪ್ರವೇಶ ಈಗ ಬೇರೊಂದು ಬ್ರೌಸರ್‌ನಲ್ಲಿದೆ', /ರಸೀದಿ ಸಂಖ್ಯೆ ಬಳಸಿ/],
  ] as const)('says why access is missing: %s (%s)', async (why, language, title, text) => {
    reason = why;
    await open(undefined, language);
    await see(title, text);
    expect(links().at(-1)).toMatch(/\/access$/);
  });

  it('names all that may have ended access while the server cannot be asked', async () => {
    sessionStorage.setItem('pass:plan', 'hourly');
    await open();
    await see('Your access has ended', /moved to another browser/);
  });

  it('opens when access was bought in another tab', async () => {
    await open();
    await see('Access required');
    role = 'pass';
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await see('Not included in your access');
  });
});
