import { beforeEach, expect, it } from 'vitest';
import type { AccessReason } from '@ctdb/contracts';
import { act, screen } from '@testing-library/react';
import type { AccessNoticeProps } from '@/components/layout/access-denied';
import { AccessNotice } from '@/components/layout/access-gate';
import { json, mockApi, renderApp, see, unseen } from '@/testing';

let role = 'anonymous';
let reason: AccessReason | undefined;
const open = (needs?: AccessNoticeProps['needs']) => {
  mockApi({ 'GET /api/session': () => json({ role, reason, capabilities: [] }) });
  return renderApp(<AccessNotice needs={needs} />, { path: '/app' });
};
const links = () =>
  screen.getAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`);

beforeEach(() => {
  role = 'anonymous';
  reason = undefined;
});

it('a closed screen offers both kinds of access to a visitor, who never had any', async () => {
  sessionStorage.setItem('draft:note:1', '{}');
  await open();
  await see('Access required');
  unseen(/saved in this tab/);
  expect(links()).toEqual([
    'Hourly Access /hourly-access',
    'Admin Login /admin-login',
    'Restore access /access',
  ]);
});

it('a closed screen does not sell an hour for what an hour does not open', async () => {
  await open('admin');
  await see('This page is for administrators.');
  expect(links()).toEqual(['Admin Login /admin-login']);
});

it('a closed screen names the plans that have the figures', async () => {
  role = 'pass';
  await open('analytics');
  await see('Not included in your access', /premium and professional plans/);
  expect(links()).toEqual(['View plans /subscribe', 'Back to the registry /app']);
});

it.each([
  ['ended', 'Your access has ended', /^Your paid time is over, or your payment was refunded/],
  ['moved', 'Your access runs in another browser', /with the access code or a link/],
] as const)('a closed screen says why access is missing: %s', async (why, title, text) => {
  reason = why;
  await open();
  await see(title, text);
  expect(links().at(-1)).toMatch(/\/access$/);
});

it('a closed screen names all that may have ended access while the server cannot be asked', async () => {
  sessionStorage.setItem('pass:plan', 'hourly');
  await open();
  await see('Your access has ended', /moved to another browser/);
});

it('a closed screen opens when access was bought in another tab', async () => {
  await open();
  await see('Access required');
  role = 'pass';
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await see('Not included in your access');
});
